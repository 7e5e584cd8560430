// Periods as people say them: last week, this year; the days of each, and those of the period before. Weeks are from
// Monday to Sunday; a period that is not over ends today.
import { daysAfter, daysFromTo, utcDay } from './day.ts'

export type Days = { from: string; to: string }

const units = ['week', 'month', 'year'] as const
type Unit = (typeof units)[number]

export const periodNames = units.flatMap(unit => [`this ${unit}`, `last ${unit}`] as const)
export type PeriodName = (typeof periodNames)[number]

export const isPeriodName = (text: string): text is PeriodName =>
  (periodNames as readonly string[]).includes(text)

const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** The first day of the month, so many months from that of a day. */
function monthFrom(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return utcDay(new Date(Date.UTC(year, month - 1 + months, 1)))
}

function firstDay(unit: Unit, day: string, back: number): string {
  if (unit === 'week') return daysAfter(day, -weekday(day) - 7 * back)
  if (unit === 'month') return monthFrom(day, -back)
  return `${Number(day.slice(0, 4)) - back}-01-01`
}

const partsOf = (name: PeriodName) => name.split(' ') as ['this' | 'last', Unit]

export function daysOf(name: PeriodName, today: string): Days {
  const [which, unit] = partsOf(name)
  if (which === 'this') return { from: firstDay(unit, today, 0), to: today }
  return { from: firstDay(unit, today, 1), to: daysAfter(firstDay(unit, today, 0), -1) }
}

/** Of a period by its name, the same of the unit before, as far as it had come; of other days, as many right before. */
export function daysBefore({ from, to }: Days, name?: PeriodName): Days {
  const length = daysFromTo(from, to)
  if (!name) return { from: daysAfter(from, -length - 1), to: daysAfter(from, -1) }
  const [which, unit] = partsOf(name)
  const first = firstDay(unit, from, 1)
  const last = daysAfter(from, -1)
  const reached = daysAfter(first, length)
  return { from: first, to: which === 'last' || reached > last ? last : reached }
}

/** The days of an ISO week such as 2026-W46. */
export function daysOfWeek(week: string): Days {
  const [year, number] = week.split('-W').map(Number) as [number, number]
  // The fourth of January is always in the first week.
  const fourth = `${String(year).padStart(4, '0')}-01-04`
  const from = daysAfter(fourth, 7 * (number - 1) - weekday(fourth))
  return { from, to: daysAfter(from, 6) }
}

/** The last full weeks before a day. */
export function lastFullWeeks(weeks: number, today: string): Days {
  const monday = firstDay('week', today, 0)
  return { from: daysAfter(monday, -7 * weeks), to: daysAfter(monday, -1) }
}

/** The days of the week that ends on a Sunday. */
export const weekUpTo = (sunday: string): Days => ({ from: daysAfter(sunday, -6), to: sunday })

/** What is in both. */
export const overlapOf = (one: Days, other: Days): Days => ({
  from: [one.from, other.from].sort()[1]!,
  to: [one.to, other.to].sort()[0]!,
})
