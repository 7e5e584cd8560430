// What the billing checks find in a demo programme: the server's rules over its lines, week by week, without a database.
import type { FileLine, LoadLine } from '../../demo/world.ts'
import type { Link } from '../../src/access/caller.ts'
import { checkOrder } from '../../src/api/billing-checks/check-week.ts'
import { sundayOf } from '../../src/api/billing-checks/terms.ts'
import { typeNamed } from '../../src/api/index.ts'
import { asSpending, findingsOfWeek, type SideFinding } from '../../src/checks/week-findings.ts'
import { type CheckedType, checkedTypes } from '../../src/checks/week-rows.ts'
import type { Upsert } from '../../src/load/read.ts'
import type { SpendingRow } from '../../src/store/checks/order-spending.ts'
import { rowMaker, type StoredRow } from '../../src/store/records/record-rows.ts'
import { type Any, isRecord, read } from './lines.ts'

type Entry = { record: Any; facts: Any; row(): StoredRow }
type Entries = Record<CheckedType, readonly Entry[]>

/** Of every week of every company, for each side. */
export function findingsIn(lines: readonly (FileLine | LoadLine)[]): SideFinding[] {
  const records = lines.filter(isRecord)
  const all = byType(type => records.filter(line => line.type === type).map(line => entryOf(type, line)))
  const companies = new Set(all.timesheet.map(({ record }) => record.company.id as string))
  return [...companies].flatMap(company => {
    const own = byType(type => all[type].filter(({ record }) => record.company.id === company))
    return findingsOfCompany(company, own)
  })
}

const byType = <T>(make: (type: CheckedType) => readonly T[]) =>
  Object.fromEntries(checkedTypes.map(type => [type, make(type)])) as Record<CheckedType, readonly T[]>

function entryOf(name: CheckedType, line: LoadLine): Entry {
  let row: StoredRow | undefined
  const make = () => {
    const { id, stored } = read(JSON.stringify(line), 1) as Upsert
    return rowMaker(typeNamed(name))(id, line.nanoid ?? '', stored)
  }
  return { record: line.record, facts: line.facts ?? {}, row: () => (row ??= make()) }
}

const distinct = (...lists: readonly (readonly Entry[])[]) => [...new Set(lists.flat())]
const ids = (entries: readonly Entry[]) => entries.map(({ record }) => record.id as string)
const rowsOf = (entries: readonly Entry[]) =>
  entries.map(one => one.row()).sort((one, other) => (one.id < other.id ? -1 : 1))

function findingsOfCompany(company: string, all: Entries): SideFinding[] {
  const { weeks, rowsOfWeek } = lookups(company, all)
  const results = weeks.map(week => findingsOfWeek(rowsOfWeek(week)))
  const spending = Map.groupBy(
    results.flatMap(result => result.spending as SpendingRow[]),
    ({ reference }) => reference,
  )
  const ofOrders = all.purchaseOrder.flatMap(({ record }) =>
    checkOrder(record, (spending.get(record.reference) ?? []).map(asSpending)),
  )
  const side = { kind: 'client', id: company } as const
  return [...results.flatMap(result => result.findings), ...ofOrders.map(finding => ({ side, finding }))]
}

/** What `weekReader` of src/checks/week-rows.ts finds in a database. */
function lookups(company: string, all: Entries) {
  const weekOf = ({ record }: Entry) => sundayOf(record.weekEnding).slice(0, 10)
  const [sheets, invoices, afps] = (['timesheet', 'invoice', 'afp'] as const).map(type =>
    Map.groupBy(all[type], weekOf),
  ) as [Map<string, Entry[]>, Map<string, Entry[]>, Map<string, Entry[]>]
  const [sheet, assignment, invoice] = (['timesheet', 'assignment', 'invoice'] as const).map(
    type => new Map(all[type].map(one => [one.record.id as string, one])),
  ) as [Map<string, Entry>, Map<string, Entry>, Map<string, Entry>]
  const [invoicesOf, afpsOf] = [all.invoice, all.afp].map(byTimesheet) as [Finder, Finder]
  const claims = Map.groupBy(all.expense, ({ record }) => record.timesheet?.id)
  const notes = Map.groupBy(all.creditNote, ({ record }) => record.invoice?.id)
  const rates = Map.groupBy(all.rate, ({ record }) => record.trade.id)
  const sheetsOn = (bills: readonly Entry[]) =>
    bills.flatMap(({ record }) => record.timesheets.map(({ id }: Any) => sheet.get(id)!))
  const billing = {
    agencies: [],
    client: agenciesOn(all.invoice, ['supplierToClient', 'mspToClient']),
    agency: agenciesOn(all.invoice, ['supplierToClient', 'supplierToMsp']),
  }
  const links = all.connection.filter(({ record }) => record.active).map(linkOf)
  const rowsOfWeek = (week: string) => {
    const own = sheets.get(week) ?? []
    const before = sheets.get(sevenBefore(week)) ?? []
    const bills = distinct(own.flatMap(invoicesOf), invoices.get(week) ?? [])
    const named = distinct(own, sheetsOn(bills))
    const applied = distinct(named.flatMap(afpsOf), afps.get(week) ?? [])
    const near = distinct(named, sheetsOn(applied))
    const expenses = near.flatMap(({ record }) => claims.get(record.id) ?? [])
    const further = expenses.flatMap(({ record }) => invoice.get(record.invoice?.id) ?? [])
    const assigned = distinct(near.map(({ record }) => assignment.get(record.assignment.id)!))
    const orders = new Set(assigned.map(({ record }) => record.purchaseOrder))
    const trades = new Set(assigned.map(({ record }) => record.trade?.id))
    const rows = {
      timesheet: rowsOf(distinct(near, before)),
      afp: rowsOf(applied),
      assignment: rowsOf(assigned),
      expense: rowsOf(expenses),
      invoice: rowsOf(distinct(bills, further)),
      creditNote: rowsOf(bills.flatMap(({ record }) => notes.get(record.id) ?? [])),
      purchaseOrder: rowsOf(all.purchaseOrder.filter(({ record }) => orders.has(record.reference))),
      rate: rowsOf([...trades].flatMap(trade => rates.get(trade) ?? [])),
      connection: rowsOf(all.connection),
    }
    return {
      ...{ company, week, rows, links, billing },
      ...{ timesheets: ids(own), before: ids(before), invoices: ids(bills) },
    }
  }
  return { weeks: [...new Set([...sheets.keys(), ...invoices.keys(), ...afps.keys()])], rowsOfWeek }
}

type Finder = (timesheet: Entry) => readonly Entry[]

function byTimesheet(bills: readonly Entry[]): Finder {
  const found = Map.groupBy(
    bills.flatMap(bill => bill.record.timesheets.map(({ id }: Any) => ({ id, bill }))),
    ({ id }) => id,
  )
  return ({ record }) => (found.get(record.id) ?? []).map(({ bill }) => bill)
}

const sevenBefore = (day: string) => new Date(Date.parse(day) - 7 * 86_400_000).toISOString().slice(0, 10)

const agenciesOn = (invoices: readonly Entry[], flows: readonly string[]): string[] => {
  const made = invoices.filter(
    ({ record }) => record.timesheets.length > 0 && flows.includes(record.invoiceType),
  )
  return [...new Set(made.map(({ record }) => record.agency.id as string))]
}

function linkOf({ record, facts }: Entry): Link {
  const projects = record.project ? [record.project.id] : record.restricted ? facts.projects : undefined
  return { company: record.company.id, agency: record.agency.id, ...(projects && { projects }) }
}
