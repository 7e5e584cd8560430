// What a timeline says of the worst of several days, or of one.
import { daysAfter } from '../../formats/day.ts'
import type { ClearanceStretch, ClearanceTimeline } from './records.ts'
import { type ClearanceState, stateRank } from './words.ts'

/** The day that a row is about, and how somebody stands on it. */
export type ShownDay = { day: string; state: ClearanceState; stretch: ClearanceStretch }

/** `days`: who is cleared for so many days or fewer is expiring. */
const stateOn = (stretch: ClearanceStretch, day: string, days: number): ClearanceState =>
  stretch.state === 'cleared' && stretch.until !== undefined && daysAfter(stretch.until, -days) <= day
    ? 'expiring'
    : stretch.state

/** Of the days from one to another, both included, the first of those on which it stands worst; undefined where the assignment
 * runs on none of them. */
export function worstDayShown(
  timeline: ClearanceTimeline,
  from: string,
  to: string,
  days: number,
): ShownDay | undefined {
  const candidates = timeline.flatMap(stretch => daysThatMatter(stretch, from, to, days))
  const [worst] = candidates
    .map(({ day, stretch }) => ({ day, stretch, state: stateOn(stretch, day, days) }))
    .toSorted((one, other) => stateRank(other.state) - stateRank(one.state))
  return worst
}

/** Of a stretch the first day within these, and the first on which it counts as expiring. */
function daysThatMatter(stretch: ClearanceStretch, from: string, to: string, days: number) {
  const expiring = stretch.until === undefined ? [] : [daysAfter(stretch.until, -days)]
  const first = from > stretch.from ? from : stretch.from
  return [first, ...expiring]
    .filter(day => day >= first && day <= to && (stretch.to === undefined || day < stretch.to))
    .map(day => ({ day, stretch }))
}
