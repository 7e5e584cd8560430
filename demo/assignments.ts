// Assignments as they are loaded: who, where, when and for how much.
import { answersOf } from './answers.ts'
import { type Course, courseFor } from './assignment-dates.ts'
import { extrasOf } from './assignment-extras.ts'
import { linksOf } from './assignment-links.ts'
import { activitiesOf, turnsOf } from './assignment-turns.ts'
import { upliftsOf } from './assignment-uplifts.ts'
import { at } from './calendar.ts'
import type { Duty } from './duties.ts'
import type { Gang } from './gangs.ts'
import type { LoadLine } from './load-line.ts'
import { pounds } from './money.ts'
import { type Placement, placementsOf } from './placements.ts'
import { regionId } from './places.ts'
import { purchaseOrderOf } from './purchase-orders.ts'
import { idOf, nanoidOf } from './random.ts'
import { chargeRate } from './rates.ts'
import { costCodeOf, masterTrades, sectorId } from './reference-lists.ts'
import { numbered } from './references.ts'
import { tagsOf, tradeId } from './trades.ts'
import { mentionOf, userOf } from './users.ts'
import { usualWeek, weekdayDuty } from './weeks.ts'
import type { World } from './world.ts'

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
  const { pay, charge } = usualWeek(placement)
  return {
    rates: { pay: pounds(table.rates.wd.pay), charge: pounds(chargeRate(table, 'wd')) },
    values: { pay: pounds(pay), charge: pounds(charge) },
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

function assignmentLine(world: World, placement: Placement): LoadLine {
  const { index, gang, stint, outcome, rateType, storedRateType, table } = placement
  const { company } = gang.firm
  const course = courseFor(world, placement)
  const answers = answersOf(placement, course.submitted)
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
      ...purchaseOrderOf(placement),
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
      ...(course.confirmed && { approvedDate: at(course.confirmed, 660) }),
      costCode: idOf('costCode', costCode),
      rateType: storedRateType,
      ...(answers.length > 0 && { answers }),
    },
    nanoid: nanoidOf('assignment', index),
  }
}

export function* assignmentsOf(world: World, gang: Gang): Generator<LoadLine> {
  for (const placement of placementsOf(gang)) yield assignmentLine(world, placement)
}
