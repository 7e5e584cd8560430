// What the oracle finds about the rates of a timesheet: its basic rate, employer's costs, uplifts and piece rates against its
// assignment and the rates of its trade. From the text of docs/billing-checks.md alone.
import type { Any, World } from '../access/worlds.ts'
import { aboutTimesheet, type Books, day, type Finding, partsOfCharge, sunday } from './books.ts'
import {
  divided,
  type Exact,
  exact,
  isMore,
  isSame,
  isZero,
  minus,
  penny,
  percent,
  plus,
  rounded,
  roundedTo,
  size,
  sum,
  times,
  zero,
} from './exact.ts'
import { assignmentOf } from './oracle-timesheets.ts'

/** Kinds of time in the order in which they are looked at: their parts of the charge, and the percentage they go by. */
const kinds: readonly { kind: string; parts: readonly string[]; percentage: string }[] = [
  { kind: 'ot', parts: ['wdOvertime'], percentage: 'wdOt' },
  { kind: 'wdNw', parts: ['wdNightwork'], percentage: 'wdNw' },
  { kind: 'weNw', parts: ['weNightwork', 'saturdayNightwork', 'sundayNightwork'], percentage: 'weNw' },
  { kind: 'bh', parts: ['bankHoliday'], percentage: 'bh' },
  { kind: 'bhNight', parts: ['bankHolidayNight'], percentage: 'bhNw' },
  { kind: 'sat', parts: ['saturday'], percentage: 'sat' },
  { kind: 'sun', parts: ['sunday'], percentage: 'sun' },
]

type Pair = { expected: Exact; found: Exact }
/** A kind of time or a piece rate in which something differs. */
type Difference = { charge?: Pair; pay?: Pair; emp?: Pair; charged: Exact; rate?: Any }

export const rateDiffers = (books: Books): Finding[] =>
  books.timesheets
    .filter(timesheet => timesheet.status === 'approved')
    .flatMap(timesheet => {
      const assignment = assignmentOf(books, timesheet)
      if (!assignment) return []
      const ofTime = kindsThatDiffer(timesheet, assignment)
      const ofPieces = piecesThatDiffer(books, timesheet, assignment)
      const all = [...ofTime, ...ofPieces]
      const first = (name: 'charge' | 'pay' | 'emp') => all.map(one => one[name]).find(Boolean)
      const shown = first('charge') ?? first('pay') ?? first('emp')
      if (!shown) return []
      const changed = ofTime.length > 0 ? [assignment] : ofPieces.map(({ rate }) => rate)
      const isLater = changed.some(one => day(one.updatedAt) > sunday(timesheet.weekEnding))
      return [
        {
          code: 'rateDiffers',
          severity: isLater ? ('look' as const) : ('likely' as const),
          amount: sum(all.map(atStake)),
          ...shown,
          unit: 'pounds' as const,
          ...aboutTimesheet(books, timesheet),
          records: { timesheets: [timesheet.id], assignments: [assignment.id] },
        },
      ]
    })

function atStake({ charge, charged }: Difference): Exact {
  if (!charge || isZero(charge.found)) return zero
  return rounded(divided(times(charged, minus(charge.found, charge.expected)), charge.found))
}

function kindsThatDiffer(timesheet: Any, assignment: Any): Difference[] {
  const { rates } = timesheet
  const chargedIn = (parts: readonly string[]) =>
    parts.map(part => exact(timesheet.values?.charge?.[part] ?? 0)).filter(part => !isZero(part))
  const all = chargedIn(partsOfCharge)
  if (!rates?.wd || all.length === 0) return []
  const basic = basicDiffers(rates.wd, assignment, sum(all))
  const ofKinds = kinds.flatMap(({ kind, parts, percentage }) => {
    const charged = chargedIn(parts)
    const points = assignment.rateUplifts?.[percentage]
    if (basic.length > 0 || !rates[kind] || charged.length === 0 || points === undefined) return []
    return compared(rates[kind], uplifted(rates.wd, points), sum(charged))
  })
  return [...basic, ...employerCostsDiffer(rates.wd, assignment, sum(all)), ...ofKinds]
}

const different = (expected: Exact, found: Exact): Pair | undefined =>
  isSame(expected, found) ? undefined : { expected, found }

/** Pay and charge of a rate against those expected. */
function compared(rate: Any, expected: { pay: Exact; charge: Exact }, charged: Exact): Difference[] {
  const pay = different(expected.pay, exact(rate.pay))
  const charge = different(expected.charge, exact(rate.charge))
  return pay || charge ? [{ ...(pay && { pay }), ...(charge && { charge }), charged }] : []
}

const basicDiffers = (rate: Any, { rates }: Any, charged: Exact): Difference[] =>
  rates ? compared(rate, { pay: exact(rates.pay), charge: exact(rates.charge) }, charged) : []

function employerCostsDiffer(rate: Any, { rateOverrides, rateType }: Any, charged: Exact): Difference[] {
  const override = rateOverrides?.employerCosts
  if (!override?.active || rateType !== 'paye') return []
  const expected = rounded(percent(exact(rate.pay), exact(override.value)))
  const found = exact(rate.emp)
  return isMore(size(minus(found, expected)), penny) ? [{ emp: { expected, found }, charged }] : []
}

function uplifted(base: Any, points: number): { pay: Exact; charge: Exact } {
  const part = (name: string) => rounded(plus(exact(base[name]), percent(exact(base[name]), exact(points))))
  return { pay: part('pay'), charge: sum(['pay', 'emp', 'margin'].map(part)) }
}

// Piece rates

function piecesThatDiffer(books: Books, timesheet: Any, assignment: Any): Difference[] {
  const { markup, employerCosts } = assignment.rateOverrides ?? {}
  const onlyPay = markup?.active || employerCosts?.active
  return timesheet.pieceRateEntries.flatMap((entry: Any) => {
    const charged = exact(entry.totals.chargeValue)
    const rate = rateFor(books, assignment, entry.pieceRateId)
    const agreed = rate && pieceIn(rate, entry.pieceRateId).values[assignment.rateType]
    if (!agreed || isZero(charged)) return []
    const { pay, charge } = markedUp(agreed, rate.agency ? pointsOf(books.world, rate) : zero)
    const expected = { pay, charge: onlyPay ? exact(entry.values.charge) : charge }
    return compared(entry.values, expected, charged).map(one => ({ ...one, rate }))
  })
}

const pieceIn = (rate: Any, id: string): Any => rate.pieceRates.find((piece: Any) => piece.id === id)

/** The rate that decides about a piece rate; none where two apply alike. */
function rateFor({ rates }: Books, assignment: Any, piece: string): Any | undefined {
  const isFor = (ref: Any, own: Any) => ref === undefined || ref === null || ref.id === own?.id
  const applying = rates.filter(
    rate =>
      rate.trade.id === assignment.trade?.id &&
      pieceIn(rate, piece) !== undefined &&
      ['agency', 'project', 'region', 'sector'].every(name => isFor(rate[name], assignment[name])),
  )
  const rank = (rate: Any) => (rate.agency ? 2 : 0) + (rate.project ? 1 : 0)
  const best = Math.max(...applying.map(rank))
  const deciding = applying.filter(rate => rank(rate) === best)
  return deciding.length === 1 ? deciding[0] : undefined
}

/** Points of markup: the project's connection before the company's, and in each the trade's own before the general one. */
function pointsOf(world: World, rate: Any): Exact {
  const ties = world
    .of('connection')
    .map(line => line.record)
    .filter(tie => tie.active && tie.agency.id === rate.agency.id && tie.company.id === rate.company.id)
  const ofProject = ties.find(tie => tie.project && tie.project.id === rate.project?.id)
  const ofCompany = ties.find(tie => !tie.project)
  const agreed = (tie: Any): number | undefined =>
    tie?.tradeMarkupAdjustments?.find((one: Any) => one.trade.id === rate.trade.id)?.adjustment ??
    tie?.markupAdjustment
  return exact(agreed(ofProject) ?? agreed(ofCompany) ?? 0)
}

const placesOf = (value: number) => String(value).split('.')[1]?.length ?? 0

/** As GET /rates shows it: the markup on pay is in margin and charge, to the penny or as finely as it was given. */
function markedUp(money: Any, points: Exact): { pay: Exact; charge: Exact } {
  const pay = exact(money.pay)
  if (isZero(points)) return { pay, charge: exact(money.charge) }
  const places = Math.max(2, placesOf(money.pay), placesOf(money.emp), placesOf(money.margin))
  const margin = roundedTo(plus(exact(money.margin), percent(pay, points)), places)
  return { pay, charge: sum([pay, exact(money.emp), margin]) }
}
