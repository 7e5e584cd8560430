// What is booked to purchase orders: beyond their value, and what they do not cover.
import { dayOfMoment, dayText } from '../../formats/day.ts'
import { decimalOf, differenceOf, isMoreThan, sumOf } from '../../formats/decimal.ts'
import type { PurchaseOrder } from '../purchase-orders.ts'
import type { Assignment } from '../shapes/assignment.ts'
import type { Timesheet } from '../shapes/timesheet.ts'
import type { BillingFinding, OrderSpending } from './books.ts'
import { comparedValue, findingOf, namesText, partiesOf, poundsText, weekText } from './finding.ts'
import type { IndexedBooks } from './indexed-books.ts'
import { areOthers, chargeOf, sundayOf, workedLogs, zero } from './terms.ts'

/** Whether an order is spent beyond its value; of all its approved timesheets, by week ending, then id. */
export function checkOrder(order: PurchaseOrder, spending: readonly OrderSpending[]): BillingFinding[] {
  const found = sumOf(spending.map(({ charge }) => charge))
  const expected = decimalOf(order.value)
  if (!isMoreThan(found, expected)) return []
  let sum = zero
  const first = spending.find(({ charge }) => {
    sum = sumOf([sum, charge])
    return isMoreThan(sum, expected)
  })!
  const { agency, project, worker } = first
  const amount = differenceOf(found, expected)
  const weekEnding = sundayOf(first.weekEnding)
  return [
    findingOf({
      code: 'overOrder',
      key: order.id,
      amount,
      expected,
      found,
      unit: 'pounds',
      sentence: `${order.reference} is for ${poundsText(expected)}, but its timesheets come to ${poundsText(found)}: ${poundsText(amount)} more, since ${first.reference} of ${weekText(weekEnding)}.`,
      weekEnding,
      parties: { ...(agency && { agency }), ...(project && { project }), ...(worker && { worker }) },
      timesheets: [first.id],
      assignments: [first.assignment],
      purchaseOrders: [order.id],
      compared: [comparedValue('purchaseOrder', order, 'value', order.value, true)],
    }),
  ]
}

/** What the orders of this week's timesheets do not cover. */
export function orderFindings(books: IndexedBooks): BillingFinding[] {
  const orders = Map.groupBy(books.orders, ({ reference }) => reference)
  return books.timesheets.flatMap(timesheet => {
    const assignment = books.assignmentOf(timesheet)
    const named = assignment?.purchaseOrder === undefined ? [] : (orders.get(assignment.purchaseOrder) ?? [])
    if (timesheet.status !== 'approved' || named.length !== 1) return []
    return uncovered(timesheet, assignment!, named[0]!, books.weekEnding)
  })
}

function uncovered(
  timesheet: Timesheet,
  assignment: Assignment,
  order: PurchaseOrder,
  weekEnding: string,
): BillingFinding[] {
  const outside = uncoveredParts(assignment, order)
  const logs = uncoveredLogs(timesheet, order)
  if (outside.length === 0 && logs.length === 0) return []
  const found =
    outside.length > 0 ? chargeOf(timesheet) : sumOf(logs.map(one => decimalOf(one.values.charge.total)))
  const days = [...new Set(logs.map(({ date }) => dayOfMoment(date)))].sort().map(dayText)
  const reasons = [...outside.map(name => `this ${name}`), ...days]
  return [
    findingOf({
      code: 'overOrder',
      key: `${timesheet.id} ${order.id}`,
      amount: found,
      expected: zero,
      found,
      unit: 'pounds',
      sentence: `${timesheet.reference} is booked to ${order.reference}, which does not cover ${namesText(reasons)}: ${poundsText(found)}.`,
      weekEnding,
      parties: partiesOf(timesheet),
      timesheets: [timesheet.id],
      assignments: [assignment.id],
      purchaseOrders: [order.id],
      compared: [
        ...outside.flatMap(name => [
          comparedValue('assignment', assignment, `${name}.id`, assignment[name]?.id ?? undefined, true),
          ...orderedIds(order, name).map(({ path, id }) =>
            comparedValue('purchaseOrder', order, path, id, true),
          ),
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
        ...(logs.length > 0
          ? [
              comparedValue('purchaseOrder', order, 'startDate', order.startDate, false),
              comparedValue('purchaseOrder', order, 'endDate', order.endDate, false),
            ]
          : []),
      ],
    }),
  ]
}

const limits = ['site', 'project', 'agency', 'trade'] as const
type Limit = (typeof limits)[number]

/** The records that an order is limited to, and where it names them. */
function orderedIds(order: PurchaseOrder, name: Limit): { path: string; id: string | undefined }[] {
  if (name === 'site' || name === 'agency') {
    const one = order[name]
    return one ? [{ path: `${name}.id`, id: one.id ?? undefined }] : []
  }
  if (name === 'trade' && order.allTrades) return []
  const many = name === 'project' ? order.projects : order.trades
  return many.map(({ id }, index) => ({ path: `${name}s.${index}.id`, id: id ?? undefined }))
}

/** Of the assignment: what is none of those that the order names; where one of these has no id, it is not known. */
const uncoveredParts = (assignment: Assignment, order: PurchaseOrder): Limit[] =>
  limits.filter(name => {
    const covered = orderedIds(order, name)
    return covered.length > 0 && covered.every(({ id }) => areOthers({ id: id ?? null }, assignment[name]))
  })

const uncoveredLogs = (timesheet: Timesheet, { startDate, endDate }: PurchaseOrder) =>
  workedLogs(timesheet).filter(
    ({ date }) =>
      (startDate !== undefined && dayOfMoment(date) < dayOfMoment(startDate)) ||
      (endDate !== undefined && dayOfMoment(date) > dayOfMoment(endDate)),
  )
