// §2.6, §4.9, §4.10: requisitions and the stages of recruitment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, company, requisition, response, rivals, submission } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const at = { company: 'c1', project: 'p1' }
const tracked = (worker: string, agency: string, stage: string) => ({
  worker: { id: worker },
  agency: { id: agency },
  submittedAt: '2026-03-05',
  isRejected: false,
  stage,
  history: [
    { stage: 'submitted', at: '2026-03-05', byUserId: null, byName: 'Uma' },
    { stage, at: '2026-03-06', byUserId: 'u1', byName: 'Uma' },
  ],
})
const tracking = { enabled: true, labels: { cvReviewed: 'CV seen', custom_chat: 'Chat' } }

await server.load([
  ...rivals(),
  { ...company('c1'), facts: { stageTracking: tracking } },
  requisition('raised', at, { status: 'raised', agencies: [response('a1')] }),
  requisition('refused', at, { status: 'raised', agencies: [response('a1')] }, { refusal: { stage: 1 } }),
  requisition(
    'open',
    at,
    {
      agencies: [
        response('a1', { offered: 1, dateAccepted: '2026-03-10', submissions: [submission('w1')] }),
        response('a2', { dateAccepted: '2026-04-10', submissions: [submission('w2')] }),
      ],
      submissionAnswers: [answer('a1', 'mine'), answer('a2', 'theirs')],
      site: 's1',
    },
    { costCodes: ['cc1'], stages: [tracked('w1', 'a1', 'cvReviewed'), tracked('w2', 'a2', 'custom_chat')] },
  ),
  requisition('filled', at, { status: 'filled', quantity: 1, agencies: [response('a1', { assigned: 1 })] }),
  requisition('idle', at, { agencies: [response('a2', { assigned: 0 })] }, { active: false }),
  requisition('gone', at, {
    status: 'cancelled',
    agencies: [response('a1')],
    cancellation: { reason: 'Weather', date: null },
  }),
  requisition('kept', at, {
    status: 'approved',
    approvedDate: '2026-03-09',
    agencies: [],
    cancellation: { reason: 'never mind', date: null },
  }),
  requisition('other', { company: 'c2', project: 'p2' }, { agencies: [response('a1')] }),
])
const both = await server.key('company', ['c1', 'c2'])
const a1 = await server.key('agency', ['a1'])
const idsOf = async (query: string, key = both) => {
  const found = await server.get(`/requisitions?fields=id&sortBy=reqRef&sortOrder=asc&${query}`, key)
  assert.equal(found.status, 200, found.text)
  assert.equal(found.body.meta.total, found.body.data.length)
  return found.body.data.map((row: { id: string }) => row.id).join(' ')
}

test('a refused stage makes a requisition rejected; each status can be asked for', async () => {
  assert.equal(await idsOf('status=raised'), 'raised')
  assert.equal(await idsOf('status=rejected'), 'refused')
  assert.equal(await idsOf('status=filled'), 'filled')
  assert.equal(await idsOf('status=cancelled'), 'gone')
  assert.equal(await idsOf('status=approved'), 'idle kept open other')
})

test('open means approved, active and not full, and is reported as approved', async () => {
  assert.equal(await idsOf('status=open'), 'kept open other')
  assert.deepEqual(
    (await server.get('/requisitions?status=open&fields=status&query=C1-R-open', both)).body.data,
    [{ status: 'approved' }],
  )
})

test('agencies never see what is raised or rejected, nor may ask for it', async () => {
  assert.equal(await idsOf('', a1), 'filled gone open other')
  assert.equal((await server.get('/requisitions/raised', a1)).status, 404)
  assert.equal((await server.get('/requisitions/refused', a1)).status, 404)
  for (const status of ['raised', 'rejected']) {
    const refused = await server.get(`/requisitions?status=${status}`, a1)
    const words = refused.body.error.message.replace(/ \([^()]*\)/g, '')
    assert.deepEqual(
      [refused.status, words.endsWith('one of open, approved, filled, cancelled')],
      [400, true],
    )
  }
})

test('an agency sees its own response, tracking and answers, whoever else is on it', async () => {
  const { data } = (await server.get('/requisitions/open?includeStageTracking=true', a1)).body
  assert.deepEqual(
    data.agencies.map((one: { id: string }) => one.id),
    ['a1'],
  )
  assert.deepEqual(data.agencies[0].name, 'Agency a1')
  assert.deepEqual(
    data.submissionAnswers.map((one: { value: string }) => one.value),
    ['mine'],
  )
  assert.deepEqual(
    data.stageTracking.map((one: { agency: { id: string } }) => one.agency.id),
    ['a1'],
  )
  const whole = (await server.get('/requisitions/open?includeStageTracking=true', both)).body.data
  assert.deepEqual(
    [whole.agencies.length, whole.stageTracking.length, whole.submissionAnswers.length],
    [2, 2, 2],
  )
})

test('stage labels are the company’s, and follow when it renames them', async () => {
  const labels = async () =>
    (await server.get('/requisitions/open?includeStageTracking=true', both)).body.data.stageTracking.map(
      (one: { stageLabel: string; history: { stageLabel: string }[] }) =>
        [one.history[0]!.stageLabel, one.stageLabel].join('/'),
    )
  assert.deepEqual(await labels(), ['Submitted/CV seen', 'Submitted/Chat'])
  await server.load([
    { ...company('c1'), facts: { stageTracking: { ...tracking, labels: { submitted: 'Put forward' } } } },
  ])
  assert.deepEqual(await labels(), ['Put forward/CV reviewed', 'Put forward/custom_chat'])
  await server.load([{ ...company('c1'), facts: { stageTracking: tracking } }])
})

test('tracking comes only when asked for and enabled; where no company has it, 403', async () => {
  assert.ok(!('stageTracking' in (await server.get('/requisitions/open', both)).body.data))
  const mixed = (await server.get('/requisitions?includeStageTracking=true', both)).body.data
  type Shown = { company: { id: string }; stageTracking?: unknown[] }
  for (const { company, stageTracking } of mixed as Shown[])
    assert.equal(stageTracking !== undefined, company.id === 'c1')
  assert.equal(mixed.filter((one: Shown) => one.stageTracking?.length).length, 1)
  for (const path of [
    '/requisitions?includeStageTracking=true&company=c2',
    '/requisitions/other?includeStageTracking=true',
  ]) {
    const refused = await server.get(path, both)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FEATURE_NOT_ENABLED'])
  }
  // What is wrong with the request itself is said first.
  const turned = '/requisitions?includeStageTracking=true&company=c2&from=2026-03-02&to=2026-03-01'
  assert.equal((await server.get(turned, both)).body.error.code, 'BAD_REQUEST')
})

test('dateAccepted looks at the dates the caller is shown', async () => {
  assert.equal(await idsOf('dateField=dateAccepted&from=2026-03-10&to=2026-03-10'), 'open')
  assert.equal(await idsOf('dateField=dateAccepted&from=2026-04-01'), 'open')
  assert.equal(await idsOf('dateField=dateAccepted&from=2026-04-01', a1), '')
  assert.equal(await idsOf('dateField=dateAccepted&to=2026-03-31', a1), 'open')
})

test('filters by site, cost code and agency; an agency’s filter is narrowed to itself', async () => {
  assert.equal(await idsOf('site=s1'), 'open')
  assert.equal(await idsOf('costCode=cc1,cc2'), 'open')
  assert.equal(await idsOf('agency=a2'), 'idle open')
  assert.equal(await idsOf('agency=a2', a1), '')
  assert.equal(await idsOf('query=r-OPEN'), 'open')
})

test('a cancellation is shown only while it is cancelled', async () => {
  assert.deepEqual((await server.get('/requisitions/gone', both)).body.data.cancellation, {
    reason: 'Weather',
    date: null,
  })
  assert.ok(!('cancellation' in (await server.get('/requisitions/kept', both)).body.data))
})
