// How far the look through all workers for pairs has come.
import type { Database, Session, Statements, Transaction } from '../engine/database.ts'
import { locks } from '../engine/locks.ts'
import { sql } from '../engine/sql.ts'

export type ScanState = {
  total: number
  scanned: number
  /** Pairs that it put into the queue. */
  found: number
  startedAt: string
  finishedAt?: string
}

export type Scan = ScanState & { round: number; after: string }

type Row = {
  round: number
  after: string
  total: string
  scanned: string
  found: string
  started_at: Date
  finished_at: Date | null
}

/** The one that is under way or was the last. */
export async function lastScan(db: Statements): Promise<Scan | undefined> {
  const [row] = await db.rows<Row>(
    sql`select round, after, total, scanned, found, started_at, finished_at from match_scan`,
  )
  return (
    row && {
      round: row.round,
      after: row.after,
      total: Number(row.total),
      scanned: Number(row.scanned),
      found: Number(row.found),
      startedAt: row.started_at.toISOString(),
      ...(row.finished_at && { finishedAt: row.finished_at.toISOString() }),
    }
  )
}

/** Begins one, unless one is under way that may go on. */
export async function beginScan(db: Statements, restart: boolean): Promise<Scan> {
  await db.rows(sql`
    insert into match_scan as s (n, round, after, total, scanned, found, started_at)
    select 1, 1, '', count(*), 0, 0, now() from worker_identity
    on conflict (n) do update set round = s.round + 1, after = '', total = excluded.total, scanned = 0, found = 0,
      started_at = excluded.started_at, finished_at = null
    where s.finished_at is not null or ${restart}::boolean`)
  return (await lastScan(db))!
}

/** Moves on past a batch; false where another process has been there, or it was begun anew. */
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

/** Who scans, of all processes; nobody else waits for it. It ends with the process. */
export async function takeScan(database: Database): Promise<Session | undefined> {
  const session = await database.session()
  const [row] = await session.rows<{ got: boolean }>(sql`select pg_try_advisory_lock(${locks.scan}) as got`)
  if (row!.got) return session
  await session.release()
  return undefined
}
