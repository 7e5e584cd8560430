// Hand-written tables in numbered files, applied once each and in order, by one process at a time.
import { readdir, readFile } from 'node:fs/promises'
import type { Database } from './database.ts'
import { schema } from './database.ts'
import { name, sql } from './sql.ts'

const folder = new URL('./migrations/', import.meta.url)
const lock = 7_265_001

export class DatabaseTooNew extends Error {}

export async function migrate(database: Database): Promise<void> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  await database.transaction(async tx => {
    await tx.rows(sql`select pg_advisory_xact_lock(${lock})`)
    await tx.rows(sql`create schema if not exists ${name(schema)}`)
    await tx.rows(
      sql`create table if not exists migration (file text primary key, at timestamptz not null default now())`,
    )
    const done = new Set(
      (await tx.rows<{ file: string }>(sql`select file from migration`)).map(row => row.file),
    )
    const unknown = [...done].find(file => !files.includes(file))
    if (unknown) {
      throw new DatabaseTooNew(
        `This database was made by a newer Muster (it has ${unknown}); start that version or newer`,
      )
    }
    for (const file of files.filter(file => !done.has(file))) {
      await tx.script(await readFile(new URL(file, folder), 'utf8'))
      await tx.rows(sql`insert into migration (file) values (${file})`)
    }
  })
}
