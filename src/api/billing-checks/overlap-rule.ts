// Whether one worker's logs on two timesheets are of the same time.
import { type Decimal, decimalOf, quotientOf } from '../../formats/decimal.ts'
import { byCodePoints } from '../../formats/fold.ts'
import type { Timesheet } from '../shapes/timesheet.ts'
import type { BillingFinding } from './books.ts'
import { comparedValue, findingOf, hoursText, partiesOf, poundsText } from './finding.ts'
import type { IndexedBooks } from './indexed-books.ts'
import { takesPart, workedLogs, zero } from './terms.ts'

type Log = NonNullable<Timesheet['timelogs']>[number]
type Shift = { timesheet: Timesheet; log: Log; start: number; end: number }
type ShiftPair = readonly [Shift, Shift]

export function overlapFindings(books: IndexedBooks): BillingFinding[] {
  const all = [...books.before, ...books.timesheets].filter(takesPart)
  const thisWeek = new Set(books.timesheets)
  const workers = Map.groupBy(all, ({ worker }) => worker.id)
  return [...workers].flatMap(([worker, timesheets]) => {
    if (worker === null || timesheets.length < 2) return []
    const pairs = overlappingPairs(timesheets).filter(pair =>
      pair.some(({ timesheet }) => thisWeek.has(timesheet)),
    )
    const byTimesheets = Map.groupBy(pairs, pair => keyOf(pair))
    return [...byTimesheets].map(([key, found]) => overlapFinding(key, found, books))
  })
}

const keyOf = (pair: ShiftPair) =>
  pair
    .map(({ timesheet }) => timesheet.id)
    .sort()
    .join(' ')

/** In the order of their starts, so that each is compared only with those that have not ended. */
function overlappingPairs(timesheets: readonly Timesheet[]): ShiftPair[] {
  const shifts = timesheets
    .flatMap(timesheet =>
      workedLogs(timesheet).map(log => ({
        timesheet,
        log,
        start: Date.parse(log.start),
        end: Date.parse(log.end),
      })),
    )
    .filter(({ start, end }) => end > start)
    .sort((one, other) => one.start - other.start)
  const pairs: ShiftPair[] = []
  let open: Shift[] = []
  for (const shift of shifts) {
    open = open.filter(({ end }) => end > shift.start)
    for (const other of open) if (other.timesheet !== shift.timesheet) pairs.push([other, shift])
    open.push(shift)
  }
  return pairs
}

const hourMs = 3_600_000

const overlapMs = ([one, other]: ShiftPair): number =>
  Math.min(one.end, other.end) - Math.max(one.start, other.start)

/** A quotient that is not rounded yet; what it is divided by is above 0. */
type Fraction = { top: bigint; bottom: bigint }

const added = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.bottom + other.top * one.bottom,
  bottom: one.bottom * other.bottom,
})

const divided = (of: Decimal, by: Decimal): Fraction => ({
  top: of.units * 10n ** BigInt(by.places),
  bottom: by.units * 10n ** BigInt(of.places),
})

const lower = (one: Fraction, other: Fraction): Fraction =>
  one.top * other.bottom <= other.top * one.bottom ? one : other

/** What the time that both have is charged at, at the lower of both rates. */
function overlapCharge(pair: ShiftPair): Fraction {
  const [one, other] = pair.map(({ log }) =>
    divided(decimalOf(log.values.charge.total), decimalOf(log.hours.total)),
  ) as [Fraction, Fraction]
  const rate = lower(one, other)
  return { top: rate.top * BigInt(overlapMs(pair)), bottom: rate.bottom * BigInt(hourMs) }
}

const roundedFraction = ({ top, bottom }: Fraction): Decimal =>
  quotientOf({ units: top, places: 0 }, { units: bottom, places: 0 }, 2)

function overlapFinding(
  key: string,
  pairs: readonly ShiftPair[],
  { weekEnding }: IndexedBooks,
): BillingFinding {
  const timesheets = pairs[0]!
    .map(({ timesheet }) => timesheet)
    .sort((one, other) => byCodePoints(one.id, other.id))
  const amount = roundedFraction(pairs.map(overlapCharge).reduce(added))
  const milliseconds = pairs.reduce((sum, pair) => sum + overlapMs(pair), 0)
  const hours = roundedFraction({ top: BigInt(milliseconds), bottom: BigInt(hourMs) })
  const shifts = new Set(pairs.flat())
  return findingOf({
    code: 'overlaps',
    key,
    amount,
    expected: zero,
    found: hours,
    unit: 'hours',
    sentence: `${timesheets.map(({ reference }) => reference).join(' and ')} are of one worker and have ${hoursText(hours)} at the same time: ${poundsText(amount)}.`,
    weekEnding,
    parties: partiesOf(...timesheets),
    timesheets: timesheets.map(({ id }) => id),
    compared: [...shifts].flatMap(({ timesheet, log }) => {
      const at = `timelogs.${timesheet.timelogs!.indexOf(log)}`
      return [
        comparedValue('timesheet', timesheet, `${at}.start`, log.start, true),
        comparedValue('timesheet', timesheet, `${at}.end`, log.end, true),
      ]
    }),
  })
}
