// Whether each invoice adds up: with its timesheets and expenses, its credit notes and the applications before it.
import { dayText } from '../../formats/day.ts'
import {
  type Decimal,
  decimalOf,
  differenceOf,
  isMoreThan,
  isZeroDecimal,
  sizeOf,
  sumOf,
} from '../../formats/decimal.ts'
import type { Expense } from '../expenses.ts'
import type { Afp, Invoice } from '../invoices.ts'
import type { Timesheet } from '../shapes/timesheet.ts'
import type { BillingFinding } from './books.ts'
import {
  billParties,
  comparedValue,
  excessText,
  findingOf,
  hoursText,
  poundsText,
  recordIds,
  referencesText,
} from './finding.ts'
import type { IndexedBooks } from './indexed-books.ts'
import { taxDiffers } from './tax-rule.ts'
import {
  asBilled,
  billedChargeOf,
  chargeLinesOf,
  chargeOf,
  flowOf,
  isBeyondTolerance,
  isCreditedInFull,
  penny,
  zero,
} from './terms.ts'

type InvoiceRule = (invoice: Invoice, books: IndexedBooks) => BillingFinding[]

const sumDiffers: InvoiceRule = (invoice, books) => {
  const timesheets = books.timesheetsOf(invoice) ?? []
  if (timesheets.length === 0) return []
  const expenses = books.expensesOf(invoice)
  const parts = [
    ...timesheets.map(timesheet => ({ timesheet, value: billedChargeOf(timesheet, invoice) })),
    ...expenses.map(expense => ({ expense, value: decimalOf(expense.value) })),
  ]
  const expected = sumOf(parts.map(({ value }) => value))
  const found = decimalOf(invoice.values.subtotal)
  if (!isBeyondTolerance(found, expected, allLinesOf(timesheets) + expenses.length)) return []
  const amount = differenceOf(found, expected)
  const explaining = parts.filter(({ value }) => isAsLarge(value, amount))
  const cause = explaining.length === 1 ? explaining[0]! : {}
  return [
    findingOf({
      code: 'sumDiffers',
      key: invoice.id,
      amount,
      expected,
      found,
      unit: 'pounds',
      sentence: `${invoice.reference} bills ${poundsText(found)}, but ${sheetsText(timesheets)}, with piece rates and expenses, ${timesheets.length === 1 ? 'comes' : 'come'} to ${poundsText(expected)}: ${excessText(amount)}${causeText(cause)}.`,
      weekEnding: books.weekEnding,
      parties: billParties(invoice),
      invoices: [invoice.id],
      ...recordsOf(cause, timesheets),
      compared: [
        comparedValue('invoice', invoice, 'values.subtotal', invoice.values.subtotal, true),
        ...timesheets.flatMap(one => billedValues(one, invoice, one === explainedBy(cause))),
        ...expenses.map(one => comparedValue('expense', one, 'value', one.value, one === explainedBy(cause))),
      ],
    }),
  ]
}

const sheetsText = (timesheets: readonly Timesheet[]) =>
  timesheets.length === 1 ? timesheets[0]!.reference : `its ${timesheets.length} timesheets`

/** What explains a difference: one timesheet, one expense, or nothing that is known. */
type Cause = { timesheet?: Timesheet; expense?: Expense }

const explainedBy = ({ timesheet, expense }: Cause) => timesheet ?? expense

const isAsLarge = (value: Decimal, amount: Decimal) =>
  !isZeroDecimal(value) && !isMoreThan(sizeOf(differenceOf(sizeOf(value), sizeOf(amount))), penny)

const recordsOf = ({ timesheet, expense }: Cause, all: readonly Timesheet[]) =>
  expense ? { expenses: [expense.id] } : { timesheets: timesheet ? [timesheet.id] : recordIds(all) }

function causeText({ timesheet, expense }: Cause): string {
  if (timesheet) return `, which is what ${timesheet.reference} comes to`
  if (!expense) return ''
  const { category, date, value } = expense
  return `, which is the expense for ${category} of ${dayText(date.slice(0, 10))}, ${poundsText(decimalOf(value))}`
}

const billedValues = (timesheet: Timesheet, invoice: Invoice, differs: boolean) => {
  const { at, values } = asBilled(timesheet, invoice)
  return [
    comparedValue('timesheet', timesheet, `${at}values.charge.total`, values?.charge.total, differs),
    ...timesheet.pieceRateEntries.map(({ totals }, index) =>
      comparedValue(
        'timesheet',
        timesheet,
        `pieceRateEntries.${index}.totals.chargeValue`,
        totals.chargeValue,
        differs,
      ),
    ),
  ]
}

const allLinesOf = (timesheets: readonly Timesheet[]): number =>
  timesheets.reduce((sum, one) => sum + chargeLinesOf(one), 0)

const hoursDiffer: InvoiceRule = (invoice, books) => {
  const timesheets = books.timesheetsOf(invoice) ?? []
  if (timesheets.length === 0) return []
  const billed = timesheets.map(timesheet => ({ timesheet, ...asBilled(timesheet, invoice) }))
  const expected = sumOf(billed.map(({ netHours }) => decimalOf(netHours)))
  const found = decimalOf(invoice.values.netHours)
  if (!isBeyondTolerance(found, expected, timesheets.length)) return []
  const amount = differenceOf(found, expected)
  const have = timesheets.length === 1 ? 'has' : 'have'
  return [
    findingOf({
      code: 'hoursDiffer',
      key: invoice.id,
      amount: zero,
      expected,
      found,
      unit: 'hours',
      sentence: `${invoice.reference} has ${hoursText(found)}, but ${sheetsText(timesheets)} ${have} ${hoursText(expected)}: ${hoursText(sizeOf(amount))} too ${amount.units < 0n ? 'few' : 'many'}.`,
      weekEnding: books.weekEnding,
      parties: billParties(invoice),
      invoices: [invoice.id],
      timesheets: recordIds(timesheets),
      compared: [
        comparedValue('invoice', invoice, 'values.netHours', invoice.values.netHours, true),
        ...billed.map(({ timesheet, at, netHours }) =>
          comparedValue('timesheet', timesheet, `${at}netHours`, netHours, false),
        ),
      ],
    }),
  ]
}

const creditTooLarge: InvoiceRule = (invoice, books) => {
  const notes = books.creditNotesOf(invoice)
  const onInvoice = decimalOf(invoice.values.creditNotes)
  const ofNotes = sumOf(notes.map(({ value }) => decimalOf(value)))
  const found = isMoreThan(ofNotes, onInvoice) ? ofNotes : onInvoice
  const expected = decimalOf(invoice.values.finalTotal)
  if (!isMoreThan(found, zero) || !isMoreThan(found, expected)) return []
  const by = notes.length > 0 ? ` (${referencesText(notes)})` : ''
  return [
    findingOf({
      code: 'creditTooLarge',
      key: invoice.id,
      amount: differenceOf(expected, found),
      expected,
      found,
      unit: 'pounds',
      sentence: `${invoice.reference} comes to ${poundsText(expected)}, but ${poundsText(found)} is credited${by}: ${poundsText(differenceOf(found, expected))} too much is given back.`,
      weekEnding: books.weekEnding,
      parties: billParties(invoice),
      invoices: [invoice.id],
      creditNotes: recordIds(notes),
      compared: [
        comparedValue('invoice', invoice, 'values.finalTotal', invoice.values.finalTotal, true),
        comparedValue(
          'invoice',
          invoice,
          'values.creditNotes',
          invoice.values.creditNotes,
          found === onInvoice,
        ),
        ...notes.map(one => comparedValue('creditNote', one, 'value', one.value, found === ofNotes)),
      ],
    }),
  ]
}

const afpDiffers: InvoiceRule = (invoice, books) => {
  const timesheets = books.timesheetsOf(invoice) ?? []
  const sharing = timesheets.flatMap(({ id }) => books.afpsOf(id))
  const afps = [...new Set(sharing)].filter(afp => flowOf(afp) === invoice.invoiceType)
  const applied = afps.map(books.timesheetsOf)
  if (afps.length === 0 || applied.includes(undefined)) return []
  const union = new Set(applied.flatMap(all => all ?? []))
  const outside = timesheets.filter(one => !union.has(one))
  if (outside.length > 0) return [beyondAfps(invoice, afps, outside, books)]
  return union.size === timesheets.length ? sumOfAfps(invoice, afps, timesheets, books) : []
}

const beyondAfps = (
  invoice: Invoice,
  afps: readonly Afp[],
  outside: readonly Timesheet[],
  { weekEnding }: IndexedBooks,
) => {
  const amount = sumOf(outside.map(chargeOf))
  return findingOf({
    code: 'afpDiffers',
    key: invoice.id,
    amount,
    expected: zero,
    found: amount,
    unit: 'pounds',
    sentence: `${invoice.reference} bills ${referencesText(outside)}, which ${referencesText(afps)} did not apply for: ${poundsText(amount)}.`,
    weekEnding,
    parties: billParties(invoice),
    invoices: [invoice.id],
    afps: recordIds(afps),
    timesheets: recordIds(outside),
    compared: outside.flatMap(one => [
      comparedValue('timesheet', one, 'reference', one.reference, true),
      ...billedValues(one, invoice, false),
    ]),
  })
}

function sumOfAfps(
  invoice: Invoice,
  afps: readonly Afp[],
  timesheets: readonly Timesheet[],
  books: IndexedBooks,
): BillingFinding[] {
  const expected = sumOf(afps.map(({ values }) => decimalOf(values.subtotal)))
  const found = decimalOf(invoice.values.subtotal)
  const lines = allLinesOf(timesheets) + books.expensesOf(invoice).length
  if (!isBeyondTolerance(found, expected, lines)) return []
  const amount = differenceOf(found, expected)
  return [
    findingOf({
      code: 'afpDiffers',
      key: invoice.id,
      amount,
      expected,
      found,
      unit: 'pounds',
      sentence: `${invoice.reference} bills ${poundsText(found)}, but ${referencesText(afps)} applied for ${poundsText(expected)} for the same timesheets: ${excessText(amount)}.`,
      weekEnding: books.weekEnding,
      parties: billParties(invoice),
      invoices: [invoice.id],
      afps: recordIds(afps),
      compared: [
        comparedValue('invoice', invoice, 'values.subtotal', invoice.values.subtotal, true),
        ...afps.map(one => comparedValue('afp', one, 'values.subtotal', one.values.subtotal, true)),
      ],
    }),
  ]
}

/** What a bill that was not taken back has to be. */
const rules: readonly InvoiceRule[] = [sumDiffers, hoursDiffer, taxDiffers, afpDiffers]

export const invoiceFindings = (books: IndexedBooks): BillingFinding[] =>
  books.weekInvoices.flatMap(one => [
    ...(isCreditedInFull(one) ? [] : rules.flatMap(rule => rule(one, books))),
    ...creditTooLarge(one, books),
  ])
