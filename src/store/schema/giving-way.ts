// Changes tables in a transaction that gives way: whoever reads or writes one of them goes first, and it tries again.
// PostgreSQL looks for deadlocks after a second and may then end the other, such as a load; this one gives up earlier.
import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Transaction } from '../../database/database.ts'
import { locks } from '../../database/locks.ts'
import { sql } from '../../database/sql.ts'
import { sqlStates } from '../../database/sql-states.ts'

/** The writer's lock is waited for longer: nothing is held then that anybody else waits for. */
const [mostMs, writerMs, restMs, sayEveryMs] = [400, 2_000, 200, 10_000]
const waiting =
  'Waiting for others that use the tables, such as a load, an export or a backup, before they are brought up to date'

export type Quiet = () => Promise<void>

/** `quiet` is awaited before the first change of a table, or of what is noted of one: from then on nobody else writes records, and no lock is waited
 * for long. */
export async function givingWay<T>(
  database: Database,
  run: (tx: Transaction, quiet: Quiet) => Promise<T>,
  say: (line: string) => void = () => {},
): Promise<T> {
  for (let sayAtMs = performance.now() + writerMs; ; ) {
    try {
      return await database.transaction(async tx => {
        let isQuiet = false
        return run(tx, async () => {
          if (isQuiet) return
          isQuiet = true
          const waitUpTo = (ms: number) => tx.rows(sql`select set_config('lock_timeout', ${`${ms}ms`}, true)`)
          await waitUpTo(writerMs)
          await tx.rows(sql`select pg_advisory_xact_lock(${locks.writer})`)
          await waitUpTo(mostMs)
        })
      })
    } catch (error) {
      if (!isTaken(error)) throw error
    }
    if (performance.now() > sayAtMs) {
      say(waiting)
      sayAtMs = performance.now() + sayEveryMs
    }
    await wait(restMs)
  }
}

/** A lock that was not to be had in time, or only against somebody who waited for one of ours; and a table that temporary
 * views stand on, which go with the dry run that made them. Views that somebody keeps there are not waited for. */
function isTaken(error: unknown): boolean {
  const { code, detail } = error as { code?: string; detail?: string }
  return (
    code === sqlStates.lockNotAvailable ||
    code === sqlStates.deadlock ||
    (code === sqlStates.dependentObjects && !!detail?.includes('pg_temp_'))
  )
}
