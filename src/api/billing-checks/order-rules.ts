// What is booked to purchase orders: beyond their value, and what they do not cover.
import type { PurchaseOrder } from '../purchase-orders.ts'
import type { BillingFinding, OrderSpending } from './books.ts'

/** Whether an order is spent beyond its value; of all its approved timesheets, by week ending, then id. */
export function checkOrder(_order: PurchaseOrder, _spending: readonly OrderSpending[]): BillingFinding[] {
  return []
}
