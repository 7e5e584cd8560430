// Who is told of billing checks and from which records, and the words that the rules are written in: the slow way, from the
// text of docs/billing-checks.md, with nothing of the server.
import { type Caller, companiesOf, linked, type View } from '../access/oracle-basics.ts'
import { byOwner, creditNoteVisible, invoiceVisible, rateVisible } from '../access/oracle-records.ts'
import type { Any, Line, World } from '../access/worlds.ts'
import { type Exact, exact, isMore, isZero, many, plus, size, sum, zero } from './exact.ts'

export type Side = { kind: 'client' | 'agency' | 'msp'; id: string }

export const recordLists = [
  'timesheets',
  'assignments',
  'invoices',
  'afps',
  'creditNotes',
  'expenses',
  'purchaseOrders',
] as const
export type RecordList = (typeof recordLists)[number]

export type Finding = {
  code: string
  severity: 'certain' | 'likely' | 'look'
  amount: Exact
  expected: Exact
  found: Exact
  unit: 'pounds' | 'hours' | 'days'
  /** The Sunday, as YYYY-MM-DD. */
  weekEnding: string
  side: Side
  company: string
  /** null: the records have none in common; undefined: the text does not say whose. */
  agency?: string | null | undefined
  project?: string | null | undefined
  worker?: string | null | undefined
  records: Partial<Record<RecordList, string[]>>
  /** It counts so many days after the week only. */
  waits?: true
}

/** What a key of one side could fetch of one company. */
export type Books = {
  world: World
  side: Side
  company: string
  timesheets: Any[]
  assignments: Any[]
  invoices: Any[]
  afps: Any[]
  expenses: Any[]
  creditNotes: Any[]
  orders: Any[]
  rates: Any[]
}

const flowsOf: Record<Side['kind'], readonly string[]> = {
  client: ['supplierToClient', 'mspToClient'],
  agency: ['supplierToClient', 'supplierToMsp'],
  msp: ['supplierToMsp', 'mspToClient'],
}

export const flowOf = (bill: Any): string => bill.invoiceType ?? bill.afpType

/** A side's books of every company that it has to do with. */
export function booksOf(world: World, side: Side): Books[] {
  const caller: Caller = { kind: side.kind === 'agency' ? 'agency' : 'company', owners: [side.id] }
  const view: View = { world, caller, companies: new Set(companiesOf(world, caller)), narrowed: false }
  const visible = (type: string, isVisible: (line: Line, view: View) => boolean) =>
    world
      .of(type)
      .filter(line => isVisible(line, view))
      .map(line => line.record)
  const own = (type: string) => (side.kind === 'msp' ? [] : visible(type, byOwner))
  const bills = (type: string) =>
    visible(type, invoiceVisible(`${type}Type`)).filter(
      bill =>
        flowsOf[side.kind].includes(flowOf(bill)) &&
        (side.kind !== 'msp' || bill.msp?.id === side.id) &&
        (side.kind !== 'client' || bill.company.id === side.id),
    )
  const all = {
    timesheets: own('timesheet'),
    assignments: own('assignment'),
    expenses: own('expense'),
    invoices: bills('invoice'),
    afps: bills('afp'),
    creditNotes: visible('creditNote', creditNoteVisible),
    orders: side.kind === 'client' ? own('purchaseOrder') : [],
    rates: side.kind === 'msp' ? [] : visible('rate', rateVisible),
  }
  return companiesOfSide(world, side, all.invoices).map(company => {
    const of = (records: Any[]) => records.filter(record => record.company.id === company)
    const kept = Object.fromEntries(Object.entries(all).map(([name, records]) => [name, of(records)]))
    return { world, side, company, ...(kept as typeof all) }
  })
}

function companiesOfSide(world: World, { kind, id }: Side, invoices: Any[]): string[] {
  if (kind === 'client') return [id]
  if (kind === 'msp') return [...new Set(invoices.map(invoice => invoice.company.id as string))]
  return world
    .of('company')
    .map(line => line.record.id as string)
    .filter(company => linked(world, id, company))
}

// Words used by the rules

export const day = (instant: string): string => instant.slice(0, 10)

export const daysAfter = (from: string, days: number): string =>
  new Date(Date.parse(`${day(from)}T00:00:00.000Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The Sunday that a week is named by. */
export const sunday = (weekEnding: string): string =>
  daysAfter(weekEnding, (7 - new Date(day(weekEnding)).getUTCDay()) % 7)

/** Whether two references are to different records: not where either has none. */
export const isAnother = (one: Any, other: Any): boolean =>
  Boolean(one?.id) && Boolean(other?.id) && one.id !== other.id

const pieces = (timesheet: Any): Exact =>
  sum(timesheet.pieceRateEntries.map((entry: Any) => exact(entry.totals.chargeValue)))

export const chargeTotal = (valued: Any): Exact => exact(valued.values?.charge?.total ?? 0)

export const charge = (timesheet: Any): Exact => plus(chargeTotal(timesheet), pieces(timesheet))

/** The snapshot that was current when the invoice was made, where there is one. */
export function snapshotOn(timesheet: Any, invoice: Any): Any | undefined {
  const later = (timesheet.versionHistory ?? []).filter(
    (one: Any) => Date.parse(one.snapshotAt) > Date.parse(invoice.createdAt),
  )
  return later.sort((a: Any, b: Any) => a.version - b.version)[0]
}

export const asBilled = (timesheet: Any, invoice: Any): Any => snapshotOn(timesheet, invoice) ?? timesheet

/** Its charge as it was billed, with its piece rates, which are always those of today. */
export const chargeAsBilled = (timesheet: Any, invoice: Any): Exact =>
  plus(chargeTotal(asBilled(timesheet, invoice)), pieces(timesheet))

export const partsOfCharge = [
  ...['wdBasic', 'wdOvertime', 'wdNightwork', 'weNightwork', 'bankHoliday'],
  ...['bankHolidayNight', 'saturday', 'sunday', 'saturdayNightwork', 'sundayNightwork'],
]

export function linesOf(timesheet: Any): number {
  const parts = partsOfCharge.filter(part => !isZero(exact(timesheet.values?.charge?.[part] ?? 0))).length
  const entered = timesheet.pieceRateEntries.flatMap((entry: Any) => entry.lines).length
  return Math.max(1, parts + entered)
}

/** Whether two values differ by more than rounding so many lines explains. */
export const differs = (difference: Exact, lines: number): boolean =>
  isMore(size(difference), many(lines, exact('0.005')))

const names = (bill: Any, timesheet: Any): boolean =>
  bill.timesheets.some((one: Any) => one.id === timesheet.id)

export const seenOf = ({ timesheets }: Books, bill: Any): Any[] =>
  timesheets.filter(timesheet => names(bill, timesheet))

export const isMadeFromTimesheets = (books: Books, bill: Any): boolean => seenOf(books, bill).length > 0

export const seesAll = (books: Books, bill: Any): boolean =>
  seenOf(books, bill).length === new Set(bill.timesheets.map((one: Any) => one.id)).size

export const naming = (bills: Any[], timesheet: Any): Any[] => bills.filter(bill => names(bill, timesheet))

/** Credited in full: taken back. */
export const isCredited = ({ values }: Any): boolean => {
  const credit = exact(values.creditNotes)
  return isMore(credit, zero) && !isMore(exact(values.finalTotal), credit)
}

/** Expenses on account of an invoice. */
export const onAccount = ({ expenses, invoices }: Books, invoice: Any): Any[] =>
  expenses.filter(expense => {
    if (expense.status !== 'approved') return false
    if (expense.invoice?.id === invoice.id) return true
    const other = invoices.find(one => one.id === expense.invoice?.id)
    const isFree = other === undefined || flowOf(other) !== flowOf(invoice)
    const isNamed = expense.timesheet !== undefined && names(invoice, expense.timesheet)
    const { approvalDate } = expense
    return (
      isFree &&
      isNamed &&
      (approvalDate === undefined || Date.parse(approvalDate) <= Date.parse(invoice.createdAt))
    )
  })

/** The Sunday of an invoice. */
export function weekOf(books: Books, bill: Any): string {
  if (bill.weekEnding) return sunday(bill.weekEnding)
  const weeks = seenOf(books, bill).map(timesheet => sunday(timesheet.weekEnding))
  return weeks.length > 0 ? weeks.sort().at(-1)! : sunday(bill.createdAt)
}

export const byTime = (a: Any, b: Any): number =>
  Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : 1)

export const idsOf = (records: Any[]): string[] => records.map(record => record.id)

/** What a finding about one timesheet says of it. */
export const aboutTimesheet = ({ side, company }: Books, timesheet: Any) => ({
  side,
  company,
  agency: timesheet.agency.id as string,
  project: timesheet.project.id as string,
  worker: timesheet.worker.id as string,
  weekEnding: sunday(timesheet.weekEnding),
})
