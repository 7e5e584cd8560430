// The units that findings are worked out in, all of one together: a week of a company, or one of its orders over all weeks. And
// the text that a finding keeps of its unit: written and read here alone.
import { untold } from '../access/owners.ts'
import type { Recheck } from '../record-types/rules.ts'

/** `subject` is the Sunday of a week, or the reference of an order. */
export type CheckedUnit = { kind: 'week' | 'order'; company: string; subject: string }

/** By this text a unit is found again. No id of a company has a space in it. */
export const unitText = ({ kind, company, subject }: CheckedUnit): string => `${kind} ${company} ${subject}`

export function unitIn(text: string): CheckedUnit {
  const { kind, company, subject } =
    /^(?<kind>week|order) (?<company>\S+) (?<subject>.*)$/su.exec(text)?.groups ?? {}
  if (!kind || !company || subject === undefined) throw new Error(`"${text}" is no unit of findings`)
  return { kind: kind as CheckedUnit['kind'], company, subject }
}

/** What has to be noted so that a unit is worked out again. Whose findings there are in it is told to nobody. */
export const workOfUnit = ({ kind, company, subject }: CheckedUnit): Recheck => ({
  company,
  owner: untold,
  key: `${kind === 'week' ? 'check' : 'spending'}:${subject}`,
})
