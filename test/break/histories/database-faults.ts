// What happens to the database of a history: connections of servers end or stand still, and the clock of limits jumps.
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../src/database/database.ts'
import { sql } from '../../../src/database/sql.ts'
import { diceOf } from '../../access/dice.ts'

const ofServers = sql`datname = current_database() and application_name like 'muster server%'`

export function databaseFaults(database: Database, stillMs: number) {
  const setLimitsClock = (aheadSeconds: number) =>
    database.script(`
      create or replace function gate_clock() returns timestamptz language sql volatile as
        'select clock_timestamp() + interval ''${aheadSeconds} seconds'''`)
  return {
    setLimitsClock,
    async cut(): Promise<void> {
      await database.rows(sql`
        select pg_terminate_backend(pid) from pg_stat_activity where ${ofServers} and pid % 2 = floor(random() * 2)`)
    },
    /** As where a disk is slow: what they hold is held, and who waits for them waits. */
    async stall(): Promise<void> {
      const stalled = await database.rows<{ pid: number }>(
        sql`select pid from pg_stat_activity where ${ofServers} and random() < 0.6`,
      )
      for (const { pid } of stalled) signal(pid, 'SIGSTOP')
      await wait(stillMs)
      for (const { pid } of stalled) signal(pid, 'SIGCONT')
    },
    /** Limits have a clock of their own: it jumps ahead and back, over midnight as well. */
    async moveLimitsClock(dice: number): Promise<void> {
      const { pick, between } = diceOf(dice)
      const midnight = new Date().setUTCHours(24, 0, 0, 0)
      const toMidnight = Math.round((midnight - Date.now()) / 1000) - 1
      await setLimitsClock(
        pick([0, between(1, 5), between(20, 90), -between(2, 90), -3_600, 86_400, toMidnight]),
      )
    },
  }
}

/** One that has ended meanwhile needs none. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
