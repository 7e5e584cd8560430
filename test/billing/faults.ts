// Ways to plant faults into a world of bills that fit, at least one for every numbered rule; each says which codes tell of it.
import { linked } from '../access/oracle-basics.ts'
import { addAfp, addBill, addUp, addUpFrom, billAgain, chargePence, credit } from './bills.ts'
import {
  type Any,
  at,
  clean,
  dayFrom,
  eachPart,
  midnight,
  moneyOf,
  ofCompany,
  pair,
  pence,
  pounds,
  refer,
  type Story,
  share,
  total,
} from './story.ts'
import { agreedPiece, logOf, pieceEntry, price, pricePieces, withUplift } from './weeks.ts'

/** `also` are codes that may tell of it besides. `plant` says whether there was a place for it. */
export type Planting = {
  what: string
  code?: string
  also?: string[]
  plant(story: Story): boolean
  /** The same in a world that is stored, as a source may send it then. */
  plantLater?(story: Story): boolean
}

// Where something can be planted

export const invoicesOf = (story: Story, timesheet: Any): Any[] =>
  story.of('invoice').filter(invoice => invoice.timesheets.some((one: Any) => one.id === timesheet.id))

/** Whether one of those sees it who see timesheets. */
const isSeen = ({ world }: Story, { invoiceType, agency, company }: Any) =>
  invoiceType !== 'supplierToMsp' || linked(world, agency.id, company.id)

const isApplied = (story: Story, timesheet: Any) =>
  story.of('afp').some(afp => afp.timesheets.some((one: Any) => one.id === timesheet.id))

const hasExpenses = (story: Story, timesheet: Any) =>
  story.of('expense').some(expense => expense.timesheet?.id === timesheet.id)

export const assignmentIn = (story: Story, timesheet: Any): Any | undefined =>
  timesheet.assignment && story.get('assignment', timesheet.assignment)

/** Billed timesheets that nothing else hangs on: no AfP, expenses, order, earlier version or credit. */
export const plainOnes = (story: Story): Any[] =>
  story.of('timesheet').filter(timesheet => {
    const invoices = invoicesOf(story, timesheet)
    return (
      timesheet.status === 'approved' &&
      timesheet.weekEnding <= story.sundays[3]! &&
      timesheet.timelogs?.length >= 2 &&
      timesheet.values?.charge.total > 0 &&
      timesheet.versionHistory === undefined &&
      timesheet.assignment !== undefined &&
      assignmentIn(story, timesheet)!.purchaseOrder === undefined &&
      invoices.length > 0 &&
      new Set(invoices.map(one => one.invoiceType)).size === invoices.length &&
      invoices.every(one => one.values.creditNotes === 0 && one.values.finalTotal > 0) &&
      invoices.some(one => isSeen(story, one)) &&
      !isApplied(story, timesheet) &&
      !hasExpenses(story, timesheet)
    )
  })

/** Picks one and does something to it, where there is one. */
export function withOne<T>(story: Story, list: readonly T[], change: (one: T) => unknown): boolean {
  if (list.length === 0) return false
  return change(story.dice.pick(list)) !== false
}

/** Invoices made from timesheets that no AfP was for and nothing was credited on. */
export const plainInvoices = (story: Story): Any[] =>
  story
    .of('invoice')
    .filter(invoice => isSeen(story, invoice))
    .filter(
      ({ timesheets, values, weekEnding }) =>
        timesheets.length > 0 &&
        values.creditNotes === 0 &&
        values.subtotal > 1 &&
        (weekEnding === undefined || weekEnding <= story.sundays[3]!) &&
        !timesheets.some((one: Any) => isApplied(story, one)),
    )

const isDirect = ({ invoiceType }: Any) => invoiceType === 'supplierToClient'

/** Takes a timesheet off its bills, and bills the rest. */
function takeOff(story: Story, timesheet: Any, invoices: Any[]): boolean {
  if (invoices.some(invoice => invoice.timesheets.length < 2)) return false
  for (const invoice of invoices) {
    invoice.timesheets = invoice.timesheets.filter((one: Any) => one.id !== timesheet.id)
    addUp(story, invoice)
  }
  return true
}

/** Another bill of one timesheet, without a week, so that hours of two flows still fit. */
export const billOnceMore = (story: Story, timesheet: Any, like: Any, more: Any = {}): Any =>
  addBill(story, 'invoice', {
    flow: like.invoiceType,
    timesheets: [timesheet],
    expenses: [],
    createdAt: at(dayFrom(like.createdAt, story.dice.pick([0, 1])), '18:00'),
    vat: like.values.vat !== 0,
    cisRate: like.values.cisRate,
    more: clean({ msp: like.msp, ...more }),
  })

const snapshotOf = ({ netHours, values, rates }: Any, version: number, snapshotAt: string): Any =>
  structuredClone({
    version,
    snapshotReason: 'amended',
    snapshotAt,
    netHours,
    expenseValue: 0,
    values,
    rates,
  })

/** As it is with one day less, and what it was kept with a moment. */
export function amend(timesheet: Any, snapshotAt: string): void {
  const history = timesheet.versionHistory ?? []
  timesheet.versionHistory = [...history, snapshotOf(timesheet, timesheet.version, snapshotAt)]
  timesheet.version++
  timesheet.timelogs = timesheet.timelogs.slice(0, -1)
  price(timesheet)
}

const daysLater = (invoices: Any[], days: number): string =>
  at(
    dayFrom(
      invoices
        .map(one => one.createdAt)
        .sort()
        .at(-1)!,
      days,
    ),
    '07:00',
  )

/** What a bill has to say of another subtotal, in pence. */
function setSubtotal(story: Story, invoice: Any, subtotal: number): void {
  const expenses = story.accounts.get(invoice.id) ?? []
  const spent = (some: Any[]) => total(some.map(one => pence(one.value)))
  addUpFrom(invoice, {
    hours: invoice.values.netHours,
    subtotal,
    expenses: spent(expenses),
    plant: spent(expenses.filter((one: Any) => one.category === 'Plant')),
  })
}

// About timesheets

/** Of what is stored and billed only sending it back for approval is allowed. */
export function disapprove(timesheet: Any, status: string): void {
  timesheet.status = status
  delete timesheet.approvedDate
  delete timesheet.approvedBy
}

const ofTimesheets: Planting[] = [
  {
    what: 'a week is on no bill',
    code: 'notBilled',
    plant: story => withOne(story, plainOnes(story), one => takeOff(story, one, invoicesOf(story, one))),
  },
  {
    what: 'a week is on an AfP and on no bill',
    code: 'notBilled',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        const invoices = invoicesOf(story, one)
        if (!takeOff(story, one, invoices)) return false
        for (const { invoiceType, createdAt } of invoices) addAfp(story, invoiceType, [one], [], createdAt)
        return true
      }),
  },
  {
    what: 'a week is billed twice, or three times',
    code: 'billedTwice',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        const like = story.dice.pick(invoicesOf(story, one).filter(bill => isSeen(story, bill)))
        for (let times = story.dice.between(1, 2); times > 0; times--) billOnceMore(story, one, like)
      }),
  },
  {
    what: 'what is billed is not approved, or no longer',
    code: 'notApproved',
    plant: story =>
      withOne(story, plainOnes(story), one =>
        disapprove(one, story.dice.pick(['pending', 'pending_approval', 'cancelled', 'absent'])),
      ),
    plantLater: story => withOne(story, plainOnes(story), one => disapprove(one, 'pending_approval')),
  },
  {
    what: 'a week is amended after it was billed',
    code: 'changedSinceBilled',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        const invoices = invoicesOf(story, one)
        if (story.dice.chance(0.3)) {
          const early = invoices.map(({ createdAt }) => createdAt).sort()[0]!
          one.versionHistory = [snapshotOf({ ...one, netHours: 1 }, 1, at(dayFrom(early, -1), '07:00'))]
          one.version = 2
        }
        amend(one, daysLater(invoices, 1))
        if (one.timelogs.length > 1 && story.dice.chance(0.4)) amend(one, daysLater(invoices, 2))
      }),
  },
  {
    what: 'only hours are amended after the bill',
    code: 'changedSinceBilled',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        one.versionHistory = [snapshotOf(one, 1, daysLater(invoicesOf(story, one), 1))]
        one.netHours += 0.25
      }),
  },
]

// Rates

/** The basic rate of a timesheet, with all that is made from it. */
function setBasic(timesheet: Any, assignment: Any, pay: number, emp: number, margin: number): void {
  const basic = moneyOf(pay, emp, margin)
  const names: Record<string, string> = { ot: 'wdOt', bhNight: 'bhNw' }
  for (const kind of Object.keys(timesheet.rates)) {
    const points = kind === 'wd' ? 0 : assignment.rateUplifts?.[names[kind] ?? kind]
    if (points !== undefined)
      Object.assign(timesheet.rates[kind], eachPart(withUplift(basic, points), pounds))
  }
  price(timesheet)
}

const basicOf = (timesheet: Any) => {
  const { pay, emp, margin } = timesheet.rates.wd
  return [pence(pay), pence(emp), pence(margin)] as const
}

/** Changed after the week, in half of the cases. */
function touchLater(story: Story, record: Any, timesheet: Any): void {
  if (story.dice.chance(0.5)) record.updatedAt = at(dayFrom(timesheet.weekEnding, story.dice.int(3)), '05:00')
}

/** The rates of a plain timesheet are changed, and it is billed with them. */
const withRates =
  (
    fits: (assignment: Any, timesheet: Any) => unknown,
    change: (timesheet: Any, assignment: Any, story: Story) => unknown,
  ) =>
  (story: Story): boolean =>
    withOne(
      story,
      plainOnes(story).filter(one => fits(assignmentIn(story, one), one)),
      one => {
        const assignment = assignmentIn(story, one)!
        if (change(one, assignment, story) === false) return false
        if (one.status === 'approved') touchLater(story, assignment, one)
        billAgain(story, one)
        return true
      },
    )

const upliftKinds: Record<string, readonly [percentage: string, part: string]> = {
  ot: ['wdOt', 'wdOvertime'],
  wdNw: ['wdNw', 'wdNightwork'],
  weNw: ['weNw', 'sundayNightwork'],
  sat: ['sat', 'saturday'],
  sun: ['sun', 'sunday'],
  bh: ['bh', 'bankHoliday'],
  bhNight: ['bhNw', 'bankHolidayNight'],
}

const chargedKinds = (assignment: Any, timesheet: Any): string[] =>
  Object.entries(upliftKinds)
    .filter(
      ([, [percentage, part]]) =>
        assignment.rateUplifts?.[percentage] !== undefined && timesheet.values.charge[part],
    )
    .map(([kind]) => kind)

const hasOverride = ({ rateOverrides, rateType }: Any) =>
  rateOverrides?.employerCosts.active && rateType === 'paye'

const ofRates: Planting[] = [
  {
    what: 'the basic charge is not the assignment’s',
    code: 'rateDiffers',
    plant: withRates(
      assignment => assignment.rates,
      (one, assignment, { dice }) => {
        const [pay, emp, margin] = basicOf(one)
        setBasic(one, assignment, pay, emp, margin + dice.pick([-50, 7, 100]))
      },
    ),
  },
  {
    what: 'the basic pay is not the assignment’s, the charge is',
    code: 'rateDiffers',
    plant: withRates(
      assignment => assignment.rates && !hasOverride(assignment),
      (one, assignment) => {
        const [pay, emp, margin] = basicOf(one)
        setBasic(one, assignment, pay + 11, emp, margin - 11)
      },
    ),
  },
  {
    what: 'the employer’s costs are not those agreed',
    code: 'rateDiffers',
    plant: withRates(hasOverride, (one, assignment, { dice }) => {
      const [pay, emp, margin] = basicOf(one)
      const off = dice.pick([20, -20])
      setBasic(one, assignment, pay, emp + off, margin - off)
    }),
  },
  {
    what: 'a kind of time has another uplift',
    code: 'rateDiffers',
    plant: withRates(
      (assignment, one) => chargedKinds(assignment, one).length > 0,
      (one, assignment, { dice }) => {
        for (const kind of dice.some(chargedKinds(assignment, one), 1)) {
          const rate = one.rates[kind]
          const off = dice.pick([1, 45, -30])
          rate.margin = pounds(pence(rate.margin) + off)
          rate.charge = pounds(pence(rate.charge) + off)
        }
        price(one)
      },
    ),
  },
  {
    what: 'a piece rate is not the one agreed',
    code: 'rateDiffers',
    plant: story =>
      withOne(
        story,
        plainOnes(story).filter(one => agreedPiece(story, assignmentIn(story, one))),
        one => {
          const assignment = assignmentIn(story, one)!
          const entry = pieceEntry(story, assignment)
          const onlyPay = assignment.rateOverrides?.employerCosts.active || story.dice.chance(0.3)
          const { pay, margin } = entry.values
          const mills = (value: number) => Math.round(value * 1000)
          entry.values.pay = (mills(pay) + 40) / 1000
          if (onlyPay) entry.values.margin = (mills(margin) - 40) / 1000
          else entry.values.charge = (mills(entry.values.charge) + 40) / 1000
          pricePieces(entry)
          one.pieceRateEntries = [entry]
          touchLater(story, agreedPiece(story, assignment)!.rate, one)
          billAgain(story, one)
        },
      ),
  },
]

// Days, places and orders

const withLogs = (story: Story, isOrdered: boolean): Any[] =>
  story
    .of('timesheet')
    .filter(
      one =>
        one.status === 'approved' &&
        one.timelogs?.length > 1 &&
        one.assignment &&
        (assignmentIn(story, one)!.purchaseOrder !== undefined) === isOrdered,
    )

const lastLog = (timesheet: Any): string => timesheet.timelogs.at(-1).date

const otherOf = (records: Any[], ref: Any): Any | undefined => records.find(one => one.id !== ref?.id)

const ofPlaces: Planting[] = [
  {
    what: 'days lie before the start of the assignment',
    code: 'outsideAssignment',
    plant: story =>
      withOne(story, withLogs(story, false), one => {
        assignmentIn(story, one)!.startDate = at(lastLog(one), '10:00')
      }),
  },
  {
    what: 'days lie after the end of the assignment',
    code: 'outsideAssignment',
    plant: story =>
      withOne(story, withLogs(story, false), one => {
        const assignment = assignmentIn(story, one)!
        const date = at(dayFrom(lastLog(one), -1), '23:30')
        story.dice.pick([
          () => {
            assignment.endDate = date
          },
          () => Object.assign(assignment, { status: 'ended', ended: { date } }),
          () => Object.assign(assignment, { status: 'cancelled', cancellation: { date } }),
        ])()
      }),
  },
  {
    what: 'the work was on another site',
    code: 'outsideAssignment',
    plant: story =>
      withOne(story, withLogs(story, false), one => {
        const site = otherOf(
          story.of('site').filter(({ company }) => company.id === one.company.id),
          one.site,
        )
        if (!site || !assignmentIn(story, one)!.site) return false
        one.site = refer(site)
        return true
      }),
  },
  {
    what: 'the work was on another project',
    code: 'outsideAssignment',
    plant: story =>
      withOne(story, withLogs(story, false), one => {
        one.project = refer(otherOf(ofCompany(story, 'project', one.company), one.project))
        delete one.site
      }),
  },
]

const orders = (story: Story, fits: (order: Any, named: Any[], story: Story) => unknown) =>
  story
    .of('purchaseOrder')
    .map(order => ({
      order,
      named: ofCompany(story, 'timesheet', order.company).filter(
        one =>
          one.status === 'approved' &&
          chargePence(one) > 0 &&
          one.assignment &&
          assignmentIn(story, one)!.purchaseOrder === order.reference,
      ),
    }))
    .filter(({ order, named }) => named.length > 0 && fits(order, named, story))

const withOrder =
  (
    change: (order: Any, named: Any[], story: Story) => unknown,
    fits: (order: Any, named: Any[], story: Story) => unknown = () => true,
  ) =>
  (story: Story): boolean =>
    withOne(story, orders(story, fits), ({ order, named }) => change(order, named, story))

const ofOrders: Planting[] = [
  {
    what: 'an order is spent beyond its value',
    code: 'overOrder',
    plant: withOrder((order, named, { dice }) => {
      const spent = total(named.map(chargePence))
      order.value = pounds(spent - dice.pick([1, share(spent, 2)]))
    }),
  },
  {
    what: 'an order does not cover the days',
    code: 'overOrder',
    plant: withOrder(
      (order, named, { dice }) => {
        const date = lastLog(dice.pick(named.filter(one => one.timelogs?.length > 1)))
        if (dice.chance(0.5)) order.endDate = at(dayFrom(date, -1), '12:00')
        else order.startDate = at(date, '23:00')
      },
      (_, named) => named.some(one => one.timelogs?.length > 1),
    ),
  },
  {
    what: 'an order is for another place, agency or trade',
    code: 'overOrder',
    plant: withOrder((order, named, story) => {
      const assignment = assignmentIn(story, named[0])!
      const others = (type: string) => otherOf(ofCompany(story, type, order.company), assignment[type])
      const agency = otherOf(story.of('agency'), assignment.agency)
      story.dice.pick([
        () => {
          order.projects = [refer(others('project'))]
        },
        () => {
          order.agency = refer(agency)
        },
        () => {
          order.trades = [refer(others('trade'))]
          delete order.allTrades
        },
        () => {
          order.trades = [refer(others('trade'))]
          order.allTrades = false
          if (assignment.site) order.site = refer(others('site') ?? assignment.site)
        },
      ])()
    }),
  },
]

/** Another timesheet of the same worker in a week, which nobody bills yet. */
export function addSecond(story: Story, first: Any, sunday: string, logs: Any[], more: Any = {}): Any {
  const second = {
    ...structuredClone(first),
    reference: `${first.reference}-B${story.of('timesheet').length}`,
    status: 'pending_approval',
    start: midnight(dayFrom(sunday, -6)),
    end: at(sunday, '23:59'),
    weekEnding: sunday,
    pieceRateEntries: [],
    timelogs: logs,
    ...more,
  }
  for (const name of ['id', 'assignment', 'approvedDate', 'approvedBy', 'versionHistory']) delete second[name]
  price(second)
  return story.add('timesheet', second)
}

const nextDay = (log: Any) => log.end.slice(0, 10)
const clock = (hours: number, minutes = 0) =>
  `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`

const ofOverlaps: Planting[] = [
  {
    what: 'two timesheets have the same hours',
    code: 'overlaps',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        const [log] = one.timelogs
        const from = log.start.slice(11, 16)
        const to = clock(Number(from.slice(0, 2)) + 1, story.dice.pick([0, 15, 45]))
        const agency = story.dice.chance(0.5) ? refer(story.dice.pick(story.of('agency'))) : one.agency
        const logs = [logOf('x0', log.date.slice(0, 10), 'wd', from, to)]
        addSecond(story, one, one.weekEnding, logs, { agency })
      }),
  },
  {
    what: 'a night shift goes on into the next week',
    code: 'overlaps',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        const { weekEnding } = one
        const worker = story.of('timesheet').filter(({ worker: { id } }) => id === one.worker.id)
        const next = worker.find(other => other.weekEnding.slice(0, 10) === dayFrom(weekEnding, 7))
        const monday = dayFrom(weekEnding, 1)
        if (next?.timelogs?.some((log: Any) => log.date.startsWith(monday))) return false
        const night = one.timelogs.find((log: Any) => nextDay(log) === monday)
        if (!night) {
          one.timelogs.push(logOf('late', weekEnding.slice(0, 10), 'weNw', '23:00', '06:00'))
          price(one)
          billAgain(story, one)
        }
        addSecond(story, one, midnight(dayFrom(weekEnding, 7)), [logOf('x0', monday, 'wd', '04:30', '09:00')])
        return true
      }),
  },
]

// About invoices

const ofInvoices: Planting[] = [
  {
    what: 'the sum of a bill is another',
    code: 'sumDiffers',
    plant: story =>
      withOne(story, plainInvoices(story), invoice => {
        setSubtotal(story, invoice, pence(invoice.values.subtotal) + story.dice.pick([2500, -50, 99_999]))
      }),
  },
  {
    what: 'a bill has one of its timesheets twice, or not',
    code: 'sumDiffers',
    plant: story =>
      withOne(story, plainInvoices(story), invoice => {
        const one = story.get('timesheet', story.dice.pick(invoice.timesheets))
        const off = chargePence(one) + story.dice.pick([0, 1, 3])
        if (off < 10) return false
        const had = pence(invoice.values.subtotal)
        setSubtotal(story, invoice, had + (had > 2 * off ? story.dice.pick([off, -off]) : off))
        return true
      }),
  },
  {
    what: 'a bill lacks an expense that is on it',
    code: 'sumDiffers',
    also: ['taxDiffers'],
    plant: story =>
      withOne(story, plainOnes(story), one => {
        const invoice = story.dice.pick(invoicesOf(story, one).filter(bill => isSeen(story, bill)))
        const approved = { status: 'approved', approvalDate: at(dayFrom(invoice.createdAt, 1), '07:00') }
        const expense = addExpenseOn(story, one, invoice, approved)
        if (story.dice.chance(0.3)) expense.approvalDate = invoice.createdAt
      }),
  },
  {
    what: 'the hours of a bill are others',
    code: 'hoursDiffer',
    plant: story =>
      withOne(
        story,
        plainInvoices(story).filter(one => isDirect(one) || one.weekEnding === undefined),
        invoice => {
          invoice.values.netHours += story.dice.pick([1, 0.25, -0.5])
        },
      ),
  },
  {
    what: 'more is credited than was billed',
    code: 'creditTooLarge',
    plant: story =>
      withOne(
        story,
        story.of('invoice').filter(one => isDirect(one) || one.weekEnding === undefined || one.reason),
        invoice => {
          const left = pence(invoice.values.finalTotal) - pence(invoice.values.creditNotes)
          credit(story, invoice, left + story.dice.pick([1, 10_000]))
        },
      ),
  },
  {
    what: 'credit notes come to more than was billed',
    code: 'creditTooLarge',
    plant: story =>
      withOne(story, story.of('invoice'), invoice => {
        const { creditNotes, netValue } = invoice.values
        credit(story, invoice, pence(invoice.values.finalTotal) + 1)
        Object.assign(invoice.values, { creditNotes, netValue })
      }),
  },
  {
    what: 'the VAT is another',
    code: 'taxDiffers',
    plant: story =>
      withOne(
        story,
        story.of('invoice').filter(({ values }) => values.vat > 1),
        invoice => {
          invoice.values.vat = pounds(pence(invoice.values.vat) + story.dice.pick([100, -77]))
        },
      ),
  },
  {
    what: 'there is VAT that nobody asked for',
    code: 'taxDiffers',
    plant: story =>
      withOne(
        story,
        story.of('invoice').filter(({ values }) => values.vat > 1),
        invoice => {
          invoice.vatToBeApplied = false
        },
      ),
  },
  {
    what: 'the CIS is another',
    code: 'taxDiffers',
    plant: story =>
      withOne(
        story,
        story.of('invoice').filter(({ timesheets, values }) => timesheets.length > 0 && values.subtotal > 1),
        invoice => {
          invoice.values.cis = pounds(pence(invoice.values.cis) + story.dice.pick([100, 2000]))
        },
      ),
  },
  {
    what: 'CIS was held back on plant too',
    code: 'taxDiffers',
    plant: story =>
      withOne(
        story,
        story
          .of('invoice')
          .filter(one => isSeen(story, one))
          .filter(
            ({ id, values }) =>
              values.cisRate > 0 && story.accounts.get(id)?.some((one: Any) => one.category === 'Plant'),
          ),
        ({ values }) => {
          values.cis = pounds(share(pence(values.subtotal) * values.cisRate, 100))
        },
      ),
  },
]

const addExpenseOn = (story: Story, timesheet: Any, invoice: Any, more: Any): Any => {
  const worker = story.get('worker', timesheet.worker)
  return story.add('expense', {
    worker: { id: worker.id, reference: worker.reference, name: worker.name },
    timesheet: pair(timesheet),
    company: timesheet.company,
    project: timesheet.project,
    agency: timesheet.agency,
    category: story.dice.pick(['Fuel', 'Plant']),
    date: timesheet.weekEnding,
    value: pounds(story.dice.between(1000, 9999)),
    receipts: [],
    invoice: pair(invoice),
    createdAt: timesheet.createdAt,
    updatedAt: timesheet.updatedAt,
    ...more,
  })
}

const timesheetsOf = (story: Story, bill: Any): Any[] =>
  bill.timesheets.map((one: Any) => story.get('timesheet', one))

const ofTwoBills: Planting[] = [
  {
    what: 'a bill is not what was applied for',
    code: 'afpDiffers',
    plant: story =>
      withOne(story, plainInvoices(story), invoice => {
        const expenses = story.accounts.get(invoice.id)!
        const afp = addAfp(
          story,
          invoice.invoiceType,
          timesheetsOf(story, invoice),
          expenses,
          invoice.createdAt,
        )
        addUpFrom(afp, {
          hours: afp.values.netHours,
          subtotal: pence(afp.values.subtotal) + story.dice.pick([900, -900]),
        })
      }),
  },
  {
    what: 'a bill has a week that was not applied for',
    code: 'afpDiffers',
    plant: story =>
      withOne(
        story,
        plainInvoices(story).filter(({ timesheets }) => timesheets.length > 1),
        invoice => {
          const [first] = timesheetsOf(story, invoice)
          addAfp(story, invoice.invoiceType, [first], [], invoice.createdAt)
        },
      ),
  },
  {
    what: 'the MSP bills other hours than it was billed for',
    code: 'flowsDiffer',
    also: ['hoursDiffer'],
    plant: story =>
      withOne(
        story,
        plainInvoices(story).filter(one => !isDirect(one) && one.weekEnding),
        ({ values }) => {
          values.netHours += story.dice.pick([2, -0.75])
        },
      ),
  },
  {
    what: 'a week is billed on one side of the MSP only',
    code: 'flowsDiffer',
    plant: story =>
      withOne(
        story,
        plainInvoices(story).filter(one => !isDirect(one) && one.weekEnding),
        invoice => {
          delete invoice.weekEnding
        },
      ),
  },
]

export const faults: readonly Planting[] = [
  ...ofTimesheets,
  ...ofRates,
  ...ofPlaces,
  ...ofOrders,
  ...ofOverlaps,
  ...ofInvoices,
  ...ofTwoBills,
]
