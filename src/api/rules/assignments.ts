// §2.11, §3: what becomes of an assignment when it is loaded and read: which ends may move, what is kept and for whom,
// and how long it has run.

import { dayMs } from '../../formats/day.ts'
import type { Context } from '../../kernel/operation/operation.ts'
import type { ForbiddenTransition, NamedProperties } from '../../record-types/rules.ts'
import { InvalidValue } from '../../shape/invalid-value.ts'
import type { StoredAssignment } from '../shapes/assignment.ts'
import { keepAnswers } from './saved-answers.ts'

/** Work that was over goes on only where its end is another one. */
export function sameEnd(...statuses: string[]): ForbiddenTransition<StoredAssignment>[] {
  const day = ({ record }: StoredAssignment) => record.endDate?.slice(0, 10)
  const holds = (before: StoredAssignment, after: StoredAssignment) => day(before) === day(after)
  return statuses.map(to => ({ to, while: 'endDate stays the same', holds, hint: 'give the new endDate' }))
}

/** Facts of stored assignments that nothing reads: each reference says itself whose record it names. */
export function forgetOwnersOfNamed({ facts }: { facts: object }): void {
  for (const name of ['others', 'activityAgencies']) Reflect.deleteProperty(facts, name)
}

/** Keeps the whole snapshot of answers, and of what excludes each other the one that holds. */
export function settleAssignment({ record, facts }: StoredAssignment, named: NamedProperties): void {
  keepAnswers('assignment', { record, facts }, named)
  if (record.status === 'pending') delete record.confirmationDate
  if (record.enhancedUplifts?.enabled === false) delete record.enhancedUplifts
  if (record.rateUplifts !== undefined && record.enhancedUplifts !== undefined) {
    throw new InvalidValue(
      'record.enhancedUplifts',
      'stands beside rateUplifts',
      'give one of the two, never both',
    )
  }
}

/** Full weeks from confirmation, else the start, to the earliest of today and the end of the work (§2.11): an end that
 * was taken back is none. */
export function countFullWeeks(records: readonly StoredAssignment['record'][], { world }: Context): void {
  for (const record of records) {
    const from = record.confirmationDate ?? record.startDate
    if (from === undefined) continue
    const isOver = ['completed', 'ended', 'cancelled'].includes(record.status)
    const ends = isOver ? [record.completedDate, record.ended?.date, record.cancellation?.date] : []
    const reinstated = record.reinstatement?.date ?? ''
    const times = ends.flatMap(end => (end !== undefined && end > reinstated ? [Date.parse(end)] : []))
    const elapsed = Math.min(world.now().getTime(), ...times) - Date.parse(from)
    record.weeksElapsed = Math.max(0, Math.floor(elapsed / (7 * dayMs)))
  }
}
