// What is paid on top for nights, weekends and holidays: by the kind of time, or by blocks of hours.
import { at, type Day } from './calendar.ts'
import { chargeOf, forMinutes, type Pence, pounds } from './money.ts'
import type { Uplifts } from './organisations.ts'
import type { Placement } from './placements.ts'
import type { RateKey, RateTable } from './rates.ts'
import { mondayOf, type World } from './world.ts'

/** Every fourth gang of the first two companies is paid by blocks. */
const byBlocks = ({ gang, table }: Placement) =>
  gang.firm.company.index < 2 && gang.index % 4 === 2 && !table.daily

const weekly = {
  threshold: 40,
  enforce: true,
  reduce: false,
  nightThreshold: 36,
  nightEnforce: true,
  backshiftThreshold: 38,
  backshiftEnforce: false,
  blockThresholds: { 0: 40, 1: 45 },
  nightBlockThresholds: { 0: 36 },
  backshiftBlockThresholds: { 0: 38 },
}

type Block = {
  day: Day
  name: string
  shiftType: string
  from: number
  to: number
  rate: RateKey
  uplift: number
}

function blockShown(table: RateTable, { day, name, shiftType, from, to, rate, uplift }: Block) {
  const { pay } = table.rates[rate]
  const charge = chargeOf(table.rates[rate])
  const value = (pence: Pence) => pounds(forMinutes(pence, (to - from) * 60))
  return {
    date: at(day),
    dayOfWeek: name,
    shiftType,
    blockStartHour: from,
    blockEndHour: to,
    blockHours: to - from,
    upliftPercentage: uplift,
    chargeRate: pounds(charge),
    chargeValue: value(charge),
    payRate: pounds(pay),
    payValue: value(pay),
  }
}

/** By blocks: a Friday's two and a Saturday's one of the week that begins on a Monday. */
export function blocksOf(table: RateTable, uplifts: Uplifts, monday: Day, shiftType: string) {
  const blocks: Block[] = [
    { day: monday + 4, name: 'Friday', shiftType, from: 8, to: 16, rate: 'wd', uplift: 0 },
    { day: monday + 4, name: 'Friday', shiftType, from: 16, to: 18, rate: 'ot', uplift: uplifts.wdOt },
    { day: monday + 5, name: 'Saturday', shiftType, from: 8, to: 13, rate: 'sat', uplift: uplifts.sat },
  ]
  return { enabled: true, mode: 'blocks', weekly, breakdown: blocks.map(block => blockShown(table, block)) }
}

/** The blocks are those of the last week of work. */
export function upliftsOf(world: World, placement: Placement) {
  const { gang, first, last, table } = placement
  const { uplifts } = gang.firm.company
  if (!byBlocks(placement)) return { rateUplifts: uplifts }
  const monday = mondayOf(world, Math.max(last, Math.min(first, 0)) + gang.before)
  return { enhancedUplifts: blocksOf(table, uplifts, monday, gang.night ? 'night' : 'day') }
}
