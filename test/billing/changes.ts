// What happens to a world of bills after its first load, one record or a few at a time, as a source would send them again: so
// that findings which no longer hold, and those of others, show.
import { addAfp, addExpense, addUp, chargePence, credit } from './bills.ts'
import { amend, assignmentIn, faults, invoicesOf, withOne } from './faults.ts'
import { nearMisses, oddities } from './near-misses.ts'
import {
  type Any,
  at,
  dayFrom,
  type Line,
  midnight,
  ofCompany,
  pair,
  pence,
  pounds,
  refer,
  type Story,
  total,
} from './story.ts'

/** Lines to load and records to delete, which the world has, or has no longer. */
export type Change = { what: string; lines: Line[]; deleted: Line[] }

type Changer = (story: Story) => boolean

/** Changes one record of a type, where there is one that fits. */
const change =
  (
    type: string,
    make: (record: Any, story: Story) => unknown,
    fits: (record: Any, story: Story) => unknown = () => true,
  ): Changer =>
  story =>
    withOne(
      story,
      story.of(type).filter(record => fits(record, story)),
      record => make(record, story),
    )

const isApproved = ({ status }: Any) => status === 'approved'

function remove({ world }: Story, type: string, record: Any): void {
  const left = world.lines.filter(line => line.record !== record)
  world.lines.splice(0, world.lines.length, ...left)
  const ofType = world.of(type)
  ofType.splice(
    ofType.findIndex(line => line.record === record),
    1,
  )
}

const isNamed = (story: Story, timesheet: Any) =>
  [...story.of('invoice'), ...story.of('afp')].some(bill =>
    bill.timesheets.some((one: Any) => one.id === timesheet.id),
  )

const changers: Record<string, Changer> = {
  'a timesheet is sent back': change(
    'timesheet',
    one => Object.assign(one, { status: 'pending_approval' }),
    isApproved,
  ),
  'a timesheet is approved': change(
    'timesheet',
    (one, { of, today }) =>
      Object.assign(one, {
        status: 'approved',
        approvedDate: midnight(today),
        approvedBy: refer(of('user')[0]),
      }),
    ({ status }) => status.startsWith('pending'),
  ),
  'a timesheet is cancelled': change(
    'timesheet',
    one => Object.assign(one, { status: 'cancelled' }),
    (one, story) => one.status !== 'cancelled' && !isNamed(story, one),
  ),
  'a timesheet is amended': change(
    'timesheet',
    (one, { today }) => amend(one, at(today, '00:01')),
    one => isApproved(one) && one.timelogs?.length > 1,
  ),
  'the piece rates of a timesheet go': change(
    'timesheet',
    one => Object.assign(one, { pieceRateEntries: [] }),
    one => one.pieceRateEntries.length > 0,
  ),
  'a timesheet comes with other logs': change(
    'timesheet',
    one => void one.timelogs.pop(),
    one => one.timelogs?.length > 1,
  ),
  'a timesheet is of another week': change('timesheet', (one, { dice }) =>
    Object.assign(one, { weekEnding: midnight(dayFrom(one.weekEnding, dice.pick([7, -7]))) }),
  ),
  'a timesheet is deleted': change(
    'timesheet',
    (one, story) => remove(story, 'timesheet', one),
    (one, story) =>
      !isNamed(story, one) && !story.of('expense').some(({ timesheet }) => timesheet?.id === one.id),
  ),
  'a timesheet is taken off a bill': change(
    'invoice',
    (bill, story) => {
      const gone = story.dice.pick<Any>(bill.timesheets)
      bill.timesheets = bill.timesheets.filter((one: Any) => one.id !== gone.id)
      if (story.dice.chance(0.5)) addUp(story, bill)
    },
    ({ timesheets }) => timesheets.length > 0,
  ),
  'a timesheet is put on a bill': change('invoice', (bill, story) => {
    const others = ofCompany(story, 'timesheet', bill.company).filter(
      one => one.agency.id === bill.agency.id && !bill.timesheets.some(({ id }: Any) => id === one.id),
    )
    return withOne(story, others, one => {
      bill.timesheets = [...bill.timesheets, pair(one)]
      if (story.dice.chance(0.5)) addUp(story, bill)
    })
  }),
  'a bill is credited in full': change('invoice', (bill, story) => {
    const left = pence(bill.values.finalTotal) - pence(bill.values.creditNotes)
    return left > 0 && credit(story, bill, left)
  }),
  'a credit note is deleted': change('creditNote', (note, story) => {
    const bill = story.get('invoice', note.invoice)
    bill.values.creditNotes = pounds(Math.max(0, pence(bill.values.creditNotes) - pence(note.value)))
    remove(story, 'creditNote', note)
  }),
  'a credit note is of another value': change('creditNote', note =>
    Object.assign(note, { value: pounds(pence(note.value) * 7) }),
  ),
  'a bill is added up again': change('invoice', (bill, story) => addUp(story, bill)),
  'a bill is of another week': change('invoice', (bill, { dice }) => {
    if (bill.weekEnding && dice.chance(0.5)) delete bill.weekEnding
    else bill.weekEnding = midnight(dayFrom(bill.weekEnding ?? bill.createdAt, 7))
  }),
  'a bill is deleted': change(
    'invoice',
    (bill, story) => remove(story, 'invoice', bill),
    ({ id }, story) =>
      ![...story.of('creditNote'), ...story.of('expense')].some(one => one.invoice?.id === id),
  ),
  'an AfP is deleted': change('afp', (afp, story) => remove(story, 'afp', afp)),
  'an AfP asks for more': change('afp', ({ values }) =>
    Object.assign(values, { subtotal: pounds(pence(values.subtotal) + 777) }),
  ),
  'an AfP is made for a bill': change(
    'invoice',
    (bill, story) =>
      addAfp(
        story,
        bill.invoiceType,
        bill.timesheets.map((one: Any) => story.get('timesheet', one)),
        [],
        bill.createdAt,
      ),
    ({ timesheets }) => timesheets.length > 0,
  ),
  'the rates of an assignment change': change(
    'assignment',
    ({ rates }) => {
      rates.charge = pounds(pence(rates.charge) + 50)
    },
    ({ rates }) => rates,
  ),
  'the uplifts of an assignment change': change(
    'assignment',
    ({ rateUplifts }, { dice }) => {
      for (const name of Object.keys(rateUplifts)) if (dice.chance(0.5)) rateUplifts[name] += 5
    },
    ({ rateUplifts }) => rateUplifts,
  ),
  'an assignment ends early': change(
    'assignment',
    (one, { sundays, dice }) =>
      Object.assign(one, { status: 'ended', ended: { date: midnight(dayFrom(dice.pick(sundays), -3)) } }),
    ({ status }) => status === 'confirmed',
  ),
  'an assignment begins later': change('assignment', (one, { sundays }) =>
    Object.assign(one, { startDate: midnight(dayFrom(sundays[2]!, -3)) }),
  ),
  'an assignment gets another order, or none': change('assignment', (one, { dice }) => {
    if (one.purchaseOrder && dice.chance(0.5)) delete one.purchaseOrder
    else one.purchaseOrder = `${one.reference.split('-')[0]}-PO-${dice.between(1, 2)}`
  }),
  'an assignment is on another site': change('assignment', (one, story) => {
    const sites = story.of('site').filter(({ company }) => company.id === one.company.id)
    one.site = refer(story.dice.pick(sites))
  }),
  'an order is worth less': change('purchaseOrder', order =>
    Object.assign(order, { value: pounds(Math.floor(pence(order.value) / 3)) }),
  ),
  'an order has another reference': change('purchaseOrder', (order, { dice }) =>
    Object.assign(order, { reference: `${order.reference.slice(0, -1)}${dice.between(1, 3)}` }),
  ),
  'an order is for other days': change('purchaseOrder', (order, { sundays }) =>
    Object.assign(order, { startDate: midnight(dayFrom(sundays[1]!, -4)) }),
  ),
  'an order is deleted': change('purchaseOrder', (order, story) => remove(story, 'purchaseOrder', order)),
  'a piece rate changes': change('rate', ({ pieceRates }) => {
    const { cis } = pieceRates[0].values
    cis.margin = (Math.round(cis.margin * 1000) + 10) / 1000
    cis.charge = (Math.round(cis.charge * 1000) + 10) / 1000
  }),
  'a rate is deleted': change('rate', (rate, story) => remove(story, 'rate', rate)),
  'a connection ends, or begins again': change('connection', one =>
    Object.assign(one, { active: !one.active }),
  ),
  'a connection has another markup': change('connection', (one, { dice }) => {
    one.markupAdjustment = dice.pick([0, 3, 7.5])
  }),
  'an expense is approved': change(
    'expense',
    (one, { today }) => Object.assign(one, { status: 'approved', approvalDate: midnight(today) }),
    ({ status }) => status === 'pending',
  ),
  'an expense is claimed': change(
    'timesheet',
    (one, story) => addExpense(story, one, { status: 'approved' }),
    (one, story) => invoicesOf(story, one).length > 0,
  ),
  'an expense is of another value': change('expense', one =>
    Object.assign(one, { value: pounds(pence(one.value) + 1234) }),
  ),
  'an expense goes to another bill': change('expense', (one, story) => {
    const bills = ofCompany(story, 'invoice', one.company).filter(({ agency }) => agency.id === one.agency.id)
    return withOne(story, bills, bill => Object.assign(one, { invoice: pair(bill) }))
  }),
  'a worker has another name': change('worker', one => {
    one.lastName = `${one.lastName} Jones`
    one.name = `Ada ${one.lastName}`
  }),
  'what was billed and amended is billed again': change(
    'timesheet',
    (one, story) => {
      for (const bill of invoicesOf(story, one)) {
        bill.createdAt = at(dayFrom(story.today, 1), '09:00')
        addUp(story, bill)
      }
    },
    one => one.versionHistory,
  ),
  'an order has what was spent under it': change('purchaseOrder', (order, story) => {
    const spent = ofCompany(story, 'timesheet', order.company).filter(
      one => isApproved(one) && one.assignment && assignmentIn(story, one)?.purchaseOrder === order.reference,
    )
    order.value = pounds(total(spent.map(chargePence)))
  }),
}

for (const { what, plant, plantLater = plant } of [...faults, ...nearMisses, ...oddities])
  changers[what] = plantLater

/** Makes one random change to the world, and says which lines it needs; they are newer than what is stored. */
export function randomChange(story: Story, now: string): Change {
  const { dice, world } = story
  const before = new Map(world.lines.map(line => [line, JSON.stringify([line.record, line.facts])]))
  for (;;) {
    const what = dice.pick(Object.keys(changers))
    if (!changers[what]!(story)) continue
    const lines = world.lines.filter(line => before.get(line) !== JSON.stringify([line.record, line.facts]))
    const deleted = [...before.keys()].filter(line => !world.lines.includes(line))
    if (lines.length + deleted.length === 0) continue
    for (const { record } of lines) if (record.updatedAt) record.updatedAt = now
    return { what, lines, deleted }
  }
}
