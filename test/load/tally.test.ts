// Figures that are kept with each write: they are what the records add up to, whatever is written, on databases that had
// records before and after a restore.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { recordTypes } from '../../src/api/index.ts'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import type { TotalsPlan } from '../../src/kernel/query/figures.ts'
import type { Plan } from '../../src/kernel/query/plan.ts'
import { load } from '../../src/load/load.ts'
import { backup } from '../../src/store/backup/backup.ts'
import { restore } from '../../src/store/backup/restore.ts'
import { storedFigures } from '../../src/store/figures/stored-figures.ts'
import { storedRecords } from '../../src/store/reading/records.ts'
import { fillPending } from '../../src/store/schema/fill.ts'
import { indexAgain, tidyTables } from '../../src/store/schema/maintenance.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { newDatabase } from '../support/database.ts'
import { agency, company, connection, project, timesheet, worker } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { ndjson } from '../support/server.ts'

const place = await newDatabase()
const open = () => openDatabase({ connection: place }, { connections: 2, applicationName: 'tally' })
const database = open()
await prepareDatabase(database, recordTypes)
const write = async (lines: readonly object[]) => {
  const { rejected } = await load(database, recordTypes, ndjson(lines))
  assert.equal(rejected, 0)
}
await write([
  company('c1'),
  agency('a1'),
  connection('c1', 'a1'),
  project('p1', 'c1'),
  project('p2', 'c1'),
  worker('w1'),
])

/** Both ways to the same: what is kept, and the records' own columns. */
const kept = sql`select project_id, status, week_ending, sum(n)::int as n, trim_scale(sum(sum_net_hours))::text as hours
  from timesheet_tally group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`
const added = sql`select project_id, status, date_trunc('day', week_ending) as week_ending, count(*)::int as n,
    trim_scale(sum(net_hours::text::numeric))::text as hours
  from timesheet group by 1, 2, 3 order by 1, 2, 3`
const same = async (db: Database) => assert.deepEqual(await db.rows(kept), await db.rows(added))

const sheets = fc.record({
  id: fc.integer({ min: 1, max: 6 }).map(number => `t${number}`),
  project: fc.constantFrom('p1', 'p2'),
  netHours: fc.oneof(
    fc.constantFrom(0, 0.1, 0.2, 1e-7, 1e21),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
  weekEnding: fc.constantFrom('2026-03-01', '2026-03-08', '2026-03-08T21:15:00.000Z'),
  deleted: fc.boolean(),
})

test('whatever is loaded, changed and deleted, what is kept is what the records add up to', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sheets, { minLength: 1, maxLength: 8 }), async lines => {
      await write(
        lines.map(({ id, project, netHours, weekEnding, deleted }) =>
          deleted
            ? { type: 'timesheet', id, deleted: true }
            : timesheet(id, { company: 'c1', project, agency: 'a1', worker: 'w1' }, { netHours, weekEnding }),
        ),
      )
      await same(database)
    }),
    { numRuns: isLong ? 25 : 8 },
  )
})

test('a dry run keeps nothing', async () => {
  const before = await database.rows(kept)
  const line = timesheet('dry', { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }, { netHours: 5 })
  await load(database, recordTypes, ndjson([line]), { dryRun: true })
  assert.deepEqual(await database.rows(kept), before)
})

type Asked = { reach?: Plan['reach']['branches']; where?: Plan['where'] }

const list = ({ reach = [{ company_id: 'c2' }], where = [] }: Asked): Plan =>
  ({
    type: 'timesheet',
    reach: { branches: reach },
    where,
    order: { column: 'created_at', descending: true, nullable: false },
    offset: 0,
    limit: 200,
    parts: [],
    viewer: { kind: 'company', version: String(Math.random()), owners: [], places: [] },
  }) as unknown as Plan

test('the total of a list is how many it has, counted by the tally where it has all that is asked by', async () => {
  const of = { company: 'c2', project: 'q1', agency: 'a1', worker: 'w1' }
  await write([
    ...[company('c2'), connection('c2', 'a1'), project('q1', 'c2'), project('q2', 'c2')],
    timesheet('q1', of, { status: 'approved', weekEnding: '2026-03-08T23:59:59.999Z' }),
    timesheet('q2', of, { status: 'approved', weekEnding: '2026-03-09' }),
    timesheet('q3', of, { status: 'pending', weekEnding: '2026-03-08' }),
    timesheet('q4', { ...of, project: 'q2' }, { status: 'pending', weekEnding: '2026-03-15' }),
  ])
  const { page } = storedRecords(database, recordTypes, await prepareDatabase(database, recordTypes))
  const week = {
    column: 'week_ending',
    from: new Date('2026-03-08'),
    to: new Date('2026-03-08T23:59:59.999Z'),
  }
  const approved = { column: 'status', in: ['approved'] }
  const asked: [number, Asked][] = [
    [4, {}],
    [4, { reach: [{ company_id: 'c2', agency_id: 'a1' }] }],
    [4, { reach: [{ company_id: 'c2' }, { company_id: 'c3' }] }],
    [2, { where: [week] }],
    [2, { where: [approved] }],
    [1, { where: [approved, week] }],
    [2, { where: [{ column: 'status', notIn: ['approved'] }] }],
    [1, { where: [{ column: 'project_id', in: ['q2'] }] }],
  ]
  const totals = () => Promise.all(asked.map(async ([, each]) => (await page(list(each))).total))
  const right = asked.map(([total]) => total)
  assert.deepEqual(await totals(), right)
  await database.rows(sql`update timesheet_tally set n = n + 10 where company_id = 'c2'`)
  const off = await totals()
  await database.rows(sql`update timesheet_tally set n = n - 10 where company_id = 'c2'`)
  assert.deepEqual(
    off.map((total, at) => total > right[at]!),
    [...Array(7).fill(true), false],
  )
})

const plan = (version: string): TotalsPlan =>
  ({
    type: 'timesheet',
    keyId: 'k1',
    reach: { branches: [{ company_id: 'c1' }] },
    where: [],
    viewer: { version },
    groups: [{ column: 'project_id' }],
    sums: ['net_hours'],
    most: 10,
  }) as unknown as TotalsPlan

test('what the tally has none of any more is removed after a load, however small beside what is there', async () => {
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  const moved = (status: string) => write([timesheet('moved', of, { status, weekEnding: '2026-05-03' })])
  const rows = async () =>
    (await database.rows(sql`select n from timesheet_tally where week_ending = '2026-05-03'`)).length
  await moved('pending')
  await moved('approved')
  assert.equal(await rows(), 2)
  // As many rows as make 500 new ones few.
  await database.rows(sql`update pg_class set reltuples = 1000000 where oid = 'timesheet'::regclass`)
  await tidyTables(database, recordTypes.find(({ type }) => type === 'timesheet')!, 500)
  assert.equal(await rows(), 1)
  await same(database)
})

test('after a restore they are kept as before', async () => {
  const connection = await newDatabase()
  const restored = openDatabase({ connection }, { connections: 2, applicationName: 'tally' })
  const folder = await mkdtemp(join(tmpdir(), 'muster-tally-'))
  const through = new PassThrough()
  await Promise.all([
    backup(database, join(folder, 'files'), through),
    restore(restored, recordTypes, join(folder, 'restored'), through, {}),
  ])
  await prepareDatabase(restored, recordTypes)
  await same(restored)
  const line = timesheet(
    'kept',
    { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' },
    { netHours: 4 },
  )
  assert.equal((await load(restored, recordTypes, ndjson([line]))).rejected, 0)
  await same(restored)
  await restored.close()
  await rm(folder, { recursive: true })
})

test('after a large load the index of figures is made anew, unless somebody reads them for long', async () => {
  const type = recordTypes.find(each => each.type === 'timesheet')!
  const index = async () => {
    const [row] = await database.rows<{ file: string }>(
      sql`select pg_relation_filenode(indexrelid)::text as file from pg_index where indrelid = 'timesheet_tally'::regclass`,
    )
    return row!.file
  }
  const before = await index()
  await tidyTables(database, type, Number.POSITIVE_INFINITY)
  const after = await index()
  assert.notEqual(after, before)
  await database.transaction(async tx => {
    await tx.rows(sql`select count(*) from timesheet_tally`)
    await indexAgain(database, 'timesheet_tally')
  })
  assert.equal(await index(), after)
})

test('a database that kept none is added up from its records until it keeps them', async () => {
  await write([
    timesheet('old', { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }, { netHours: 0.3 }),
  ])
  const [row] = await database.rows<{ rows: number }>(
    sql`select count(*)::int as rows from timesheet where company_id = 'c1'`,
  )
  for (const left of [sql`drop table timesheet_tally`, sql`update timesheet_tally set n = n + 1`]) {
    await database.rows(sql`drop function keep_timesheet_tally cascade`)
    await database.rows(left)
    await database.rows(sql`update declared set definition = 'before' where name = 'timesheet_tally'`)
    const later = open()
    const readiness = await prepareDatabase(later, recordTypes)
    assert.ok(readiness.pending() > 0)
    const figures = storedFigures(later, recordTypes, readiness)
    const before = await figures.totals(plan('before'))
    assert.equal(
      before.reduce((sum, { count }) => sum + count, 0),
      row!.rows,
    )
    await fillPending(later, recordTypes)
    assert.equal(await readiness.refresh(), 0)
    const inOrder = (totals: typeof before) => totals.toSorted((a, b) => (a.keys[0]! < b.keys[0]! ? -1 : 1))
    assert.deepEqual(inOrder(await figures.totals(plan('after'))), inOrder(before))
    await same(later)
    await later.close()
  }
  await write([
    timesheet('new', { company: 'c1', project: 'p2', agency: 'a1', worker: 'w1' }, { netHours: 1 }),
  ])
  await same(database)
  await database.close()
})
