// The progress of the scan of all workers for pairs, as one row.
import { instant, integer, maybe, record, type Static } from '../../shape/shape.ts'
import type { Database, Session, Statements, Transaction } from '../database/database.ts'
import { locks } from '../database/locks.ts'
import { sql } from '../database/sql.ts'
import { present } from './candidates.ts'

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
  const [row] = await db.rows(sql`
    select round, after, total::float8, scanned::float8, found::float8, started_at as "startedAt",
      finished_at as "finishedAt" from match_scan`)
  return row && present<Scan>(row)
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

/** Moves past a batch; false where another process has done so, or the scan was restarted. */
export async function advanceScan(
  tx: Transaction,
  { round, after }: Scan,
  to: string,
  scanned: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    update match_scan set after = ${to}, scanned = scanned + ${scanned}::int
    where round = ${round}::int and after = ${after} and finished_at is null returning n`)
  return rows.length > 0
}

export async function countFound(tx: Transaction, found: number): Promise<void> {
  await tx.rows(sql`update match_scan set found = found + ${found}::int`)
}

export async function finishScan(db: Statements, { round, after }: Scan): Promise<void> {
  await db.rows(sql`
    update match_scan set finished_at = now()
    where round = ${round}::int and after = ${after} and finished_at is null`)
}

/** Makes this the one process that scans, until the session ends; undefined where another one is. */
export async function takeScan(database: Database): Promise<Session | undefined> {
  const session = await database.session()
  const [row] = await session.rows<{ got: boolean }>(sql`select pg_try_advisory_lock(${locks.scan}) as got`)
  if (row!.got) return session
  await session.release()
  return undefined
}
