// Who works where, gang by gang: four workers of one trade, hired together once or twice. Everything about a
// gang follows from its number, so none need be remembered.
import { reaches } from './connections.ts'
import type { Agency, Company } from './organisations.ts'
import { openSites, type Project, type Site } from './projects.ts'
import { Dice, spread } from './random.ts'
import type { Firm, World } from './world.ts'

export const gangSize = 4

/** One hiring of a gang. Weeks count backwards from the last full one, 0; below 0 lies ahead. */
export type Stint = {
  /** Of all stints: the number of the requisition behind it. */
  index: number
  phase: 'past' | 'current' | 'future'
  first: number
  last: number
  project: Project
  site: Site
}

export type Gang = {
  index: number
  firm: Firm
  trade: number
  night: boolean
  /** Weeks between this gang's last full week and today's. */
  before: number
  stints: Stint[]
  /** Those that may supply all of its stints. */
  agencies: Agency[]
}

type Span = Pick<Stint, 'phase' | 'first' | 'last'>

/** A year of weeks. */
export const oldestWeek = 51

const careers: readonly (readonly Span[])[] = [
  [
    { phase: 'past', first: oldestWeek, last: 34 },
    { phase: 'current', first: 12, last: 0 },
  ],
  [{ phase: 'current', first: 24, last: 0 }],
  [
    { phase: 'past', first: 46, last: 22 },
    { phase: 'future', first: -3, last: -14 },
  ],
  [
    { phase: 'past', first: 40, last: 23 },
    { phase: 'current', first: 10, last: 0 },
  ],
  [{ phase: 'current', first: 17, last: 0 }],
]

const oldCareer: readonly Span[] = [{ phase: 'past', first: 25, last: 6 }]

/** Every fifteenth gang stopped working long ago. */
export const isOld = (index: number): boolean => index % 15 === 7

const spansOf = (index: number): readonly Span[] =>
  isOld(index) ? oldCareer : careers[index % careers.length]!

/** Which of its stints a gang spends a week in, known without working the gang out. */
export const stintIn = (index: number, week: number): number =>
  spansOf(index).findIndex(({ first, last }) => first >= week && week >= last)

const manual = [0, 0, 0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17]
const managing = [18, 19, 20]
export const isManaging = (trade: number): boolean => trade >= 18

type Hired = { manual: number[]; managing: number[] }
const hired = new WeakMap<Company, Hired>()

/** What a company hires, the usual trades more often. */
function hiredBy(company: Company): Hired {
  let found = hired.get(company)
  if (!found) {
    const own = (trades: readonly number[]) => trades.filter(trade => company.trades.includes(trade))
    found = { manual: own(manual), managing: own(managing) }
    hired.set(company, found)
  }
  return found
}

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

function stintsOf(gang: { index: number; firm: Firm }, dice: Dice): Stint[] {
  const old = isOld(gang.index)
  return spansOf(gang.index).map((span, at) => {
    const project = dice.pick(gang.firm.projects.filter(one => one.active || old))
    const site = dice.pick(old ? project.sites : openSites(project))
    return { ...span, index: gang.index * 2 + at, project, site }
  })
}

export function gangOf(world: World, index: number): Gang {
  const dice = new Dice('gang', index)
  const firm = firmOf(world, index)
  const old = isOld(index)
  const trades = hiredBy(firm.company)
  const trade = dice.pick(index % 9 === 8 ? trades.managing : trades.manual)
  const stints = stintsOf({ index, firm }, dice)
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
