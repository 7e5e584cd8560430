// Workers put forward for a requisition: the stages each of them went through, and what agencies answered.
import { at, type Day } from './calendar.ts'
import { courseFor, isOld } from './gangs.ts'
import { agencyUserOf, userOf } from './people-and-permissions.ts'
import { Dice, idOf, refTo } from './random.ts'
import type { Agency, Gang, Placement, World } from './world.ts'

/** A worker and the agencies that put them forward; a placement is a candidate who was assigned. */
type Candidate = { index: number; gang: Gang; worker: number; agency: Agency; rival?: Agency }

type Step = { stage: string; day: Day; comments?: string }

export type Submission = {
  candidate: Candidate
  /** Who put the worker forward: the candidate's agency, or its rival. */
  agency: Agency
  submitted: Day
  /** The stages after the submission, in order. */
  steps: Step[]
  rejected?: string
  /** There is an assignment that was not cancelled. */
  assigned: boolean
}

const [reviewed, ...afterReview] =
  'cvReviewed interviewRequested interviewBooked interviewed offerMade offerAccepted assigned'.split(' ')

/** Evenly between two days, the last stage on the last day; no custom stages where stages are not tracked. */
function stepsBetween({ gang }: Candidate, stages: readonly string[], from: Day, to: Day): Step[] {
  const own = stages.filter(stage => gang.firm.company.stageTracking || !stage.startsWith('custom_'))
  return own.map((stage, at) => ({ stage, day: from + Math.round(((at + 1) * (to - from)) / own.length) }))
}

/** A second agency's submission of a worker who is already on the list. */
function rivalOf(candidate: Candidate, submitted: Day): Submission[] {
  if (!candidate.rival) return []
  const steps = [{ stage: 'cvReviewed', day: submitted + 2, comments: 'Known already' }]
  const rejected = 'Put forward by another agency first'
  return [{ candidate, agency: candidate.rival, submitted: submitted + 1, steps, rejected, assigned: false }]
}

/** A candidate who was placed, and the rival agency's submission. */
export function placedSubmissions(world: World, placement: Placement): Submission[] {
  const { index, agency, outcome } = placement
  const { submitted, created, cancelled, reinstated } = courseFor(world, placement)
  const stages = [reviewed!, ...(index % 3 === 0 ? ['custom_siteTour'] : []), ...afterReview]
  const steps = stepsBetween(placement, stages, submitted, created)
  if (cancelled !== undefined) {
    const stage = index % 4 === 3 ? 'missingCompliance' : 'withdrew'
    steps.push({ stage, day: cancelled, comments: 'After the assignment was made' })
  }
  if (reinstated !== undefined) steps.push({ stage: 'assigned', day: reinstated })
  const own = { candidate: placement, agency, submitted, steps, assigned: outcome !== 'cancelled' }
  return [own, ...rivalOf(placement, submitted)]
}

/** Stages of candidates who are not placed yet; the last one has only been submitted. */
const unplaced = [
  'cvReviewed interviewRequested interviewBooked',
  'cvReviewed custom_siteTour interviewRequested interviewBooked interviewed offerMade',
  'cvReviewed withdrew cvReviewed',
  'cvReviewed',
  'cvReviewed interviewed offerMade offerRejected',
  'cvReviewed missingCompliance',
  '',
].map(stages => stages.split(' ').filter(stage => stage !== ''))

export function openSubmissions(candidate: Candidate, submitted: Day, turn: number): Submission[] {
  const reached = turn % unplaced.length
  const steps = stepsBetween(candidate, unplaced[reached]!, submitted, submitted + 9)
  const own = { candidate, agency: candidate.agency, submitted, steps, assigned: false }
  const rejected = reached === 3 && { rejected: 'Not enough experience' }
  return [{ ...own, ...rejected }, ...rivalOf(candidate, submitted)]
}

export const lastDayOf = ({ submitted, steps }: Submission): Day => steps.at(-1)?.day ?? submitted + 1

/** Labels at the time of recording; answers show the company's current ones. */
const recordedLabels: Record<string, string> = { submitted: 'Submitted', assigned: 'Placed' }

const labelled = (stage: string) => recordedLabels[stage] && { stageLabel: recordedLabels[stage] }

/** The agency submits, the company's labour manager decides, the system notes what is missing. */
function entryOf({ agency, candidate }: Submission, { stage, day, comments }: Step) {
  const { gang, worker } = candidate
  const forgotten = isOld(gang.index)
  const bySystem = stage === 'missingCompliance'
  const first = stage === 'submitted'
  const user = first ? agencyUserOf(agency, 0) : userOf(gang.firm.company, worker % 2 === 0 ? 4 : 1)
  return {
    stage,
    ...labelled(stage),
    at: forgotten ? null : at(day, first ? 690 : 760),
    byUserId: bySystem || forgotten ? null : user.id,
    ...(bySystem ? { byName: 'System' } : !forgotten && { byName: user.name }),
    ...(comments && { comments }),
  }
}

function trackedOf(submission: Submission) {
  const { candidate, agency, submitted, steps, rejected } = submission
  const all = [{ stage: 'submitted', day: submitted }, ...steps]
  const { stage } = all.at(-1)!
  return {
    worker: { id: idOf('worker', candidate.worker) },
    agency: { id: agency.id },
    submittedAt: isOld(candidate.gang.index) ? null : at(submitted, 690),
    isRejected: rejected !== undefined,
    stage,
    ...labelled(stage),
    history: all.map(step => entryOf(submission, step)),
  }
}

type RequisitionSubmissions = { gang: Gang; number: number; submissions: Submission[] }

/** Each submission's history where a company tracks stages, or did so before it switched tracking off. */
export function recruitmentStages({ gang, number, submissions }: RequisitionSubmissions) {
  const { company } = gang.firm
  const tracked = company.stageTracking || (company.index === 1 && number % 3 === 0)
  return tracked && submissions.length > 0 && { stages: submissions.map(trackedOf) }
}

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
    submissionId: idOf('submission', candidate.index * 2 + (agency === candidate.agency ? 0 : 1)),
    workerIds: [worker],
    agency: { id: agency.id },
    worker: scope === 'worker' ? { id: worker } : null,
    displayLocations: shownOn,
    submittedAt: at(submitted, 690),
    submittedBy: refTo(agencyUserOf(agency, 0)),
    updatedAt: amended ? at(submitted + 1, 545) : null,
    updatedBy: amended ? refTo(agencyUserOf(agency, 1)) : null,
  }
}

/** A rival agency always answers too. */
export function answersOf(candidate: Candidate, submitted: Day) {
  const { agency, rival, index } = candidate
  if (!rival && !new Dice('answers', index).chance(30)) return []
  const asked = rival ? [agency, rival] : [agency]
  return asked.flatMap(one => questions.map((_, question) => answerOf(candidate, one, question, submitted)))
}
