// Whether a timesheet's rates are those of its assignment with the uplifts, and its piece rates those that were agreed.
import { dayOfMoment } from '../../formats/day.ts'
import {
  type Decimal,
  decimalOf,
  differenceOf,
  isMoreThan,
  isZeroDecimal,
  percentOf,
  productOf,
  quotientOf,
  roundedTo,
  sizeOf,
  sumOf,
} from '../../formats/decimal.ts'
import type { Assignment } from '../shapes/assignment.ts'
import type { Rate } from '../shapes/rate.ts'
import type { Timesheet } from '../shapes/timesheet.ts'
import type { BillingFinding, ComparedValue } from './books.ts'
import { comparedValue, excessText, findingOf, namesText, partiesOf, poundsText } from './finding.ts'
import type { IndexedBooks } from './indexed-books.ts'
import { chargedKinds, decimalOr0, penny, zero } from './terms.ts'

/** Kinds of time in the order in which differences are told: with the assignment's percentage, and what is charged. */
const timeRates = [
  { kind: 'ot', said: 'overtime', percent: 'wdOt', parts: ['wdOvertime'] },
  { kind: 'wdNw', said: 'weekday nights', percent: 'wdNw', parts: ['wdNightwork'] },
  {
    kind: 'weNw',
    said: 'weekend nights',
    percent: 'weNw',
    parts: ['weNightwork', 'saturdayNightwork', 'sundayNightwork'],
  },
  { kind: 'bh', said: 'bank holidays', percent: 'bh', parts: ['bankHoliday'] },
  { kind: 'bhNight', said: 'bank holiday nights', percent: 'bhNw', parts: ['bankHolidayNight'] },
  { kind: 'sat', said: 'Saturdays', percent: 'sat', parts: ['saturday'] },
  { kind: 'sun', said: 'Sundays', percent: 'sun', parts: ['sunday'] },
] as const

type TimeRate = NonNullable<NonNullable<Timesheet['rates']>['wd']>
type RatePair = { expected: Decimal; found: Decimal }

/** A rate that is not as agreed. */
type RateDifference = {
  /** What it is paid for, in words. */
  said: string
  charge?: RatePair
  pay?: RatePair
  employerCosts?: RatePair
  /** What was charged at it. */
  charged: Decimal
  compared: (ComparedValue | undefined)[]
  /** What was agreed for piece work. */
  rate?: Rate
}

export const rateFindings = (books: IndexedBooks): BillingFinding[] => {
  const ratesOfPieces = ratesByPiece(books.rates)
  return books.timesheets.flatMap(timesheet => {
    const assignment = books.assignmentOf(timesheet)
    if (timesheet.status !== 'approved' || !assignment) return []
    const differences = [
      ...timeDifferences(timesheet, assignment),
      ...pieceDifferences(timesheet, assignment, books, ratesOfPieces),
    ]
    return differences.length > 0 ? [rateFinding(timesheet, assignment, differences, books)] : []
  })
}

function rateFinding(
  timesheet: Timesheet,
  assignment: Assignment,
  differences: readonly RateDifference[],
  { weekEnding }: IndexedBooks,
): BillingFinding {
  const ofCharge = differences.find(({ charge }) => charge)
  const ofPay = differences.find(({ pay }) => pay)
  const first = ofCharge ?? ofPay ?? differences[0]!
  const { expected, found } = ofCharge?.charge ?? ofPay?.pay ?? first.employerCosts!
  const amount = sumOf(differences.map(overcharge))
  const others = differences.filter(one => one !== first).map(({ said }) => said)
  const verb = ofCharge ? 'charges' : ofPay ? 'pays' : 'has employer’s costs of'
  const agreed = first.rate ? 'the rate agreed' : `assignment ${assignment.reference}`
  const rest =
    others.length > 0
      ? `; the ${others.length > 1 ? 'rates' : 'rate'} for ${namesText(others)} ${others.length > 1 ? 'differ' : 'differs'}, too`
      : ''
  const stake = isZeroDecimal(amount) ? '' : `: ${excessText(amount)}`
  const sources = differences.every(({ rate }) => rate) ? differences : [{ rate: assignment }]
  const isLater = sources.some(({ rate }) => dayOfMoment(rate!.updatedAt) > dayOfMoment(weekEnding))
  return findingOf({
    code: 'rateDiffers',
    key: timesheet.id,
    severity: isLater ? 'look' : 'likely',
    amount,
    expected,
    found,
    unit: 'pounds',
    sentence: `${timesheet.reference} ${verb} ${poundsText(found)} for ${first.said}, but ${agreed} makes it ${poundsText(expected)}${rest}${stake}.`,
    weekEnding,
    parties: partiesOf(timesheet),
    timesheets: [timesheet.id],
    assignments: [assignment.id],
    compared: differences.flatMap(one => one.compared),
  })
}

/** How much of what was charged is due to the other rate. */
function overcharge({ charge, charged }: RateDifference): Decimal {
  if (!charge || isZeroDecimal(charge.found)) return zero
  return quotientOf(productOf(charged, differenceOf(charge.found, charge.expected)), charge.found, 2)
}

const isSame = ({ expected, found }: RatePair) => isZeroDecimal(differenceOf(expected, found))

/** The pay and charge that differ, out of both. */
const differing = (pay: RatePair, charge: RatePair) => ({
  ...(!isSame(pay) && { pay }),
  ...(!isSame(charge) && { charge }),
})

function timeDifferences(timesheet: Timesheet, assignment: Assignment): RateDifference[] {
  const { rates, values } = timesheet
  const kinds = chargedKinds(values)
  if (!rates?.wd || kinds.length === 0) return []
  const charged = sumOf(kinds.map(kind => decimalOr0(values?.charge[kind])))
  const basic = basicDifference(timesheet, assignment, rates.wd, charged)
  if (basic?.pay || basic?.charge) return [basic]
  return [...(basic ? [basic] : []), ...upliftDifferences(timesheet, assignment, rates.wd)]
}

/** The other kinds of time are made from the basic rate, so all that was charged depends on it. */
function basicDifference(
  timesheet: Timesheet,
  assignment: Assignment,
  wd: TimeRate,
  charged: Decimal,
): RateDifference | undefined {
  const { rates, rateType, rateOverrides } = assignment
  const override = rateOverrides?.employerCosts
  const difference = rates
    ? differing(
        { expected: decimalOf(rates.pay), found: decimalOf(wd.pay) },
        { expected: decimalOf(rates.charge), found: decimalOf(wd.charge) },
      )
    : {}
  const costs = override?.active && rateType === 'paye' ? costsDifference(wd, override.value) : undefined
  if (!difference.pay && !difference.charge && !costs) return undefined
  const { pay, charge } = difference
  return {
    said: 'weekdays',
    ...difference,
    ...(costs && { employerCosts: costs }),
    charged,
    compared: [
      comparedValue('timesheet', timesheet, 'rates.wd.charge', wd.charge, charge !== undefined),
      comparedValue('assignment', assignment, 'rates.charge', rates?.charge, charge !== undefined),
      comparedValue('timesheet', timesheet, 'rates.wd.pay', wd.pay, pay !== undefined),
      comparedValue('assignment', assignment, 'rates.pay', rates?.pay, pay !== undefined),
      ...(costs
        ? [
            comparedValue('timesheet', timesheet, 'rates.wd.emp', wd.emp, true),
            comparedValue(
              'assignment',
              assignment,
              'rateOverrides.employerCosts.value',
              override!.value,
              true,
            ),
          ]
        : []),
    ],
  }
}

function costsDifference(wd: TimeRate, points: number): RatePair | undefined {
  const expected = roundedTo(percentOf(decimalOf(wd.pay), decimalOf(points)), 2)
  const found = decimalOf(wd.emp)
  return isMoreThan(sizeOf(differenceOf(expected, found)), penny) ? { expected, found } : undefined
}

function upliftDifferences(timesheet: Timesheet, assignment: Assignment, wd: TimeRate): RateDifference[] {
  const { rateUplifts, enhancedUplifts } = assignment
  const kinds = chargedKinds(timesheet.values)
  if (!rateUplifts || enhancedUplifts) return []
  return timeRates.flatMap(({ kind, said, percent, parts }) => {
    const [rate, points] = [timesheet.rates?.[kind], rateUplifts[percent]]
    const isCharged = parts.some(part => kinds.includes(part))
    if (!rate || points === undefined || !isCharged) return []
    const uplifted = (value: number) =>
      roundedTo(percentOf(decimalOf(value), sumOf([decimalOf(100), decimalOf(points)])), 2)
    const pay = { expected: uplifted(wd.pay), found: decimalOf(rate.pay) }
    const expected = sumOf([pay.expected, uplifted(wd.emp), uplifted(wd.margin)])
    const difference = differing(pay, { expected, found: decimalOf(rate.charge) })
    if (!difference.pay && !difference.charge) return []
    return [
      {
        said,
        ...difference,
        charged: sumOf(parts.map(part => decimalOr0(timesheet.values?.charge[part]))),
        compared: [
          comparedValue(
            'timesheet',
            timesheet,
            `rates.${kind}.charge`,
            rate.charge,
            difference.charge !== undefined,
          ),
          comparedValue('timesheet', timesheet, `rates.${kind}.pay`, rate.pay, difference.pay !== undefined),
          comparedValue('timesheet', timesheet, 'rates.wd.charge', wd.charge, false),
          comparedValue('assignment', assignment, `rateUplifts.${percent}`, points, true),
        ],
      },
    ]
  })
}

type RatesByPiece = ReadonlyMap<string, readonly Rate[]>

function ratesByPiece(rates: readonly Rate[]): RatesByPiece {
  const found = new Map<string, Rate[]>()
  for (const rate of rates)
    for (const id of new Set(rate.pieceRates.map(piece => piece.id)))
      found.set(id, [...(found.get(id) ?? []), rate])
  return found
}

function pieceDifferences(
  timesheet: Timesheet,
  assignment: Assignment,
  { company }: IndexedBooks,
  rates: RatesByPiece,
): RateDifference[] {
  const { markup, employerCosts } = assignment.rateOverrides ?? {}
  const isOverridden = markup?.active === true || employerCosts?.active === true
  return timesheet.pieceRateEntries.flatMap(({ pieceRateId, name, values, totals }, index) => {
    const candidates = rates.get(pieceRateId)?.filter(({ company: { id } }) => id === company) ?? []
    const rate = totals.chargeValue === 0 ? undefined : decidingRate(candidates, assignment)
    const piece = rate?.pieceRates.findIndex(({ id }) => id === pieceRateId) ?? -1
    const agreed = rate?.pieceRates[piece]?.values[assignment.rateType]
    if (!rate || !agreed) return []
    const pay = { expected: decimalOf(agreed.pay), found: decimalOf(values.pay) }
    const charge = { expected: decimalOf(agreed.charge), found: decimalOf(values.charge) }
    const difference = differing(pay, isOverridden ? { ...charge, expected: charge.found } : charge)
    const parts = (['charge', 'pay'] as const).filter(part => difference[part])
    if (parts.length === 0) return []
    return [
      {
        said: name,
        ...difference,
        charged: decimalOf(totals.chargeValue),
        rate,
        compared: parts.flatMap(part => [
          comparedValue(
            'timesheet',
            timesheet,
            `pieceRateEntries.${index}.values.${part}`,
            values[part],
            true,
          ),
          comparedValue(
            'rate',
            rate,
            `pieceRates.${piece}.values.${assignment.rateType}.${part}`,
            agreed[part],
            true,
          ),
        ]),
      },
    ]
  })
}

/** The one for this agency and project, then for this agency, then for this project, then for any; none where two of these
 * apply alike. */
function decidingRate(rates: readonly Rate[], assignment: Assignment): Rate | undefined {
  const { trade } = assignment
  const applying = rates.filter(
    rate =>
      trade?.id != null &&
      rate.trade.id === trade.id &&
      (['agency', 'project', 'region', 'sector'] as const).every(
        name => !rate[name] || (rate[name].id !== null && rate[name].id === assignment[name]?.id),
      ),
  )
  const rank = (rate: Rate) => (rate.agency ? 2 : 0) + (rate.project ? 1 : 0)
  const best = Math.max(...applying.map(rank))
  const deciding = applying.filter(rate => rank(rate) === best)
  return deciding.length === 1 ? deciding[0] : undefined
}
