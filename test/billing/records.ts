// Records of a week that is right, to be changed case by case: one worker, forty hours at £25, billed by the agency.
import type { Books } from '../../src/api/billing-checks/books.ts'
import type { Expense } from '../../src/api/expenses.ts'
import type { Afp, CreditNote, Invoice } from '../../src/api/invoices.ts'
import type { PurchaseOrder } from '../../src/api/purchase-orders.ts'
import type { Assignment } from '../../src/api/shapes/assignment.ts'
import type { Rate } from '../../src/api/shapes/rate.ts'
import type { Timesheet } from '../../src/api/shapes/timesheet.ts'

/** The Sunday of the week, and the days before it. */
export const week = '2026-02-01T00:00:00.000Z'
export const [mon, tue, wed, thu, fri, sat, sun] = [26, 27, 28, 29, 30, 31, 32].map(day =>
  new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10),
) as [string, string, string, string, string, string, string]
export const midnight = (day: string) => `${day}T00:00:00.000Z`

const stamps = { createdAt: '2026-01-05T09:00:00.000Z', updatedAt: '2026-01-05T09:00:00.000Z' }
const company = { id: 'c1', name: 'Brook' }
const agency = { id: 'a1', name: 'Marrow' }
const project = { id: 'p1', name: 'Quay' }
const site = { id: 's1', name: 'North' }
const trade = { id: 't1', name: 'Dryliner' }
export const msp = { id: 'm1', name: 'Tern' }

export type Log = NonNullable<Timesheet['timelogs']>[number]
type Sheet = Partial<Timesheet> & {
  /** By kind of time, in place of £1,000 of basic time. */
  charge?: Partial<Record<string, number>>
}
export type RateParts = { pay: number; emp: number; margin: number; charge: number; uplift: number | null }
export const basic: RateParts = { pay: 20, emp: 0, margin: 5, charge: 25, uplift: null }

/** From one hour of a day to another, which may be of the next day. */
export function log(day: string, start = 8, end = 16, charge = 200): Log {
  const at = (hour: number) => new Date(Date.parse(midnight(day)) + hour * 3_600_000).toISOString()
  const hours = end - start
  const value = { standard: charge, overtime: 0, total: charge }
  return {
    id: `${day} ${start}`,
    status: 'approved',
    date: midnight(day),
    start: at(start),
    end: at(end),
    breaks: 0,
    hours: { standard: hours, overtime: 0, total: hours },
    rates: basic,
    values: { pay: value, emp: value, margin: value, charge: value },
  }
}

const total = (parts: object): number =>
  Object.values(parts).reduce((sum: number, part: number) => sum + Math.round(part * 100), 0) / 100

export function values(charge: Partial<Record<string, number>>): NonNullable<Timesheet['values']> {
  const all = { total: total(charge), ...charge }
  return { pay: all, charge: all }
}

export function sheet({ charge = { wdBasic: 1000 }, ...given }: Sheet = {}): Timesheet {
  const id = given.id ?? 'T1'
  return {
    id,
    reference: `BRK-${id}`,
    status: 'approved',
    supplierType: 'agency',
    worker: { id: 'w1', name: 'Ann Other' },
    assignment: { id: 'A1', reference: 'BRK-A1' },
    company,
    project,
    site,
    agency,
    start: midnight(mon),
    end: `${sun}T23:59:59.999Z`,
    weekEnding: week,
    version: 1,
    timesheetApprovers: [],
    netHours: 40,
    rates: { wd: basic },
    values: values(charge),
    pieceRateEntries: [],
    submissionAnswers: [],
    ...stamps,
    timelogs: [mon, tue, wed, thu, fri].map(day => log(day)),
    ...given,
  }
}

/** An earlier version of a timesheet, kept when it was amended. */
export const snapshot = (version: number, day: string, charge: number, netHours: number) => ({
  version,
  snapshotReason: 'Amended',
  snapshotAt: midnight(day),
  netHours,
  expenseValue: 0,
  values: values({ wdBasic: charge }),
  rates: {},
})

/** So many square metres at £6, on one line. */
export function boarding(units: number, { pay = 4, charge = 6 } = {}): Timesheet['pieceRateEntries'][number] {
  const money = { pay, emp: 0, margin: charge - pay, charge }
  const amounts = { payValue: pay * units, empValue: 0, marginValue: 0, chargeValue: charge * units }
  return {
    id: 'e1',
    pieceRateId: 'piece1',
    code: 'DL-01',
    name: 'Boarding',
    unitLabel: 'square metre',
    unitLabelPlural: 'square metres',
    frequency: 'daily',
    rateType: 'CIS',
    values: money,
    totals: { units, ...amounts },
    lines: [{ id: 'l1', units, ...amounts }],
  }
}

export const assignment = (given: Partial<Assignment> = {}): Assignment => ({
  id: 'A1',
  reference: 'BRK-A1',
  status: 'confirmed',
  payType: 'hourly',
  rateType: 'cis',
  supplierType: 'agency',
  company,
  project,
  site,
  trade,
  agency,
  worker: { id: 'w1', reference: 'W1', name: 'Ann Other' },
  startDate: midnight('2026-01-05'),
  endDate: midnight('2026-03-27'),
  rates: { pay: 20, charge: 25 },
  rateUplifts: { wdOt: 50, wdNw: 20, weNw: 75, bh: 100, bhNw: 125, sat: 50, sun: 100 },
  activities: [],
  customDocuments: [],
  metaFields: [],
  submissionAnswers: [],
  ...stamps,
  ...given,
})

type BillValues = Invoice['values']
type BillOptions<B> = Omit<Partial<B>, 'values' | 'timesheets'> & {
  subtotal?: number
  of?: readonly string[]
  values?: Partial<BillValues>
}

/** CIS of 20 % and no VAT, unless said otherwise. */
function billValues(subtotal: number, given: Partial<BillValues>): BillValues {
  const cis = Math.round(subtotal * 20) / 100
  return {
    grossHours: 40,
    netHours: 40,
    subtotal,
    vat: 0,
    total: subtotal,
    cis,
    cisRate: 20,
    vatRate: 0,
    finalTotal: Math.round((subtotal - cis) * 100) / 100,
    expenses: 0,
    creditNotes: 0,
    netValue: Math.round((subtotal - cis) * 100) / 100,
    ...given,
  }
}

const bill = ({ subtotal = 1000, of = ['T1'], values = {} }: BillOptions<object>) => ({
  status: 'pending' as const,
  company,
  agency,
  projects: [project],
  weekEnding: week,
  values: billValues(subtotal, values),
  timesheets: of.map(id => ({ id, reference: `BRK-${id}` })),
  createdAt: '2026-02-10T09:50:00.000Z',
  updatedAt: '2026-02-10T09:50:00.000Z',
})

export function invoice(given: BillOptions<Invoice> = {}): Invoice {
  const { subtotal: _, of: __, values: ___, ...rest } = given
  const id = given.id ?? 'I1'
  return {
    id,
    reference: `BRK-${id}`,
    invoiceType: 'supplierToClient',
    files: { invoice: null, timesheetSnapshot: null },
    ...bill(given),
    ...rest,
  }
}

export function afp(given: BillOptions<Afp> = {}): Afp {
  const { subtotal: _, of: __, values: ___, ...rest } = given
  const id = given.id ?? 'P1'
  return {
    id,
    reference: `BRK-${id}`,
    afpType: 'supplierToClient',
    files: { afp: null, timesheetSnapshot: null },
    ...bill(given),
    ...rest,
  }
}

export const creditNote = (given: Partial<CreditNote> = {}): CreditNote => ({
  id: 'N1',
  reference: `BRK-${given.id ?? 'N1'}`,
  company,
  agency,
  invoice: { id: 'I1', reference: 'BRK-I1' },
  value: 100,
  status: 'applied',
  ...stamps,
  ...given,
})

export const expense = (given: Partial<Expense> = {}): Expense => ({
  id: 'E1',
  worker: { id: 'w1', reference: 'W1', name: 'Ann Other' },
  timesheet: { id: 'T1', reference: 'BRK-T1' },
  company,
  project,
  agency,
  status: 'approved',
  category: 'Fuel',
  date: midnight(wed),
  value: 30,
  receipts: [],
  approvalDate: '2026-02-03T10:00:00.000Z',
  ...stamps,
  ...given,
})

export const order = (given: Partial<PurchaseOrder> = {}): PurchaseOrder => ({
  id: 'O1',
  reference: 'BRK-PO1',
  status: 'active',
  value: 5000,
  company,
  projects: [],
  trades: [],
  ...stamps,
  ...given,
})

/** What boarding was agreed at: £6, of which the worker gets £4. */
export function rate(given: Partial<Rate> = {}, { pay = 4, charge = 6 } = {}): Rate {
  const none = { cis: null, paye: null, psc: null }
  return {
    id: 'R1',
    project: null,
    agency: null,
    trade,
    company,
    rates: none,
    dayRates: none,
    pieceRates: [
      {
        id: 'piece1',
        code: 'DL-01',
        name: 'Boarding',
        unitLabel: 'square metre',
        unitLabelPlural: 'square metres',
        frequency: 'daily',
        values: { ...none, cis: { pay, emp: 0, margin: charge - pay, charge } },
      },
    ],
    ...stamps,
    ...given,
  }
}

type Given = Omit<Partial<Books>, 'assignments'> & { assignments?: readonly Assignment[] }

/** What the client sees: the right week, with these in place of its records. */
export const books = ({ assignments = [assignment()], ...given }: Given = {}): Books => ({
  side: { kind: 'client', id: 'c1' },
  company: 'c1',
  weekEnding: week,
  timesheets: [sheet()],
  before: [],
  others: [],
  assignments: new Map(assignments.map(one => [one.id, one])),
  invoices: [invoice()],
  afps: [],
  expenses: [],
  flows: new Map((given.invoices ?? []).map(({ id, invoiceType }) => [id, invoiceType])),
  creditNotes: [],
  orders: [],
  rates: [],
  billing: new Set(['a1']),
  ...given,
})
