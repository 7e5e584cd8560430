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
import type { Batch, BillFault, Flow, KeptWeek, LoadLine, Pence, UnbilledWeek, World } from './world.ts'

const flowsOf = ({ firm, agency }: Batch): readonly Flow[] =>
  throughMsp(firm.company, agency) ? ['supplierToMsp', 'mspToClient'] : ['supplierToClient']

/** Every bill has a number of its own: two for the flows of a batch, one for what was billed ad hoc, one for what should not be. */
const billNumber = ({ number }: Batch, slot: number): number => number * 4 + slot
const adHoc = 2
const amiss = 3

const isApplied = ({ firm, agency }: Batch): boolean => byApplication(firm.company, agency)
/** Whether the invoice, which follows a week later, is there. */
const isInvoiced = ({ ago }: Batch): boolean => ago >= 2
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

const creditFault = ({ faults }: Batch) => faults.find(({ credit }) => credit)?.credit

const isCredited = (batch: Batch): boolean =>
  isInvoiced(batch) && (batch.number % 9 === 4 || creditFault(batch) !== undefined)

/** The slot is that of the invoice it is applied to. */
type Credit = { value: Pence; reason?: string; slot?: number }

/** The MSP passes on what a supplier credits it with. */
function creditsOf({ batch, slot }: Bill, { subtotal, total, finalTotal }: Amounts): Credit[] {
  const first = { value: percentOf(subtotal, 4), reason: 'Hours charged twice', slot }
  const fault = creditFault(batch)
  const whole = { value: finalTotal, reason: 'Billed to the wrong project', slot }
  if (fault === 'twice') return [whole, whole]
  if (fault === 'beforeCis') return [{ ...whole, value: total }]
  if (fault === 'digitTooMany') return [{ ...first, value: percentOf(subtotal, 150) }]
  const isMore = batch.number % 2 !== 0 && flowsOf(batch).length === 1
  return isMore ? [first, { value: percentOf(subtotal, 1), slot }] : [first]
}

/** Plant is summed separately, because CIS is not deducted from its hire. */
const noSums = { grossMinutes: 0, netMinutes: 0, subtotal: 0, expenses: 0, plant: 0 }

type Sums = typeof noSums

/** Totals of timesheets. */
function sumsOf(world: World, weeks: readonly KeptWeek[]): Sums {
  const sums = { ...noSums }
  for (const one of weeks) {
    const { placement, week, fault } = one
    const { index, billed } = sheetOf(world, one)
    for (const { duty } of billed) {
      const { grossMinutes, netMinutes, charge } = worth(placement.table, duty!)
      sums.grossMinutes += grossMinutes
      if (fault?.notIn !== 'netMinutes') sums.netMinutes += netMinutes
      if (fault?.notIn !== 'subtotal') sums.subtotal += charge.standard + charge.overtime
    }
    for (const { totals } of pieceRateEntries(placement, index, billed))
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

/** The sums of what is on a bill, and what is wrong with them. */
function sumsOn(world: World, { kind, batch, weeks }: Pick<Bill, 'kind' | 'batch' | 'weeks'>): Sums {
  const sums = sumsOf(world, weeks)
  for (const { on, pence = 0, minutes = 0 } of batch.faults) {
    if (on !== kind) continue
    sums.subtotal += pence
    sums.netMinutes += minutes
  }
  return sums
}

const taxFault = ({ faults }: Batch) => faults.find(({ tax }) => tax)?.tax

/** Most bills ask for VAT, some leave it open, a few decline it. */
const vatAsked = (batch: Batch): boolean | undefined => {
  const { number } = batch
  if (taxFault(batch)) return true
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
  /** Those whose timesheets it names. */
  weeks: readonly KeptWeek[]
  sums: Sums
  credited: boolean
}

/** The MSP's margin on what it passes on, in percent. */
const managing = 2

const wrongVat = { formerVat: 17.5, lowVat: 5, cisOnVat: undefined } satisfies Record<
  NonNullable<BillFault['tax']>,
  number | undefined
>

type Amounts = Record<'subtotal' | 'vat' | 'total' | 'cis' | 'finalTotal', Pence> &
  Record<'vatRate' | 'cisRate', number>

function amountsOf({ batch, flow, sums, slot }: Bill): Amounts {
  const { subtotal } = sums
  const fault = slot < adHoc ? taxFault(batch) : undefined
  const vatRate = vatAsked(batch) === false || reverseCharge(batch.firm.company) ? 0 : 20
  const cisRate = flow === 'mspToClient' ? 0 : cisPercent(batch.agency)
  const vat = percentOf(subtotal, (fault && wrongVat[fault]) ?? vatRate)
  const total = subtotal + vat
  const cis = percentOf((fault === 'cisOnVat' ? total : subtotal) - sums.plant, cisRate)
  const margin = flow === 'mspToClient' && slot !== adHoc ? percentOf(subtotal, managing) : 0
  return { subtotal, vat, total, cis, finalTotal: total - cis + margin, vatRate, cisRate }
}

function figuresOf(bill: Bill) {
  const { sums, credited } = bill
  const amounts = amountsOf(bill)
  const { subtotal, vat, total, cis, finalTotal, vatRate, cisRate } = amounts
  const credits = credited ? creditsOf(bill, amounts) : []
  const creditNotes = credits.reduce((sum, { value }) => sum + value, 0)
  return {
    grossHours: sums.grossMinutes / 60,
    netHours: sums.netMinutes / 60,
    subtotal: pounds(subtotal),
    vat: pounds(vat),
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
  const { kind, batch, slot, made, confirmed, weeks, credited } = bill
  const days = billDays(world, batch)
  const number = billNumber(batch, slot)
  const asked = vatAsked(batch)
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
        timesheetSnapshot: weeks.length === 0 ? null : fileLinkTo('timesheet-snapshot.pdf'),
      },
      timesheets: weeks.map(({ placement, week }) => ({
        id: idOf('timesheet', timesheetIndex(placement, week)),
      })),
      createdAt: at(made, 590),
      updatedAt: at(Math.max(made, confirmed ?? 0, credited ? days.credited : 0), 910),
    },
    nanoid: nanoidOf(kind, number),
  }
}

type NewBill = Pick<Bill, 'kind' | 'batch' | 'made' | 'confirmed'>

/** For one flow of a batch. */
function billFor(world: World, bill: NewBill, slot: number): Bill {
  const { kind, batch } = bill
  const flow = flowsOf(batch)[slot]!
  const weeks = batch.weeks.filter(
    ({ fault }) => !fault?.leftOff?.some(one => one === kind || (one === flow && kind === 'invoice')),
  )
  const sums = sumsOn(world, { kind, batch, weeks })
  return { ...bill, flow, slot, weeks, sums, credited: kind === 'invoice' && isCredited(batch) }
}

/** One for each flow of a batch, and sometimes an ad hoc bill for a round sum. */
function* billsOf(world: World, bill: NewBill) {
  const { batch } = bill
  const flows = flowsOf(batch)
  for (const slot of flows.keys()) yield billLine(world, billFor(world, bill, slot))
  if (batch.number % 15 !== 3) return
  const round = { ...noSums, subtotal: 25_000 + 1250 * (batch.number % 40) }
  const beside = { weeks: [], flow: flows.at(-1)!, slot: adHoc, credited: false }
  yield billLine(world, { ...bill, ...beside, sums: round })
}

/** A second bill for a week, four days later, and one for time that nobody worked. */
function* billsAmiss(world: World, bill: NewBill) {
  const { batch } = bill
  const beside = {
    ...bill,
    made: bill.made + 4,
    confirmed: undefined,
    flow: flowsOf(batch).at(-1)!,
    slot: amiss,
  }
  const weeks = batch.weeks.filter(({ fault }) => fault?.billedAgain)
  if (weeks.length > 0)
    yield billLine(world, { ...beside, weeks, sums: sumsOf(world, weeks), credited: false })
  for (const { standing } of batch.faults) {
    if (!standing) continue
    const { minutes, pence } = standing
    const sums = { ...noSums, grossMinutes: minutes, netMinutes: minutes, subtotal: pence }
    yield billLine(world, { ...beside, weeks: [], sums, credited: false })
  }
}

export function* invoicesOf(world: World, batch: Batch): Generator<LoadLine> {
  if (!isInvoiced(batch)) return
  const { invoiced, paid } = billDays(world, batch)
  const confirmed = isInvoiceConfirmed(batch) ? paid : undefined
  const bill = { kind: 'invoice', batch, made: invoiced, confirmed } as const
  yield* billsOf(world, bill)
  yield* billsAmiss(world, bill)
}

export function* afpsOf(world: World, batch: Batch): Generator<LoadLine> {
  if (!isApplied(batch)) return
  const { applied, agreed } = billDays(world, batch)
  const confirmed = isInvoiced(batch) ? agreed : undefined
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
    const credits = flowsOf(batch).flatMap((_, slot) => {
      const bill = billFor(world, { kind: 'invoice', batch, made: 0, confirmed: undefined }, slot)
      return creditsOf(bill, amountsOf(bill))
    })
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
