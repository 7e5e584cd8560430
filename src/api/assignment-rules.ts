// §2.11, §3: what becomes of an assignment when it is loaded and read: which ends may move, what is kept and for whom,
// and how long it has run.
import type { Stored } from '../kernel/columns.ts'
import { Misfit } from '../kernel/misfit.ts'
import type { Barred } from '../kernel/record-type.ts'
import { shownOn } from './saved-answers.ts'

/** Work that was over goes on only where its end is another one. */
export function sameEnd(...statuses: string[]): Barred[] {
  const day = ({ record }: Stored) => (record.endDate as string | undefined)?.slice(0, 10)
  const holds = (before: Stored, after: Stored) => day(before) === day(after)
  return statuses.map(to => ({ to, while: 'endDate stays the same', holds, hint: 'give the new endDate' }))
}

type Other = { ownedBy?: string }

/** Keeps the whole snapshot of answers, and says of which agency the other assignments are that it names. */
export function settleAssignment({ record, facts }: Stored): void {
  facts.answers ??= record.submissionAnswers
  record.submissionAnswers = shownOn('assignment', facts.answers)
  if (record.status === 'pending') delete record.confirmationDate
  if ((record.enhancedUplifts as { enabled?: boolean } | undefined)?.enabled === false)
    delete record.enhancedUplifts
  if (record.rateUplifts !== undefined && record.enhancedUplifts !== undefined) {
    throw new Misfit('record.enhancedUplifts', 'stands beside rateUplifts', 'give one of the two, never both')
  }
  const others = (facts.others ?? {}) as Record<string, string | undefined>
  const replacement = record.replacement as (Other & Record<string, unknown>) | undefined
  // One word cannot tell of two assignments whose they are.
  const isOne = !(replacement?.replacedBy && replacement.replacementFor)
  own(replacement, isOne ? others.replacement : undefined)
  own(record.clone as Other | undefined, others.clone)
  const entities = (facts.activityAgencies ?? {}) as Record<string, string>
  for (const { entity } of record.activities as { entity?: Other & { id: string } }[])
    own(entity, entity && entities[entity.id])
}

/** Without word of its agency, an agency is not shown it. */
function own(other: Other | undefined, agency: string | undefined): void {
  if (other) other.ownedBy = agency ?? 'nobody'
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
