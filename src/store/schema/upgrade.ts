// An upgrade beside servers of an older version. What a newer version writes is added to the tables, and nothing is changed that
// the older ones use: they go on, and may start again. What is new stays closed until they are gone and the upgrade is completed
// (prepare.ts), which ends their time.

import { type Database, runAll, type Statements, type Transaction } from '../../database/database.ts'
import { HomeProblem } from '../../database/home.ts'
import { locks } from '../../database/locks.ts'
import { type RunningServer, runningServers } from '../../database/servers.ts'
import { sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { version } from '../../settings/version.ts'
import { narrowTable } from '../records/tables.ts'
import { givingWay } from './giving-way.ts'
import {
  DatabaseTooNew,
  databaseFunctions,
  isLastMigration,
  migrationFiles,
  migrationsIn,
  runSteps,
  stepsAhead,
  tablesIn,
} from './migrate.ts'
import { type Requirement, staysBeside } from './requirement.ts'
import { createTables, requirementsOf } from './requirements.ts'
import { type SchemaVersion, schemaState, storedVersion } from './schema-version.ts'

/** Servers on this database whose schema is older than this. Those of before a name told it are older than what tells it. */
export async function olderServers(db: Statements, { number }: SchemaVersion): Promise<RunningServer[]> {
  return (await runningServers(db)).filter(({ schema = 0 }) => schema < number)
}

/** What is declared, by type and name; of those types that have their tables. */
type DeclaredNames = ReadonlyMap<string, Map<string, string>>

export async function knownIn(tx: Statements, types: readonly RecordType[]): Promise<DeclaredNames> {
  const tables = new Set(await tablesIn(tx))
  const created = types.filter(({ type }) => tables.has(narrowTable(type)))
  const known = new Map(created.map(({ type }) => [type, new Map<string, string>()]))
  const rows = await tx.rows<{ type: string; name: string; definition: string }>(
    sql`select type, name, definition from declared`,
  )
  for (const row of rows) known.get(row.type)?.set(row.name, row.definition)
  return known
}

/** Adds what this version writes beside the older ones; nothing where another server of it has. Refused where they cannot run
 * beside one another, before anything is changed. */
export async function upgradeBeside(
  database: Database,
  types: readonly RecordType[],
  own: SchemaVersion,
  beside: readonly RunningServer[],
  say?: (line: string) => void,
): Promise<void> {
  let isSaid = false
  await givingWay(
    database,
    async (tx, quiet) => {
      for (const lock of [locks.migrate, locks.declare])
        await tx.rows(sql`select pg_advisory_xact_lock(${lock})`)
      const state = await schemaState(tx, types, own)
      if (state.is === 'newer') throw new DatabaseTooNew(state.why)
      if (state.is === 'own') return
      const known = await knownIn(tx, types)
      await refuseUnfit(tx, types, own, known, beside)
      if (!isSaid) say?.(intention(own, beside))
      isSaid = true
      if (state.is === 'ahead') return
      await quiet()
      await addSteps(tx, own)
      for (const type of types) await addTo(tx, type, known.get(type.type))
    },
    say,
  )
}

const named = ({ host, pid, version: theirs, schema }: RunningServer) =>
  `version ${theirs}${schema === undefined ? '' : `, schema ${schema}`}, on ${host}, process ${pid}`

function intention({ number }: SchemaVersion, beside: readonly RunningServer[]): string {
  const them =
    beside.length > 0
      ? `Servers of an older version run on this database (${beside.map(named).join('; ')})`
      : 'Servers of an older version may come back to this database'
  return `${them}: this one (version ${version}, schema ${number}) starts beside them, adding to the tables what it needs; what is new stays closed until they have stopped, and from then on they are refused`
}

/** What servers of the older version could not stand, or would make wrong. */
async function refuseUnfit(
  tx: Statements,
  types: readonly RecordType[],
  own: SchemaVersion,
  known: DeclaredNames,
  beside: readonly RunningServer[],
): Promise<void> {
  const stored = await storedVersion(tx)
  const changed = types.flatMap(type =>
    requirementsOf(type)
      .filter(one => isUnfit(one, known.get(type.type)?.get(one.name)))
      .map(({ name }) => `${type.type} ${name}`),
  )
  if (stored.number >= own.beside && changed.length === 0) return
  const why =
    changed.length > 0 ? `it makes ${changed[0]} otherwise` : `it runs beside schema ${own.beside} or newer`
  const them = beside.length > 0 ? beside.map(named).join('; ') : `version ${stored.muster}`
  throw new HomeProblem(
    `Muster ${version} (schema ${own.number}) cannot run beside the servers of this database (schema ${stored.number}: ${them}), as ${why}: stop them first, then start this one; nothing was changed`,
  )
}

/** A tally is added up from the records instead, and an index is missed by nobody. */
const isUnfit = (requirement: Requirement, declared: string | undefined) =>
  declared !== undefined &&
  !requirement.isOptional &&
  requirement.fill.by !== 'statement' &&
  !staysBeside(requirement, declared)

/** They are noted apart from the migrations: the older servers refuse a database with one that they do not know. */
async function addSteps(tx: Transaction, { number, checksum }: SchemaVersion): Promise<void> {
  const [done, ahead] = [await migrationsIn(tx), await stepsAhead(tx)]
  const missing = migrationFiles.filter(
    file => !done.includes(file) && !ahead.includes(file) && !isLastMigration(file),
  )
  await runSteps(tx, missing)
  await tx.script(databaseFunctions)
  await tx.rows(sql`
    insert into upgrade (number, checksum, muster, steps)
    values (${number}::int, ${checksum}, ${version}, ${[...ahead, ...missing]}::text[])
    on conflict (one) do update set number = excluded.number, checksum = excluded.checksum,
      muster = excluded.muster, steps = excluded.steps, since = excluded.since`)
}

/** What rows of this version have, empty and noted nowhere. What only finds or counts rows comes when the older servers are
 * gone, as they do not fill it. */
async function addTo(
  tx: Transaction,
  type: RecordType,
  known: ReadonlyMap<string, string> | undefined,
): Promise<void> {
  if (!known) return runAll(tx, ...createTables(type))
  for (const { name, add, isOptional, fill } of requirementsOf(type))
    if (!known.has(name) && !isOptional && fill.by !== 'statement') await add?.(tx, true)
}
