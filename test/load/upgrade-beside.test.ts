// A newer version beside an older one on one database: it adds and changes nothing, keeps what is new closed, and opens it when
// the older servers are gone, which are refused from then on. What nothing wants any more goes then.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { load } from '../../src/load/load.ts'
import type { RecordType } from '../../src/record-types/record-type.ts'
import { nodeOf } from '../../src/shape/shape.ts'
import { fillPending } from '../../src/store/schema/fill.ts'
import { refuseUnknown } from '../../src/store/schema/known-properties.ts'
import { completeUpgrade, prepareDatabase, schemaForCommand } from '../../src/store/schema/prepare.ts'
import { requirementsOf } from '../../src/store/schema/requirements.ts'
import {
  type SchemaVersion,
  schemaState,
  schemaVersionOf,
  upgradeIn,
} from '../../src/store/schema/schema-version.ts'
import { withdrawRequirements } from '../../src/store/schema/withdrawn.ts'
import { newDatabase } from '../support/database.ts'
import { agency, company, connection, project, timesheet, worker } from '../support/lines.ts'
import { ndjson } from '../support/server.ts'

const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const programme = [
  ...[company('c1'), agency('a1'), connection('c1', 'a1'), project('p1', 'c1'), worker('w1')],
  ...Array.from({ length: 3 }, (_, at) => timesheet(`t${at}`, of, { netHours: 8 })),
]
const typeOf = (types: readonly RecordType[], type: string) => types.find(one => one.type === type)!
const changed = (type: string, change: (type: RecordType) => Partial<RecordType>) =>
  recordTypes.map(one => (one.type === type ? { ...one, ...change(one) } : one))

/** A version that has no column for the status of timesheets, and none in its tally. */
const status = 'status'
const withoutStatus = changed('timesheet', ({ columns, indexes, tally }) => ({
  columns: columns.filter(({ name }) => name !== status),
  indexes: indexes.filter(one => ![...one.columns, ...one.carries].includes(status)),
  tally: { ...tally!, by: tally!.by.filter(name => name !== status) },
}))
const own = schemaVersionOf(recordTypes)
const olderOf = (types: readonly RecordType[]): SchemaVersion => ({
  ...schemaVersionOf(types),
  number: own.number - 1,
})

/** Of one installation, with as many connections as there are servers of it. */
async function installation(types: readonly RecordType[]) {
  const place = await newDatabase()
  let pid = 0
  const server = async (schema: number) => {
    const applicationName = `muster server ${++pid} 1.0.0/${schema} abc here`
    const database = openDatabase({ connection: place }, { connections: 2, applicationName })
    await database.rows(sql`select 1`)
    return database
  }
  const older = await server(own.number - 1)
  await prepareDatabase(older, types, { own: olderOf(types) })
  return { older, server }
}

/** All that older servers go by. */
const declaredIn = (database: Database) =>
  database.rows(sql`select type, name, definition, filled from declared order by 1, 2`)
const columnsIn = (database: Database, table: string) =>
  database.rows(sql`
    select attname::text as name from pg_attribute where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped
    order by 1`)

test('beside an older server a newer one adds what it writes, and says so; what is new is closed until the older is gone', async () => {
  const { older, server } = await installation(withoutStatus)
  const before = await declaredIn(older)
  const newer = await server(own.number)
  const said: string[] = []
  const readiness = await prepareDatabase(newer, recordTypes, { say: line => said.push(line) })
  assert.match(
    said.join('\n'),
    new RegExp(
      `^Servers of an older version .*schema ${own.number - 1}, on here, process 1.*: this one .*starts beside them`,
    ),
  )
  assert.deepEqual(await declaredIn(older), before, 'for the older one nothing has changed')
  assert.deepEqual([readiness.isAhead(), readiness.lost()], [true, []])
  assert.equal(readiness.isReady('timesheet', status), false)
  assert.equal(readiness.isReady('timesheet', 'project_id'), true)
  assert.equal(readiness.isReady('timesheet', 'timesheet_tally'), false, 'it is added up from the records')
  assert.equal((await upgradeIn(older))?.number, own.number)

  assert.equal((await schemaState(older, withoutStatus, olderOf(withoutStatus))).is, 'own')
  const again = await prepareDatabase(older, withoutStatus, { own: olderOf(withoutStatus) })
  assert.deepEqual(
    [again.pending(), await declaredIn(older)],
    [0, before],
    'an older one that starts again undoes nothing',
  )
  assert.equal((await schemaForCommand(newer, recordTypes)).isAhead(), true)
  assert.equal((await schemaForCommand(older, withoutStatus, olderOf(withoutStatus))).pending(), 0)

  await load(newer, recordTypes, ndjson(programme))
  assert.equal(await completeUpgrade(newer, recordTypes), false, 'as long as the older one runs')
  await older.close()
  assert.equal(await completeUpgrade(newer, recordTypes), true)
  await readiness.refresh()
  assert.equal(readiness.isReady('timesheet', status), false)
  await fillPending(newer, recordTypes)
  assert.equal(await readiness.refresh(), 0)
  assert.equal((await newer.rows(sql`select 1 from timesheet where status = 'pending'`)).length, 3)
  assert.equal(await upgradeIn(newer), undefined)
  const late = await server(own.number - 1)
  await assert.rejects(
    prepareDatabase(late, withoutStatus, { own: olderOf(withoutStatus) }),
    /This database was (upgraded|made) by a newer Muster/,
  )
  await Promise.all([late.close(), newer.close()])
})

test('a version that would make something otherwise, or that is too new, says so beside an older server and does nothing', async () => {
  const { older, server } = await installation(recordTypes)
  const otherwise = changed('timesheet', ({ columns }) => ({
    columns: columns.map(one => (one.name === status ? { ...one, paths: [...one.paths, 'id'] } : one)),
  }))
  const newer = await server(own.number)
  const before = await declaredIn(older)
  const nothing =
    /cannot run beside the servers of this database .*process 1\), as it (makes timesheet status otherwise|runs beside schema \d+ or newer): stop them first, then start this one; nothing was changed$/
  await assert.rejects(
    prepareDatabase(newer, otherwise, { own: { ...schemaVersionOf(otherwise), number: own.number } }),
    nothing,
  )
  await assert.rejects(prepareDatabase(newer, recordTypes, { own: { ...own, beside: own.number } }), nothing)
  assert.deepEqual([await declaredIn(older), await upgradeIn(older)], [before, undefined])
  await older.close()
  assert.equal(
    (await prepareDatabase(newer, otherwise, { own: schemaVersionOf(otherwise) })).isReady(
      'timesheet',
      status,
    ),
    false,
  )
  await newer.close()
})

test('what an older version no longer needs to find goes with it, and not before', async () => {
  const { older, server } = await installation(recordTypes)
  await load(older, recordTypes, ndjson(programme))
  await older.script(`create function given_up() returns integer language sql as 'select 1'`)
  await older.rows(
    sql`insert into declared (type, name, definition, filled) values ('database', 'given_up', 'function', true)`,
  )
  const there = async (database: Database) => {
    const columns = (await columnsIn(database, 'timesheet')).map(({ name }) => name)
    const [functions] = await database.rows<{ there: boolean }>(
      sql`select exists (select 1 from pg_proc where proname = 'given_up') as there`,
    )
    const indexes = await database.rows(sql`
      select 1 from pg_index where indrelid = 'timesheet'::regclass and pg_get_indexdef(indexrelid) ~ '\\mstatus\\M'`)
    return { column: columns.includes(status), function: functions!.there, index: indexes.length > 0 }
  }
  const newer = await server(own.number)
  const version = schemaVersionOf(withoutStatus)
  await prepareDatabase(newer, withoutStatus, { own: version })
  assert.deepEqual(await there(older), { column: true, function: true, index: true })
  await older.close()
  assert.equal(await completeUpgrade(newer, withoutStatus, { own: version }), true)
  assert.deepEqual(await there(newer), { column: false, function: false, index: false })
  const left = await newer.rows(
    sql`select 1 from declared where name = ${status} and type = 'timesheet' or name = 'given_up'`,
  )
  assert.deepEqual(left, [])
  assert.deepEqual(await newer.rows(sql`select 1 from pg_proc where proname = 'gate'`), [{ '?column?': 1 }])
  await newer.close()
})

test('a Part, whose texts are nowhere else, stays where nothing declares it any more', async () => {
  const { older } = await installation(recordTypes)
  const type = recordTypes.find(({ parts }) => parts.length > 0)!
  const without = { ...type, parts: [] }
  const known = new Map(requirementsOf(type).map(one => [one.name, one.definition]))
  await older.transaction(tx => withdrawRequirements(tx, without, known, async () => {}, false))
  const columns = await columnsIn(older, `${type.type}_part`)
  assert.ok(columns.some(({ name }) => String(name).startsWith('part_')))
  await older.close()
})

test('properties that the older version does not know are not stored beside it, and empty ones are', async () => {
  const { properties } = nodeOf(typeOf(recordTypes, 'timesheet').record)
  const { netHours: _, ...known } = properties!
  const before = changed('timesheet', ({ record }) => ({ record: { ...record, properties: known } as never }))
  const { older, server } = await installation(before)
  const newer = await server(own.number)
  await prepareDatabase(newer, recordTypes)
  const entry = (record: object) => [{ type: { type: 'timesheet' }, stored: { record, facts: {} } as never }]
  await refuseUnknown(newer, entry({ id: 't1', netHours: null }), recordTypes)
  await assert.rejects(refuseUnknown(newer, entry({ id: 't1', netHours: 8 }), recordTypes), {
    status: 503,
    message: /^netHours of timesheet came with this version of Muster/,
  })
  await assert.rejects(refuseUnknown(newer, [{ ...entry({})[0]!, type: { type: 'later' } }], recordTypes), {
    message: /^Records of type later came/,
  })
  await load(newer, recordTypes, ndjson(programme.slice(0, 5)))
  await assert.rejects(load(newer, recordTypes, ndjson(programme)), { status: 503 })
  await older.close()
  await completeUpgrade(newer, recordTypes)
  assert.equal((await load(newer, recordTypes, ndjson(programme))).rejected, 0)
  await newer.close()
})

test('rows beside records that only got a column stay in use while it comes', async () => {
  const worker = typeOf(recordTypes, 'worker')
  const before = changed('worker', ({ children }) => ({
    children: children.map(child =>
      child.name === 'identity'
        ? { ...child, edition: 2, since: {}, columns: child.columns.filter(({ name }) => !child.since[name]) }
        : child,
    ),
  }))
  const [column] = requirementsOf(worker).filter(({ name }) => name.startsWith('worker_identity.'))
  assert.ok(column, 'the identity of workers has a column that came later')
  const { older, server } = await installation(before)
  await load(older, before, ndjson(programme))
  const newer = await server(own.number)
  const readiness = await prepareDatabase(newer, recordTypes)
  const ready = () => ['worker_identity', column.name].map(name => readiness.isReady('worker', name))
  assert.deepEqual(ready(), [true, false])
  await load(
    newer,
    recordTypes,
    ndjson([{ type: 'worker', record: { ...programme[4]!.record, name: 'Ada Two' } }]),
  )
  await older.close()
  await completeUpgrade(newer, recordTypes)
  await readiness.refresh()
  assert.deepEqual(ready(), [true, false])
  await fillPending(newer, recordTypes)
  await readiness.refresh()
  assert.deepEqual(ready(), [true, true])
  await newer.close()
})

test('a version between the two that are upgraded from and to is refused', async () => {
  const { older, server } = await installation(recordTypes)
  const newest = await server(own.number + 1)
  await prepareDatabase(newest, recordTypes, { own: { ...own, number: own.number + 1 } })
  const between = await server(own.number)
  await assert.rejects(prepareDatabase(between, recordTypes), /is being upgraded to another Muster/)
  await Promise.all([older, newest, between].map(each => each.close()))
})
