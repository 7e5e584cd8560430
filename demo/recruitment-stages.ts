// The history of each submission where a company tracks stages, or did so before it switched tracking off.
import { at } from './calendar.ts'
import { isOld } from './gangs.ts'
import { idOf } from './random.ts'
import type { Plan } from './requisition-plans.ts'
import type { Step, Submission } from './submissions.ts'
import { agencyUserOf, userOf } from './users.ts'

/** What stages were called when they were recorded; labels are shown as the company has them now. */
const recordedLabels: Record<string, string> = { submitted: 'Submitted', assigned: 'Placed' }

const labelled = (stage: string) => recordedLabels[stage] && { stageLabel: recordedLabels[stage] }

/** The agency submits, the company's labour manager decides, the system notes what is missing. */
function entryOf({ gang }: Plan, { agency, candidate }: Submission, { stage, day, comments }: Step) {
  const forgotten = isOld(gang.index)
  const bySystem = stage === 'missingCompliance'
  const first = stage === 'submitted'
  const user = first ? agencyUserOf(agency, 0) : userOf(gang.firm.company, candidate.worker % 2 === 0 ? 4 : 1)
  return {
    stage,
    ...labelled(stage),
    at: forgotten ? null : at(day, first ? 690 : 760),
    byUserId: bySystem || forgotten ? null : user.id,
    ...(bySystem ? { byName: 'System' } : !forgotten && { byName: user.name }),
    ...(comments && { comments }),
  }
}

function trackedOf(plan: Plan, submission: Submission) {
  const { candidate, agency, submitted, steps, rejected } = submission
  const { stage } = steps.at(-1) ?? { stage: 'submitted' }
  const all = [{ stage: 'submitted', day: submitted }, ...steps]
  return {
    worker: { id: idOf('worker', candidate.worker) },
    agency: { id: agency.id },
    submittedAt: isOld(plan.gang.index) ? null : at(submitted, 690),
    isRejected: rejected !== undefined,
    stage,
    ...labelled(stage),
    history: all.map(step => entryOf(plan, submission, step)),
  }
}

export function recruitmentStages(plan: Plan) {
  const { company } = plan.gang.firm
  const tracked = company.stageTracking || (company.index === 1 && plan.number % 3 === 0)
  if (!tracked || plan.submissions.length === 0) return {}
  return { stages: plan.submissions.map(submission => trackedOf(plan, submission)) }
}
