// What a server does besides answering, again and again: rounds of tasks, a file a subject. Of several processes that share a
// port, one does what is enough once.

import { type BackgroundTime, backgroundTimeUntil } from './background-time.ts'
import { checkRound } from './checking.ts'
import { eachProcessRounds } from './each-process.ts'
import { keepDatabaseUp } from './keep-database-up.ts'
import { lateJobRound } from './late-jobs.ts'
import { retentionRounds } from './retention.ts'
import type { Round, UpkeepContext } from './round.ts'
import { followRound, recordRounds } from './stored-records.ts'
import { upgradeRound } from './upgrade.ts'
import { workerRounds } from './workers.ts'

export function startUpkeep(context: UpkeepContext): { stop(): Promise<void> } {
  const { home, settings, callers, ledger, requests, log } = context
  const ending = new AbortController()
  const time = backgroundTimeUntil(ending.signal, context)
  const rounds = [
    ...eachProcessRounds(context),
    ...(context.isBeside ? [followRound(context)] : commonRounds(context, time)),
  ]
  const up = keepDatabaseUp(home, { data: settings.data, log }, time)
  const work = [...rounds.map(round => repeat(round, time)), up]
  return {
    async stop() {
      ending.abort()
      await Promise.all(work)
      for (const flush of [callers.flush, ledger.flush, requests.flush])
        await flush().catch(error => log.warn({ err: error }, 'the last of the ledger was not written'))
    },
  }
}

/** What one of the processes on a database has to do. */
const commonRounds = (context: UpkeepContext, time: BackgroundTime): Round[] => [
  upgradeRound(context),
  ...recordRounds(context, time),
  ...retentionRounds(context, time),
  ...workerRounds(context, time),
  checkRound(context, time),
  lateJobRound(context),
]

async function repeat(
  { tasks, restMs, startMs }: Round,
  { stopped, rest, attempt }: BackgroundTime,
): Promise<void> {
  if (startMs) await rest(startMs)
  while (!stopped()) {
    for (const task of tasks) if (!stopped() && (task.isDue?.() ?? true)) await attempt(task, task.run)
    await rest(typeof restMs === 'number' ? restMs : restMs())
  }
}
