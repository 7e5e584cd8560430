// Backups that were made and restores that were tried, as they are written down: when, by whom, how large, and why not.

import type { Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { instant, integer, oneOf, orNull, text } from '../../shape/shape.ts'
import { declareList } from '../lists/list.ts'

const kind = oneOf('backup', 'restore')

export const backupRuns = declareList({
  noun: 'backup',
  from: sql`backup_run b`,
  columns: {
    id: [text, sql`b.n::text`],
    /** A backup that was made, or a restore that was tried. */
    kind: [kind, sql`b.kind`],
    file: [text, sql`b.file`],
    who: [text, sql`b.who`],
    beganAt: [instant, sql`b.began_at`],
    endedAt: [instant, sql`b.ended_at`],
    rows: [integer, sql`b.rows`],
    files: [integer, sql`b.files`],
    /** Null where it went to standard output, or came from standard input. */
    bytes: [orNull(integer), sql`b.bytes`],
    error: [orNull(text), sql`b.error`],
  },
  filters: { kind: 'kind' },
  order: { table: 'backup_run', alias: 'b', columns: ['n'] },
})

export type BackupRun = {
  kind: 'backup' | 'restore'
  /** What the file is called, without its folder. */
  file: string
  who: string
  beganAt: Date
  rows?: number
  files?: number
  bytes?: number | undefined
  /** Why it failed. */
  error?: string | undefined
}

export async function noteBackupRun(db: Statements, run: BackupRun): Promise<void> {
  const { kind, file, who, beganAt, rows = 0, files = 0, bytes = null, error = null } = run
  await db.rows(sql`
    insert into backup_run (kind, file, who, began_at, rows, files, bytes, error)
    values (${kind}, ${file}, ${who}, ${beganAt}, ${rows}::bigint, ${files}::bigint, ${bytes}::bigint, ${error})`)
}

/** Without the last that succeeded nobody could tell how long ago it was. */
export const sweepBackupRuns = (db: Statements, keptDays: number) =>
  db.rows(sql`
    delete from backup_run
    where began_at < now() - ${keptDays} * interval '1 day'
      and n not in (select max(n) from backup_run where error is null group by kind)`)
