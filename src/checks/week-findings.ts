// From the rows of a company's week to what is wrong with it, for each side from nothing but the records that side sees. Pure:
// who sees what is asked of access/audience.ts, what is wrong of the rules.
import { type LinksByCompany, viewersOf } from '../access/audience.ts'
import { asOwner, readOwner } from '../access/owners.ts'
import type { BillingFinding, Books, OrderSpending, Side } from '../api/billing-checks/books.ts'
import { checkWeek } from '../api/billing-checks/check-week.ts'
import { sideFlows } from '../api/billing-checks/codes.ts'
import { chargeOf, flowOf, weekOf } from '../api/billing-checks/terms.ts'
import { typeNamed } from '../api/index.ts'
import type { Afp, Invoice } from '../api/invoices.ts'
import { withMarkup } from '../api/rules/markup.ts'
import type { Assignment } from '../api/shapes/assignment.ts'
import type { Timesheet } from '../api/shapes/timesheet.ts'
import { decimalOf, decimalText } from '../formats/decimal.ts'
import type { RecordType } from '../record-types/record-type.ts'
import type { StoredRecord } from '../shape/stored.ts'
import type { SpendingRow } from '../store/checks/order-spending.ts'
import { type StoredRow, wholeRecord } from '../store/records/record-rows.ts'
import { type CheckedType, ofEachType, type WeekRows } from './week-rows.ts'

export type SideFinding = { side: Side; finding: BillingFinding }

export type WeekResult = {
  findings: SideFinding[]
  /** What approved timesheets take from orders. */
  spending: SpendingRow[]
  /** Weeks of bills that name timesheets of this week and belong to another. */
  otherWeeks: string[]
}

type SeenRecord = { record: { id: string }; viewers: readonly string[] }
type RecordsByOwner = ReadonlyMap<string, readonly SeenRecord[]>
type Seen = Readonly<Record<CheckedType, { all: readonly SeenRecord[]; by: RecordsByOwner }>>

type Tie = Parameters<typeof withMarkup>[1][number]
type ShownRate = Parameters<typeof withMarkup>[0]

export function findingsOfWeek(week: WeekRows): WeekResult {
  const seen = seenRecords(week)
  const books = sidesOf(week, seen).map(side => booksOf(week, seen, side))
  const client = books.find(({ side }) => side.kind === 'client')
  return {
    findings: books.flatMap(one => checkWeek(one).map(finding => ({ side: one.side, finding }))),
    spending: client ? spendingIn(client) : [],
    otherWeeks: otherWeeksOf(week, seen),
  }
}

/** For as long as somebody has the row: two weeks that follow each other have many of the same. */
const parsedRows = new WeakMap<StoredRow, StoredRecord>()

function parsed(type: RecordType, row: StoredRow): StoredRecord {
  const before = parsedRows.get(row)
  if (before) return before
  const stored = wholeRecord(type, row)
  parsedRows.set(row, stored)
  return stored
}

/** Every record with those who see it. What belongs to another company takes no part. */
function seenRecords({ rows, links, company }: WeekRows): Seen {
  const byCompany: LinksByCompany = Map.groupBy(links, link => link.company)
  const seenOf = (name: CheckedType) => {
    const type = typeNamed(name)
    const all = rows[name].flatMap((row): SeenRecord[] => {
      const stored = parsed(type, row)
      const record = stored.record as { id: string; company?: { id?: string | null } }
      return record.company?.id === company ? [{ record, viewers: viewersOf(type, stored, byCompany) }] : []
    })
    const by = new Map<string, SeenRecord[]>()
    for (const one of all)
      for (const owner of one.viewers) {
        const before = by.get(owner)
        if (before) before.push(one)
        else by.set(owner, [one])
      }
    return { all, by }
  }
  return ofEachType(seenOf)
}

/** Whoever sees a timesheet or a bill of the week. A company may be its own MSP, and has two sides then. */
function sidesOf({ company }: WeekRows, seen: Seen): Side[] {
  const owners = new Set([seen.timesheet, seen.invoice, seen.afp].flatMap(({ by }) => [...by.keys()]))
  const isOwnMsp = seen.invoice.all.some(({ record }) => (record as Invoice).msp?.id === company)
  return [...owners].toSorted().flatMap((owner): Side[] => {
    const { kind, id } = readOwner(owner)
    if (kind === 'agency') return [{ kind, id }]
    if (id !== company) return [{ kind: 'msp', id }]
    return [{ kind: 'client', id }, ...(isOwnMsp ? ([{ kind: 'msp', id }] as const) : [])]
  })
}

const ownerOfSide = ({ kind, id }: Side): string => asOwner(kind === 'agency' ? 'agency' : 'company', id)

/** An MSP is told of bills alone, whatever else it could fetch as another side. */
const ofMsp: ReadonlySet<CheckedType> = new Set(['invoice', 'creditNote'])

const isOfSide = (bill: Invoice | Afp, { kind, id }: Side): boolean =>
  sideFlows[kind].includes(flowOf(bill)) && (kind !== 'msp' || bill.msp?.id === id)

function booksOf(week: WeekRows, seen: Seen, side: Side): Books {
  const owner = ownerOfSide(side)
  const shown = <T>(name: CheckedType) =>
    side.kind === 'msp' && !ofMsp.has(name)
      ? []
      : (seen[name].by.get(owner) ?? []).map(({ record }) => record as T)
  const shownBills = <B extends Invoice | Afp>(name: 'invoice' | 'afp') =>
    shown<B>(name).filter(bill => isOfSide(bill, side))
  const [own, earlier, bills] = [week.timesheets, week.before, week.invoices].map(ids => new Set(ids))
  const sheets = shown<Timesheet>('timesheet')
  const allInvoices = shownBills<Invoice>('invoice')
  const invoices = allInvoices.filter(({ id }) => bills!.has(id))
  const afps = shownBills<Afp>('afp')
  const named = new Set([...invoices, ...afps].flatMap(bill => bill.timesheets.map(({ id }) => id)))
  const ties = seen.connection.all.map(({ record }) => record as Tie)
  return {
    side,
    company: week.company,
    weekEnding: `${week.week}T00:00:00.000Z`,
    timesheets: sheets.filter(({ id }) => own!.has(id)),
    before: sheets.filter(({ id }) => earlier!.has(id)),
    others: sheets.filter(({ id }) => named.has(id) && !own!.has(id)),
    assignments: new Map(shown<Assignment>('assignment').map(one => [one.id, one])),
    invoices,
    afps,
    expenses: shown('expense'),
    flows: new Map(allInvoices.map(one => [one.id, flowOf(one)])),
    creditNotes: shown('creditNote'),
    orders: shown('purchaseOrder'),
    rates: shown<ShownRate>('rate').map(rate => withMarkup(rate, ties)),
    billing: new Set(
      side.kind === 'agency' ? week.billing.agency.filter(id => id === side.id) : week.billing.client,
    ),
  }
}

/** Of each approved timesheet what `checkOrder` asks of it, under the reference of its order. */
const spendingIn = ({ timesheets, assignments }: Books): SpendingRow[] =>
  timesheets.flatMap(timesheet => {
    const assignment = assignments.get(timesheet.assignment?.id ?? '')
    if (timesheet.status !== 'approved' || assignment?.purchaseOrder === undefined) return []
    const { id, reference, weekEnding, agency, project, worker } = timesheet
    const charge = decimalText(chargeOf(timesheet))
    const detail: SpendingDetail = {
      reference,
      assignment: assignment.id,
      weekEnding,
      ...(agency.id && { agency: agency.id }),
      ...(project.id && { project: project.id }),
      ...(worker.id && { worker: worker.id }),
    }
    return [{ id, reference: assignment.purchaseOrder, charge, detail: JSON.stringify(detail) }]
  })

type SpendingDetail = Omit<OrderSpending, 'id' | 'charge'>

export const asSpending = ({ id, charge, detail }: SpendingRow): OrderSpending => ({
  ...(JSON.parse(detail) as SpendingDetail),
  id,
  charge: decimalOf(charge),
})

/** To each side its own, so each by the timesheets that it sees, or sees none of. */
function otherWeeksOf({ week, timesheets, invoices }: WeekRows, seen: Seen): string[] {
  const [own, bills] = [new Set(timesheets), new Set(invoices)]
  const sheets = new Map(seen.timesheet.all.map(({ record }) => [record.id, record as Timesheet]))
  const weeks = seen.invoice.all.flatMap(({ record }) => {
    const invoice = record as Invoice
    const isBilling = bills.has(invoice.id) && invoice.timesheets.some(({ id }) => own.has(id))
    return isBilling ? [weekOf(invoice, sheets), weekOf(invoice, new Map())] : []
  })
  return [...new Set(weeks.map(day => day.slice(0, 10)))].filter(day => day !== week)
}
