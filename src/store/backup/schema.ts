// The schema as it was when a backup was written: emptied, then brought to exactly the migrations it had.
import type { RecordType } from '../../record-types/record-type.ts'
import type { Transaction } from '../database/database.ts'
import { schema } from '../database/database.ts'
import { locks } from '../database/locks.ts'
import { join, name, sql } from '../database/sql.ts'
import { narrowTable } from '../records/tables.ts'
import { createTablesAt, migrationFiles } from '../schema/migrate.ts'
import { BackupProblem } from './format.ts'
import { qualified } from './table.ts'

/** Tables that a server fills when it starts, before anything is loaded. */
const bookkeeping = new Set(
  'migration declared schema_version shape_check invalid_record head setting clock_seen server_secret scrub'.split(
    ' ',
  ),
)

export async function migrationsFor(listed: readonly string[]): Promise<string[]> {
  const files = await migrationFiles()
  const unknown = listed.find(file => !files.includes(file))
  if (unknown)
    throw new BackupProblem(
      `This backup was written by a newer Muster (it has ${unknown}); restore it with that version or newer`,
    )
  return files.filter(file => listed.includes(file))
}

export async function clearSchema(
  tx: Transaction,
  types: readonly RecordType[],
  replace: boolean,
): Promise<void> {
  // A server that starts meanwhile waits.
  for (const lock of [locks.migrate, locks.declare]) await tx.rows(sql`select pg_advisory_xact_lock(${lock})`)
  const tables = await tx.rows<{ table: string }>(
    sql`select relname as table from pg_class where relnamespace = to_regnamespace(${schema}) and relkind = 'r'`,
  )
  if (tables.length > 0) {
    const all = join(
      tables.map(({ table }) => qualified(table)),
      ', ',
    )
    await tx.script(sql`lock table ${all} in access exclusive mode`.compile().text)
  }
  if (!replace) await refuseContents(tx, types, tables)
  await tx.script(sql`drop schema if exists ${name(schema)} cascade`.compile().text)
}

async function refuseContents(
  tx: Transaction,
  types: readonly RecordType[],
  tables: readonly { table: string }[],
): Promise<void> {
  const records = new Set(types.map(type => narrowTable(type.type)))
  const inside = tables.map(({ table }) => table).filter(table => !bookkeeping.has(table))
  for (const table of inside.sort((a, b) => Number(records.has(b)) - Number(records.has(a)))) {
    const [found] = await tx.rows<{ some: boolean }>(
      sql`select exists (select 1 from ${qualified(table)}) as some`,
    )
    if (!found!.some) continue
    const what = records.has(table) ? 'records' : `data (${table})`
    throw new BackupProblem(`This database already holds ${what}; --replace throws away what is there`)
  }
}

/** As migrate() of that version would have left it. */
export async function createSchemaAt(tx: Transaction, migrations: readonly string[]): Promise<void> {
  await createTablesAt(tx, migrations)
  await tx.script('create extension if not exists pg_trgm')
}
