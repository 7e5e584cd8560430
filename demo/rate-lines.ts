// Rates as they are loaded, before any markup: for all, for a project that pays more, for agencies with a markup.
import { at } from './calendar.ts'
import type { Connection } from './connections.ts'
import { isManaging } from './gangs.ts'
import type { LoadLine } from './load-line.ts'
import { eachPart, type Parts, pounds, shownParts } from './money.ts'
import type { Agency, Company } from './organisations.ts'
import { pieceParts, pieceRateId, pieceRates } from './piece-rates.ts'
import { regionId } from './places.ts'
import type { Project } from './projects.ts'
import { idOf, nanoidOf } from './random.ts'
import { baseRate, hoursPerDay, premiumOn, type RateType } from './rates.ts'
import { sectorId } from './reference-lists.ts'
import { tradeId } from './trades.ts'
import { beginning, type Firm, type World } from './world.ts'

type Reach = { project?: Project | undefined; agency?: Agency | undefined }

/** What the company's own employees get for it is known of every other trade. */
const withComparable = (parts: Parts, trade: number, hours: number) => ({
  ...shownParts(parts),
  comparablePayRate: trade % 2 === 0 ? pounds(parts.pay + 40 * hours) : null,
})

function hourlyAndDaily(company: Company, trade: number, project: Project | undefined) {
  const premium = project ? premiumOn(project, trade) : 0
  const managing = isManaging(trade)
  const hourly = (type: RateType) => withComparable(baseRate(company, trade, type, premium), trade, 1)
  const daily = (type: RateType) => {
    const day = eachPart(baseRate(company, trade, type, premium), part => part * hoursPerDay)
    return withComparable(day, trade, hoursPerDay)
  }
  return {
    rates: { cis: hourly('cis'), paye: hourly('paye'), psc: managing ? hourly('psc') : null },
    dayRates: managing
      ? { cis: daily('cis'), paye: daily('paye'), psc: daily('psc') }
      : { cis: null, paye: null, psc: null },
  }
}

const piecesOf = (company: Company, trade: number) =>
  pieceRates
    .filter(piece => piece.trade === trade)
    .map(piece => {
      const { trade: _, pay, ...shown } = piece
      const own = shownParts(pieceParts(piece, false, 0))
      const values = { cis: own, paye: shownParts(pieceParts(piece, true, 0)), psc: trade === 7 ? own : null }
      return { id: pieceRateId(company.index, piece), ...shown, values }
    })

/** Room for ten projects and a hundred agencies a trade. */
const rateNumber = (company: Company, trade: number, { project, agency }: Reach) =>
  ((company.index * 32 + trade) * 11 + (project ? (project.index % 10) + 1 : 0)) * 101 +
  (agency ? agency.index + 1 : 0)

function rateLine(world: World, company: Company, trade: number, reach: Reach): LoadLine {
  const { project, agency } = reach
  const number = rateNumber(company, trade, reach)
  const agreed = beginning(world) + 20 + trade
  return {
    type: 'rate',
    record: {
      id: idOf('rate', number),
      ...(project && { region: { id: regionId(project.place) }, sector: { id: sectorId(project.sector) } }),
      project: project ? { id: project.id } : null,
      agency: agency ? { id: agency.id } : null,
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

const marksUp = ({ markup, tradeMarkup }: Connection, trade: number) =>
  markup !== undefined || tradeMarkup?.trade === trade

/** The generic one, and one for each project or agency that differs from it. */
function* ratesOf(
  world: World,
  { company, projects, connections }: Firm,
  trade: number,
): Generator<LoadLine> {
  const premium = projects.filter(project => premiumOn(project, trade) > 0)
  const marked = connections.filter(connection => marksUp(connection, trade))
  yield rateLine(world, company, trade, {})
  for (const project of premium) yield rateLine(world, company, trade, { project })
  for (const { agency, project } of marked) {
    yield rateLine(world, company, trade, { project, agency })
    if (!project)
      for (const dearer of premium) yield rateLine(world, company, trade, { project: dearer, agency })
  }
}

export function* rates(world: World): Generator<LoadLine> {
  for (const firm of world.firms) {
    for (const trade of firm.company.trades) yield* ratesOf(world, firm, trade)
  }
}
