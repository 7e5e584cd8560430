// Requisitions: one behind each stint of a gang, and every fourth gang's vacancy; who asked, who approved, which
// agencies answered with whom.
import { at, type Day, mondayOf } from './calendar.ts'
import { agreedBefore, gangSize, hireOf, isOld, leadOf, placementOf } from './gangs.ts'
import { referenceFor } from './organisations.ts'
import { agencyUserOf, nameAndEmail, userOf } from './people-and-permissions.ts'
import { regionAndSectorOf } from './places.ts'
import { Dice, idOf, nanoidOf, refTo } from './random.ts'
import { activities, masterTrades, tradeId } from './reference-lists.ts'
import {
  answersOf,
  lastDayOf,
  openSubmissions,
  placedSubmissions,
  recruitmentStages,
  type Submission,
} from './submissions.ts'
import type { Agency, Gang, LoadLine, Project, Site, Stint, World } from './world.ts'

type RequisitionPlan = {
  number: number
  gang: Gang
  project: Project
  site: Site
  status: 'raised' | 'rejected' | 'approved' | 'filled' | 'cancelled'
  quantity: number
  created: Day
  start: Day
  end: Day
  /** All stages approved it, and agencies received it, two days after it was made. */
  approved: boolean
  /** Its work is in the past. */
  closed: boolean
  cancelled?: Day
  reopened?: Day
  submissions: Submission[]
}

/** A gang's later stint may be copied from its first: no requisition is raised for it. */
export const isCloned = (gang: Gang, stint: Stint): boolean =>
  stint !== gang.stints[0] && gang.index % 2 === 0

/** Room for two stints and a vacancy a gang. */
const requisitionNumber = (stint: Stint): number => (stint.index >> 1) * 3 + (stint.index & 1)

/** As an assignment shows it. */
export function requisitionOf({ firm }: Gang, stint: Stint) {
  const number = requisitionNumber(stint)
  const reference = referenceFor(firm.company, 'RQ', number)
  return { id: idOf('requisition', number), reference, nanoid: nanoidOf('requisition', number) }
}

/** A worker and the replacement count as one towards the quantity. */
function statusAndQuantity(
  assigned: number,
  replaced: boolean,
  past: boolean,
  dice: Dice,
): Pick<RequisitionPlan, 'status' | 'quantity'> {
  if (assigned === 0) return { status: 'cancelled', quantity: gangSize }
  if (past && dice.chance(8)) return { status: 'cancelled', quantity: assigned + 1 }
  if (dice.chance(20)) return { status: 'approved', quantity: assigned + 1 + dice.below(2) }
  return { status: 'filled', quantity: Math.max(1, replaced ? assigned - 1 : assigned) }
}

function stintPlan(world: World, gang: Gang, stint: Stint): RequisitionPlan {
  const { project, site, first, last, phase } = stint
  const number = requisitionNumber(stint)
  const dice = new Dice('requisition', number)
  const placed = Array.from({ length: gangSize }, (_, member) => placementOf(gang, member, stint))
  const submissions = placed.flatMap(placement => placedSubmissions(world, placement))
  const assigned = submissions.filter(submission => submission.assigned).length
  const replaced = placed.some(placement => placement.replacedBy !== undefined)
  const start = mondayOf(world, first + gang.before)
  // No assignment is created before this, and no worker is submitted earlier than the lead time before that.
  const agreed = agreedBefore(world, first, start) - 2
  const created = agreed - leadOf(gang.firm.company) - 8 - dice.below(6)
  const { status, quantity } = statusAndQuantity(assigned, replaced, phase === 'past', dice)
  const given = placed.some(placement => placement.outcome === 'cancelled')
  const plan = { number, gang, project, site, status, quantity, created, start, submissions }
  return {
    ...plan,
    end: mondayOf(world, last + gang.before) + 4,
    approved: true,
    closed: phase === 'past',
    ...(status === 'cancelled' && { cancelled: agreed + 8 }),
    ...(status === 'approved' && given && { reopened: agreed + 8 }),
  }
}

const vacancies = ['raised', 'rejected', 'approved', 'cancelled', 'reopened'] as const

/** Some are cancelled before they are approved. */
function vacancyPlan(world: World, gang: Gang): RequisitionPlan {
  const number = gang.index * 3 + 2
  const dice = new Dice('requisition', number)
  const kind = vacancies[(gang.index >> 2) % vacancies.length]!
  const { project, site } = gang.stints[0]!
  const created = world.sunday - 34 - dice.below(20)
  const approved =
    kind === 'approved' || kind === 'reopened' || (kind === 'cancelled' && gang.index % 8 === 3)
  const submissions = Array.from({ length: approved ? gangSize : 0 }, (_, member) => {
    const candidate = { ...hireOf(gang, member), gang, index: 0x2000_0000 + gang.index * gangSize + member }
    return openSubmissions(candidate, created + 8 + dice.below(6), gang.index + member)
  }).flat()
  const plan = { number, gang, project, site, created, approved, submissions }
  return {
    ...plan,
    status: kind === 'reopened' ? 'approved' : kind,
    quantity: 1 + dice.below(4),
    start: world.sunday + 15 + 7 * dice.below(3),
    end: world.sunday + 100,
    closed: false,
    ...(kind === 'cancelled' && { cancelled: created + 26 }),
    ...(kind === 'reopened' && { reopened: created + 25 }),
  }
}

const stageNames = ['Commercial', 'Director']

/** The last stage's approval is the requisition's; old ones no longer say who approved each stage, and when. */
function approvalsOf({ gang, status, approved, created }: RequisitionPlan) {
  const { company } = gang.firm
  const wanted = company.stageTracking ? 2 : 1
  const given = approved ? wanted : status === 'cancelled' ? 0 : wanted - 1
  const approver = (stage: number) => nameAndEmail(userOf(company, stage === wanted ? 0 : 3))
  const approvedAt = (stage: number) => at(created + stage, 645)
  const approvalStages = stageNames.slice(-wanted).map((name, index) => {
    const [stage, known] = [index + 1, index < given && !isOld(gang.index)]
    return {
      stage,
      name,
      approved: index < given,
      approvedAt: known ? approvedAt(stage) : null,
      approver: known ? approver(stage) : null,
    }
  })
  if (!approved) return { approvalStages }
  return { approvalStages, approvedDate: approvedAt(wanted), approver: approver(wanted) }
}

function submissionOf({ candidate, agency, submitted, rejected, assigned }: Submission) {
  const { gang, worker } = candidate
  const known = !isOld(gang.index)
  return {
    worker: { id: idOf('worker', worker) },
    submittedAt: known ? at(submitted, 690) : null,
    isRejected: rejected !== undefined,
    rejectionReason: rejected ?? null,
    ...(known && { submittedBy: refTo(agencyUserOf(agency, 0)) }),
    ...(assigned && known && { assignedBy: refTo(userOf(gang.firm.company, 4)) }),
  }
}

/** Each agency is quick or slow in its own way; now and then one answers only when it has somebody to send. */
function acceptedOn({ number, created }: RequisitionPlan, agency: Agency, own: readonly Submission[]): Day {
  if (number % 11 === 0) return Math.min(...own.map(({ submitted }) => submitted))
  return created + 3 + (agency.index % 3) + ((number * 7 + agency.index) % 4)
}

function responseOf(plan: RequisitionPlan, agency: Agency) {
  const { created, approved, submissions } = plan
  const own = submissions.filter(submission => submission.agency === agency)
  return {
    id: agency.id,
    name: agency.name,
    offered: own.length,
    assigned: own.filter(submission => submission.assigned).length,
    dateReceived: approved ? at(created + 3, 520) : null,
    dateAccepted: own.length > 0 ? at(acceptedOn(plan, agency, own), 780) : null,
    submissions: own.map(submissionOf),
  }
}

function fieldsOf({ gang }: RequisitionPlan, dice: Dice) {
  const id = (at: number) => idOf('requisitionField', gang.firm.company.index * 10 + at)
  return [
    { fieldId: id(0), label: 'Package', fieldType: 'text', value: dice.pick(['WP-03', 'WP-12', 'WP-27']) },
    { fieldId: id(1), label: 'Parking', fieldType: 'multiSelect', value: ['On site', 'Street'] },
    { fieldId: null, label: 'Old order number', fieldType: 'text', value: null },
  ]
}

const cancellations = ['Programme moved', 'Found among our own people', 'Budget withdrawn']

const cancellationOf = (gang: Gang, cancelled: Day, dice: Dice) => ({
  reason: dice.pick(cancellations),
  date: gang.index % 9 === 2 ? null : at(cancelled, 870),
  ...(dice.chance(60) && { comments: 'Agencies told by telephone' }),
})

function factsOf(plan: RequisitionPlan, answers: readonly object[]) {
  const { gang, status, created, closed, reopened, number } = plan
  const { company } = gang.firm
  const { costCode } = masterTrades[gang.trade]!
  const stage = company.stageTracking ? 2 : 1
  const refusal = { stage, at: at(created + 2, 700), by: userOf(company, 0).id }
  const costCodes = new Set(number % 4 === 0 ? [costCode, 0] : [costCode])
  return {
    ...(closed && status === 'approved' && { active: false }),
    ...(status === 'rejected' && { refusal }),
    ...(reopened !== undefined && { reopenedAt: at(reopened, 880) }),
    costCodes: [...costCodes].map(code => idOf('costCode', code)),
    ...recruitmentStages(plan),
    ...(answers.length > 0 && { answers }),
  }
}

/** Where the work is and of what trade, as requisitions and assignments show it. */
export const workAt = ({ firm, trade }: Gang, project: Project, site: Site) => ({
  company: { id: firm.company.id },
  project: { id: project.id },
  ...regionAndSectorOf(project),
  site: { id: site.id },
  trade: { id: tradeId(firm.company, trade) },
})

function requisitionLine(plan: RequisitionPlan): LoadLine {
  const { number, gang, status, created, approved, cancelled, reopened, submissions } = plan
  const dice = new Dice('requisition line', number)
  const { company } = gang.firm
  const own = submissions.filter(({ agency, candidate }) => agency === candidate.agency)
  const answers = own.flatMap(({ candidate, submitted }) => answersOf(candidate, submitted))
  // The last thing that happened to it or to anybody on it.
  const changed = [created + (approved ? 6 : 2), cancelled ?? 0, reopened ?? 0, ...submissions.map(lastDayOf)]
  return {
    type: 'requisition',
    record: {
      id: idOf('requisition', number),
      reference: referenceFor(company, 'RQ', number),
      status: status === 'rejected' ? 'raised' : status,
      quantity: plan.quantity,
      autoAssign: dice.chance(15),
      requestor: nameAndEmail(userOf(company, 1 + (number % 2))),
      ...approvalsOf(plan),
      ...workAt(gang, plan.project, plan.site),
      ...(number % 3 !== 0 && { activity: { id: idOf('activity', number % activities.length) } }),
      agencies: gang.agencies.map(agency => responseOf(plan, agency)),
      ...(cancelled !== undefined && { cancellation: cancellationOf(gang, cancelled, dice) }),
      ...(dice.chance(40) && { customFields: fieldsOf(plan, dice) }),
      startDate: at(plan.start),
      endDate: at(plan.end),
      submissionAnswers: answers.filter(answer => answer.displayLocations.includes('requisition')),
      createdAt: at(created, 530),
      updatedAt: at(Math.max(...changed), 1035),
    },
    facts: factsOf(plan, answers),
    nanoid: nanoidOf('requisition', number),
  }
}

export function* requisitionsOf(world: World, gang: Gang): Generator<LoadLine> {
  for (const stint of gang.stints)
    if (!isCloned(gang, stint)) yield requisitionLine(stintPlan(world, gang, stint))
  if (gang.index % 4 === 3 && !isOld(gang.index)) yield requisitionLine(vacancyPlan(world, gang))
}
