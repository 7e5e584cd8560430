// All the billing checks of one company's week, for one side.
import type { BillingFinding, Books } from './books.ts'

export { checkOrder } from './order-rules.ts'

/** What is wrong in this week. What belongs to an invoice of another week is left to that week. */
export function checkWeek(_books: Books): BillingFinding[] {
  return []
}
