// The progress of the scan of all workers for pairs, as one row.

import { type Database, plainRow, type Statements, type Transaction } from '../../database/database.ts'
import { lockedSession, locks } from '../../database/locks.ts'
import { sql } from '../../database/sql.ts'
import { instant, integer, maybe, record, type Static } from '../../shape/shape.ts'

/** `found` counts the pairs that it opened. */
export const ScanState = record({
  total: integer,
  scanned: integer,
  found: integer,
  startedAt: instant,
  finishedAt: maybe(instant),
})

export type Scan = Static<typeof ScanState> & { round: number; after: string }

/** The scan that is under way, or else the last one. */
export async function lastScan(db: Statements): Promise<Scan | undefined> {
  const row = await db.row(sql`
    select round, after, total::float8, scanned::float8, found::float8, started_at as "startedAt",
      finished_at as "finishedAt" from match_scan`)
  return row && plainRow<Scan>(row)
}

/** Begins a scan, unless one is under way and `restart` is false. */
export async function beginScan(db: Statements, restart: boolean): Promise<Scan> {
  await db.rows(sql`
    insert into match_scan as s (n, round, after, total, scanned, found, started_at)
    select 1, 1, '', count(*), 0, 0, now() from worker_identity
    on conflict (n) do update set round = s.round + 1, after = '', total = excluded.total, scanned = 0, found = 0,
      started_at = excluded.started_at, finished_at = null
    where s.finished_at is not null or ${restart}::boolean`)
  return (await lastScan(db))!
}

/** The scan is still at this batch: no other process has moved past it, and nobody has restarted it. */
const isAt = ({ round, after }: Scan) =>
  sql`round = ${round}::int and after = ${after} and finished_at is null`

/** Moves past a batch; false where another process has done so, or the scan was restarted. */
export const advanceScan = (tx: Transaction, scan: Scan, to: string, scanned: number) =>
  tx.hasRows(sql`
    update match_scan set after = ${to}, scanned = scanned + ${scanned}::int where ${isAt(scan)} returning n`)

export const countPairs = (tx: Transaction, found: number) =>
  tx.rows(sql`update match_scan set found = found + ${found}::int`)

export const finishScan = (db: Statements, scan: Scan) =>
  db.rows(sql`update match_scan set finished_at = now() where ${isAt(scan)}`)

/** Makes this the one process that scans, until the session ends; undefined where another one is. */
export const takeScan = (database: Database) => lockedSession(database, locks.scan)
