// What agencies answered when they put a worker forward: each for itself, rivals for the same worker too.
import { at, type Day } from './calendar.ts'
import type { Gang } from './gangs.ts'
import type { Agency } from './organisations.ts'
import { Dice, idOf } from './random.ts'
import { agencyUserOf, mentionOf } from './users.ts'

/** Who was put forward, by whom; a placement is one that led to an assignment. */
export type Candidate = { index: number; gang: Gang; worker: number; agency: Agency; rival?: Agency }

type Question = {
  label: string
  fieldType: 'text' | 'date' | 'multiSelect'
  scope: 'submission' | 'worker'
  shownOn: readonly ('requisition' | 'assignment' | 'timesheet')[]
  answer(dice: Dice, day: Day): unknown
}

const tickets = ['CSCS', 'Asbestos Awareness', 'Working at Height', 'Face Fit']

const questions: readonly Question[] = [
  {
    label: 'Tickets held',
    fieldType: 'multiSelect',
    scope: 'worker',
    shownOn: ['requisition', 'assignment', 'timesheet'],
    answer: dice => tickets.filter((_, index) => index === 0 || dice.chance(50)),
  },
  {
    label: 'Available from',
    fieldType: 'date',
    scope: 'worker',
    shownOn: ['requisition', 'timesheet'],
    answer: (_, day) => at(day + 3).slice(0, 10),
  },
  {
    label: 'Terms of this offer',
    fieldType: 'text',
    scope: 'submission',
    shownOn: ['requisition', 'assignment', 'timesheet'],
    answer: dice => dice.pick(['As agreed for this site', 'Lodge to be paid weekly']),
  },
]

const submissionId = ({ index, agency: own }: Candidate, agency: Agency): string =>
  idOf('submission', index * 2 + (agency === own ? 0 : 1))

function answerOf(candidate: Candidate, agency: Agency, question: number, submitted: Day) {
  const { label, fieldType, scope, shownOn, answer } = questions[question]!
  const dice = new Dice(`answer ${agency.index} ${question}`, candidate.index)
  const worker = idOf('worker', candidate.worker)
  const amended = dice.chance(30)
  return {
    fieldId: idOf('field', candidate.gang.firm.company.index * 10 + question),
    label,
    fieldType,
    value: answer(dice, submitted),
    answerScope: scope,
    submissionId: submissionId(candidate, agency),
    workerIds: [worker],
    agency: { id: agency.id },
    worker: scope === 'worker' ? { id: worker } : null,
    displayLocations: shownOn,
    submittedAt: at(submitted, 690),
    submittedBy: mentionOf(agencyUserOf(agency, 0)),
    updatedAt: amended ? at(submitted + 1, 545) : null,
    updatedBy: amended ? mentionOf(agencyUserOf(agency, 1)) : null,
  }
}

/** Every answer there is; where there is a rival, it always answered as well. */
export function answersOf(candidate: Candidate, submitted: Day) {
  const { agency, rival, index } = candidate
  if (!rival && !new Dice('answers', index).chance(30)) return []
  const asked = [agency, ...(rival ? [rival] : [])]
  return asked.flatMap(one => questions.map((_, question) => answerOf(candidate, one, question, submitted)))
}
