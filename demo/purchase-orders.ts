// Purchase orders: for a gang's stint, or for all its work, with each of its agencies or with whichever it is.
import { courseFor } from './assignment-dates.ts'
import { at, type Day } from './calendar.ts'
import type { Gang } from './gangs.ts'
import type { LoadLine } from './load-line.ts'
import { type Pence, pounds } from './money.ts'
import type { Agency } from './organisations.ts'
import { type Placement, placementsOf } from './placements.ts'
import { idOf, nanoidOf } from './random.ts'
import { numbered } from './references.ts'
import { tagsOf, tradeId } from './trades.ts'
import { mentionOf, userOf } from './users.ts'
import { usualWeek } from './weeks.ts'
import type { World } from './world.ts'

/** One company does without. */
const isOrdered = ({ firm }: Gang): boolean => !firm.company.msp
const forAllAgencies = (gang: Gang): boolean => gang.index % 5 === 2
const forAllStints = (gang: Gang): boolean => gang.index % 4 === 0
const forAllTrades = (gang: Gang): boolean => gang.index % 3 === 0

function orderNumber({ gang, stint, agency }: Placement): number {
  const [stintAt, agencyAt] = [stint.index & 1, gang.agencies.indexOf(agency) + 1]
  return gang.index * 16 + (forAllStints(gang) ? 0 : stintAt * 8) + (forAllAgencies(gang) ? 0 : agencyAt)
}

/** The reference that an assignment shows. */
export const purchaseOrderOf = (placement: Placement) => {
  const { gang } = placement
  return isOrdered(gang) && { purchaseOrder: numbered(gang.firm.company, 'PO', orderNumber(placement)) }
}

/** Twice what the usual weeks of all of it come to, in whole five hundreds. */
function orderValue(world: World, covered: readonly Placement[]): Pence {
  const expected = covered.reduce((sum, placement) => {
    const { start, end } = courseFor(world, placement)
    return sum + usualWeek(placement).charge * Math.ceil((end - start) / 7)
  }, 0)
  return Math.ceil((2 * expected) / 50_000) * 50_000
}

/** Revoked ones and those given back have their day; an expired one's end has passed. */
function stateOf(world: World, gang: Gang, end: Day) {
  const turn = { user: mentionOf(userOf(gang.firm.company, 0)), date: at(world.sunday - 3, 840) }
  if (end < world.sunday) return { status: 'expired' }
  if (gang.index % 12 === 1) return { status: 'inactive', revoked: turn }
  return { status: 'active', ...(gang.index % 12 === 4 && { reinstated: turn }) }
}

function scopeOf(gang: Gang, covered: readonly Placement[]) {
  const { firm, trade } = gang
  const projects = [...new Set(covered.map(({ stint }) => stint.project))]
  const sites = [...new Set(covered.map(({ stint }) => stint.site))]
  const all = forAllTrades(gang)
  const [tag] = tagsOf(firm.company, trade)
  return {
    ...(sites.length === 1 && { site: { id: sites[0]!.id } }),
    projects: projects.map(({ id }) => ({ id })),
    trades: all ? [] : [{ id: tradeId(firm.company, trade) }],
    allTrades: all,
    tradeOption: all ? 'all' : 'selected',
    ...(!all && tag && { tag }),
  }
}

function orderLine(world: World, gang: Gang, number: number, covered: readonly Placement[]): LoadLine {
  const { company } = gang.firm
  const courses = covered.map(placement => courseFor(world, placement))
  const agency: Agency | undefined = forAllAgencies(gang) ? undefined : covered[0]!.agency
  const raised = Math.min(...courses.map(({ created }) => created)) - 3
  const end = Math.max(...courses.map(course => course.end)) + 7
  const state = stateOf(world, gang, end)
  return {
    type: 'purchaseOrder',
    record: {
      id: idOf('purchaseOrder', number),
      reference: numbered(company, 'PO', number),
      startDate: at(Math.min(...courses.map(({ start }) => start)) - 7),
      endDate: at(end),
      value: pounds(orderValue(world, covered)),
      company: { id: company.id },
      ...(agency && { agency: { id: agency.id } }),
      ...scopeOf(gang, covered),
      ...state,
      createdAt: at(raised, 555),
      updatedAt:
        'revoked' in state || 'reinstated' in state ? at(world.sunday - 3, 840) : at(raised + 1, 610),
    },
    nanoid: nanoidOf('purchaseOrder', number),
  }
}

export function* purchaseOrdersOf(world: World, gang: Gang): Generator<LoadLine> {
  if (!isOrdered(gang)) return
  const orders = Map.groupBy(placementsOf(gang), orderNumber)
  for (const [number, covered] of orders) yield orderLine(world, gang, number, covered)
}
