// The days on which an assignment runs.
import { dayOfMoment, daysAfter } from '../../formats/day.ts'
import type { Assignment } from '../shapes/assignment.ts'

/** Both included; without `last` no end is known. */
type RunningDays = { first: string; last?: string }

const lastOfAll = '9999-12-31'

/** None after the day that sources write for never. */
export const nextDay = (day: string): string | undefined => (day >= lastOfAll ? undefined : daysAfter(day, 1))

/** None where it is called off, or where its beginning, or the end of what is over, is not known. */
export function runningDays(assignment: Assignment): RunningDays | undefined {
  const { status, startDate, endDate, ended, completedDate } = assignment
  if (status === 'cancelled' || startDate === undefined) return undefined
  const over = status === 'ended' ? ended?.date : status === 'completed' ? completedDate : undefined
  const ends = [endDate, over].flatMap(end => (end === undefined ? [] : [dayOfMoment(end)])).sort()
  const [first, last] = [dayOfMoment(startDate), ends[0]]
  if (last === undefined) return status === 'pending' || status === 'confirmed' ? { first } : undefined
  return last < first ? undefined : { first, last }
}
