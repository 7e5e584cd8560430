// Calendar days, as YYYY-MM-DD.

const daysIn = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function isCalendarDay(text: string): boolean {
  // There is no year 0.
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (daysIn[month - 1] ?? 0))
}

/** Made when it is first needed, as that takes long. */
let written: Intl.DateTimeFormat | undefined

/** As people write it: 1 February 2026. */
export function dayText(day: string): string {
  written ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return written.format(Date.parse(`${day}T00:00:00Z`))
}

/** In UTC, whose days have no other length. */
export const dayMs = 86_400_000

/** The UTC calendar day of a moment. */
export const dayOfMoment = (moment: string): string => moment.slice(0, 10)

export const utcDay = (date: Date): string => dayOfMoment(date.toISOString())

export const today = (): string => utcDay(new Date())

/** The moment at which a day begins. */
export const momentOfDay = (day: string): string => `${day}T00:00:00.000Z`

/** So many days after a day, or before it where the number is negative. */
export const daysAfter = (day: string, days: number): string =>
  utcDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs))

/** How many days after a day another one is; negative where it is before. */
export const daysFromTo = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

/** For those who wrote a word such as `today`: what it stands for, in weeks from Monday to Sunday. */
export function theseDays(now: Date): string {
  const day = (ago: number) => utcDay(new Date(now.getTime() - ago * dayMs))
  const monday = (now.getUTCDay() + 6) % 7
  return `today is ${day(0)}, this week began on ${day(monday)}, last week was ${day(monday + 7)} to ${day(monday + 1)}`
}
