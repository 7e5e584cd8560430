// Which record tables, Shapes and functions this version declares: a number that only grows, by which versions are older and newer,
// and a checksum of the declarations, by which two of them are the same. npm run contract raises the number with each change.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RecordType } from '../../record-types/record-type.ts'
import { shapeChecksum } from '../../record-types/shape-checksum.ts'
import { memoized } from '../../shape/memoized.ts'
import type { Statements } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { databaseFunctions } from './functions.ts'
import { migrationFiles, migrationsIn } from './migrate.ts'
import { createTables, wantedBy } from './wanted-by.ts'

export type SchemaVersion = { number: number; checksum: string }

const file = new URL('./schema-version.json', import.meta.url)
const committed: SchemaVersion = JSON.parse(readFileSync(file, 'utf8'))

export const schemaNumber = committed.number

/** Of these declarations, under the number of this version. */
export const schemaVersionOf = memoized(
  (types: readonly RecordType[]): SchemaVersion => versionOf(schemaNumber, types),
)

/** What the file has to say: the number is raised where the declarations are not those that it was given for. */
export function schemaVersionFile(types: readonly RecordType[]): string {
  const { checksum } = versionOf(committed.number, types)
  const next = checksum === committed.checksum ? committed : versionOf(committed.number + 1, types)
  return `${JSON.stringify(next, null, 2)}\n`
}

/** The number is part of the checksum: whoever changes the declarations cannot keep the number by mistake. */
function versionOf(number: number, types: readonly RecordType[]): SchemaVersion {
  const shapes = types.map(type => [
    type.type,
    // An older server would write records without a property that it does not know, with or without a column of it.
    shapeChecksum(type),
    ...wantedBy(type).map(({ name, definition }) => [name, definition]),
    ...createTables(type).map(statement => statement.compile().text),
  ])
  const text = [String(number), ...shapes.map(shape => JSON.stringify(shape)).toSorted(), databaseFunctions]
  return { number, checksum: hash('sha256', text.join('\n'), 'hex').slice(0, 16) }
}

/** Says so where the database has the shape of a newer version. */
export async function newerSchema(db: Statements, own: number): Promise<string | undefined> {
  const [found] = await db.rows<{ number: number; muster: string }>(
    sql`select number, muster from schema_version`,
  )
  if (!found || found.number <= own) return undefined
  return `This database was upgraded by a newer Muster (schema ${found.number} of version ${found.muster}; this one has schema ${own}): use that version or a newer one`
}

export async function isOwnSchema(db: Statements, own: SchemaVersion): Promise<boolean> {
  const [found] = await db.rows<SchemaVersion>(sql`select number, checksum from schema_version`)
  return found!.number === own.number && found!.checksum === own.checksum
}

/** Whether the database is as this version declares it; `none` where it holds nothing of Muster yet. */
export type SchemaState = { is: 'own' | 'none' } | { is: 'newer' | 'older' | 'other'; why: string }

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
  const files = await migrationFiles()
  const unknown = done.find(file => !files.includes(file))
  if (unknown)
    return {
      is: 'newer',
      why: `This database was made by a newer Muster (it has ${unknown}): use that version or a newer one`,
    }
  const missing = files.find(file => !done.includes(file))
  if (missing) return older(`it lacks ${missing}`)
  const [found] = await db.rows<SchemaVersion & { some: boolean }>(
    sql`select number, checksum, exists (select 1 from declared) as some from schema_version`,
  )
  if (!found!.some) return { is: 'none' }
  const newer = await newerSchema(db, own.number)
  if (newer) return { is: 'newer', why: newer }
  if (found!.number < own.number) return older(`it has schema ${found!.number}, this version ${own.number}`)
  if (found!.checksum === own.checksum) return { is: 'own' }
  return {
    is: 'other',
    why: `This database has the tables of another build of Muster with the same schema number (${own.number}): use that build, or start a server of this one on it, which changes them`,
  }
}
