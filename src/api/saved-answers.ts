// §2.1: the answers saved with a submission, and where they are shown: an assignment keeps a snapshot of them, which its
// timesheets show too.

import type { Derivation, Named } from '../kernel/resource/record-type.ts'
import type { Stored } from '../shape/stored.ts'

type Answer = { displayLocations: string[] }
type Location = 'requisition' | 'assignment' | 'timesheet'

/** Answers that are configured to show in a place, out of all that were saved. */
export function shownOn(location: Location, answers: unknown): Answer[] {
  return ((answers ?? []) as Answer[]).filter(answer => answer.displayLocations.includes(location))
}

/** All of them are a fact; they may be given where they are shown. */
export function keepAnswers({ record, facts }: Stored, named: Named): void {
  const areShown = named.record.has('submissionAnswers') && !named.facts.has('answers')
  facts.answers = areShown ? record.submissionAnswers : (facts.answers ?? [])
}

export function unshowAnswers({ record }: Stored): void {
  delete record.submissionAnswers
}

/** Shows the answers saved with the assignment that a record names. */
export const assignmentAnswers = (location: Location): Derivation => ({
  type: 'assignment',
  by: ['assignment.id'],
  aspect: assignment => assignment.facts.answers,
  apply(stored, assignment) {
    stored.record.submissionAnswers = shownOn(location, assignment?.facts.answers)
  },
})
