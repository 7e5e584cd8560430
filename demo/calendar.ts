// Days as whole numbers since 1970, weeks that end on a Sunday, and the bank holidays of England and Wales.

export type Day = number

export const dayOf = (date: Date): Day => Math.floor(date.getTime() / 86_400_000)

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7

export const lastSundayBefore = (day: Day): Day => day - (weekdayOf(day) || 7)

// Every timesheet writes some twenty moments out of the same few hundred days.
const written = new Map<Day, string>()

function textOf(day: Day): string {
  let text = written.get(day)
  if (text === undefined) {
    text = new Date(day * 86_400_000).toISOString().slice(0, 11)
    written.set(day, text)
  }
  return text
}

const clock = Array.from({ length: 1440 }, (_, minute) => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}:00.000Z`
})

const moments = new Map<number, string>()

/** The moment so many minutes into a day; more than a day's minutes lead into the next. */
export function at(day: Day, minutes = 0): string {
  const moment = day * 1440 + minutes
  let text = moments.get(moment)
  if (text === undefined) {
    text = textOf(day + Math.floor(minutes / 1440)) + clock[minutes % 1440]
    moments.set(moment, text)
  }
  return text
}

/** The last millisecond of a day. */
export const endOf = (day: Day): string => `${textOf(day)}23:59:59.999Z`

export const hour = (hours: number): number => Math.round(hours * 60)

const date = (year: number, month: number, day: number): Day => Date.UTC(year, month - 1, day) / 86_400_000

/** Meeus, Jones and Butcher's way to find Easter Sunday. */
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
const lastMondayOf31 = (year: number, month: number): Day => mondayFrom(date(year, month, 25))

function holidaysOf(year: number): Set<Day> {
  const newYear = date(year, 1, 1)
  const christmas = date(year, 12, 25)
  const falls = weekdayOf(christmas)
  const sunday = easter(year)
  return new Set([
    weekdayOf(newYear) % 6 === 0 ? mondayFrom(newYear) : newYear,
    sunday - 2,
    sunday + 1,
    mondayFrom(date(year, 5, 1)),
    lastMondayOf31(year, 5),
    lastMondayOf31(year, 8),
    falls === 6 || falls === 0 ? date(year, 12, 27) : christmas,
    falls === 5 || falls === 6 ? date(year, 12, 28) : date(year, 12, 26),
  ])
}

const holidays = new Map<number, Set<Day>>()

export function isBankHoliday(day: Day): boolean {
  const year = Number(textOf(day).slice(0, 4))
  let known = holidays.get(year)
  if (!known) {
    known = holidaysOf(year)
    holidays.set(year, known)
  }
  return known.has(day)
}
