// How timesheets and expenses are paid for: applications for payment, invoices and credit notes.
import { at, type Day } from './calendar.ts'
import { byApplication, cisPercent, paymentTerms, reverseCharge, throughMsp } from './connections.ts'
import { type BillLinks, claimsOf } from './expenses.ts'
import { fileLinkTo, linkedFile } from './files.ts'
import { referenceFor } from './organisations.ts'
import { userOf } from './people-and-permissions.ts'
import { idOf, nanoidOf, refTo } from './random.ts'
import { percentOf, pieceRateEntries, pounds } from './rates.ts'
import { timesheetIndex, worth } from './shifts.ts'
import { sheetOf } from './timesheets.ts'
import type { Batch, LoadLine, Pence, UnbilledWeek, World } from './world.ts'

type Flow = 'supplierToClient' | 'supplierToMsp' | 'mspToClient'

const flowsOf = ({ firm, agency }: Batch): readonly Flow[] =>
  throughMsp(firm.company, agency) ? ['supplierToMsp', 'mspToClient'] : ['supplierToClient']

/** Every bill has a number of its own: two for the flows of a batch, one for what was billed ad hoc. */
const billNumber = ({ number }: Batch, slot: number): number => number * 4 + slot
const adHoc = 2

const isApplied = ({ firm, agency }: Batch): boolean => byApplication(firm.company, agency)
const isApplicationConfirmed = ({ ago, number }: Batch): boolean => ago >= 6 || (ago >= 2 && number % 4 !== 0)

/** An invoice follows a week later, and not before the application is agreed. */
const isInvoiced = (batch: Batch): boolean =>
  batch.ago >= 2 && (!isApplied(batch) || isApplicationConfirmed(batch))
const isInvoiceConfirmed = ({ ago, number }: Batch): boolean => ago >= 8 || (ago >= 4 && number % 5 !== 0)

/** All of them are before today: an application comes a week after the work, an invoice three days later. */
function billDays(world: World, { ago, number }: Batch) {
  const sunday = world.sunday - 7 * ago
  return {
    sunday,
    applied: sunday + 6,
    agreed: sunday + 8,
    invoiced: sunday + 9,
    credited: sunday + 12,
    paid: sunday + 23 + (number % 4),
  }
}

const isCredited = (batch: Batch): boolean => batch.number % 9 === 4 && isInvoiced(batch)

/** The slot is that of the invoice it is applied to. */
type Credit = { value: Pence; reason?: string; slot?: number }

/** The MSP passes on what a supplier credits it with. */
function creditsOf(batch: Batch, subtotal: Pence): Credit[] {
  const first = { value: percentOf(subtotal, 4), reason: 'Hours charged twice', slot: 0 }
  if (flowsOf(batch).length > 1) return [first, { ...first, slot: 1 }]
  return batch.number % 2 === 0 ? [first] : [first, { value: percentOf(subtotal, 1), slot: 0 }]
}

/** Plant is summed separately, because CIS is not deducted from its hire. */
const noSums = { grossMinutes: 0, netMinutes: 0, subtotal: 0, expenses: 0, plant: 0 }

type Sums = typeof noSums

/** Totals of the timesheets of a batch. */
function sumsOf(world: World, batch: Batch): Sums {
  const sums = { ...noSums }
  for (const { placement, week } of batch.weeks) {
    const { index, worked } = sheetOf(world, placement, week)
    for (const { duty } of worked) {
      const { grossMinutes, netMinutes, charge } = worth(placement.table, duty!)
      sums.grossMinutes += grossMinutes
      sums.netMinutes += netMinutes
      sums.subtotal += charge.standard + charge.overtime
    }
    for (const { totals } of pieceRateEntries(placement, index, worked))
      sums.subtotal += Math.round(totals.chargeValue * 100)
    for (const { status, value, category } of claimsOf(placement, week)) {
      if (status !== 'approved') continue
      sums.expenses += value
      sums.subtotal += value
      if (category === 'Plant') sums.plant += value
    }
  }
  return sums
}

/** Most bills ask for VAT, some leave it open, a few decline it. */
const vatAsked = ({ number }: Batch): boolean | undefined => {
  if (number % 10 === 6) return false
  return number % 3 === 0 ? undefined : true
}

type Bill = {
  kind: 'invoice' | 'afp'
  batch: Batch
  flow: Flow
  slot: number
  made: Day
  confirmed: Day | undefined
  sums: Sums
  credited: boolean
}

/** The MSP's margin on what it passes on, in percent. */
const managing = 2

function figuresOf({ batch, flow, sums, slot, credited }: Bill) {
  const { subtotal } = sums
  const vatRate = vatAsked(batch) === false || reverseCharge(batch.firm.company) ? 0 : 20
  const cisRate = flow === 'mspToClient' ? 0 : cisPercent(batch.agency)
  const total = subtotal + percentOf(subtotal, vatRate)
  const cis = percentOf(subtotal - sums.plant, cisRate)
  const margin = flow === 'mspToClient' && slot !== adHoc ? percentOf(subtotal, managing) : 0
  const finalTotal = total - cis + margin
  const credits = credited ? creditsOf(batch, subtotal).filter(credit => credit.slot === slot) : []
  const creditNotes = credits.reduce((sum, { value }) => sum + value, 0)
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

const mspOf = ({ firms }: World) => firms.find(({ company }) => company.msp)!.company

function partiesOf(world: World, { batch, flow, kind }: Bill) {
  const projects = new Set(batch.weeks.map(({ placement }) => placement.stint.project))
  return {
    company: { id: batch.firm.company.id },
    agency: { id: batch.agency.id },
    ...(flow !== 'supplierToClient' && { msp: refTo(mspOf(world)) }),
    projects: [...projects].map(refTo),
    [`${kind}Type`]: flow,
    mspInvoiceType: flow === 'supplierToClient' ? null : flow === 'supplierToMsp' ? 'payable' : 'receivable',
  }
}

/** Confirmed by whoever pays; some payments have their advice on file. */
function paymentOf(world: World, { batch, flow, kind, confirmed }: Bill) {
  if (confirmed === undefined) return {}
  const payer = flow === 'supplierToMsp' ? mspOf(world) : batch.firm.company
  const file = { ...linkedFile('remittance-advice.pdf'), created: at(confirmed, 905) }
  return {
    confirmedDate: at(confirmed, 900),
    confirmedBy: refTo(userOf(payer, 3)),
    payment: {
      reference: `${kind === 'invoice' ? 'BACS' : 'CERT'}-${100_000 + batch.number}`,
      paymentDate: at(confirmed),
      ...(batch.number % 2 === 0 && { file }),
    },
  }
}

const reasons = ['Retention released', 'Standing time agreed on site', 'Rates corrected for last month']

/** Bills without timesheets say why they were raised. */
const adHocReason = ({ number }: Batch) => ({
  reason: reasons[number % reasons.length],
  comments: 'Agreed between the quantity surveyor and the agency',
})

function billLine(world: World, bill: Bill): LoadLine {
  const { kind, batch, slot, made, confirmed, credited } = bill
  const days = billDays(world, batch)
  const number = billNumber(batch, slot)
  const asked = vatAsked(batch)
  const listed = slot === adHoc ? [] : batch.weeks
  const document = fileLinkTo(kind === 'invoice' ? 'invoice.pdf' : 'application-for-payment.pdf')
  return {
    type: kind,
    record: {
      id: idOf(kind, number),
      reference: referenceFor(batch.firm.company, kind === 'invoice' ? 'INV' : 'AFP', number),
      status: confirmed === undefined ? 'pending' : 'confirmed',
      ...partiesOf(world, bill),
      ...(slot === adHoc && adHocReason(batch)),
      ...(asked !== undefined && { vatToBeApplied: asked }),
      weekEnding: at(days.sunday),
      due: at(made + paymentTerms.days),
      ...paymentOf(world, bill),
      values: figuresOf(bill),
      files: {
        [kind]: document,
        timesheetSnapshot: slot === adHoc ? null : fileLinkTo('timesheet-snapshot.pdf'),
      },
      timesheets: listed.map(({ placement, week }) => ({
        id: idOf('timesheet', timesheetIndex(placement, week)),
      })),
      createdAt: at(made, 590),
      updatedAt: at(Math.max(made, confirmed ?? 0, credited ? days.credited : 0), 910),
    },
    nanoid: nanoidOf(kind, number),
  }
}

/** One for each flow of a batch, and sometimes an ad hoc bill for a round sum. */
function* billsOf(world: World, bill: Pick<Bill, 'kind' | 'batch' | 'made' | 'confirmed'>) {
  const { kind, batch } = bill
  const sums = sumsOf(world, batch)
  const flows = flowsOf(batch)
  for (const [slot, flow] of flows.entries()) {
    const credited = kind === 'invoice' && isCredited(batch)
    yield billLine(world, { ...bill, flow, slot, sums, credited })
  }
  if (batch.number % 15 !== 3) return
  const round = { ...noSums, subtotal: 25_000 + 1250 * (batch.number % 40) }
  yield billLine(world, { ...bill, flow: flows.at(-1)!, slot: adHoc, sums: round, credited: false })
}

export function* invoicesOf(world: World, batch: Batch): Generator<LoadLine> {
  if (!isInvoiced(batch)) return
  const { invoiced, paid } = billDays(world, batch)
  const confirmed = isInvoiceConfirmed(batch) ? paid : undefined
  yield* billsOf(world, { kind: 'invoice', batch, made: invoiced, confirmed })
}

export function* afpsOf(world: World, batch: Batch): Generator<LoadLine> {
  if (!isApplied(batch)) return
  const { applied, agreed } = billDays(world, batch)
  const confirmed = isApplicationConfirmed(batch) ? agreed : undefined
  yield* billsOf(world, { kind: 'afp', batch, made: applied, confirmed })
}

/** Those applied to an invoice, and a few drafts on account. */
function creditNoteLine(
  world: World,
  batch: Batch,
  { value, reason, slot }: Credit,
  place: number,
): LoadLine {
  const { firm, agency } = batch
  const { credited } = billDays(world, batch)
  const number = billNumber(batch, place)
  const applied = slot !== undefined
  return {
    type: 'creditNote',
    record: {
      id: idOf('creditNote', number),
      reference: referenceFor(firm.company, 'CN', number),
      company: { id: firm.company.id },
      agency: { id: agency.id },
      ...(applied && { invoice: { id: idOf('invoice', billNumber(batch, slot)) } }),
      value: pounds(value),
      ...(reason && { reason }),
      status: applied ? 'applied' : 'draft',
      createdAt: at(credited - 1, 640 + place),
      updatedAt: at(credited, 700),
    },
    nanoid: nanoidOf('creditNote', number),
  }
}

const onAccount: Credit = { value: 12_500, reason: 'Goodwill for a late start' }

export function* creditNotesOf(world: World, batch: Batch): Generator<LoadLine> {
  if (isCredited(batch)) {
    const credits = creditsOf(batch, sumsOf(world, batch).subtotal)
    for (const [place, credit] of credits.entries()) yield creditNoteLine(world, batch, credit, place)
  } else if (batch.number % 60 === 7 && batch.ago >= 2) yield creditNoteLine(world, batch, onAccount, 3)
}

/** The bills that an approved expense is on; of those through the MSP, the one that its company gets. */
export function billLinks(world: World, batch: Batch | UnbilledWeek): BillLinks {
  if (batch.number === undefined) return { bills: {} }
  const { applied, invoiced } = billDays(world, batch)
  const [isOnInvoice, isOnAfp] = [isInvoiced(batch), isApplied(batch)]
  if (!isOnInvoice && !isOnAfp) return { bills: {} }
  const slot = flowsOf(batch).length - 1
  const id = (type: string) => ({ id: idOf(type, billNumber(batch, slot)) })
  const bills = { ...(isOnInvoice && { invoice: id('invoice') }), ...(isOnAfp && { afp: id('afp') }) }
  return { bills, updatedAt: at(isOnInvoice ? invoiced : applied, 960) }
}
