// What is encrypted, compared and erased of workers.
import { recordTypes } from '../../api/index.ts'
import { lastScan } from '../../store/people/match-scan.ts'
import { resealEndpoints } from '../../webhooks/sealed.ts'
import { isMatchable } from '../../workers/matches.ts'
import { changeOver, resealAll } from '../../workers/resealing.ts'
import { continueScan } from '../../workers/scan.ts'
import { scrubIfAsked } from '../../workers/scrubbing.ts'
import type { BackgroundTime } from './background-time.ts'
import { type Round, roundEveryMs, startDelayMs, type UpkeepContext, type UpkeepTask } from './round.ts'

const changeOverEveryMs = 500

export function workerRounds(context: UpkeepContext, { stopped, rest }: BackgroundTime): Round[] {
  const { home, settings, readiness, formerSecrets, log } = context
  const { database } = home
  let isSealed = !formerSecrets
  const reseal = async () => {
    const former = formerSecrets!
    if (await changeOver(database, former, { stopped, log, rest: () => rest(changeOverEveryMs) })) {
      await resealEndpoints(database, former.givenFor('encryption'))
      await resealAll(database, recordTypes, former, stopped)
      if (!stopped()) log.info('everything is sealed with the present master secret')
    }
    isSealed = true
  }
  const scan = async () => {
    const last = await lastScan(database)
    const isDue = last !== undefined && last.finishedAt === undefined && isMatchable(readiness)
    if (isDue) await continueScan(database, { stopped })
  }
  const scrub = () =>
    scrubIfAsked({
      database,
      types: recordTypes,
      settings,
      stopped,
      trouble: error => log.warn({ err: error }, 'a scrub ended before it was done'),
    })
  const tasks: readonly UpkeepTask[] = [
    {
      name: 'sealing',
      trouble: 'sealing with the present master secret was interrupted',
      isDue: () => !isSealed,
      run: reseal,
    },
    { name: 'scrub', trouble: 'a scrub was interrupted', run: scrub },
  ]
  return [
    ...tasks.map(task => ({ tasks: [task], restMs: roundEveryMs })),
    {
      tasks: [{ name: 'pairs', trouble: 'the look for pairs of workers was interrupted', run: scan }],
      restMs: roundEveryMs,
      startMs: startDelayMs,
    },
  ]
}
