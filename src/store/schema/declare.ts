// Brings the record tables up to the declarations: what is new is added empty, at once, and noted as not filled yet.
import { setTimeout as wait } from 'node:timers/promises'
import type { RecordType } from '../../record-types/record-type.ts'
import { version } from '../../settings/version.ts'
import { type Database, type Statements, schema, type Transaction } from '../database/database.ts'
import { givingWay, type Quiet } from '../database/giving-way.ts'
import { locks } from '../database/locks.ts'
import { isServedByOthers } from '../database/servers.ts'
import { name, sql } from '../database/sql.ts'
import { narrowTable } from '../records/tables.ts'
import { databaseFunctions } from './functions.ts'
import { dropIndex } from './indexes.ts'
import { DatabaseTooNew } from './migrate.ts'
import { type Readiness, readinessOf } from './readiness.ts'
import { isOwnSchema, newerSchema, type SchemaVersion, schemaVersionOf } from './schema-version.ts'
import { runAll, type Wanted } from './wanted.ts'
import { createTables, wantedBy } from './wanted-by.ts'

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
        return was !== undefined && was !== want.definition && !want.isOptional
          ? [[type.type, want.name]]
          : []
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
  if (wanted.some(want => known.get(want.name) !== want.definition)) await quiet()
  for (const want of wanted) {
    if (known.get(want.name) === want.definition) continue
    await want.add?.(tx, !known.has(want.name))
    await note(tx, type.type, want, false)
  }
  for (const { name, split } of type.columns)
    if (split && !split.rest) await fillAgain(tx, type.type, name, split.items, quiet)
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
    await dropIndex(tx, index)
    await tx.rows(sql`delete from declared where type = ${type} and name = ${index}`)
  }
}

async function note(tx: Statements, type: string, want: Wanted, filled: boolean): Promise<void> {
  await tx.rows(sql`
    insert into declared (type, name, definition, filled) values (${type}, ${want.name}, ${want.definition}, ${filled})
    on conflict (type, name) do update set definition = excluded.definition, filled = excluded.filled, watermark = ''`)
}
