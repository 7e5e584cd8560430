// Works out what writes have left to be checked: half of the time at most, and after what they are still noting.
import { checkWaiting } from '../../checks/checker.ts'
import { beginDay } from '../../checks/daily.ts'
import { weekWorker } from '../../checks/week-worker.ts'
import { databaseTime } from '../../database/database.ts'
import type { BackgroundTime } from './background-time.ts'
import type { Round, UpkeepContext } from './round.ts'

/** What was noted so long ago is checked; a load notes the same again and again. */
const noteMs = 1_000

export function checkRound(
  { home: { database }, readiness, log }: UpkeepContext,
  { stopped, rest, ended }: BackgroundTime,
): Round {
  const worker = weekWorker()
  ended.then(() => worker.close())
  const check = async () => {
    // Of servers whose clocks differ, none tells what is not so yet.
    const [at, askedMs] = [await databaseTime(database), performance.now()]
    await beginDay(database, at)
    await checkWaiting(database, {
      // It may last for hours.
      now: () => new Date(at.getTime() + performance.now() - askedMs),
      stopped,
      rest,
      agedMs: noteMs,
      workOut: worker.workOut,
      skipped: findings => log.info({ findings }, 'findings name what was deleted meanwhile'),
    })
  }
  // Records are found by columns that an upgrade may still be filling.
  const isDue = () => readiness.pending() === 0
  return {
    tasks: [
      {
        name: 'billing_checks',
        trouble: 'billing checks and clearances were interrupted',
        isDue,
        run: check,
      },
    ],
    restMs: noteMs,
  }
}
