// Starts the embedded database again when it went away, for whoever has taken it.

import type { Session } from '../../database/database.ts'
import { type Home, takeLock } from '../../database/home.ts'
import { restartDatabase } from '../../embedded/postgresql.ts'
import type { Logger } from '../../telemetry/log.ts'
import type { BackgroundTime } from './background-time.ts'

/** `lock` is absent where the database is another's. */
export type HeldHome = Home & { lock?: Session }

export async function keepDatabaseUp(
  home: HeldHome,
  { data, log }: { data: string; log: Logger },
  time: BackgroundTime,
): Promise<void> {
  for (let lock = home.lock; lock; ) {
    await Promise.race([lock.lost, time.ended])
    if (time.stopped()) return
    log.error('the embedded database went away; starting it again')
    lock = undefined
    while (!lock && !time.stopped()) {
      await time.attempt({ name: 'database', trouble: 'the embedded database did not start' }, async () => {
        await restartDatabase(data, line => log.info(line))
        lock = await takeLock(home.database)
      })
      if (!lock) await time.rest(1_000)
    }
    home.lock = lock!
  }
}
