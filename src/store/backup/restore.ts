// A backup put back, all or nothing: the schema is emptied and brought to the migrations that the backup had, and its rows
// and files come in. prepareDatabase() then brings it up to date like any older database.
import { isDeepStrictEqual } from 'node:util'
import { type RestoredFiles, restoredFiles } from '../../backup-file/files.ts'
import {
  type BackupCounts,
  BackupProblem,
  type BackupProgress,
  type BackupSummary,
  damagedBackup,
  sectionOf,
} from '../../backup-file/format.ts'
import { BackupReader } from '../../backup-file/reader.ts'
import { rowsIn } from '../../backup-file/writer.ts'
import {
  type Database,
  qualifiedName,
  runAll,
  schemaName,
  type Transaction,
} from '../../database/database.ts'
import { locks } from '../../database/locks.ts'
import { join, name, sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { versionAfter } from '../feeds/publish.ts'
import { narrowTable, textPlace } from '../records/tables.ts'
import { createTablesAt, migrationFiles, migrationsIn, tablesIn } from '../schema/migrate.ts'
import { newerSchema, schemaNumber } from '../schema/schema-version.ts'
import { type RestoredTables, restoredTables } from './restored-tables.ts'
import { copySettings, explainedError } from './table-list.ts'

type RestoreOptions = {
  replace?: boolean
  /** Checks what was restored; where it refuses, nothing is changed. */
  accept?(tx: Transaction): Promise<void>
}

/** Fills an empty database (refuses one that already holds records, unless `replace`) from a backup. */
export async function restore(
  database: Database,
  types: readonly RecordType[],
  filesFolder: string,
  input: AsyncIterable<Buffer>,
  { replace = false, accept }: RestoreOptions,
  progress: BackupProgress = () => {},
): Promise<BackupSummary> {
  const reader = new BackupReader(input)
  const files = restoredFiles(filesFolder)
  const counts: BackupCounts = { tables: 0, rows: 0, files: 0 }
  let table: string | undefined
  let isComplete = false
  try {
    const header = await reader.header()
    const migrations = knownMigrations(header.migrations)
    await database.transaction(async tx => {
      await tx.script(copySettings)
      await clearSchema(tx, types, replace)
      await files.begin(replace)
      await createTablesAt(tx, migrations)
      await tx.script('create extension if not exists pg_trgm')
      await readSections(reader, files, restoredTables(tx, types), counts, state => {
        table = state.table
        progress(state)
      })
      await settle(tx)
      await accept?.(tx)
      isComplete = true
    })
    await files.place()
    return { createdAt: header.createdAt, ...counts }
  } catch (error) {
    // A commit that was not answered may have been made, so the files are kept.
    if (!isComplete) await files.discard()
    throw explainedError(error, table ? `restore the table ${table}` : 'restore this backup')
  } finally {
    reader.close()
  }
}

function knownMigrations(listed: readonly string[]): string[] {
  const unknown = listed.find(file => !migrationFiles.includes(file))
  if (unknown)
    throw new BackupProblem(
      `This backup was written by a newer Muster (it has ${unknown}); restore it with that version or newer`,
    )
  return migrationFiles.filter(file => listed.includes(file))
}

/** The last section says whether all of it arrived. */
async function readSections(
  reader: BackupReader,
  files: RestoredFiles,
  tables: RestoredTables,
  counts: BackupCounts,
  progress: BackupProgress,
): Promise<void> {
  const tell = (table?: string) => progress({ ...(table && { table }), ...counts })
  async function* countedRows(table: string): AsyncGenerator<Buffer> {
    for await (const chunk of reader.rows()) {
      counts.rows += rowsIn(chunk)
      tell(table)
      yield chunk
    }
  }
  for (;;) {
    const bytes = reader.bytesRead
    const { value, sumBefore } = await reader.line()
    const section = sectionOf(value)
    if ('table' in section) {
      tell(section.table)
      await tables.fill(section, countedRows(section.table))
      counts.tables++
    } else if ('file' in section) {
      await files.write(section, reader.pieces())
      counts.files++
      tell()
    } else {
      const { end, sha256, ...announced } = section
      if (sha256 !== sumBefore || !isDeepStrictEqual(announced, { ...counts, bytes }))
        throw damagedBackup('its contents do not match its checksum')
      await reader.finish()
      return tables.finish()
    }
  }
}

async function settle(tx: Transaction): Promise<void> {
  // Backups of earlier versions do not say which schema they have.
  const newer = (await migrationsIn(tx)).includes('0048-schema-version.sql')
    ? await newerSchema(tx, schemaNumber)
    : undefined
  if (newer)
    throw new BackupProblem(
      `${newer.replace('This database was upgraded', 'The database of this backup was upgraded')}. Nothing was changed.`,
    )
  // Texts lie elsewhere now; their places are noted again when the server has started, as after an upgrade.
  await tx.rows(sql`update declared set filled = false, watermark = '' where name = ${textPlace}`)
  // Events from here on differ from those that followed the backup, so cursors from then are refused.
  await tx.rows(sql`update setting set value = replace(gen_random_uuid()::text, '-', '') where name = 'feed'`)
  // What was answered may be newer than the version that it was answered under, so none of these holds any more.
  await tx.rows(sql`update owner_version set version = ${versionAfter(sql`version`)}`)
}

/** Tables that are filled before anything is loaded: when a server starts, and by a backup of nothing. */
const bookkeeping =
  'migration declared schema_version upgrade shape_check invalid_record head setting clock_seen server_secret scrub backup_run'.split(
    ' ',
  )

async function clearSchema(tx: Transaction, types: readonly RecordType[], replace: boolean): Promise<void> {
  // A server that starts meanwhile waits.
  for (const lock of [locks.migrate, locks.declare]) await tx.rows(sql`select pg_advisory_xact_lock(${lock})`)
  const tables = await tablesIn(tx)
  if (tables.length > 0)
    await runAll(tx, sql`lock table ${join(tables.map(qualifiedName), ', ')} in access exclusive mode`)
  if (!replace) await refuseContents(tx, types, tables)
  await runAll(tx, sql`drop schema if exists ${name(schemaName)} cascade`)
}

async function refuseContents(
  tx: Transaction,
  types: readonly RecordType[],
  tables: readonly string[],
): Promise<void> {
  const records = new Set(types.map(type => narrowTable(type.type)))
  const inside = tables.filter(table => !bookkeeping.includes(table))
  for (const table of inside.sort((a, b) => Number(records.has(b)) - Number(records.has(a)))) {
    if (!(await tx.hasRows(sql`select 1 from ${qualifiedName(table)} limit 1`))) continue
    const what = records.has(table) ? 'records' : `data (${table})`
    throw new BackupProblem(`This database already holds ${what}; --replace throws away what is there`)
  }
}
