// The advisory locks of an installation, each with what it guards.
import type { Database, Session, Statements } from './database.ts'
import { sql } from './sql.ts'

export const locks = {
  /** Held by the server that owns an embedded database, as long as it runs. */
  server: 7_265_000,
  migrate: 7_265_001,
  /** Held while the search path of the role is set for a pooler. */
  pooler: 7_265_006,
  /** Held for each batch of records that is written. */
  writer: 7_265_002,
  declare: 7_265_003,
  /** Held by the process that fills new columns. */
  fill: 7_265_004,
  /** Shared by those who read the content of files that rows name; held alone by who removes content. */
  content: 7_265_005,
  /** Held by the process that looks for pairs of workers; nothing else waits for it. */
  scan: 7_265_010,
  /** Held by the process that scrubs; nothing else waits for it. */
  scrub: 7_265_011,
  /** Held by the process that holds stored records against their Shapes. */
  shapes: 7_265_012,
  /** Held by the process that works out what writes left to be checked again. */
  checks: 7_265_013,
} as const

/** Whether this session has the lock now, until it is released. */
export async function tryLock(session: Statements, lock: number): Promise<boolean> {
  return (await session.value<boolean>(sql`select pg_try_advisory_lock(${lock})`))!
}

/** A session that has the lock until it is released; undefined where another one has it. */
export async function lockedSession(database: Database, lock: number): Promise<Session | undefined> {
  const session = await database.session()
  let isLocked = false
  try {
    isLocked = await tryLock(session, lock)
  } finally {
    if (!isLocked) await session.release()
  }
  return isLocked ? session : undefined
}
