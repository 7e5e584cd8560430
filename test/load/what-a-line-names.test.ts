// A line says what its source knows: what it leaves out of facts stays, of a person everything that it does not name,
// and a patch changes what it names and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import type { LoadOptions } from '../../src/load/load.ts'
import {
  answer,
  assignment,
  connection,
  requisition,
  response,
  rivals,
  site,
  timesheet,
  worker,
} from '../support/lines.ts'
import { masterLists, newcomer, paper, posted } from '../support/newcomer.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer({ operations, types: recordTypes })
await server.load([...rivals(), ...masterLists()])
const a1 = await server.key('agency', ['a1'])
const a2 = await server.key('agency', ['a2'])
const c1 = await server.key('company', ['c1'])
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }

const loading = async (lines: object[], options: LoadOptions = {}) => {
  const reasons: string[] = []
  const report = await server.load(lines, {
    ...options,
    onRejection: ({ path, reason }) => void reasons.push(`${path} ${reason}`),
  })
  return { ...report, reasons }
}
const shown = async (path: string, key = c1): Promise<Json> => (await server.get(path, key)).body.data
/** What is stored, without what time made of it. */
const texts = (type: string) =>
  server.database.rows(sql`select id, record, facts from ${sql([`"${type}_text"`] as never)} order by id`)

test('a load line keeps what POST /workers stored of a person', async () => {
  const body = newcomer(7, { attachments: [paper('course'), paper('cv')] })
  const { id } = (await server.get('/workers', a1, posted(body))).body.data
  const before = await shown(`/workers/${id}`, a1)
  const later = { createdAt: before.createdAt, updatedAt: '2027-01-01T00:00:00.000Z' }
  const line = {
    type: 'worker',
    record: {
      id,
      reference: before.reference,
      firstName: before.firstName,
      lastName: 'Renamed',
      name: `${before.firstName} Renamed`,
      agencies: [{ id: 'a1', active: true }],
      attachments: [],
      ...later,
    },
  }
  const { losses, counts } = await loading([line])
  assert.deepEqual([counts.updated, losses], [1, {}])
  const after = await shown(`/workers/${id}`, a1)
  const files = (documents: Json[]) => documents.map(one => one.files.map((file: Json) => file.fileName))
  for (const name of ['dob', 'email', 'phone', 'address', 'trades', 'gender', 'nationality'])
    assert.deepEqual(after[name], before[name], name)
  assert.deepEqual(files(after.attachments), files(before.attachments))
  assert.equal(after.lastName, 'Renamed')
  const again = newcomer(8, { nationalIns: body.nationalIns, agencyId: 'other' })
  assert.equal((await server.get('/workers', a2, posted(again))).status, 409)
  assert.deepEqual((await loading([line])).counts.unchanged, 1)
})

test('documents are merged by id; null clears, and what is taken away of a person is told', async () => {
  const document = (id: string, documentType = 'Card') => ({
    id,
    type: 'attachment',
    documentType,
    createdAt: '2026-01-01',
    files: [],
  })
  const person = (more: object, facts = {}) => ({
    ...worker('known', {
      agencies: [
        { id: 'a1', active: true },
        { id: 'a2', active: true },
      ],
      ...more,
    }),
    facts,
  })
  await loading([
    person(
      { email: 'x@people.example', attachments: [document('d1'), document('d2')] },
      { nationalIns: 'PZ112233A', documentOwners: [{ document: 'd2', agency: 'a1' }] },
    ),
  ])
  const idsOf = async (key = a1) =>
    (await shown('/workers/known', key)).attachments.map((one: Json) => one.id)
  assert.deepEqual(
    (await loading([person({ attachments: [document('d3'), document('d1', 'New')] })])).losses,
    {},
  )
  assert.deepEqual(
    [await idsOf(), await idsOf(a2)],
    [
      ['d3', 'd1', 'd2'],
      ['d3', 'd1'],
    ],
  )
  const taken = await loading([
    person({ agencies: [{ id: 'a1', active: true }], email: null, attachments: null }, { nationalIns: null }),
  ])
  assert.deepEqual(taken.losses, { 'identity numbers': 1, documents: 3, agencies: 1 })
  const left = await shown('/workers/known', a1)
  assert.deepEqual([left.email, left.attachments], [undefined, []])
})

test('a telephone that a line names is what the worker is known by from then on', async () => {
  const person = (number: string) =>
    worker('called', { agencies: [{ id: 'a1', active: true }], phone: { countryCode: '+44', number } })
  const phone = async () => {
    const [row] = await server.database.rows<{ phone: string }>(
      sql`select phone from worker_identity where id = 'called'`,
    )
    return row!.phone
  }
  await loading([{ ...person('7700900111'), facts: { e164: '+447700900111' } }])
  await loading([person('7700900222')])
  assert.equal(await phone(), '+447700900222')
})

test('facts that a line leaves out stay, those it names are replaced, and null clears them', async () => {
  const stage = {
    worker: { id: 'w1' },
    agency: { id: 'a1' },
    isRejected: false,
    stage: 'submitted',
    history: [],
  }
  const line = (facts?: object) => ({
    ...requisition('kept', { company: 'c1', project: 'p1' }, { agencies: [response('a1')] }),
    facts,
  })
  const { facts: _, ...bare } = line()
  const read = async () => {
    const [row] = await server.database.rows<{ facts: string }>(
      sql`select facts from requisition_text where id = 'kept'`,
    )
    const { stages, costCodes, reopenedAt } = JSON.parse(row!.facts)
    return [stages?.length, costCodes, reopenedAt]
  }
  await loading([line({ stages: [stage], costCodes: ['k1'], reopenedAt: '2026-01-05' })])
  await loading([bare])
  assert.deepEqual(await read(), [1, ['k1'], '2026-01-05T00:00:00.000Z'])
  await loading([line({ costCodes: ['k2'], reopenedAt: null })])
  assert.deepEqual(await read(), [1, ['k2'], undefined])
})

test('a patch gives the same bytes as the whole line would, and fires the same events', async () => {
  const answers = { submissionAnswers: [answer('a1', 'yes'), answer('a2', 'no')] }
  const connected = connection('c1', 'a1', { supplierType: 'umbrella' })
  const pieces = [{ ...piece, rateType: 'Umbrella PAYE' }]
  const whole = (change: Record<string, object> = {}) => [
    connected,
    site('ps', 'p1', 'c1', { email: 'a@x.example', ...change.site }),
    requisition(
      'pr',
      { company: 'c1', project: 'p1' },
      { status: 'raised', agencies: [response('a1')], ...answers, ...change.requisition },
      { refusal: { stage: 1 }, ...change.facts },
    ),
    assignment('pa', of, { ...answers, startDate: '2026-01-05', ...change.assignment }),
    timesheet('pt', of, {
      assignment: 'pa',
      rateType: 'Umbrella PAYE',
      pieceRateEntries: pieces,
      ...change.timesheet,
    }),
  ]
  const patches = [
    { type: 'site', record: { id: 'ps', email: null, name: 'Patched' }, patch: true },
    { type: 'requisition', record: { id: 'pr', quantity: 5 }, facts: { refusal: null }, patch: true },
    { type: 'assignment', record: { id: 'pa', startDate: '2026-01-12' }, patch: true },
    { type: 'timesheet', record: { id: 'pt', status: 'pending_approval' }, patch: true },
  ]
  const all = async () => [
    await texts('site'),
    await texts('requisition'),
    await texts('assignment'),
    await texts('timesheet'),
  ]
  await loading(whole())
  const patched = await loading(patches)
  assert.deepEqual([patched.counts.updated, patched.reasons], [4, []])
  const right = await all()
  await loading(whole())
  const replaced = await loading(
    whole({
      site: { email: undefined, name: 'Patched' },
      requisition: { quantity: 5 },
      facts: { refusal: null },
      assignment: { startDate: '2026-01-12' },
      timesheet: { status: 'pending_approval' },
    }),
  )
  assert.deepEqual(await all(), right)
  assert.deepEqual(patched.events, replaced.events)
  assert.deepEqual(Object.keys(patched.events).sort(), [
    'assignment_dates_updated',
    'timesheet_approval_requested',
  ])
  assert.equal((await loading(patches)).counts.unchanged, 4)
})

test('a patch is checked as strictly as a whole line, and needs a record to change', async () => {
  const patch = (record: object) => ({ type: 'site', record, patch: true })
  const { reasons } = await loading([
    patch({ id: 'ps', colour: 'red' }),
    patch({ id: 'ps', name: null }),
    patch({ id: 'ps', project: { id: 'nowhere' } }),
    patch({ id: 'nobody', name: 'x' }),
    { ...patch({ id: 'ps' }), patch: 'yes' },
  ])
  assert.deepEqual(reasons.sort(), [
    'patch must be true or false',
    'patch there is no site "nobody" to patch',
    'record.colour is not a property of this kind of record',
    'record.name is missing',
    'record.project.id there is no project with the id "nowhere"',
  ])
  const { counts } = await loading([site('late', 'p1', 'c1'), patch({ id: 'late', name: 'Patched' })])
  assert.deepEqual([counts.created, counts.updated], [1, 1])
  assert.equal((await shown('/sites?query=patched')).length, 2)
  const all = await loading([{ type: 'site', record: { id: 'late', active: false } }], { patch: true })
  assert.equal(all.counts.updated, 1)
})

test('a line that is older than what is stored is left out and counted, unless it is allowed', async () => {
  const at = (updatedAt: string, name: string) => site('aged', 'p1', 'c1', { name, updatedAt })
  await loading([at('2026-05-02', 'New')])
  const older = await loading([at('2026-05-01', 'Old')])
  assert.deepEqual([older.counts.older, older.counts.updated], [1, 0])
  assert.equal((await shown('/sites?query=new')).length, 1)
  assert.equal((await loading([at('2026-05-02', 'Same time')])).counts.updated, 1)
  assert.equal((await loading([at('2026-05-01', 'Old')], { allowOlder: true })).counts.updated, 1)
  assert.equal((await shown('/sites?query=old')).length, 1)
})

test('to clear whose documents are whose where nobody has any changes nothing', async () => {
  const line = { ...worker('unowned'), facts: { documentOwners: null } }
  await loading([worker('unowned')])
  assert.equal((await loading([line])).counts.unchanged, 1)
  assert.equal((await loading([{ ...line, patch: true }])).counts.unchanged, 1)
})

const piece = {
  id: 'e1',
  pieceRateId: 'r1',
  code: 'BR',
  name: 'Bricks',
  unitLabel: 'brick',
  unitLabelPlural: 'bricks',
  frequency: 'weekly',
  values: { pay: 1, emp: 0, margin: 0, charge: 1 },
  totals: { units: 2, payValue: 2, empValue: 0, marginValue: 0, chargeValue: 2 },
  lines: [],
}

test('owners of documents and linked agencies that are not there are told, whichever way a line names them', async () => {
  const document = { id: 'od1', type: 'attachment', documentType: 'Course', createdAt: '2026-01-01' }
  const agencies = [{ id: 'a1', active: true }]
  const whole = (facts: object, id = 'named') => ({
    ...worker(id, { agencies, attachments: [document] }),
    facts,
  })
  await loading([whole({ documentOwners: [{ document: 'od1', agency: 'a1' }] })])
  const said = async (line: object, options: LoadOptions = {}) => {
    const rejected: string[] = []
    const { warnedOf, kept } = await server.load([line], {
      ...options,
      onRejection: ({ path, reason }) => void rejected.push(`${path.replace('.0.', '.*.')} ${reason}`),
    })
    return [...rejected, ...[...warnedOf, ...kept].map(({ path, reason }) => `${path} ${reason}`)]
  }
  const ways = (facts: object) => [
    whole(facts),
    { ...whole(facts), replace: true },
    { type: 'worker', record: { id: 'named' }, facts, patch: true },
    whole(facts, 'fresh'),
  ]
  for (const line of ways({ documentOwners: [{ document: 'od1', agency: 'nowhere' }] }))
    assert.deepEqual(await said(line), [
      'facts.documentOwners.agency there is no agency with the id "nowhere"',
    ])
  for (const agency of ['nowhere', 'a2'])
    for (const line of ways({ linkedAgencies: [agency] }))
      assert.deepEqual(await said(line), [
        `facts.linkedAgencies has agency "${agency}", which the worker is not with`,
      ])
  for (const line of ways({ documentOwners: [{ document: 'od2', agency: 'a1' }] })) {
    const missing = 'facts.documentOwners.*.document names document "od2", which the worker does not have'
    assert.deepEqual(await said(line, { strict: true }), [missing])
    assert.deepEqual(await said(line, { dryRun: true }), [missing])
  }
  const [plain, , patch] = ways({ documentOwners: null })
  for (const line of [plain!, patch!])
    assert.deepEqual(await said(line), [
      'facts.documentOwners is null, which would show documents of one agency to everybody who sees the worker',
    ])
  assert.deepEqual((await shown('/workers/named', a2))?.attachments ?? [], [])
})
