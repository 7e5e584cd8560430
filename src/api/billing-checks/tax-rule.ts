// Whether the VAT and CIS of an invoice are what its rates make them.
import {
  type Decimal,
  decimalOf,
  differenceOf,
  isMoreThan,
  isZeroDecimal,
  percentOf,
  roundedTo,
  sizeOf,
  sumOf,
} from '../../formats/decimal.ts'
import type { Expense } from '../expenses.ts'
import type { Invoice } from '../invoices.ts'
import type { BillingFinding } from './books.ts'
import { billParties, comparedValue, excessText, findingOf, poundsText } from './finding.ts'
import type { IndexedBooks } from './indexed-books.ts'
import { chargeLinesOf, isBeyondTolerance, zero } from './terms.ts'

export function taxDiffers(invoice: Invoice, books: IndexedBooks): BillingFinding[] {
  const timesheets = books.timesheetsOf(invoice)
  const expenses = books.expensesOf(invoice)
  const lines = timesheets ? timesheets.reduce((sum, one) => sum + chargeLinesOf(one), expenses.length) : 1
  const isPlantKnown = timesheets !== undefined && timesheets.length > 0
  const plants = isPlantKnown ? expenses.filter(({ category }) => category === 'Plant') : undefined
  const tolerance = Math.max(1, lines)
  return [...vatFindings(invoice, tolerance, books), ...cisFindings(invoice, tolerance, plants, books)]
}

const share = (of: Decimal, rate: number) => roundedTo(percentOf(of, decimalOf(rate)), 2)

/** No VAT is right under the domestic reverse charge, of which an invoice says nothing. */
function vatFindings(invoice: Invoice, lines: number, { weekEnding }: IndexedBooks): BillingFinding[] {
  const { values, vatToBeApplied, reference } = invoice
  const found = decimalOf(values.vat)
  const isNone = vatToBeApplied === false
  const expected = isNone ? zero : share(decimalOf(values.subtotal), values.vatRate)
  if (isZeroDecimal(found) || !isBeyondTolerance(found, expected, lines)) return []
  const amount = differenceOf(found, expected)
  const right = isNone
    ? 'is to be without VAT'
    : `${values.vatRate} % of ${poundsText(decimalOf(values.subtotal))} is ${poundsText(expected)}`
  return [
    findingOf({
      code: 'taxDiffers',
      key: `${invoice.id} vat`,
      amount,
      expected,
      found,
      unit: 'pounds',
      sentence: `${reference} has ${poundsText(found)} VAT, but ${right}: ${excessText(amount)}.`,
      weekEnding,
      parties: billParties(invoice),
      invoices: [invoice.id],
      compared: [
        comparedValue('invoice', invoice, 'values.vat', values.vat, true),
        comparedValue('invoice', invoice, 'values.subtotal', values.subtotal, false),
        comparedValue('invoice', invoice, 'values.vatRate', values.vatRate, !isNone),
        ...(isNone ? [comparedValue('invoice', invoice, 'vatToBeApplied', 'false', true)] : []),
      ],
    }),
  ]
}

/** Plant lowers CIS; where it is not known how much there is, only too high a CIS is wrong for sure. */
function cisFindings(
  invoice: Invoice,
  lines: number,
  plants: readonly Expense[] | undefined,
  { weekEnding }: IndexedBooks,
): BillingFinding[] {
  const { values, reference } = invoice
  const found = decimalOf(values.cis)
  const plant = sumOf((plants ?? []).map(({ value }) => decimalOf(value)))
  const base = differenceOf(decimalOf(values.subtotal), plant)
  const expected = share(base, values.cisRate)
  if (!isBeyondTolerance(found, expected, lines) || (!plants && !isMoreThan(found, expected))) return []
  const amount = differenceOf(expected, found)
  const less = !isZeroDecimal(plant) ? `, without ${poundsText(plant)} of plant,` : ''
  return [
    findingOf({
      code: 'taxDiffers',
      key: `${invoice.id} cis`,
      amount,
      expected,
      found,
      unit: 'pounds',
      sentence: `${reference} holds back ${poundsText(found)} CIS, but ${values.cisRate} % of ${poundsText(base)}${less} is ${poundsText(expected)}: ${poundsText(sizeOf(amount))} too ${amount.units < 0n ? 'much' : 'little'} is held back.`,
      weekEnding,
      parties: billParties(invoice),
      invoices: [invoice.id],
      compared: [
        comparedValue('invoice', invoice, 'values.cis', values.cis, true),
        comparedValue('invoice', invoice, 'values.subtotal', values.subtotal, false),
        comparedValue('invoice', invoice, 'values.cisRate', values.cisRate, true),
        ...(plants ?? []).map(one => comparedValue('expense', one, 'value', one.value, false)),
      ],
    }),
  ]
}
