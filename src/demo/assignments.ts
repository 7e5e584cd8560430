// Assignments as they are loaded: who, where, when and for how much.
import { answersOf } from './answers.ts'
import { type Course, courseFor } from './assignment-dates.ts'
import { extrasOf } from './assignment-extras.ts'
import { activitiesOf, turnsOf } from './assignment-turns.ts'
import { upliftsOf } from './assignment-uplifts.ts'
import { at } from './calendar.ts'
import { type Duty, worth } from './duties.ts'
import type { LoadLine } from './load-line.ts'
import { pounds } from './money.ts'
import type { Company } from './organisations.ts'
import { type Placement, placementIndex } from './placements.ts'
import { regionId } from './places.ts'
import { idOf, nanoidOf } from './random.ts'
import { chargeRate } from './rates.ts'
import { costCodeOf, masterTrades, sectorId } from './reference-lists.ts'
import { tagsOf, tradeId } from './trades.ts'
import { mentionOf, userOf } from './users.ts'
import { weekdayDuty } from './weeks.ts'
import type { World } from './world.ts'

const numbered = (company: Company, letters: string, number: number) =>
  `${company.prefix}-${letters}${String(number + 1).padStart(5, '0')}`

const other = (company: Company, index: number) => ({
  id: idOf('assignment', index),
  reference: numbered(company, 'AS', index),
})

const requisitionOf = (company: Company, index: number) => ({
  id: idOf('requisition', index),
  reference: numbered(company, 'RQ', index),
  nanoid: nanoidOf('requisition', index),
})

/** One order a project and agency, for all trades. */
const purchaseOrderOf = ({ gang, stint, agency }: Placement): string =>
  numbered(gang.firm.company, 'PO', (stint.project.index % 10) * 100 + agency.index)

function patternOf(duty: Duty) {
  const day = (active: boolean) => ({
    start: duty.start / 60,
    end: (duty.end / 60) % 24,
    active,
    break: duty.breaks,
    night: duty.shiftType === 'night',
  })
  const [on, off] = [day(true), day(false)]
  return { m: on, t: on, w: on, th: on, f: on, s: off, su: off }
}

function moneyOf(placement: Placement) {
  const { table } = placement
  const line = worth(table, weekdayDuty(placement))
  const week = ({ standard, overtime }: { standard: number; overtime: number }) =>
    pounds(5 * (standard + overtime))
  return {
    rates: { pay: pounds(table.rates.wd.pay), charge: pounds(chargeRate(table, 'wd')) },
    values: { pay: week(line.pay), charge: week(line.charge) },
  }
}

function linksOf(placement: Placement, { created }: Course) {
  const { gang, stint, worker, replacedBy, replacementFor } = placement
  const { company } = gang.firm
  const replaced = replacedBy !== undefined || replacementFor !== undefined
  const cloned = stint !== gang.stints[0] && gang.index % 2 === 0
  return {
    requisition: requisitionOf(company, stint.index),
    ...(cloned && {
      clone: { date: at(created, 620), original: other(company, placementIndex(worker, gang.stints[0]!)) },
    }),
    ...(replaced && {
      replacement: {
        ...(replacedBy !== undefined && { replacedBy: other(company, replacedBy) }),
        ...(replacementFor !== undefined && { replacementFor: other(company, replacementFor) }),
        requisition: requisitionOf(company, stint.index),
        reason: 'Left for another job',
        type: gang.index % 2 === 0 ? 'temporary' : 'permanent',
      },
    }),
  }
}

function placeOf({ gang, stint, agency, worker, viaUmbrella }: Placement) {
  const { company } = gang.firm
  const [tag] = tagsOf(company, gang.trade)
  return {
    company: { id: company.id },
    project: { id: stint.project.id },
    region: { id: regionId(stint.project.place) },
    sector: { id: sectorId(stint.project.sector) },
    site: { id: stint.site.id },
    trade: { id: tradeId(company, gang.trade) },
    ...(tag && { tag }),
    agency: { id: agency.id },
    ...(viaUmbrella && { umbrella: 'Thistlewick Pay (Demo)' }),
    worker: { id: idOf('worker', worker) },
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

export function assignmentLine(world: World, placement: Placement): LoadLine {
  const { index, gang, stint, outcome, rateType, storedRateType, table } = placement
  const { company } = gang.firm
  const course = courseFor(world, placement)
  const answers = answersOf(placement, course.created - 2)
  const { costCode } = masterTrades[gang.trade]!
  return {
    type: 'assignment',
    record: {
      id: idOf('assignment', index),
      reference: numbered(company, 'AS', index),
      status: outcome === 'reinstated' ? 'confirmed' : outcome,
      payType: table.daily ? 'daily' : 'hourly',
      rateType,
      ...placeOf(placement),
      ...linksOf(placement, course),
      costCode: costCodeOf(costCode),
      ...datesOf(course),
      ...(company.index < 2 && { purchaseOrder: purchaseOrderOf(placement) }),
      ...moneyOf(placement),
      ...upliftsOf(world, placement),
      shiftPattern: patternOf(weekdayDuty(placement)),
      ...turnsOf(placement, course),
      ...(index % 10 !== 9 && { assignedBy: mentionOf(userOf(company, stint.project.index % 5)) }),
      activities: activitiesOf(placement, course),
      ...extrasOf(placement, course),
      submissionAnswers: answers.filter(answer => answer.displayLocations.includes('assignment')),
    },
    facts: {
      costCode: idOf('costCode', costCode),
      rateType: storedRateType,
      ...(answers.length > 0 && { answers }),
    },
    nanoid: nanoidOf('assignment', index),
  }
}
