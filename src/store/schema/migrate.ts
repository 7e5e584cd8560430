// Hand-written tables in numbered files, applied once each and in order, by one process at a time.
import { readdir, readFile } from 'node:fs/promises'
import { type Database, schema, type Transaction } from '../database/database.ts'
import { givingWay, type Quiet } from '../database/giving-way.ts'
import { locks } from '../database/locks.ts'
import { name, sql } from '../database/sql.ts'

const folder = new URL('./migrations/', import.meta.url)

export class DatabaseTooNew extends Error {}

export async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
}

/** The schema with nothing in it but the list of migrations. */
export async function createSchema(tx: Transaction): Promise<void> {
  await tx.rows(sql`create schema if not exists ${name(schema)}`)
  await tx.rows(
    sql`create table if not exists migration (file text primary key, at timestamptz not null default now())`,
  )
}

export async function runMigration(tx: Transaction, file: string): Promise<void> {
  await tx.script(await readFile(new URL(file, folder), 'utf8'))
}

export async function migrate(database: Database, say?: (line: string) => void): Promise<void> {
  const files = await migrationFiles()
  const run = async (tx: Transaction, quiet: Quiet) => {
    await tx.rows(sql`select pg_advisory_xact_lock(${locks.migrate})`)
    await createSchema(tx)
    const rows = await tx.rows<{ file: string }>(sql`select file from migration`)
    const done = new Set(rows.map(row => row.file))
    const unknown = [...done].find(file => !files.includes(file))
    if (unknown) {
      throw new DatabaseTooNew(
        `This database was made by a newer Muster (it has ${unknown}); start that version or newer`,
      )
    }
    for (const file of files.filter(file => !done.has(file))) {
      await quiet()
      await runMigration(tx, file)
      await tx.rows(sql`insert into migration (file) values (${file})`)
    }
  }
  await givingWay(database, run, say)
}
