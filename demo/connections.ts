// Which agencies supply which companies or single projects, and the payment terms agreed between them.
import { blocksOf } from './assignment-details.ts'
import { at, beginning } from './calendar.ts'
import { placeIn } from './places.ts'
import { idOf, refTo } from './random.ts'
import { rateTable } from './rates.ts'
import { tradeId } from './reference-lists.ts'
import type { Agency, Company, Connection, LoadLine, Markup, Project, World } from './world.ts'

type ConnectionRow = Markup & {
  agency: number
  project?: number
  only?: readonly number[]
  ended?: true
  full?: true
}

const firstRows: readonly (readonly ConnectionRow[])[] = [
  [
    { agency: 0, full: true, markup: 2, tradeMarkup: { trade: 5, points: 4 } },
    { agency: 1, only: [0, 2] },
    { agency: 2 },
    { agency: 3, only: [1] },
    { agency: 3, project: 1, markup: 3 },
    { agency: 5 },
  ],
  [{ agency: 0 }, { agency: 1 }, { agency: 3, markup: 1 }, { agency: 4, ended: true }],
  [{ agency: 1 }, { agency: 2 }, { agency: 4, only: [0, 2] }, { agency: 5 }, { agency: 0, project: 1 }],
]

/** Six agencies each, spread so that all have work, and the retired one. */
function laterRows({ index, retired }: Company, agencies: number): ConnectionRow[] {
  const spread = [0, 1, 2, 3, 4, 5].map(at => 7 + ((index * 6 + at - 18) % Math.max(1, agencies - 7)))
  const own = agencies > 7 ? [...new Set(spread)] : [0, 1, 2]
  return [...own, ...(agencies > 6 && !retired ? [6] : [])].map(agency => ({ agency }))
}

export function connectionsOf(
  company: Company,
  projects: readonly Project[],
  agencies: readonly Agency[],
): Connection[] {
  const rows = firstRows[company.index] ?? laterRows(company, agencies.length)
  return rows.map(({ agency: number, project, only, ended, full, ...markup }, at) => {
    const agency = agencies[number]!
    return {
      ...markup,
      id: idOf('connection', company.index * 1000 + agency.index * 10 + (project ?? 8)),
      company,
      agency,
      ...(project !== undefined && { project: projects[project]! }),
      active: !ended,
      ...(only && { only: only.map(index => projects[index]!) }),
      tier: at < 2 ? 1 : 2,
      old: ended === true || company.retired || agency.retired,
      full: full === true,
    }
  })
}

export const reaches = (connection: Connection, project: Project): boolean =>
  connection.project ? connection.project === project : !connection.only || connection.only.includes(project)

/** A project's connection wins over the company's, a trade's adjustment over the agency's. */
export function markupOf(
  connections: readonly Connection[],
  agency: Agency,
  project: Project,
  trade: number,
): number {
  const own = connections.filter(connection => connection.agency === agency && reaches(connection, project))
  const ordered = [...own.filter(one => one.project), ...own.filter(one => !one.project)]
  const said = ordered.map(({ markup, tradeMarkup }) =>
    tradeMarkup?.trade === trade ? tradeMarkup.points : markup,
  )
  return said.find(points => points !== undefined) ?? 0
}

const cisNames = { 0: 'Gross', 20: 'Standard', 30: 'Unverified' }

/** Deducted under the construction industry scheme: gross, standard or unverified; nothing for an umbrella. */
export function cisPercent({ umbrella, index }: Agency): keyof typeof cisNames {
  if (umbrella || index % 7 === 1) return 0
  return index % 7 === 4 ? 30 : 20
}

function cisOf(agency: Agency) {
  if (agency.umbrella) return null
  const value = cisPercent(agency)
  return { name: cisNames[value], value, display: `${value}%` }
}

/** The company accounts for the VAT, so that none is charged. */
export const reverseCharge = ({ index }: Company): boolean => index % 3 === 1

/** Suppliers apply for payment before they invoice. */
export const byApplication = (company: Company, agency: Agency): boolean =>
  company.index % 3 === 1 || (company.index === 0 && agency.index === 0)

/** The MSP pays the supplier and charges the client. */
export const throughMsp = (company: Company, agency: Agency): boolean =>
  !company.msp && agency.index % 5 === (company.index === 1 ? 0 : 3)

export const paymentTerms = { days: 28, term: 'Days after invoice date' }

/** Everything that can be agreed with one supplier. */
function fullTerms(world: World, { company, markup = 0 }: Connection) {
  const { uplifts } = company
  const trade = 11
  const table = rateTable({ company, trade, rateType: 'cis', daily: false, points: markup, premium: 0 })
  const london = placeIn('London')
  const night = {
    description: 'Night work',
    type: 'wdNw',
    uplift: uplifts.wdNw,
    regions: [{ id: idOf('region', london.index), name: london.region, uplift: uplifts.wdNw + 5 }],
  }
  const enhancedUplifts = blocksOf(table, uplifts, beginning(world) + 15, 'day')
  return {
    rateUplifts: [{ description: 'Saturday', type: 'sat', uplift: uplifts.sat }, night],
    tradeUpliftOverrides: [
      { trade: { id: tradeId(company, 4) }, mode: 'standard', rateUplifts: [{ ...night, uplift: 25 }] },
      { trade: { id: tradeId(company, trade) }, mode: 'enhanced', enhancedUplifts },
    ],
  }
}

function connectionLine(world: World, connection: Connection): LoadLine {
  const { id, company, agency, project, active, only, tier, markup, tradeMarkup, full } = connection
  const made = beginning(world) + 10
  const adjusted = tradeMarkup && [
    { trade: { id: tradeId(company, tradeMarkup.trade) }, adjustment: tradeMarkup.points },
  ]
  return {
    type: 'connection',
    record: {
      id,
      company: { id: company.id },
      agency: { id: agency.id },
      ...(project && { project: refTo(project) }),
      active,
      ...(!project && { supplierType: agency.umbrella ? 'umbrella' : 'agency' }),
      cis: cisOf(agency),
      tier,
      restricted: only !== undefined,
      invoice: true,
      drc: reverseCharge(company),
      afp: byApplication(company, agency),
      email: full ? `${company.prefix.toLowerCase()}@${agency.domain}.example` : null,
      paymentTerms: agency.umbrella ? null : paymentTerms,
      ...(markup && { markupAdjustment: markup }),
      ...(adjusted && { tradeMarkupAdjustments: adjusted }),
      ...(full && fullTerms(world, connection)),
      createdAt: at(made, 570 + agency.index),
      updatedAt: active ? at(made + 90 + tier, 690) : at(world.sunday - 7 * 56, 1020),
    },
    ...(only && { facts: { projects: only.map(one => one.id) } }),
  }
}

export function* connections(world: World): Generator<LoadLine> {
  for (const firm of world.firms)
    for (const connection of firm.connections) yield connectionLine(world, connection)
}
