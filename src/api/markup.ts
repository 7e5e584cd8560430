// §2.10: what an agency's rates are shown with: the markup that its connections resolve to.
import { decimalOf, numberOf, percentOf, roundedTo, sumOf } from '../formats/decimal.ts'
import type { Context } from '../kernel/operation/operation.ts'
import { readAll } from '../kernel/query/read-all.ts'
import { connectionOwners } from './agencies.ts'

export type Money = { pay: number; emp: number; margin: number; charge: number }
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

/** Changes agency-specific rates; the others are shown as they are stored. */
export async function addMarkup(
  records: readonly Record<string, unknown>[],
  context: Context,
): Promise<void> {
  const own = (records as unknown as Shown[]).filter(rate => rate.agency !== null)
  if (own.length === 0) return
  const agencies = [...new Set(own.map(rate => rate.agency!.id))]
  const where = [{ column: 'agency_id', in: agencies }]
  const ties = (await readAll(
    context,
    'connection',
    context.reach(connectionOwners),
    where,
  )) as unknown as Tie[]
  for (const rate of own) markUpAll(rate, pointsFor(rate, ties))
}

/** The project's connection decides, and the company's where that says nothing; 0 is said. In each, what is agreed for
 * the trade replaces the rest (§2.13). */
function pointsFor(rate: Shown, ties: readonly Tie[]): number {
  const applying = ties.filter(
    tie => tie.active && tie.agency.id === rate.agency!.id && tie.company.id === rate.company.id,
  )
  const ofProject = applying.find(tie => tie.project !== undefined && tie.project.id === rate.project?.id)
  const ofCompany = applying.find(tie => tie.project === undefined)
  return said(ofProject, rate.trade.id) ?? said(ofCompany, rate.trade.id) ?? 0
}

const said = (tie: Tie | undefined, trade: string): number | undefined =>
  tie?.tradeMarkupAdjustments?.find(one => one.trade.id === trade)?.adjustment ?? tie?.markupAdjustment

function markUpAll(rate: Shown, points: number): void {
  if (points === 0) return
  const all = [rate.rates, rate.dayRates, ...rate.pieceRates.map(piece => piece.values)]
  for (const money of all.flatMap(perType => [perType.cis, perType.paye, perType.psc])) {
    if (money) Object.assign(money, markedUp(money, points))
  }
}

/** To the penny, or as finely as the parts are given, so that the charge shown is the sum of the parts shown. */
export function markedUp(money: Money, points: number): Pick<Money, 'margin' | 'charge'> {
  const [pay, emp, before] = [decimalOf(money.pay), decimalOf(money.emp), decimalOf(money.margin)]
  const places = Math.max(2, pay.places, emp.places, before.places)
  const margin = roundedTo(sumOf([before, percentOf(pay, decimalOf(points))]), places)
  return { margin: numberOf(margin), charge: numberOf(sumOf([pay, emp, margin])) }
}
