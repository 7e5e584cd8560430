// Connections as they are loaded.
import { blocksOf } from './assignment-uplifts.ts'
import { at } from './calendar.ts'
import type { Connection } from './connections.ts'
import type { LoadLine } from './load-line.ts'
import { placeIn, regionId } from './places.ts'
import { rateTable } from './rates.ts'
import { byApplication, cisOf, paymentTerms, reverseCharge } from './supply-terms.ts'
import { tradeId } from './trades.ts'
import { beginning, type World } from './world.ts'

/** Everything that can be agreed with one supplier. */
function agreed(world: World, { company, markup = 0 }: Connection) {
  const { uplifts } = company
  const scaffolder = {
    company,
    trade: 11,
    rateType: 'cis',
    daily: false,
    points: markup,
    premium: 0,
  } as const
  const firstWeek = beginning(world) + 15
  const enhancedUplifts = blocksOf(rateTable(scaffolder), uplifts, firstWeek, 'day')
  const london = placeIn('London')
  const night = {
    description: 'Night work',
    type: 'wdNw',
    uplift: uplifts.wdNw,
    regions: [{ id: regionId(london), name: london.region, uplift: uplifts.wdNw + 5 }],
  }
  return {
    rateUplifts: [{ description: 'Saturday', type: 'sat', uplift: uplifts.sat }, night],
    tradeUpliftOverrides: [
      { trade: { id: tradeId(company, 4) }, mode: 'standard', rateUplifts: [{ ...night, uplift: 25 }] },
      { trade: { id: tradeId(company, scaffolder.trade) }, mode: 'enhanced', enhancedUplifts },
    ],
  }
}

function settingsOf(world: World, connection: Connection) {
  const { company, agency, project, only, markup, tradeMarkup, full } = connection
  return {
    ...(!project && { supplierType: agency.umbrella ? 'umbrella' : 'agency' }),
    cis: cisOf(agency),
    tier: connection.tier,
    restricted: only !== undefined,
    invoice: true,
    drc: reverseCharge(company),
    afp: byApplication(company, agency),
    email: full ? `${company.prefix.toLowerCase()}@${agency.domain}.example` : null,
    paymentTerms: agency.umbrella ? null : paymentTerms,
    ...(markup && { markupAdjustment: markup }),
    ...(tradeMarkup && {
      tradeMarkupAdjustments: [
        { trade: { id: tradeId(company, tradeMarkup.trade) }, adjustment: tradeMarkup.points },
      ],
    }),
    ...(full && agreed(world, connection)),
  }
}

function connectionLine(world: World, connection: Connection): LoadLine {
  const { id, company, agency, project, active, only } = connection
  const made = beginning(world) + 10
  return {
    type: 'connection',
    record: {
      id,
      company: { id: company.id },
      agency: { id: agency.id },
      ...(project && { project: { id: project.id } }),
      active,
      ...settingsOf(world, connection),
      createdAt: at(made, 570 + agency.index),
      updatedAt: active ? at(made + 90 + connection.tier, 690) : at(world.sunday - 7 * 56, 1020),
    },
    ...(only && { facts: { projects: only.map(one => one.id) } }),
  }
}

export function* connections(world: World): Generator<LoadLine> {
  for (const firm of world.firms)
    for (const connection of firm.connections) yield connectionLine(world, connection)
}
