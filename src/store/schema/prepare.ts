// Makes sure of the tables before anything else: a server that starts brings them up to date, a command only checks them.
// What declarations add to the record tables is there at once, empty, and noted as not filled yet. Beside servers of an older
// version that waits (upgrade.ts).
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, runAll, type Statements, type Transaction } from '../../database/database.ts'
import { HomeProblem } from '../../database/home.ts'
import { locks } from '../../database/locks.ts'
import { isServedByOthers } from '../../database/servers.ts'
import { name, sql, unnested } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { version } from '../../settings/version.ts'
import { narrowTable } from '../records/tables.ts'
import { givingWay, type Quiet } from './giving-way.ts'
import { propertiesOf } from './known-properties.ts'
import { DatabaseTooNew, databaseFunctions, migrateSchema, takeMissingSteps } from './migrate.ts'
import { type Readiness, readinessOf } from './readiness.ts'
import { type Requirement, staysBeside } from './requirement.ts'
import { createTables, requirementsOf } from './requirements.ts'
import { type SchemaVersion, schemaState, schemaVersionOf } from './schema-version.ts'
import { knownIn, olderServers, upgradeBeside } from './upgrade.ts'
import { replaceFunctions, withdrawRequirements } from './withdrawn.ts'

type Preparing = {
  own?: SchemaVersion
  say?: (line: string) => void
  /** Servers of an older version may come back: what is new stays closed also while none of them runs. */
  holds?: boolean
}

/** For a server that starts: tables as this version declares them; quick, and safe for several processes at once. */
export async function prepareDatabase(
  database: Database,
  types: readonly RecordType[],
  { own = schemaVersionOf(types), say, holds = false }: Preparing = {},
): Promise<Readiness> {
  for (;;) {
    const state = await schemaState(database, types, own)
    if (state.is === 'newer') throw new DatabaseTooNew(state.why)
    // Servers of a newer version run on it, which leave alone what this one uses.
    if (state.is === 'own' && state.beside) break
    const older = state.is === 'older' || state.is === 'ahead' ? await olderServers(database, own) : []
    // Servers that all ended at once, with the database, may be starting again.
    if (state.is === 'ahead' || older.length > 0 || (state.is === 'older' && holds)) {
      await upgradeBeside(database, types, own, older, say)
      break
    }
    try {
      await migrateSchema(database, say)
      return await declareTables(database, types, { own, ...(say && { say }) })
    } catch (error) {
      if (!(error instanceof OlderBeside)) throw error
    }
  }
  return readinessOf(database, types, own)
}

/** An older server has come meanwhile. */
class OlderBeside extends Error {}

/** Opens what is new, where no server of an older version runs any more; they are refused from then on. Whether it did. */
export async function completeUpgrade(
  database: Database,
  types: readonly RecordType[],
  preparing: Preparing = {},
): Promise<boolean> {
  try {
    await declareTables(database, types, preparing)
    return true
  } catch (error) {
    if (error instanceof OlderBeside) return false
    throw error
  }
}

/** For a command: it changes no tables. Those of another version are refused; a database without any gets them. */
export async function schemaForCommand(
  database: Database,
  types: readonly RecordType[],
  own?: SchemaVersion,
): Promise<Readiness> {
  const state = await schemaState(database, types, own)
  if ('why' in state) throw new HomeProblem(state.why)
  return state.is === 'none'
    ? prepareDatabase(database, types, own && { own })
    : readinessOf(database, types, own)
}

/** Requests that were let in before others were told have ended by then. */
const noticeMs = 2_000
const beingChanged = 'being changed'

/** Creates what is missing, empty; quick. What still has to be filled or built is pending. Only a server that starts does
 * it, one that completes an upgrade, and a restore, which has the database to itself. A database of a newer version is refused. */
async function declareTables(
  database: Database,
  types: readonly RecordType[],
  { own = schemaVersionOf(types), say }: Preparing,
): Promise<Readiness> {
  if (await announce(database, types, own)) await wait(noticeMs)
  await givingWay(
    database,
    async (tx, quiet) => {
      const { known, state } = await beginDeclaring(tx, types, own)
      const isOther = state.is !== 'own'
      await tx.rows(sql`create extension if not exists pg_trgm`)
      if (isOther) {
        await quiet()
        await takeMissingSteps(tx)
        await replaceFunctions(tx, databaseFunctions)
      }
      for (const type of types) await declareType(tx, type, known.get(type.type), quiet, state.is === 'other')
      if (isOther) await noteVersion(tx, types, own)
    },
    say,
  )
  return readinessOf(database, types, own)
}

/** One server declares at a time. */
async function beginDeclaring(tx: Statements, types: readonly RecordType[], own: SchemaVersion) {
  await tx.rows(sql`select pg_advisory_xact_lock(${locks.declare})`)
  const state = await schemaState(tx, types, own)
  if (state.is === 'newer') throw new DatabaseTooNew(state.why)
  const isUpgrade = state.is === 'older' || state.is === 'ahead'
  if (isUpgrade && (await olderServers(tx, own)).length > 0) throw new OlderBeside()
  return { known: await knownIn(tx, types), state }
}

/** The stamp moves, so that other servers of this version look again. */
async function noteVersion(tx: Statements, types: readonly RecordType[], own: SchemaVersion): Promise<void> {
  for (const type of types) await note(tx, type.type, propertiesOf(type), true)
  await tx.rows(sql`delete from upgrade`)
  await tx.rows(sql`
    update schema_version set number = ${own.number}::int, checksum = ${own.checksum}, muster = ${version},
      stamp = stamp + 1`)
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
      requirementsOf(each).flatMap(requirement => {
        const { name, isOptional } = requirement
        const former = known.get(each.type)?.get(name)
        return former !== undefined && !staysBeside(requirement, former) && !isOptional
          ? [{ type: each.type, name }]
          : []
      }),
    )
    if (redone.length === 0) return false
    await tx.rows(sql`
      update declared d set definition = ${beingChanged}, filled = false, watermark = ''
      from ${unnested(redone, 'type', 'name')} r(type, name)
      where d.type = r.type and d.name = r.name`)
    return true
  })
}

async function declareType(
  tx: Transaction,
  type: RecordType,
  known: ReadonlyMap<string, string> | undefined,
  quiet: Quiet,
  onlyIndexes: boolean,
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
    const { name, definition, within } = requirement
    const former = known.get(name)
    if (former !== undefined && staysBeside(requirement, former))
      await tx.rows(
        sql`update declared set definition = ${definition} where type = ${type.type} and name = ${name}`,
      )
    else {
      const isThere = within !== undefined && known.get(within.name) === within.definition
      if (!isThere) await requirement.add?.(tx, former === undefined)
      await note(tx, type.type, requirement, isThere)
    }
  }
  for (const { name, split } of type.columns)
    if (split && !split.rest) await fillAgain(tx, type.type, name, split.items, quiet)
  await withdrawRequirements(tx, type, known, quiet, onlyIndexes)
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

const note = (
  tx: Statements,
  type: string,
  { name, definition }: Pick<Requirement, 'name' | 'definition'>,
  filled: boolean,
) =>
  tx.rows(sql`
    insert into declared (type, name, definition, filled) values (${type}, ${name}, ${definition}, ${filled})
    on conflict (type, name) do update set definition = excluded.definition, filled = excluded.filled, watermark = ''`)
