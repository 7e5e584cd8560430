// Does what writes have left to be worked out, one process at a time: findings and clearances in turn, until nothing waits.

import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { lockedSession, locks } from '../database/locks.ts'
import { isAnyWaiting } from '../store/checks/work.ts'
import { type BillCheckOptions, checkSomeBills } from './check-bills.ts'
import { checkSomeClearances } from './check-clearances.ts'

export type CheckerOptions = BillCheckOptions & {
  stopped?(): boolean
  /** Rests between two transactions, for as long as the last took. */
  rest?(tookMs: number): Promise<unknown>
}

/** Works until nothing waits; false where another process does. */
export async function checkWaiting(database: Database, options: CheckerOptions = {}): Promise<boolean> {
  const { stopped = () => false, rest = () => turn(), agedMs } = options
  if (!(await isAnyWaiting(database, agedMs))) return true
  const session = await lockedSession(database, locks.checks)
  if (!session) return false
  try {
    for (let more = true; more && !stopped(); ) {
      const began = performance.now()
      // Neither waits until all of the other is done.
      const bills = await checkSomeBills(database, options)
      const standings = await checkSomeClearances(database, options)
      more = bills || standings
      if (more) await rest(performance.now() - began)
    }
    return true
  } finally {
    await session.release()
  }
}

/** Waits until nothing is left to be checked, whichever process does it. */
export async function checkToEnd(database: Database, options: CheckerOptions = {}): Promise<void> {
  while (!(await checkWaiting(database, options)) || (await isAnyWaiting(database))) await wait(100)
}
