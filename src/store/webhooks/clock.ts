// Keeps waits as long as they were meant when the clock of the database is set back: times that something waits for move
// with it.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Corrections of a running clock are smaller, and matter to nobody who waits. */
const toleranceSeconds = 5

/** Notes what the clock says now; gives back by how many seconds it was set back since that was last done, mostly 0. The row's
 * lock lets one of several servers move what waits. */
export async function followClock(database: Database): Promise<number> {
  return database.transaction(async tx => {
    const [seen] = await tx.rows<{ behind: number }>(sql`
      select extract(epoch from at - clock_timestamp())::float8 as behind from clock_seen for update`)
    const seconds = seen!.behind > toleranceSeconds ? seen!.behind : 0
    if (seconds > 0) {
      await tx.rows(sql`
        update delivery set next_at = next_at - make_interval(secs => ${seconds}) where state = 'waiting'`)
      await tx.rows(sql`
        update endpoint set paused_until = paused_until - make_interval(secs => ${seconds})
        where paused_until is not null`)
    }
    await tx.rows(sql`update clock_seen set at = clock_timestamp()`)
    return seconds
  })
}
