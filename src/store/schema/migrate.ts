// The tables that no declaration makes. A new database gets them as they are today (baseline.sql); an older one takes the
// steps that it has not taken yet, once each and in order, by one process at a time.
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import {
  type Database,
  runAll,
  type Statements,
  schemaName,
  type Transaction,
} from '../../database/database.ts'
import { locks } from '../../database/locks.ts'
import { name, sql } from '../../database/sql.ts'
import { givingWay, type Quiet } from './giving-way.ts'

const folder = new URL('./migrations/', import.meta.url)
const baseline = new URL('./baseline.sql', import.meta.url)

const functionsFolder = new URL('./functions/', import.meta.url)

export class DatabaseTooNew extends Error {}

/** The functions of the database, and the triggers that call them, whole and as they run today. A server that declares another
 * schema than the database has puts them there, so an older one never puts its own back. A function that takes or gives
 * something else gets another name: servers of the version before still call it. */
export const databaseFunctions: string = readdirSync(functionsFolder)
  .toSorted()
  .map(file => readFileSync(new URL(file, functionsFolder), 'utf8'))
  .join('\n')

/** Its steps, in order. A step whose name ends with `.last.sql` takes something away that older servers use, and waits until
 * they are gone; the others only add, so that older servers go on beside them. */
export const migrationFiles: readonly string[] = readdirSync(folder)
  .filter(file => file.endsWith('.sql'))
  .sort()

export const isLastMigration = (file: string): boolean => file.endsWith('.last.sql')

/** The migrations that a database has; none where it has no tables of Muster. */
export async function migrationsIn(db: Statements): Promise<string[]> {
  const table = await db.value(sql`select to_regclass('migration')::text`)
  return table ? db.column(sql`select file from migration order by file collate "C"`) : []
}

/** The tables that are there. */
export const tablesIn = (db: Statements): Promise<string[]> =>
  db.column(
    sql`select relname from pg_class where relnamespace = to_regnamespace(${schemaName}) and relkind = 'r'`,
  )

/** The tables as these migrations leave them, in a database without any; functions need all of them. */
export async function createTablesAt(tx: Transaction, files: readonly string[]): Promise<void> {
  await runAll(
    tx,
    sql`create schema if not exists ${name(schemaName)}`,
    sql`create table if not exists migration (file text primary key, at timestamptz not null default now())`,
  )
  if (files.length < migrationFiles.length) return runMigrations(tx, files)
  await tx.script(await readFile(baseline, 'utf8'))
  await noteMigrations(tx, files)
  await tx.script(databaseFunctions)
}

export async function runMigrations(tx: Transaction, files: readonly string[]): Promise<void> {
  await runSteps(tx, files)
  await noteMigrations(tx, files)
}

export async function runSteps(tx: Transaction, files: readonly string[]): Promise<void> {
  for (const file of files) await tx.script(await readFile(new URL(file, folder), 'utf8'))
}

const noteMigrations = (tx: Transaction, files: readonly string[]) =>
  tx.rows(sql`insert into migration (file) select unnest(${files}::text[]) on conflict do nothing`)

/** Steps that an upgrade has taken ahead count as migrations from now on, with those that waited for it. */
export async function takeMissingSteps(tx: Transaction): Promise<void> {
  const [done, ahead] = [await migrationsIn(tx), await stepsAhead(tx)]
  const missing = migrationFiles.filter(file => !done.includes(file))
  await runSteps(
    tx,
    missing.filter(file => !ahead.includes(file)),
  )
  await noteMigrations(tx, missing)
}

export async function migrateSchema(database: Database, say?: (line: string) => void): Promise<void> {
  const run = async (tx: Transaction, quiet: Quiet) => {
    await tx.rows(sql`select pg_advisory_xact_lock(${locks.migrate})`)
    const done = await migrationsIn(tx)
    const unknown = done.find(file => !migrationFiles.includes(file))
    if (unknown)
      throw new DatabaseTooNew(
        `This database was made by a newer Muster (it has ${unknown}); start that version or newer`,
      )
    if (done.length === 0) return createTablesAt(tx, migrationFiles)
    if (migrationFiles.every(file => done.includes(file))) return
    await quiet()
    await takeMissingSteps(tx)
    await tx.script(databaseFunctions)
  }
  await givingWay(database, run, say)
}

/** Steps of an upgrade that is under way: older servers, which do not know them, go on and may start again. */
export async function stepsAhead(db: Statements): Promise<string[]> {
  const table = await db.value(sql`select to_regclass('upgrade')::text`)
  return table ? db.column(sql`select unnest(steps) from upgrade`) : []
}
