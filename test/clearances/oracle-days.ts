// Days for the oracle of clearances: UTC calendar dates as YYYY-MM-DD, the days on which an assignment runs, and every date that its
// records have. From the text of docs/clearances.md alone.
import type { Assignment } from '../../src/api/shapes/assignment.ts'

const counted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const following = new Map<string, string>()

export function dayAfter(day: string, days = 1): string {
  if (days !== 1) return counted(day, days)
  const known = following.get(day) ?? counted(day, 1)
  following.set(day, known)
  return known
}

/** The date of a moment, all of which are in UTC; times of day take no part. */
export const dayOf = (moment: string): string => moment.slice(0, 10)

export const isCalendarDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && counted(text, 0) === text

export const earliest = (days: readonly string[]): string | undefined => [...days].sort()[0]

export type Running = { first: string; last?: string }

export function runningDays(assignment: Assignment): Running | undefined {
  const { status, startDate, endDate, ended, completedDate } = assignment
  if (startDate === undefined || status === 'cancelled') return undefined
  const ends: string[] = []
  if (endDate !== undefined) ends.push(dayOf(endDate))
  if (status === 'ended' && ended?.date !== undefined) ends.push(dayOf(ended.date))
  if (status === 'completed' && completedDate !== undefined) ends.push(dayOf(completedDate))
  const first = dayOf(startDate)
  const last = earliest(ends)
  if (last !== undefined) return first <= last ? { first, last } : undefined
  return status === 'pending' || status === 'confirmed' ? { first } : undefined
}

/** What is good until 9999 is good for ever: nobody walks there day by day. */
const never = '9000-01-01'

/** Every date anywhere in these records, each once and in order. */
export const datesIn = (records: unknown): string[] =>
  [...new Set(JSON.stringify(records).match(/\d{4}-\d{2}-\d{2}/g))]
    .filter(day => isCalendarDay(day) && day < never)
    .sort()
