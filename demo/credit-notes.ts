// Credit notes as they are loaded: those applied to an invoice, and a few drafts on account.
import { sumsOf } from './bill-figures.ts'
import { at } from './calendar.ts'
import { type Credit, creditsOf, isCredited } from './credits.ts'
import type { LoadLine } from './load-line.ts'
import { pounds } from './money.ts'
import { idOf, nanoidOf } from './random.ts'
import { numbered } from './references.ts'
import { type Batch, billDays, billNumber } from './settlements.ts'
import type { World } from './world.ts'

function creditNoteLine(world: World, batch: Batch, credit: Credit, slot: number): LoadLine {
  const { firm, agency } = batch
  const { credited } = billDays(world, batch)
  const number = billNumber(batch, slot)
  const applied = slot < 2
  return {
    type: 'creditNote',
    record: {
      id: idOf('creditNote', number),
      reference: numbered(firm.company, 'CN', number),
      company: { id: firm.company.id },
      agency: { id: agency.id },
      ...(applied && { invoice: { id: idOf('invoice', billNumber(batch, 0)) } }),
      value: pounds(credit.value),
      ...(credit.reason && { reason: credit.reason }),
      status: applied ? 'applied' : 'draft',
      createdAt: at(credited - 1, 640 + slot),
      updatedAt: at(credited, 700),
    },
    nanoid: nanoidOf('creditNote', number),
  }
}

const onAccount: Credit = { value: 12_500, reason: 'Goodwill for a late start' }

export function* creditNotesOf(world: World, batch: Batch): Generator<LoadLine> {
  if (isCredited(batch)) {
    const credits = creditsOf(batch, sumsOf(world, batch).subtotal)
    for (const [slot, credit] of credits.entries()) yield creditNoteLine(world, batch, credit, slot)
  } else if (batch.number % 60 === 7 && batch.ago >= 2) yield creditNoteLine(world, batch, onAccount, 3)
}
