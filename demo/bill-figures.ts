// What a bill comes to: charges, piece work and expenses, then VAT, the deduction and the credit notes.

import { creditsOf } from './credits.ts'
import { worth } from './duties.ts'
import { claimsOf, plant } from './expenses.ts'
import { type Pence, percentOf, pounds } from './money.ts'
import { pieceCharge } from './piece-rates.ts'
import { adHoc, type Batch, type Flow } from './settlements.ts'
import { cisPercent, reverseCharge } from './supply-terms.ts'
import { sheetOf } from './timesheets.ts'
import type { World } from './world.ts'

export type Sums = {
  grossMinutes: number
  netMinutes: number
  subtotal: Pence
  expenses: Pence
  /** Nothing is deducted from the hire of plant. */
  plant: Pence
}

/** All that the timesheets of a batch add up to. */
export function sumsOf(world: World, batch: Batch): Sums {
  const sums = { grossMinutes: 0, netMinutes: 0, subtotal: 0, expenses: 0, plant: 0 }
  for (const { placement, week } of batch.weeks) {
    const { index, worked } = sheetOf(world, placement, week)
    for (const { duty } of worked) {
      const { grossMinutes, netMinutes, charge } = worth(placement.table, duty!)
      sums.grossMinutes += grossMinutes
      sums.netMinutes += netMinutes
      sums.subtotal += charge.standard + charge.overtime
    }
    sums.subtotal += pieceCharge(placement, index, worked)
    for (const { status, value, category } of claimsOf(placement, week)) {
      if (status !== 'approved') continue
      sums.expenses += value
      sums.subtotal += value
      if (category === plant) sums.plant += value
    }
  }
  return sums
}

/** A round sum that no timesheet stands behind. */
export const adHocSums = ({ number }: Batch): Sums => ({
  grossMinutes: 0,
  netMinutes: 0,
  subtotal: 25_000 + 1250 * (number % 40),
  expenses: 0,
  plant: 0,
})

/** Asked for on most bills, not said on some, not wanted on a few. */
export const vatAsked = ({ number }: Batch): boolean | undefined => {
  if (number % 10 === 6) return false
  return number % 3 === 0 ? undefined : true
}

/** The managing company adds this to what it passes on, in percent. */
const managing = 2

export function figuresOf(batch: Batch, flow: Flow, sums: Sums, slot: number, credited: boolean) {
  const { subtotal } = sums
  const vatRate = vatAsked(batch) === false || reverseCharge(batch.firm.company) ? 0 : 20
  const cisRate = flow === 'mspToClient' ? 0 : cisPercent(batch.agency)
  const total = subtotal + percentOf(subtotal, vatRate)
  const cis = percentOf(subtotal - sums.plant, cisRate)
  const margin = flow === 'mspToClient' && slot !== adHoc ? percentOf(subtotal, managing) : 0
  const finalTotal = total - cis + margin
  const creditNotes = credited ? creditsOf(batch, subtotal).reduce((sum, { value }) => sum + value, 0) : 0
  return {
    grossHours: sums.grossMinutes / 60,
    netHours: sums.netMinutes / 60,
    subtotal: pounds(subtotal),
    vat: pounds(total - subtotal),
    total: pounds(total),
    cis: pounds(cis),
    cisRate,
    vatRate,
    finalTotal: pounds(finalTotal),
    expenses: pounds(sums.expenses),
    creditNotes: pounds(creditNotes),
    netValue: pounds(finalTotal - creditNotes),
  }
}
