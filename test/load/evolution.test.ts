// A declaration that grows on a database that already has records: the new filter, sort or Part appears by
// itself, while the rest goes on being read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { ref } from '../../src/api/shapes.ts'
import { checkToEnd } from '../../src/checks/checker.ts'
import { openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import type { Plan } from '../../src/kernel/query/plan.ts'
import { collection, namedAsPath, part } from '../../src/kernel/resource/collection.ts'
import { load } from '../../src/load/load.ts'
import { choice, ids } from '../../src/record-types/filter.ts'
import { instant, list, maybe, number, oneOf, record, text } from '../../src/shape/shape.ts'
import { storedFigures } from '../../src/store/figures/stored-figures.ts'
import { callerBook } from '../../src/store/keys/callers.ts'
import { keyLookup } from '../../src/store/keys/gate.ts'
import { createKey } from '../../src/store/keys/keys.ts'
import { activeLinks } from '../../src/store/keys/links.ts'
import { storedRecords } from '../../src/store/reading/records.ts'
import { fillPending } from '../../src/store/schema/fill.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import type { Readiness } from '../../src/store/schema/readiness.ts'
import { requirementsOf } from '../../src/store/schema/requirements.ts'
import { newDatabase } from '../support/database.ts'
import {
  agency,
  assignment,
  company,
  invoice,
  connection as linked,
  project,
  rivals,
  worker as someone,
} from '../support/lines.ts'
import { ndjson } from '../support/server.ts'

const Note = record({
  id: text,
  company: ref('company'),
  agency: maybe(ref('agency')),
  mood: oneOf('good', 'bad'),
  weight: number,
  lines: maybe(list(text)),
  createdAt: instant,
})

const basics = {
  path: '/notes',
  noun: 'note',
  scope: 'read:notes',
  record: Note,
  owners: { company: 'company.id' },
  operations: { list: 'listNotes' },
} as const

const before = collection({
  ...basics,
  dates: ['createdAt'],
  sorts: namedAsPath('createdAt'),
  defaultSort: 'createdAt desc',
})
const after = collection({
  ...basics,
  filters: { mood: choice('mood'), agency: ids('agency.id') },
  search: { within: ['agency.name'] },
  dates: ['createdAt'],
  sorts: namedAsPath('createdAt', 'weight'),
  defaultSort: 'createdAt desc',
  parts: { includeLines: part('lines') },
})

const base = recordTypes.filter(type =>
  ['company', 'agency', 'connection', 'project', 'region', 'sector', 'trade', 'tag', 'masterTrade'].includes(
    type.type,
  ),
)
const typesBefore = [...base, before.stored]
const typesAfter = [...base, after.stored]

const connection = await newDatabase()
const open = () => openDatabase({ connection }, { connections: 3, applicationName: 'evolution' })
const notes = Array.from({ length: 2500 }, (_, i) => ({
  type: 'note',
  record: {
    id: `n${String(i).padStart(4, '0')}`,
    company: { id: 'c1' },
    agency: { id: i % 2 ? 'a1' : 'a2' },
    mood: i % 5 ? 'good' : 'bad',
    weight: i % 7,
    lines: [`line ${i}`],
    createdAt: '2026-03-01',
  },
}))

const plan = (more: Partial<Plan> = {}): Plan =>
  ({
    type: 'note',
    reach: { branches: [{ company_id: 'c1' }] },
    where: [],
    order: { column: 'created_at', descending: true, nullable: false },
    offset: 0,
    limit: 50,
    parts: [],
    viewer: { kind: 'company', owners: ['c1'], version: String(Math.random()) },
    ...more,
  }) as unknown as Plan

test('a new filter, sort, search and Part are filled while the old ones are read, by two servers at once', async () => {
  const old = open()
  await prepareDatabase(old, typesBefore)
  await load(old, typesBefore, ndjson([company('c1'), agency('a1'), agency('a2'), ...notes]))
  const [one, two] = [open(), open()]
  const [first, second] = await Promise.all([
    prepareDatabase(one, typesAfter),
    prepareDatabase(two, typesAfter),
  ])
  assert.ok(first.pending() > 0 && second.pending() > 0)
  const records = storedRecords(one, typesAfter, first)

  assert.equal((await records.page(plan())).total, 2500)
  const bad = plan({ where: [{ column: 'mood', in: ['bad'] }] })
  await assert.rejects(records.page(bad), { code: 'SERVICE_UNAVAILABLE', status: 503 })
  await assert.rejects(records.page(plan({ parts: ['lines'] })), { code: 'SERVICE_UNAVAILABLE' })

  let reads = 0
  let done = false
  const reading = (async () => {
    for (; !done; reads++) assert.equal((await records.page(plan())).rows.length, 50)
  })()
  await Promise.all([fillPending(one, typesAfter), fillPending(two, typesAfter)])
  done = true
  await reading
  assert.ok(reads > 0)

  assert.deepEqual([await first.refresh(), await second.refresh()], [0, 0])
  assert.equal((await records.page(bad)).total, 500)
  assert.equal((await records.page(plan({ where: [{ column: 'agency_id', in: ['a1'] }] }))).total, 1250)
  const heavy = await records.page(
    plan({ order: { column: 'weight', descending: true, nullable: false }, limit: 1, parts: ['lines'] }),
  )
  assert.equal(JSON.parse(heavy.rows[0]!.text.toString()).weight, 6)
  assert.ok(!heavy.rows[0]!.text.includes('lines'), 'the Part has left the record')
  assert.match(heavy.rows[0]!.parts[0]!.toString(), /^\["line \d+"\]$/)
  assert.equal((await records.page(plan({ search: { exactly: [], within: 'agency a1' } }))).total, 1250)
  const known = await one.rows(sql`select from pg_stats where tablename = 'note' and attname = 'mood'`)
  assert.equal(known.length, 1, 'PostgreSQL plans by what the column has')
  await Promise.all([old, one, two].map(database => database.close()))
})

test('filling goes on where it was cut off', async () => {
  const database = open()
  const later = collection({
    ...basics,
    filters: { mood: choice('mood') },
    dates: ['createdAt'],
    sorts: namedAsPath('createdAt', 'weight', 'id'),
    defaultSort: 'createdAt desc',
    parts: { includeLines: part('lines') },
  })
  const types = [later.stored, ...base]
  const readiness = await prepareDatabase(database, types)
  // The new column, its index, and that of the usual order, which no longer carries what is searched.
  assert.equal(readiness.pending(), 3)
  const indexes = async (like: string) => {
    const rows = await database.rows<{ name: string }>(
      sql`select indexname as name from pg_indexes where tablename = 'note' and indexname like ${like} order by 1`,
    )
    return rows.map(row => row.name)
  }
  for (const gone of ['%agency%', '%note_with_search%'])
    assert.deepEqual(await indexes(gone), [], 'indexes that nothing declares any more are gone')
  const usual = 'former_note_by_company_id_created_at'
  assert.deepEqual(await indexes('former%'), [usual], 'the old index serves until the new one is there')
  let batches = 0
  await fillPending(database, types, () => ++batches > 3)
  const [row] = await database.rows<{ watermark: string }>(
    sql`select watermark from declared where type = 'note' and name = 'id_key'`,
  )
  assert.ok(row!.watermark !== '' && row!.watermark < 'n2499', `stopped half way, at ${row!.watermark}`)
  await fillPending(database, types)
  assert.equal(await readiness.refresh(), 0)
  assert.deepEqual(await indexes('former%'), [])
  const [left] = await database.rows<{ left: string }>(
    sql`select count(*) as left from note where id_key is null`,
  )
  assert.equal(Number(left!.left), 0)
  await database.close()
})

test('a column that is filled again leaves whom a record is open to as it was', async () => {
  const database = openDatabase(
    { connection: await newDatabase() },
    { connections: 3, applicationName: 'evolution' },
  )
  await prepareDatabase(database, recordTypes)
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  await load(database, recordTypes, ndjson([...rivals(), assignment('as1', of)]))
  await database.rows(
    sql`update declared set definition = 'another' where type = 'worker' and name = 'search_short'`,
  )
  assert.equal((await prepareDatabase(database, recordTypes)).pending(), 1)
  await fillPending(database, recordTypes)
  const [row] = await database.rows<{ open_to: string[]; open_to_1: string }>(
    sql`select open_to, open_to_1 from worker where id = 'w1'`,
  )
  assert.deepEqual([...row!.open_to, row!.open_to_1], ['c1', 'c1 a1', 'c1'])
  await database.close()
})

test('what a company’s keys may ask for is known while the columns that say so are filled, and afterwards', async () => {
  const database = openDatabase(
    { connection: await newDatabase() },
    { connections: 3, applicationName: 'evolution' },
  )
  const types = recordTypes.filter(one => base.some(({ type }) => type === one.type))
  await prepareDatabase(database, types)
  const facts = { stageTracking: { enabled: true, order: [] } }
  await load(database, types, ndjson([{ ...company('c1'), facts }, company('c2')]))
  const { secret } = await createKey(database, {
    kind: 'company',
    owners: ['c1', 'c2'],
    name: 'both',
    scopes: [],
  })
  for (const column of ['facts_stage_tracking_enabled', 'prefix']) {
    await database.script(`alter table company drop column ${column} cascade`)
    await database.rows(sql`delete from declared where type = 'company' and name = ${column}`)
  }
  const readiness = await prepareDatabase(database, types)
  assert.ok(readiness.pending() > 0)
  const callers = callerBook(database, types)
  const known = () => keyLookup(database, callers)(secret, '')
  const { companies } = await known()
  assert.deepEqual(
    companies.map(({ id, prefix, features }) => [id, prefix, features]),
    [
      ['c1', 'C1', ['stageTracking']],
      ['c2', 'C2', []],
    ],
  )
  await fillPending(database, types)
  await readiness.refresh()
  assert.deepEqual((await known()).companies, companies)
  const afterwards = await keyLookup(database, callerBook(database, types))(secret, '')
  assert.deepEqual(afterwards.companies, companies)
  await database.close()
})

test('what an agency is linked to is known while the columns that say so are filled', async () => {
  const database = openDatabase(
    { connection: await newDatabase() },
    { connections: 3, applicationName: 'evolution' },
  )
  await prepareDatabase(database, recordTypes)
  const projects = ['p1', 'p3'].map(id => project(id, 'c1'))
  const restricted = { ...linked('c1', 'a2', { restricted: true }), facts: { projects: ['p1', 'p3'] } }
  const nothing = { ...linked('c2', 'a2', { restricted: true }), facts: { projects: [] } }
  const lines = [
    ...[company('c1'), company('c2'), agency('a1'), agency('a2'), agency('a3'), ...projects],
    ...[linked('c1', 'a1', { project: 'p1' }), linked('c2', 'a1'), restricted, nothing],
    linked('c1', 'a3', { active: false }),
  ]
  assert.equal((await load(database, recordTypes, ndjson(lines))).rejected, 0)
  const read = () => activeLinks(database, recordTypes, { companies: ['c1'], agencies: ['a2', 'a1'] })
  const known = await read()
  assert.deepEqual(known, [
    { company: 'c1', agency: 'a1', projects: ['p1'] },
    { company: 'c1', agency: 'a2', projects: ['p1', 'p3'] },
    { company: 'c2', agency: 'a1' },
    { company: 'c2', agency: 'a2', projects: [] },
  ])
  for (const column of ['agency_id', 'company_id', 'project_id', 'active', 'restricted', 'facts_projects']) {
    await database.script(`alter table connection drop column ${column} cascade`)
    assert.deepEqual(
      await database.column(sql`
      delete from declared where type = 'connection' and name = ${column} returning name`),
      [column],
    )
    await prepareDatabase(database, recordTypes)
    assert.deepEqual(await read(), known, column)
    await fillPending(database, recordTypes)
    assert.deepEqual(await read(), known, column)
  }
  await database.close()
})

test('until each of few owners has a column, records are found by all of their owners', async () => {
  const database = openDatabase(
    { connection: await newDatabase() },
    { connections: 3, applicationName: 'evolution' },
  )
  await prepareDatabase(database, recordTypes)
  const of = { company: 'c1', agency: 'a1' }
  const flow = { invoiceType: 'mspToClient', msp: 'm1' }
  await load(
    database,
    recordTypes,
    ndjson([...rivals(), company('m1'), invoice('i1', of), invoice('i2', of, flow)]),
  )
  // As it was before they had them.
  await database.rows(sql`alter table invoice drop column facts_companies_1, drop column facts_companies_2`)
  await database.rows(sql`delete from declared where type = 'invoice' and name like '%facts_companies_%'`)
  const readiness = await prepareDatabase(database, recordTypes)
  assert.ok(readiness.pending() > 0)
  const records = storedRecords(database, recordTypes, readiness)
  const totals = () =>
    Promise.all(
      ['c1', 'm1', 'c2'].map(async id => {
        const reach = { branches: [{ facts_companies: id }] }
        const { rows, total } = await records.page(plan({ type: 'invoice', reach: reach as never }))
        assert.equal(rows.length, total)
        return total
      }),
    )
  assert.deepEqual(await totals(), [2, 1, 0])
  await fillPending(database, recordTypes)
  assert.equal(await readiness.refresh(), 0)
  assert.deepEqual(await totals(), [2, 1, 0])
  await database.close()
})

test('until the column of those who see records is filled, whoever asks is told so and is not shown none', async () => {
  const database = openDatabase(
    { connection: await newDatabase() },
    { connections: 3, applicationName: 'evolution' },
  )
  await prepareDatabase(database, recordTypes)
  const ties = [{ id: 'a1', name: 'Agency a1', active: true }]
  await load(database, recordTypes, ndjson([...rivals(), someone('w3', { agencies: ties })]))
  await database.script('alter table worker drop column agencies_id cascade')
  await database.rows(sql`delete from declared where type = 'worker' and name = 'agencies_id'`)
  const readiness = await prepareDatabase(database, recordTypes)
  const records = storedRecords(database, recordTypes, readiness)
  const figures = storedFigures(database, recordTypes, readiness)
  const own = plan({ type: 'worker', reach: { branches: [{ agencies_id: 'a1' }] } as never })
  const reading: (() => Promise<unknown>)[] = [
    () => records.page(own),
    () => records.one({ ...own, id: 'w3' }),
    () => records.some({ ...own, ids: ['w3'] }),
    () => figures.rows({ ...own, version: '1', where: [], columns: ['id'] }),
  ]
  for (const read of reading) await assert.rejects(read, /still preparing who sees these records/)
  await fillPending(database, recordTypes)
  assert.equal(await readiness.refresh(), 0)
  assert.equal((await records.page(own)).total, 1)
  assert.ok(await records.one({ ...own, id: 'w3' }))
  await database.close()
})

test('until the one owner of a kind has a column, records are counted and added up by all of their owners', async () => {
  const database = openDatabase(
    { connection: await newDatabase() },
    { connections: 3, applicationName: 'evolution' },
  )
  await prepareDatabase(database, recordTypes)
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  const lasting = { startDate: '2026-01-05T00:00:00.000Z', endDate: '2099-12-31T00:00:00.000Z' }
  const assignments = ['as1', 'as2'].map(id => assignment(id, of, lasting))
  await load(database, recordTypes, ndjson([...rivals(), ...assignments]))
  await checkToEnd(database)
  const counts = async (readiness: Readiness) => {
    const records = storedRecords(database, recordTypes, readiness)
    const figures = storedFigures(database, recordTypes, readiness)
    return Promise.all(
      [['c1'], ['c2'], ['c1', 'c2']].map(async ids => {
        const reach = { branches: ids.map(id => ({ facts_companies: id })) } as never
        const order = { column: 'id', descending: false, nullable: false }
        const asked = plan({ type: 'clearance', reach, order })
        const { rows, total } = await records.page(asked)
        const [{ count } = { count: 0 }] = await figures.totals({
          ...{ type: 'clearance', reach, where: [], viewer: asked.viewer, keyId: 'k' },
          ...{ groups: [], sums: [], most: 10 },
        })
        return [rows.length, total, count]
      }),
    )
  }
  const expected = [
    [2, 2, 2],
    [0, 0, 0],
    [2, 2, 2],
  ]
  assert.deepEqual(await counts(await prepareDatabase(database, recordTypes)), expected)
  await database.rows(sql`alter table clearance drop column facts_companies_1`)
  await database.rows(sql`delete from declared where type = 'clearance' and name like '%facts_companies_1%'`)
  const readiness = await prepareDatabase(database, recordTypes)
  assert.ok(readiness.pending() > 0)
  assert.deepEqual(await counts(readiness), expected)
  await fillPending(database, recordTypes)
  assert.equal(await readiness.refresh(), 0)
  assert.deepEqual(await counts(readiness), expected)
  await database.close()
})

test('what an earlier version wrote meanwhile is in the lists of its owners again', async () => {
  const database = openDatabase(
    { connection: await newDatabase() },
    { connections: 3, applicationName: 'evolution' },
  )
  await prepareDatabase(database, recordTypes)
  const of = { company: 'c1', agency: 'a1' }
  await load(database, recordTypes, ndjson([...rivals(), invoice('i1', of)]))
  const earlier = withoutPlaces()
  await prepareDatabase(database, earlier)
  await load(database, earlier, ndjson([invoice('i2', of)]))
  const readiness = await prepareDatabase(database, recordTypes)
  const records = storedRecords(database, recordTypes, readiness)
  const reach = { branches: [{ facts_companies: 'c1' }] }
  const total = async () => (await records.page(plan({ type: 'invoice', reach: reach as never }))).total
  assert.equal(await total(), 2)
  await fillPending(database, recordTypes)
  assert.equal(await readiness.refresh(), 0)
  assert.equal(await total(), 2)
  assert.equal((await prepareDatabase(database, recordTypes)).pending(), 0, 'once')
  await database.close()
})

test('until those whom others open a record to have places, it is found by all of them', async () => {
  const database = openDatabase(
    { connection: await newDatabase() },
    { connections: 3, applicationName: 'evolution' },
  )
  await prepareDatabase(database, recordTypes)
  const companies = ['c1', 'c2', 'c3', 'c4', 'c5']
  const at = (worker: string, companies: readonly string[]) =>
    companies.map(company =>
      assignment(`${worker}-${company}`, { company, project: `p-${company}`, agency: 'a1', worker }),
    )
  const others = companies.slice(2).map(id => company(id))
  const projects = companies.map(id => project(`p-${id}`, id))
  const opened = [...at('w1', companies), ...at('w2', ['c2'])]
  await load(database, recordTypes, ndjson([...rivals(), ...others, ...projects, ...opened]))
  // As it was before they had them.
  await database.rows(sql`drop function keep_worker_open_to_places cascade`)
  await database.rows(sql`
    alter table worker drop column open_to_1, drop column open_to_2, drop column open_to_3, drop column open_to_more`)
  await database.rows(sql`delete from declared where type = 'worker' and name like '%open_to_%'`)
  const readiness = await prepareDatabase(database, recordTypes)
  assert.ok(readiness.pending() > 0)
  const records = storedRecords(database, recordTypes, readiness)
  const totals = () =>
    Promise.all(
      [['c1'], ['c2'], ['c5'], ['c2', 'c4'], ['c6']].map(async ids => {
        const reach = { branches: ids.map(id => ({ open_to: id })) }
        const { rows, total } = await records.page(plan({ type: 'worker', reach: reach as never }))
        assert.equal(rows.length, total)
        return total
      }),
    )
  assert.deepEqual(await totals(), [1, 2, 1, 2, 0])
  // Written before its turn comes.
  await load(database, recordTypes, ndjson(at('w2', ['c5'])))
  assert.deepEqual(await totals(), [1, 2, 2, 2, 0])
  await fillPending(database, recordTypes)
  assert.equal(await readiness.refresh(), 0)
  assert.deepEqual(await totals(), [1, 2, 2, 2, 0])

  // An earlier version knows of no places.
  await prepareDatabase(database, withoutPlaces())
  await load(
    database,
    withoutPlaces(),
    ndjson([...at('w2', ['c1']), { type: 'assignment', id: 'w1-c5', deleted: true }]),
  )
  await prepareDatabase(database, recordTypes)
  assert.deepEqual(await totals(), [2, 2, 1, 2, 0])
  await load(database, recordTypes, ndjson([{ type: 'assignment', id: 'w2-c1', deleted: true }]))
  assert.deepEqual(await totals(), [1, 2, 1, 2, 0])
  await fillPending(database, recordTypes)
  assert.equal((await prepareDatabase(database, recordTypes)).pending(), 0)
  assert.deepEqual(await totals(), [1, 2, 1, 2, 0])
  await database.close()
})

/** The types as they were before owners had places. */
function withoutPlaces() {
  const isPlace = (column: string) => /^(facts_companies|open_to)_/.test(column)
  return recordTypes.map(type => ({
    ...type,
    columns: type.columns.filter(({ name }) => !isPlace(name)).map(({ split: _, ...column }) => column),
    indexes: type.indexes.filter(({ columns, carries }) => ![...columns, ...carries].some(isPlace)),
  }))
}

test('whatever the writer finds rows by, among many that it has just written, is indexed at once', () => {
  const grants = recordTypes.flatMap(({ owners }) => owners?.company?.grants ?? [])
  const looked = grants.flatMap(grant => {
    if (!('type' in grant)) return []
    const source = recordTypes.find(({ type }) => type === grant.type)!
    const column = source.columns.find(({ paths }) => paths[0] === grant.by)!
    return column.kind === 'texts' ? [{ source, column: column.name }] : []
  })
  assert.deepEqual(
    looked.map(({ source, column }) => `${source.type} ${column}`),
    ['requisition agencies_submissions_worker_id'],
  )
  for (const { source, column } of looked) {
    const index = requirementsOf(source).find(
      want => want.fill.by === 'index' && want.definition.includes(`"${column}"`),
    )
    assert.match(index?.definition ?? '', /with \(fastupdate = off\)$/)
  }
})
