// §2.8, §4.14, §4.15: timesheets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, assignment, connection, rivals, timesheet, worker } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const at = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const log = {
  id: 'l1',
  status: 'approved',
  date: '2026-03-02',
  start: '2026-03-02T08:00:00+01:00',
  end: '2026-03-02T17:00:00Z',
  breaks: 30,
  hours: { standard: 8.5, overtime: 0, total: 8.5 },
  rates: { pay: 20, emp: 0, margin: 2, charge: 22 },
  values: {
    pay: { standard: 170, overtime: 0, total: 170 },
    emp: { standard: 0, overtime: 0, total: 0 },
    margin: { standard: 17, overtime: 0, total: 17 },
    charge: { standard: 187, overtime: 0, total: 187 },
  },
}
const piece = {
  id: 'pe1',
  pieceRateId: 'pr1',
  code: 'BR',
  name: 'Bricks',
  unitLabel: 'brick',
  unitLabelPlural: 'bricks',
  frequency: 'daily',
  rateType: 'Umbrella PAYE',
  values: { pay: 1, emp: 0, margin: 0.1, charge: 1.1 },
  totals: { units: 10, payValue: 10, empValue: 0, marginValue: 1, chargeValue: 11 },
  lines: [],
}
const snapshot = {
  version: 1,
  snapshotReason: 'amended',
  snapshotAt: '2026-03-05T10:00:00Z',
  netHours: 39,
  expenseValue: 0,
  values: { pay: { total: 1 }, charge: { total: 2 } },
  rates: {},
}

await server.load([
  ...rivals(),
  connection('c2', 'a1', { id: 'c2-a1', supplierType: 'umbrella' }),
  worker('w3', { name: 'Zofia Nowak', reference: 'WK-900' }),
  assignment('as1', at, {
    submissionAnswers: [
      answer('a1', 'days'),
      answer('a2', 'nights'),
      answer('a1', 'hidden', { displayLocations: ['requisition'] }),
    ],
  }),
  timesheet('t1', at, {
    assignment: 'as1',
    site: 's1',
    createdAt: '2026-03-01',
    timelogs: [log],
    versionHistory: [snapshot],
  }),
  timesheet('t2', at, {
    status: 'approved',
    approvedDate: '2026-03-09',
    approvedBy: 'u1',
    createdAt: '2026-03-02',
    weekEnding: '2026-03-15',
  }),
  timesheet(
    't3',
    { ...at, agency: 'a2', worker: 'w2' },
    {
      status: 'pending_approval',
      createdAt: '2026-03-03',
      approvalRequestedBy: { id: 'w2', name: 'Ada w2', type: 'candidate' },
    },
  ),
  timesheet(
    't4',
    { company: 'c2', project: 'p2', agency: 'a1', worker: 'w3' },
    { status: 'absent', createdAt: '2026-03-04', rateType: 'Agency PAYE', pieceRateEntries: [piece] },
  ),
  timesheet(
    't5',
    { company: 'c2', project: 'p2', agency: 'a2', worker: 'w3' },
    { status: 'cancelled', createdAt: '2026-03-05', reference: 'c2/T-1-x' },
  ),
])
const both = await server.key('company', ['c1', 'c2'])
const first = await server.key('company', ['c1'])
const a1 = await server.key('agency', ['a1'])
const two = await server.key('agency', ['a1', 'a2'])

const idsOf = async (query: string, key = both) => {
  const answer = await server.get(`/timesheets?fields=id&${query}`, key)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.meta.total, answer.body.data.length)
  return answer.body.data.map((row: { id: string }) => row.id).join(' ')
}

test('lists newest first, whoever asks sees only their own', async () => {
  assert.equal(await idsOf(''), 't5 t4 t3 t2 t1')
  assert.equal(await idsOf('', first), 't3 t2 t1')
  assert.equal(await idsOf('', a1), 't4 t2 t1')
  assert.equal(await idsOf('', two), 't5 t4 t3 t2 t1')
  assert.equal(await idsOf('company=c2', two), 't5 t4')
})

test('filters by status, project, site, assignment, worker and agency, one id or several', async () => {
  assert.equal(await idsOf('status=approved'), 't2')
  assert.equal(await idsOf('project=p2'), 't5 t4')
  assert.equal(await idsOf('project=p1,p2&worker=w1'), 't2 t1')
  assert.equal(await idsOf('site=s1'), 't1')
  assert.equal(await idsOf('assignment=as1'), 't1')
  assert.equal(await idsOf('worker=w2,w3'), 't5 t4 t3')
  assert.equal(await idsOf('agency=a2'), 't5 t3')
  assert.equal(await idsOf('agency=a1,a2'), 't5 t4 t3 t2 t1')
  assert.equal(await idsOf('agency=a1,a2', a1), 't4 t2 t1')
  assert.equal(await idsOf('agency=a2,nobody', a1), '')
  assert.equal(await idsOf('agency=a2', a1), '')
  assert.equal(await idsOf('agency=a1,a2', a1), 't4 t2 t1')
  assert.equal(await idsOf('project=nowhere'), '')
})

test('a full reference, with or without its prefix and in any case, gives exactly that timesheet', async () => {
  assert.equal(await idsOf('query=C1-T-t1'), 't1')
  assert.equal(await idsOf('query=c1-t-T1'), 't1')
  assert.equal(await idsOf('query=T-t1'), 't1')
  assert.equal(await idsOf('query=T-1-X'), 't5')
  assert.equal(await idsOf('query=C1-T-t1&status=approved'), '')
})

test('other text searches reference, worker name and reference, and agency name', async () => {
  assert.equal(await idsOf('query=c1-t'), 't3 t2 t1')
  assert.equal(await idsOf('query=NOWAK'), 't5 t4')
  assert.equal(await idsOf('query=wk-900'), 't5 t4')
  assert.equal(await idsOf('query=agency%20a2'), 't5 t3')
  assert.equal(await idsOf('query=agency%20a2', a1), '')
  assert.equal(await idsOf('query=no'), 't5 t4')
  assert.equal(await idsOf('query=no', a1), 't4')
  assert.equal(await idsOf('query=no', first), '')
  assert.equal(await idsOf('query=ow&project=p1,p2'), 't5 t4')
  assert.equal(await idsOf('query=%25'), '')
  assert.equal(await idsOf('query=_'), '')
})

test('dates apply to the chosen field; a timesheet without that date is left out', async () => {
  assert.equal(await idsOf('from=2026-03-02&to=2026-03-03'), 't3 t2')
  assert.equal(await idsOf('dateField=weekEnding&from=2026-03-15'), 't2')
  assert.equal(await idsOf('dateField=approvedDate&from=2020-01-01'), 't2')
  assert.equal(await idsOf('dateField=approvedDate'), 't5 t4 t3 t2 t1')
})

test('sorts, missing values last in both directions', async () => {
  assert.equal(await idsOf('sortBy=createdAt&sortOrder=asc'), 't1 t2 t3 t4 t5')
  assert.equal(await idsOf('sortBy=approvedDate&sortOrder=asc'), 't2 t1 t3 t4 t5')
  assert.equal(await idsOf('sortBy=approvedDate'), 't2 t5 t4 t3 t1')
  assert.equal(await idsOf('sortBy=timesheetRef&sortOrder=asc'), 't1 t2 t3 t4 t5')
  assert.equal(await idsOf('sortBy=weekEnding&limit=200'), 't2 t5 t4 t3 t1')
})

test('timelogs come only when asked for; version history only on the single record', async () => {
  const plain = await server.get('/timesheets/t1', both)
  assert.ok(!('timelogs' in plain.body.data) && !('versionHistory' in plain.body.data))
  const full = await server.get('/timesheets/t1?includeTimelogs=true&includeVersionHistory=true', both)
  assert.equal(full.body.data.timelogs[0].start, '2026-03-02T07:00:00.000Z')
  assert.equal(full.body.data.versionHistory[0].netHours, 39)
  const none = await server.get('/timesheets/t2?includeTimelogs=true&includeVersionHistory=true', both)
  assert.deepEqual(none.body.data.timelogs, [])
  assert.ok(!('versionHistory' in none.body.data))
  const listed = await server.get('/timesheets?includeTimelogs=true&assignment=as1', both)
  assert.equal(listed.body.data[0].timelogs.length, 1)
  assert.equal((await server.get('/timesheets?includeVersionHistory=true', both)).status, 400)
  assert.equal((await server.get('/timesheets?includeTimelogs=yes', both)).status, 400)
  assert.deepEqual(
    (await server.get('/timesheets?includeTimelogs=true&fields=timelogs.breaks&assignment=as1', both)).body
      .data,
    [{ timelogs: [{ breaks: 30 }] }],
  )
  assert.deepEqual((await server.get('/timesheets?fields=id,timelogs&assignment=as1', both)).body.data, [
    { id: 't1' },
  ])
})

test('answers are the assignment’s snapshot that is shown on timesheets, and an agency sees only its own (§2.1)', async () => {
  const values = async (key: string) =>
    (await server.get('/timesheets/t1', key)).body.data.submissionAnswers.map(
      (given: { value: string }) => given.value,
    )
  assert.deepEqual(await values(both), ['days', 'nights'])
  assert.deepEqual(await values(a1), ['days'])
  const listed = await server.get('/timesheets?fields=submissionAnswers.value&assignment=as1', a1)
  assert.deepEqual(listed.body.data, [{ submissionAnswers: [{ value: 'days' }] }])
})

test('an umbrella supplier’s rate types lose their prefix; the supplier type comes from the connection', async () => {
  const { data } = (await server.get('/timesheets/t4', both)).body
  assert.deepEqual(
    [data.supplierType, data.rateType, data.pieceRateEntries[0].rateType],
    ['umbrella', 'PAYE', 'PAYE'],
  )
  await server.load([connection('c2', 'a1', { id: 'c2-a1', supplierType: 'agency' })])
  const after = (await server.get('/timesheets/t4', both)).body.data
  assert.deepEqual(
    [after.supplierType, after.rateType, after.pieceRateEntries[0].rateType],
    ['agency', 'Agency PAYE', 'Umbrella PAYE'],
  )
})

test('a nanoid finds the record wherever an id does', async () => {
  await server.load([{ ...timesheet('t6', at), nanoid: 'abcDEF1234' }])
  assert.equal((await server.get('/timesheets/abcDEF1234', both)).body.data.id, 't6')
  assert.equal((await server.get('/timesheets/abcDEF1234', await server.key('agency', ['a2']))).status, 404)
})

test('an agency whose connection ends sees its timesheets there no more, at once', async () => {
  const key = await server.key('agency', ['a2'])
  assert.equal(await idsOf('company=c1', key), 't3')
  await server.load([connection('c1', 'a2', { active: false })])
  assert.equal((await server.get('/timesheets/t3', key)).status, 404)
  assert.equal((await server.get('/timesheets?company=c1', key)).status, 403)
  assert.equal(await idsOf('', key), 't5')
})

test('what is too long for an index is searched all the same', async () => {
  await server.load([
    worker('w9', { name: `${'Long '.repeat(100)}Qzz` }),
    timesheet('t9', { ...at, worker: 'w9' }, { createdAt: '2026-03-09' }),
  ])
  for (const key of [both, first, a1, two])
    for (const query of ['qzz', 'Qz', 'long%20qz', 'g%20Q'])
      assert.equal(await idsOf(`query=${query}`, key), 't9', query)
  assert.equal(await idsOf('query=on&worker=w9,w3'), 't9')
  assert.equal(await idsOf('query=qzq'), '')
})
