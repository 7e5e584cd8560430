// The work of a random world of bills: assignments with their rates, and timesheets whose hours, piece rates and values are
// what these rates make of them.
import { connected, linked } from '../access/oracle-basics.ts'
import { pieceOf } from './places.ts'
import {
  type Any,
  at,
  clean,
  dayFrom,
  eachPart,
  type Money,
  midnight,
  moneyOf,
  ofCompany,
  onTop,
  pair,
  pence,
  pounds,
  refer,
  type Story,
  share,
  stamps,
  total,
} from './story.ts'

export function addWork(story: Story): void {
  for (const worker of story.of('worker')) {
    const assignment = addAssignment(story, worker)
    if (!assignment) continue
    for (const sunday of story.sundays) if (story.dice.chance(0.8)) addTimesheet(story, assignment, sunday)
  }
}

/** The kinds of time, with the percentage of an assignment that each goes by and the part of the charge it is in. */
const kinds: Record<string, { percentage: string; part: string }> = {
  ot: { percentage: 'wdOt', part: 'wdOvertime' },
  wdNw: { percentage: 'wdNw', part: 'wdNightwork' },
  weNw: { percentage: 'weNw', part: 'sundayNightwork' },
  bh: { percentage: 'bh', part: 'bankHoliday' },
  bhNight: { percentage: 'bhNw', part: 'bankHolidayNight' },
  sat: { percentage: 'sat', part: 'saturday' },
  sun: { percentage: 'sun', part: 'sunday' },
}

export function addAssignment(story: Story, worker: Any): Any | undefined {
  const { dice, world, add, of } = story
  const agency = worker.agencies[0]
  const clients = of('company').filter((_, at) => at > 0 || dice.chance(0.3))
  const company = dice.pick(clients)
  if (!company) return undefined
  const isLinked = linked(world, agency.id, company.id)
  const projects = ofCompany(story, 'project', company).filter(
    project => !isLinked || connected(world, agency.id, project.id),
  )
  if (projects.length === 0) return undefined
  const project = dice.pick(projects)
  const sites = of('site').filter(site => site.project.id === project.id)
  const rateType = dice.pick(['cis', 'paye', 'paye', 'psc'])
  const pay = dice.between(1300, 3000)
  const charge = pay + (rateType === 'paye' ? share(pay * 3, 10) : 0) + dice.between(175, 340)
  const trade = dice.pick(ofCompany(story, 'trade', company))
  return add(
    'assignment',
    clean({
      reference: `${company.prefix}-AS-${of('assignment').length}`,
      status: 'confirmed',
      payType: 'hourly',
      rateType,
      company: refer(company),
      project: refer(project),
      region: project.region,
      site: dice.maybe(0.8, () => refer(dice.pick(sites))),
      trade: refer(trade),
      agency: refer(agency),
      worker: { id: worker.id, reference: worker.reference, name: worker.name },
      startDate: midnight(dayFrom(story.sundays[0]!, dice.pick([-6, -30]))),
      endDate: dice.maybe(0.5, () => midnight(dayFrom(story.sundays[5]!, dice.pick([0, 30])))),
      confirmationDate: at(dayFrom(story.sundays[0]!, -20), '10:00'),
      rates: dice.maybe(0.9, () => ({ pay: pounds(pay), charge: pounds(charge) })),
      ...uplifts(story),
      rateOverrides: dice.maybe(0.4, () => ({
        employerCosts: { active: dice.chance(0.8), value: dice.pick([13.8, 20, 21.5]) },
      })),
      activities: [],
      customDocuments: [],
      metaFields: [],
      submissionAnswers: [],
      ...stamps(story),
    }),
    { answers: [] },
  )
}

/** Percentages for some kinds of time, or by blocks of hours, which a timesheet does not show. */
const uplifts = ({ dice }: Story): Any =>
  dice.chance(0.15)
    ? { enhancedUplifts: { enabled: true, breakdown: [] } }
    : dice.chance(0.9)
      ? {
          rateUplifts: Object.fromEntries(
            Object.values(kinds)
              .filter(() => dice.chance(0.85))
              .map(({ percentage }) => [percentage, dice.pick([0, 12.5, 33, 50, 100])]),
          ),
        }
      : {}

// Rates of a timesheet

function basicRate({ dice }: Story, { rates, rateType, rateOverrides }: Any): Money {
  const [pay, charge] = rates ? [pence(rates.pay), pence(rates.charge)] : [1500, 2100]
  const override = rateOverrides?.employerCosts
  const points = rateType !== 'paye' ? 0 : override?.active ? override.value : 11
  const rounding = override?.active && rateType === 'paye' ? dice.pick([0, 0, 0, 1, -1]) : 0
  const emp = Math.max(0, share(pay * Math.round(points * 10), 1000) + rounding)
  return moneyOf(pay, emp, charge - pay - emp)
}

export const withUplift = ({ pay, emp, margin }: Money, points: number): Money =>
  moneyOf(onTop(pay, points), onTop(emp, points), onTop(margin, points))

/** What is not agreed can be anything. */
function ratesFor(story: Story, assignment: Any): Any {
  const wd = basicRate(story, assignment)
  const others = Object.entries(kinds).map(([kind, { percentage }]) => {
    const points = assignment.rateUplifts?.[percentage]
    const rate = points === undefined ? moneyOf(wd.pay + 333, wd.emp, wd.margin) : withUplift(wd, points)
    return [kind, { ...eachPart(rate, pounds), uplift: points ?? null }]
  })
  return { wd: { ...eachPart(wd, pounds), uplift: null }, ...Object.fromEntries(others) }
}

/** What the rates of the world say of a trade's piece rate, in thousandths of a pound; nothing where they do not agree. */
export function agreedPiece(
  story: Story,
  assignment: Any,
): { rate: Any; pay: number; charge: number } | undefined {
  const fits = (rate: Any, name: string) => !rate[name] || rate[name].id === assignment[name]?.id
  const applying = story
    .of('rate')
    .filter(
      rate =>
        rate.trade.id === assignment.trade.id &&
        ['agency', 'project', 'region'].every(name => fits(rate, name)),
    )
  const special = [
    (rate: Any) => rate.agency && rate.project,
    (rate: Any) => rate.agency && !rate.project,
    (rate: Any) => !rate.agency && rate.project,
    (rate: Any) => !rate.agency && !rate.project,
  ]
  const deciding = special.map(isIt => applying.filter(isIt)).find(rates => rates.length > 0)
  if (deciding?.length !== 1) return undefined
  const rate = deciding[0]
  const money = rate.pieceRates[0].values[assignment.rateType]
  if (!money) return undefined
  const [pay, margin] = [Math.round(money.pay * 1000), Math.round(money.margin * 1000)]
  const finer = [pay, margin].some(mills => mills % 10 !== 0)
  // In a hundred-thousandth of a pound, as points may have one decimal: pay × points ÷ 100.
  const added = Math.round(markupOf(story, rate) * 10) * pay
  const whole = margin * 1000 + added
  const markedUp = finer ? share(whole, 1000) : 10 * share(whole, 10_000)
  return { rate, pay, charge: pay + (added === 0 ? margin : markedUp) }
}

function markupOf(story: Story, rate: Any): number {
  if (!rate.agency) return 0
  const ties = ofCompany(story, 'connection', rate.company).filter(
    tie => tie.active && tie.agency.id === rate.agency.id,
  )
  const ordered = [
    ...ties.filter(tie => tie.project && tie.project.id === rate.project?.id),
    ...ties.filter(tie => !tie.project),
  ]
  for (const tie of ordered) {
    const ofTrade = tie.tradeMarkupAdjustments?.find((one: Any) => one.trade.id === rate.trade.id)
    const points = ofTrade?.adjustment ?? tie.markupAdjustment
    if (points !== undefined) return points
  }
  return 0
}

// Timesheets

/** Quarters of an hour from one time of a day to another, on the next day where that is earlier. */
const quarters = (from: string, to: string): number => {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  return ((minutes(to) - minutes(from) + 1440) % 1440) / 15
}

/** A log of a day that is not valued yet; overtime is what goes beyond eight hours of a weekday. */
export function logOf(id: string, day: string, kind: string, from: string, to: string): Any {
  const gross = quarters(from, to)
  const breaks = gross > 24 ? 30 : 0
  const overtime = kind === 'wd' ? Math.max(0, gross - breaks / 15 - 32) : 0
  return {
    id,
    status: 'approved',
    date: midnight(day),
    start: at(day, from),
    end: at(to < from ? dayFrom(day, 1) : day, to),
    shiftType: ['wdNw', 'weNw', 'bhNight'].includes(kind) ? 'night' : 'day',
    breaks,
    rateDescription: kind,
    hours: { standard: (gross - overtime) / 4, overtime: overtime / 4, total: gross / 4 },
  }
}

function logsOf({ dice }: Story, sunday: string): Any[] {
  const day = (weekday: number) => dayFrom(sunday, weekday - 6)
  const logs: Any[] = []
  const add = (weekday: number, kind: string, from: string, to: string) =>
    logs.push(logOf(`l${logs.length}`, day(weekday), kind, from, to))
  const nights = dice.chance(0.25)
  for (let weekday = 0; weekday < 5; weekday++) {
    if (dice.chance(0.15)) continue
    const holiday = dice.chance(0.04)
    if (nights) add(weekday, holiday ? 'bhNight' : 'wdNw', '22:00', dice.pick(['06:00', '04:30']))
    else
      add(
        weekday,
        holiday ? 'bh' : 'wd',
        dice.pick(['06:00', '07:30']),
        dice.pick(['15:00', '17:00', '17:15']),
      )
  }
  if (dice.chance(0.25)) add(5, 'sat', '07:00', '12:45')
  if (dice.chance(0.15)) add(6, 'sun', '08:00', '12:00')
  if (dice.chance(0.15)) add(6, 'weNw', '22:00', '06:00')
  return logs
}

export function addTimesheet(story: Story, assignment: Any, sunday: string): Any {
  const { dice, add, of } = story
  const status = dice.chance(0.88)
    ? 'approved'
    : dice.pick(['pending', 'pending_approval', 'cancelled', 'absent'])
  const approved = status === 'approved'
  const company = story.get('company', assignment.company)
  const record = clean({
    reference: `${company.prefix}-TS-${of('timesheet').length}`,
    status,
    worker: { id: assignment.worker.id, name: assignment.worker.name },
    assignment: dice.maybe(0.9, () => pair(assignment)),
    company: assignment.company,
    project: assignment.project,
    site: assignment.site,
    agency: assignment.agency,
    payType: 'hourly',
    rateType: 'Agency PAYE',
    start: midnight(dayFrom(sunday, -6)),
    end: at(sunday, '23:59'),
    weekEnding: sunday,
    version: 1,
    approvedDate: approved ? at(dayFrom(sunday, 1), '10:00') : undefined,
    approvedBy: approved ? refer(of('user')[0]) : undefined,
    timesheetApprovers: [],
    rates: ratesFor(story, assignment),
    pieceRateEntries: dice.chance(0.3) ? [pieceEntry(story, assignment)] : [],
    timelogs: logsOf(story, sunday),
    createdAt: at(dayFrom(sunday, -6), '08:00'),
    updatedAt: at(dayFrom(sunday, 1), '10:00'),
  })
  price(record)
  if (dice.chance(0.1)) delete record.timelogs
  return add('timesheet', record)
}

export function pieceEntry(story: Story, assignment: Any): Any {
  const { dice } = story
  const { pay, charge } = agreedPiece(story, assignment) ?? { pay: 1000, charge: 1234 }
  const money = { pay: pay / 1000, emp: 0, margin: (charge - pay) / 1000, charge: charge / 1000 }
  const entry = {
    id: 'e0',
    pieceRateId: pieceOf(assignment.trade),
    code: 'BRD',
    name: 'Boarding',
    unitLabel: 'board',
    unitLabelPlural: 'boards',
    frequency: 'weekly',
    rateType: 'PAYE',
    values: money,
    lines: Array.from({ length: dice.between(1, 3) }, (_, at) => ({
      id: `n${at}`,
      units: dice.between(1, 90),
    })),
  }
  pricePieces(entry)
  return entry
}

/** Fills in what the lines of an entry come to, and all of them together. */
export function pricePieces(entry: Any): void {
  const { pay, emp, margin, charge } = entry.values
  const value = (units: number, rate: number) => share(units * Math.round(rate * 1000), 10)
  for (const line of entry.lines)
    Object.assign(line, {
      payValue: pounds(value(line.units, pay)),
      empValue: pounds(value(line.units, emp)),
      marginValue: pounds(value(line.units, margin)),
      chargeValue: pounds(value(line.units, charge)),
    })
  const all = (name: string) => pounds(total(entry.lines.map((line: Any) => pence(line[name]))))
  entry.totals = {
    units: total(entry.lines.map((line: Any) => line.units)),
    payValue: all('payValue'),
    empValue: all('empValue'),
    marginValue: all('marginValue'),
    chargeValue: all('chargeValue'),
  }
}

const sides = ['pay', 'emp', 'margin', 'charge'] as const

/** Fills in the values of a timesheet's logs and of the week, from its rates. */
export function price(timesheet: Any): void {
  const week: Any = { pay: {}, charge: {} }
  const addTo = (side: string, part: string, amount: number) => {
    if (side in week && amount !== 0) week[side][part] = (week[side][part] ?? 0) + amount
  }
  let worked = 0
  for (const log of timesheet.timelogs) {
    const kind = log.rateDescription
    const rate = timesheet.rates[kind]
    const overtime = Math.round(log.hours.overtime * 4)
    const standard = Math.max(0, Math.round(log.hours.standard * 4) - log.breaks / 15)
    worked += standard + overtime
    log.rates = Object.fromEntries(sides.map(side => [side, rate[side]]))
    log.values = Object.fromEntries(
      sides.map(side => {
        const amounts = [
          share(standard * pence(rate[side]), 4),
          share(overtime * pence(timesheet.rates.ot[side]), 4),
        ] as const
        addTo(side, kind === 'wd' ? 'wdBasic' : kinds[kind]!.part, amounts[0])
        addTo(side, 'wdOvertime', amounts[1])
        const [forStandard, forOvertime] = amounts.map(pounds)
        return [side, { standard: forStandard, overtime: forOvertime, total: pounds(total(amounts)) }]
      }),
    )
  }
  const parts = (side: string) => {
    const entries = Object.entries<number>(week[side])
    return {
      ...Object.fromEntries(entries.map(([part, amount]) => [part, pounds(amount)])),
      total: pounds(total(entries.map(([, amount]) => amount))),
    }
  }
  timesheet.netHours = worked / 4
  timesheet.values = { pay: parts('pay'), charge: parts('charge') }
}
