// Books with what the rules look up in them: which bills name a timesheet, which expenses are on account of an invoice.
import type { Expense } from '../expenses.ts'
import type { Afp, CreditNote, Invoice } from '../invoices.ts'
import type { Assignment } from '../shapes/assignment.ts'
import type { Timesheet } from '../shapes/timesheet.ts'
import type { Books } from './books.ts'
import { type Bill, isOnAccount, weekOf } from './terms.ts'

export type IndexedBooks = Books & {
  /** The timesheets of the week and those that bills name, by id. */
  sheets: ReadonlyMap<string, Timesheet>
  /** Those that belong to this week. */
  weekInvoices: readonly Invoice[]
  invoicesOf: (timesheet: string) => readonly Invoice[]
  afpsOf: (timesheet: string) => readonly Afp[]
  assignmentOf: (timesheet: Timesheet) => Assignment | undefined
  /** Those that a bill names, each once; undefined where the side does not see all of them. */
  timesheetsOf: (bill: Bill) => Timesheet[] | undefined
  /** Those on account of an invoice. */
  expensesOf: (invoice: Invoice) => readonly Expense[]
  creditNotesOf: (invoice: Invoice) => readonly CreditNote[]
}

export function indexBooks(books: Books): IndexedBooks {
  const sheets = new Map([...books.others, ...books.timesheets].map(one => [one.id, one]))
  const invoices = byTimesheet(books.invoices)
  const afps = byTimesheet(books.afps)
  const expensesByTimesheet = Map.groupBy(books.expenses, ({ timesheet }) => timesheet?.id)
  const expensesByInvoice = Map.groupBy(books.expenses, ({ invoice }) => invoice?.id)
  const credits = Map.groupBy(books.creditNotes, ({ invoice }) => invoice?.id)
  return {
    ...books,
    sheets,
    weekInvoices: books.invoices.filter(one => weekOf(one, sheets) === books.weekEnding),
    invoicesOf: timesheet => invoices.get(timesheet) ?? [],
    afpsOf: timesheet => afps.get(timesheet) ?? [],
    assignmentOf: ({ assignment }) => assignment && books.assignments.get(assignment.id),
    timesheetsOf(bill) {
      const named = namedBy(bill)
      const seen = named.flatMap(id => sheets.get(id) ?? [])
      return seen.length === named.length ? seen : undefined
    },
    expensesOf(invoice) {
      const near = namedBy(invoice).flatMap(id => expensesByTimesheet.get(id) ?? [])
      const all = new Set([...(expensesByInvoice.get(invoice.id) ?? []), ...near])
      return [...all].filter(one => isOnAccount(one, invoice, books.flows))
    },
    creditNotesOf: ({ id }) => credits.get(id) ?? [],
  }
}

const namedBy = ({ timesheets }: Bill): string[] => [...new Set(timesheets.map(({ id }) => id))]

function byTimesheet<B extends Bill>(bills: readonly B[]): ReadonlyMap<string, B[]> {
  const found = new Map<string, B[]>()
  for (const bill of bills)
    for (const id of namedBy(bill)) {
      const before = found.get(id)
      if (before) before.push(bill)
      else found.set(id, [bill])
    }
  return found
}
