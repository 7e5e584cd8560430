// §2.1: the answers saved with a submission, and where they are shown: an assignment keeps a snapshot of them, which its
// timesheets show too.

import type { Derivation, NamedProperties } from '../../record-types/rules.ts'
import type { Static } from '../../shape/shape.ts'
import type { StoredAssignment } from '../shapes/assignment.ts'
import type { submissionAnswer } from '../shapes.ts'

type Answer = Static<typeof submissionAnswer>
type Location = Answer['displayLocations'][number]
type WithAnswers = { record: { submissionAnswers: Answer[] } }
type WithSavedAnswers = WithAnswers & { facts: { answers?: Answer[] } }

/** Answers that are configured to show in a place, out of all that were saved. */
const shownOn = (location: Location, answers: readonly Answer[] = []) =>
  answers.filter(answer => answer.displayLocations.includes(location))

/** All of them are a fact; they may be given where they are shown. */
export function keepAnswers(
  location: Location,
  { record, facts }: WithSavedAnswers,
  named: NamedProperties,
): void {
  const areShown = named.record.has('submissionAnswers') && !named.facts.has('answers')
  facts.answers = areShown ? record.submissionAnswers : (facts.answers ?? [])
  record.submissionAnswers = shownOn(location, facts.answers)
}

export function unshowAnswers({ record }: { record: { submissionAnswers?: unknown } }): void {
  delete record.submissionAnswers
}

/** Shows the answers saved with the assignment that a timesheet names. */
export const assignmentAnswers: Derivation<WithAnswers, StoredAssignment> = {
  type: 'assignment',
  by: ['assignment.id'],
  aspect: assignment => assignment.facts.answers,
  apply({ record }, assignment) {
    record.submissionAnswers = shownOn('timesheet', assignment?.facts.answers)
  },
}
