// Which tables, Shapes and functions this version declares: a number that only grows, by which versions are older and newer,
// a checksum of the declarations, by which two of them are the same, and the oldest schema whose servers may run beside it.
// npm run contract raises the number with each change.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { shapeChecksum } from '../../record-types/shape-checksum.ts'
import { memoized } from '../../shape/memoized.ts'
import { databaseFunctions, isLastMigration, migrationFiles, migrationsIn } from './migrate.ts'
import { createTables, requirementsOf } from './requirements.ts'

export type SchemaVersion = {
  number: number
  checksum: string
  /** Servers of this schema and of those since may write while a server of this version runs. Whoever makes a change that they
   * would not stand beside raises it to the next number. */
  beside: number
}

const file = new URL('./schema-version.json', import.meta.url)
const committed: SchemaVersion = JSON.parse(readFileSync(file, 'utf8'))

export const schemaNumber = committed.number

/** Of these declarations, under the number of this version. */
export const schemaVersionOf = memoized(
  (types: readonly RecordType[]): SchemaVersion => versionOf(committed, types),
)

/** What the file has to say: the number is raised where the declarations are not those that it was given for. */
export function schemaVersionFile(types: readonly RecordType[]): string {
  const { checksum } = versionOf(committed, types)
  const next =
    checksum === committed.checksum
      ? committed
      : versionOf({ ...committed, number: committed.number + 1 }, types)
  return `${JSON.stringify(next, null, 2)}\n`
}

/** The number is part of the checksum: whoever changes the declarations cannot keep the number by mistake. */
function versionOf(
  { number, beside }: Pick<SchemaVersion, 'number' | 'beside'>,
  types: readonly RecordType[],
): SchemaVersion {
  const shapes = types.map(type => [
    type.type,
    // An older server would write records without a property that it does not know, with or without a column of it.
    shapeChecksum(type),
    ...requirementsOf(type).map(({ name, definition }) => [name, definition]),
    ...createTables(type).map(statement => statement.compile().text),
  ])
  const text = [
    String(number),
    ...shapes.map(shape => JSON.stringify(shape)).toSorted(),
    ...migrationFiles,
    databaseFunctions,
  ]
  return { number, checksum: hash('sha256', text.join('\n'), 'hex').slice(0, 16), beside }
}

type StoredVersion = Omit<SchemaVersion, 'beside'> & { muster: string }

/** An upgrade that is under way: the schema of a newer version, whose servers run beside older ones. */
type Upgrade = StoredVersion & { steps: string[]; since: Date }

/** Says so where a server of this schema may no longer write. */
export const newerSchema = async (db: Statements, own: number): Promise<string | undefined> =>
  newerThan(own, await storedVersion(db))

export const storedVersion = async (db: Statements): Promise<StoredVersion> =>
  (await db.row<StoredVersion>(sql`select number, checksum, muster from schema_version`))!

export const newerThan = (own: number, { number, muster }: StoredVersion) =>
  number > own
    ? `This database was upgraded by a newer Muster (schema ${number} of version ${muster}; this one has schema ${own}): use that version or a newer one`
    : undefined

/** Whether the database is as this version declares it: `none` where it holds nothing of Muster yet, `ahead` where servers of
 * this version run on it beside older ones, and `own` too where servers of a newer one run beside this one. */
export type SchemaState =
  | { is: 'own'; beside?: Upgrade }
  | { is: 'none' | 'ahead' }
  | { is: 'newer' | 'older' | 'other'; why: string }

const older = (what: string): SchemaState => ({
  is: 'older',
  why: `This database was not upgraded to this version of Muster yet (${what}): start a server of this version on it, which upgrades it, and try again; until then use the version that it was made with`,
})

export async function schemaState(
  db: Statements,
  types: readonly RecordType[],
  own: SchemaVersion = schemaVersionOf(types),
): Promise<SchemaState> {
  const done = await migrationsIn(db)
  if (done.length === 0) return { is: 'none' }
  const unknown = done.find(file => !migrationFiles.includes(file))
  if (unknown)
    return {
      is: 'newer',
      why: `This database was made by a newer Muster (it has ${unknown}): use that version or a newer one`,
    }
  const upgrade = await upgradeIn(db)
  const isDone = (file: string) =>
    done.includes(file) || (upgrade && (isLastMigration(file) || upgrade.steps.includes(file)))
  const missing = migrationFiles.find(file => !isDone(file))
  if (missing) return older(`it lacks ${missing}`)
  const stored = await storedVersion(db)
  const { number, checksum } = stored
  const newer = newerThan(own.number, stored)
  if (newer) return { is: 'newer', why: newer }
  if (!(await db.hasRows(sql`select 1 from declared limit 1`))) return { is: 'none' }
  if (number < own.number)
    return stateAhead(own, upgrade) ?? older(`it has schema ${number}, this version ${own.number}`)
  if (checksum === own.checksum)
    return { is: 'own', ...(upgrade && upgrade.number > own.number && { beside: upgrade }) }
  return {
    is: 'other',
    why: `This database has the tables of another build of Muster with the same schema number (${own.number}): use that build, or start a server of this one on it, which changes them`,
  }
}

/** Of a version that is newer than the one that the database was made with. */
function stateAhead(own: SchemaVersion, upgrade: Upgrade | undefined): SchemaState | undefined {
  if (!upgrade || upgrade.number < own.number) return undefined
  if (upgrade.number === own.number && upgrade.checksum === own.checksum) return { is: 'ahead' }
  return {
    is: 'newer',
    why: `This database is being upgraded to another Muster (schema ${upgrade.number} of version ${upgrade.muster}; this one has schema ${own.number}): use that version, or the one that it is upgraded from`,
  }
}

/** The upgrade that is under way, if any is. */
export async function upgradeIn(db: Statements): Promise<Upgrade | undefined> {
  if (!(await db.value(sql`select to_regclass('upgrade')::text`))) return undefined
  return db.row<Upgrade>(sql`select number, checksum, muster, steps, since from upgrade`)
}
