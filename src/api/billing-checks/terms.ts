// The words that the rules of billing checks share, as docs/billing-checks.md defines them.
import { dayOfMoment, daysAfter } from '../../formats/day.ts'
import {
  type Decimal,
  decimalOf,
  differenceOf,
  isMoreThan,
  productOf,
  sizeOf,
  sumOf,
} from '../../formats/decimal.ts'
import type { Expense } from '../expenses.ts'
import type { Afp, Flow, Invoice } from '../invoices.ts'
import { kindsOfTime, type Timesheet } from '../shapes/timesheet.ts'

export type Bill = Invoice | Afp

export const zero = decimalOf(0)
export const penny = decimalOf(0.01)

/** Of a value that may be absent, which counts as 0. */
export const decimalOr0 = (value: number | undefined): Decimal => decimalOf(value ?? 0)

export const flowOf = (bill: Bill): Flow => ('invoiceType' in bill ? bill.invoiceType : bill.afpType)

/** The Sunday on or after a moment's day, as records have it. */
export function sundayOf(moment: string): string {
  const day = dayOfMoment(moment)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return `${daysAfter(day, (7 - weekday) % 7)}T00:00:00.000Z`
}

/** The week of an invoice or AfP, by its timesheets that the side sees. */
export function weekOf(bill: Bill, seen: ReadonlyMap<string, Timesheet>): string {
  if (bill.weekEnding !== undefined) return sundayOf(bill.weekEnding)
  const weeks = bill.timesheets.flatMap(({ id }) => seen.get(id)?.weekEnding ?? [])
  return sundayOf(weeks.length > 0 ? weeks.sort().at(-1)! : bill.createdAt)
}

type WeekValues = Timesheet['values']

export const timeChargeOf = (values: WeekValues): Decimal => decimalOr0(values?.charge.total)

const pieceChargeOf = ({ pieceRateEntries }: Timesheet): Decimal =>
  sumOf(pieceRateEntries.map(({ totals }) => decimalOf(totals.chargeValue)))

/** charge(T). */
export const chargeOf = (timesheet: Timesheet): Decimal =>
  sumOf([timeChargeOf(timesheet.values), pieceChargeOf(timesheet)])

/** A timesheet's hours and values in some version of it, and where in the record they stand. */
type SheetVersion = { netHours: number; values: WeekValues; at: string; changedAt?: string }

/** T as billed on I: a snapshot keeps what was before a change, so the first one after the bill is what was billed. */
export function asBilled(timesheet: Timesheet, { createdAt }: Invoice): SheetVersion {
  const { versionHistory = [], netHours, values } = timesheet
  const first = [...versionHistory.entries()]
    .filter(([, { snapshotAt }]) => snapshotAt > createdAt)
    .sort(([, one], [, other]) => one.version - other.version)[0]
  if (!first) return { netHours, values, at: '' }
  const [index, snapshot] = first
  return {
    netHours: snapshot.netHours,
    values: snapshot.values,
    at: `versionHistory.${index}.`,
    changedAt: snapshot.snapshotAt,
  }
}

/** What a timesheet stands for on an invoice. */
export const billedChargeOf = (timesheet: Timesheet, invoice: Invoice): Decimal =>
  sumOf([timeChargeOf(asBilled(timesheet, invoice).values), pieceChargeOf(timesheet)])

const kinds = Object.keys(kindsOfTime) as (keyof typeof kindsOfTime)[]

/** The ten parts of what hours are charged at, those that are not 0. */
export const chargedKinds = (values: WeekValues): (keyof typeof kindsOfTime)[] =>
  kinds.filter(kind => (values?.charge[kind] ?? 0) !== 0)

/** lines(T). */
export const chargeLinesOf = ({ values, pieceRateEntries }: Timesheet): number =>
  Math.max(
    1,
    pieceRateEntries.reduce((sum, { lines }) => sum + lines.length, chargedKinds(values).length),
  )

export const isCreditedInFull = ({ values: { creditNotes, finalTotal } }: Invoice): boolean =>
  creditNotes > 0 && creditNotes >= finalTotal

/** Whether E is on account of I; an invoice that is not in `flows` is not shown to this side. */
export function isOnAccount(expense: Expense, invoice: Invoice, flows: ReadonlyMap<string, Flow>): boolean {
  if (expense.status !== 'approved') return false
  if (expense.invoice?.id === invoice.id) return true
  if (expense.invoice && flows.get(expense.invoice.id) === invoice.invoiceType) return false
  const { timesheet, approvalDate } = expense
  return (
    timesheet !== undefined &&
    invoice.timesheets.some(({ id }) => id === timesheet.id) &&
    (approvalDate === undefined || approvalDate <= invoice.createdAt)
  )
}

/** Half a penny, or half of a hundredth of an hour, for each line. */
const eachLine = decimalOf(0.005)

export const isBeyondTolerance = (one: Decimal, other: Decimal, lines: number): boolean =>
  isMoreThan(sizeOf(differenceOf(one, other)), productOf(eachLine, decimalOf(lines)))

type Reference = { id: string | null } | null | undefined

/** Whether both are known, and are not the same. */
export const areOthers = (one: Reference, other: Reference): boolean =>
  one?.id != null && other?.id != null && one.id !== other.id

/** Those that time was logged on. */
export const workedLogs = ({ timelogs = [] }: Timesheet) => timelogs.filter(({ hours }) => hours.total > 0)

export const takesPart = ({ status }: Timesheet): boolean => status !== 'cancelled' && status !== 'absent'
