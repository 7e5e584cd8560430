// What work is paid and charged at, by the hour, by the day or by the piece: for a company, a trade and a kind of
// pay, plus an agency's markup. Money is whole pence, so that half a penny always rounds up: 16.65 × 7.5 is 124.88.
import { at, beginning, type Day } from './calendar.ts'
import { regionAndSectorOf } from './places.ts'
import { Dice, idOf, memoized, nanoidOf, refTo } from './random.ts'
import { costCodeOf, isManaging, masterTrades, tradeId } from './reference-lists.ts'
import type {
  Agency,
  Company,
  Firm,
  LoadLine,
  Parts,
  Pence,
  Placement,
  Project,
  RateKey,
  RateTable,
  RateType,
  Uplifts,
  World,
} from './world.ts'

export const pounds = (pence: Pence): number => pence / 100

/** Pence × numerator ÷ denominator, half up; whole numbers all the way. */
const scaled = (pence: Pence, numerator: number, denominator: number): Pence =>
  Math.floor((2 * pence * numerator + denominator) / (2 * denominator))

/** An hourly rate for so many minutes. */
export const forMinutes = (rate: Pence, minutes: number): Pence => scaled(rate, minutes, 60)

export const percentOf = (pence: Pence, percent: number): Pence => scaled(pence, percent, 100)

export const eachPart = ({ pay, emp, margin }: Parts, change: (pence: Pence) => Pence): Parts => ({
  pay: change(pay),
  emp: change(emp),
  margin: change(margin),
})

export const chargeOf = ({ pay, emp, margin }: Parts): Pence => pay + emp + margin

export const shownParts = (parts: Parts) => ({
  ...eachPart(parts, pounds),
  charge: pounds(chargeOf(parts)),
})

/** The uplift of each kind of time. */
const upliftKeys = {
  wd: undefined,
  wdNw: 'wdNw',
  weNw: 'weNw',
  bh: 'bh',
  bhNight: 'bhNw',
  sat: 'sat',
  sun: 'sun',
  ot: 'wdOt',
} as const satisfies Record<RateKey, keyof Uplifts | undefined>

/** A day of a day rate is worth this many hours. */
const hoursPerDay = 8

/** One project of each company pays more for some trades, in pence an hour. */
export const premiumOn = (project: Project, trade: number): Pence =>
  project.index % 10 === 2 && trade % 3 === 0 ? 50 : 0

type Terms = { company: Company; trade: number; rateType: RateType; daily: boolean; premium: Pence }

/**
 * Before any markup. Employment costs and margin are even pence: then half hours round in pay alone, and a
 * charge is both the sum of its rounded parts and the rounded product of its rate.
 */
function baseRate({ company, trade, rateType, daily, premium }: Terms): Parts {
  const { cis, paye } = masterTrades[trade]!
  const pay = (rateType === 'paye' ? paye : cis) - company.lessPay + premium
  const emp = rateType === 'paye' ? 2 * Math.round((pay * 286) / 2000) : 0
  const margin = 176 + 2 * ((trade * 37 + company.index * 53) % 83)
  return eachPart({ pay, emp, margin }, part => part * (daily ? hoursPerDay : 1))
}

/** `points` are the percentage points on pay that an agency adds to its margin. */
type MarkedUp = Terms & { points: number }

function tableOf(terms: MarkedUp): RateTable {
  const { company, daily, points } = terms
  const base = baseRate(terms)
  const unit = { ...base, margin: base.margin + percentOf(base.pay, points) }
  const rates = {} as Record<RateKey, Parts>
  const shown = {} as Record<RateKey, object>
  for (const key of Object.keys(upliftKeys) as RateKey[]) {
    const kind = upliftKeys[key]
    const uplift = kind ? company.uplifts[kind] : null
    rates[key] = uplift === null ? unit : eachPart(unit, part => percentOf(part, 100 + uplift))
    shown[key] = { ...shownParts(rates[key]), uplift }
  }
  return { daily, points, rates, shown }
}

const rateTypes = ['cis', 'paye', 'psc']

/** Companies × trades × kinds of pay: a few thousand tables at most. */
export const rateTable = memoized(tableOf, ({ company, trade, rateType, daily, points, premium }) => {
  const kind = (rateTypes.indexOf(rateType) * 2 + (daily ? 1 : 0)) * 2 + (premium ? 1 : 0)
  return ((company.index * masterTrades.length + trade) * 12 + kind) * 100 + points
})

type Reach = { project?: Project | undefined; agency?: Agency | undefined }

/** Every other trade has a rate to compare with: what the company's own employees are paid. */
function hourlyAndDaily(company: Company, trade: number, project: Project | undefined) {
  const premium = project ? premiumOn(project, trade) : 0
  const shown = (rateType: RateType, daily: boolean) => {
    const parts = baseRate({ company, trade, rateType, daily, premium })
    const comparable = pounds(parts.pay + 40 * (daily ? hoursPerDay : 1))
    return { ...shownParts(parts), comparablePayRate: trade % 2 === 0 ? comparable : null }
  }
  const managing = isManaging(trade)
  const daily = (type: RateType) => (managing ? shown(type, true) : null)
  return {
    rates: {
      cis: shown('cis', false),
      paye: shown('paye', false),
      psc: managing ? shown('psc', false) : null,
    },
    dayRates: { cis: daily('cis'), paye: daily('paye'), psc: daily('psc') },
  }
}

function rateLine(world: World, company: Company, trade: number, { project, agency }: Reach): LoadLine {
  const agreed = beginning(world) + 20 + trade
  // Room for ten projects and a hundred agencies a trade.
  const projectAt = project ? (project.index % 10) + 1 : 0
  const number = ((company.index * 32 + trade) * 11 + projectAt) * 101 + (agency ? agency.index + 1 : 0)
  return {
    type: 'rate',
    record: {
      id: idOf('rate', number),
      ...(project && regionAndSectorOf(project)),
      project: project ? refTo(project) : null,
      agency: agency ? refTo(agency) : null,
      trade: { id: tradeId(company, trade) },
      company: { id: company.id },
      ...hourlyAndDaily(company, trade, project),
      pieceRates: piecesOf(company, trade),
      createdAt: at(agreed, 560),
      updatedAt: at(agreed + 7 * (trade % 20), 565),
    },
    nanoid: nanoidOf('rate', number),
  }
}

/** The company's rate, and one for each project or agency that differs from it. */
function* ratesOf(world: World, { company, projects, connections }: Firm, trade: number) {
  const premium = projects.filter(project => premiumOn(project, trade) > 0)
  const reaches: Reach[] = [{}, ...premium.map(project => ({ project }))]
  for (const { agency, project, markup, tradeMarkup } of connections) {
    if (markup === undefined && tradeMarkup?.trade !== trade) continue
    reaches.push({ project, agency })
    if (!project) reaches.push(...premium.map(dearer => ({ project: dearer, agency })))
  }
  for (const reach of reaches) yield rateLine(world, company, trade, reach)
}

export function* rates(world: World): Generator<LoadLine> {
  for (const firm of world.firms) for (const trade of firm.company.trades) yield* ratesOf(world, firm, trade)
}

// biome-ignore format: a table reads better in rows
const pieceRates = [
  { trade: 5, code: 'BW-01', name: 'Facing brickwork', unitLabel: 'thousand', unitLabelPlural: 'thousands', frequency: 'weekly', pay: 61550 },
  { trade: 7, code: 'DL-01', name: 'Boarding', unitLabel: 'square metre', unitLabelPlural: 'square metres', frequency: 'daily', pay: 465 },
  { trade: 8, code: 'PL-01', name: 'Skim to walls', unitLabel: 'square metre', unitLabelPlural: 'square metres', frequency: 'daily', pay: 710 },
]

const pieceRateId = (company: Company, trade: number): string =>
  idOf('pieceRate', company.index * 10 + pieceRates.findIndex(piece => piece.trade === trade))

/** As for hours, only PAYE workers have employment costs. */
const pieceParts = (pay: Pence, paye: boolean, points: number): Parts => ({
  pay,
  emp: paye ? Math.round((pay * 286) / 1000) : 0,
  margin: Math.round(pay / 10) + percentOf(pay, points),
})

const piecesOf = (company: Company, trade: number) =>
  pieceRates
    .filter(piece => piece.trade === trade)
    .map(({ trade: _, pay, ...shown }) => {
      const own = shownParts(pieceParts(pay, false, 0))
      const paye = shownParts(pieceParts(pay, true, 0))
      return {
        id: pieceRateId(company, trade),
        ...shown,
        values: { cis: own, paye, psc: trade === 7 ? own : null },
      }
    })

const amountsOf = (parts: Parts, units: number) => {
  const { pay, emp, margin, charge } = shownParts(eachPart(parts, pence => pence * units))
  return { payValue: pay, empValue: emp, marginValue: margin, chargeValue: charge }
}

/** Work paid by the piece, beside the hours of some weeks: measured on Friday or day by day. */
export function pieceRateEntries(placement: Placement, timesheet: number, worked: readonly { day: Day }[]) {
  const { gang, table, rateType, storedRateType } = placement
  const piece = pieceRates.find(one => one.trade === gang.trade)
  if (!piece || table.daily || worked.length === 0) return []
  const dice = new Dice('piece work', timesheet)
  if (!dice.chance(12)) return []
  const { trade, pay, ...shown } = piece
  const parts = pieceParts(pay, rateType === 'paye', table.points)
  const line = (at: number, units: number, before: object, after: object) => ({
    id: idOf('pieceLine', timesheet * 8 + at),
    ...before,
    units,
    ...amountsOf(parts, units),
    ...after,
  })
  const lines =
    piece.frequency === 'weekly'
      ? [line(0, 1 + dice.below(3), {}, { comment: 'Measured on Friday' })]
      : worked.map(({ day }, index) =>
          line(index, 4 + dice.below(20), { date: at(day) }, { costCode: costCodeOf(trade) }),
        )
  const units = lines.reduce((sum, { units }) => sum + units, 0)
  return [
    {
      id: idOf('pieceEntry', timesheet),
      pieceRateId: pieceRateId(gang.firm.company, trade),
      ...shown,
      rateType: storedRateType,
      values: shownParts(parts),
      totals: { units, ...amountsOf(parts, units) },
      lines,
    },
  ]
}
