// §6: each event is fired by the write that causes it and by no other, told to those who may fetch what it is about.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events } from '../../src/api/events.ts'
import { sql } from '../../src/database/sql.ts'
import {
  agency,
  assignment,
  company,
  connection,
  type Line,
  purchaseOrder,
  requisition,
  response,
  rivals,
  submission,
  tag,
  timesheet,
  trade,
} from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([
  ...rivals(),
  { ...company('c1'), facts: { stageTracking: { enabled: true } } },
  agency('a3'),
  connection('c1', 'a3', { active: false }),
  trade('tr1', 'c1'),
  trade('tr2', 'c1'),
  tag('g1', 'c1'),
])

type More = Record<string, unknown>
/** A line with other values, and other facts. */
type Make = (id: string, more?: More, facts?: More) => Line

const at = { company: 'c1', project: 'p1' }
const placed = { ...at, agency: 'a1', worker: 'w1' }
const makers = {
  requisition: ((id, more = {}, facts = {}) =>
    requisition(
      id,
      at,
      { agencies: [response('a1', { submissions: [submission('w1')] }), response('a2')], ...more },
      facts,
    )) as Make,
  assignment: ((id, more) =>
    assignment(id, placed, {
      trade: 'tr1',
      startDate: '2026-03-02',
      endDate: '2026-06-05',
      rates: { pay: 20, charge: 25 },
      shiftPattern: { m: { start: 8, end: 17, active: true, break: 30, night: false } },
      ...more,
    })) as Make,
  timesheet: ((id, more) => timesheet(id, placed, more)) as Make,
  purchaseOrder: ((id, more) =>
    purchaseOrder(id, 'c1', {
      value: 1000,
      startDate: '2026-03-01',
      projects: [{ id: 'p1' }],
      ...more,
    })) as Make,
}

type Told = string

/** What was told since an event, as `type object to owners`. */
async function toldAfter(seq: number): Promise<Told[]> {
  const rows = await server.database.rows<{ told: string }>(sql`
    select e.type || ' ' || e.object_id || ' to ' || string_agg(o.owner, ' ' order by o.owner desc) as told
    from event e join event_owner o using (seq) where seq > ${seq} group by e.seq, e.type, e.object_id order by e.seq`)
  return rows.map(row => row.told)
}

async function head(): Promise<number> {
  const [row] = await server.database.rows<{ seq: string }>(sql`select event_seq as seq from head`)
  return Number(row!.seq)
}

async function told(...lines: Line[]): Promise<Told[]> {
  const before = await head()
  const report = await server.load(lines)
  assert.equal(report.rejected, 0)
  const found = await toldAfter(before)
  assert.equal(
    Object.values(report.events).reduce((sum, each) => sum + each, 0),
    found.length,
  )
  return found
}

let made = 0
const submitted = (...entries: object[]) => ({
  agencies: [response('a1', { submissions: entries }), response('a2')],
})
const tracked = (...stages: string[]) => ({
  stages: [
    {
      worker: { id: 'w1' },
      agency: { id: 'a1' },
      submittedAt: '2026-03-05',
      isRejected: false,
      stage: stages.at(-1)!,
      history: stages.map(stage => ({ stage, at: '2026-03-06', byUserId: null })),
    },
  ],
})

type Case = [
  what: string,
  make: keyof typeof makers,
  from: [More?, More?],
  to: [More?, More?],
  fires: string[],
]

const everyone = 'c:c1 a:a2 a:a1'
const own = 'c:c1 a:a1'
const shift = (more: More) => ({
  shiftPattern: { m: { start: 8, end: 17, active: true, break: 30, night: false, ...more } },
})
const uplifts = { sat: 50 }
const blockThresholds = (thresholds: More) => ({
  enhancedUplifts: { enabled: true, weekly: { blockThresholds: thresholds } },
})

const cases: Case[] = [
  ['cancelled', 'requisition', [], [{ status: 'cancelled' }], [`requisition_cancelled to ${everyone}`]],
  [
    'cancelled while raised',
    'requisition',
    [{ status: 'raised' }],
    [{ status: 'cancelled' }],
    [`requisition_cancelled to ${everyone}`],
  ],
  ['still cancelled', 'requisition', [{ status: 'cancelled' }], [{ status: 'cancelled', quantity: 3 }], []],
  ['reopened', 'requisition', [{ status: 'cancelled' }], [{ status: 'approved' }], []],
  ['approved', 'requisition', [{ status: 'raised' }], [{ status: 'approved' }], []],
  ['refused', 'requisition', [{ status: 'raised' }], [{ status: 'raised' }, { refusal: { stage: 1 } }], []],
  ['filled', 'requisition', [], [{ status: 'filled' }], [`requisition_filled to ${everyone}`]],
  [
    'counts alone',
    'requisition',
    [],
    [{ agencies: [response('a1', { submissions: [submission('w1')], assigned: 2 }), response('a2')] }],
    [],
  ],
  [
    'a worker submitted',
    'requisition',
    [submitted()],
    [submitted(submission('w1'))],
    [`requisition_worker_submitted to ${own}`],
  ],
  [
    'two workers submitted',
    'requisition',
    [submitted()],
    [submitted(submission('w1'), submission('w2'))],
    [`requisition_worker_submitted to ${own}`, `requisition_worker_submitted to ${own}`],
  ],
  [
    'a worker submitted while raised',
    'requisition',
    [{ status: 'raised', ...submitted() }],
    [{ status: 'raised', ...submitted(submission('w1')) }],
    ['requisition_worker_submitted to c:c1'],
  ],
  ['a submission taken back', 'requisition', [submitted(submission('w1'))], [submitted()], []],
  [
    'a submission edited',
    'requisition',
    [submitted(submission('w1'))],
    [submitted(submission('w1', { submittedAt: '2026-03-06' }))],
    [],
  ],
  [
    'a worker rejected',
    'requisition',
    [],
    [submitted(submission('w1', { isRejected: true, rejectionReason: 'Too far' }))],
    [`requisition_worker_rejected to ${own}`],
  ],
  [
    'another reason',
    'requisition',
    [submitted(submission('w1', { isRejected: true }))],
    [submitted(submission('w1', { isRejected: true, rejectionReason: 'Too far' }))],
    [],
  ],
  ['no longer rejected', 'requisition', [submitted(submission('w1', { isRejected: true }))], [], []],
  [
    'a stage reached',
    'requisition',
    [{}, tracked('submitted')],
    [{}, tracked('submitted', 'cvReviewed')],
    [`requisition_worker_stage_updated to ${own}`],
  ],
  [
    'two stages reached',
    'requisition',
    [{}, tracked('submitted')],
    [{}, tracked('submitted', 'cvReviewed', 'interviewed')],
    [`requisition_worker_stage_updated to ${own}`, `requisition_worker_stage_updated to ${own}`],
  ],
  [
    'a stage put right',
    'requisition',
    [{}, tracked('submitted', 'cvReviewed')],
    [{}, tracked('submitted', 'interviewed')],
    [`requisition_worker_stage_updated to ${own}`],
  ],
  [
    'a stage taken back',
    'requisition',
    [{}, tracked('submitted', 'cvReviewed')],
    [{}, tracked('submitted')],
    [],
  ],
  [
    'a stage reached again',
    'requisition',
    [{}, tracked('submitted', 'interviewed')],
    [{}, tracked('submitted', 'interviewed', 'interviewed')],
    [`requisition_worker_stage_updated to ${own}`],
  ],
  ['tracking begun', 'requisition', [], [{}, tracked('submitted')], []],
  [
    'a comment edited',
    'requisition',
    [{}, tracked('submitted', 'cvReviewed')],
    [
      {},
      {
        stages: [
          {
            ...tracked('submitted', 'cvReviewed').stages[0]!,
            history: [
              { stage: 'submitted', at: '2026-03-06', byUserId: null },
              { stage: 'cvReviewed', at: '2026-03-06', byUserId: null, comments: 'Good' },
            ],
          },
        ],
      },
    ],
    [],
  ],
  [
    'everything at once',
    'requisition',
    [submitted(submission('w1')), tracked('submitted')],
    [
      { status: 'filled', ...submitted(submission('w1', { isRejected: true }), submission('w2')) },
      tracked('submitted', 'cvReviewed'),
    ],
    [
      `requisition_worker_submitted to ${own}`,
      `requisition_worker_stage_updated to ${own}`,
      `requisition_worker_rejected to ${own}`,
      `requisition_filled to ${everyone}`,
    ],
  ],

  ['cancelled', 'assignment', [], [{ status: 'cancelled' }], [`assignment_cancelled to ${own}`]],
  ['ended', 'assignment', [], [{ status: 'ended' }], [`assignment_ended to ${own}`]],
  [
    'ended with its end date',
    'assignment',
    [],
    [{ status: 'ended', endDate: '2026-04-01' }],
    [`assignment_ended to ${own}`],
  ],
  [
    'ended and started elsewhen',
    'assignment',
    [],
    [{ status: 'ended', startDate: '2026-03-09' }],
    [`assignment_dates_updated to ${own}`, `assignment_ended to ${own}`],
  ],
  ['completed', 'assignment', [], [{ status: 'completed' }], []],
  ['confirmed', 'assignment', [{ status: 'pending' }], [{ status: 'confirmed' }], []],
  [
    'reinstated after cancelling',
    'assignment',
    [{ status: 'cancelled' }],
    [{ status: 'pending' }],
    [`assignment_reinstated to ${own}`],
  ],
  [
    'reinstated after ending',
    'assignment',
    [{ status: 'ended' }],
    [{ status: 'confirmed' }],
    [`assignment_reinstated to ${own}`],
  ],
  [
    'confirmed again for longer',
    'assignment',
    [{ status: 'completed' }],
    [{ status: 'confirmed', endDate: '2026-06-12' }],
    [`assignment_dates_updated to ${own}`],
  ],
  ['start moved', 'assignment', [], [{ startDate: '2026-03-03' }], [`assignment_dates_updated to ${own}`]],
  ['end moved', 'assignment', [], [{ endDate: '2026-06-12' }], [`assignment_dates_updated to ${own}`]],
  [
    'timesheet start moved',
    'assignment',
    [],
    [{ timesheetStartDate: '2026-03-09' }],
    [`assignment_dates_updated to ${own}`],
  ],
  ['start moved within the day', 'assignment', [], [{ startDate: '2026-03-02T08:00:00Z' }], []],
  ['confirmation dated', 'assignment', [], [{ confirmationDate: '2026-03-01' }], []],
  ['rates', 'assignment', [], [{ rates: { pay: 21, charge: 26 } }], [`assignment_rates_updated to ${own}`]],
  [
    'overrides',
    'assignment',
    [],
    [{ rateOverrides: { markup: { active: true, value: 2 } } }],
    [`assignment_rates_updated to ${own}`],
  ],
  [
    'uplifts',
    'assignment',
    [{ rateUplifts: uplifts }],
    [{ rateUplifts: { sat: 75 } }],
    [`assignment_rates_updated to ${own}`],
  ],
  [
    'enhanced uplifts',
    'assignment',
    [{ rateUplifts: uplifts }],
    [{ enhancedUplifts: { enabled: true } }],
    [`assignment_rates_updated to ${own}`],
  ],
  [
    'enhanced uplifts in another order',
    'assignment',
    [blockThresholds({ night: 8, day: 10 })],
    [blockThresholds({ day: 10, night: 8 })],
    [],
  ],
  ['pay type', 'assignment', [], [{ payType: 'daily' }], [`assignment_rates_updated to ${own}`]],
  ['rate type', 'assignment', [], [{ rateType: 'cis' }], [`assignment_rates_updated to ${own}`]],
  ['values alone', 'assignment', [], [{ values: { pay: 100, charge: 120 } }], []],
  ['shift', 'assignment', [], [shift({ end: 18 })], [`assignment_shift_updated to ${own}`]],
  [
    'no shift any more',
    'assignment',
    [],
    [{ shiftPattern: undefined }],
    [`assignment_shift_updated to ${own}`],
  ],
  ['no trade any more', 'assignment', [], [{ trade: undefined }], [`assignment_trade_updated to ${own}`]],
  ['break', 'assignment', [], [shift({ break: 45 })], [`assignment_shift_updated to ${own}`]],
  ['trade', 'assignment', [], [{ trade: 'tr2' }], [`assignment_trade_updated to ${own}`]],
  [
    'several kinds',
    'assignment',
    [],
    [{ trade: 'tr2', rates: { pay: 1, charge: 2 }, ...shift({ night: true }), endDate: '2026-07-01' }],
    ['trade', 'rates', 'shift', 'dates'].map(kind => `assignment_${kind}_updated to ${own}`),
  ],
  ['a note', 'assignment', [], [{ umbrella: 'Thistlewick Pay' }], []],

  [
    'approval asked',
    'timesheet',
    [],
    [{ status: 'pending_approval' }],
    [`timesheet_approval_requested to ${own}`],
  ],
  [
    'hours while asked',
    'timesheet',
    [{ status: 'pending_approval' }],
    [{ status: 'pending_approval', netHours: 41 }],
    [],
  ],
  ['asked again', 'timesheet', [{ status: 'pending_approval' }], [{ status: 'pending' }], []],
  ['approved', 'timesheet', [{ status: 'pending_approval' }], [{ status: 'approved' }], []],
  [
    'amended after approval',
    'timesheet',
    [{ status: 'approved' }],
    [{ status: 'pending_approval', version: 2 }],
    [`timesheet_approval_requested to ${own}`],
  ],

  ['value', 'purchaseOrder', [], [{ value: 1200 }], ['purchase_order_amended to c:c1']],
  ['dates', 'purchaseOrder', [], [{ endDate: '2026-12-01' }], ['purchase_order_amended to c:c1']],
  ['site', 'purchaseOrder', [], [{ site: { id: 's1' } }], ['purchase_order_amended to c:c1']],
  ['agency', 'purchaseOrder', [], [{ agency: { id: 'a1' } }], ['purchase_order_amended to c:c1']],
  ['projects', 'purchaseOrder', [], [{ projects: [] }], ['purchase_order_amended to c:c1']],
  ['trades', 'purchaseOrder', [], [{ trades: [{ id: 'tr1' }] }], ['purchase_order_amended to c:c1']],
  ['tag', 'purchaseOrder', [], [{ tag: { id: 'g1' } }], ['purchase_order_amended to c:c1']],
  ['several', 'purchaseOrder', [], [{ value: 1200, tag: { id: 'g1' } }], ['purchase_order_amended to c:c1']],
  [
    'trades in another order',
    'purchaseOrder',
    [{ trades: [{ id: 'tr1' }, { id: 'tr2' }] }],
    [{ trades: [{ id: 'tr2' }, { id: 'tr1' }] }],
    [],
  ],
  [
    'revoked',
    'purchaseOrder',
    [],
    [{ status: 'inactive', revoked: { user: { id: 'u1' }, date: '2026-04-01' } }],
    [],
  ],
  [
    'reinstated',
    'purchaseOrder',
    [{ status: 'inactive' }],
    [{ status: 'active', reinstated: { user: { id: 'u1' }, date: '2026-04-01' } }],
    [],
  ],
  ['expired', 'purchaseOrder', [], [{ status: 'expired' }], []],
]

for (const [what, make, from, to, fires] of cases) {
  const shown = fires.map(line => line.split(' ')[0]).join(', ') || 'nothing'
  test(`${make}, ${what}: fires ${shown}`, async () => {
    const id = `${make}${++made}`
    assert.deepEqual(await told(makers[make](id, ...from)), [], 'a first load fires nothing')
    const expected = fires.map(line => line.replace(' to ', ` ${id} to `))
    assert.deepEqual(await told(makers[make](id, ...to)), expected)
    assert.deepEqual(await told(makers[make](id, ...to)), [], 'the same again fires nothing')
  })
}

test('every event that tells more than what a status became has a write in the table that fires it', () => {
  const fired = new Set(cases.flatMap(one => one[4].map(line => line.split(' ')[0]!)))
  // The one has its own test below, the other in workers/erasure.slow.ts.
  fired.add('requisition_assigned').add('worker_erased')
  // billing/events.test.ts has those that no line fires.
  fired.add('billing_check_found').add('billing_check_resolved')
  // Nor does one fire these: clearances/events.test.ts.
  fired.add('clearance_lost').add('clearance_expiring')
  // promises/events.test.ts asks of each what a status became.
  const without = events.filter(({ name, statuses }) => !statuses && !fired.has(name))
  assert.deepEqual(
    without.map(({ name }) => name),
    [],
  )
})

test('an assignment that names a requisition tells of it once, when it is created', async () => {
  await told(makers.requisition('ra'))
  const named = (more: More = {}) => makers.assignment('as-ra', { requisition: { id: 'ra' }, ...more })
  assert.deepEqual(await told(named()), [`requisition_assigned ra to ${own}`])
  assert.deepEqual(await told(named({ umbrella: 'Thistlewick Pay' })), [])
  assert.deepEqual(await told(makers.assignment('as-none')), [])
  assert.deepEqual(await told(makers.assignment('as-none', { requisition: { id: 'ra' } })), [])
})

test('events of one requisition come in their order, whichever lines they come from', async () => {
  await told(makers.requisition('ro', submitted()))
  const lines = [
    makers.requisition('ro', { status: 'filled', ...submitted(submission('w1')) }),
    makers.assignment('as-ro', { requisition: { id: 'ro' } }),
  ]
  assert.deepEqual(await told(...lines), [
    `requisition_worker_submitted ro to ${own}`,
    `requisition_assigned ro to ${own}`,
    `requisition_filled ro to ${everyone}`,
  ])
})

test('an agency hears of an assignment under a requisition only where it is on the requisition', async () => {
  await told(requisition('rn', at, { agencies: [response('a2')] }))
  assert.deepEqual(await told(makers.assignment('as-rn', { requisition: { id: 'rn' } })), [
    'requisition_assigned rn to c:c1',
  ])
  await told(makers.requisition('rr', { status: 'raised' }))
  assert.deepEqual(await told(makers.assignment('as-rr', { requisition: { id: 'rr' } })), [
    'requisition_assigned rr to c:c1',
  ])
})

test('an agency whose connection is not active hears nothing', async () => {
  const line = (more: More) => requisition('rx', at, { agencies: [response('a3'), response('a1')], ...more })
  await told(line({}))
  assert.deepEqual(await told(line({ status: 'cancelled' })), [`requisition_cancelled rx to ${own}`])
  const sheet = (more: More) => timesheet('tx', { ...placed, agency: 'a3' }, more)
  await told(sheet({}))
  assert.deepEqual(await told(sheet({ status: 'pending_approval' })), [
    'timesheet_approval_requested tx to c:c1',
  ])
})

test('a rename fires nothing, a silent load fires nothing, and a dry run says what would fire', async () => {
  await told(makers.assignment('quiet'))
  assert.deepEqual(await told(trade('tr1', 'c1', { name: 'Another name' })), [])
  const before = await head()
  const silent = await server.load([makers.assignment('quiet', { trade: 'tr2' })], { events: false })
  assert.deepEqual([silent.counts.updated, silent.events], [1, {}])
  const listed: string[] = []
  const dry = await server.load([makers.assignment('quiet', { trade: 'tr1', status: 'ended' })], {
    dryRun: true,
    onEvent: ({ type, objectId }) => listed.push(`${type} ${objectId}`),
  })
  assert.deepEqual(dry.events, { assignment_trade_updated: 1, assignment_ended: 1 })
  assert.deepEqual(listed, ['assignment_trade_updated quiet', 'assignment_ended quiet'])
  assert.equal(await head(), before)
})
