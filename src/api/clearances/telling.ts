// What those who listen are told of a clearance, and when: that it is lost, and that it ends soon. Once, whatever happens to servers
// and clocks, as what was told is kept with how somebody stands: of what was lost which loss, of an end how near it was.
import { daysAfter, daysFromTo } from '../../formats/day.ts'
import type { NearEnd } from '../event.ts'
import { type ClearanceNews, newsText } from './news.ts'
import type { SettledState } from './words.ts'

/** So many days before a clearance ends all who listen are told; an endpoint may ask for other days. */
export const usualExpiringDays = [30, 14, 7, 1] as const

/** Days before an end that somebody asks for; those since a day only where they come after it. */
export type AskedDays = { days: number; since?: string | undefined }

/** How somebody stands on a day. */
export type StandingToday =
  | { state: 'cleared'; until?: string | undefined }
  | { state: Exclude<SettledState, 'cleared'>; loss: string }

/** What was told, as it is kept. */
export type ToldBefore = {
  toldUntil?: string | undefined
  /** So many days before that end it was last told, or first seen. */
  toldWithin?: number | undefined
  toldLoss?: string | undefined
  toldLossOn?: string | undefined
}

type Told = ToldBefore & { news?: ClearanceNews }

/** As it is kept with how somebody stands. */
export const toldFacts = ({ news, ...kept }: Told): ToldBefore & { tells?: string } => ({
  ...kept,
  ...(news && { tells: newsText(news) }),
})

export const toldBefore = ({ toldUntil, toldWithin, toldLoss, toldLossOn }: ToldBefore): ToldBefore => ({
  ...(toldUntil !== undefined && { toldUntil, toldWithin }),
  ...(toldLoss !== undefined && { toldLoss, toldLossOn }),
})

/** `before` is what was kept; with a state where somebody stood so on the day when that was looked at. */
export function toldOf(
  now: StandingToday,
  before: (ToldBefore & { state?: SettledState | undefined }) | undefined,
  today: string,
  asked: readonly AskedDays[],
): Told {
  const kept = before ? toldBefore(before) : {}
  if (now.state === 'cleared') return toldWhileCleared(now.until, kept, today, asked)
  const { loss } = now
  if (before?.state !== 'cleared' || kept.toldLoss === loss) return kept
  // An end that has come is near no more, even where the clock is set back.
  const isOver = kept.toldUntil !== undefined && kept.toldUntil <= today
  return {
    ...kept,
    ...(isOver && { toldWithin: 0 }),
    toldLoss: loss,
    toldLossOn: today,
    news: { event: 'lost', loss },
  }
}

function toldWhileCleared(
  until: string | undefined,
  kept: ToldBefore,
  today: string,
  asked: readonly AskedDays[],
): Told {
  // Cleared on a day before the one on which the loss was told: the clock was set back, and nothing was put right.
  const isRegained = kept.toldLossOn !== undefined && kept.toldLossOn <= today
  const { toldUntil, toldWithin, ...loss } = isRegained ? {} : kept
  if (until === undefined) return loss
  const left = daysFromTo(today, until)
  const within = toldUntil === until ? toldWithin : undefined
  const isAsked = ({ days, since }: AskedDays) =>
    days >= left &&
    (within === undefined || (days < within && (since === undefined || daysAfter(until, -days) > since)))
  if (asked.some(isAsked))
    return {
      ...loss,
      toldUntil: until,
      toldWithin: left,
      news: {
        event: 'expiring',
        end: { on: until, left, ...(within !== undefined && { before: within }) },
      },
    }
  return { ...loss, toldUntil: until, toldWithin: within ?? left }
}

/** Whether that is one of the days on which all who listen are told. */
export const isUsual = ({ left, before = Number.POSITIVE_INFINITY }: NearEnd): boolean =>
  usualExpiringDays.some(days => days >= left && days < before)
