// Makes sure of the tables before anything else: a server that starts brings them up to date, a command only checks them.
// What declarations add to the record tables is there at once, empty, and noted as not filled yet.
import { setTimeout as wait } from 'node:timers/promises'
import type { RecordType } from '../../record-types/record-type.ts'
import { version } from '../../settings/version.ts'
import { type Database, runAll, type Statements, type Transaction } from '../database/database.ts'
import { givingWay, type Quiet } from '../database/giving-way.ts'
import { HomeProblem } from '../database/home.ts'
import { locks } from '../database/locks.ts'
import { isServedByOthers } from '../database/servers.ts'
import { name, sql } from '../database/sql.ts'
import { narrowTable } from '../records/tables.ts'
import { dropIndex } from './indexes.ts'
import { DatabaseTooNew, databaseFunctions, migrate, tablesIn } from './migrate.ts'
import { type Readiness, readinessOf } from './readiness.ts'
import type { Requirement } from './requirement.ts'
import { createTables, requirementsOf } from './requirements.ts'
import { type SchemaVersion, schemaState, schemaVersionOf } from './schema-version.ts'

/** For a server that starts: tables as this version declares them; quick, and safe for several processes at once. */
export async function prepare(
  database: Database,
  types: readonly RecordType[],
  own?: SchemaVersion,
  say?: (line: string) => void,
): Promise<Readiness> {
  await migrate(database, say)
  return declareTables(database, types, own, say)
}

/** For a command: it changes no tables. Those of another version are refused; a database without any gets them. */
export async function schemaForCommand(
  database: Database,
  types: readonly RecordType[],
  own?: SchemaVersion,
): Promise<Readiness> {
  const state = await schemaState(database, types, own)
  if ('why' in state) throw new HomeProblem(state.why)
  return state.is === 'none' ? prepare(database, types, own) : readinessOf(database, types)
}

/** Requests that were let in before others were told have ended by then. */
const noticeMs = 2_000
const beingChanged = 'being changed'

/** Creates what is missing, empty; quick. What still has to be filled or built is pending. Only a server that starts does
 * it, and a restore, which has the database to itself. A database of a newer version is refused. */
export async function declareTables(
  database: Database,
  types: readonly RecordType[],
  own: SchemaVersion = schemaVersionOf(types),
  say?: (line: string) => void,
): Promise<Readiness> {
  if (await announce(database, types, own)) await wait(noticeMs)
  await givingWay(
    database,
    async (tx, quiet) => {
      const { known, isOther } = await beginDeclaring(tx, types, own)
      await tx.rows(sql`create extension if not exists pg_trgm`)
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

/** One server declares at a time. `known` has definitions by name, of those types that have their tables. */
async function beginDeclaring(tx: Statements, types: readonly RecordType[], own: SchemaVersion) {
  await tx.rows(sql`select pg_advisory_xact_lock(${locks.declare})`)
  const state = await schemaState(tx, types, own)
  if (state.is === 'newer') throw new DatabaseTooNew(state.why)
  const tables = new Set(await tablesIn(tx))
  const created = types.filter(({ type }) => tables.has(narrowTable(type)))
  const known = new Map(created.map(({ type }) => [type, new Map<string, string>()]))
  const rows = await tx.rows<{ type: string; name: string; definition: string }>(
    sql`select type, name, definition from declared`,
  )
  for (const row of rows) known.get(row.type)?.set(row.name, row.definition)
  return { known, isOther: state.is !== 'own' }
}

/** Other servers are told first of what is about to be made anew, so that they answer nothing from it half made. */
async function announce(
  database: Database,
  types: readonly RecordType[],
  own: SchemaVersion,
): Promise<boolean> {
  return database.transaction(async tx => {
    const { known } = await beginDeclaring(tx, types, own)
    if (!(await isServedByOthers(tx))) return false
    const redone = types.flatMap(each =>
      requirementsOf(each).flatMap(({ name, definition, isOptional }) => {
        const former = known.get(each.type)?.get(name)
        return former !== undefined && former !== definition && !isOptional ? [{ type: each.type, name }] : []
      }),
    )
    if (redone.length === 0) return false
    await tx.rows(sql`
      update declared d set definition = ${beingChanged}, filled = false, watermark = ''
      from unnest(${redone.map(({ type }) => type)}::text[], ${redone.map(({ name }) => name)}::text[]) r(type, name)
      where d.type = r.type and d.name = r.name`)
    return true
  })
}

async function declareType(
  tx: Transaction,
  type: RecordType,
  known: ReadonlyMap<string, string> | undefined,
  quiet: Quiet,
): Promise<void> {
  const requirements = requirementsOf(type)
  if (!known) {
    await quiet()
    await runAll(tx, ...createTables(type))
    for (const requirement of requirements) await note(tx, type.type, requirement, true)
    return
  }
  const changed = requirements.filter(({ name, definition }) => known.get(name) !== definition)
  if (changed.length > 0) await quiet()
  for (const requirement of changed) {
    await requirement.add?.(tx, !known.has(requirement.name))
    await note(tx, type.type, requirement, false)
  }
  for (const { name, split } of type.columns)
    if (split && !split.rest) await fillAgain(tx, type.type, name, split.items, quiet)
  await forgetIndexes(tx, type.type, known, requirements, quiet)
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
  if (!(await tx.hasRows(sql`select 1 from declared where ${isWrong} limit 1`))) return
  await quiet()
  await tx.rows(sql`update declared set filled = false, watermark = '' where ${isWrong}`)
}

/** Indexes that nothing declares any more only make writing slower. */
async function forgetIndexes(
  tx: Statements,
  type: string,
  known: ReadonlyMap<string, string>,
  requirements: readonly Requirement[],
  quiet: Quiet,
): Promise<void> {
  for (const [index, definition] of known) {
    if (!definition.startsWith('create index') || requirements.some(({ name }) => name === index)) continue
    await quiet()
    await dropIndex(tx, index)
    await tx.rows(sql`delete from declared where type = ${type} and name = ${index}`)
  }
}

async function note(
  tx: Statements,
  type: string,
  { name, definition }: Requirement,
  filled: boolean,
): Promise<void> {
  await tx.rows(sql`
    insert into declared (type, name, definition, filled) values (${type}, ${name}, ${definition}, ${filled})
    on conflict (type, name) do update set definition = excluded.definition, filled = excluded.filled, watermark = ''`)
}
