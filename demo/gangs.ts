// Who works where and when: gangs of four workers of one trade, hired together once or twice, and how it went
// for each worker. Everything about a gang follows from its number, so nothing is kept in memory.
import { type Day, mondayOf } from './calendar.ts'
import { markupOf, reaches } from './connections.ts'
import { Dice, spread } from './random.ts'
import { premiumOn, rateTable } from './rates.ts'
import { isManaging } from './reference-lists.ts'
import type {
  Company,
  Course,
  Firm,
  Gang,
  Hire,
  KeptWeek,
  Outcome,
  Placement,
  RateType,
  Span,
  Stint,
  World,
} from './world.ts'

export const gangSize = 4

/** A year of weeks. */
const oldestWeek = 51

const past = (first: number, last: number): Span => ({ phase: 'past', first, last })
const current = (first: number): Span => ({ phase: 'current', first, last: 0 })

const careers: readonly (readonly Span[])[] = [
  [past(oldestWeek, 34), current(12)],
  [current(24)],
  [past(46, 22), { phase: 'future', first: -3, last: -14 }],
  [past(40, 23), current(10)],
  [current(17)],
]

/** Every fifteenth gang stopped working long ago. */
export const isOld = (index: number): boolean => index % 15 === 7

const spansOf = (index: number): readonly Span[] =>
  isOld(index) ? [past(25, 6)] : careers[index % careers.length]!

/** The stint that a gang spends a week in, or -1; much cheaper than gangOf. */
const stintIn = (index: number, week: number): number =>
  spansOf(index).findIndex(({ first, last }) => first >= week && week >= last)

/** Common trades are listed more than once. */
const manual = [0, 0, 0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17]
const managing = [18, 19, 20]

function firmOf(world: World, index: number): Firm {
  if (isOld(index)) {
    const past = world.firms.filter(firm => firm.connections.some(connection => connection.old))
    return past[Math.floor(index / 15) % past.length]!
  }
  let rest = spread(index)
  for (const firm of world.firms) {
    rest -= firm.company.share
    if (rest < 0) return firm
  }
  return world.firms[0]!
}

export function gangOf(world: World, index: number): Gang {
  const dice = new Dice('gang', index)
  const firm = firmOf(world, index)
  const old = isOld(index)
  const usual = index % 9 === 8 ? managing : manual
  const trade = dice.pick(usual.filter(one => firm.company.trades.includes(one)))
  const stints = spansOf(index).map((span, at) => {
    const project = dice.pick(firm.projects.filter(one => one.active || old))
    const site = dice.pick(project.sites.filter(one => one.active || old))
    return { ...span, index: index * 2 + at, project, site }
  })
  const fitting = firm.connections.filter(
    connection => connection.old === old && stints.every(stint => reaches(connection, stint.project)),
  )
  return {
    index,
    firm,
    trade,
    night: index % 6 === 4 && !isManaging(trade),
    before: old ? 60 + (fitting[0]!.active ? 70 : 0) : 0,
    stints,
    agencies: [...new Set(fitting.map(connection => connection.agency))],
  }
}

export function hireOf(gang: Gang, member: number): Hire {
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

// biome-ignore format: a table reads better in rows
const outcomes: Record<Stint['phase'], readonly (readonly [number, Outcome])[]> = {
  past: [[78, 'completed'], [90, 'ended'], [100, 'cancelled']],
  current: [[82, 'confirmed'], [90, 'ended'], [96, 'reinstated'], [100, 'cancelled']],
  future: [[55, 'pending'], [80, 'confirmed'], [100, 'cancelled']],
}

export const placementIndex = (worker: number, stint: Stint): number => worker * 2 + (stint.index % 2)

/** In every third gang's first stint the second worker leaves half way and the third takes over. */
function outcomeOf(gang: Gang, stint: Stint, worker: number, member: number) {
  const { first, last, phase } = stint
  if (gang.index % 3 === 1 && stint === gang.stints[0] && (member === 1 || member === 2)) {
    const change = Math.ceil((first + last) / 2)
    const other = placementIndex(member === 1 ? worker + 1 : worker - 1, stint)
    if (member === 1) return { outcome: 'ended' as const, first, last: change, replacedBy: other }
    const outcome = phase === 'past' ? ('completed' as const) : ('confirmed' as const)
    return { outcome, first: change - 1, last, replacementFor: other }
  }
  const dice = new Dice('placement', placementIndex(worker, stint))
  const outcome = dice.outcome(outcomes[phase])
  return { outcome, first, last: outcome === 'ended' ? last + 2 + dice.below(4) : last }
}

export function placementOf(gang: Gang, member: number, stint: Stint): Placement {
  const hire = hireOf(gang, member)
  const { firm, trade } = gang
  const table = rateTable({
    company: firm.company,
    trade,
    rateType: hire.rateType,
    daily: isManaging(trade),
    points: markupOf(firm.connections, hire.agency, stint.project, trade),
    premium: premiumOn(stint.project, trade),
  })
  const index = placementIndex(hire.worker, stint)
  return Object.assign(hire, outcomeOf(gang, stint, hire.worker, member), { index, gang, stint, table })
}

export function* placementsOf(gang: Gang): Generator<Placement> {
  for (let member = 0; member < gangSize; member++)
    for (const stint of gang.stints) yield placementOf(gang, member, stint)
}

/** Weeks for which there are timesheets. */
const weeksOf = ({ outcome, first, last }: Placement): number =>
  outcome === 'cancelled' || outcome === 'pending' || first < 0 ? 0 : first - last + 1

export type Staffing = { gangs: number; timesheets: number; keep: number }

const gangsPerScale = 100
export const timesheetsPerScale = 9000

/** As many gangs as the scale says, and more if they do not fill the timesheets asked for. */
export function staffingFor(world: World, scale: number, asked: number | undefined): Staffing {
  const least = Math.max(1, Math.ceil(gangsPerScale * scale))
  let [gangs, timesheets] = [0, 0]
  while (gangs < least || timesheets < (asked ?? 0)) {
    for (const placement of placementsOf(gangOf(world, gangs))) timesheets += weeksOf(placement)
    gangs++
  }
  return { gangs, timesheets, keep: asked ?? timesheets }
}

/** Placements at work in a week. */
function* atWork(world: World, { gangs }: Staffing, week: number, old: boolean): Generator<Placement> {
  for (let index = 0; index < gangs; index++) {
    const at = isOld(index) === old ? stintIn(index, week) : -1
    if (at < 0) continue
    const gang = gangOf(world, index)
    for (let member = 0; member < gangSize; member++) {
      const placement = placementOf(gang, member, gang.stints[at]!)
      if (weeksOf(placement) > 0 && placement.first >= week && week >= placement.last) yield placement
    }
  }
}

/** Oldest weeks first, as they would have been written; evenly thinned out if fewer are asked for. */
export function* keptWeeks(world: World, staffing: Staffing): Generator<KeptWeek> {
  const { timesheets: all, keep } = staffing
  let [seen, kept] = [0, 0]
  for (const old of [true, false])
    for (let week = oldestWeek; week >= 0; week--)
      for (const placement of atWork(world, staffing, week, old)) {
        seen++
        if (Math.floor((seen * keep) / all) <= kept) continue
        kept++
        yield { placement, week }
      }
}

/** Companies that track stages take longer to decide. */
export const leadOf = ({ stageTracking }: Company): number => (stageTracking ? 14 : 5)

/** Future work was agreed a week ago, so that everything recorded has happened by today. */
export const agreedBefore = (world: World, first: number, start: Day): Day =>
  first < 0 ? mondayOf(world, 0) - 8 : start - 17

function startsTomorrow({ planted }: World, { worker, index }: Placement): boolean {
  const { story, placement } = planted.stories.get(worker) ?? {}
  return story?.startsTomorrow === true && placement === index
}

export function courseFor(world: World, placement: Placement): Course {
  const { outcome, first, last, gang, stint, index } = placement
  const dice = new Dice('course', index)
  const start = startsTomorrow(world, placement) ? world.today + 1 : mondayOf(world, first + gang.before)
  const early = world.planted.endedEarly.has(index) ? 2 : 0
  const friday = mondayOf(world, last + gang.before) + 4 - early
  const running = stint.phase === 'current' && outcome !== 'ended'
  const end = running ? friday + 7 * (8 + dice.below(12)) : friday
  const created = agreedBefore(world, first, start) - dice.below(3)
  const course = { submitted: created - leadOf(gang.firm.company), created, start, end }
  if (outcome === 'pending') return { ...course, updated: created }
  if (outcome === 'cancelled') return { ...course, cancelled: created + 5, updated: created + 5 }
  const confirmed = created + 3
  if (outcome === 'reinstated')
    return { ...course, confirmed, cancelled: created + 5, reinstated: created + 7, updated: created + 7 }
  if (outcome === 'ended') return { ...course, confirmed, ended: friday, updated: friday }
  if (outcome === 'completed') return { ...course, confirmed, completed: friday, updated: friday + 1 }
  return { ...course, confirmed, updated: confirmed }
}
