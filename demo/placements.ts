// A worker of a gang in one of its stints: the plan behind an assignment and its timesheets.
import { markupOf } from './connections.ts'
import { type Gang, gangSize, isManaging, type Stint } from './gangs.ts'
import type { Agency } from './organisations.ts'
import { Dice } from './random.ts'
import { premiumOn, type RateTable, type RateType, rateTable } from './rates.ts'

export type Crew = {
  /** The worker's number. */
  worker: number
  member: number
  agency: Agency
  /** Another agency that put the same worker forward. */
  rival?: Agency
  rateType: RateType
  /** As the system of record writes it on timesheets. */
  storedRateType: string
  /** An umbrella pays this worker of another supplier. */
  viaUmbrella: boolean
}

export type Outcome = 'pending' | 'confirmed' | 'reinstated' | 'cancelled' | 'completed' | 'ended'

export type Placement = Crew & {
  index: number
  gang: Gang
  stint: Stint
  outcome: Outcome
  /** Weeks of work, as in a stint; planned ones where it has not begun. */
  first: number
  last: number
  replacedBy?: number
  replacementFor?: number
  table: RateTable
}

export function crewOf(gang: Gang, member: number): Crew {
  const worker = gang.index * gangSize + member
  const dice = new Dice('crew', worker)
  const agency = gang.agencies[(gang.index + (member >> 1)) % gang.agencies.length]!
  const others = gang.agencies.filter(other => other !== agency && !other.umbrella)
  const rival = !agency.umbrella && others.length > 0 && dice.chance(15) ? dice.pick(others) : undefined
  const rateType = agency.umbrella ? 'paye' : rateTypeOf(gang.trade, dice)
  const viaUmbrella = !agency.umbrella && rateType === 'paye' && dice.chance(30)
  const umbrella = viaUmbrella || (agency.umbrella && dice.chance(60))
  const storedRateType =
    rateType === 'paye' ? `${umbrella ? 'Umbrella' : 'Agency'} PAYE` : rateType.toUpperCase()
  return { worker, member, agency, ...(rival && { rival }), rateType, storedRateType, viaUmbrella }
}

function rateTypeOf(trade: number, dice: Dice): RateType {
  if (isManaging(trade) && dice.chance(40)) return 'psc'
  return dice.chance(62) ? 'cis' : 'paye'
}

const outcomes: Record<Stint['phase'], readonly (readonly [number, Outcome])[]> = {
  past: [
    [78, 'completed'],
    [90, 'ended'],
    [100, 'cancelled'],
  ],
  current: [
    [82, 'confirmed'],
    [90, 'ended'],
    [96, 'reinstated'],
    [100, 'cancelled'],
  ],
  future: [
    [55, 'pending'],
    [80, 'confirmed'],
    [100, 'cancelled'],
  ],
}

/** In every third gang's first stint the second worker leaves half way and the third takes over. */
const takesOver = (gang: Gang, stint: Stint) => gang.index % 3 === 1 && stint === gang.stints[0]

export const placementIndex = (worker: number, stint: Stint): number => worker * 2 + (stint.index % 2)

function courseOf(gang: Gang, stint: Stint, worker: number, member: number) {
  const { first, last } = stint
  if (takesOver(gang, stint) && (member === 1 || member === 2)) {
    const change = Math.ceil((first + last) / 2)
    const other = placementIndex(member === 1 ? worker + 1 : worker - 1, stint)
    if (member === 1) return { outcome: 'ended' as const, first, last: change, replacedBy: other }
    const outcome = stint.phase === 'past' ? ('completed' as const) : ('confirmed' as const)
    return { outcome, first: change - 1, last, replacementFor: other }
  }
  const dice = new Dice('placement', placementIndex(worker, stint))
  const roll = dice.next() * 100
  const outcome = outcomes[stint.phase].find(([below]) => roll < below)![1]
  return { outcome, first, last: outcome === 'ended' ? last + 2 + dice.below(4) : last }
}

export function placementOf(gang: Gang, member: number, stint: Stint): Placement {
  const crew = crewOf(gang, member)
  const { company } = gang.firm
  const points = markupOf(gang.firm.connections, crew.agency, stint.project, gang.trade)
  const table = rateTable({
    company,
    trade: gang.trade,
    rateType: crew.rateType,
    daily: isManaging(gang.trade),
    points,
    premium: premiumOn(stint.project, gang.trade),
  })
  const course = courseOf(gang, stint, crew.worker, member)
  return Object.assign(crew, course, { index: placementIndex(crew.worker, stint), gang, stint, table })
}

export function* placementsOf(gang: Gang): Generator<Placement> {
  for (let member = 0; member < gangSize; member++) {
    for (const stint of gang.stints) yield placementOf(gang, member, stint)
  }
}

/** Weeks for which there are timesheets. */
export const weeksOf = ({ outcome, first, last }: Placement): number =>
  outcome === 'cancelled' || outcome === 'pending' || first < 0 ? 0 : first - last + 1
