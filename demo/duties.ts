// What can be done in a day, what time it counts as, and what it comes to at a rate.
import { chargeOf, eachPart, forMinutes, type Parts, type Pence, pounds, shownParts } from './money.ts'
import type { RateKey, RateTable } from './rates.ts'

export type TimePart =
  | 'wdBasic'
  | 'wdOvertime'
  | 'wdNightwork'
  | 'weNightwork'
  | 'bankHoliday'
  | 'bankHolidayNight'
  | 'saturday'
  | 'sunday'
  | 'saturdayNightwork'
  | 'sundayNightwork'

export type Duty = {
  part: TimePart
  rate: RateKey
  shiftType: 'day' | 'night'
  description: string
  /** Minutes after the midnight that begins the day; the end may lie in the next. */
  start: number
  end: number
  breaks: number
  overtime: number
}

const duty = (
  part: TimePart,
  rate: RateKey,
  description: string,
  [start, end]: readonly [number, number],
  breaks: number,
  overtime = 0,
): Duty => {
  const shiftType = /night/i.test(part) ? 'night' : 'day'
  return { part, rate, shiftType, description, start: start * 60, end: end * 60, breaks, overtime }
}

/** Five long days are the standard week: 40 hours and 5 of overtime. */
export const duties = {
  longDay: duty('wdBasic', 'wd', 'Weekday', [7.5, 17], 30, 60),
  fullDay: duty('wdBasic', 'wd', 'Weekday', [7.5, 16], 30),
  shortDay: duty('wdBasic', 'wd', 'Weekday', [8, 16], 30),
  night: duty('wdNightwork', 'wdNw', 'Weekday night', [20, 30], 60),
  saturday: duty('saturday', 'sat', 'Saturday', [7.5, 13], 30),
  sunday: duty('sunday', 'sun', 'Sunday', [8, 14], 60),
  weekendNight: duty('weNightwork', 'weNw', 'Weekend night', [20, 28], 60),
  saturdayNight: duty('saturdayNightwork', 'weNw', 'Saturday night', [20, 28], 60),
  sundayNight: duty('sundayNightwork', 'weNw', 'Sunday night', [0, 6], 60),
  bankHoliday: duty('bankHoliday', 'bh', 'Bank holiday', [8, 16.5], 30),
  bankHolidayNight: duty('bankHolidayNight', 'bhNight', 'Bank holiday night', [20, 30], 60),
}

/** A duty at a rate: what a timelog shows of it, and what it adds to the week. */
export type Worth = {
  shown: { hours: object; rates: object; values: object }
  grossMinutes: number
  netMinutes: number
  pay: { standard: Pence; overtime: Pence }
  charge: { standard: Pence; overtime: Pence }
}

const sides = ['pay', 'emp', 'margin'] as const

function worthOf(table: RateTable, { rate, start, end, breaks, overtime: extra }: Duty): Worth {
  const grossMinutes = end - start
  const netMinutes = grossMinutes - breaks
  // A day rate pays for the day, however long.
  const overtimeMinutes = table.daily ? 0 : extra
  const basis = table.daily ? 60 : netMinutes - overtimeMinutes
  const standard = eachPart(table.rates[rate], pence => forMinutes(pence, basis))
  const overtime = eachPart(table.rates.ot, pence => forMinutes(pence, overtimeMinutes))
  const hours = {
    standard: (grossMinutes - overtimeMinutes) / 60,
    overtime: overtimeMinutes / 60,
    total: grossMinutes / 60,
  }
  return {
    shown: { hours, rates: shownParts(table.rates[rate]), values: valuesOf(standard, overtime) },
    grossMinutes,
    netMinutes,
    pay: { standard: standard.pay, overtime: overtime.pay },
    charge: { standard: chargeOf(standard), overtime: chargeOf(overtime) },
  }
}

function valuesOf(standard: Parts, overtime: Parts) {
  const line = (first: Pence, second: Pence) => ({
    standard: pounds(first),
    overtime: pounds(second),
    total: pounds(first + second),
  })
  const [pay, emp, margin] = sides.map(side => line(standard[side], overtime[side]))
  return { pay, emp, margin, charge: line(chargeOf(standard), chargeOf(overtime)) }
}

/** The same few duties at the same rates fill a million timesheets: worked out once a table. */
const worths = new WeakMap<RateTable, Map<Duty, Worth>>()

export function worth(table: RateTable, duty: Duty): Worth {
  let known = worths.get(table)
  if (!known) {
    known = new Map()
    worths.set(table, known)
  }
  let found = known.get(duty)
  if (!found) {
    found = worthOf(table, duty)
    known.set(duty, found)
  }
  return found
}
