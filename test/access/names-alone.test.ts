// Mentions that are a name alone, because the record behind them is gone: what belongs to such an owner is nobody's to
// see, and the records that have them load like any other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answer,
  assignment,
  company,
  rate,
  requisition,
  response,
  rivals,
  submission,
  timesheet,
  trade,
  worker,
} from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const gone = { id: null, name: 'Gone Rival' }
const of = { company: 'c1', project: 'p1' }
const stage = (agency: object) => ({
  worker: { id: null, name: 'Secret Person' },
  agency,
  isRejected: false,
  stage: 'submitted',
  stageLabel: '',
  history: [],
})
const rejections: unknown[] = []
const lines = [
  ...rivals(),
  { ...company('c1'), facts: { stageTracking: { enabled: true } } },
  trade('t1', 'c1'),
  worker('w1', {
    agencies: [
      { id: 'a1', active: true },
      { ...gone, agencyId: 'SECRET', active: true },
    ],
  }),
  requisition(
    'r1',
    of,
    {
      status: 'approved',
      agencies: [response('a1'), { ...response('x'), ...gone, submissions: [submission('w2')] }],
      submissionAnswers: [answer('a1', 'days'), answer('a1', 'SECRET', { agency: gone })],
    },
    { stages: [stage(gone)] },
  ),
  rate('rate1', { company: 'c1', trade: 't1' }, { agency: gone }),
  rate('rate2', { company: 'c1', trade: 't1' }),
]
const report = await server.load(lines, { onRejection: one => void rejections.push(one) })
const [agency, owner] = [await server.key('agency', ['a1']), await server.key('company', ['c1'])]

test('they load, with all that stands beside the name', async () => {
  assert.equal(report.rejected, 0, JSON.stringify(rejections).slice(0, 600))
  const { agencies } = (await server.get('/requisitions/r1', owner)).body.data
  assert.deepEqual(
    agencies.map((one: { id: string | null; offered: number }) => [one.id, one.offered]),
    [
      ['a1', 0],
      [null, 0],
    ],
  )
})

test('an agency is shown none of what is a name’s', async () => {
  for (const path of [
    '/requisitions?includeStageTracking=true',
    '/requisitions/r1?includeStageTracking=true',
    '/requisitions?fields=submissionAnswers,agencies,stageTracking&includeStageTracking=true',
    '/workers',
    '/workers/w1',
    '/rates',
    '/trades/t1?includeRates=true',
  ]) {
    const { status, text } = await server.get(path, agency)
    assert.equal(status, 200, path)
    assert.ok(!/Gone Rival|Secret Person|SECRET/.test(text), `${path}: ${text}`)
  }
  assert.equal((await server.get('/rates/rate1', agency)).status, 404)
  assert.equal((await server.get('/rates/rate2', agency)).status, 200)
  assert.equal((await server.get('/rates/rate1', owner)).status, 200)
})

test('what is there is there in the same way whether a rival has something or nobody', async () => {
  const entries = { attachments: [], rightToWork: [], companyIds: [{ company: 'c2', id: 'B-77' }] }
  const placed = { company: 'c1', project: 'p1', agency: 'a1' }
  await server.load([
    worker('w8'),
    worker('w9', entries),
    assignment('as8', { ...placed, worker: 'w8' }),
    assignment('as9', { ...placed, worker: 'w9' }),
    requisition('r8', of, { status: 'approved', agencies: [response('a1'), response('a2')] }),
    requisition(
      'r9',
      of,
      { status: 'approved', agencies: [response('a1'), response('a2')] },
      { stages: [{ ...stage({ id: 'a2' }), worker: { id: 'w2' } }] },
    ),
  ])
  for (const id of ['w8', 'w9'])
    assert.deepEqual((await server.get(`/workers/${id}`, owner)).body.data.companyIds, [])
  for (const id of ['r8', 'r9']) {
    const { data } = (await server.get(`/requisitions/${id}?includeStageTracking=true`, agency)).body
    assert.deepEqual(data.stageTracking, [])
  }
})

test('tracking may be given where it is shown, and lists that must not be empty are left out', async () => {
  const shown = (await server.get('/requisitions/r9?includeStageTracking=true', owner)).body.data
  await server.load([{ type: 'requisition', record: shown }])
  const again = (await server.get('/requisitions/r9?includeStageTracking=true', owner)).body.data
  assert.deepEqual(again.stageTracking, shown.stageTracking)
  assert.equal(again.stageTracking.length, 1)
  await server.load([timesheet('ts1', { ...of, agency: 'a1', worker: 'w1' }, { versionHistory: [] })])
  const sheet = await server.get('/timesheets/ts1?includeVersionHistory=true', owner)
  assert.ok(!('versionHistory' in sheet.body.data))
})
