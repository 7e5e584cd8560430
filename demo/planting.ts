// Where the faults of the demo's bills are planted: each in the first record that has room for it, the same on every pass.
import { upliftsOf } from './assignment-details.ts'
import { mondayOf } from './calendar.ts'
import { claimsOf } from './expenses.ts'
import { gangOf, placementsOf, type Staffing } from './gangs.ts'
import { ordersOf } from './purchase-orders.ts'
import { pieceRateEntries, premiumOn, rateTable } from './rates.ts'
import { statusOf, totalsOf } from './shifts.ts'
import { sheetOf } from './timesheets.ts'
import type {
  Batch,
  BillFault,
  Gang,
  KeptWeek,
  OrderFault,
  Pence,
  Placement,
  Planted,
  RateTable,
  UnbilledWeek,
  WeekFault,
  World,
} from './world.ts'

/** No fault is older. */
const oldest = 3

const isAt = (
  { at: [company, agency, ago] }: WeekFault | BillFault,
  one: Pick<Batch, 'firm' | 'agency' | 'ago'>,
) => one.firm.company.index === company && one.agency.index === agency && one.ago === ago

/** Weeks of work, some of which something is wrong with. */
export function* withWeekFaults(world: World, kept: Iterable<KeptWeek>): Generator<KeptWeek> {
  const open = new Set(world.faults.weeks)
  for (const one of kept) {
    const fault = one.week > oldest ? undefined : [...open].find(fault => hasRoom(world, one, fault))
    if (!fault) {
      yield one
      continue
    }
    open.delete(fault)
    const planted = { week: one.week, placement: changed(one.placement, fault), fault }
    yield planted
    if (fault.sentAgain) yield { ...planted, isCopy: true }
  }
}

function hasRoom(world: World, one: KeptWeek, fault: WeekFault): boolean {
  const { placement, week } = one
  const { gang, agency } = placement
  if (!isAt(fault, { firm: gang.firm, agency, ago: week + gang.before })) return false
  if (statusOf(placement, week) !== 'approved' || claimsOf(placement, week).length > 0) return false
  const { status, lastDay, rates, movedTo, sentAgain } = fault
  const isOfWork = status ?? lastDay ?? rates ?? movedTo ?? sentAgain
  return isOfWork === undefined || (isUsual(world, one) && canChange(world, placement, fault))
}

/** Nothing else is to be told of it, also of what it takes from its order. */
function isUsual(world: World, one: KeptWeek): boolean {
  const { placement } = one
  const { gang, table } = placement
  if (world.planted.gangs.has(gang.index) || gang.night || table.daily) return false
  const { worked, amended, index } = sheetOf(world, one)
  return !amended && worked.length > 1 && pieceRateEntries(placement, index, worked).length === 0
}

function canChange(world: World, placement: Placement, { rates, movedTo }: WeekFault): boolean {
  const { gang, stint } = placement
  if (rates === 'dearerProject') return premiumOn(stint.project, gang.trade) === 0
  if (rates === 'overtimeAsSaturday') return 'rateUplifts' in upliftsOf(world, placement)
  return movedTo !== 'site' || othersOf(stint.project.sites, stint.site).length > 0
}

const othersOf = <T extends { active: boolean }>(all: readonly T[], own: T): T[] =>
  all.filter(one => one.active && one !== own)

/** As the timesheet has it; the assignment is as it was. */
function changed(placement: Placement, { rates, movedTo }: WeekFault): Placement {
  const { gang, stint } = placement
  if (rates) return { ...placement, table: tableWith(placement, rates) }
  if (movedTo === 'site') {
    const [site] = othersOf(stint.project.sites, stint.site)
    return { ...placement, stint: { ...stint, site: site! } }
  }
  if (movedTo !== 'project') return placement
  const [project] = othersOf(gang.firm.projects, stint.project)
  const [site] = project!.sites.filter(one => one.active)
  return { ...placement, stint: { ...stint, project: project!, site: site! } }
}

function tableWith(
  { gang, rateType, stint, table }: Placement,
  rates: NonNullable<WeekFault['rates']>,
): RateTable {
  const { points, daily } = table
  const { company } = gang.firm
  const terms = { company, trade: gang.trade, rateType, daily, premium: premiumOn(stint.project, gang.trade) }
  if (rates === 'dearerMarkup') return rateTable({ ...terms, points: points + 5 })
  if (rates === 'dearerProject') return rateTable({ ...terms, points, premium: 50 })
  const asSaturday = <T extends Record<'ot' | 'sat', unknown>>(all: T): T => ({ ...all, ot: all.sat })
  return { ...table, rates: asSaturday(table.rates), shown: asSaturday(table.shown) }
}

/** Weeks that are billed together, some of which have something wrong with their bills. */
export function* withBillFaults(
  world: World,
  batches: Iterable<Batch | UnbilledWeek>,
): Generator<Batch | UnbilledWeek> {
  const open = new Set(world.faults.bills)
  for (const one of batches) {
    const faults = one.number === undefined ? [] : [...open].filter(fault => isAt(fault, one))
    for (const fault of faults) open.delete(fault)
    yield faults.length > 0 ? { ...(one as Batch), faults } : one
  }
}

type Planting = { gang: Gang; order?: [number, { lastDay?: number; value?: Pence }]; ended?: number }

export function plantBeforehand(world: World, { gangs }: Staffing): Omit<Planted, 'stories'> {
  const found: Planting[] = []
  for (const fault of world.faults.orders)
    for (let index = 0; index < gangs; index++) {
      if (found.some(({ gang }) => gang.index === index)) continue
      const gang = gangOf(world, index)
      if (!fault.companies.includes(gang.firm.company.index) || gang.before > 0) continue
      const planting = plantingIn(world, gang, fault)
      if (!planting) continue
      found.push({ gang, ...planting })
      break
    }
  return {
    orders: new Map(found.flatMap(({ order }) => (order ? [order] : []))),
    endedEarly: new Set(found.flatMap(({ ended }) => ended ?? [])),
    gangs: new Set(found.map(({ gang }) => gang.index)),
  }
}

function plantingIn(world: World, gang: Gang, { order }: OrderFault): Omit<Planting, 'gang'> | undefined {
  if (order === 'endedEarly') {
    const ended = [...placementsOf(gang)].find(one => isEndedLately(world, one))
    return ended && { ended: ended.index }
  }
  const find = order === 'ranOut' ? ranOut : overspent
  for (const [number, covered] of ordersOf(gang)) {
    const planted = find(world, covered)
    if (planted) return { order: [number, planted] }
  }
  return undefined
}

/** Thursday or Friday of an approved week can be beyond the end. */
function isEndedLately(world: World, placement: Placement): boolean {
  const { outcome, last } = placement
  if (outcome !== 'ended' || (last !== 2 && last !== 3)) return false
  const { status, worked, monday } = sheetOf(world, { placement, week: last })
  return status === 'approved' && [3, 4].some(at => worked.some(({ day }) => day === monday + at))
}

/** Every week with a timesheet that was approved, the latest last. */
const approvedWeeks = (covered: readonly Placement[]): KeptWeek[] =>
  covered
    .flatMap(placement => {
      const { first, last, outcome } = placement
      if (outcome === 'cancelled' || outcome === 'pending' || first < 0) return []
      return Array.from({ length: first - last + 1 }, (_, at) => ({ placement, week: first - at }))
    })
    .filter(({ placement, week }) => statusOf(placement, week) === 'approved')
    .sort((one, other) => other.week - one.week)

/** One timesheet of last week has days after its Wednesday. */
function ranOut(world: World, covered: readonly Placement[]) {
  const lastDay = mondayOf(world, 0) + 2
  const late = approvedWeeks(covered).filter(one =>
    sheetOf(world, one).worked.some(({ day }) => day > lastDay),
  )
  return late.length === 1 ? { lastDay } : undefined
}

/** All but half of the last week is within the order. */
function overspent(world: World, covered: readonly Placement[]) {
  const weeks = approvedWeeks(covered)
  const charges = weeks.map(one => chargeOfWeek(world, one))
  const [last, before] = [weeks.at(-1), weeks.at(-2)]
  if (!last || last.week > oldest || before?.week === last.week) return undefined
  const total = charges.reduce((sum, charge) => sum + charge, 0)
  return { value: Math.floor((total - charges.at(-1)! / 2) / 100) * 100 }
}

function chargeOfWeek(world: World, one: KeptWeek): Pence {
  const { placement } = one
  const { index, worked } = sheetOf(world, one)
  const pieces = pieceRateEntries(placement, index, worked)
  const { values } = totalsOf(placement.table, worked, 0)
  return pieces.reduce(
    (sum, { totals }) => sum + Math.round(totals.chargeValue * 100),
    Math.round(values.charge.total * 100),
  )
}
