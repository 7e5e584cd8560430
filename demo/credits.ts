// What is given back on an invoice from a supplier to its client.
import { type Pence, percentOf } from './money.ts'
import { type Batch, flowsOf, isInvoiced } from './settlements.ts'

export type Credit = { value: Pence; reason?: string }

export const isCredited = (batch: Batch): boolean =>
  batch.number % 9 === 4 && isInvoiced(batch) && flowsOf(batch)[0] === 'supplierToClient'

/** One credit note, on every other of them two. */
export function creditsOf(batch: Batch, subtotal: Pence): Credit[] {
  if (!isCredited(batch)) return []
  const first = { value: percentOf(subtotal, 4), reason: 'Hours charged twice' }
  return batch.number % 2 === 0 ? [first] : [first, { value: percentOf(subtotal, 1) }]
}
