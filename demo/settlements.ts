// How weeks of work come to be paid for: a week's approved timesheets of one agency at one company together, a
// few at a time. Each pass gathers them anew, so that nothing is kept beyond a week.
import type { Agency } from './organisations.ts'
import type { Placement } from './placements.ts'
import { Dice } from './random.ts'
import { statusOf, timesheetIndex } from './sheet-status.ts'
import { byApplication, throughMsp } from './supply-terms.ts'
import type { Firm, World } from './world.ts'

export type KeptWeek = { placement: Placement; week: number }

export type Batch = {
  number: number
  firm: Firm
  agency: Agency
  /** Weeks between the week of work and the last full one. */
  ago: number
  weeks: KeptWeek[]
}

/** A week's work that is on no bill. */
export type Unbilled = { number?: undefined; weeks: [KeptWeek] }

/** No more timesheets than this go on one bill. */
const most = 20

/** Some approved timesheets wait for an answer of the agency's. */
const isBilled = ({ placement, week }: KeptWeek) =>
  week + placement.gang.before >= 1 &&
  statusOf(placement, week) === 'approved' &&
  !new Dice('billing', timesheetIndex(placement, week)).chance(3)

export function* settlements(kept: Iterable<KeptWeek>): Generator<Batch | Unbilled> {
  const open = new Map<number, Batch>()
  let [number, week] = [0, -1]
  for (const one of kept) {
    const { gang, agency } = one.placement
    if (one.week !== week) yield* close(open)
    week = one.week
    if (!isBilled(one)) {
      yield { weeks: [one] }
      continue
    }
    const ago = week + gang.before
    const key = (gang.firm.company.index * 100 + agency.index) * 1000 + ago
    const batch = open.get(key) ?? { number: number++, firm: gang.firm, agency, ago, weeks: [] }
    open.set(key, batch)
    if (batch.weeks.push(one) < most) continue
    open.delete(key)
    yield batch
  }
  yield* close(open)
}

function* close(open: Map<number, Batch>): Generator<Batch> {
  yield* open.values()
  open.clear()
}

export const flows = ['supplierToClient', 'supplierToMsp', 'mspToClient'] as const
export type Flow = (typeof flows)[number]

export const flowsOf = ({ firm, agency }: Batch): readonly Flow[] =>
  throughMsp(firm.company, agency) ? ['supplierToMsp', 'mspToClient'] : ['supplierToClient']

/** Every bill has a number of its own: two for the flows of a batch, one for what was billed ad hoc. */
export const billNumber = ({ number }: Batch, slot: number): number => number * 4 + slot
export const adHoc = 2

export const isApplied = ({ firm, agency }: Batch): boolean => byApplication(firm.company, agency)
export const isApplicationConfirmed = ({ ago, number }: Batch): boolean =>
  ago >= 6 || (ago >= 2 && number % 4 !== 0)

/** An invoice follows a week later, and not before the application is agreed. */
export const isInvoiced = (batch: Batch): boolean =>
  batch.ago >= 2 && (!isApplied(batch) || isApplicationConfirmed(batch))
export const isInvoiceConfirmed = ({ ago, number }: Batch): boolean =>
  ago >= 8 || (ago >= 4 && number % 5 !== 0)

const sundayOf = (world: World, { ago }: Batch) => world.sunday - 7 * ago

/** All before today: an application comes a week after the work, an invoice three days later. */
export const billDays = (world: World, batch: Batch) => {
  const sunday = sundayOf(world, batch)
  return {
    sunday,
    applied: sunday + 6,
    agreed: sunday + 8,
    invoiced: sunday + 9,
    credited: sunday + 12,
    paid: sunday + 23 + (batch.number % 4),
  }
}
