// A week's work: which duty on which day, the timelogs for it, and its totals.
import { at, type Day, isBankHoliday } from './calendar.ts'
import { type Duty, duties, type TimePart, worth } from './duties.ts'
import { type Pence, pounds, shownParts } from './money.ts'
import type { Placement } from './placements.ts'
import { type Dice, idOf } from './random.ts'
import type { RateTable } from './rates.ts'
import { costCodeOf, masterTrades } from './reference-lists.ts'

/** A day of work, or of absence where there is no duty. */
export type Shift = { day: Day; duty?: Duty; reason?: string; authorized?: boolean }

const reasons = ['Sickness', 'Holiday', 'Family emergency', 'No reason given']

const absence = (day: Day, dice: Dice): Shift => {
  const reason = dice.pick(reasons)
  return { day, reason, authorized: reason !== 'No reason given' }
}

export function weekdayDuty({ gang, table }: Pick<Placement, 'gang' | 'table'>): Duty {
  if (gang.night) return duties.night
  if (gang.firm.company.shortDays) return duties.shortDay
  return table.daily ? duties.fullDay : duties.longDay
}

/** Five usual days. */
export function usualWeek(placement: Placement): { pay: Pence; charge: Pence } {
  const { pay, charge } = worth(placement.table, weekdayDuty(placement))
  return { pay: 5 * (pay.standard + pay.overtime), charge: 5 * (charge.standard + charge.overtime) }
}

export const absentWeek = (monday: Day, dice: Dice): Shift[] => {
  const { reason, authorized } = absence(monday, dice)
  return [0, 1, 2, 3, 4].map(at => ({ day: monday + at, reason: reason!, authorized: authorized! }))
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

/** Written without spreads, as whole timesheets are. */
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
  { costCode: costCodeOf(masterTrades[gang.trade]!.costCode), hours: (minutes - 120) / 60 },
  { costCode: costCodeOf(0), hours: 2 },
]

const noTime = (): Record<TimePart | 'total', Pence> => ({
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
})

export function totalsOf(table: RateTable, shifts: readonly Shift[], expense: Pence) {
  const pay = noTime()
  const charge = noTime()
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

function add(
  sums: Record<TimePart | 'total', Pence>,
  part: TimePart,
  line: { standard: Pence; overtime: Pence },
): void {
  sums[part] += line.standard
  sums.wdOvertime += line.overtime
  sums.total += line.standard + line.overtime
}

function inPounds(sums: Record<TimePart | 'total', Pence>): void {
  for (const part in sums) sums[part as TimePart] = pounds(sums[part as TimePart])
}
