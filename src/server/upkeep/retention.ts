// Counts requests by the hour, and removes what has been kept for as long as its setting says.
import { recordTypes } from '../../api/index.ts'
import { forgetDecided } from '../../store/people/match-decisions.ts'
import { countHours } from '../../store/requests/request-summary.ts'
import type { BackgroundTime } from './background-time.ts'
import {
  countEveryMs,
  type Round,
  roundEveryMs,
  startDelayMs,
  sweepEveryMs,
  type UpkeepContext,
} from './round.ts'
import { sweepsOf } from './sweeps.ts'

/** As many as the page of requests shows at most. */
const hoursCounted = 168

export function retentionRounds(
  { home: { database }, settings, files }: UpkeepContext,
  { stopped }: BackgroundTime,
): Round[] {
  // Beside everything else: an hour of many requests takes a while.
  const counting = database.apart()
  return [
    {
      tasks: [
        {
          name: 'decided_matches',
          trouble: 'what was decided was not forgotten',
          run: () => forgetDecided(database),
        },
      ],
      restMs: roundEveryMs,
    },
    {
      tasks: [
        {
          name: 'request_hours',
          trouble: 'hours of requests were not counted',
          run: () => countHours(counting, hoursCounted, stopped),
        },
      ],
      restMs: countEveryMs,
      startMs: startDelayMs,
    },
    {
      tasks: sweepsOf({ database, types: recordTypes, files, keep: settings.keep, stopped }),
      restMs: sweepEveryMs,
      startMs: startDelayMs,
    },
  ]
}
