// §4.11: how many rows the recruitment metrics read at the most.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/database/sql.ts'
import { company, project, requisition, response, rivals, timesheet } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const path = '/requisitions/recruitment-metrics'
await server.load([
  ...rivals(),
  { ...company('c4'), facts: { stageTracking: { enabled: true } } },
  project('p4', 'c4'),
  requisition('r1', { company: 'c4', project: 'p4' }, { agencies: [response('a1')] }),
  timesheet('t1', { company: 'c4', project: 'p4', agency: 'a1', worker: 'w1' }, { netHours: 40 }),
])
const key = await server.key('company', ['c4'])

test('fifty thousand rows are counted, and one more is refused in words', async () => {
  /** So many more responses, or weeks of other workers. */
  const responses = (count: number, from: number) => sql`
    insert into requisition_response select (jsonb_populate_record(r, jsonb_build_object('n', at))).*
    from requisition_response r, generate_series(${from}::int, ${from + count - 1}::int) at
    where r.id = 'r1' and r.n = 0`
  const weeks = (count: number, from: number) => sql`
    insert into timesheet (id, nanoid, company_id, worker_id, week_ending_day, net_hours, status, label, mentions, week_ending, created_at)
    select 'm' || at, 'm' || at, company_id, 'm' || at, week_ending_day, net_hours, status, label, mentions, week_ending, created_at
    from timesheet t, generate_series(${from}::int, ${from + count - 1}::int) at
    where t.id = 't1'`
  for (const [query, more] of [
    ['metric=supplierResponses&records=asked', responses],
    ['metric=workersOverHours&records=workerWeeks', weeks],
  ] as const) {
    await server.database.rows(more(49_999, 1000))
    const most = await server.get(`${path}?${query}&limit=1`, key)
    assert.equal(most.body.meta?.total, 50_000, most.text)
    await server.database.rows(more(1, 90_000))
    const refused = await server.get(`${path}?${query}&limit=2`, key)
    assert.equal(refused.status, 400)
    assert.equal(
      refused.body.error.message,
      'More than 50,000 rows match; narrow them by from and to, project or agency',
    )
  }
})
