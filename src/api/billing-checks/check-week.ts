// All the billing checks of one company's week, for one side.
import type { BillingFinding, Books } from './books.ts'
import { billingCodes } from './codes.ts'
import { flowFindings } from './flow-rule.ts'
import { type IndexedBooks, indexBooks } from './indexed-books.ts'
import { invoiceFindings } from './invoice-rules.ts'
import { orderFindings } from './order-rules.ts'
import { overlapFindings } from './overlap-rule.ts'
import { rateFindings } from './rate-rule.ts'
import { timesheetFindings } from './timesheet-rules.ts'

export { checkOrder } from './order-rules.ts'

const families: readonly ((books: IndexedBooks) => BillingFinding[])[] = [
  timesheetFindings,
  invoiceFindings,
  rateFindings,
  overlapFindings,
  orderFindings,
  flowFindings,
]

/** What is wrong in this week. What belongs to an invoice of another week is left to that week. */
export function checkWeek(books: Books): BillingFinding[] {
  const indexed = indexBooks(books)
  const isTold = ({ code }: BillingFinding) =>
    (billingCodes[code].sides as readonly string[]).includes(books.side.kind)
  return families.flatMap(family => family(indexed)).filter(isTold)
}
