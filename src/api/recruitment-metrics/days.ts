// Dates as metrics see them: UTC calendar days, whatever the time (domain: day figures are differences of UTC
// calendar dates).

import { dayMs, utcDay } from '../../formats/day.ts'

/** Days since 1970 of a moment; null where there is none. */
export type Day = number | null

export const dayOf = (moment: string | null | undefined): Day =>
  moment ? Math.floor(Date.parse(moment) / dayMs) : null

/** A missing date gives null; a target before its base is negative. */
export const daysBetween = (base: Day, target: Day): number | null =>
  base === null || target === null ? null : target - base

/** YYYY-MM-DD; null where there is none. */
export const isoDay = (day: Day): string | null => (day === null ? null : utcDay(new Date(day * dayMs)))

/** DD/MM/YYYY, empty where there is none (§2.17). */
export function shownDay(day: Day): string {
  const shown = isoDay(day)
  if (shown === null) return ''
  const [year, month, date] = shown.split('-')
  return `${date}/${month}/${year}`
}

/** From the latest reopening where the target is on or after it, otherwise from the first baseline (§2.17, §4.11). */
export function daysToFill(base: Day, reopened: Day, target: Day): number | null {
  const restarted = reopened !== null && target !== null && target >= reopened
  return daysBetween(restarted ? reopened : base, target)
}
