// §2.17, §4.11: recruitment metrics. The numbers were worked out by hand, as the comments show.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { twoDecimals } from '../../src/api/recruitment-metrics/quantiles.ts'
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
  trade,
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

const tracking = {
  enabled: true,
  order: ['submitted', 'custom_tour', 'cvReviewed', 'offerMade'],
  labels: { cvReviewed: 'CV screened', custom_tour: 'Site tour' },
  excluded: ['missingCompliance'],
  baseStages: { interviewed: 'interviewBooked', custom_tour: 'cvReviewed' },
}

/** The example of the domain rules: every stage in March 2026. */
const example: Entry[] = [
  ['submitted', '2026-03-10T23:59:00Z'],
  ['cvReviewed', '2026-03-12T00:01:00Z'],
  ['interviewRequested', '2026-03-13'],
  ['interviewBooked', '2026-03-14'],
  ['interviewed', '2026-03-18'],
  ['offerMade', '2026-03-19'],
  ['offerAccepted', '2026-03-21'],
]

const on = { company: 'c1', project: 'p1' }
/** A requisition of one agency and one worker; `entries` undefined where nothing is tracked. */
function one(
  id: string,
  entries: readonly Entry[] | undefined,
  { more = {}, facts = {}, accepted = null as string | null, of = on, agencyId = 'a1' } = {},
): Line {
  return requisition(
    id,
    of,
    {
      createdAt: '2026-03-03T18:00:00Z',
      agencies: [response(agencyId, { dateAccepted: accepted, submissions: [submission('w1')] })],
      ...more,
    },
    { ...(entries && { stages: [tracked('w1', agencyId, entries)] }), ...facts },
  )
}

await server.load([
  ...rivals(),
  company('c3'),
  project('p3', 'c3'),
  { ...company('c1'), facts: { stageTracking: tracking } },
  { ...company('c2'), facts: { stageTracking: { enabled: false } } },
  { ...company('c3'), facts: { stageTracking: { enabled: true } } },
  trade('tr1', 'c1'),
  one('example', example, { more: { startDate: '2026-03-31', trade: 'tr1' } }),
  one('late', [...example.slice(0, 6), ['offerAccepted', '2026-04-02']], {
    more: { startDate: '2026-03-31', createdAt: '2026-03-04' },
  }),
  one(
    'before',
    [
      ['submitted', '2026-03-05'],
      ['offerMade', '2026-03-09'],
    ],
    {
      more: { createdAt: '2026-03-05' },
      facts: { reopenedAt: '2026-03-10T08:00:00Z' },
    },
  ),
  one(
    'after',
    [
      ['submitted', '2026-03-05'],
      ['offerMade', '2026-03-10T07:00:00Z'],
    ],
    {
      more: { createdAt: '2026-03-05' },
      facts: { reopenedAt: '2026-03-10T08:00:00Z' },
    },
  ),
  one('untracked', undefined, { more: { createdAt: '2026-03-06' }, accepted: '2026-03-16' }),
  one(
    'returned',
    [
      ['submitted', null],
      ['submitted', '2026-03-08'],
      ['custom_tour', '2026-03-11'],
      ['custom_old', '2026-03-12'],
      ['withdrew', '2026-03-13'],
      ['cvReviewed', '2026-03-20'],
      ['missingCompliance', null],
    ],
    { more: { createdAt: '2026-03-07' } },
  ),
  one('rival', example, { of: { company: 'c2', project: 'p2' } }),
  one('third', example, { of: { company: 'c3', project: 'p3' } }),
])
const c1 = await server.key('company', ['c1'])
const both = await server.key('company', ['c1', 'c2'])
const c2 = await server.key('company', ['c2'])

const get = async (query: string, key = both): Promise<Json> => {
  const answer = await server.get(`${path}?${query}`, key)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const rowOf = async (id: string): Promise<Json> => {
  const { data } = await get('limit=200')
  return data.find((row: Json) => row.reqRef === `C1-R-${id}`)
}
const stageOf = (row: Json, stage: string) => row.stageDates.find((one: Json) => one.stage === stage)

test('the example: review 2, interview 8, offer 9, fill 16, accepted 18, to start 10, booking 1, interview 4', async () => {
  const { stageDates, ...row } = await rowOf('example')
  assert.deepEqual(row, {
    reqRef: 'C1-R-example',
    reqCreated: '03/03/2026',
    reqReopened: '',
    reqStart: '31/03/2026',
    project: 'Project p1',
    trade: 'Trade tr1',
    supplier: 'Agency a1',
    worker: 'Ada w1',
    submitted: '10/03/2026',
    cvReviewed: '12/03/2026',
    interviewed: '18/03/2026',
    offerMade: '19/03/2026',
    offerAccepted: '21/03/2026',
    offerRejected: '',
    assigned: '',
    missingCompliance: '',
    interviewRequested: '13/03/2026',
    interviewBooked: '14/03/2026',
    withdrew: '',
    currentStage: 'offerAccepted',
    currentStageLabel: 'Offer accepted',
    cvRejected: 'No',
    managerReviewDays: 2, // 12 − 10, though 24 hours and two minutes apart
    timeToInterviewDays: 8, // 18 − 10
    timeToOfferDays: 9, // 19 − 10
    timeToFillDays: 16, // 19 − 3
    timeToOfferAcceptedDays: 18, // 21 − 3
    offerToStartDays: 10, // 31 − 21
    requestToBookingDays: 1, // 14 − 13
    bookingToInterviewDays: 4, // 18 − 14
    timeToWithdrawalDays: null,
    hasWithdrawn: false,
  })
  assert.equal(stageDates.length, 12)
})

test('an offer accepted after the start gives a negative offerToStartDays', async () => {
  // Accepted 2 April, start 31 March.
  assert.equal((await rowOf('late')).offerToStartDays, -2)
})

test('a target before the reopening counts from creation, one on its day from the reopening', async () => {
  const before = await rowOf('before')
  assert.deepEqual([before.reqReopened, before.timeToFillDays], ['10/03/2026', 4]) // 9 − 5
  // Offered at 7:00 on the day it was reopened at 8:00: dates are compared, 10 − 10.
  assert.equal((await rowOf('after')).timeToFillDays, 0)
})

test('without an offer the accepted response fills; an untracked submission has a row', async () => {
  const row = await rowOf('untracked')
  assert.deepEqual(
    [row.timeToFillDays, row.submitted, row.currentStage, row.managerReviewDays],
    [10, '05/03/2026', 'submitted', null], // accepted 16 − created 6
  )
})

test('stages come in the company’s order, then the other built-in ones, then those only history knows', async () => {
  const row = await rowOf('returned')
  assert.deepEqual(
    row.stageDates.map((one: Json) => one.stage),
    [
      ...tracking.order,
      'interviewRequested',
      'interviewBooked',
      'interviewed',
      'offerAccepted',
      'offerRejected',
      'assigned',
      'missingCompliance',
      'withdrew',
      'custom_old',
    ],
  )
  assert.deepEqual(
    row.stageDates.filter((one: Json) => !one.enabled).map((one: Json) => one.stage),
    ['missingCompliance', 'custom_old'],
  )
  assert.deepEqual(stageOf(row, 'cvReviewed'), {
    stage: 'cvReviewed',
    label: 'CV screened',
    enabled: true,
    at: '20/03/2026',
    daysFromSubmitted: 12, // 20 − 8
    elapsedFromStage: 'submitted',
    elapsedFromStageLabel: 'Submitted',
    elapsedDays: 12,
  })
})

test('elapsed days count from the base stage, and are null where it came later or is missing', async () => {
  const row = await rowOf('returned')
  // The tour was on 11 March, its base (CV reviewed) on 20 March.
  assert.deepEqual(stageOf(row, 'custom_tour'), {
    stage: 'custom_tour',
    label: 'Site tour',
    enabled: true,
    at: '11/03/2026',
    daysFromSubmitted: 3,
    elapsedFromStage: 'cvReviewed',
    elapsedFromStageLabel: 'CV screened',
    elapsedDays: null,
  })
  assert.equal(stageOf(row, 'interviewed').elapsedDays, null)
  const interviewed = stageOf(await rowOf('example'), 'interviewed')
  assert.deepEqual([interviewed.elapsedFromStage, interviewed.elapsedDays], ['interviewBooked', 4]) // 18 − 14
})

test('a dated withdrawal counts though the worker came back; undated entries have no date', async () => {
  const row = await rowOf('returned')
  assert.deepEqual(
    [row.hasWithdrawn, row.timeToWithdrawalDays, row.currentStage, row.missingCompliance, row.submitted],
    [true, 5, 'missingCompliance', '', '08/03/2026'], // 13 − 8
  )
})

test('the withdrawal summary covers every match before pagination', async () => {
  const { data, meta } = await get('limit=2')
  assert.equal(data.length, 2)
  assert.deepEqual(meta, {
    page: 1,
    limit: 2,
    total: 6,
    withdrawalSummary: { submissions: 6, withdrawn: 1, ratePercent: 16.67 }, // 100 / 6
  })
  const none = await get('from=2030-01-01')
  assert.deepEqual(none.meta.withdrawalSummary, { submissions: 0, withdrawn: 0, ratePercent: 0 })
})

test('rows are filtered by creation date, project and agency, and sorted', async () => {
  const refs = async (query: string) =>
    (await get(`fields=reqRef&${query}`)).data.map((row: Json) => row.reqRef.slice(5)).join(' ')
  assert.equal(await refs(''), 'returned untracked before after late example')
  assert.equal(await refs('sortOrder=asc'), 'example late after before untracked returned')
  assert.equal(await refs('sortBy=reqRef&sortOrder=asc'), 'after before example late returned untracked')
  assert.equal(await refs('sortBy=reqRef'), 'untracked returned late example before after')
  assert.equal(await refs('from=2026-03-04&to=2026-03-05&sortBy=reqRef'), 'late before after')
  assert.equal(await refs('project=p2'), '')
  assert.equal(await refs('agency=a2'), '')
  assert.equal(await refs('agency=a2,a1&project=p1&limit=1&page=2'), 'untracked')
})

test('names follow a rename, and what is deleted leaves no row', async () => {
  await server.load([agency('a1', { name: 'Renamed' }), one('gone', example)])
  assert.equal((await rowOf('example')).supplier, 'Renamed')
  assert.equal((await get('')).meta.total, 7)
  await server.load([agency('a1'), { type: 'requisition', id: 'gone', deleted: true }])
  assert.equal((await rowOf('example')).supplier, 'Agency a1')
  assert.equal((await get('')).meta.total, 6)
})

test('companies without tracking have no figures; where none has it, 403 FEATURE_NOT_ENABLED', async () => {
  for (const metric of ['rows', 'timeToFill', 'workersOverHours']) {
    for (const [query, key] of [
      ['', c2],
      ['&company=c2', both],
    ] as const) {
      const refused = await server.get(`${path}?metric=${metric}${query}`, key)
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'FEATURE_NOT_ENABLED'])
    }
    const alone = (await server.get(`${path}?metric=${metric}`, c1)).text
    assert.equal((await server.get(`${path}?metric=${metric}`, both)).text, alone)
    assert.equal((await server.get(`${path}?metric=${metric}&company=c1,c2`, both)).text, alone)
  }
  const wrong = await server.get(`${path}?company=c2&from=2026-03-02&to=2026-03-01`, both)
  assert.equal(wrong.status, 400, 'what is wrong with the request is said first')
})

test('parameters are strict', async () => {
  for (const query of [
    'metric=fill',
    'groupBy=all,company',
    'groupBy=day',
    'groupBy=company,',
    'hoursThreshold=-1',
    'hoursThreshold=-0.5',
    'hoursThreshold=1e3',
    'hoursThreshold=x',
    'sortBy=worker',
    'fields=group',
    'metric=timeToFill&fields=reqRef',
    'metric=workersOverHours&fields=rawCount',
    'agency=a1,,a2',
  ]) {
    const refused = await server.get(`${path}?${query}`, both)
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'BAD_REQUEST'], query)
  }
  const byTrade = await server.get(`${path}?metric=timeToFill&groupBy=trade`, both)
  assert.match(byTrade.body.error.message, /with metric=rows and fields=trade,timeToFillDays /)
  const { data } = await get('fields=stageDates.stage,worker&limit=1')
  assert.deepEqual(Object.keys(data[0]), ['worker', 'stageDates'])
})

const day = (base: string, days: number) =>
  new Date(Date.parse(`${base}T12:00:00Z`) + days * 86_400_000).toISOString()

/** Approved on a day, accepted by an agency some days later. */
const accepted = (id: string, days: number, more: object = {}) =>
  one(`t-${id}`, undefined, {
    accepted: day('2026-05-01', days),
    more: { approvedDate: '2026-05-01', ...more },
    of: { company: 'c4', project: 'p4' },
    agencyId: 'a4',
  })

const ground = (): Line[] => [
  { ...company('c4', { name: 'Delta' }), facts: { stageTracking: { enabled: true } } },
  { ...company('c5', { name: 'Echo' }), facts: { stageTracking: { enabled: true } } },
  agency('a4', { name: 'Marrow' }),
  agency('a5', { name: 'Vane' }),
  ...['c4', 'c5'].flatMap(id => ['a4', 'a5'].map(other => connection(id, other))),
  project('p4', 'c4', { name: 'Fennick' }),
  project('p5', 'c5', { name: 'Oldmoor' }),
]
await server.load(ground())
const c45 = await server.key('company', ['c4', 'c5'])
const fills = async (query = '') => get(`metric=timeToFill${query}`, c45)

test('times to fill: the example has bounds −0.5 and 11.5, one excluded, average 4.75, median 5.5', async () => {
  const durations = [6, 7, 7, 1, 0, 5, 8, 40, 4]
  await server.load(durations.map((days, index) => accepted(`ex${index}`, days)))
  // Sorted 0 1 4 5 6 7 7 8 40: quartiles 4 and 7, IQR 3. Kept 0 1 4 5 6 7 7 8, sum 38.
  // p25: h = 7 × 0.25 = 1.75 → 1 + 0.75 × 3 = 3.25. p75: h = 5.25 → 7 + 0.25 × 0 = 7.
  const answer = await fills()
  assert.deepEqual(answer, {
    success: true,
    data: [
      {
        group: '',
        rawCount: 9,
        excludedOutliers: 1,
        iqrBounds: { lower: -0.5, upper: 11.5 },
        values: {
          count: 8,
          averageDays: 4.75,
          medianDays: 5.5,
          minDays: 0,
          maxDays: 8,
          p25Days: 3.25,
          p75Days: 7,
        },
      },
    ],
    meta: {
      page: 1,
      limit: 50,
      total: 1,
      metric: 'timeToFill',
      groupBy: 'all',
      dateField: 'dateAccepted',
      outlierRule: 'IQR_1_5',
    },
  })
  await server.load(durations.map((_, index) => ({ type: 'requisition', id: `t-ex${index}`, deleted: true })))
  assert.deepEqual((await fills()).data, [])
})

test('a reopening divides the responses: before it from approval, on its day or after from the reopening', async () => {
  const reopened = { reopenedAt: '2026-05-10T20:00:00Z' }
  const line = (id: string, days: number) => ({ ...accepted(id, days), facts: reopened })
  // Approved 1 May. Accepted 9 May: 8. Accepted 10 May: 0 from the reopening. Accepted 13 May: 3.
  await server.load([line('r1', 8), line('r2', 9), line('r3', 12)])
  const { values } = (await fills('&groupBy=week')).data[0]
  // 4–10 May is week 19: 8 and 0; 11–17 May is week 20: 3.
  assert.deepEqual([values.count, values.minDays, values.maxDays], [2, 0, 8])
  const all = (await fills('&groupBy=week')).data.map((row: Json) => [row.group, row.values.averageDays])
  assert.deepEqual(all, [
    ['2026-W19', 4],
    ['2026-W20', 3],
  ])
  await server.load(['r1', 'r2', 'r3'].map(id => ({ type: 'requisition', id: `t-${id}`, deleted: true })))
})

test('a value that another quantile method would keep is excluded, and the bounds are not rounded', async () => {
  // Sorted 0 1 2 10: type 7 quartiles 0.75 and 4, IQR 3.25, upper 8.875: 10 is out.
  // By type 6 (h = (n + 1)p) they are 0.25 and 8, IQR 7.75, upper 19.625: 10 would stay.
  await server.load([0, 1, 2, 10].map((days, index) => accepted(`q${index}`, days)))
  const [row] = (await fills()).data
  assert.deepEqual(
    [row.rawCount, row.excludedOutliers, row.iqrBounds, row.values.maxDays],
    [4, 1, { lower: -4.12, upper: 8.88 }, 2], // −4.125 and 8.875, half up
  )
  await server.load([0, 1, 2, 3].map(index => ({ type: 'requisition', id: `t-q${index}`, deleted: true })))
})

test('groups of one and of two values, several groupings, and a week that belongs to the next year', async () => {
  const on5 = (id: string, date: string, agencyId: string) =>
    one(`g-${id}`, undefined, {
      accepted: date,
      more: { approvedDate: '2025-12-20' },
      of: { company: 'c5', project: 'p5' },
      agencyId,
    })
  await server.load([
    on5('1', '2025-12-28T23:59:59Z', 'a4'), // a Sunday: 2025-W52, 8 days
    on5('2', '2025-12-29', 'a4'), // a Monday: 2026-W01, 9 days
    on5('3', '2026-01-04', 'a5'), // that week's Sunday, 15 days
    one('g-never', undefined, { accepted: '2026-01-04', of: { company: 'c5', project: 'p5' } }), // not approved
  ])
  const groups = async (groupBy: string, more = '') =>
    (await fills(`&groupBy=${groupBy}${more}`)).data.map((row: Json) => [row.group, row.rawCount])
  assert.deepEqual(await groups('week'), [
    ['2025-W52', 1],
    ['2026-W01', 2],
  ])
  assert.deepEqual(await groups('month,company'), [
    ['2025-12 | Echo', 2],
    ['2026-01 | Echo', 1],
  ])
  assert.deepEqual(await groups('agency,project'), [
    ['Marrow | Oldmoor', 2],
    ['Vane | Oldmoor', 1],
  ])
  assert.deepEqual(await groups('agency', '&limit=1&page=2'), [['Vane', 1]])
  assert.deepEqual(await groups('all', '&from=2025-12-29&to=2026-01-03'), [['', 1]])
  assert.deepEqual(await groups('all', '&agency=a5'), [['', 1]])
  const [single, pair] = (await fills('&groupBy=week')).data
  assert.deepEqual(single.values, {
    count: 1,
    averageDays: 8,
    medianDays: 8,
    minDays: 8,
    maxDays: 8,
    p25Days: 8,
    p75Days: 8,
  })
  assert.deepEqual(single.iqrBounds, { lower: 8, upper: 8 })
  // 9 and 15: quartiles 10.5 and 13.5, IQR 3, bounds 6 and 18.
  assert.deepEqual([pair.iqrBounds, pair.excludedOutliers], [{ lower: 6, upper: 18 }, 0])
  assert.deepEqual(
    [pair.values.averageDays, pair.values.p25Days, pair.values.medianDays, pair.values.p75Days],
    [12, 10.5, 12, 13.5],
  )
  assert.deepEqual((await fills('&groupBy=week&fields=group,values.count')).data[0], {
    group: '2025-W52',
    values: { count: 1 },
  })
})

test('exactly 48 hours are not over; hours add up per worker and week inside the group', async () => {
  await server.load([worker('w3')])
  let number = 0
  const week = (workerId: string, weekEnding: string, netHours: number, more: object = {}) =>
    timesheet(
      `h${number++}`,
      { company: 'c4', project: 'p4', agency: 'a4', worker: workerId },
      { weekEnding, netHours, ...more },
    )
  await server.load([
    ...[9.6, 9.6, 9.6, 9.6, 9.6].map(hours => week('w1', '2026-06-07', hours)), // 48 exactly
    week('w1', '2026-06-14', 48.01),
    week('w2', '2026-06-14', 30),
    week('w2', '2026-06-14', 30, { agency: { id: 'a5' } }), // 60 in all, 30 with each agency
    week('w2', '2026-06-21', 50),
    week('w3', '2026-06-21', 0),
    week('w3', '2026-06-21', 70, { status: 'cancelled' }),
    week('w3', '2026-06-28', 70, { status: 'absent' }),
  ])
  const hours = (query = '') => get(`metric=workersOverHours${query}`, c45)
  const all = await hours()
  // Worker-weeks 48, 48.01, 60, 50: sum 206.01, average 51.5025.
  assert.deepEqual(all.data, [
    {
      group: '',
      values: {
        thresholdHours: 48,
        hoursField: 'netHours',
        workerWeeks: 4,
        workersOverThreshold: 3,
        distinctWorkersOverThreshold: 2,
        totalHours: 206.01,
        averageWeeklyHours: 51.5,
        maxWeeklyHours: 60,
      },
    },
  ])
  assert.deepEqual(all.meta, {
    page: 1,
    limit: 50,
    total: 1,
    metric: 'workersOverHours',
    groupBy: 'all',
    dateField: 'weekEnding',
    hoursField: 'netHours',
  })
  const figures = ({ group, values: v }: Json) => [group, v.workerWeeks, v.workersOverThreshold, v.totalHours]
  assert.deepEqual((await hours('&groupBy=agency,week')).data.map(figures), [
    ['Marrow | 2026-W23', 1, 0, 48],
    ['Marrow | 2026-W24', 2, 1, 78.01],
    ['Marrow | 2026-W25', 1, 1, 50],
    ['Vane | 2026-W24', 1, 0, 30],
  ])
  assert.deepEqual((await hours('&hoursThreshold=47.99&to=2026-06-07')).data.map(figures), [['', 1, 1, 48]])
  // Whoever works at all works more than 0 hours.
  for (const zero of ['0', '0.0', '000']) {
    const { values } = (await hours(`&hoursThreshold=${zero}&to=2026-06-07`)).data[0]
    assert.deepEqual([values.thresholdHours, values.workerWeeks, values.workersOverThreshold], [0, 1, 1])
  }
  const negative = await server.get(`${path}?metric=workersOverHours&hoursThreshold=-1`, c1)
  assert.match(negative.body.error.message, /^hoursThreshold=-1: must be a number of hours, 0 or more/)
  assert.deepEqual((await hours('&project=p5')).data, [])
})

test('other companies’ requisitions and timesheets change nothing', async () => {
  const answers = async () =>
    Promise.all(
      ['rows', 'timeToFill', 'workersOverHours'].map(
        async metric => (await server.get(`${path}?metric=${metric}`, c1)).text,
      ),
    )
  const before = await answers()
  await server.load([
    one('x1', [...example, ['withdrew', '2026-04-01']], {
      of: { company: 'c3', project: 'p3' },
      accepted: '2026-04-01',
      more: { approvedDate: '2026-03-01' },
    }),
    timesheet('x2', { company: 'c3', project: 'p3', agency: 'a1', worker: 'w1' }, { netHours: 99 }),
  ])
  assert.deepEqual(await answers(), before)
})

test('a half is rounded up, also where a hundred times the number is a little less', () => {
  // 160.7 / 4 = 40.175; 160.7 × 100 is 16069.999999999998 to a computer.
  assert.deepEqual(
    [twoDecimals(160.7, 4), twoDecimals(1.005), twoDecimals(2, 3), twoDecimals(0)],
    [40.18, 1.01, 0.67, 0],
  )
})
