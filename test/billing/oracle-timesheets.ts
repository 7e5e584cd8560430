// What the oracle finds about single timesheets: not billed, billed twice, not approved, changed since, outside the
// assignment, over the order, at the same time as another. From the text of docs/billing-checks.md alone.
import type { Any } from '../access/worlds.ts'
import {
  aboutTimesheet,
  type Books,
  byTime,
  charge,
  chargeTotal,
  day,
  daysAfter,
  type Finding,
  flowOf,
  idsOf,
  isAnother,
  isCredited,
  isMadeFromTimesheets,
  naming,
  snapshotOn,
  sunday,
} from './books.ts'
import {
  divided,
  type Exact,
  exact,
  isMore,
  isSame,
  isZero,
  lower,
  many,
  minus,
  negative,
  plus,
  rounded,
  sum,
  times,
  zero,
} from './exact.ts'

const isLeftOut = ({ status }: Any) => status === 'cancelled' || status === 'absent'

export function notBilled(books: Books): Finding[] {
  const areBilling = (agency: string) =>
    books.invoices.some(invoice => invoice.agency.id === agency && isMadeFromTimesheets(books, invoice))
  return books.timesheets.flatMap(timesheet => {
    const due = charge(timesheet)
    if (timesheet.status !== 'approved' || isZero(due)) return []
    if (naming(books.invoices, timesheet).length > 0 || !areBilling(timesheet.agency.id)) return []
    const afps = naming(books.afps, timesheet)
    return [
      {
        code: 'notBilled',
        severity: afps.length > 0 ? ('look' as const) : ('likely' as const),
        amount: negative(due),
        expected: due,
        found: zero,
        unit: 'pounds' as const,
        ...aboutTimesheet(books, timesheet),
        records: { timesheets: [timesheet.id], afps: idsOf(afps) },
        waits: true as const,
      },
    ]
  })
}

export const billedTwice = (books: Books): Finding[] =>
  books.timesheets
    .filter(timesheet => !isLeftOut(timesheet))
    .flatMap(timesheet => {
      const billed = naming(books.invoices, timesheet).filter(invoice => !isCredited(invoice))
      return [...Map.groupBy(billed, flowOf).values()]
        .filter(ofFlow => ofFlow.length > 1)
        .map(ofFlow => ({
          code: 'billedTwice',
          severity: 'certain' as const,
          amount: many(ofFlow.length - 1, charge(timesheet)),
          expected: charge(timesheet),
          found: many(ofFlow.length, charge(timesheet)),
          unit: 'pounds' as const,
          ...aboutTimesheet(books, timesheet),
          records: { timesheets: [timesheet.id], invoices: idsOf(ofFlow.sort(byTime)) },
        }))
    })

export const notApproved = (books: Books): Finding[] =>
  books.timesheets
    .filter(timesheet => timesheet.status !== 'approved')
    .flatMap(timesheet => {
      const billed = naming(books.invoices, timesheet).filter(invoice => !isCredited(invoice))
      if (billed.length === 0) return []
      return [
        {
          code: 'notApproved',
          severity: 'certain' as const,
          amount: charge(timesheet),
          expected: zero,
          found: charge(timesheet),
          unit: 'pounds' as const,
          ...aboutTimesheet(books, timesheet),
          records: { timesheets: [timesheet.id], invoices: idsOf(billed) },
        },
      ]
    })

export const changedSinceBilled = (books: Books): Finding[] =>
  books.timesheets
    .filter(timesheet => timesheet.status === 'approved')
    .flatMap(timesheet => {
      const otherwise = naming(books.invoices, timesheet)
        .filter(invoice => !isCredited(invoice))
        .map(invoice => ({ invoice, snapshot: snapshotOn(timesheet, invoice) }))
        .filter(({ snapshot }) => snapshot && hasChanged(snapshot, timesheet))
        .sort((a, b) => byTime(a.invoice, b.invoice))
      const last = otherwise.at(-1)
      if (!last) return []
      const onlyHours = isSame(chargeTotal(last.snapshot), chargeTotal(timesheet))
      const value = (of: Any) => (onlyHours ? exact(of.netHours) : chargeTotal(of))
      const [expected, found] = [value(timesheet), value(last.snapshot)]
      return [
        {
          code: 'changedSinceBilled',
          severity: 'certain' as const,
          amount: onlyHours ? zero : minus(found, expected),
          expected,
          found,
          unit: onlyHours ? ('hours' as const) : ('pounds' as const),
          ...aboutTimesheet(books, timesheet),
          records: { timesheets: [timesheet.id], invoices: [last.invoice.id] },
        },
      ]
    })

const hasChanged = (snapshot: Any, timesheet: Any): boolean =>
  !isSame(exact(snapshot.netHours), exact(timesheet.netHours)) ||
  !isSame(chargeTotal(snapshot), chargeTotal(timesheet))

// Days and places

const workedLogs = (timesheet: Any): Any[] =>
  (timesheet.timelogs ?? []).filter((log: Any) => log.hours.total > 0)

const chargedFor = (logs: Any[]): Exact => sum(logs.map(log => exact(log.values.charge.total)))

const logsOutside = (timesheet: Any, first: string | undefined, last: string | undefined): Any[] =>
  workedLogs(timesheet).filter(
    log =>
      (first !== undefined && day(log.date) < day(first)) ||
      (last !== undefined && day(log.date) > day(last)),
  )

function lastDay(assignment: Any): string | undefined {
  const ends = [
    assignment.endDate,
    assignment.status === 'ended' ? assignment.ended?.date : undefined,
    assignment.status === 'cancelled' ? assignment.cancellation?.date : undefined,
  ]
  return ends
    .filter(end => end !== undefined)
    .map(day)
    .sort()[0]
}

export const assignmentOf = (books: Books, timesheet: Any): Any | undefined =>
  books.assignments.find(assignment => assignment.id === timesheet.assignment?.id)

export const outsideAssignment = (books: Books): Finding[] =>
  books.timesheets
    .filter(timesheet => timesheet.status === 'approved')
    .flatMap(timesheet => {
      const assignment = assignmentOf(books, timesheet)
      if (!assignment) return []
      const elsewhere =
        isAnother(timesheet.site, assignment.site) || isAnother(timesheet.project, assignment.project)
      const logs = logsOutside(timesheet, assignment.startDate, lastDay(assignment))
      if (!elsewhere && logs.length === 0) return []
      const days = new Set(logs.map(log => day(log.date))).size
      return [
        {
          code: 'outsideAssignment',
          severity: 'likely' as const,
          amount: elsewhere ? charge(timesheet) : chargedFor(logs),
          expected: zero,
          found: elsewhere ? charge(timesheet) : exact(days),
          unit: elsewhere ? ('pounds' as const) : ('days' as const),
          ...aboutTimesheet(books, timesheet),
          records: { timesheets: [timesheet.id], assignments: [assignment.id] },
        },
      ]
    })

// Two timesheets of one worker

export function overlaps(books: Books): Finding[] {
  const taking = books.timesheets.filter(timesheet => !isLeftOut(timesheet))
  return taking.flatMap(one =>
    taking
      .filter(other => one.id < other.id && one.worker.id === other.worker.id)
      .flatMap(other => overlapOf(books, one, other)),
  )
}

const hourMs = 3_600_000

function overlapOf(books: Books, one: Any, other: Any): Finding[] {
  const weeks = [sunday(one.weekEnding), sunday(other.weekEnding)].sort()
  if (weeks[1]! > daysAfter(weeks[0]!, 7)) return []
  const shared = workedLogs(one).flatMap(log =>
    workedLogs(other).flatMap(against => {
      const from = Math.max(Date.parse(log.start), Date.parse(against.start))
      const to = Math.min(Date.parse(log.end), Date.parse(against.end))
      if (from >= to || !isForward(log) || !isForward(against)) return []
      const hours = divided(exact(to - from), exact(hourMs))
      return [{ hours, value: times(hours, lower(hourly(log), hourly(against))) }]
    }),
  )
  if (shared.length === 0) return []
  return [
    {
      code: 'overlaps',
      severity: 'likely',
      amount: rounded(sum(shared.map(({ value }) => value))),
      expected: zero,
      found: rounded(sum(shared.map(({ hours }) => hours))),
      unit: 'hours',
      side: books.side,
      company: books.company,
      agency: one.agency.id === other.agency.id ? one.agency.id : null,
      project: one.project.id === other.project.id ? one.project.id : null,
      worker: one.worker.id,
      weekEnding: weeks[1]!,
      records: { timesheets: [one.id, other.id] },
    },
  ]
}

const isForward = ({ start, end }: Any): boolean => Date.parse(start) < Date.parse(end)

const hourly = (log: Any): Exact => divided(exact(log.values.charge.total), exact(log.hours.total))

// Purchase orders

export function overOrder(books: Books): Finding[] {
  if (books.side.kind !== 'client') return []
  return books.orders.flatMap(order => {
    if (books.orders.filter(one => one.reference === order.reference).length > 1) return []
    const spending = books.timesheets
      .filter(timesheet => timesheet.status === 'approved')
      .map(timesheet => ({ timesheet, assignment: assignmentOf(books, timesheet) }))
      .filter(({ assignment }) => assignment?.purchaseOrder === order.reference)
      .sort((a, b) => (inOrder(a.timesheet) < inOrder(b.timesheet) ? -1 : 1))
    return [...beyondValue(books, order, spending), ...notCovered(books, order, spending)]
  })
}

type Spending = { timesheet: Any; assignment: Any }[]

const inOrder = ({ weekEnding, id }: Any) => `${sunday(weekEnding)} ${id}`

function beyondValue(books: Books, order: Any, spending: Spending): Finding[] {
  const value = exact(order.value)
  const found = sum(spending.map(({ timesheet }) => charge(timesheet)))
  if (!isMore(found, value)) return []
  let spent = zero
  const at = spending.find(({ timesheet }) => {
    spent = plus(spent, charge(timesheet))
    return isMore(spent, value)
  })!
  return [
    {
      code: 'overOrder',
      severity: 'certain',
      amount: minus(found, value),
      expected: value,
      found,
      unit: 'pounds',
      ...aboutTimesheet(books, at.timesheet),
      records: {
        purchaseOrders: [order.id],
        timesheets: [at.timesheet.id],
        assignments: [at.assignment.id],
      },
    },
  ]
}

const isNoneOf = (list: Any[], ref: Any): boolean => list.length > 0 && list.every(one => isAnother(one, ref))

const notCovered = (books: Books, order: Any, spending: Spending): Finding[] =>
  spending.flatMap(({ timesheet, assignment }) => {
    const isForAnother =
      isAnother(order.site, assignment.site) ||
      isNoneOf(order.projects, assignment.project) ||
      isAnother(order.agency, assignment.agency) ||
      (order.allTrades !== true && isNoneOf(order.trades, assignment.trade))
    const logs = logsOutside(timesheet, order.startDate, order.endDate)
    if (!isForAnother && logs.length === 0) return []
    const found = isForAnother ? charge(timesheet) : chargedFor(logs)
    return [
      {
        code: 'overOrder',
        severity: 'certain',
        amount: found,
        expected: zero,
        found,
        unit: 'pounds',
        ...aboutTimesheet(books, timesheet),
        records: {
          purchaseOrders: [order.id],
          timesheets: [timesheet.id],
          assignments: [assignment.id],
        },
      },
    ]
  })
