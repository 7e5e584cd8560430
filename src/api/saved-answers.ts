// §2.1: the answers saved with a submission, and where they are shown: an assignment keeps a snapshot of them, which its
// timesheets show too.
import type { Follow } from '../kernel/record-type.ts'

type Answer = { displayLocations: string[] }
type Location = 'requisition' | 'assignment' | 'timesheet'

/** Answers that are configured to show in a place, out of all that were saved. */
export function shownOn(location: Location, answers: unknown): Answer[] {
  return ((answers ?? []) as Answer[]).filter(answer => answer.displayLocations.includes(location))
}

/** Shows the answers saved with the assignment that a record names. */
export const assignmentAnswers = (location: Location): Follow => ({
  type: 'assignment',
  by: ['assignment.id'],
  aspect: assignment => assignment.facts.answers,
  apply(stored, assignment) {
    stored.record.submissionAnswers = shownOn(location, assignment?.facts.answers)
  },
})
