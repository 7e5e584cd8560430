// What happens to the database of a history: connections of servers end or stand still, its disk is slow or full, and its clock
// jumps.
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../src/database/database.ts'
import { name, type Sql, sql } from '../../../src/database/sql.ts'
import { diceOf } from '../../access/dice.ts'

const hour = 3_600

/** What leases and pauses of deliveries are told by. */
const leaseClocks = [
  ['delivery', 'next_at'],
  ['endpoint', 'paused_until'],
  ['clock_seen', 'at'],
] as const

const ofServers = sql`datname = current_database() and application_name like 'muster server%'`

export function databaseFaults(database: Database, stillMs: number) {
  const setLimitsClock = (aheadSeconds: number) =>
    database.script(`
      create or replace function gate_clock() returns timestamptz language sql volatile as
        'select clock_timestamp() + interval ''${aheadSeconds} seconds'''`)
  /** Processes of it, for a moment. */
  const standStill = async (which: Sql) => {
    const stalled = await database.rows<{ pid: number }>(sql`select pid from pg_stat_activity where ${which}`)
    for (const { pid } of stalled) signal(pid, 'SIGSTOP')
    await wait(stillMs)
    for (const { pid } of stalled) signal(pid, 'SIGCONT')
  }
  return {
    setLimitsClock,
    async cut(): Promise<void> {
      await database.rows(sql`
        select pg_terminate_backend(pid) from pg_stat_activity where ${ofServers} and pid % 2 = floor(random() * 2)`)
    },
    /** As where a disk is slow: what they hold is held, and who waits for them waits. */
    stall: () => standStill(sql`${ofServers} and random() < 0.6`),
    /** As where a disk takes nothing for a while: nobody writes what is in memory, and whoever needs that waits. */
    slowDisk: () => standStill(sql`backend_type in ('checkpointer', 'walwriter', 'background writer')`),
    /** Leases are told by the clock of the database: where it jumps, all that was noted by it is as far off. */
    async moveLeasesClock(dice: number): Promise<void> {
      const { pick, between } = diceOf(dice)
      const ahead = pick([between(1, 90), between(60, 300), hour, -between(6, 90), -hour, -24 * hour])
      for (const [table, column] of leaseClocks)
        await database.transaction(async tx => {
          // As a whole, and from those who only hold its rows for an update too: nobody waits for another of them.
          await tx.rows(sql`lock table ${name(table)} in exclusive mode`)
          await tx.rows(sql`
            update ${name(table)} set ${name(column)} = ${name(column)} - ${ahead} * interval '1 second'`)
        })
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
