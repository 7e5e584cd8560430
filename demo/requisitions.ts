// Requisitions as they are loaded: who asked, who approved, which agencies answered with whom.
import { answersOf } from './answers.ts'
import { requisitionId } from './assignment-links.ts'
import { at, type Day } from './calendar.ts'
import { type Gang, isOld } from './gangs.ts'
import type { LoadLine } from './load-line.ts'
import type { Agency } from './organisations.ts'
import { regionId } from './places.ts'
import { Dice, idOf } from './random.ts'
import { recruitmentStages } from './recruitment-stages.ts'
import { activities, masterTrades, sectorId } from './reference-lists.ts'
import { numbered } from './references.ts'
import { type Plan, plansOf } from './requisition-plans.ts'
import { lastDayOf, type Submission } from './submissions.ts'
import { tradeId } from './trades.ts'
import { agencyUserOf, mentionOf, nameAndEmail, userOf } from './users.ts'
import type { World } from './world.ts'

const stageNames = ['Commercial', 'Director']

/** The last approval is the requisition's; of the oldest it is no longer known who gave each, and when. */
function approvalsOf({ gang, status, approved, created }: Plan) {
  const { company } = gang.firm
  const wanted = company.stageTracking ? 2 : 1
  const given = approved ? wanted : status === 'cancelled' ? 0 : wanted - 1
  const forgotten = isOld(gang.index)
  const approver = (stage: number) => nameAndEmail(userOf(company, stage === wanted ? 0 : 3))
  const days = (stage: number) => at(created + stage, 645)
  const approvalStages = stageNames.slice(-wanted).map((name, index) => {
    const known = index < given && !forgotten
    return {
      stage: index + 1,
      name,
      approved: index < given,
      approvedAt: known ? days(index + 1) : null,
      approver: known ? approver(index + 1) : null,
    }
  })
  if (!approved) return { approvalStages }
  return { approvalStages, approvedDate: days(wanted), approver: approver(wanted) }
}

function submissionOf({ gang }: Plan, { candidate, agency, submitted, rejected, assigned }: Submission) {
  const forgotten = isOld(gang.index)
  return {
    worker: { id: idOf('worker', candidate.worker) },
    submittedAt: forgotten ? null : at(submitted, 690),
    isRejected: rejected !== undefined,
    rejectionReason: rejected ?? null,
    ...(!forgotten && { submittedBy: mentionOf(agencyUserOf(agency, 0)) }),
    ...(assigned && !forgotten && { assignedBy: mentionOf(userOf(gang.firm.company, 4)) }),
  }
}

function responseOf(plan: Plan, agency: Agency) {
  const { created, approved, submissions } = plan
  const own = submissions.filter(submission => submission.agency === agency)
  return {
    id: agency.id,
    name: agency.name,
    offered: own.length,
    assigned: own.filter(submission => submission.assigned).length,
    dateReceived: approved ? at(created + 3, 520) : null,
    dateAccepted: own.length > 0 ? at(created + 4 + (agency.index % 3), 780) : null,
    submissions: own.map(submission => submissionOf(plan, submission)),
  }
}

function fieldsOf({ gang }: Plan, dice: Dice) {
  const id = (at: number) => idOf('requisitionField', gang.firm.company.index * 10 + at)
  return [
    { fieldId: id(0), label: 'Package', fieldType: 'text', value: dice.pick(['WP-03', 'WP-12', 'WP-27']) },
    { fieldId: id(1), label: 'Parking', fieldType: 'multiSelect', value: ['On site', 'Street'] },
    { fieldId: null, label: 'Old order number', fieldType: 'text', value: null },
  ]
}

const cancellations = ['Programme moved', 'Found among our own people', 'Budget withdrawn']

function cancellationOf({ cancelled, gang }: Plan, dice: Dice) {
  if (cancelled === undefined) return {}
  return {
    cancellation: {
      reason: dice.pick(cancellations),
      date: gang.index % 9 === 2 ? null : at(cancelled, 870),
      ...(dice.chance(60) && { comments: 'Agencies told by telephone' }),
    },
  }
}

/** The last thing that happened to it or to anybody on it. */
function lastDay({ created, approved, cancelled, reopened, submissions }: Plan): Day {
  return Math.max(
    created + (approved ? 6 : 2),
    cancelled ?? 0,
    reopened ?? 0,
    ...submissions.map(submission => lastDayOf(submission)),
  )
}

function factsOf(plan: Plan, answers: readonly object[]) {
  const { gang, status, created, closed, reopened, number } = plan
  const { company } = gang.firm
  const { costCode } = masterTrades[gang.trade]!
  const stage = company.stageTracking ? 2 : 1
  const refusal = { stage, at: at(created + 2, 700), by: userOf(company, 0).id }
  return {
    ...(closed && status === 'approved' && { active: false }),
    ...(status === 'rejected' && { refusal }),
    ...(reopened !== undefined && { reopenedAt: at(reopened, 880) }),
    costCodes: [...new Set(number % 4 === 0 ? [costCode, 0] : [costCode])].map(code =>
      idOf('costCode', code),
    ),
    ...recruitmentStages(plan),
    ...(answers.length > 0 && { answers }),
  }
}

function placeOf({ gang, project, site, number }: Plan) {
  const { company } = gang.firm
  return {
    company: { id: company.id },
    project: { id: project.id },
    region: { id: regionId(project.place) },
    sector: { id: sectorId(project.sector) },
    site: { id: site.id },
    trade: { id: tradeId(company, gang.trade) },
    ...(number % 3 !== 0 && { activity: { id: idOf('activity', number % activities.length) } }),
  }
}

function requisitionLine(plan: Plan): LoadLine {
  const { number, gang, status, quantity, created, start, end, submissions } = plan
  const dice = new Dice('requisition line', number)
  const { company } = gang.firm
  const own = submissions.filter(({ agency, candidate }) => agency === candidate.agency)
  const answers = own.flatMap(({ candidate, submitted }) => answersOf(candidate, submitted))
  const { id, nanoid } = requisitionId(number)
  return {
    type: 'requisition',
    record: {
      id,
      reference: numbered(company, 'RQ', number),
      status: status === 'rejected' ? 'raised' : status,
      quantity,
      autoAssign: dice.chance(15),
      requestor: nameAndEmail(userOf(company, 1 + (number % 2))),
      ...approvalsOf(plan),
      ...placeOf(plan),
      agencies: gang.agencies.map(agency => responseOf(plan, agency)),
      ...cancellationOf(plan, dice),
      ...(dice.chance(40) && { customFields: fieldsOf(plan, dice) }),
      startDate: at(start),
      endDate: at(end),
      submissionAnswers: answers.filter(answer => answer.displayLocations.includes('requisition')),
      createdAt: at(created, 530),
      updatedAt: at(lastDay(plan), 1035),
    },
    facts: factsOf(plan, answers),
    nanoid,
  }
}

export function* requisitionsOf(world: World, gang: Gang): Generator<LoadLine> {
  for (const plan of plansOf(world, gang)) yield requisitionLine(plan)
}
