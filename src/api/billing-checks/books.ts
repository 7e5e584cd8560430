// What billing checks are worked out from, and what they find: the records of one company's week as one side sees them, and
// the findings about them. The rules know nothing of where either is kept.
import type { Decimal } from '../../formats/decimal.ts'
import type { Expense } from '../expenses.ts'
import type { Afp, CreditNote, Flow, Invoice } from '../invoices.ts'
import type { PurchaseOrder } from '../purchase-orders.ts'
import type { Assignment } from '../shapes/assignment.ts'
import type { Rate } from '../shapes/rate.ts'
import type { Timesheet } from '../shapes/timesheet.ts'
import type { BillingCode, FindingUnit, Severity, SideKind } from './codes.ts'

export type Side = { kind: SideKind; id: string }

/** All that one side may see of one company's week. Weeks are named by their Sunday: what ends on another day belongs to the
 * Sunday after it (`sundayOf`). */
export type Books = {
  side: Side
  /** Id of the company that the work was done for, also for the sides msp and agency. */
  company: string
  /** The Sunday, as `YYYY-MM-DDT00:00:00.000Z`. */
  weekEnding: string
  /** Of this week and of every status, with timelogs and versionHistory. */
  timesheets: readonly Timesheet[]
  /** Of the week before, for overlaps: with timelogs. */
  before: readonly Timesheet[]
  /** Every further timesheet that the side sees and that one of the invoices or AfPs names, with versionHistory. One may be
   * among `before`, too. */
  others: readonly Timesheet[]
  /** By id: those that the side sees of `timesheets`, with what only the single record shows. */
  assignments: ReadonlyMap<string, Assignment>
  /** Each that the side sees and that names one of `timesheets`, or whose week (`weekOf`) is this one. As they are stored: the
   * timesheets that the side does not see are still named, so that it is known that there are some. */
  invoices: readonly Invoice[]
  /** The same, and those that share a timesheet with an invoice of this week. */
  afps: readonly Afp[]
  /** Those that the side sees of all these timesheets, and those that name one of the invoices. */
  expenses: readonly Expense[]
  /** By id, the flow of each invoice that the side sees and that one of the expenses names. */
  flows: ReadonlyMap<string, Flow>
  /** Those that the side sees and that name one of the invoices. */
  creditNotes: readonly CreditNote[]
  /** The client's alone: those with the references that the assignments name; all of one reference. */
  orders: readonly PurchaseOrder[]
  /** Those that the side sees of the trades of the assignments, as `GET /rates` shows them. */
  rates: readonly Rate[]
  /** Ids of the agencies with which the company has an invoice of any week that the side sees, made from timesheets. */
  billing: ReadonlySet<string>
}

/** Ids of the records that a finding is about, by the property that shows them. */
export type FindingRecords = {
  timesheets: string[]
  assignments: string[]
  invoices: string[]
  afps: string[]
  creditNotes: string[]
  expenses: string[]
  purchaseOrders: string[]
}

/** One value that was compared: of which record, and where in it. */
export type ComparedValue = {
  /** The record's type, such as `timesheet`. */
  type: string
  id: string
  path: string
  value: number | string
  differs: boolean
}

export type BillingFinding = FindingRecords & {
  code: BillingCode
  severity: Severity
  /** What its id is made from besides code, company and side. */
  key: string
  amount: number
  expected: number
  found: number
  unit: FindingUnit
  /** Without names of people, which may have to be erased. */
  sentence: string
  weekEnding: string
  agency?: string
  project?: string
  worker?: string
  compared: ComparedValue[]
  /** It counts only when `graceDays` days have passed after the week ending. */
  waits?: true
}

/** What an approved timesheet takes from a purchase order. */
export type OrderSpending = {
  /** Of the timesheet. */
  id: string
  reference: string
  assignment: string
  weekEnding: string
  /** `chargeOf` it. */
  charge: Decimal
  agency?: string
  project?: string
  worker?: string
}
