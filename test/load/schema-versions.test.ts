// Databases that another version of Muster declared: commands change nothing there and say what to do, servers that run
// notice what was changed under them, and whoever changes tables gives way to whoever uses them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sampleOf } from '../../src/api/samples.ts'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { name, sql } from '../../src/database/sql.ts'
import { answerMemory } from '../../src/kernel/call/answer-memory.ts'
import { load } from '../../src/load/load.ts'
import type { RecordType } from '../../src/record-types/record-type.ts'
import { nodeOf } from '../../src/shape/shape.ts'
import { hasSpans, narrowTable, spansColumn, textTable } from '../../src/store/records/tables.ts'
import { fillPending } from '../../src/store/schema/fill.ts'
import { tidyTables } from '../../src/store/schema/maintenance.ts'
import { prepareDatabase, schemaForCommand } from '../../src/store/schema/prepare.ts'
import { readinessOf } from '../../src/store/schema/readiness.ts'
import { requirementsOf } from '../../src/store/schema/requirements.ts'
import { schemaNumber, schemaVersionFile, schemaVersionOf } from '../../src/store/schema/schema-version.ts'
import { lockWriter } from '../../src/store/schema/writer-lock.ts'
import { openRehearsal } from '../../src/store/writing/rehearsal.ts'
import { newDatabase, templateDatabase, testDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { agency, company, connection, project, timesheet, worker } from '../support/lines.ts'
import { ndjson, testServer } from '../support/server.ts'

const typeOf = (type: string) => recordTypes.find(each => each.type === type)!

/** The same declarations but for one type. */
const otherwise = (type: string, more: Partial<RecordType>) =>
  recordTypes.map(each => (each.type === type ? { ...each, ...more } : each))

const opened = async (template?: string, applicationName = 'schema versions') => {
  const connection = await newDatabase(template)
  return {
    connection,
    database: openDatabase({ connection }, { connections: 4, applicationName }),
  }
}

/** All that declaring changes. */
const shapeIn = async (database: Database) => ({
  version: await database.rows(sql`select number, checksum, muster, stamp::text from schema_version`),
  declared: await database.rows(sql`select * from declared order by type, name`),
  relations: await database.rows(
    sql`select relname, relkind from pg_class where relnamespace = 'muster'::regnamespace order by 1`,
  ),
  migrations: await database.rows(sql`select file from migration order by 1`),
})

test('a database without tables gets them from a command, and one that a server declared is taken as it is', async () => {
  const { database } = await opened()
  assert.equal((await schemaForCommand(database, recordTypes)).pending(), 0)
  const before = await shapeIn(database)
  assert.equal((await schemaForCommand(database, recordTypes)).pending(), 0)
  assert.equal((await prepareDatabase(database, recordTypes)).pending(), 0)
  assert.deepEqual(await shapeIn(database), before)
  await database.close()
})

test('the number of the schema is raised with each change of the declarations, and with nothing else', () => {
  const own = schemaVersionOf(recordTypes)
  assert.deepEqual(JSON.parse(schemaVersionFile(recordTypes)), own)
  assert.deepEqual(JSON.parse(schemaVersionFile(recordTypes.toReversed())), own)
  for (const type of recordTypes) {
    const [first, ...columns] = type.columns
    const changed: RecordType[] = [
      ...(first ? [{ ...type, columns }] : []),
      ...(type.tally ? [{ ...type, tally: { ...type.tally, sums: [] } }] : []),
      ...(type.children[0]
        ? [{ ...type, children: [{ ...type.children[0], edition: 99 }, ...type.children.slice(1)] }]
        : []),
      { ...type, indexes: type.indexes.slice(1) },
    ]
      .filter(each => each.tally === undefined || each.columns === type.columns)
      .filter(each => JSON.stringify(requirementsOf(each)) !== JSON.stringify(requirementsOf(type)))
    // A property without a column: an older server would write records without it.
    const { properties } = nodeOf(type.record)
    const record = { ...type.record, properties: { ...properties, later: { type: 'string' } } } as never
    for (const each of [...changed, { ...type, record }]) {
      const raised = JSON.parse(schemaVersionFile(recordTypes.map(one => (one === type ? each : one))))
      assert.equal(raised.number, own.number + 1, type.type)
      assert.notEqual(raised.checksum, own.checksum)
    }
  }
})

const { tally } = typeOf('timesheet')
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const programme = [
  ...[company('c1'), agency('a1'), connection('c1', 'a1'), project('p1', 'c1'), worker('w1')],
  ...Array.from({ length: 30 }, (_, i) => timesheet(`t${i}`, of, { netHours: 8 })),
]

/** As a later version of a server on the same database. */
const later = { ...schemaVersionOf(recordTypes), number: schemaNumber + 1 }

/** What the connections of such a server are called. */
const serverOf = (pid: number, schema: number) => `muster server ${pid} 1.0.0/${schema} abc here`

test('a server that a newer version does not see answers nothing wrong while that makes its tables otherwise, and takes no writes after', async () => {
  const on = await testDatabase()
  const server = await testServer({ operations, types: recordTypes, on, memory: answerMemory(0) })
  await server.load(programme)
  const key = await server.key('company', ['c1'])
  const another = openDatabase(
    { connection: on.connection },
    { connections: 3, applicationName: serverOf(2, later.number) },
  )
  const mine = openDatabase(
    { connection: on.connection },
    { connections: 1, applicationName: serverOf(1, later.number) },
  )
  await mine.rows(sql`select 1`)
  const newer = otherwise('timesheet', {
    tally: { ...tally!, sums: tally!.sums.slice(1) },
    columns: typeOf('timesheet').columns.map(column =>
      column.name === 'status' ? { ...column, paths: [...column.paths, 'id'] } : column,
    ),
  })
  let [isOver, asked, refused] = [false, 0, 0]
  const asking = (async () => {
    for (; !isOver; asked++) {
      const { status, body } = await server.get(
        `/timesheets/totals?dateField=weekEnding&from=${1000 + asked}-01-01`,
        key,
      )
      assert.deepEqual([status, body.data[0].count], [200, 30], 'added up from the records where need be')
      const list = await server.get(`/timesheets?status=pending&limit=${1 + (asked % 200)}`, key)
      if (list.status === 200) assert.equal(list.body.meta.total, 30)
      else refused++
    }
  })()
  const comesTrue = (promise: string, isSo: () => boolean) =>
    Promise.race([eventually(promise, isSo), asking])
  await comesTrue('some were answered', () => asked >= 3)
  await prepareDatabase(another, newer, { own: later })
  await comesTrue('one was refused', () => refused > 0)
  isOver = true
  await asking
  assert.equal((await server.get('/timesheets?status=pending&limit=3', key)).status, 503)
  assert.equal((await server.get('/timesheets?limit=4', key)).body.meta.total, 30)
  assert.ok(on.readiness.lost().includes('timesheet.status'))

  await assert.rejects(server.load([timesheet('late', of)]), {
    status: 503,
    message: /upgraded by a newer Muster .* Nothing was changed/,
  })
  await assert.rejects(prepareDatabase(mine, recordTypes), /upgraded by a newer Muster/)

  // This process is no later version, whose writes would be let through.
  await another.rows(sql`update schema_version set number = ${schemaNumber}::int`)
  await fillPending(another, newer)
  assert.equal(
    (await server.get('/timesheets/totals?dateField=weekEnding&from=2000-01-09', key)).body.data[0].count,
    30,
  )
  assert.equal((await server.get('/timesheets?status=pending&limit=5', key)).status, 503)
  await mine.close()
  await another.close()
})

test('what another server leaves to be filled is noticed with the next request, and so is that it is filled', async () => {
  const on = await testDatabase()
  const server = await testServer({ operations, types: recordTypes, on, memory: answerMemory(0) })
  await server.load(programme)
  const key = await server.key('company', ['c1'])
  assert.equal((await server.get('/timesheets?status=pending', key)).body.meta.total, 30)
  await server.database.rows(
    sql`update declared set filled = false where type = 'timesheet' and name = 'status'`,
  )
  assert.equal((await server.get('/timesheets?status=pending', key)).status, 503)
  await fillPending(server.database, recordTypes)
  assert.equal((await server.get('/timesheets?status=pending', key)).body.meta.total, 30)
})

test('of two readings of what is filled the later one is kept, whichever is answered first', async () => {
  const { database } = await opened()
  await prepareDatabase(database, recordTypes)
  const [read, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let [begun, isHeld] = [0, false]
  /** An answer that is long on its way. */
  const rows: Database['rows'] = async (...args) => {
    begun++
    const found = await database.rows(...args)
    if (!isHeld || !found.some(row => 'definition' in row)) return found as never
    isHeld = false
    read.resolve()
    await released.promise
    return found as never
  }
  const readiness = await readinessOf({ ...database, rows }, recordTypes)
  const fillStatus = async (filled: boolean) => {
    await database.rows(
      sql`update declared set filled = ${filled} where type = 'timesheet' and name = 'status'`,
    )
    const [row] = await database.rows<{ stamp: string }>(sql`select stamp::text from schema_version`)
    return row!.stamp
  }
  await fillStatus(false)
  isHeld = true
  const early = readiness.refresh()
  await read.promise
  const stamp = await fillStatus(true)
  const before = begun
  const late = readiness.upTo(stamp)
  if (begun > before) await late
  released.resolve()
  await Promise.all([early, late])
  assert.deepEqual([readiness.pending(), readiness.stamp()], [0, stamp])
  await database.close()
})

test('what a declaration wants of the database is worked out once', () => {
  for (const type of recordTypes) assert.equal(requirementsOf(type), requirementsOf(type))
})

test('whoever tidies up after a load does not wait for an index that is being built, which would wait for it', async () => {
  const { database } = await opened(templateDatabase)
  await load(database, recordTypes, ndjson(programme))
  const type = typeOf('timesheet')
  const [index] = requirementsOf(type).filter(want => want.fill.by === 'index')
  await database.rows(sql`drop index ${name(index!.name)}`)
  await database.rows(
    sql`update declared set filled = false where type = 'timesheet' and name = ${index!.name}`,
  )
  const writing = await database.session()
  await writing.script('begin; lock table timesheet in row exclusive mode')
  const building = fillPending(database, recordTypes)
  const phase = async () =>
    (
      await database.rows<{ phase: string }>(
        sql`select phase from pg_stat_progress_create_index where datname = current_database()`,
      )
    )[0]?.phase
  await eventually('it waits for writers', async () => (await phase()) === 'waiting for writers before build')
  await tidyTables(database, type, Number.POSITIVE_INFINITY)
  assert.equal(await phase(), 'waiting for writers before build')
  await writing.script('commit')
  await writing.release()
  await building
  assert.equal((await prepareDatabase(database, recordTypes)).pending(), 0)
  await database.close()
})

/** Tests of other files take locks on the same PostgreSQL, in databases of their own. */
const isOurs = sql`database = (select oid from pg_database where datname = current_database())`

/** Two types of whose tables a new shape drops so many indexes. */
const [first, second] = [typeOf('timesheet'), typeOf('invoice')]
const reshaped = (dropped: number) =>
  recordTypes.map(type =>
    type === first || type === second ? { ...type, indexes: type.indexes.slice(dropped) } : type,
  )

test('a server that starts with other tables ends no load and no reader that uses them the other way round', async () => {
  const { database } = await opened(templateDatabase)
  const places = [first, second].map(type => recordTypes.indexOf(type))
  const [former, latter] = places[0]! < places[1]! ? [first, second] : [second, first]
  const lockedBy = async (mode: string) => {
    const rows = await database.rows<{ pid: number }>(
      sql`select pid from pg_locks where ${isOurs} and not granted and (mode = ${mode} or locktype = 'advisory')`,
    )
    return rows.length > 0
  }
  for (const [round, mode] of ['row exclusive', 'access share'].entries()) {
    const other = await database.session()
    const used = other.transaction(async tx => {
      if (mode === 'row exclusive') await lockWriter(tx)
      await tx.script(`lock table ${narrowTable(latter.type)} in ${mode} mode`)
      const starting = prepareDatabase(database, reshaped(round + 1))
      await eventually('the start waits', () => lockedBy('AccessExclusiveLock'))
      // Whoever is to be ended for a deadlock is ended while this waits.
      await tx.script(`lock table ${narrowTable(former.type)} in ${mode} mode`)
      return { starting }
    })
    await (await used).starting
    await other.release()
  }
  await database.close()
})

test('a server that starts holds nothing that a writer wants while it waits for it, and says that it waits', async () => {
  const { database, connection } = await opened(templateDatabase)
  const starter = openDatabase({ connection }, { connections: 3, applicationName: 'starter' })
  await load(database, recordTypes, ndjson(programme))
  const placed = recordTypes.flatMap(({ type, columns }) =>
    columns.flatMap(({ name, split }) =>
      split && !split.rest ? [{ type, column: name, places: split.items }] : [],
    ),
  )
  const [{ type, column, places } = assert.fail('no type has places of owners')] = placed
  const table = narrowTable(type)
  // As an earlier version wrote it.
  await database.rows(sql`
    insert into ${name(table)} (id, nanoid, label, mentions, ${name(column)}) values ('x', 'x', '{}', '{}', '{c1}')`)
  const last = recordTypes.findLast(({ indexes }) => indexes.length > 0)!
  assert.ok(recordTypes.indexOf(last) > recordTypes.findIndex(each => each.type === type))
  const types = otherwise(last.type, { indexes: last.indexes.slice(1) })
  const said = Promise.withResolvers<string>()
  const starting = await database.transaction(async tx => {
    await lockWriter(tx)
    const starting = prepareDatabase(starter, types, { say: said.resolve })
    assert.match(await Promise.race([said.promise, starting.then(() => 'nothing')]), /^Waiting for others/)
    const waits = () =>
      database.rows(sql`select 1 from pg_locks where ${isOurs} and not granted and locktype = 'advisory'`)
    await eventually('the start waits', async () => (await waits()).length > 0)
    await tx.rows(sql`select set_config('lock_timeout', '300ms', true)`)
    await tx.rows(sql`update declared set watermark = 'x' where type = ${type} and name = ${places[0]!}`)
    return { starting }
  })
  assert.ok((await starting.starting).pending() > 0)
  await Promise.all([starter.close(), database.close()])
})

test('a server that starts with another mark waits for a dry run, and not for a view that somebody keeps', async () => {
  const { database, connection } = await opened(templateDatabase)
  const starter = openDatabase({ connection }, { connections: 3, applicationName: 'starter' })
  const type = recordTypes.find(hasSpans)!
  await database.rows(
    sql`update declared set definition = 'edition 0' where type = ${type.type} and name = ${spansColumn}`,
  )
  const dryRun = await openRehearsal(database, recordTypes)
  await dryRun.willWrite([type.type])
  const said = Promise.withResolvers<string>()
  const starting = prepareDatabase(starter, recordTypes, { say: said.resolve })
  assert.match(await Promise.race([said.promise, starting.then(() => 'nothing')]), /^Waiting for others/)
  await dryRun.end()
  assert.ok((await starting).pending() > 0)

  await database.rows(sql`create view kept as select ${name(spansColumn)} from ${name(textTable(type.type))}`)
  await database.rows(
    sql`update declared set definition = 'edition 0' where type = ${type.type} and name = ${spansColumn}`,
  )
  await assert.rejects(prepareDatabase(starter, recordTypes), { code: '2BP01' })
  await Promise.all([starter.close(), database.close()])
})

test('loads go on while servers of two shapes start again and again', async () => {
  const { database, connection } = await opened(templateDatabase)
  const starter = openDatabase({ connection }, { connections: 3, applicationName: 'starter' })
  let isOver = false
  const loading = (async () => {
    for (let round = 0; !isOver; round++) {
      const lines = [
        ...programme,
        { ...sampleOf('region') },
        timesheet(`more${round}`, of, { netHours: round }),
      ]
      assert.equal((await load(database, recordTypes, ndjson(lines))).rejected, 0)
    }
  })()
  const starting = (async () => {
    for (let round = 0; round < 6; round++) {
      const types = reshaped((round + 1) % 2)
      await prepareDatabase(starter, types)
      await fillPending(starter, types)
    }
  })()
  await Promise.race([starting, loading])
  isOver = true
  await Promise.all([starting, loading])
  await Promise.all([starter.close(), database.close()])
})
