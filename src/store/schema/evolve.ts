// Brings the record tables up to the declarations. What is new is added empty at once, filled from the stored
// records in batches with a watermark, and indexed without locking; until then only requests that use it wait.

import { setTimeout as wait } from 'node:timers/promises'
import { grantsColumnName } from '../../access/ownership.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { version } from '../../settings/version.ts'
import { type Database, type Statements, schema, type Transaction } from '../database/database.ts'
import { givingWay, type Quiet } from '../database/giving-way.ts'
import { locks } from '../database/locks.ts'
import { isServedByOthers, tryLock } from '../database/servers.ts'
import { join, name, type Sql, sql } from '../database/sql.ts'
import { refreshGrants } from '../records/grants.ts'
import { readRows, rowMaker, unsplit, writeRows } from '../records/record-rows.ts'
import {
  asTexts,
  columnSql,
  createParts,
  createTables,
  formerIndex,
  narrowTable,
  partTable,
  spansColumn,
  textTable,
  type Wanted,
  wantedBy,
} from '../records/tables.ts'
import { databaseFunctions } from './functions.ts'
import { tidy } from './maintenance.ts'
import { DatabaseTooNew } from './migrate.ts'
import { isNeeded, type Readiness, readinessOf, unfilledOf } from './readiness.ts'
import { isOwnSchema, newerSchema, type SchemaVersion, schemaVersionOf } from './schema-version.ts'
import { lockWriter } from './writer-lock.ts'

const batchRows = 1000

/** Requests that were let in before others were told have ended by then. */
const noticeMs = 2_000
const beingChanged = 'being changed'

/** Creates what is missing, empty; quick. What still has to be filled or built is pending. Only a server that starts does
 * it, and a restore, which has the database to itself. A database of a newer version is refused. */
export async function declare(
  database: Database,
  types: readonly RecordType[],
  own: SchemaVersion = schemaVersionOf(types),
  say?: (line: string) => void,
): Promise<Readiness> {
  if (await announce(database, types, own)) await wait(noticeMs)
  await givingWay(
    database,
    async (tx, quiet) => {
      const known = await begun(tx, types, own)
      await tx.rows(sql`create extension if not exists pg_trgm`)
      const isOther = !(await isOwnSchema(tx, own))
      if (isOther) {
        await quiet()
        await tx.script(databaseFunctions)
      }
      for (const type of types) await declareType(tx, type, known.get(type.type), quiet)
      if (isOther)
        await tx.rows(sql`
          update schema_version set number = ${own.number}::int, checksum = ${own.checksum}, muster = ${version}`)
    },
    say,
  )
  return readinessOf(database, types)
}

/** One server declares at a time. */
async function begun(tx: Statements, types: readonly RecordType[], own: SchemaVersion): Promise<Known> {
  await tx.rows(sql`select pg_advisory_xact_lock(${locks.declare})`)
  const newer = await newerSchema(tx, own.number)
  if (newer) throw new DatabaseTooNew(newer)
  return declaredIn(tx, types)
}

/** Other servers are told first of what is about to be made anew, so that they answer nothing from it half made. */
async function announce(
  database: Database,
  types: readonly RecordType[],
  own: SchemaVersion,
): Promise<boolean> {
  return database.transaction(async tx => {
    const known = await begun(tx, types, own)
    if (!(await isServedByOthers(tx))) return false
    const redone = types.flatMap(type =>
      wantedBy(type).flatMap(want => {
        const was = known.get(type.type)?.get(want.name)
        return was !== undefined && was !== want.definition && isNeeded(want) ? [[type.type, want.name]] : []
      }),
    )
    if (redone.length === 0) return false
    await tx.rows(sql`
      update declared d set definition = ${beingChanged}, filled = false, watermark = ''
      from unnest(${redone.map(([type]) => type!)}::text[], ${redone.map(([, name]) => name!)}::text[]) r(type, name)
      where d.type = r.type and d.name = r.name`)
    return true
  })
}

type Known = Map<string, Map<string, string>>

/** Definitions by name, of those types that have their tables. */
async function declaredIn(tx: Statements, types: readonly RecordType[]): Promise<Known> {
  const tables = await tx.rows<{ found: string }>(sql`
    select relname as found from pg_class where relnamespace = to_regnamespace(${schema}) and relkind = 'r'`)
  const found = new Set(tables.map(row => row.found))
  const made = types.filter(({ type }) => found.has(narrowTable(type)))
  const known = new Map(made.map(({ type }) => [type, new Map<string, string>()]))
  const rows = await tx.rows<{ type: string; name: string; definition: string }>(
    sql`select type, name, definition from declared`,
  )
  for (const row of rows) known.get(row.type)?.set(row.name, row.definition)
  return known
}

async function declareType(
  tx: Transaction,
  type: RecordType,
  known: ReadonlyMap<string, string> | undefined,
  quiet: Quiet,
): Promise<void> {
  const wanted = wantedBy(type)
  if (!known) {
    await quiet()
    await runAll(tx, createTables(type))
    for (const want of wanted) await note(tx, type.type, want, true)
    return
  }
  const isLaidOut = wanted.every(want => want.kind !== 'layout' || known.has(want.name))
  if (wanted.some(want => known.get(want.name) !== want.definition)) await quiet()
  if (!isLaidOut) await moveParts(tx, type.type)
  for (const want of wanted) {
    if (known.get(want.name) === want.definition) continue
    if (want.kind === 'column' && !known.has(want.name))
      await addColumn(tx, want.table, want.name, want.sqlType)
    if (want.kind === 'place') await addColumn(tx, narrowTable(type.type), want.name, 'tid')
    if (want.kind === 'part') await addPart(tx, type.type, want.name)
    if (want.kind === 'spans') await addSpans(tx, textTable(type.type))
    if (want.kind === 'layout')
      await tx.script(`alter table ${name(want.name).compile().text} set (${want.definition})`)
    if (want.kind === 'child' || want.kind === 'tally') await makeAgain(tx, want)
    if (want.kind === 'places') await keepAnew(tx, want)
    if (want.kind === 'index' && known.has(want.name)) await setAside(tx, want.name)
    await note(tx, type.type, want, false)
  }
  for (const column of type.columns)
    if (column.places && !column.more) await fillAgain(tx, type.type, column.name, column.places, quiet)
  await forgetIndexes(tx, type.type, known, wanted, quiet)
}

/** An earlier version that ran meanwhile wrote rows without the places of their owners: no list would have them. */
async function fillAgain(
  tx: Statements,
  type: string,
  column: string,
  places: readonly string[],
  quiet: Quiet,
): Promise<void> {
  const isWrong = sql`type = ${type} and name = any(${places}::text[]) and filled and exists (
      select 1 from ${name(narrowTable(type))} s where s.${name(places[0]!)} is null and s.${name(column)} <> '{}')`
  if ((await tx.rows(sql`select 1 from declared where ${isWrong} limit 1`)).length === 0) return
  await quiet()
  await tx.rows(sql`update declared set filled = false, watermark = '' where ${isWrong}`)
}

/** An index that is to be built differently serves under another name until the new one is there. */
async function setAside(tx: Statements, index: string): Promise<void> {
  if (!(await isValid(tx, index))) return void (await tx.rows(sql`drop index if exists ${name(index)}`))
  await tx.rows(sql`drop index if exists ${name(formerIndex(index))}`)
  await tx.rows(sql`alter index ${name(index)} rename to ${name(formerIndex(index))}`)
}

/** Undefined where there is no such index; one whose building was cut short is invalid. */
async function isValid(db: Statements, index: string): Promise<boolean | undefined> {
  const [found] = await db.rows<{ valid: boolean }>(
    sql`select i.indisvalid as valid from pg_index i where i.indexrelid = to_regclass(${index})`,
  )
  return found?.valid
}

/** Indexes that nothing declares any more only make writing slower. */
async function forgetIndexes(
  tx: Statements,
  type: string,
  known: ReadonlyMap<string, string>,
  wanted: readonly Wanted[],
  quiet: Quiet,
): Promise<void> {
  for (const [index, definition] of known) {
    if (!definition.startsWith('create index') || wanted.some(want => want.name === index)) continue
    await quiet()
    for (const each of [index, formerIndex(index)]) await tx.rows(sql`drop index if exists ${name(each)}`)
    await tx.rows(sql`delete from declared where type = ${type} and name = ${index}`)
  }
}

async function addColumn(tx: Statements, table: string, column: string, type: string): Promise<void> {
  await tx.rows(sql`alter table ${name(table)} add column if not exists ${columnSql(column, type)}`)
}

/** Emptied, as spans of other marks would be wrong. */
async function addSpans(tx: Statements, table: string): Promise<void> {
  await tx.rows(sql`alter table ${name(table)} drop column if exists ${name(spansColumn)}`)
  await addColumn(tx, table, spansColumn, 'text')
  await runAll(tx, asTexts(table, [spansColumn]))
}

async function addPart(tx: Statements, type: string, column: string): Promise<void> {
  const table = partTable(type)
  const [found] = await columnsIn(tx, table)
  if (!found) return runAll(tx, createParts(type, [column]))
  await addColumn(tx, table, column, 'text')
  await runAll(tx, asTexts(table, [column]))
}

/** Earlier versions kept Parts in the rows of the texts. They move at once, so that nobody has to look in two
 * places. */
async function moveParts(tx: Transaction, type: string): Promise<void> {
  const texts = textTable(type)
  const parts = (await columnsIn(tx, texts)).filter(column => column.startsWith('part_'))
  if (parts.length === 0) return
  await lockWriter(tx)
  await runAll(tx, createParts(type, parts))
  const columns = join(parts.map(name), ', ')
  await tx.rows(sql`
    insert into ${name(partTable(type))} (id, ${columns})
    select id, ${columns} from ${name(texts)} where coalesce(${columns}) is not null`)
  for (const part of parts) await tx.rows(sql`alter table ${name(texts)} drop column ${name(part)}`)
}

async function columnsIn(db: Statements, table: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped order by attnum`)
  return rows.map(row => row.name)
}

async function runAll(tx: Statements, statements: readonly Sql[]): Promise<void> {
  for (const statement of statements) await tx.script(statement.compile().text)
}

type Kept = Extract<Wanted, { kind: 'tally' | 'places' }>

async function keepAnew(tx: Statements, want: Kept): Promise<void> {
  await tx.rows(sql`drop function if exists ${name(`keep_${want.name}`)} cascade`)
  await runAll(tx, want.keep)
}

/** Rows beside records that are made differently now are made anew, all of them. */
async function makeAgain(tx: Statements, want: Extract<Wanted, { kind: 'child' | 'tally' }>): Promise<void> {
  await tx.rows(sql`drop table if exists ${name(want.name)}`)
  await runAll(tx, want.create)
  if (want.kind === 'tally') await keepAnew(tx, want)
}

async function note(tx: Statements, type: string, want: Wanted, filled: boolean): Promise<void> {
  await tx.rows(sql`
    insert into declared (type, name, definition, filled) values (${type}, ${want.name}, ${want.definition}, ${filled})
    on conflict (type, name) do update set definition = excluded.definition, filled = excluded.filled, watermark = ''`)
}

/** Fills and builds everything that is pending; any number of processes may call it, one works at a time. */
export async function complete(
  database: Database,
  types: readonly RecordType[],
  stopped: () => boolean = () => false,
): Promise<void> {
  const session = await database.session()
  try {
    if (!(await takeTurn(session, stopped))) return
    for (const type of types) {
      const wanted = await unfilledOf(session, type)
      if (wanted.length === 0) continue
      const laid = wanted.filter(want => want.kind === 'layout')
      const kept = wanted.filter(want => isKept(type, want))
      const filled = wanted.filter(
        want =>
          !kept.includes(want) &&
          ['column', 'mentions', 'place', 'part', 'spans', 'child'].includes(want.kind),
      )
      const again = (wanted: readonly Wanted[], table: string, set: Sql) =>
        writeAgain(database, type, wanted, table, set, stopped)
      // What lies out of line comes into its row, before where it lies is noted.
      if (laid.length > 0) await again(laid, textTable(type.type), sql`record = t.record || ''`)
      if (kept.length > 0) await again(kept, narrowTable(type.type), sql`${opened} = t.${opened}`)
      if (stopped()) return
      if (filled.length > 0) await fill(database, types, type, filled, stopped)
      if (stopped()) return
      for (const want of wanted) if (want.kind === 'tally') await fillTally(database, want)
      for (const want of wanted) if (want.kind === 'index') await build(session, want)
      await settle(session, type, wanted)
      // What every row was written again for is known to nobody who plans by it, and to no count, until it is tidied. A load
      // that ended while an index was built has left it to this.
      if (wanted.some(want => want.kind !== 'tally')) await tidy(database, type, Number.POSITIVE_INFINITY)
    }
  } finally {
    await session.release()
  }
}

const settle = (db: Statements, type: RecordType, wanted: readonly Wanted[]) =>
  updateDeclared(db, type, wanted, sql`filled = true`)
const advance = (db: Statements, type: RecordType, wanted: readonly Wanted[], last: string) =>
  updateDeclared(db, type, wanted, sql`watermark = ${last}`)

/** Only of what is still declared so: another version may have declared its own meanwhile. */
async function updateDeclared(
  db: Statements,
  type: RecordType,
  wanted: readonly Wanted[],
  set: Sql,
): Promise<void> {
  const [names, definitions] = [wanted.map(want => want.name), wanted.map(want => want.definition)]
  await db.rows(sql`
    update declared d set ${set} from unnest(${names}::text[], ${definitions}::text[]) w(name, definition)
    where d.type = ${type.type} and d.name = w.name and d.definition = w.definition`)
}

/** Asks again and again: to wait inside PostgreSQL would block the building of an index without end. */
async function takeTurn(session: Statements, stopped: () => boolean): Promise<boolean> {
  while (!stopped()) {
    if (await tryLock(session, locks.fill)) return true
    await wait(200)
  }
  return false
}

/** Writes every record's row once more, with the columns and parts that are new. */
async function fill(
  database: Database,
  types: readonly RecordType[],
  type: RecordType,
  wanted: readonly Wanted[],
  stopped: () => boolean,
): Promise<void> {
  const make = rowMaker(type)
  const moved = wanted.some(want => want.kind === 'part')
  // Writing a text changes its place.
  const text = moved || wanted.some(want => want.kind === 'spans')
  const narrow = text || wanted.some(({ kind }) => ['column', 'mentions', 'place'].includes(kind))
  const children = wanted.some(want => want.kind === 'child')
  // Most records have none and stay as they are.
  const onlySpans = wanted.every(want => want.kind === 'spans')
  const names = wanted.map(want => want.name)
  let after: string | undefined = await watermark(database, type, names)
  while (after !== undefined && !stopped()) {
    const from: string = after
    after = await database.transaction(async tx => {
      await lockWriter(tx)
      const found = await tx.rows<{ id: string }>(
        sql`select id from ${name(narrowTable(type.type))} where id > ${from} order by id limit ${batchRows}::int`,
      )
      const rows = await readRows(
        tx,
        type,
        found.map(row => row.id),
      )
      const made = [...rows.values()]
        .map(row => make(row.id, row.nanoid, unsplit(type, row)))
        .filter(row => !onlySpans || row.spans != null)
      await writeRows(
        tx,
        type,
        made.map(row => ({ row, fresh: false, narrow, text, parts: moved, children })),
      )
      if (narrow)
        await refreshGrants(
          tx,
          types,
          type,
          made.map(row => row.id),
        )
      const last = found.at(-1)?.id
      if (last === undefined) return undefined
      await advance(tx, type, wanted, last)
      return last
    })
  }
}

/** What the database itself sets where it is written whom a record is open to. */
const isKept = ({ columns }: RecordType, want: Wanted) =>
  want.kind === 'places' ||
  columns.some(({ places = [], more }) => more && [...places, more].includes(want.name))

const opened = name(grantsColumnName)

/** Writes every row of a table once more, as it is. */
async function writeAgain(
  database: Database,
  type: RecordType,
  wanted: readonly Wanted[],
  table: string,
  set: Sql,
  stopped: () => boolean,
): Promise<void> {
  const rows = name(table)
  const names = wanted.map(want => want.name)
  let after: string | null = await watermark(database, type, names)
  while (after !== null && !stopped()) {
    const from: string = after
    after = await database.transaction(async tx => {
      await lockWriter(tx)
      const [row] = await tx.rows<{ last: string | null }>(sql`
        with next as (select id from ${rows} where id > ${from} order by id limit ${batchRows}::int),
        written as (update ${rows} t set ${set} from next where t.id = next.id returning t.id)
        select max(id collate "C") as last from written`)
      const { last } = row!
      if (last !== null) await advance(tx, type, wanted, last)
      return last
    })
  }
}

/** Rows written since it was made are in it already; it is emptied, so that they are not counted twice. */
async function fillTally(database: Database, want: Extract<Wanted, { kind: 'tally' }>): Promise<void> {
  await database.transaction(async tx => {
    await lockWriter(tx)
    await tx.rows(sql`truncate ${name(want.name)}`)
    await tx.rows(want.fill)
  })
}

async function watermark(db: Statements, type: RecordType, names: readonly string[]): Promise<string> {
  const [row] = await db.rows<{ low: string | null }>(
    sql`select min(watermark collate "C") as low from declared where type = ${type.type} and name = any(${names}::text[])`,
  )
  return row?.low ?? ''
}

async function build(session: Statements, want: Extract<Wanted, { kind: 'index' }>): Promise<void> {
  const run = (statement: Sql) => session.script(statement.compile().text)
  const valid = await isValid(session, want.name)
  if (valid === false) await run(sql`drop index concurrently ${name(want.name)}`)
  if (!valid) await run(want.create(true))
  await run(sql`drop index concurrently if exists ${name(formerIndex(want.name))}`)
}
