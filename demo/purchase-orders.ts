// Purchase orders: for one stint of a gang or all its work, with one of its agencies or all of them.
import { at, type Day } from './calendar.ts'
import { courseFor, placementsOf } from './gangs.ts'
import { referenceFor } from './organisations.ts'
import { userOf } from './people-and-permissions.ts'
import { idOf, nanoidOf, refTo } from './random.ts'
import { pounds } from './rates.ts'
import { tagsOf, tradeId } from './reference-lists.ts'
import { usualWeek } from './shifts.ts'
import type { Gang, LoadLine, Pence, Placement, World } from './world.ts'

/** The MSP has no purchase orders. */
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
  return isOrdered(gang) && { purchaseOrder: referenceFor(gang.firm.company, 'PO', orderNumber(placement)) }
}

/** Twice what the work usually costs, rounded up to £500. */
function orderValue(world: World, covered: readonly Placement[]): Pence {
  const expected = covered.reduce((sum, placement) => {
    const { start, end } = courseFor(world, placement)
    return sum + usualWeek(placement).charge * Math.ceil((end - start) / 7)
  }, 0)
  return Math.ceil((2 * expected) / 50_000) * 50_000
}

/** Revoked and reinstated orders say when and by whom. */
function stateOf(world: World, gang: Gang, end: Day) {
  const turn = { user: refTo(userOf(gang.firm.company, 0)), date: at(world.sunday - 3, 840) }
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
    ...(sites.length === 1 && { site: refTo(sites[0]!) }),
    projects: projects.map(refTo),
    trades: all ? [] : [{ id: tradeId(firm.company, trade) }],
    allTrades: all,
    tradeOption: all ? 'all' : 'selected',
    ...(!all && tag && { tag }),
  }
}

function orderLine(world: World, gang: Gang, number: number, covered: readonly Placement[]): LoadLine {
  const { company } = gang.firm
  const courses = covered.map(placement => courseFor(world, placement))
  const raised = Math.min(...courses.map(({ created }) => created)) - 3
  const { lastDay, value = orderValue(world, covered) } = world.planted.orders.get(number) ?? {}
  const end = lastDay ?? Math.max(...courses.map(course => course.end)) + 7
  const state = stateOf(world, gang, end)
  const turned = 'revoked' in state || 'reinstated' in state
  return {
    type: 'purchaseOrder',
    record: {
      id: idOf('purchaseOrder', number),
      reference: referenceFor(company, 'PO', number),
      startDate: at(Math.min(...courses.map(({ start }) => start)) - 7),
      endDate: at(end),
      value: pounds(value),
      company: { id: company.id },
      ...(!forAllAgencies(gang) && { agency: refTo(covered[0]!.agency) }),
      ...scopeOf(gang, covered),
      ...state,
      createdAt: at(raised, 555),
      updatedAt: turned ? at(world.sunday - 3, 840) : at(raised + 1, 610),
    },
    nanoid: nanoidOf('purchaseOrder', number),
  }
}

/** The placements that each order of a gang covers. */
export const ordersOf = (gang: Gang): Map<number, Placement[]> =>
  isOrdered(gang) ? Map.groupBy(placementsOf(gang), orderNumber) : new Map()

export function* purchaseOrdersOf(world: World, gang: Gang): Generator<LoadLine> {
  for (const [number, covered] of ordersOf(gang)) yield orderLine(world, gang, number, covered)
}
