// The lock under which everything is written that belongs to the records: loads, and whatever counts as one.
import type { Transaction } from '../../database/database.ts'
import { locks } from '../../database/locks.ts'
import { sql } from '../../database/sql.ts'
import { Problem } from '../../errors/problem.ts'
import { newerThan, schemaNumber, storedVersion } from './schema-version.ts'

/** One writer of loaded records at a time, in the order they asked. Held to the end of the transaction. A rehearsal
 * writes nothing that is shared, and waits for nobody. PostgreSQL itself ends the wait, with 55P03, of whoever has a limit:
 * a transaction that was only given up would get the lock in its turn, and keep it. Where a newer version has upgraded the
 * database meanwhile, nothing is written: its lists would not have it. `isAhead` where servers of an older version may run. */
export async function lockWriter(
  tx: Transaction,
  waitMs = Number.POSITIVE_INFINITY,
): Promise<{ isAhead: boolean }> {
  if (tx.isRehearsal) return { isAhead: (await storedVersion(tx)).number < schemaNumber }
  const mostMs = Math.min(waitMs, (tx.limitMs ?? Number.POSITIVE_INFINITY) * shareOfLimit)
  const lock = sql`pg_advisory_xact_lock(${locks.writer})`
  // Zero would mean no limit.
  const limit = `${Math.max(1, Math.ceil(mostMs))}ms`
  const [, stored] = await Promise.all([
    tx.rows(
      Number.isFinite(mostMs)
        ? sql`select set_config('lock_timeout', ${limit}, true), ${lock}`
        : sql`select ${lock}`,
    ),
    storedVersion(tx),
  ])
  const newer = newerThan(schemaNumber, stored)
  if (newer) throw new Problem('SERVICE_UNAVAILABLE', `${newer}. Nothing was changed.`)
  return { isAhead: stored.number < schemaNumber }
}

const shareOfLimit = 0.8
