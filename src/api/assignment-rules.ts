// §2.11, §3: what becomes of an assignment when it is loaded and read: which ends may move, what is kept and for whom,
// and how long it has run.

import type { ForbiddenTransition, Named } from '../kernel/resource/record-type.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import type { Stored } from '../shape/stored.ts'
import { keepAnswers, shownOn } from './saved-answers.ts'

/** Work that was over goes on only where its end is another one. */
export function sameEnd(...statuses: string[]): ForbiddenTransition[] {
  const day = ({ record }: Stored) => (record.endDate as string | undefined)?.slice(0, 10)
  const holds = (before: Stored, after: Stored) => day(before) === day(after)
  return statuses.map(to => ({ to, while: 'endDate stays the same', holds, hint: 'give the new endDate' }))
}

/** Keeps the whole snapshot of answers, and of what excludes each other the one that holds. */
export function settleAssignment({ record, facts }: Stored, named: Named): void {
  keepAnswers({ record, facts }, named)
  record.submissionAnswers = shownOn('assignment', facts.answers)
  if (record.status === 'pending') delete record.confirmationDate
  if ((record.enhancedUplifts as { enabled?: boolean } | undefined)?.enabled === false)
    delete record.enhancedUplifts
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
export function elapse(record: Record<string, unknown>, now: Date): void {
  const from = (record.confirmationDate ?? record.startDate) as string | undefined
  if (from === undefined) return
  const date = (name: string) => (record[name] as { date?: string } | undefined)?.date
  const isOver = ['completed', 'ended', 'cancelled'].includes(record.status as string)
  const reinstated = date('reinstatement') ?? ''
  const ends = isOver
    ? [record.completedDate as string | undefined, date('ended'), date('cancellation')].filter(
        end => end !== undefined && end > reinstated,
      )
    : []
  const end = [...ends, now.toISOString()]
    .map(text => Date.parse(text!))
    .reduce((least, time) => Math.min(least, time))
  record.weeksElapsed = Math.max(0, Math.floor((end - Date.parse(from)) / (7 * 24 * 3600 * 1000)))
}
