// A worker's week as it is loaded: hours, money, approval and what was amended afterwards; and which weeks are billed
// together: a week's approved timesheets of one agency at one company, a few at a time.
import { at, type Day, endOf, mondayOf } from './calendar.ts'
import { claimedSum } from './expenses.ts'
import { referenceFor } from './organisations.ts'
import { agencyUserOf, personOf, userOf } from './people-and-permissions.ts'
import { Dice, idOf, nanoidOf, refTo } from './random.ts'
import { pieceRateEntries } from './rates.ts'
import {
  absentWeek,
  isLastWeek,
  type Shift,
  type Status,
  statusOf,
  timelogOf,
  timesheetIndex,
  totalsOf,
  workedWeek,
} from './shifts.ts'
import type { Batch, KeptWeek, LoadLine, Pence, Placement, UnbilledWeek, WeekFault, World } from './world.ts'

type Sheet = {
  placement: Placement
  index: number
  monday: Day
  status: Status
  shifts: Shift[]
  worked: Shift[]
  /** The work that bills are made for. */
  billed: Shift[]
  /** Changed after it was approved, or sent back for a day that was missing and not sent again yet. */
  amended: boolean
  /** Changed, cancelled or opened again after it was billed. */
  isChangedLate: boolean
  isLast: boolean
  dice: Dice
}

/** Whoever leaves on a Friday does not work at the weekend. */
const isOver = ({ outcome, last }: Placement, week: number) =>
  week === last && (outcome === 'ended' || outcome === 'completed')

function shiftsOf({ placement, week }: KeptWeek, status: Status, monday: Day, dice: Dice): Shift[] {
  if (status === 'absent') return absentWeek(monday, dice)
  const shifts = workedWeek(placement, monday, dice)
  return isOver(placement, week) ? shifts.filter(({ day }) => day <= monday + 4) : shifts
}

export function sheetOf(world: World, one: KeptWeek): Sheet {
  const { placement, week, fault = {} as Partial<WeekFault> } = one
  const index = timesheetIndex(placement, week)
  const dice = new Dice('timesheet', index)
  const monday = mondayOf(world, week + placement.gang.before)
  const status = statusOf(placement, week)
  const all = shiftsOf(one, status, monday, dice)
  const isLast = isLastWeek(placement, week)
  const { lastDay } = fault
  const isChangedLate = lastDay !== undefined || fault.status !== undefined
  const changes = isLast ? status === 'pending' : status === 'approved'
  const worked = all.filter(shift => shift.duty)
  const amended = (changes && worked.length > 1 && dice.chance(isLast ? 20 : 4)) || lastDay !== undefined
  const [but, last] = [worked.slice(0, -1), worked.at(-1)]
  const sheet = { placement, index, monday, isLast, dice, isChangedLate, amended }
  if (one.isCopy) return copyOf(one, sheet, [last!])
  const shifts = lastDay === 'takenOff' ? all.filter(shift => shift !== last) : all
  return {
    ...sheet,
    status: fault.status ?? status,
    shifts,
    worked: lastDay === 'takenOff' ? but : worked,
    billed: lastDay === 'added' ? but : worked,
  }
}

/** Weeks beyond those of a year are free for copies. */
const copies = 56

const copyOf = (
  { placement, week }: KeptWeek,
  sheet: Omit<Sheet, 'status' | 'shifts' | 'worked' | 'billed'>,
  shifts: Shift[],
): Sheet => ({
  ...sheet,
  index: timesheetIndex(placement, copies + week),
  status: 'pending_approval',
  amended: false,
  shifts,
  worked: shifts,
  billed: [],
})

type Approval = {
  updatedAt: string
  approvedDate?: string
  approvalRequestedBy?: object
  approvedBy?: object
}

/** A user of the project's company. */
const approverOf = ({ gang, stint }: Placement, at: number) =>
  refTo(userOf(gang.firm.company, (stint.project.index + at) % 5))

/** After the invoice, and before today: nothing was billed of the last two weeks. */
const lateDays = 12

/** All of these dates are before today, because the last full week ended yesterday at the latest. */
function approvalOf({ placement, monday, status, amended, isChangedLate, isLast, dice }: Sheet): Approval {
  const sunday = monday + 6 + (isChangedLate ? lateDays : 0)
  if (status !== 'approved' && status !== 'pending_approval' && !amended)
    return { updatedAt: at(sunday, 900 + 5 * dice.below(24)) }
  const approvalRequestedBy = requesterOf(placement, dice.chance(25))
  if (status !== 'approved') return { updatedAt: at(sunday, 1080 + 5 * dice.below(60)), approvalRequestedBy }
  const days = isLast || isChangedLate ? 0 : amended ? 5 : 1 + dice.below(3)
  const approvedDate = at(sunday + days, (isLast ? 900 : 480) + 5 * dice.below(108))
  const approvedBy = approverOf(placement, dice.chance(90) ? 0 : 2)
  return { updatedAt: approvedDate, approvedDate, approvalRequestedBy, approvedBy }
}

function requesterOf({ worker, agency }: Placement, themselves: boolean) {
  if (themselves) return { id: idOf('worker', worker), name: personOf(worker).name, type: 'candidate' }
  const { id, name } = agencyUserOf(agency, worker)
  return { id, name, type: 'user' }
}

/** The first version is what was billed, or lacked the last day of work. */
function historyOf({ placement, monday, worked, billed, isChangedLate, isLast }: Sheet) {
  const { netHours, values } = totalsOf(placement.table, isChangedLate ? billed : worked.slice(0, -1), 0)
  const [snapshotReason, snapshotAt] = isChangedLate
    ? ['The last day was not right', at(monday + 6 + lateDays, 450)]
    : isLast
      ? ['Returned: a day is missing', at(monday + 6, 1020)]
      : ['A day was missing when it was approved', at(monday + 10, 600)]
  const rates = placement.table.shown
  return [{ version: 1, snapshotReason, snapshotAt, netHours, expenseValue: 0, values, rates }]
}

/** Without conditional spreads, which would take a third of the time; JSON leaves out what is undefined. */
function recordOf(sheet: Sheet, reference: string, expense: Pence) {
  const { placement, index, monday, status, shifts, worked, amended, dice } = sheet
  const { gang, stint, agency, worker, table, storedRateType } = placement
  const approval = approvalOf(sheet)
  const totals = totalsOf(table, shifts, expense)
  const split = dice.chance(5)
  return {
    id: idOf('timesheet', index),
    reference,
    status,
    worker: { id: idOf('worker', worker) },
    assignment: { id: idOf('assignment', placement.index) },
    company: { id: gang.firm.company.id },
    project: { id: stint.project.id },
    site: { id: stint.site.id },
    agency: { id: agency.id },
    payType: table.daily ? 'daily' : 'hourly',
    rateType: storedRateType,
    start: at(monday),
    end: endOf(monday + 6),
    weekEnding: at(monday + 6),
    version: amended ? 2 : 1,
    approvedDate: approval.approvedDate,
    approvalRequestedBy: approval.approvalRequestedBy,
    approvedBy: approval.approvedBy,
    timesheetApprovers: [approverOf(placement, 0), approverOf(placement, 1)],
    netHours: totals.netHours,
    rates: table.shown,
    values: totals.values,
    pieceRateEntries: pieceRateEntries(placement, index, worked),
    createdAt: at(monday, 360),
    updatedAt: approval.updatedAt,
    timelogs: shifts.map(shift => timelogOf(placement, index, shift, status, split)),
    versionHistory: amended ? historyOf(sheet) : undefined,
  }
}

export function timesheetLine(world: World, one: KeptWeek, number: number): LoadLine {
  const { placement, week, isCopy } = one
  const sheet = sheetOf(world, one)
  const reference = referenceFor(placement.gang.firm.company, 'TS', number - 1, 6)
  const record = recordOf(sheet, reference, isCopy ? 0 : claimedSum(placement, week))
  return { type: 'timesheet', record, nanoid: nanoidOf('timesheet', sheet.index) }
}

/** No more timesheets than this go on one bill. */
const most = 20

const isBilled = ({ placement, week, isCopy }: KeptWeek) =>
  week + placement.gang.before >= 1 && statusOf(placement, week) === 'approved' && !isCopy

export function* batchesOf(kept: Iterable<KeptWeek>): Generator<Batch | UnbilledWeek> {
  const open = new Map<number, Batch>()
  let [number, week] = [0, -1]
  for (const one of kept) {
    const { gang, agency } = one.placement
    if (one.week !== week) {
      yield* open.values()
      open.clear()
    }
    week = one.week
    if (!isBilled(one)) {
      yield { weeks: [one] }
      continue
    }
    const ago = week + gang.before
    const key = (gang.firm.company.index * 100 + agency.index) * 1000 + ago
    const batch = open.get(key) ?? { number: number++, firm: gang.firm, agency, ago, weeks: [], faults: [] }
    open.set(key, batch)
    if (batch.weeks.push(one) < most) continue
    open.delete(key)
    yield batch
  }
  yield* open.values()
}
