// What looks like a fault in a world of bills and is none, and oddities that a source may send, of which only the oracle says
// what they come to.
import { addAfp, addExpense, addUp, addUpFrom, billAgain, credit } from './bills.ts'
import {
  addSecond,
  amend,
  assignmentIn,
  billOnceMore,
  disapprove,
  invoicesOf,
  type Planting,
  plainInvoices,
  plainOnes,
  withOne,
} from './faults.ts'
import {
  type Any,
  at,
  dayFrom,
  midnight,
  ofCompany,
  pair,
  pence,
  pounds,
  refer,
  type Story,
  share,
} from './story.ts'
import { logOf, price } from './weeks.ts'

const creditInFull = (story: Story, invoice: Any) =>
  credit(story, invoice, pence(invoice.values.finalTotal) - pence(invoice.values.creditNotes))

/** Both flows, so that hours still fit. */
const creditAll = (story: Story, timesheet: Any) => {
  for (const invoice of invoicesOf(story, timesheet)) creditInFull(story, invoice)
}

const aloneOnBill = (story: Story): Any[] =>
  plainOnes(story).filter(one => invoicesOf(story, one).every(({ timesheets }) => timesheets.length === 1))

const lastDayOf = (timesheet: Any): string =>
  timesheet.timelogs
    .map((log: Any) => log.date)
    .sort()
    .at(-1)

/** The latest timesheet of each assignment without an order, with logs. */
const lastOnes = (story: Story): Any[] =>
  story
    .of('assignment')
    .filter(({ purchaseOrder }) => purchaseOrder === undefined)
    .flatMap(assignment => {
      const all = story.of('timesheet').filter(one => one.assignment?.id === assignment.id)
      const last = all.sort((a, b) => (a.weekEnding < b.weekEnding ? -1 : 1)).at(-1)
      return last?.timelogs?.length > 0 ? [last] : []
    })

const creditAndDisapprove = (story: Story, statuses: readonly string[]) =>
  withOne(story, aloneOnBill(story), one => {
    creditAll(story, one)
    disapprove(one, story.dice.pick(statuses))
  })

export const nearMisses: readonly Planting[] = [
  {
    what: 'a bill is credited in full and made again',
    plant: story =>
      withOne(story, aloneOnBill(story), one => {
        for (const invoice of invoicesOf(story, one)) {
          creditInFull(story, invoice)
          billOnceMore(story, one, invoice, { weekEnding: invoice.weekEnding })
        }
      }),
  },
  {
    what: 'what is not approved was credited in full',
    plant: story => creditAndDisapprove(story, ['cancelled', 'pending_approval']),
    plantLater: story => creditAndDisapprove(story, ['pending_approval']),
  },
  {
    what: 'a week is amended before it is billed',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        const first = invoicesOf(story, one)
          .map(({ createdAt }) => createdAt)
          .sort()[0]!
        amend(one, story.dice.pick([first, at(dayFrom(first, -1), '07:00')]))
        billAgain(story, one)
      }),
  },
  {
    what: 'a later version has the same hours and charge',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        amend(one, '2020-01-01T00:00:00.000Z')
        const { netHours, values } = structuredClone(one)
        Object.assign(one.versionHistory[0], {
          netHours,
          values: { ...values, pay: { total: 1 } },
          snapshotAt: at(dayFrom(one.weekEnding, 6), '09:00'),
        })
        billAgain(story, one)
      }),
  },
  {
    what: 'a bill is a penny off where it has two lines',
    plant: story =>
      withOne(
        story,
        plainInvoices(story).filter(({ timesheets }) => timesheets.length > 1),
        invoice => {
          const expenses = story.accounts.get(invoice.id)!
          const plant = expenses.filter((one: Any) => one.category === 'Plant')
          const pennies = (some: Any[]) => some.reduce((sum, one) => sum + pence(one.value), 0)
          addUpFrom(invoice, {
            hours: invoice.values.netHours + story.dice.pick([0, 0.005]),
            subtotal: pence(invoice.values.subtotal) + story.dice.pick([1, -1]),
            expenses: pennies(expenses),
            plant: pennies(plant),
          })
        },
      ),
  },
  {
    what: 'an expense is approved after the bill, or is not approved',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        const isLate = story.dice.chance(0.5)
        const last = invoicesOf(story, one)
          .map(({ createdAt }) => createdAt)
          .sort()
          .at(-1)!
        addExpense(story, one, {
          status: isLate ? 'approved' : 'rejected',
          ...(isLate && { approvalDate: new Date(Date.parse(last) + 1).toISOString() }),
        })
      }),
  },
  {
    what: 'an expense of one week is on the bill of another',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        const [own] = invoicesOf(story, one)
        const other = plainInvoices(story).find(
          invoice =>
            invoice.invoiceType === 'supplierToClient' &&
            invoice.invoiceType === own.invoiceType &&
            invoice.agency.id === one.agency.id &&
            invoice.company.id === one.company.id &&
            invoice !== own,
        )
        if (!other) return false
        const expense = addExpense(story, one, { status: 'approved', invoice: pair(other) })
        story.accounts.get(other.id)!.push(expense)
        addUp(story, other)
        return true
      }),
  },
  {
    what: 'there is no VAT, under the reverse charge',
    plant: story =>
      withOne(story, plainInvoices(story), invoice => {
        invoice.values.vat = 0
        addUp(story, invoice)
      }),
  },
  {
    what: 'a rate of a kind of time that is not worked is another',
    plant: story =>
      withOne(
        story,
        plainOnes(story).filter(one => !one.values.charge.bankHoliday),
        one => {
          one.rates.bh = { pay: 1, emp: 1, margin: 1, charge: 3, uplift: null }
        },
      ),
  },
  {
    what: 'an assignment ends on the last day of work',
    plant: story =>
      withOne(story, lastOnes(story), one => {
        const date = at(lastDayOf(one), '00:00')
        const assignment = assignmentIn(story, one)!
        story.dice.pick([
          () => {
            assignment.endDate = date
          },
          () => Object.assign(assignment, { status: 'ended', ended: { date } }),
          () => Object.assign(assignment, { ended: { date: '2020-01-01T00:00:00.000Z' } }),
        ])()
      }),
  },
  {
    what: 'a day that was not worked lies after the end',
    plant: story =>
      withOne(story, lastOnes(story), one => {
        const date = lastDayOf(one)
        assignmentIn(story, one)!.endDate = midnight(date)
        const absent = logOf('away', dayFrom(date, 1), 'wd', '08:00', '08:00')
        one.timelogs.push(absent)
        price(one)
      }),
  },
  {
    what: 'one shift begins where another ends, or another is cancelled',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        const inWeek = one.timelogs.filter((log: Any) => log.end.slice(0, 10) <= one.weekEnding.slice(0, 10))
        if (inWeek.length === 0) return false
        const day = story.dice.pick<Any>(inWeek)
        const end = day.end.slice(11, 16)
        const at = [
          day.end.slice(0, 10),
          'wd',
          end,
          `${String(Number(end.slice(0, 2)) + 1).padStart(2, '0')}:00`,
        ] as const
        const isTaken = one.timelogs.some(
          (log: Any) => log !== day && log.start.slice(0, 10) === at[0] && log.start.slice(11, 16) < at[3],
        )
        if (isTaken) addSecond(story, one, one.weekEnding, [logOf('x', ...at)], { status: 'cancelled' })
        else addSecond(story, one, one.weekEnding, [logOf('x', ...at)])
        return true
      }),
  },
  {
    what: 'a worker is at two companies at once',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        const other = story.of('company').find(({ id }) => id !== one.company.id)
        const [project] = ofCompany(story, 'project', other)
        const logs = [logOf('x', one.timelogs[0].date.slice(0, 10), 'wd', '05:00', '23:00')]
        const more = { company: refer(other), project: refer(project), site: undefined }
        const second = addSecond(story, one, one.weekEnding, logs, more)
        delete second.site
      }),
  },
  {
    what: 'two orders have the same reference',
    plant: story =>
      withOne(story, story.of('purchaseOrder'), order => {
        story.add('purchaseOrder', { ...structuredClone(order), id: `${order.id}-2`, value: 0 })
        order.value = 0
      }),
  },
  {
    what: 'an order is for all trades',
    plant: story =>
      withOne(story, story.of('purchaseOrder'), order => {
        order.allTrades = true
        order.trades = []
      }),
  },
  {
    what: 'a bill is credited to the last penny',
    plant: story =>
      withOne(
        story,
        plainInvoices(story).filter(({ invoiceType }) => invoiceType === 'supplierToClient'),
        invoice => creditInFull(story, invoice) && true,
      ),
  },
  {
    what: 'a bill has less than was applied for',
    plant: story =>
      withOne(
        story,
        plainOnes(story).filter(one => invoicesOf(story, one)[0].timesheets.length === 1),
        one => {
          const [invoice] = invoicesOf(story, one)
          const open = ofCompany(story, 'timesheet', one.company).find(
            other =>
              other.agency.id === one.agency.id &&
              other.id !== one.id &&
              invoicesOf(story, other).length === 0,
          )
          if (!open) return false
          addAfp(story, invoice.invoiceType, [one, open], [], invoice.createdAt)
          return true
        },
      ),
  },
]

// Oddities

export const oddities: readonly Planting[] = [
  {
    what: 'a bill names a timesheet of another agency',
    plant: story =>
      withOne(story, plainInvoices(story), invoice => {
        const other = ofCompany(story, 'timesheet', invoice.company).find(
          one => one.agency.id !== invoice.agency.id && one.status === 'approved',
        )
        if (!other) return false
        invoice.timesheets.push(pair(other))
        if (story.dice.chance(0.5)) addUp(story, invoice)
        return true
      }),
  },
  {
    what: 'an expense is on the bill of another flow',
    plant: story =>
      withOne(
        story,
        plainOnes(story).filter(one => invoicesOf(story, one).length === 2),
        one => {
          const [first, second] = invoicesOf(story, one)
          const expense = addExpense(story, one, {
            status: 'approved',
            invoice: pair(first),
            approvalDate: first.createdAt,
          })
          story.accounts.get(second.id)!.push(expense)
          addUp(story, second)
        },
      ),
  },
  {
    what: 'a week ends on no Sunday',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        one.weekEnding = midnight(dayFrom(one.weekEnding, -2))
      }),
  },
  {
    what: 'a timesheet has no values, or less than nothing',
    plant: story =>
      withOne(story, plainOnes(story), one => {
        if (story.dice.chance(0.5)) delete one.values
        else one.values.charge.total = -one.values.charge.total
        if (story.dice.chance(0.5)) billAgain(story, one)
      }),
  },
  {
    what: 'a bill is below nothing',
    plant: story =>
      withOne(story, plainInvoices(story), invoice => {
        invoice.values.finalTotal = -1
        invoice.values.cis = pounds(share(pence(invoice.values.cis), 2))
      }),
  },
  {
    what: 'a bill has all its timesheets in common with another',
    plant: story =>
      withOne(story, plainInvoices(story), invoice => {
        const copy = {
          ...structuredClone(invoice),
          id: `${invoice.id}-c`,
          reference: `${invoice.reference}-C`,
        }
        copy.createdAt = new Date(Date.parse(invoice.createdAt) + story.dice.int(2)).toISOString()
        story.add('invoice', copy)
        story.accounts.set(copy.id, story.accounts.get(invoice.id)!)
      }),
  },
]
