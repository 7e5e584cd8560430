// What is claimed beside the hours of a week: mostly nothing, sometimes one thing or two of fifteen kinds.
import { forMinutes, type Pence, pounds } from './money.ts'
import type { Placement } from './placements.ts'
import { Dice } from './random.ts'
import { type Status, statusOf, timesheetIndex } from './sheet-status.ts'

type Amount = { value: Pence; hours?: number; rate?: object; wra?: object }

type Category = {
  name: string
  description: string
  /** Spent on something that has a receipt. */
  receipt: boolean
  amount(dice: Dice): Amount
}

const paidHours = (rate: Pence, description: string) => (dice: Dice) => {
  const hours = 1 + dice.below(12) / 2
  return {
    value: forMinutes(rate, hours * 60),
    hours,
    rate: { value: pounds(rate), description },
  }
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

const kind = (
  name: string,
  description: string,
  receipt: boolean,
  amount: (dice: Dice) => Amount,
): Category => ({
  name,
  description,
  receipt,
  amount,
})

const categories: readonly Category[] = [
  kind('Accommodation', 'Lodging near the site', true, accommodation),
  kind('Bonus', 'Finished before the programme', false, spent(5000, 1000)),
  kind('Driving hours', 'Drove the crew bus', false, paidHours(1350, 'Driver, an hour')),
  kind('Flat rate hours', 'Yard cleared at a flat rate', false, paidHours(1600, 'Flat rate, an hour')),
  kind('Fuel', 'Diesel for the van', true, spent(2500, 900)),
  kind(
    'Manager authorised hours',
    'Stayed for a late delivery',
    false,
    paidHours(1900, 'Agreed by the manager'),
  ),
  kind('Mileage', 'Own car between sites', false, mileage),
  kind('On-call', 'On call at the weekend', false, paidHours(500, 'On call, an hour')),
  kind('Other', 'Tools bought for the job', true, spent(850, 900)),
  kind('Out-of-hours callout', 'Pump failure in the night', false, paidHours(3200, 'Callout, an hour')),
  kind('Parking', 'Car park by the gate', true, spent(600, 300)),
  kind('Plant', 'Hire of a cut-off saw', true, spent(4500, 1500)),
  kind('Price work', 'Kerbs laid at a price', false, spent(12_000, 3000)),
  kind('Training hours', 'Refresher course', false, paidHours(1450, 'Course, an hour')),
  kind('Vehicles', 'Hire of a van', true, spent(6500, 500)),
]

export const plant = 'Plant'

export type Claim = Amount & {
  /** Which one of the timesheet's. */
  at: number
  category: string
  description: string
  receipt: boolean
  status: 'pending' | 'approved' | 'rejected'
}

function claimOf(dice: Dice, at: number, sheet: Status): Claim {
  const { name, description, receipt, amount } = dice.pick(categories)
  const status = dice.chance(12) ? 'rejected' : sheet === 'approved' ? 'approved' : 'pending'
  return { at, category: name, description, receipt, status, ...amount(dice) }
}

const none: readonly Claim[] = []

/** What is approved with a timesheet is approved; before that it is pending. */
export function claimsOf(placement: Placement, week: number): readonly Claim[] {
  const dice = new Dice('expense', timesheetIndex(placement, week))
  if (!dice.chance(7)) return none
  const sheet = statusOf(placement, week)
  if (sheet === 'absent' || sheet === 'cancelled') return none
  const first = claimOf(dice, 0, sheet)
  return dice.chance(25) ? [first, claimOf(dice, 1, sheet)] : [first]
}

/** Claims that belong to no week: a course before the first of them. */
export const claimBefore = (placement: Placement): Claim => {
  const dice = new Dice('expense before', placement.index)
  const { name, description, receipt, amount } = categories[13]!
  const status = dice.chance(60) ? 'approved' : 'pending'
  return { at: 0, category: name, description, receipt, status, ...amount(dice) }
}

/** What a timesheet shows of its claims: those that were not refused. */
export function claimed(placement: Placement, week: number): Pence {
  let sum = 0
  for (const { status, value } of claimsOf(placement, week)) if (status !== 'rejected') sum += value
  return sum
}
