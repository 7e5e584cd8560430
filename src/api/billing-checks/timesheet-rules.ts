// Whether each timesheet is billed once, approved, as it is, and within its assignment.
import { dayOfMoment, dayText } from '../../formats/day.ts'
import {
  decimalOf,
  differenceOf,
  isZeroDecimal,
  negatedDecimal,
  productOf,
  sumOf,
} from '../../formats/decimal.ts'
import { byCodePoints } from '../../formats/fold.ts'
import type { Flow, Invoice } from '../invoices.ts'
import type { Assignment } from '../shapes/assignment.ts'
import type { Timesheet } from '../shapes/timesheet.ts'
import type { BillingFinding } from './books.ts'
import {
  comparedValue,
  excessText,
  findingOf,
  hoursText,
  howManyText,
  namesText,
  partiesOf,
  poundsText,
  recordIds,
  referencesText,
  weekText,
} from './finding.ts'
import type { IndexedBooks } from './indexed-books.ts'
import {
  areOthers,
  asBilled,
  chargeOf,
  flowOf,
  isCreditedInFull,
  takesPart,
  timeChargeOf,
  workedLogs,
  zero,
} from './terms.ts'

type TimesheetRule = (timesheet: Timesheet, books: IndexedBooks) => BillingFinding[]

export const timesheetFindings = (books: IndexedBooks): BillingFinding[] =>
  books.timesheets.flatMap(one => rules.flatMap(rule => rule(one, books)))

const isApproved = ({ status }: Timesheet) => status === 'approved'

const standing = (invoices: readonly Invoice[]) => invoices.filter(one => !isCreditedInFull(one))

/** What its charge is made of. */
const chargeCompared = (timesheet: Timesheet, differs: boolean) => [
  comparedValue('timesheet', timesheet, 'values.charge.total', timesheet.values?.charge.total, differs),
  ...timesheet.pieceRateEntries.map(({ totals }, index) =>
    comparedValue(
      'timesheet',
      timesheet,
      `pieceRateEntries.${index}.totals.chargeValue`,
      totals.chargeValue,
      differs,
    ),
  ),
]

const billCompared = (invoices: readonly Invoice[]) =>
  invoices.map(one => comparedValue('invoice', one, 'reference', one.reference, true))

const notBilled: TimesheetRule = (timesheet, { billing, weekEnding, invoicesOf, afpsOf }) => {
  const { id, reference, agency } = timesheet
  const charge = chargeOf(timesheet)
  const isKnown = agency.id !== null && billing.has(agency.id)
  if (!isApproved(timesheet) || isZeroDecimal(charge) || invoicesOf(id).length > 0 || !isKnown) return []
  const afps = afpsOf(id)
  const applied = afps.length > 0 ? `, though ${referencesText(afps)} applied for it` : ''
  return [
    findingOf({
      code: 'notBilled',
      key: id,
      severity: afps.length > 0 ? 'look' : 'likely',
      amount: negatedDecimal(charge),
      expected: charge,
      found: zero,
      unit: 'pounds',
      sentence: `${reference} of ${weekText(weekEnding)} is approved and charges ${poundsText(charge)}, but is on no invoice${applied}.`,
      weekEnding,
      parties: partiesOf(timesheet),
      timesheets: [id],
      afps: recordIds(afps),
      compared: chargeCompared(timesheet, true),
      waits: true,
    }),
  ]
}

const billedTwice: TimesheetRule = (timesheet, { weekEnding, invoicesOf }) => {
  if (!takesPart(timesheet)) return []
  const byFlow = Map.groupBy(standing(invoicesOf(timesheet.id)), flowOf)
  return [...byFlow].flatMap(([flow, invoices]) =>
    invoices.length < 2 ? [] : [twice(timesheet, flow, invoices.toSorted(byCreation), weekEnding)],
  )
}

const byCreation = (one: Invoice, other: Invoice) =>
  byCodePoints(one.createdAt, other.createdAt) || byCodePoints(one.id, other.id)

function twice(timesheet: Timesheet, flow: Flow, invoices: readonly Invoice[], weekEnding: string) {
  const { id, reference } = timesheet
  const charge = chargeOf(timesheet)
  const times = invoices.length
  const amount = productOf(decimalOf(times - 1), charge)
  return findingOf({
    code: 'billedTwice',
    key: `${id} ${flow}`,
    amount,
    expected: charge,
    found: productOf(decimalOf(times), charge),
    unit: 'pounds',
    sentence: `${reference} charges ${poundsText(charge)}, but is on ${times} invoices, ${referencesText(invoices)}: ${excessText(amount)}.`,
    weekEnding,
    parties: partiesOf(timesheet),
    timesheets: [id],
    invoices: recordIds(invoices),
    compared: [...chargeCompared(timesheet, false), ...billCompared(invoices)],
  })
}

const statusTexts: Readonly<Record<Timesheet['status'], string>> = {
  pending: 'is not handed in for approval',
  pending_approval: 'is waiting for approval',
  approved: 'is approved',
  cancelled: 'is cancelled',
  absent: 'says that the worker was absent',
}

const notApproved: TimesheetRule = (timesheet, { weekEnding, invoicesOf }) => {
  const { id, reference, status } = timesheet
  const invoices = standing(invoicesOf(id)).toSorted(byCreation)
  if (isApproved(timesheet) || invoices.length === 0) return []
  const charge = chargeOf(timesheet)
  const bills = invoices.length === 1 ? 'bills' : 'bill'
  return [
    findingOf({
      code: 'notApproved',
      key: id,
      amount: charge,
      expected: zero,
      found: charge,
      unit: 'pounds',
      sentence: `${reference} ${statusTexts[status]}, but ${referencesText(invoices)} ${bills} it: ${poundsText(charge)}.`,
      weekEnding,
      parties: partiesOf(timesheet),
      timesheets: [id],
      invoices: recordIds(invoices),
      compared: [
        comparedValue('timesheet', timesheet, 'status', status, true),
        ...chargeCompared(timesheet, false),
        ...billCompared(invoices),
      ],
    }),
  ]
}

const changedSinceBilled: TimesheetRule = (timesheet, { weekEnding, invoicesOf }) => {
  if (!isApproved(timesheet)) return []
  const now = { hours: decimalOf(timesheet.netHours), charge: timeChargeOf(timesheet.values) }
  const changed = standing(invoicesOf(timesheet.id))
    .toSorted(byCreation)
    .map(invoice => ({ invoice, billed: asBilled(timesheet, invoice) }))
    .findLast(
      ({ billed }) =>
        !isZeroDecimal(differenceOf(decimalOf(billed.netHours), now.hours)) ||
        !isZeroDecimal(differenceOf(timeChargeOf(billed.values), now.charge)),
    )
  if (!changed) return []
  const { invoice, billed } = changed
  const then = { hours: decimalOf(billed.netHours), charge: timeChargeOf(billed.values) }
  const amount = differenceOf(then.charge, now.charge)
  const inHours = isZeroDecimal(amount)
  const unit = inHours ? 'hours' : 'pounds'
  const said = inHours
    ? `${hoursText(then.hours)}, and now it has ${hoursText(now.hours)} at the same charge`
    : `${poundsText(then.charge)} for time, and now charges ${poundsText(now.charge)}: ${excessText(amount)} is billed`
  const pair = (path: string, old: number | undefined, value: number | undefined) => [
    comparedValue('timesheet', timesheet, `${billed.at}${path}`, old, old !== value),
    comparedValue('timesheet', timesheet, path, value, old !== value),
  ]
  return [
    findingOf({
      code: 'changedSinceBilled',
      key: timesheet.id,
      amount,
      expected: inHours ? now.hours : now.charge,
      found: inHours ? then.hours : then.charge,
      unit,
      sentence: `${timesheet.reference} was amended on ${dayText(dayOfMoment(billed.changedAt!))}, after ${invoice.reference} had billed it: it had ${said}.`,
      weekEnding,
      parties: partiesOf(timesheet),
      timesheets: [timesheet.id],
      invoices: [invoice.id],
      compared: [
        ...pair('values.charge.total', billed.values?.charge.total, timesheet.values?.charge.total),
        ...pair('netHours', billed.netHours, timesheet.netHours),
        comparedValue('invoice', invoice, 'createdAt', invoice.createdAt, false),
      ],
    }),
  ]
}

const outsideAssignment: TimesheetRule = (timesheet, books) => {
  const assignment = books.assignmentOf(timesheet)
  if (!isApproved(timesheet) || !assignment) return []
  const places = (['site', 'project'] as const).filter(name => areOthers(timesheet[name], assignment[name]))
  const { logs, bounds } = logsOutside(timesheet, assignment)
  if (places.length === 0 && logs.length === 0) return []
  const { id, reference } = timesheet
  const days = [...new Set(logs.map(({ date }) => dayOfMoment(date)))].sort()
  const isPlace = places.length > 0
  const amount = isPlace ? chargeOf(timesheet) : sumOf(logs.map(one => decimalOf(one.values.charge.total)))
  const found = isPlace ? amount : decimalOf(days.length)
  const placeText = places.length > 0 ? [`is for another ${namesText(places)}`] : []
  const dayTexts =
    days.length > 0
      ? [`has ${howManyText(days.length, 'day')} outside it, ${namesText(days.map(dayText))}`]
      : []
  return [
    findingOf({
      code: 'outsideAssignment',
      key: id,
      amount,
      expected: zero,
      found,
      unit: isPlace ? 'pounds' : 'days',
      sentence: `${reference} is under assignment ${assignment.reference}, but ${[...placeText, ...dayTexts].join(', and ')}: ${poundsText(amount)}.`,
      weekEnding: books.weekEnding,
      parties: partiesOf(timesheet),
      timesheets: [id],
      assignments: [assignment.id],
      compared: [
        ...places.flatMap(name => [
          comparedValue('timesheet', timesheet, `${name}.id`, timesheet[name]!.id!, true),
          comparedValue('assignment', assignment, `${name}.id`, assignment[name]!.id!, true),
        ]),
        ...logs.map(one =>
          comparedValue(
            'timesheet',
            timesheet,
            `timelogs.${timesheet.timelogs!.indexOf(one)}.date`,
            one.date,
            true,
          ),
        ),
        ...bounds.map(({ path, value }) => comparedValue('assignment', assignment, path, value, false)),
      ],
    }),
  ]
}

/** Those before the assignment's first day or after its last, with the days that say which these are. */
function logsOutside(timesheet: Timesheet, { startDate, endDate, status, ended, cancellation }: Assignment) {
  const ends = [
    { path: 'endDate', value: endDate },
    { path: 'ended.date', value: status === 'ended' ? ended?.date : undefined },
    { path: 'cancellation.date', value: status === 'cancelled' ? cancellation?.date : undefined },
  ].flatMap(({ path, value }) => (value === undefined ? [] : [{ path, value }]))
  const last = ends.toSorted((one, other) =>
    byCodePoints(dayOfMoment(one.value), dayOfMoment(other.value)),
  )[0]
  const logs = workedLogs(timesheet).filter(
    ({ date }) =>
      (startDate !== undefined && dayOfMoment(date) < dayOfMoment(startDate)) ||
      (last !== undefined && dayOfMoment(date) > dayOfMoment(last.value)),
  )
  const first = startDate === undefined ? [] : [{ path: 'startDate', value: startDate }]
  return { logs, bounds: [...first, ...(last ? [last] : [])] }
}

const rules: readonly TimesheetRule[] = [
  notBilled,
  billedTwice,
  notApproved,
  changedSinceBilled,
  outsideAssignment,
]
