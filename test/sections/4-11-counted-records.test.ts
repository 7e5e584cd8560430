// §4.11: what each number of the recruitment metrics counts can be asked for, and there are as many of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  agency,
  company,
  connection,
  type Line,
  project,
  requisition,
  response,
  rivals,
  submission,
  timesheet,
  worker,
} from '../support/lines.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()
const path = '/requisitions/recruitment-metrics'

type Entry = [stage: string, at: string | null]
const tracked = (workerId: string, agencyId: string, entries: readonly Entry[]) => ({
  worker: { id: workerId },
  agency: { id: agencyId },
  submittedAt: entries[0]?.[1] ?? null,
  isRejected: false,
  stage: entries.at(-1)?.[0] ?? 'submitted',
  history: entries.map(([stage, at]) => ({ stage, at, byUserId: null })),
})

const on = { company: 'c4', project: 'p4' }
const put = (id: string, agencyId: string, entries: readonly Entry[], more: Json = {}): Line =>
  requisition(
    id,
    more.of ?? on,
    {
      createdAt: '2026-03-03',
      approvedDate: '2026-03-01',
      agencies: [
        response(agencyId, {
          offered: 2,
          assigned: more.assigned ?? 0,
          dateAccepted: more.accepted ?? null,
          submissions: [submission('w1', { isRejected: more.rejected ?? false })],
        }),
        // Of some agencies only the name is known.
        response(null as never, { name: 'Somebody', dateAccepted: more.accepted ?? null }),
      ],
    },
    { stages: [tracked('w1', agencyId, entries)] },
  )

const submitted: Entry = ['submitted', '2026-03-04']
const reviewed: Entry = ['cvReviewed', '2026-03-06']
await server.load([
  ...rivals(),
  ...['c4', 'c5'].map(id => ({ ...company(id), facts: { stageTracking: { enabled: true } } })),
  ...['a4', 'a5'].map(id => agency(id, { name: 'Alike' })),
  ...['c4', 'c5'].flatMap(id => ['a4', 'a5'].map(other => connection(id, other))),
  project('p4', 'c4', { name: 'Fennick' }),
  project('p6', 'c4', { name: 'Fennick' }),
  project('p5', 'c5'),
  worker('w3'),
  put('on', 'a4', [submitted, reviewed], { accepted: '2026-03-05' }),
  put('skipped', 'a4', [submitted, ['offerMade', '2026-03-09']], { accepted: '2026-03-06', assigned: 1 }),
  put('gone', 'a5', [submitted, reviewed, ['withdrew', '2026-03-08']], { accepted: '2026-03-07' }),
  put('back', 'a5', [submitted, ['withdrew', '2026-03-07'], ['cvReviewed', '2026-03-08']]),
  put('refused', 'a5', [submitted, reviewed], { rejected: true, accepted: '2026-06-30' }),
  put('other', 'a4', [submitted, reviewed], { of: { company: 'c4', project: 'p6' }, accepted: '2026-03-05' }),
  put('rival', 'a4', [submitted, reviewed], { of: { company: 'c5', project: 'p5' }, accepted: '2026-03-05' }),
  ...(
    [
      ['w1', 'p4', 30],
      ['w1', 'p4', 30],
      ['w1', 'p6', 20],
      ['w2', 'p4', 48],
      ['w3', 'p6', 70],
      ['w3', 'p6', 0],
    ] as const
  ).map(([workerId, projectId, netHours], at) =>
    timesheet(
      `t${at}`,
      { company: 'c4', project: projectId, agency: 'a4', worker: workerId },
      { weekEnding: '2026-06-07', netHours },
    ),
  ),
  timesheet('x', { company: 'c5', project: 'p5', agency: 'a4', worker: 'w1' }, { netHours: 99 }),
])
const key = await server.key('company', ['c4'])

const get = async (query: Record<string, string | undefined>): Promise<Json> => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const answer = await server.get(`${path}?${new URLSearchParams(given)}`, key)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** Every number of a row or a summary, with its name: those in objects within it too. */
const numbersIn = (of: Json): [string, number][] =>
  Object.entries(of).flatMap(([name, value]) =>
    typeof value === 'number'
      ? [[name, value] as [string, number]]
      : value && typeof value === 'object'
        ? numbersIn(value as Json)
        : [],
  )

/** Numbers that measure, and count nothing. */
const measures = /Percent$|Days|Hours$|^lower$|^upper$|^distinct/

async function expectCounted(about: Record<string, string>, of: Json, group: string | undefined) {
  const counts = numbersIn(of).filter(([name]) => !measures.test(name))
  assert.ok(counts.length > 0)
  for (const [records, count] of counts) {
    const { data, meta } = await get({ ...about, records, group, limit: '200' })
    const said = JSON.stringify({ ...about, records, group, data })
    // What a response offers is a number of its own.
    const isSum = records === 'offered' || records === 'assigned'
    assert.equal(isSum ? (meta.sum ?? 0) : meta.total, count, said)
    assert.equal(data.length, meta.total, said)
    assert.ok(meta.counted.length > 10, said)
    assert.doesNotMatch(said, /p5|rival/)
  }
}

test('each number of a stage and of the summary counts as many submissions as it can be asked for', async () => {
  const { data, meta } = await get({ metric: 'stages' })
  assert.equal(meta.stageSummary.submissions, 6)
  assert.equal(meta.stageSummary.cameBack, 1)
  await expectCounted({ metric: 'stages' }, meta.stageSummary, undefined)
  for (const row of data) await expectCounted({ metric: 'stages' }, row, row.stage)
  const passed = await get({ metric: 'stages', records: 'passed', group: 'cvReviewed' })
  assert.deepEqual(passed.data, [
    {
      requisition: { id: 'skipped', reference: 'C4-R-skipped' },
      project: { id: 'p4', name: 'Fennick' },
      agency: { id: 'a4', name: 'Alike' },
      worker: { id: null, name: 'Ada w1' },
      stage: 'Offer made',
      date: null,
      value: null,
    },
  ])
  assert.match(passed.meta.counted, /^CV reviewed: Submissions that reached a later stage/)
})

test('so does each number of suppliers, those included of whom only the name is known', async () => {
  const { data } = await get({ metric: 'supplierResponses' })
  assert.deepEqual(data.map((row: Json) => row.agencyId).sort(), ['a4', 'a5', null].sort())
  for (const row of data)
    await expectCounted({ metric: 'supplierResponses' }, row, row.agencyId ?? row.supplier)
})

test('so does each group of times to fill, two of the same name included', async () => {
  for (const groupBy of ['all', 'agency', 'project', 'month', 'week,agency']) {
    const about = { metric: 'timeToFill', groupBy }
    const { data } = await get({ ...about, fields: 'groupKey,rawCount,excludedOutliers,values' })
    assert.ok(data.length > 0)
    for (const { groupKey, ...row } of data) await expectCounted(about, row, groupKey || undefined)
  }
})

test('so does each group of hours, for keys that may read timesheets', async () => {
  for (const groupBy of ['all', 'project,week', 'agency', 'month']) {
    const about = { metric: 'workersOverHours', groupBy, hoursThreshold: '48' }
    const { data } = await get({ ...about, fields: 'groupKey,values' })
    for (const { groupKey, values } of data)
      await expectCounted(
        about,
        { workerWeeks: values.workerWeeks, workersOverThreshold: values.workersOverThreshold },
        groupKey || undefined,
      )
  }
  const over = await get({
    metric: 'workersOverHours',
    groupBy: 'project,week',
    records: 'workersOverThreshold',
    group: 'p4,2026-06-01',
  })
  assert.deepEqual(over.data, [
    {
      requisition: null,
      project: { id: 'p4', name: 'Fennick' },
      agency: null,
      worker: { id: 'w1', name: 'Ada w1' },
      stage: null,
      date: '2026-06-07',
      value: 60,
    },
  ])
  const narrow = await server.key('company', ['c4'], { scopes: ['read:requisitions'] })
  assert.equal((await server.get(`${path}?metric=workersOverHours`, narrow)).status, 200)
  const refused = await server.get(`${path}?metric=workersOverHours&records=workerWeeks`, narrow)
  assert.equal(refused.status, 403)
  assert.match(refused.body.error.message, /read:timesheets/)
})

test('what cannot be counted is refused in words', async () => {
  const message = async (query: string) => {
    const { status, body } = await server.get(`${path}?${query}`, key)
    assert.equal(status, 400, query)
    return body.error.message
  }
  assert.match(await message('records=reached'), /metric=rows lists submissions already/)
  assert.match(await message('group=x'), /group is of records/)
  assert.match(await message('metric=stages&records=asked'), /without group has submissions, here/)
  assert.match(
    await message('metric=stages&records=cameBack&group=offerMade'),
    /with group has reached, passed/,
  )
  assert.match(await message('metric=timeToFill&records=count&group=a4'), /groupKey of a row/)
  assert.match(await message('metric=timeToFill&groupBy=week&records=count&group=a4'), /"a4" is not a day/)
  assert.match(await message('metric=stages&records=left&fields=label'), /no field "label"/)
})
