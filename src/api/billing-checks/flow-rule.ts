// Whether an MSP bills its client for the hours that the supplier bills it for.
import {
  type Decimal,
  decimalOf,
  differenceOf,
  isMoreThan,
  isZeroDecimal,
  productOf,
  quotientOf,
  sizeOf,
  sumOf,
} from '../../formats/decimal.ts'
import type { Flow, Invoice } from '../invoices.ts'
import type { BillingFinding } from './books.ts'
import {
  billParties,
  comparedValue,
  findingOf,
  hoursText,
  poundsText,
  recordIds,
  weekText,
} from './finding.ts'
import type { IndexedBooks } from './indexed-books.ts'
import { isBeyondTolerance, isCreditedInFull, sundayOf, zero } from './terms.ts'

export function flowFindings(books: IndexedBooks): BillingFinding[] {
  const invoices = books.invoices.filter(
    one =>
      one.weekEnding !== undefined &&
      sundayOf(one.weekEnding) === books.weekEnding &&
      one.reason === undefined &&
      !isCreditedInFull(one),
  )
  const byAgency = Map.groupBy(invoices, ({ agency }) => agency.id)
  return [...byAgency].flatMap(([agency, all]) => (agency === null ? [] : flowFinding(agency, all, books)))
}

function flowFinding(agency: string, invoices: readonly Invoice[], books: IndexedBooks): BillingFinding[] {
  const { side, company, weekEnding } = books
  const of = (flow: Flow) => invoices.filter(one => one.invoiceType === flow)
  const [supplied, billed] = [of('supplierToMsp'), of('mspToClient')]
  const [expected, found] = [hoursOf(supplied), hoursOf(billed)]
  const both = [...supplied, ...billed]
  const isWaiting = isZeroDecimal(expected) || isZeroDecimal(found)
  const differs = isWaiting
    ? isMoreThan(expected, zero) || isMoreThan(found, zero)
    : isMoreThan(expected, zero) && isMoreThan(found, zero) && isBeyondTolerance(expected, found, both.length)
  if (!differs) return []
  const hours = differenceOf(expected, found)
  const amount = atAverage(hours, isZeroDecimal(expected) ? billed : supplied)
  const fewer = hours.units > 0n ? 'fewer' : 'more'
  return [
    findingOf({
      code: 'flowsDiffer',
      key: `${side.id} ${company} ${agency} ${weekEnding}`,
      amount,
      expected,
      found,
      unit: 'hours',
      sentence: `For ${weekText(weekEnding)} the agency bills the MSP ${hoursText(expected)}, and the MSP bills the client ${hoursText(found)}: ${hoursText(sizeOf(hours))} ${fewer}, some ${poundsText(sizeOf(amount))}.`,
      weekEnding,
      parties: billParties(...both),
      invoices: recordIds(both),
      compared: both.map(one => comparedValue('invoice', one, 'values.netHours', one.values.netHours, true)),
      ...(isWaiting && { waits: true }),
    }),
  ]
}

const hoursOf = (invoices: readonly Invoice[]): Decimal =>
  sumOf(invoices.map(({ values }) => decimalOf(values.netHours)))

/** These hours at the average charge of an hour on these invoices. */
function atAverage(hours: Decimal, invoices: readonly Invoice[]): Decimal {
  const charge = sumOf(
    invoices.map(({ values }) => differenceOf(decimalOf(values.subtotal), decimalOf(values.expenses))),
  )
  return quotientOf(productOf(hours, charge), hoursOf(invoices), 2)
}
