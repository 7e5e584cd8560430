// §2.10, §4.21: rates. What is stored is before any markup; what is shown has the agency's added to it.
import { collection, same } from '../kernel/collection.ts'
import type { Stored } from '../kernel/columns.ts'
import { agencyIds, ids } from '../kernel/filter.ts'
import { gather } from '../kernel/gather.ts'
import type { Context } from '../kernel/operation.ts'
import { generic, nobody, orGeneric } from '../kernel/reach.ts'
import { list, maybe, number, oneOf, orNull, record, type TSchema, text } from '../kernel/shape.ts'
import { connectionOwners } from './agencies.ts'
import { money, ref, stamps } from './shapes.ts'

const hourly = record({
  pay: number,
  emp: number,
  margin: number,
  charge: number,
  comparablePayRate: maybe(number),
})
const perType = <T extends TSchema>(value: T) =>
  record({ cis: orNull(value), paye: orNull(value), psc: orNull(value) })

export const Rate = record({
  id: text,
  region: maybe(ref('region')),
  sector: maybe(ref('sector')),
  project: orNull(ref('project')),
  agency: orNull(ref('agency')),
  trade: ref('trade'),
  company: ref('company'),
  rates: perType(hourly),
  dayRates: perType(hourly),
  pieceRates: list(
    record({
      id: text,
      code: text,
      name: text,
      unitLabel: text,
      unitLabelPlural: text,
      frequency: oneOf('daily', 'weekly'),
      values: perType(money),
    }),
  ),
  ...stamps,
})

export const rateOwners = {
  company: 'company.id',
  agency: orGeneric('facts.agency', 'facts.project'),
} as const

export const rates = collection({
  path: '/rates',
  noun: 'rate',
  scope: 'read:rates',
  record: Rate,
  facts: record({ agency: maybe(text), project: maybe(text) }),
  owners: rateOwners,
  filters: {
    trade: ids('trade.id'),
    project: ids('project.id'),
    agency: agencyIds('agency.id'),
    region: ids('region.id'),
    sector: ids('sector.id'),
  },
  dates: ['createdAt'],
  sorts: same('createdAt', 'updatedAt'),
  defaultSort: 'createdAt desc',
  complete: openToOwn,
  enrich: addMarkup,
  tools: { list: 'open_api_list_rates', get: 'open_api_get_rate' },
  badId: 400,
})

/** A generic rate is every linked agency's to see; another only its own agency's. */
function openToOwn({ record, facts }: Stored): void {
  facts.agency = meant(record.agency as Named)
  facts.project = meant(record.project as Named)
}

type Named = { id: string | null } | null | undefined

/** One that is only a name is not none: a rate of an agency that is gone is nobody's to see. */
const meant = (named: Named) => (named ? (named.id ?? nobody) : generic)

type Money = { pay: number; emp: number; margin: number; charge: number }
type PerType = Record<'cis' | 'paye' | 'psc', Money | null>
type Shown = {
  agency: { id: string } | null
  project: { id: string } | null
  company: { id: string }
  trade: { id: string }
  rates: PerType
  dayRates: PerType
  pieceRates: { values: PerType }[]
}
type Tie = {
  agency: { id: string }
  company: { id: string }
  project?: { id: string }
  active: boolean
  markupAdjustment?: number
  tradeMarkupAdjustments?: { trade: { id: string }; adjustment: number }[]
}

/** Agency-specific rates are shown with the markup that the agency's connection resolves to. */
export async function addMarkup(
  records: readonly Record<string, unknown>[],
  context: Context,
): Promise<void> {
  const own = (records as unknown as Shown[]).filter(rate => rate.agency !== null)
  if (own.length === 0) return
  const agencies = [...new Set(own.map(rate => rate.agency!.id))]
  const where = [{ column: 'agency_id', in: agencies }]
  const ties = (await gather(
    context,
    'connection',
    context.reach(connectionOwners),
    where,
  )) as unknown as Tie[]
  for (const rate of own) markUp(rate, pointsFor(rate, ties))
}

/** A trade's adjustment replaces the agency's; the project connection's comes before the company's. */
function pointsFor(rate: Shown, ties: readonly Tie[]): number {
  const applying = ties.filter(
    tie => tie.active && tie.agency.id === rate.agency!.id && tie.company.id === rate.company.id,
  )
  const project = applying.find(tie => tie.project !== undefined && tie.project.id === rate.project?.id)
  const tie = project ?? applying.find(one => one.project === undefined)
  const special = tie?.tradeMarkupAdjustments?.find(one => one.trade.id === rate.trade.id)
  return special?.adjustment ?? tie?.markupAdjustment ?? 0
}

function markUp(rate: Shown, points: number): void {
  if (points === 0) return
  const all = [rate.rates, rate.dayRates, ...rate.pieceRates.map(piece => piece.values)]
  for (const money of all.flatMap(perType => [perType.cis, perType.paye, perType.psc])) {
    if (!money) continue
    money.margin = pence(toPence(money.margin) + shareOf(toPence(money.pay), points))
    money.charge = pence(toPence(money.pay) + toPence(money.emp) + toPence(money.margin))
  }
}

/** Per cent of pence, half up; in whole numbers, as 0.29 × 5000 is not 1450 in floating point. */
const shareOf = (amount: number, points: number) =>
  Math.floor((amount * Math.round(points * 10_000) + 500_000) / 1_000_000)

const toPence = (pounds: number) => Math.round(pounds * 100)
const pence = (value: number) => value / 100
