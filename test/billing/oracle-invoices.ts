// What the oracle finds about single invoices: sums, hours, credit, tax, applications for payment and the two flows of an MSP.
// From the text of docs/billing-checks.md alone.
import type { Any } from '../access/worlds.ts'
import {
  asBilled,
  type Books,
  charge,
  chargeAsBilled,
  differs,
  type Finding,
  flowOf,
  idsOf,
  isCredited,
  isMadeFromTimesheets,
  linesOf,
  onAccount,
  seenOf,
  seesAll,
  sunday,
  weekOf,
} from './books.ts'
import {
  compareExact,
  divided,
  type Exact,
  exact,
  isMore,
  isZero,
  larger,
  minus,
  penny,
  percent,
  rounded,
  size,
  sum,
  times,
  zero,
} from './exact.ts'

const aboutInvoice = (books: Books, invoice: Any) => ({
  side: books.side,
  company: books.company,
  agency: invoice.agency.id as string,
  weekEnding: weekOf(books, invoice),
})

const linesOfAll = (timesheets: Any[], expenses: Any[]): number =>
  timesheets.reduce((lines, timesheet) => lines + linesOf(timesheet), expenses.length)

/** Those that were not taken back. */
const standing = ({ invoices }: Books): Any[] => invoices.filter(invoice => !isCredited(invoice))

const wholeOnes = (books: Books): Any[] =>
  standing(books).filter(invoice => isMadeFromTimesheets(books, invoice) && seesAll(books, invoice))

export const sumDiffers = (books: Books): Finding[] =>
  wholeOnes(books).flatMap(invoice => {
    const timesheets = seenOf(books, invoice)
    const expenses = onAccount(books, invoice)
    const values = [
      ...timesheets.map(one => ({ list: 'timesheets', id: one.id, value: chargeAsBilled(one, invoice) })),
      ...expenses.map(one => ({ list: 'expenses', id: one.id, value: exact(one.value) })),
    ]
    const expected = sum(values.map(({ value }) => value))
    const found = exact(invoice.values.subtotal)
    const amount = minus(found, expected)
    if (!differs(amount, linesOfAll(timesheets, expenses))) return []
    const explaining = values.filter(
      ({ value }) => !isZero(value) && !isMore(size(minus(size(value), size(amount))), penny),
    )
    const [one] = explaining
    return [
      {
        code: 'sumDiffers',
        severity: 'certain' as const,
        amount,
        expected,
        found,
        unit: 'pounds' as const,
        ...aboutInvoice(books, invoice),
        records: {
          invoices: [invoice.id],
          ...(explaining.length === 1 ? { [one!.list]: [one!.id] } : { timesheets: idsOf(timesheets) }),
        },
      },
    ]
  })

export const hoursDiffer = (books: Books): Finding[] =>
  wholeOnes(books).flatMap(invoice => {
    const timesheets = seenOf(books, invoice)
    const expected = sum(timesheets.map(timesheet => exact(asBilled(timesheet, invoice).netHours)))
    const found = exact(invoice.values.netHours)
    if (!differs(minus(found, expected), timesheets.length)) return []
    return [
      {
        code: 'hoursDiffer',
        severity: 'certain' as const,
        amount: zero,
        expected,
        found,
        unit: 'hours' as const,
        ...aboutInvoice(books, invoice),
        records: { invoices: [invoice.id], timesheets: idsOf(timesheets) },
      },
    ]
  })

export const creditTooLarge = (books: Books): Finding[] =>
  books.invoices.flatMap(invoice => {
    const notes = books.creditNotes.filter(note => note.invoice?.id === invoice.id)
    const found = larger(exact(invoice.values.creditNotes), sum(notes.map(note => exact(note.value))))
    const expected = exact(invoice.values.finalTotal)
    if (!isMore(found, expected) || !isMore(found, zero)) return []
    return [
      {
        code: 'creditTooLarge',
        severity: 'certain' as const,
        amount: minus(expected, found),
        expected,
        found,
        unit: 'pounds' as const,
        ...aboutInvoice(books, invoice),
        records: { invoices: [invoice.id], creditNotes: idsOf(notes) },
      },
    ]
  })

export const taxDiffers = (books: Books): Finding[] =>
  standing(books).flatMap(invoice => {
    const taxes = [vat(books, invoice), cis(books, invoice)]
    return taxes.flatMap(tax => {
      if (!tax) return []
      return [
        {
          code: 'taxDiffers',
          severity: 'certain' as const,
          ...tax,
          unit: 'pounds' as const,
          ...aboutInvoice(books, invoice),
          records: { invoices: [invoice.id] },
        },
      ]
    })
  })

type Tax = Pick<Finding, 'amount' | 'expected' | 'found'>

const linesOfTax = (books: Books, invoice: Any): number =>
  seesAll(books, invoice) ? Math.max(1, linesOfAll(seenOf(books, invoice), onAccount(books, invoice))) : 1

function vat(books: Books, invoice: Any): Tax | undefined {
  const { values, vatToBeApplied } = invoice
  const found = exact(values.vat)
  if (isZero(found)) return undefined
  const expected =
    vatToBeApplied === false ? zero : rounded(percent(exact(values.subtotal), exact(values.vatRate)))
  const amount = minus(found, expected)
  return differs(amount, linesOfTax(books, invoice)) ? { amount, expected, found } : undefined
}

function cis(books: Books, invoice: Any): Tax | undefined {
  const { values } = invoice
  const isKnown = isMadeFromTimesheets(books, invoice) && seesAll(books, invoice)
  const plant = isKnown
    ? sum(
        onAccount(books, invoice)
          .filter(expense => expense.category === 'Plant')
          .map(expense => exact(expense.value)),
      )
    : zero
  const found = exact(values.cis)
  const expected = rounded(percent(minus(exact(values.subtotal), plant), exact(values.cisRate)))
  const amount = minus(expected, found)
  if (!differs(amount, isKnown ? linesOfTax(books, invoice) : 1)) return undefined
  return isKnown || isMore(found, expected) ? { amount, expected, found } : undefined
}

export const afpDiffers = (books: Books): Finding[] =>
  standing(books).flatMap(invoice => {
    const timesheets = seenOf(books, invoice)
    const afps = books.afps.filter(
      afp =>
        flowOf(afp) === flowOf(invoice) &&
        seenOf(books, afp).some(timesheet => timesheets.includes(timesheet)),
    )
    if (afps.length === 0 || ![invoice, ...afps].every(bill => seesAll(books, bill))) return []
    const applied = new Set(afps.flatMap(afp => seenOf(books, afp)))
    const outside = timesheets.filter(timesheet => !applied.has(timesheet))
    const difference = (expected: Exact, found: Exact, more: Any[]): Finding => ({
      code: 'afpDiffers',
      severity: 'likely',
      amount: minus(found, expected),
      expected,
      found,
      unit: 'pounds',
      ...aboutInvoice(books, invoice),
      records: { invoices: [invoice.id], afps: idsOf(afps), timesheets: idsOf(more) },
    })
    if (outside.length > 0) return [difference(zero, sum(outside.map(charge)), outside)]
    if (timesheets.length < applied.size) return []
    const expected = sum(afps.map(afp => exact(afp.values.subtotal)))
    const found = exact(invoice.values.subtotal)
    const lines = linesOfAll(timesheets, onAccount(books, invoice))
    return differs(minus(found, expected), lines) ? [difference(expected, found, [])] : []
  })

export function flowsDiffer(books: Books): Finding[] {
  if (books.side.kind !== 'msp') return []
  const counted = standing(books).filter(invoice => invoice.weekEnding && invoice.reason === undefined)
  const byWeek = Map.groupBy(counted, ({ agency, weekEnding }) => `${agency.id} ${sunday(weekEnding)}`)
  return [...byWeek.values()].flatMap(invoices => flowsOfWeek(books, invoices))
}

function flowsOfWeek({ side, company }: Books, invoices: Any[]): Finding[] {
  const of = (flow: string) => invoices.filter(invoice => flowOf(invoice) === flow)
  const total = (some: Any[], name: string) => sum(some.map(invoice => exact(invoice.values[name])))
  const [suppliers, clients] = [of('supplierToMsp'), of('mspToClient')]
  const [expected, found] = [total(suppliers, 'netHours'), total(clients, 'netHours')]
  const difference = minus(expected, found)
  const [some, none] = [expected, found].sort((a, b) => compareExact(b, a)) as [Exact, Exact]
  const oneIsZero = isZero(none) && isMore(some, zero)
  if (!oneIsZero && !(isMore(none, zero) && differs(difference, invoices.length))) return []
  const from = isZero(expected) ? clients : suppliers
  const hourly = divided(
    minus(total(from, 'subtotal'), total(from, 'expenses')),
    isZero(expected) ? found : expected,
  )
  return [
    {
      code: 'flowsDiffer',
      severity: 'likely',
      amount: rounded(times(difference, hourly)),
      expected,
      found,
      unit: 'hours',
      side,
      company,
      agency: invoices[0].agency.id,
      weekEnding: sunday(invoices[0].weekEnding),
      records: { invoices: idsOf(invoices) },
      ...(oneIsZero && { waits: true as const }),
    },
  ]
}
