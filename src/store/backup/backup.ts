// Everything Muster keeps, in one file and back: all tables as one moment saw them, and the files. A backup is
// read into the schema it was written from; prepare() then brings it up to date like any older database.
import type { RecordType } from '../../record-types/record-type.ts'
import type { Database, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { textPlace } from '../records/tables.ts'
import { newerSchema, schemaNumber } from '../schema/schema-version.ts'
import { readingContent } from './content-lock.ts'
import { RestoredFiles, writeFiles } from './files.ts'
import { BackupProblem, type Counted, formatName, formatVersion, type Header } from './format.ts'
import { Reading } from './reading.ts'
import { Restoring } from './restoring.ts'
import { clearSchema, createSchemaAt, migrationsFor } from './schema.ts'
import { columnsOf, describeTables, qualified } from './table.ts'
import { rowsIn, Writing } from './writing.ts'

export { BackupProblem } from './format.ts'

export type BackupProgress = (state: { table?: string; rows: number; files: number; bytes: number }) => void

export type BackupSummary = { createdAt: string; tables: number; rows: number; files: number }

// Values must read alike on both sides, whatever a server's own settings are.
const settled = `
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '30s'`

/** Writes every table in one snapshot, and the files, as one gzip stream. */
export async function backup(
  database: Database,
  filesFolder: string,
  out: NodeJS.WritableStream,
  progress?: BackupProgress,
): Promise<BackupSummary> {
  const writing = new Writing(out)
  const createdAt = new Date().toISOString()
  try {
    await readingContent(database, async session => {
      await session.transaction(tx => writeTables(tx, writing, createdAt, progress), 'read')
      await writeFiles(writing, filesFolder, () => progress?.(writing.counted))
    })
    await writing.end()
    return summaryOf(createdAt, writing.counted)
  } catch (error) {
    await writing.abandon()
    throw explained(error, 'read the database')
  }
}

async function writeTables(
  tx: Transaction,
  writing: Writing,
  createdAt: string,
  progress: BackupProgress | undefined,
): Promise<void> {
  await tx.script(settled)
  const tables = await describeTables(tx)
  if (!tables.some(({ table }) => table === 'migration'))
    throw new BackupProblem('This database has no Muster tables to back up')
  await writing.line(await headerFrom(tx, createdAt))
  for (const table of tables) {
    await writing.line(table)
    for await (const rows of await tx.copyOut(
      sql`copy ${qualified(table.table)} (${columnsOf(table)}) to stdout`,
    )) {
      await writing.bytes(rows)
      writing.counted.rows += rowsIn(rows)
      progress?.({ table: table.table, ...writing.counted })
    }
    await writing.bytes('\\.\n')
    writing.counted.tables++
  }
}

async function headerFrom(tx: Transaction, createdAt: string): Promise<Header> {
  const migrations = await tx.rows<{ file: string }>(
    sql`select file from migration order by file collate "C"`,
  )
  const [server] = await tx.rows<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  )
  return {
    format: formatName,
    version: formatVersion,
    createdAt,
    postgres: server!.version,
    migrations: migrations.map(({ file }) => file),
  }
}

export type RestoreOptions = {
  replace?: boolean
  /** Checks what was restored; where it refuses, nothing is changed. */
  accept?(tx: Transaction): Promise<void>
}

/** Fills an empty database (refuses one that already holds records, unless `replace`) from a backup; all or nothing. */
export async function restore(
  database: Database,
  types: readonly RecordType[],
  filesFolder: string,
  input: AsyncIterable<Buffer>,
  { replace = false, accept }: RestoreOptions,
  progress?: BackupProgress,
): Promise<BackupSummary> {
  const reading = new Reading(input)
  const files = new RestoredFiles(filesFolder)
  let restoring: Restoring | undefined
  let complete = false
  try {
    const header = await reading.header()
    const migrations = await migrationsFor(header.migrations)
    await database.transaction(async tx => {
      await tx.script(settled)
      await clearSchema(tx, types, replace)
      await files.begin(replace)
      await createSchemaAt(tx, migrations)
      restoring = new Restoring(tx, reading, files, ({ counted, table }) =>
        progress?.({ ...(table && { table }), ...counted }),
      )
      await restoring.run()
      const newer = await newerShape(tx)
      if (newer) throw new BackupProblem(`${newer}. Nothing was changed.`)
      await tx.rows(forgetPlaces)
      await accept?.(tx)
      // Events from here on differ from those that followed the backup, so cursors from then are refused.
      await tx.rows(
        sql`update setting set value = replace(gen_random_uuid()::text, '-', '') where name = 'feed'`,
      )
      complete = true
    })
    await files.place()
    return summaryOf(header.createdAt, restoring!.counted)
  } catch (error) {
    // A commit that was not answered may have been made, so the files are kept.
    if (!complete) await files.discard()
    throw explained(error, restoring?.table ? `restore the table ${restoring.table}` : 'restore this backup')
  } finally {
    reading.close()
  }
}

/** Texts lie elsewhere now; their places are noted again when the server has started, as after an upgrade. */
const forgetPlaces = sql`update declared set filled = false, watermark = '' where name = ${textPlace}`

/** Backups of earlier versions do not say which shape their tables have. */
async function newerShape(tx: Transaction): Promise<string | undefined> {
  const [row] = await tx.rows<{ found: string | null }>(
    sql`select to_regclass('schema_version')::text as found`,
  )
  if (row!.found === null) return undefined
  const newer = await newerSchema(tx, schemaNumber)
  return newer?.replace('This database was upgraded', 'The database of this backup was upgraded')
}

const summaryOf = (createdAt: string, { tables, rows, files }: Counted): BackupSummary => ({
  createdAt,
  tables,
  rows,
  files,
})

// PostgreSQL's message may quote stored values, so only its code is shown.
function explained(error: unknown, task: string): unknown {
  const { name, code } = error as { name?: string; code?: string }
  if (name !== 'PostgresError') return error
  const reason =
    code === '55P03'
      ? 'another process is using the tables; stop it and try again'
      : `PostgreSQL answered with error ${code}`
  return new BackupProblem(`Could not ${task}: ${reason}. Nothing was changed.`)
}
