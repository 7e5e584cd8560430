// Assignments: who, where, when and for how much; what each was made from, how it changed, what replaced it.
import { detailsOf, upliftsOf } from './assignment-details.ts'
import { at, type Day } from './calendar.ts'
import { courseFor, gangSize, placementIndex, placementsOf } from './gangs.ts'
import { referenceFor } from './organisations.ts'
import { agencyUserOf, userOf } from './people-and-permissions.ts'
import { purchaseOrderOf } from './purchase-orders.ts'
import { Dice, idOf, nanoidOf, refTo } from './random.ts'
import { chargeOf, pounds } from './rates.ts'
import { costCodeOf, masterTrades, tagsOf } from './reference-lists.ts'
import { isCloned, requisitionOf, workAt } from './requisitions.ts'
import { usualWeek, weekdayDuty } from './shifts.ts'
import { storyOf } from './story-records.ts'
import { answersOf } from './submissions.ts'
import type { Company, Course, Gang, LoadLine, Placement, World } from './world.ts'

const other = (company: Company, index: number) => ({
  id: idOf('assignment', index),
  reference: referenceFor(company, 'AS', index),
})

/** A requisition and perhaps a replacement, or the assignment it was cloned from: the worker's own or another's. */
function linksOf({ gang, stint, member, replacedBy, replacementFor }: Placement, { created }: Course) {
  const { company } = gang.firm
  if (isCloned(gang, stint)) {
    const copied = gang.index % 4 === 0 ? (member + 2) % gangSize : member
    const original = placementIndex(gang.index * gangSize + copied, gang.stints[0]!)
    return { clone: { date: at(created, 620), original: other(company, original) } }
  }
  const requisition = requisitionOf(gang, stint)
  if (replacedBy === undefined && replacementFor === undefined) return { requisition }
  return {
    requisition,
    replacement: {
      ...(replacedBy !== undefined && { replacedBy: other(company, replacedBy) }),
      ...(replacementFor !== undefined && { replacementFor: other(company, replacementFor) }),
      requisition,
      reason: 'Left for another job',
      type: gang.index % 2 === 0 ? 'temporary' : 'permanent',
    },
  }
}

/** Time of day, in minutes, and possible reasons. */
const changes = {
  cancellation: { minute: 900, reasons: ['Worker withdrew', 'Programme moved', 'Duplicate booking'] },
  reinstatement: { minute: 930, reasons: ['Cancelled by mistake', 'Programme moved back'] },
  ended: { minute: 990, reasons: ['Left for another job', 'Work finished early', 'Did not return'] },
}

type Change = keyof typeof changes

const reasonFor = ({ index, replacedBy }: Placement, change: Change) =>
  replacedBy !== undefined ? changes.ended.reasons[0]! : new Dice(change, index).pick(changes[change].reasons)

function changeOf(placement: Placement, change: Change, day: Day | undefined) {
  if (day === undefined) return {}
  const commented = new Dice(`${change} comments`, placement.index).chance(50)
  return {
    [change]: {
      reason: reasonFor(placement, change),
      date: at(day, changes[change].minute),
      ...(commented && { comments: 'Agreed with the agency by telephone' }),
      user: refTo(userOf(placement.gang.firm.company, 4)),
    },
  }
}

/** In the order in which they happened. */
function activitiesOf(placement: Placement, course: Course): object[] {
  const { gang, stint, agency, replacedBy, replacementFor } = placement
  const { company } = gang.firm
  const counterpart = replacedBy ?? replacementFor
  const by = ({ id, name }: { id: string; name: string }) => ({ user: name, userId: id })
  const labour = by(userOf(company, 4))
  const entry = (activityType: string, day: Day | undefined, minute: number, rest: object) =>
    day === undefined ? [] : [{ created: at(day, minute), activityType, ...rest }]
  const changed = (change: Change, activityType: string, day: Day | undefined, rest: object = {}) =>
    entry(activityType, day, changes[change].minute, {
      ...labour,
      reason: reasonFor(placement, change),
      ...rest,
    })
  return [
    ...entry('created', course.created, 620, {
      ...by(userOf(company, stint.project.index % 5)),
      message: `Offered to ${agency.name}`,
    }),
    ...entry('confirmed', course.confirmed, 670, by(agencyUserOf(agency, 0))),
    ...changed('cancellation', 'cancelled', course.cancelled),
    ...changed('reinstatement', 'reinstated', course.reinstated),
    ...changed('ended', 'ended', course.ended, { comments: 'Passes collected at the gate' }),
    ...(counterpart === undefined
      ? []
      : entry('replaced', course.updated, 1025, {
          ...labour,
          entity: { id: idOf('assignment', counterpart) },
        })),
    ...entry('completed', course.completed, 1020, { message: 'The end date has passed' }),
  ]
}

function patternOf(placement: Placement) {
  const { start, end, breaks, shiftType } = weekdayDuty(placement)
  const [on, off] = [true, false].map(active => ({
    start: start / 60,
    end: (end / 60) % 24,
    active,
    break: breaks,
    night: shiftType === 'night',
  }))
  return { m: on, t: on, w: on, th: on, f: on, s: off, su: off }
}

const patternIn = (world: World, placement: Placement) =>
  storyOf(world, placement)?.story.assignment !== 'noPattern' && { shiftPattern: patternOf(placement) }

function workOf(world: World, placement: Placement) {
  const { gang, stint } = placement
  const { trade, ...place } = workAt(gang, stint.project, stint.site)
  return storyOf(world, placement)?.story.assignment === 'noTrade' ? place : { ...place, trade }
}

function moneyOf(placement: Placement) {
  const { wd } = placement.table.rates
  const { pay, charge } = usualWeek(placement)
  return {
    rates: { pay: pounds(wd.pay), charge: pounds(chargeOf(wd)) },
    values: { pay: pounds(pay), charge: pounds(charge) },
  }
}

const datesOf = ({ start, end, completed, confirmed, created, updated }: Course) => ({
  startDate: at(start),
  endDate: at(end),
  timesheetStartDate: at(start),
  ...(completed && { completedDate: at(completed, 1020) }),
  ...(confirmed && { confirmationDate: at(confirmed, 670) }),
  createdAt: at(created, 620),
  updatedAt: at(updated, 1030),
})

function assignmentLine(world: World, placement: Placement): LoadLine {
  const { index, gang, stint, agency, worker, outcome, rateType, storedRateType, table } = placement
  const { company } = gang.firm
  const course = courseFor(world, placement)
  const answers = answersOf(placement, course.submitted)
  const [tag] = tagsOf(company, gang.trade)
  return {
    type: 'assignment',
    record: {
      id: idOf('assignment', index),
      reference: referenceFor(company, 'AS', index),
      status: outcome === 'reinstated' ? 'confirmed' : outcome,
      payType: table.daily ? 'daily' : 'hourly',
      rateType,
      ...workOf(world, placement),
      ...(tag && { tag }),
      agency: { id: agency.id },
      ...(placement.viaUmbrella && { umbrella: 'Thistlewick Pay (Demo)' }),
      worker: { id: idOf('worker', worker) },
      ...linksOf(placement, course),
      costCode: costCodeOf(gang.trade),
      ...datesOf(course),
      ...purchaseOrderOf(placement),
      ...moneyOf(placement),
      ...upliftsOf(world, placement),
      ...patternIn(world, placement),
      ...changeOf(placement, 'cancellation', course.cancelled),
      ...changeOf(placement, 'reinstatement', course.reinstated),
      ...changeOf(placement, 'ended', course.ended),
      ...(index % 10 !== 9 && { assignedBy: refTo(userOf(company, stint.project.index % 5)) }),
      activities: activitiesOf(placement, course),
      ...detailsOf(world, placement, course),
      submissionAnswers: answers.filter(answer => answer.displayLocations.includes('assignment')),
    },
    facts: {
      ...(course.confirmed && { approvedDate: at(course.confirmed, 660) }),
      costCode: idOf('costCode', masterTrades[gang.trade]!.costCode),
      rateType: storedRateType,
      ...(answers.length > 0 && { answers }),
    },
    nanoid: nanoidOf('assignment', index),
  }
}

export function* assignmentsOf(world: World, gang: Gang): Generator<LoadLine> {
  for (const placement of placementsOf(gang)) yield assignmentLine(world, placement)
}
