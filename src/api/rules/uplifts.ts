// What is paid on top: agreed with an agency for kinds of time, or by blocks of hours (§2.11, §2.13).
import type { Warning } from '../../record-types/rules.ts'
import { sumsDiffer } from '../../record-types/usual-warnings.ts'
import { sentence } from '../../shape/sentence.ts'
import type { Static } from '../../shape/shape.ts'
import type { StoredAssignment } from '../shapes/assignment.ts'
import type { rateUplift } from '../shapes/uplifts.ts'

type UpliftedRate = { base: number; uplift: number; pennies?: number }

/** A rate is its base with the uplift, to the penny; of the sum of parts that were rounded each may be half a penny off. */
export const isOff = (given: unknown, { base, uplift, pennies = 1 }: UpliftedRate) =>
  typeof given === 'number' && sumsDiffer(given, base * (1 + uplift / 100), pennies)

export function warnOfUplift(
  path: string,
  given: unknown,
  { base, uplift, pennies = 1 }: UpliftedRate,
): Warning[] {
  if (!isOff(given, { base, uplift, pennies })) return []
  const right = base * (1 + uplift / 100)
  const reason = sentence`is ${given as number}, but ${base} with ${uplift} % on top is ${right.toFixed(2)}`
  return [{ code: 'UPLIFT', path, reason, hint: 'correct the rate, or its base and the uplift' }]
}

/** Of an assignment: the blocks of hours against the basic rates. */
export function warnOfBlocks({ record: { rates, enhancedUplifts } }: StoredAssignment): Warning[] {
  if (!rates) return []
  const { pay, charge } = rates
  return (enhancedUplifts?.breakdown ?? []).flatMap((block, index) => {
    const [path, uplift] = [`record.enhancedUplifts.breakdown.${index}`, block.upliftPercentage]
    return [
      ...warnOfUplift(`${path}.payRate`, block.payRate, { base: pay, uplift }),
      ...warnOfUplift(`${path}.chargeRate`, block.chargeRate, { base: charge, uplift, pennies: 3 }),
    ]
  })
}

type TradeUplifts = {
  mode: string
  rateUplifts?: Static<typeof rateUplift>[]
  enhancedUplifts?: unknown
}

/** A list of percentages by kind of time is the standard uplifts, also where a stored record has it as its enhanced ones. Where
 * it has standard ones besides, nobody can say which apply. */
export function asStandardUplifts(uplifts: TradeUplifts): void {
  if (!Array.isArray(uplifts.enhancedUplifts) || uplifts.rateUplifts !== undefined) return
  uplifts.mode = 'standard'
  uplifts.rateUplifts = uplifts.enhancedUplifts
  delete uplifts.enhancedUplifts
}
