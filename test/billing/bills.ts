// The bills of a random world: expenses, invoices of the three flows, applications for payment, credit notes, invoices made by
// hand and purchase orders, all of which fit the timesheets.
import { mspOf } from './places.ts'
import {
  type Any,
  at,
  clean,
  dayFrom,
  midnight,
  ofCompany,
  pair,
  pence,
  pounds,
  refer,
  type Story,
  share,
  stamps,
  total,
} from './story.ts'

export const chargePence = (timesheet: Any): number =>
  pence(timesheet.values?.charge?.total ?? 0) +
  total(timesheet.pieceRateEntries.map((entry: Any) => pence(entry.totals.chargeValue)))

/** How many weeks from the end may not be billed yet. */
const openWeeks = 2

export function addBills(story: Story): void {
  const { dice, of, sundays } = story
  for (const company of of('company')) {
    for (const agency of of('agency')) {
      // Of some nobody bills here, so that nothing of theirs can be missing.
      if (dice.chance(0.12)) continue
      const isMsps = company !== mspOf(story) && dice.chance(0.5)
      let late: Any[] = []
      sundays.forEach((sunday, week) => {
        const done = ofCompany(story, 'timesheet', company).filter(
          one => one.agency.id === agency.id && one.weekEnding === sunday && one.status === 'approved',
        )
        const isOpen = week >= sundays.length - openWeeks && dice.chance(0.5)
        const later = isOpen
          ? done
          : week < sundays.length - openWeeks - 1
            ? done.filter(() => dice.chance(0.08))
            : []
        const billed = [...late, ...done.filter(one => !later.includes(one))]
        if (isOpen) addOpenAfp(story, isMsps, later)
        if (!isOpen && billed.length > 0) billWeek(story, isMsps, sunday, billed)
        late = isOpen ? late : later
      })
      if (dice.chance(0.3)) addByHand(story, company, agency, isMsps)
    }
  }
  for (const company of of('company')) addOrders(story, company)
}

/** One bill, or two, of each flow. */
function billWeek(story: Story, isMsps: boolean, sunday: string, timesheets: Any[]): void {
  const { dice } = story
  const cut = dice.chance(0.25) ? dice.between(1, timesheets.length) : timesheets.length
  const hasWeek = dice.chance(0.85)
  for (const part of [timesheets.slice(0, cut), timesheets.slice(cut)]) {
    if (part.length === 0) continue
    const createdAt = at(dayFrom(sunday, dice.between(2, 3)), dice.pick(['09:00', '16:30']))
    const expenses = part.flatMap(timesheet => expensesOf(story, timesheet, createdAt))
    const flows = isMsps ? ['supplierToMsp', 'mspToClient'] : ['supplierToClient']
    const terms = { vat: dice.pick([true, true, false]), cisRate: dice.pick([0, 20, 30]) }
    const weekEnding = hasWeek ? sunday : undefined
    const made = flows.map(flow =>
      addBill(story, 'invoice', { flow, timesheets: part, expenses, createdAt, weekEnding, ...terms }),
    )
    for (const expense of expenses) if (dice.chance(0.5)) expense.invoice = pair(dice.pick(made))
    for (const invoice of made) {
      if (dice.chance(0.3)) applyFor(story, invoice)
      if (dice.chance(0.15)) credit(story, invoice, share(pence(invoice.values.finalTotal), 3))
    }
  }
}

type Bill = {
  flow: string
  timesheets: Any[]
  expenses: Any[]
  createdAt: string
  weekEnding?: string | undefined
  vat: boolean
  cisRate: number
  more?: Any
}

export function addBill(story: Story, type: 'invoice' | 'afp', bill: Bill): Any {
  const { add, of, dice, accounts } = story
  const [first] = bill.timesheets
  const company = story.get('company', first.company)
  const record = add(
    type,
    clean({
      reference: `${company.prefix}-${type === 'afp' ? 'AFP' : 'INV'}-${of(type).length}`,
      status: 'pending',
      company: first.company,
      agency: first.agency,
      msp:
        bill.flow === 'supplierToClient' ? dice.maybe(0.1, () => refer(mspOf(story))) : refer(mspOf(story)),
      projects: [...new Map(bill.timesheets.map(one => [one.project.id, one.project])).values()],
      [`${type}Type`]: bill.flow,
      vatToBeApplied: bill.vat || dice.maybe(0.5, () => false),
      weekEnding: bill.weekEnding,
      values: { vatRate: 20, cisRate: bill.cisRate, creditNotes: 0, vat: bill.vat ? 1 : 0 },
      files: { [type]: null, timesheetSnapshot: null },
      timesheets: bill.timesheets.map(pair),
      createdAt: bill.createdAt,
      updatedAt: bill.createdAt,
      ...bill.more,
    }),
  )
  accounts.set(record.id, bill.expenses)
  addUp(story, record)
  return record
}

/** Fills in the values of a bill from its timesheets as they are, and the expenses on it. */
export function addUp(story: Story, bill: Any): void {
  const timesheets = bill.timesheets.map((ref: Any) => story.get('timesheet', ref))
  const expenses = story.accounts.get(bill.id) ?? []
  const spent = (some: Any[]) => total(some.map(expense => pence(expense.value)))
  addUpFrom(bill, {
    hours: total(timesheets.map((one: Any) => one.netHours)),
    subtotal: total(timesheets.map(chargePence)) + spent(expenses),
    expenses: spent(expenses),
    plant: spent(expenses.filter((expense: Any) => expense.category === 'Plant')),
  })
}

/** From sums in pence; whether there is VAT, at which rates, and what was credited stays as it is. */
export function addUpFrom(
  bill: Any,
  { hours, subtotal, expenses = 0, plant = 0 }: Record<'hours' | 'subtotal', number> & Any,
): void {
  const { vatRate, cisRate, creditNotes, vat: had } = bill.values
  const vat = had === 0 ? 0 : share(subtotal * vatRate, 100)
  const cis = share((subtotal - plant) * cisRate, 100)
  const finalTotal = subtotal + vat - cis
  bill.values = {
    grossHours: hours,
    netHours: hours,
    subtotal: pounds(subtotal),
    vat: pounds(vat),
    total: pounds(subtotal + vat),
    cis: pounds(cis),
    cisRate,
    vatRate,
    finalTotal: pounds(finalTotal),
    expenses: pounds(expenses),
    creditNotes,
    netValue: pounds(finalTotal - pence(creditNotes)),
  }
}

/** Everything that is billed from a timesheet, again after that has changed. */
export function billAgain(story: Story, timesheet: Any): void {
  for (const bill of [...story.of('invoice'), ...story.of('afp')])
    if (bill.timesheets.some((one: Any) => one.id === timesheet.id)) addUp(story, bill)
}

const categories = ['Fuel', 'Mileage', 'Parking', 'Plant', 'Plant']

/** Of one timesheet: those on its bill are given back. */
function expensesOf(story: Story, timesheet: Any, billedAt: string): Any[] {
  const { dice } = story
  if (!dice.chance(0.25)) return []
  const status = dice.pick(['approved', 'approved', 'approved', 'pending', 'rejected'])
  const isLate = dice.chance(0.15)
  const approvalDate = isLate
    ? at(dayFrom(billedAt, 1), '11:00')
    : dice.pick([undefined, at(dayFrom(billedAt, -1), '11:00'), billedAt])
  const expense = addExpense(story, timesheet, {
    status,
    approvalDate: status === 'approved' ? approvalDate : undefined,
  })
  return status === 'approved' && !isLate ? [expense] : []
}

export const addExpense = (story: Story, timesheet: Any, more: Any): Any => {
  const worker = story.get('worker', timesheet.worker)
  return story.add(
    'expense',
    clean({
      worker: { id: worker.id, reference: worker.reference, name: worker.name },
      timesheet: pair(timesheet),
      company: timesheet.company,
      project: timesheet.project,
      agency: timesheet.agency,
      category: story.dice.pick(categories),
      date: timesheet.weekEnding,
      value: pounds(story.dice.between(500, 9000)),
      receipts: [],
      createdAt: timesheet.createdAt,
      updatedAt: timesheet.updatedAt,
      ...more,
    }),
  )
}

/** What an invoice was applied for with: one application, or two. */
function applyFor(story: Story, invoice: Any): void {
  const { dice, accounts } = story
  const timesheets = invoice.timesheets.map((ref: Any) => story.get('timesheet', ref))
  const cut = dice.pick([timesheets.length, 1])
  const parts = [timesheets.slice(0, cut), timesheets.slice(cut)].filter(part => part.length > 0)
  for (const [index, part] of parts.entries())
    addAfp(story, invoice.invoiceType, part, index === 0 ? accounts.get(invoice.id)! : [], invoice.createdAt)
}

export const addAfp = (story: Story, flow: string, timesheets: Any[], expenses: Any[], before: string): Any =>
  addBill(story, 'afp', {
    flow,
    timesheets,
    expenses,
    createdAt: at(dayFrom(before, -1), '08:00'),
    vat: true,
    cisRate: 20,
  })

function addOpenAfp(story: Story, isMsps: boolean, timesheets: Any[]): void {
  const [first] = timesheets
  if (first && story.dice.chance(0.4))
    addAfp(story, isMsps ? 'supplierToMsp' : 'supplierToClient', [first], [], dayFrom(first.weekEnding, 3))
}

export function credit(story: Story, invoice: Any, amount: number): Any {
  const note = story.add('creditNote', {
    reference: `CN-${story.of('creditNote').length}`,
    company: invoice.company,
    agency: invoice.agency,
    invoice: pair(invoice),
    value: pounds(amount),
    status: 'applied',
    createdAt: at(dayFrom(invoice.createdAt, 2), '09:00'),
    updatedAt: at(dayFrom(invoice.createdAt, 2), '09:00'),
  })
  const credited = pence(invoice.values.creditNotes) + amount
  invoice.values.creditNotes = pounds(credited)
  invoice.values.netValue = pounds(pence(invoice.values.finalTotal) - credited)
  return note
}

function addByHand(story: Story, company: Any, agency: Any, isMsps: boolean): void {
  const { dice, add, of } = story
  const record = add(
    'invoice',
    clean({
      reference: `${company.prefix}-INV-${of('invoice').length}`,
      status: 'pending',
      company: refer(company),
      agency: refer(agency),
      msp: isMsps ? refer(mspOf(story)) : undefined,
      projects: [],
      invoiceType: isMsps ? dice.pick(['supplierToMsp', 'mspToClient']) : 'supplierToClient',
      reason: 'Signing-on bonus',
      weekEnding: dice.maybe(0.5, () => story.sundays[2]),
      values: { vatRate: 20, cisRate: dice.pick([0, 20]), creditNotes: 0, vat: dice.int(2) },
      files: { invoice: null, timesheetSnapshot: null },
      timesheets: [],
      createdAt: at(dayFrom(story.sundays[2]!, 3), '12:00'),
      updatedAt: at(dayFrom(story.sundays[2]!, 3), '12:00'),
    }),
  )
  addUpFrom(record, { hours: dice.pick([0, 8]), subtotal: dice.between(5000, 90000) })
}

// Purchase orders

/** An order for one or two assignments of a company, which covers them to the penny or with something left. */
function addOrders(story: Story, company: Any): void {
  const { dice, of } = story
  const assignments = ofCompany(story, 'assignment', company)
  if (assignments.length === 0 || !dice.chance(0.7)) return
  const named = dice.some(assignments, 1).slice(0, 2)
  const reference = `${company.prefix}-PO-1`
  for (const assignment of named) assignment.purchaseOrder = reference
  const [first] = named
  const alone = named.length === 1
  const spent = total(
    of('timesheet')
      .filter(one => one.status === 'approved' && named.some(({ id }) => id === one.assignment?.id))
      .map(chargePence),
  )
  story.add(
    'purchaseOrder',
    clean({
      reference,
      status: dice.pick(['active', 'expired']),
      startDate: dice.maybe(0.7, () => midnight(dayFrom(story.sundays[0]!, dice.pick([-6, -40])))),
      endDate: dice.maybe(0.7, () => midnight(dayFrom(story.sundays[5]!, dice.pick([0, 40])))),
      value: pounds(spent + dice.pick([0, 0, 50_000])),
      company: refer(company),
      site: alone && first.site ? dice.maybe(0.5, () => first.site) : undefined,
      agency: alone ? dice.maybe(0.5, () => first.agency) : undefined,
      projects: dice.chance(0.5) ? named.map(({ project }) => project) : [],
      trades: dice.chance(0.5) ? named.map(({ trade }) => trade) : [],
      allTrades: dice.maybe(0.3, () => false),
      ...stamps(story),
    }),
  )
  if (dice.chance(0.15))
    story.add('purchaseOrder', {
      reference: `${company.prefix}-PO-2`,
      status: 'active',
      value: 1,
      company: refer(company),
      projects: [],
      trades: [],
      ...stamps(story),
    })
}
