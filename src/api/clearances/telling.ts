// What those who listen are told of a clearance, and when: that it is lost, and that it ends soon. Once, as what they were told is
// kept with the stretch that today is in.
import { daysAfter } from '../../formats/day.ts'
import type { SettledState } from './words.ts'

/** So many days before a clearance ends. */
export const toldDaysBefore = [1, 7, 14, 30] as const

/** The stretch that a day is in. */
export type CurrentStretch = { state: SettledState; until?: string | undefined }

export type Told = {
  toldUntil?: string
  toldWithin?: number
  /** What is news. */
  tells?: string
}

/** `before` is the stretch that was current when it was last looked at, with what was told by then. */
export function toldOf(
  now: CurrentStretch,
  before: (CurrentStretch & Pick<Told, 'toldUntil' | 'toldWithin'>) | undefined,
  today: string,
): Told {
  if (now.state !== 'cleared') return before?.state === 'cleared' ? { tells: `lost ${today}` } : {}
  const { until } = now
  const within = until && toldDaysBefore.find(days => daysAfter(until, -days) <= today)
  if (!until || !within) return {}
  const known = { toldUntil: until, toldWithin: within }
  const isKnown = before?.toldUntil === until && (before.toldWithin ?? Number.POSITIVE_INFINITY) <= within
  return isKnown
    ? { ...known, toldWithin: before.toldWithin! }
    : { ...known, tells: `expiring ${until} ${within}` }
}
