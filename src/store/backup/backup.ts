// Everything Muster keeps, in one file: all tables as one moment saw them, and the files.

import { backUpFiles } from '../../backup-file/files.ts'
import {
  type BackupHeader,
  BackupProblem,
  type BackupProgress,
  type BackupSummary,
  formatName,
  formatVersion,
} from '../../backup-file/format.ts'
import { BackupWriter, rowsIn } from '../../backup-file/writer.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { migrationsIn, stepsAhead } from '../schema/migrate.ts'
import { readingContent } from './content-lock.ts'
import { copySettings, copyStatement, describeTables, explainedError } from './table-list.ts'

/** Writes every table in one snapshot, and the files, as one gzip stream. */
export async function backup(
  database: Database,
  filesFolder: string,
  out: NodeJS.WritableStream,
  progress?: BackupProgress,
): Promise<BackupSummary> {
  const writer = new BackupWriter(out)
  const createdAt = new Date().toISOString()
  try {
    await readingContent(database, async session => {
      await session.transaction(tx => writeTables(tx, writer, createdAt, progress), 'read')
      await backUpFiles(writer, filesFolder, () => progress?.(writer.counts))
    })
    await writer.end()
    return { createdAt, ...writer.counts }
  } catch (error) {
    await writer.abandon()
    throw explainedError(error, 'read the database')
  }
}

async function writeTables(
  tx: Transaction,
  writer: BackupWriter,
  createdAt: string,
  progress: BackupProgress | undefined,
): Promise<void> {
  await tx.script(copySettings)
  const tables = await describeTables(tx)
  const done = await migrationsIn(tx)
  if (done.length === 0) throw new BackupProblem('This database has no Muster tables to back up')
  // What an upgrade that is under way has added is among the tables, too.
  const migrations = [...done, ...(await stepsAhead(tx))]
  const postgres = (await tx.value(sql`select current_setting('server_version')`))!
  const about = { format: formatName, version: formatVersion, createdAt } as const
  await writer.line({ ...about, postgres, migrations } satisfies BackupHeader)
  for (const table of tables) {
    await writer.line(table)
    for await (const rows of await tx.copyOut(sql`${copyStatement(table)} to stdout`)) {
      await writer.bytes(rows)
      writer.counts.rows += rowsIn(rows)
      progress?.({ table: table.table, ...writer.counts })
    }
    await writer.bytes('\\.\n')
    writer.counts.tables++
  }
}
