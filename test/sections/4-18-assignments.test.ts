// §2.11, §4.18, §4.19: assignments.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignment, requisition, response, rivals, trade, worker } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const at = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const uplifts = { rateUplifts: { sat: 50 }, enhancedUplifts: { enabled: true } }
const days = (back: number) => new Date(Date.now() - back * 24 * 3600 * 1000).toISOString()

await server.load([
  ...rivals(),
  worker('w3'),
  trade('tr', 'c1'),
  requisition('rq', { company: 'c1', project: 'p1' }, { agencies: [response('a1')] }),
  {
    ...assignment('x1', at, {
      requisition: { id: 'rq' },
      trade: 'tr',
      site: 's1',
      startDate: days(30),
      confirmationDate: days(20),
      workActivity: 'Pour slabs',
      rateOverrides: { markup: { active: true, value: 2 } },
      workerDistanceToSite: 4.2,
      rateUplifts: { sat: 50 },
      replacement: { replacedBy: { id: 'x2' }, reason: 'Left', type: 'temporary' },
      clone: { date: '2026-01-01', original: { id: 'x3' } },
      activities: [
        { created: '2026-01-01', activityType: 'replaced', entity: { id: 'x2' } },
        { created: '2026-01-02', activityType: 'cloned', entity: { id: 'x3' } },
      ],
    }),
    facts: { approvedDate: '2026-03-20' },
  },
  assignment(
    'x2',
    { ...at, agency: 'a2', worker: 'w2' },
    {
      status: 'ended',
      startDate: days(100),
      ended: { date: days(50), reason: 'Early' },
      enhancedUplifts: { enabled: true, mode: 'weekly' },
    },
  ),
  assignment('x5', { ...at, worker: 'w3' }, { status: 'confirmed', confirmationDate: '2026-02-01' }),
  assignment('x3', at, { status: 'cancelled', startDate: days(-10) }),
  assignment('x4', { company: 'c2', project: 'p2', agency: 'a1', worker: 'w1' }, { status: 'pending' }),
])
const both = await server.key('company', ['c1', 'c2'])
const a1 = await server.key('agency', ['a1'])
const idsOf = async (query: string, key = both) => {
  const found = await server.get(`/assignments?fields=id&${query}`, key)
  assert.equal(found.status, 200, found.text)
  return found.body.data
    .map((row: { id: string }) => row.id)
    .sort()
    .join(' ')
}

test('id filters take one id, several, or repeated parameters', async () => {
  assert.equal(await idsOf('worker=w1'), 'x1 x3 x4')
  assert.equal(await idsOf('worker=w1,w2&project=p1'), 'x1 x2 x3')
  assert.equal(await idsOf('worker=w1&worker=w2'), 'x1 x2 x3 x4')
  assert.equal(await idsOf('requisition=rq&site=s1&trade=tr&agency=a1'), 'x1')
  assert.equal(await idsOf('status=ended'), 'x2')
  assert.equal((await server.get('/assignments?status=ended&status=pending', both)).status, 400)
  assert.equal((await server.get('/assignments?status[]=confirmed', both)).body.error.code, 'BAD_REQUEST')
})

test('searches reference, worker name and reference, and agency name', async () => {
  assert.equal(await idsOf('query=c1-a-X1'), 'x1')
  assert.equal(await idsOf('query=ada%20w2'), 'x2')
  assert.equal(await idsOf('query=WK-w2'), 'x2')
  assert.equal(await idsOf('query=agency%20a2'), 'x2')
})

test('the approved date filters though it is not shown, and the date of confirmation where there is none', async () => {
  assert.equal(await idsOf('dateField=approvedDate&from=2026-03-20&to=2026-03-20'), 'x1')
  assert.equal(await idsOf('dateField=approvedDate&from=2026-02-01&to=2026-02-01'), 'x5')
  assert.equal(await idsOf('dateField=approvedDate&from=2000-01-01'), 'x1 x5')
  assert.ok(!('approvedDate' in (await server.get('/assignments/x1', both)).body.data))
})

test('some fields only the single record has, and naming them in fields is 400', async () => {
  const single = (await server.get('/assignments/x1', both)).body.data
  assert.deepEqual(
    [
      single.workActivity,
      single.rateOverrides.markup.value,
      single.workerDistanceToSite,
      single.weeksElapsed,
    ],
    ['Pour slabs', 2, 4.2, 2],
  )
  const [listed] = (await server.get('/assignments?requisition=rq', both)).body.data
  for (const name of [
    'weeksElapsed',
    'workActivity',
    'rateOverrides',
    'workerDistanceToSite',
    'workerLodgeDistanceToSite',
  ]) {
    assert.ok(!(name in listed), name)
    assert.equal((await server.get(`/assignments?fields=${name}`, both)).status, 400)
  }
  assert.deepEqual(single.requisition.reference, 'C1-R-rq')
  assert.equal(single.requisition.nanoid.length, 10)
})

test('weeks elapsed run from confirmation or start to the end of the work, never under nought', async () => {
  const weeks = async (id: string) => (await server.get(`/assignments/${id}`, both)).body.data.weeksElapsed
  assert.deepEqual(
    [await weeks('x1'), await weeks('x2'), await weeks('x3'), await weeks('x4')],
    [2, 7, 0, undefined],
  )
})

test('an end that was taken back counts no more, and what is not confirmed has no such date', async () => {
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  const weeksAgo = (weeks: number) => new Date(Date.now() - weeks * 7 * 86_400_000 - 60_000).toISOString()
  await server.load([
    assignment('back', of, {
      status: 'confirmed',
      confirmationDate: weeksAgo(13),
      cancellation: { date: weeksAgo(12) },
      reinstatement: { date: weeksAgo(11) },
    }),
    assignment('ended', of, {
      status: 'ended',
      confirmationDate: weeksAgo(13),
      cancellation: { date: weeksAgo(12) },
      reinstatement: { date: weeksAgo(11) },
      ended: { date: weeksAgo(3) },
    }),
    assignment('waits', of, {
      status: 'pending',
      confirmationDate: weeksAgo(5),
      rateUplifts: { sat: 50 },
      enhancedUplifts: { enabled: false },
    }),
  ])
  const shown = async (id: string) => (await server.get(`/assignments/${id}`, both)).body.data
  assert.equal((await shown('back')).weeksElapsed, 13)
  assert.equal((await shown('ended')).weeksElapsed, 10)
  const waits = await shown('waits')
  assert.ok(!('confirmationDate' in waits) && !('enhancedUplifts' in waits))
})

test('an agency is told of other assignments only where they are its own', async () => {
  const { data, ...rest } = (await server.get('/assignments/x1', a1)).body
  assert.ok(rest.success && !('replacement' in data))
  assert.equal(data.clone.original.id, 'x3')
  assert.deepEqual(
    data.activities.map((one: { entity?: { id: string } }) => one.entity?.id),
    [undefined, 'x3'],
  )
  const whole = await server.get('/assignments/x1', both)
  assert.deepEqual(
    [whole.body.data.replacement.replacedBy.id, whole.body.data.activities[0].entity.id],
    ['x2', 'x2'],
  )
  assert.ok(!whole.text.includes('seenBy') && !JSON.stringify(data).includes('seenBy'))
})

test('rate uplifts or enhanced uplifts, never both', async () => {
  const report = await server.load([assignment('x9', at, uplifts)])
  assert.equal(report.rejected, 1)
})

test('a replacement that names several assignments is shown to an agency where all are its own', async () => {
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  await server.load([
    assignment('half', of, { replacement: { replacedBy: { id: 'x3' }, replacementFor: { id: 'x2' } } }),
    assignment('own', of, { replacement: { replacedBy: { id: 'x3' }, replacementFor: { id: 'x1' } } }),
  ])
  const shown = async (id: string, key: string) =>
    (await server.get(`/assignments/${id}`, key)).body.data.replacement
  assert.equal(await shown('half', a1), undefined)
  const own = {
    replacedBy: { id: 'x3', reference: 'C1-A-x3' },
    replacementFor: { id: 'x1', reference: 'C1-A-x1' },
  }
  assert.deepEqual([await shown('own', a1), await shown('own', both)], [own, own])
})

test('assignments that name each other load in any order, however far apart they stand', async () => {
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  const far = Array.from({ length: 1200 }, (_, n) => assignment(`far${n}`, of))
  const first = assignment('pair1', of, { replacement: { replacedBy: { id: 'pair2' } } })
  const second = assignment('pair2', of, { replacement: { replacementFor: { id: 'pair1' } } })
  const report = await server.load([first, ...far, second])
  assert.deepEqual([report.rejected, report.counts.created], [0, 1202])
  const { replacement } = (await server.get('/assignments/pair1', a1)).body.data
  assert.deepEqual(replacement, { replacedBy: { id: 'pair2', reference: 'C1-A-pair2' } })
  await server.load([
    ...far.map(({ record }) => ({ type: 'assignment', id: record.id, deleted: true })),
    { ...second, record: { ...second.record, reference: 'Renamed' } },
  ])
  assert.equal(
    (await server.get('/assignments/pair1', a1)).body.data.replacement.replacedBy.reference,
    'Renamed',
  )
})

test('assignments that name each other can be deleted together, and not one by one', async () => {
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  const gone = (id: string) => ({ type: 'assignment', id, deleted: true })
  await server.load([
    assignment('two1', of, { replacement: { replacedBy: { id: 'two2' } } }),
    assignment('two2', of, { replacement: { replacementFor: { id: 'two1' } } }),
    assignment('two3', of, { clone: { date: '2026-01-01', original: { id: 'two2' } } }),
  ])
  const counted = async (...ids: string[]) => {
    const { counts, rejected } = await server.load(ids.map(gone))
    return [counts.deleted, rejected]
  }
  assert.deepEqual(await counted('two1'), [0, 1])
  assert.deepEqual(await counted('two1', 'two2'), [0, 2], 'a third one still names one of them')
  assert.deepEqual(await counted('two2', 'two1', 'two3'), [3, 0])
})

test('an assignment that is named and never comes is a rejected line, and so is what leans on one', async () => {
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  const rejected: { path: string; reason: string }[] = []
  const lines = [
    assignment('lost1', of, { clone: { date: '2026-01-01', original: { id: 'lost2' } } }),
    assignment('lost2', of, {
      activities: [{ created: '2026-01-01', activityType: 'x', entity: { id: 'ghost' } }],
    }),
    assignment('bad1', of, { replacement: { replacedBy: { id: 'bad2' } } }),
    { ...assignment('bad2', of, { replacement: { replacementFor: { id: 'bad1' } } }), nanoid: 'taken' },
    { ...assignment('good', of), nanoid: 'taken' },
  ]
  const report = await server.load([lines[4]!, ...lines.slice(0, 4)], {
    onRejection: ({ path, reason }) => {
      rejected.push({ path, reason })
    },
  })
  assert.equal(report.counts.created, 1)
  assert.deepEqual(rejected.map(({ path, reason }) => `${path} ${reason}`).sort(), [
    'nanoid is already the short id of assignment good',
    'record.activities.entity.id there is no assignment with the id "ghost"',
    'record.clone.original.id the assignment with the id "lost2" was rejected itself',
    'record.replacement.replacedBy.id the assignment with the id "bad2" was rejected itself',
  ])
  for (const id of ['lost1', 'lost2', 'bad1', 'bad2'])
    assert.equal((await server.get(`/assignments/${id}`, both)).status, 404)
})
