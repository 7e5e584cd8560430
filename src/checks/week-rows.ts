// All records that the billing checks of one company's week look at, whoever sees them, as rows of one moment. Splitting them by
// side is left to week-findings.ts.
import { setImmediate as turn } from 'node:timers/promises'
import type { Link } from '../access/caller.ts'
import { sideFlows } from '../api/billing-checks/codes.ts'
import { recordTypes, typeNamed } from '../api/index.ts'
import type { Transaction } from '../database/database.ts'
import { daysAfter } from '../formats/day.ts'
import { foldedText } from '../formats/fold.ts'
import { sortKeyLength } from '../record-types/columns.ts'
import {
  columnValues,
  findIds,
  mentionedIds,
  type RowCondition,
  valuesWithMention,
} from '../store/checks/find-records.ts'
import { activeLinks } from '../store/keys/links.ts'
import { readRows, type StoredRow } from '../store/records/record-rows.ts'

export const checkedTypes = [
  'timesheet',
  'invoice',
  'afp',
  'expense',
  'creditNote',
  'assignment',
  'purchaseOrder',
  'rate',
  'connection',
] as const
export type CheckedType = (typeof checkedTypes)[number]

export const ofEachType = <T>(make: (type: CheckedType) => T) =>
  Object.fromEntries(checkedTypes.map(type => [type, make(type)])) as Record<CheckedType, T>

type CompanyWeek = { company: string; week: string }

export type WeekRows = CompanyWeek & {
  rows: Readonly<Record<CheckedType, readonly StoredRow[]>>
  /** Ids of the timesheets of the week, and of the week before. */
  timesheets: readonly string[]
  before: readonly string[]
  /** Ids of the invoices that name one of the timesheets, or are of the week. */
  invoices: readonly string[]
  links: readonly Link[]
  /** Agencies of which the company, and which themselves, see an invoice made from timesheets; and all that were asked for. */
  billing: { agencies: readonly string[]; client: readonly string[]; agency: readonly string[] }
}

/** The event loop has its turn after so many records. */
const rowsPerTurn = 200

/** Reads a week; `agencies` are those whose records may have been there before. */
type WeekReader = (week: string, agencies: readonly string[]) => Promise<WeekRows>

type Known = ReadonlyMap<string, StoredRow>
type RowReader = (type: CheckedType, ids: readonly string[]) => Promise<StoredRow[]>

/** Weeks of a company, all of one moment, best in their order: what one has of the one that was read before it, such as the
 * timesheets of the week before, is not read again, and is the same row to whoever remembers rows. */
export function weekReader(tx: Transaction, company: string): WeekReader {
  let known: Known = new Map()
  let links: Link[] | undefined
  return async (week, agencies) => {
    links ??= await activeLinks(tx, recordTypes, { companies: [company] })
    const rows = await readWeek(tx, { company, week }, agencies, rowReader(tx, known))
    known = new Map(checkedTypes.flatMap(type => rows.rows[type].map(row => [`${type} ${row.id}`, row])))
    return { ...rows, links }
  }
}

async function readWeek(
  tx: Transaction,
  { company, week }: CompanyWeek,
  agencies: readonly string[],
  read: RowReader,
): Promise<Omit<WeekRows, 'links'>> {
  const own: RowCondition = { column: 'company_id', in: [company] }
  const within = (column: string, weeksBefore = 0): RowCondition => ({
    column,
    from: daysAfter(week, -6 - 7 * weeksBefore),
    before: daysAfter(week, 1 - 7 * weeksBefore),
  })
  const sheetsOf = (weeksBefore: number) =>
    findIds(tx, typeNamed('timesheet'), [own, within('week_ending', weeksBefore)])
  const billsOf = (type: 'invoice' | 'afp', sheets: readonly string[]) =>
    findIds(
      tx,
      typeNamed(type),
      { mentions: 'timesheet', ids: sheets, where: [own] },
      [own, within('week_ending_day')],
      [own, { column: 'week_ending', empty: true }, within('created_at')],
    )
  const [timesheets, before] = [await sheetsOf(0), await sheetsOf(1)]
  const invoices = await billsOf('invoice', timesheets)
  const named = await mentionedIds(tx, typeNamed('invoice'), invoices, 'timesheet')
  const afps = await billsOf('afp', distinct(timesheets, named))
  const sheets = distinct(timesheets, named, await mentionedIds(tx, typeNamed('afp'), afps, 'timesheet'))
  const suppliers = await columnValues(tx, typeNamed('timesheet'), 'agency_id', sheets)
  return {
    company,
    week,
    timesheets,
    before,
    invoices,
    rows: {
      timesheet: await read('timesheet', distinct(sheets, before)),
      afp: await read('afp', afps),
      ...(await readBeside(tx, company, { sheets, invoices }, read)),
    },
    billing: await billingOf(tx, company, distinct(agencies, suppliers)),
  }
}

const distinct = (...lists: readonly (readonly string[])[]) => [...new Set(lists.flat())]

/** These invoices and what belongs to them and to these timesheets. */
async function readBeside(
  tx: Transaction,
  company: string,
  { sheets, invoices }: { sheets: readonly string[]; invoices: readonly string[] },
  read: RowReader,
) {
  const own: RowCondition = { column: 'company_id', in: [company] }
  const expenses = await findIds(tx, typeNamed('expense'), [own, { column: 'timesheet_id', in: sheets }], {
    mentions: 'invoice',
    ids: invoices,
    where: [own],
  })
  const further = await mentionedIds(tx, typeNamed('expense'), expenses, 'invoice')
  const assignments = await columnValues(tx, typeNamed('timesheet'), 'assignment_id', sheets)
  const trades = await columnValues(tx, typeNamed('assignment'), 'trade_id', assignments)
  const assignment = await read('assignment', assignments)
  const references = distinct(assignment.flatMap(orderNamedIn)).map(reference =>
    foldedText(reference).slice(0, sortKeyLength),
  )
  const orders = [own, { column: 'reference_key', in: references }]
  const rates = await findIds(tx, typeNamed('rate'), [own, { column: 'trade_id', in: trades }])
  const ties = rates.length > 0 ? await findIds(tx, typeNamed('connection'), [own]) : []
  return {
    assignment,
    expense: await read('expense', expenses),
    // Expenses may name others, of which the flow is asked.
    invoice: await read('invoice', distinct(invoices, further)),
    creditNote: await read(
      'creditNote',
      await findIds(tx, typeNamed('creditNote'), [own, { column: 'invoice_id', in: invoices }]),
    ),
    purchaseOrder: await read('purchaseOrder', await findIds(tx, typeNamed('purchaseOrder'), orders)),
    rate: await read('rate', rates),
    connection: await read('connection', ties),
  }
}

/** Looked for in the text: what only looks like one leads to an order that nothing names. */
const orderNamedIn = ({ record }: StoredRow): string[] =>
  [...record.matchAll(/"purchaseOrder":("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text!))

/** The client sees what is billed to it, an agency what it bills itself. */
async function billingOf(tx: Transaction, company: string, agencies: readonly string[]) {
  const own: RowCondition = { column: 'company_id', in: [company] }
  const made = (column: string, where: readonly RowCondition[], sheets: { sameColumn?: string } = {}) =>
    valuesWithMention(
      tx,
      typeNamed('invoice'),
      { column, values: agencies, where: [own, ...where] },
      { type: 'timesheet', where: [own], ...sheets },
    )
  return {
    agencies,
    client: await made('agency_id', [
      { column: 'facts_companies_1', in: [company] },
      { column: 'invoice_type', in: sideFlows.client },
    ]),
    agency: await made('facts_agency', [], { sameColumn: 'agency_id' }),
  }
}

/** By id: what is told of a week must not depend on where its rows lie, which writes that a side cannot see decide. */
const rowReader =
  (tx: Transaction, known: Known): RowReader =>
  async (type, ids) => {
    const rows = ids.flatMap(id => known.get(`${type} ${id}`) ?? [])
    const missing = ids.filter(id => !known.has(`${type} ${id}`))
    for (let from = 0; from < missing.length; from += rowsPerTurn) {
      const some = await readRows(tx, typeNamed(type), missing.slice(from, from + rowsPerTurn))
      rows.push(...some.values())
      await turn()
    }
    return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
  }
