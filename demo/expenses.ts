// Expenses: most weeks have none, some have one or two in fifteen categories.
import { at, type Day, mondayOf } from './calendar.ts'
import { fileLinkTo, linkElsewhere, linkedFile } from './files.ts'
import { placementsOf } from './gangs.ts'
import { agencyUserOf, userOf } from './people-and-permissions.ts'
import { Dice, idOf, nanoidOf, refTo } from './random.ts'
import { forMinutes, pounds } from './rates.ts'
import { costCodeOf } from './reference-lists.ts'
import { isLastWeek, type Status, statusOf, timesheetIndex } from './shifts.ts'
import type { Batch, Gang, LoadLine, Pence, Placement, UnbilledWeek, World } from './world.ts'

export type BillLinks = { bills: object; updatedAt?: string }

type Amount = { value: Pence; hours?: number; rate?: object; wra?: object }

const paidHours = (rate: Pence, description: string) => (dice: Dice) => {
  const hours = 1 + dice.below(12) / 2
  return { value: forMinutes(rate, hours * 60), hours, rate: { value: pounds(rate), description } }
}

const spent = (least: Pence, more: number) => (dice: Dice) => ({ value: least + 5 * dice.below(more) })

const mileage = (dice: Dice) => ({
  value: 45 * (10 + dice.below(90)),
  rate: { value: 0.45, description: 'A mile' },
})

/** The working rule agreement has a daily amount for lodging; not all claim under it. */
const accommodation = (dice: Dice) => {
  const daysPaid = 1 + dice.below(5)
  if (dice.chance(30)) return { value: 5200 * daysPaid, wra: { applicable: false } }
  return { value: 4944 * daysPaid, wra: { applicable: true, dailyAmount: 49.44, daysPaid } }
}

/** Name, description, whether there should be a receipt, amount. */
const categories: readonly (readonly [string, string, boolean, (dice: Dice) => Amount])[] = [
  ['Accommodation', 'Lodging near the site', true, accommodation],
  ['Bonus', 'Finished before the programme', false, spent(5000, 1000)],
  ['Driving hours', 'Drove the crew bus', false, paidHours(1350, 'Driver, an hour')],
  ['Flat rate hours', 'Yard cleared at a flat rate', false, paidHours(1600, 'Flat rate, an hour')],
  ['Fuel', 'Diesel for the van', true, spent(2500, 900)],
  ['Manager authorised hours', 'Stayed for a late delivery', false, paidHours(1900, 'Agreed by the manager')],
  ['Mileage', 'Own car between sites', false, mileage],
  ['On-call', 'On call at the weekend', false, paidHours(500, 'On call, an hour')],
  ['Other', 'Tools bought for the job', true, spent(850, 900)],
  ['Out-of-hours callout', 'Pump failure in the night', false, paidHours(3200, 'Callout, an hour')],
  ['Parking', 'Car park by the gate', true, spent(600, 300)],
  ['Plant', 'Hire of a cut-off saw', true, spent(4500, 1500)],
  ['Price work', 'Kerbs laid at a price', false, spent(12_000, 3000)],
  ['Training hours', 'Refresher course', false, paidHours(1450, 'Course, an hour')],
  ['Vehicles', 'Hire of a van', true, spent(6500, 500)],
]
const training = categories[13]!

type Claim = Amount & {
  /** Its place among the timesheet's claims. */
  at: number
  category: string
  description: string
  receipt: boolean
  status: 'pending' | 'approved' | 'rejected'
}

function claimOf(dice: Dice, at: number, sheet: Status, isLast: boolean): Claim {
  const [category, description, receipt, amount] = dice.pick(categories)
  const status = dice.chance(isLast ? 25 : 12) ? 'rejected' : sheet === 'approved' ? 'approved' : 'pending'
  return { at, category, description, receipt, status, ...amount(dice) }
}

const none: readonly Claim[] = []

/** Claims are approved together with the timesheet; the last week has more, to show some of each status. */
export function claimsOf(placement: Placement, week: number): readonly Claim[] {
  const dice = new Dice('expense', timesheetIndex(placement, week))
  const isLast = isLastWeek(placement, week)
  if (!dice.chance(isLast ? 30 : 7)) return none
  const sheet = statusOf(placement, week)
  if (sheet === 'absent' || sheet === 'cancelled') return none
  const first = claimOf(dice, 0, sheet, isLast)
  return dice.chance(25) ? [first, claimOf(dice, 1, sheet, isLast)] : [first]
}

/** What a timesheet shows: the sum of claims that were not rejected. */
export function claimedSum(placement: Placement, week: number): Pence {
  let sum = 0
  for (const { status, value } of claimsOf(placement, week)) if (status !== 'rejected') sum += value
  return sum
}

type ExpenseEntry = {
  number: number
  placement: Placement
  claim: Claim
  day: Day
  /** When it was approved or rejected. */
  decided: string
  links: object
  updatedAt?: string
}

const missingReceipts = ['Lost', 'The machine gave none', 'Paid by the worker in cash']

function receiptsOf({ number, claim, day }: ExpenseEntry, dice: Dice) {
  if (!claim.receipt) return { receipts: [] }
  if (dice.chance(20)) return { receipts: [], noReceiptReason: dice.pick(missingReceipts) }
  const created = at(day, 1110)
  const url = number % 11 === 0 ? linkElsewhere(`receipts/${number}.jpg`) : fileLinkTo('receipt.jpg')
  const first = { fileName: 'receipt.jpg', url, created }
  return { receipts: dice.chance(20) ? [first, { ...linkedFile('receipt-scan.png'), created }] : [first] }
}

function expenseLine(spending: ExpenseEntry): LoadLine {
  const { number, placement, claim, day, decided, links, updatedAt } = spending
  const { gang, stint, agency, worker } = placement
  const { company } = gang.firm
  const { value, hours, rate, wra, category, description, status } = claim
  const dice = new Dice('expense line', number)
  const createdAt = at(day, 1140)
  const approvedBy = refTo(userOf(company, stint.project.index % 5))
  return {
    type: 'expense',
    record: {
      id: idOf('expense', number),
      worker: { id: idOf('worker', worker) },
      company: { id: company.id },
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
      ...(dice.chance(35) && { costCode: costCodeOf(gang.trade) }),
      ...receiptsOf(spending, dice),
      ...links,
      createdBy: refTo(agencyUserOf(agency, worker)),
      ...(status === 'approved' && { approvedBy, approvalDate: decided }),
      createdAt,
      updatedAt: updatedAt ?? (status === 'pending' ? createdAt : decided),
    },
    nanoid: nanoidOf('expense', number),
  }
}

export function* expensesOf(
  world: World,
  { weeks }: Batch | UnbilledWeek,
  { bills, updatedAt }: BillLinks,
): Generator<LoadLine> {
  for (const { placement, week } of weeks) {
    const index = timesheetIndex(placement, week)
    const monday = mondayOf(world, week + placement.gang.before)
    for (const claim of claimsOf(placement, week)) {
      const paid = claim.status === 'approved'
      yield expenseLine({
        number: index * 2 + claim.at,
        placement,
        claim,
        day: monday + ((index + claim.at) % 5),
        decided: paid && !isLastWeek(placement, week) ? at(monday + 7, 630) : at(monday + 6, 1200),
        links: { timesheet: { id: idOf('timesheet', index) }, ...(paid && bills) },
        ...(paid && updatedAt && { updatedAt }),
      })
    }
  }
}

/** Claims that belong to no week: in every tenth gang the first worker went on a course before work began. */
export function* earlyExpenses(world: World, gang: Gang): Generator<LoadLine> {
  if (gang.index % 10 !== 6) return
  for (const placement of placementsOf(gang)) {
    if (placement.member !== 0 || placement.first < 0) continue
    const day = mondayOf(world, placement.first + gang.before) - 4
    const dice = new Dice('expense before', placement.index)
    const [category, description, receipt, amount] = training
    const status = dice.chance(60) ? 'approved' : 'pending'
    const claim: Claim = { at: 0, category, description, receipt, status, ...amount(dice) }
    const number = timesheetIndex(placement, 63) * 2
    yield expenseLine({ number, placement, claim, day, decided: at(day + 2, 600), links: {} })
  }
}
