// A worker's week: the status of its timesheet, the shifts on each day, and what they are worth.
import { at, type Day, isBankHoliday } from './calendar.ts'
import { Dice, idOf, memoized } from './random.ts'
import { chargeOf, eachPart, forMinutes, pounds, shownParts } from './rates.ts'
import { costCodeOf, preliminaries } from './reference-lists.ts'
import type { Parts, Pence, Placement, RateKey, RateTable } from './world.ts'

export type Status = 'pending' | 'pending_approval' | 'approved' | 'cancelled' | 'absent'

/** Statuses by cumulative percentage: of the last week, the week before, and all older ones. */
// biome-ignore format: a table reads better in rows
const progress: readonly (readonly (readonly [number, Status])[])[] = [
  [[40, 'pending'], [66, 'pending_approval'], [91, 'approved'], [95, 'cancelled'], [100, 'absent']],
  [[6, 'pending'], [30, 'pending_approval'], [93, 'approved'], [96, 'cancelled'], [100, 'absent']],
  [[2, 'pending_approval'], [94, 'approved'], [97, 'cancelled'], [100, 'absent']],
]

/** The week that ended on the last Sunday: what happened to it since then, happened that Sunday. */
export const isLastWeek = ({ gang }: Placement, week: number): boolean => week + gang.before === 0

/** Each placement has room for 64 weeks. */
export const timesheetIndex = (placement: Placement, week: number): number => placement.index * 64 + week

export function statusOf(placement: Placement, week: number): Status {
  const row = placement.gang.before > 0 ? 2 : Math.min(week, 2)
  return new Dice('timesheet status', timesheetIndex(placement, week)).outcome(progress[row]!)
}

/** The kinds of time that a week's pay is split into. */
const noTime = {
  wdBasic: 0,
  wdOvertime: 0,
  wdNightwork: 0,
  weNightwork: 0,
  bankHoliday: 0,
  bankHolidayNight: 0,
  saturday: 0,
  sunday: 0,
  saturdayNightwork: 0,
  sundayNightwork: 0,
  total: 0,
}

type TimePart = keyof typeof noTime

type Duty = {
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

function duty(
  part: TimePart,
  rate: RateKey,
  description: string,
  [start, end]: readonly [number, number],
  breaks: number,
  overtime = 0,
): Duty {
  const shiftType = /night/i.test(part) ? 'night' : 'day'
  return { part, rate, shiftType, description, start: start * 60, end: end * 60, breaks, overtime }
}

/** Five long days are the standard week: 40 hours and 5 of overtime. */
const duties = {
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

/** What a timelog shows of a duty at a rate, and what it adds to the week. */
function worthOf(table: RateTable, { rate, start, end, breaks, overtime: extra }: Duty) {
  const grossMinutes = end - start
  const netMinutes = grossMinutes - breaks
  // A day rate pays for the whole day, however long.
  const overtimeMinutes = table.daily ? 0 : extra
  const basis = table.daily ? 60 : netMinutes - overtimeMinutes
  const standard = eachPart(table.rates[rate], pence => forMinutes(pence, basis))
  const overtime = eachPart(table.rates.ot, pence => forMinutes(pence, overtimeMinutes))
  const hours = {
    standard: (grossMinutes - overtimeMinutes) / 60,
    overtime: overtimeMinutes / 60,
    total: grossMinutes / 60,
  }
  const sums = (of: (parts: Parts) => Pence) => ({ standard: of(standard), overtime: of(overtime) })
  const shown = (of: (parts: Parts) => Pence) => {
    const { standard, overtime } = sums(of)
    return { standard: pounds(standard), overtime: pounds(overtime), total: pounds(standard + overtime) }
  }
  const values = {
    pay: shown(({ pay }) => pay),
    emp: shown(({ emp }) => emp),
    margin: shown(({ margin }) => margin),
    charge: shown(chargeOf),
  }
  return {
    shown: { hours, rates: shownParts(table.rates[rate]), values },
    grossMinutes,
    netMinutes,
    pay: sums(({ pay }) => pay),
    charge: sums(chargeOf),
  }
}

/** The same few duties at the same rates fill a million timesheets, so each is computed once. */
const worthsAt = memoized((table: RateTable) => memoized((duty: Duty) => worthOf(table, duty)))

export const worth = (table: RateTable, duty: Duty) => worthsAt(table)(duty)

/** A day of work, or of absence where there is no duty. */
export type Shift = { day: Day; duty?: Duty; reason?: string; authorized?: boolean }

const reasons = ['Sickness', 'Holiday', 'Family emergency', 'No reason given']

const absence = (day: Day, dice: Dice): Shift => {
  const reason = dice.pick(reasons)
  return { day, reason, authorized: reason !== 'No reason given' }
}

export function weekdayDuty({ gang, table }: Placement): Duty {
  if (gang.night) return duties.night
  if (gang.firm.company.shortDays) return duties.shortDay
  return table.daily ? duties.fullDay : duties.longDay
}

/** What five usual days are worth. */
export function usualWeek(placement: Placement): { pay: Pence; charge: Pence } {
  const { pay, charge } = worth(placement.table, weekdayDuty(placement))
  return { pay: 5 * (pay.standard + pay.overtime), charge: 5 * (charge.standard + charge.overtime) }
}

export const absentWeek = (monday: Day, dice: Dice): Shift[] => {
  const first = absence(monday, dice)
  return [0, 1, 2, 3, 4].map(at => ({ ...first, day: monday + at }))
}

export function workedWeek(placement: Placement, monday: Day, dice: Dice): Shift[] {
  const { gang } = placement
  const usual = weekdayDuty(placement)
  const missed = dice.chance(6) ? dice.below(5) : -1
  const worksHolidays = dice.chance(40)
  const shifts: Shift[] = []
  for (let weekday = 0; weekday < 5; weekday++) {
    const day = monday + weekday
    const holiday = isBankHoliday(day)
    if (weekday === missed && !holiday) shifts.push(absence(day, dice))
    else if (!holiday) shifts.push({ day, duty: usual })
    else if (worksHolidays)
      shifts.push({ day, duty: gang.night ? duties.bankHolidayNight : duties.bankHoliday })
  }
  if (gang.night) shifts.push(...weekendNights(placement, monday, dice))
  else {
    if (dice.chance(24)) shifts.push({ day: monday + 5, duty: duties.saturday })
    if (dice.chance(5)) shifts.push({ day: monday + 6, duty: duties.sunday })
  }
  return shifts
}

/** One company keeps Saturday and Sunday nights apart, the others do not. */
function weekendNights({ gang }: Placement, monday: Day, dice: Dice): Shift[] {
  if (!dice.chance(30)) return []
  if (gang.firm.company.index !== 1) return [{ day: monday + 5, duty: duties.weekendNight }]
  if (dice.chance(50)) return [{ day: monday + 5, duty: duties.saturdayNight }]
  return [{ day: monday + 6, duty: duties.sundayNight }]
}

const nothing = { standard: 0, overtime: 0, total: 0 }
const noValues = { pay: nothing, emp: nothing, margin: nothing, charge: nothing }

/** Without conditional spreads, as in timesheets. */
export function timelogOf(
  placement: Placement,
  timesheet: number,
  shift: Shift,
  status: string,
  split: boolean,
) {
  const { day, duty } = shift
  const id = idOf('timelog', timesheet * 7 + ((day + 3) % 7))
  if (!duty) return absenceLog(placement, id, shift)
  const { shown, netMinutes } = worth(placement.table, duty)
  return {
    id,
    status,
    date: at(day),
    start: at(day, duty.start),
    end: at(day, duty.end),
    shiftType: duty.shiftType,
    breaks: duty.breaks,
    rateDescription: duty.description,
    hours: shown.hours,
    rates: shown.rates,
    values: shown.values,
    costCodeAllocations: split ? splitHours(placement, netMinutes) : undefined,
  }
}

function absenceLog(placement: Placement, id: string, { day, reason, authorized }: Shift) {
  const start = at(day, weekdayDuty(placement).start)
  return {
    id,
    status: 'absent',
    date: at(day),
    start,
    end: start,
    breaks: 0,
    hours: nothing,
    rates: shownParts(placement.table.rates.wd),
    values: noValues,
    absenceAuthorized: authorized,
    absenceReason: reason,
  }
}

const splitHours = ({ gang }: Placement, minutes: number) => [
  { costCode: costCodeOf(gang.trade), hours: (minutes - 120) / 60 },
  { costCode: preliminaries, hours: 2 },
]

export function totalsOf(table: RateTable, shifts: readonly Shift[], expense: Pence) {
  const pay = { ...noTime }
  const charge = { ...noTime }
  let netMinutes = 0
  for (const { duty } of shifts) {
    if (!duty) continue
    const line = worth(table, duty)
    netMinutes += line.netMinutes
    add(pay, duty.part, line.pay)
    add(charge, duty.part, line.charge)
  }
  inPounds(pay)
  inPounds(charge)
  return { netHours: netMinutes / 60, values: { pay, charge, expense: pounds(expense) } }
}

type Sums = Record<TimePart, Pence>

function add(sums: Sums, part: TimePart, { standard, overtime }: { standard: Pence; overtime: Pence }): void {
  sums[part] += standard
  sums.wdOvertime += overtime
  sums.total += standard + overtime
}

function inPounds(sums: Sums): void {
  for (const part in sums) sums[part as TimePart] = pounds(sums[part as TimePart])
}
