// A page reads the rows that it shows, and not all that have no value to be sorted by.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reachOf } from '../../src/access/reach.ts'
import { viewerOf } from '../../src/access/viewer.ts'
import { recordTypes } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import { pageSql } from '../../src/store/reading/select-sql.ts'
import { caller } from '../support/callers.ts'
import { testDatabase } from '../support/database.ts'

const { database } = await testDatabase(recordTypes)
const timesheet = recordTypes.find(({ type }) => type === 'timesheet')!
const who = caller({ companies: [{ id: 'c1', name: 'c1', nanoid: 'c1', prefix: 'c1', features: [] }] })

await database.rows(sql`
  insert into timesheet (id, nanoid, label, mentions, company_id, agency_id, created_at, week_ending, approved_date)
  select i::text, i::text, '{}', '{}', case when i % 10 < 2 then 'c1' else 'c2' end, 'a1', now(), now(), case when i % 2 = 0 then now() - i * interval '1 hour' end
  from generate_series(1, 8000) i`)
await database.script('vacuum analyze timesheet')

type Node = { 'Actual Rows': number; 'Rows Removed by Filter'?: number; Plans?: Node[] }
const mostRows = ({ 'Actual Rows': rows, 'Rows Removed by Filter': passed = 0, Plans = [] }: Node): number =>
  Math.max(rows + passed, ...Plans.map(mostRows))

for (const descending of [true, false])
  test(`sorted by a date that half of 1,600 records lack, ${descending ? 'de' : 'a'}scending, a page of 50 reads 100 rows at most`, async () => {
    const plan = pageSql(
      {
        type: timesheet.type,
        reach: reachOf(who, timesheet.owners!),
        where: [],
        order: { column: 'approved_date', descending, nullable: true },
        offset: 0,
        limit: 50,
        parts: [],
        viewer: viewerOf(who),
      },
      timesheet,
      { ends: false, spans: false },
    )
    const [row] = await database.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      sql`explain (analyze, format json) ${plan}`,
    )
    assert.ok(mostRows(row!['QUERY PLAN'][0].Plan) <= 100)
  })
