// Invoices and applications for payment as they are loaded: one for each flow of a batch, some ad hoc.
import { adHocSums, figuresOf, type Sums, sumsOf, vatAsked } from './bill-figures.ts'
import { at, type Day } from './calendar.ts'
import { isCredited } from './credits.ts'
import { fileLinkTo } from './files.ts'
import type { LoadLine } from './load-line.ts'
import type { Company } from './organisations.ts'
import { idOf, nanoidOf } from './random.ts'
import { numbered } from './references.ts'
import type { Batch, Flow } from './settlements.ts'
import * as settlement from './settlements.ts'
import { timesheetIndex } from './sheet-status.ts'
import { paymentTerms } from './supply-terms.ts'
import { mentionOf, userOf } from './users.ts'
import type { World } from './world.ts'

type Kind = 'invoice' | 'afp'

const reasons = ['Retention released', 'Standing time agreed on site', 'Rates corrected for last month']

type Bill = {
  kind: Kind
  batch: Batch
  flow: Flow
  slot: number
  made: Day
  confirmed?: Day
  sums: Sums
}

const mspOf = ({ firms }: World): Company => firms.find(({ company }) => company.msp)!.company

function partiesOf(world: World, { batch, flow, kind }: Bill) {
  const projects = new Set(batch.weeks.map(({ placement }) => placement.stint.project.id))
  return {
    company: { id: batch.firm.company.id },
    agency: { id: batch.agency.id },
    ...(flow !== 'supplierToClient' && { msp: { id: mspOf(world).id } }),
    projects: [...projects].map(id => ({ id })),
    [kind === 'invoice' ? 'invoiceType' : 'afpType']: flow,
    mspInvoiceType: flow === 'supplierToClient' ? null : flow === 'supplierToMsp' ? 'payable' : 'receivable',
  }
}

/** Confirmed by whoever pays; some payments have their advice on file. */
function paidBy(world: World, { batch, flow, kind, confirmed }: Bill) {
  if (confirmed === undefined) return {}
  const payer = flow === 'supplierToMsp' ? mspOf(world) : batch.firm.company
  const file = {
    fileName: 'remittance-advice.pdf',
    url: fileLinkTo('remittance-advice.pdf'),
    created: at(confirmed, 905),
  }
  return {
    confirmedDate: at(confirmed, 900),
    confirmedBy: mentionOf(userOf(payer, 3)),
    payment: {
      reference: `${kind === 'invoice' ? 'BACS' : 'CERT'}-${100_000 + batch.number}`,
      paymentDate: at(confirmed),
      ...(batch.number % 2 === 0 && { file }),
    },
  }
}

/** Only what no timesheet stands behind says why it is there. */
function wordsOf({ batch, slot }: Bill) {
  const asked = vatAsked(batch)
  return {
    ...(slot === settlement.adHoc && {
      reason: reasons[batch.number % reasons.length],
      comments: 'Agreed between the quantity surveyor and the agency',
    }),
    ...(asked !== undefined && { vatToBeApplied: asked }),
  }
}

function filesOf({ kind, slot }: Bill) {
  const own =
    kind === 'invoice'
      ? { invoice: fileLinkTo('invoice.pdf') }
      : { afp: fileLinkTo('application-for-payment.pdf') }
  return {
    ...own,
    timesheetSnapshot: slot === settlement.adHoc ? null : fileLinkTo('timesheet-snapshot.pdf'),
  }
}

function billLine(world: World, bill: Bill): LoadLine {
  const { kind, batch, flow, slot, made, confirmed, sums } = bill
  const { sunday, credited } = settlement.billDays(world, batch)
  const number = settlement.billNumber(batch, slot)
  const reduced = kind === 'invoice' && slot === 0 && isCredited(batch)
  const listed = slot === settlement.adHoc ? [] : batch.weeks
  return {
    type: kind,
    record: {
      id: idOf(kind, number),
      reference: numbered(batch.firm.company, kind === 'invoice' ? 'INV' : 'AFP', number),
      status: confirmed === undefined ? 'pending' : 'confirmed',
      ...partiesOf(world, bill),
      ...wordsOf(bill),
      weekEnding: at(sunday),
      due: at(made + paymentTerms.days),
      ...paidBy(world, bill),
      values: figuresOf(batch, flow, sums, slot, reduced),
      files: filesOf(bill),
      timesheets: listed.map(({ placement, week }) => ({
        id: idOf('timesheet', timesheetIndex(placement, week)),
      })),
      createdAt: at(made, 590),
      updatedAt: at(Math.max(made, confirmed ?? 0, reduced ? credited : 0), 910),
    },
    nanoid: nanoidOf(kind, number),
  }
}

function* billsOf(
  world: World,
  kind: Kind,
  batch: Batch,
  days: { made: Day; confirmed?: Day },
): Generator<LoadLine> {
  const sums = sumsOf(world, batch)
  const flows = settlement.flowsOf(batch)
  for (const [slot, flow] of flows.entries())
    yield billLine(world, { kind, batch, flow, slot, sums, ...days })
  if (batch.number % 15 !== 3) return
  yield billLine(world, {
    kind,
    batch,
    flow: flows.at(-1)!,
    slot: settlement.adHoc,
    sums: adHocSums(batch),
    ...days,
  })
}

export function* invoicesOf(world: World, batch: Batch): Generator<LoadLine> {
  if (!settlement.isInvoiced(batch)) return
  const { invoiced, paid } = settlement.billDays(world, batch)
  const confirmed = settlement.isInvoiceConfirmed(batch) && { confirmed: paid }
  yield* billsOf(world, 'invoice', batch, { made: invoiced, ...confirmed })
}

export function* afpsOf(world: World, batch: Batch): Generator<LoadLine> {
  if (!settlement.isApplied(batch)) return
  const { applied, agreed } = settlement.billDays(world, batch)
  const confirmed = settlement.isApplicationConfirmed(batch) && { confirmed: agreed }
  yield* billsOf(world, 'afp', batch, { made: applied, ...confirmed })
}
