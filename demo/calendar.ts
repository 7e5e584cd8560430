// Days as whole numbers since 1970, weeks that end on a Sunday, and the bank holidays of England and Wales.
import { memoized } from './random.ts'

export type Day = number

export const dayOf = (date: Date): Day => Math.floor(date.getTime() / 86_400_000)

/** 0 is Sunday. */
const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7

export const lastSundayBefore = (day: Day): Day => day - (weekdayOf(day) || 7)

/** The Monday of the week that ended so many weeks before the last full one. */
export const mondayOf = ({ sunday }: { sunday: Day }, weeksAgo: number): Day => sunday - 6 - 7 * weeksAgo

/** The oldest date in the programme: the companies are created then. */
export const beginning = ({ sunday }: { sunday: Day }): Day => sunday - 7 * 220

const textOf = memoized((day: Day) => new Date(day * 86_400_000).toISOString().slice(0, 11))

const clock = Array.from({ length: 1440 }, (_, minute) => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}:00.000Z`
})

// Every timesheet writes some twenty moments out of the same few hundred days.
const momentOf = memoized((minute: number) => textOf(Math.floor(minute / 1440)) + clock[minute % 1440])

/** The moment so many minutes into a day; more than a day's minutes lead into the next. */
export const at = (day: Day, minutes = 0): string => momentOf(day * 1440 + minutes)

/** The last millisecond of a day. */
export const endOf = (day: Day): string => `${textOf(day)}23:59:59.999Z`

const date = (year: number, month: number, day: number): Day => Date.UTC(year, month - 1, day) / 86_400_000

/** Easter Sunday by the algorithm of Meeus, Jones and Butcher. */
function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return date(year, Math.floor(f / 31), (f % 31) + 1)
}

const mondayFrom = (day: Day): Day => day + ((8 - weekdayOf(day)) % 7)

const holidaysOf = memoized((year: number) => {
  const newYear = date(year, 1, 1)
  const christmas = date(year, 12, 25)
  const falls = weekdayOf(christmas)
  const sunday = easter(year)
  return new Set([
    weekdayOf(newYear) % 6 === 0 ? mondayFrom(newYear) : newYear,
    sunday - 2,
    sunday + 1,
    mondayFrom(date(year, 5, 1)),
    mondayFrom(date(year, 5, 25)),
    mondayFrom(date(year, 8, 25)),
    falls === 6 || falls === 0 ? date(year, 12, 27) : christmas,
    falls === 5 || falls === 6 ? date(year, 12, 28) : date(year, 12, 26),
  ])
})

export const isBankHoliday = (day: Day): boolean => holidaysOf(Number(textOf(day).slice(0, 4))).has(day)
