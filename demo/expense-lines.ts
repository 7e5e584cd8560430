// Expenses as they are loaded.
import { at, type Day } from './calendar.ts'
import { type Claim, claimBefore, claimsOf } from './expenses.ts'
import { fileLinkTo, linkElsewhere } from './files.ts'
import type { Gang } from './gangs.ts'
import type { LoadLine } from './load-line.ts'
import { pounds } from './money.ts'
import { type Placement, placementsOf } from './placements.ts'
import { Dice, idOf, nanoidOf } from './random.ts'
import { costCodeOf, masterTrades } from './reference-lists.ts'
import { type Batch, billDays, billNumber, isApplied, isInvoiced, type Unbilled } from './settlements.ts'
import { timesheetIndex } from './sheet-status.ts'
import { throughMsp } from './supply-terms.ts'
import { agencyUserOf, mentionOf, userOf } from './users.ts'
import { mondayOf, type World } from './world.ts'

type Spending = {
  number: number
  placement: Placement
  claim: Claim
  day: Day
  /** When it was approved or refused. */
  decided: string
  links: object
  updatedAt?: string
}

const missingReceipts = ['Lost', 'The machine gave none', 'Paid by the worker in cash']

function receiptsOf({ number, claim, day }: Spending, dice: Dice) {
  if (!claim.receipt) return { receipts: [] }
  if (dice.chance(20)) return { receipts: [], noReceiptReason: dice.pick(missingReceipts) }
  const created = at(day, 1110)
  const url = number % 11 === 0 ? linkElsewhere(`receipts/${number}.jpg`) : fileLinkTo('receipt.jpg')
  const first = { fileName: 'receipt.jpg', url, created }
  const second = { fileName: 'receipt-scan.png', url: fileLinkTo('receipt-scan.png'), created }
  return { receipts: dice.chance(20) ? [first, second] : [first] }
}

function decisionOf({ placement, claim, day, decided, updatedAt }: Spending) {
  const { gang, stint, agency, worker } = placement
  const approver = mentionOf(userOf(gang.firm.company, stint.project.index % 5))
  const createdAt = at(day, 1140)
  return {
    createdBy: mentionOf(agencyUserOf(agency, worker)),
    ...(claim.status === 'approved' && { approvedBy: approver, approvalDate: decided }),
    createdAt,
    updatedAt: updatedAt ?? (claim.status === 'pending' ? createdAt : decided),
  }
}

function expenseLine(spending: Spending): LoadLine {
  const { number, placement, claim, day, links } = spending
  const { gang, stint, agency, worker } = placement
  const dice = new Dice('expense line', number)
  const { value, hours, rate, wra, category, description, status } = claim
  return {
    type: 'expense',
    record: {
      id: idOf('expense', number),
      worker: { id: idOf('worker', worker) },
      company: { id: gang.firm.company.id },
      project: { id: stint.project.id },
      agency: { id: agency.id },
      status,
      category,
      ...(dice.chance(80) && { description }),
      date: at(day),
      value: pounds(value),
      ...(hours && { hours }),
      ...(rate && { rate }),
      ...(wra && { wra }),
      ...(dice.chance(35) && { costCode: costCodeOf(masterTrades[gang.trade]!.costCode) }),
      ...receiptsOf(spending, dice),
      ...links,
      ...decisionOf(spending),
    },
    nanoid: nanoidOf('expense', number),
  }
}

/** Neither side of a managed supply is told of the other's bill. */
function billsOf(world: World, batch: Batch) {
  if (throughMsp(batch.firm.company, batch.agency)) return { bills: {} }
  const { applied, invoiced } = billDays(world, batch)
  const id = (type: string) => ({ id: idOf(type, billNumber(batch, 0)) })
  const bills = {
    ...(isInvoiced(batch) && { invoice: id('invoice') }),
    ...(isApplied(batch) && { afp: id('afp') }),
  }
  if (Object.keys(bills).length === 0) return { bills }
  return { bills, updatedAt: at(isInvoiced(batch) ? invoiced : applied, 960) }
}

export function* expensesOf(world: World, batch: Batch | Unbilled): Generator<LoadLine> {
  const { bills, updatedAt } = batch.number === undefined ? { bills: {} } : billsOf(world, batch)
  for (const { placement, week } of batch.weeks) {
    const index = timesheetIndex(placement, week)
    const monday = mondayOf(world, week + placement.gang.before)
    for (const claim of claimsOf(placement, week)) {
      const paid = claim.status === 'approved'
      yield expenseLine({
        number: index * 2 + claim.at,
        placement,
        claim,
        day: monday + ((index + claim.at) % 5),
        decided: paid ? at(monday + 7, 630) : at(monday + 6, 1200),
        links: { timesheet: { id: idOf('timesheet', index) }, ...(paid && bills) },
        ...(paid && updatedAt && { updatedAt }),
      })
    }
  }
}

/** In every tenth gang the first worker went on a course before work began. */
export function* earlyExpenses(world: World, gang: Gang): Generator<LoadLine> {
  if (gang.index % 10 !== 6) return
  for (const placement of placementsOf(gang)) {
    if (placement.member !== 0 || placement.first < 0) continue
    const day = mondayOf(world, placement.first + gang.before) - 4
    const claim = claimBefore(placement)
    const number = timesheetIndex(placement, 63) * 2
    yield expenseLine({ number, placement, claim, day, decided: at(day + 2, 600), links: {} })
  }
}
