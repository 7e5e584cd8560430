// §2.10: what an agency's rates are shown with: the markup that its connections resolve to.
import { decimalOf, numberOf, percentOf, roundedTo, sumOf } from '../../formats/decimal.ts'
import type { Context } from '../../kernel/operation/operation.ts'
import { readUncut } from '../../kernel/query/read-all.ts'
import type { Static } from '../../shape/shape.ts'
import { type Connection, connectionOwners, connections } from '../agencies.ts'
import type { Rate } from '../shapes/rate.ts'
import type { money } from '../shapes.ts'

export type Money = Static<typeof money>
type Tie = Static<typeof Connection>
type PerType<T> = Record<'cis' | 'paye' | 'psc', T | null>

/** Changes agency-specific rates; the others are shown as they are stored. */
export async function addMarkup(rates: readonly Rate[], context: Context): Promise<void> {
  const agencies = new Set(rates.flatMap(({ agency }) => agency?.id ?? []))
  if (agencies.size === 0) return
  const where = [{ column: 'agency_id', in: [...agencies] }]
  const ties = await readUncut(context, connections, context.reach(connectionOwners), where)
  for (const rate of rates) Object.assign(rate, withMarkup(rate, ties))
}

/** A rate as it is shown, by the connections of its agency. */
export function withMarkup(rate: Rate, ties: readonly Tie[]): Rate {
  const points = rate.agency ? pointsFor(rate, ties) : 0
  if (points === 0) return rate
  const all = <T extends Money>({ cis, paye, psc }: PerType<T>): PerType<T> => {
    const one = (money: T | null) => money && { ...money, ...markedUp(money, points) }
    return { cis: one(cis), paye: one(paye), psc: one(psc) }
  }
  return {
    ...rate,
    rates: all(rate.rates),
    dayRates: all(rate.dayRates),
    pieceRates: rate.pieceRates.map(piece => ({ ...piece, values: all(piece.values) })),
  }
}

/** The project's connection decides, and the company's where that says nothing; 0 is said. In each, what is agreed for
 * the trade replaces the rest (§2.13). */
function pointsFor(rate: Rate, ties: readonly Tie[]): number {
  const applying = ties.filter(
    tie => tie.active && tie.agency.id === rate.agency?.id && tie.company.id === rate.company.id,
  )
  const ofProject = applying.find(tie => tie.project !== undefined && tie.project.id === rate.project?.id)
  const ofCompany = applying.find(tie => tie.project === undefined)
  return said(ofProject, rate.trade.id) ?? said(ofCompany, rate.trade.id) ?? 0
}

const said = (tie: Tie | undefined, trade: string | null): number | undefined =>
  tie?.tradeMarkupAdjustments?.find(one => one.trade.id === trade)?.adjustment ?? tie?.markupAdjustment

/** To the penny, or as finely as the parts are given, so that the charge shown is the sum of the parts shown. */
export function markedUp(money: Money, points: number): Pick<Money, 'margin' | 'charge'> {
  const [pay, emp, before] = [decimalOf(money.pay), decimalOf(money.emp), decimalOf(money.margin)]
  const places = Math.max(2, pay.places, emp.places, before.places)
  const margin = roundedTo(sumOf([before, percentOf(pay, decimalOf(points))]), places)
  return { margin: numberOf(margin), charge: numberOf(sumOf([pay, emp, margin])) }
}
