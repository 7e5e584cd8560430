// Workers put forward for a requisition, and the stages each of them went through.
import type { Candidate } from './answers.ts'
import { courseFor } from './assignment-dates.ts'
import type { Day } from './calendar.ts'
import type { Agency } from './organisations.ts'
import type { Placement } from './placements.ts'
import type { World } from './world.ts'

export type Step = { stage: string; day: Day; comments?: string }

export type Submission = {
  candidate: Candidate
  /** Who put the worker forward: the candidate's agency, or its rival. */
  agency: Agency
  submitted: Day
  /** What came after the submission, in the order in which it happened. */
  steps: Step[]
  rejected?: string
  /** There is an assignment, which was not cancelled. */
  assigned: boolean
}

const untilOffer = [
  'cvReviewed',
  'interviewRequested',
  'interviewBooked',
  'interviewed',
  'offerMade',
  'offerAccepted',
  'assigned',
]
const withTour = ['cvReviewed', 'custom_siteTour', ...untilOffer.slice(1)]

/** Evenly between two days, the last stage on the last day. */
const stepsBetween = (stages: readonly string[], from: Day, to: Day): Step[] =>
  stages.map((stage, at) => ({ stage, day: from + Math.round(((at + 1) * (to - from)) / stages.length) }))

function placedSteps(world: World, placement: Placement): Step[] {
  const { gang, index } = placement
  const { submitted, created, cancelled, reinstated } = courseFor(world, placement)
  const tour = gang.firm.company.stageTracking && index % 3 === 0
  const steps = stepsBetween(tour ? withTour : untilOffer, submitted, created)
  if (cancelled !== undefined) {
    const stage = index % 4 === 3 ? 'missingCompliance' : 'withdrew'
    steps.push({ stage, day: cancelled, comments: 'After the assignment was made' })
  }
  if (reinstated !== undefined) steps.push({ stage: 'assigned', day: reinstated })
  return steps
}

/** A second agency's submission of a worker who is already on the list. */
function rivalOf(candidate: Candidate, submitted: Day): Submission[] {
  if (!candidate.rival) return []
  const steps = [{ stage: 'cvReviewed', day: submitted + 2, comments: 'Known already' }]
  const rejected = 'Put forward by another agency first'
  return [{ candidate, agency: candidate.rival, submitted: submitted + 1, steps, rejected, assigned: false }]
}

/** Those who were placed, and their rivals' attempts. */
export function placedSubmissions(world: World, placement: Placement): Submission[] {
  const { submitted } = courseFor(world, placement)
  const own = {
    candidate: placement,
    agency: placement.agency,
    submitted,
    steps: placedSteps(world, placement),
    assigned: placement.outcome !== 'cancelled',
  }
  return [own, ...rivalOf(placement, submitted)]
}

/** How far those have come who are not placed yet; one is still where it began. */
const unplaced: readonly (readonly string[])[] = [
  ['cvReviewed', 'interviewRequested', 'interviewBooked'],
  ['cvReviewed', 'custom_siteTour', 'interviewRequested', 'interviewBooked', 'interviewed', 'offerMade'],
  ['cvReviewed', 'withdrew', 'cvReviewed'],
  ['cvReviewed'],
  ['cvReviewed', 'interviewed', 'offerMade', 'offerRejected'],
  ['cvReviewed', 'missingCompliance'],
  [],
]

export function openSubmissions(candidate: Candidate, submitted: Day, turn: number): Submission[] {
  const { gang, agency } = candidate
  const stages = unplaced[turn % unplaced.length]!
  const known = stages.filter(stage => gang.firm.company.stageTracking || !stage.startsWith('custom_'))
  const steps = stepsBetween(known, submitted, submitted + 9)
  const own = { candidate, agency, submitted, steps, assigned: false }
  const refused = turn % unplaced.length === 3
  return [refused ? { ...own, rejected: 'Not enough experience' } : own, ...rivalOf(candidate, submitted)]
}

export const lastDayOf = ({ submitted, steps }: Submission): Day => steps.at(-1)?.day ?? submitted + 1
