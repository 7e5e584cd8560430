// Random programmes of two companies, and recruitment metrics worked out of their load lines slowly and plainly:
// loops over everything, days as text, nothing shared with the server.
import fc from 'fast-check'
import { agency, company, connection, type Line, project, timesheet } from './lines.ts'
import type { Json } from './server.ts'

export const stages = [
  'submitted',
  'cvReviewed',
  'interviewRequested',
  'interviewBooked',
  'interviewed',
  'offerMade',
  'offerAccepted',
  'offerRejected',
  'assigned',
  'missingCompliance',
  'withdrew',
]
const customs = ['custom_tour', 'custom_old']

/** Three years around a turn of the year, at any hour. */
const moment = fc
  .integer({ min: Date.UTC(2024, 10, 1), max: Date.UTC(2026, 2, 1) })
  .map(time => new Date(time).toISOString())
/** Dates near each other, so that they fall on one another's days. */
const near = fc
  .integer({ min: 0, max: 40 * 24 })
  .map(hours => new Date(Date.UTC(2024, 11, 10) + hours * 3_600_000).toISOString())
const when = fc.oneof({ weight: 4, arbitrary: near }, moment)
const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 })
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 })
const someStage = fc.constantFrom(...stages, ...customs)

const configuration = fc.record({
  enabled: fc.constant(true),
  order: fc.uniqueArray(someStage, { maxLength: 6 }),
  labels: fc.dictionary(someStage, fc.constantFrom('Alpha', 'Beta')),
  excluded: fc.uniqueArray(someStage, { maxLength: 3 }),
  baseStages: fc.dictionary(someStage, someStage),
})

const submission = fc.record({
  worker: fc.integer({ min: 0, max: 3 }),
  submittedAt: orNull(when),
  isRejected: fc.boolean(),
  history: perhaps(fc.array(fc.record({ stage: someStage, at: orNull(when) }), { maxLength: 7 })),
})

const requisition = fc.record({
  place: fc.integer({ min: 0, max: 3 }),
  createdAt: when,
  approvedDate: perhaps(when),
  startDate: perhaps(when),
  reopenedAt: perhaps(when),
  responses: fc.uniqueArray(
    fc.record({
      agency: fc.integer({ min: 0, max: 1 }),
      dateReceived: orNull(when),
      dateAccepted: orNull(when),
      offered: fc.nat(4),
      assigned: fc.nat(2),
      submissions: fc.uniqueArray(submission, { maxLength: 3, selector: one => one.worker }),
    }),
    { maxLength: 2, selector: one => one.agency },
  ),
})

const sheet = fc.record({
  place: fc.integer({ min: 0, max: 3 }),
  agency: fc.integer({ min: 0, max: 1 }),
  worker: fc.integer({ min: 0, max: 3 }),
  /** Sundays, two of them of the same ISO year in different calendar years. */
  weekEnding: fc.constantFrom('2024-12-22', '2024-12-29', '2025-01-05', '2025-01-12'),
  tenths: fc.oneof(fc.integer({ min: 0, max: 700 }), fc.constantFrom(0, 96, 240, 480)),
  status: fc.constantFrom('pending', 'approved', 'approved', 'cancelled', 'absent'),
})

export const programme = fc.record({
  configurations: fc.tuple(configuration, configuration),
  requisitions: fc.array(requisition, { maxLength: 12 }),
  sheets: fc.array(sheet, { maxLength: 25 }),
})
export type Programme = typeof programme extends fc.Arbitrary<infer T> ? T : never

/** Places are projects: two of each company. */
export const companyAt = (place: number) => (place < 2 ? 0 : 1)

/** The programme as load lines, all its ids beginning with `key`. */
export function linesOf(programme: Programme, key: string): Line[] {
  const ids = idsOf(key)
  return [
    ...programme.configurations.map((stageTracking, index) => ({
      ...company(ids.company(index), { name: `Company ${index}` }),
      facts: { stageTracking },
    })),
    ...[0, 1].map(index => agency(ids.agency(index), { name: `Agency ${index}` })),
    ...[0, 1].flatMap(index => [0, 1].map(other => connection(ids.company(index), ids.agency(other)))),
    ...[0, 1, 2, 3].map(place =>
      project(ids.project(place), ids.company(companyAt(place)), { name: `Project ${place}` }),
    ),
    ...programme.requisitions.map((one, index) => requisitionLine(one, index, key)),
    ...programme.sheets.map((one, index) =>
      timesheet(
        `${key}t${index}`,
        {
          company: ids.company(companyAt(one.place)),
          project: ids.project(one.place),
          agency: ids.agency(one.agency),
          worker: `mw${one.worker}`,
        },
        { weekEnding: one.weekEnding, netHours: one.tenths / 10, status: one.status },
      ),
    ),
  ]
}

const idsOf = (key: string) => ({
  company: (index: number) => `${key}c${index}`,
  agency: (index: number) => `${key}a${index}`,
  project: (place: number) => `${key}p${place}`,
})

function requisitionLine(one: Programme['requisitions'][number], index: number, key: string): Line {
  const ids = idsOf(key)
  return {
    type: 'requisition',
    record: {
      id: `${key}r${index}`,
      reference: `R-${index}`,
      status: 'approved',
      quantity: 1,
      company: { id: ids.company(companyAt(one.place)) },
      project: { id: ids.project(one.place) },
      createdAt: one.createdAt,
      updatedAt: one.createdAt,
      ...(one.approvedDate && { approvedDate: one.approvedDate }),
      ...(one.startDate && { startDate: one.startDate }),
      agencies: one.responses.map(response => ({
        id: ids.agency(response.agency),
        offered: response.offered,
        assigned: response.assigned,
        dateReceived: response.dateReceived,
        dateAccepted: response.dateAccepted,
        submissions: response.submissions.map(({ worker, submittedAt, isRejected }) => ({
          worker: { id: `mw${worker}` },
          submittedAt,
          isRejected,
          rejectionReason: null,
        })),
      })),
    },
    facts: {
      ...(one.reopenedAt && { reopenedAt: one.reopenedAt }),
      stages: one.responses
        .flatMap(response =>
          response.submissions.flatMap(({ worker, history }) =>
            history
              ? [
                  {
                    worker: { id: `mw${worker}` },
                    agency: { id: ids.agency(response.agency) },
                    submittedAt: null,
                    isRejected: false,
                    stage: 'submitted',
                    history: history.map(entry => ({ ...entry, byUserId: null })),
                  },
                ]
              : [],
          ),
        )
        .reverse(),
    },
  }
}

const dayOf = (time: string | null | undefined) => (time ? time.slice(0, 10) : undefined)
const gap = (from: string | undefined, to: string | undefined) =>
  from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) : null
const british = (day: string | undefined) => (day ? day.split('-').reverse().join('/') : '')
const built: Record<string, string> = {
  submitted: 'Submitted',
  cvReviewed: 'CV reviewed',
  interviewRequested: 'Interview requested',
  interviewBooked: 'Interview booked',
  interviewed: 'Interviewed',
  offerMade: 'Offer made',
  offerAccepted: 'Offer accepted',
  offerRejected: 'Offer rejected',
  assigned: 'Assigned',
  missingCompliance: 'Missing compliance',
  withdrew: 'Withdrew',
}

/** Every row, in no order. */
export function slowRows({ requisitions, configurations }: Programme): Json[] {
  const rows: Json[] = []
  for (const [index, one] of requisitions.entries()) {
    for (const response of one.responses) {
      for (const submitted of response.submissions) {
        rows.push({
          reqRef: `R-${index}`,
          supplier: `Agency ${response.agency}`,
          worker: `Ada mw${submitted.worker}`,
          ...slowRow(one, response, submitted, configurations[companyAt(one.place)]!),
        })
      }
    }
  }
  return rows
}

type RequisitionEntry = Programme['requisitions'][number]
type Response = RequisitionEntry['responses'][number]
type SubmissionEntry = Response['submissions'][number]

function slowRow(
  one: RequisitionEntry,
  response: Response,
  submitted: SubmissionEntry,
  set: Programme['configurations'][number],
) {
  const history = submitted.history ?? []
  const at = (stage: string): string | undefined => {
    for (const entry of history) if (entry.stage === stage && entry.at) return dayOf(entry.at)
    return stage === 'submitted' ? dayOf(submitted.submittedAt) : undefined
  }
  const label = (stage: string) => set.labels[stage] ?? built[stage] ?? stage
  const current = history.length > 0 ? history[history.length - 1]!.stage : 'submitted'
  const [created, reopened] = [dayOf(one.createdAt)!, dayOf(one.reopenedAt)]
  const target = at('offerMade') ?? dayOf(response.dateAccepted)
  const listed: string[] = []
  for (const stage of [...set.order, ...stages, ...history.map(entry => entry.stage)])
    if (!listed.includes(stage)) listed.push(stage)
  const known = (stage: string) =>
    stages.includes(stage) || set.order.includes(stage) || stage in set.labels || stage in set.baseStages
  return {
    reqCreated: british(created),
    reqReopened: british(reopened),
    reqStart: british(dayOf(one.startDate)),
    project: `Project ${one.place}`,
    trade: '',
    ...Object.fromEntries(stages.map(stage => [stage, british(at(stage))])),
    currentStage: current,
    currentStageLabel: label(current),
    cvRejected: submitted.isRejected ? 'Yes' : 'No',
    managerReviewDays: gap(at('submitted'), at('cvReviewed')),
    timeToInterviewDays: gap(at('submitted'), at('interviewed')),
    timeToOfferDays: gap(at('submitted'), at('offerMade')),
    timeToFillDays: gap(reopened && target && target >= reopened ? reopened : created, target),
    timeToOfferAcceptedDays: gap(created, at('offerAccepted')),
    offerToStartDays: gap(at('offerAccepted'), dayOf(one.startDate)),
    requestToBookingDays: gap(at('interviewRequested'), at('interviewBooked')),
    bookingToInterviewDays: gap(at('interviewBooked'), at('interviewed')),
    timeToWithdrawalDays: gap(at('submitted'), at('withdrew')),
    hasWithdrawn: at('withdrew') !== undefined,
    stageDates: listed.map(stage => {
      const base = set.baseStages[stage] ?? 'submitted'
      const later = (at(base) ?? '') > (at(stage) ?? '')
      return {
        stage,
        label: label(stage),
        enabled: known(stage) && !set.excluded.includes(stage),
        at: british(at(stage)),
        daysFromSubmitted: gap(at('submitted'), at(stage)),
        elapsedFromStage: base,
        elapsedFromStageLabel: label(base),
        elapsedDays: later ? null : gap(at(base), at(stage)),
      }
    }),
  }
}

/** The ISO week of a day, found by walking back to the Monday of a week that holds a 4 January. */
export function slowWeek(day: string): string {
  const days = (text: string) => Math.floor(Date.parse(text) / 86_400_000)
  const firstMonday = (year: number) => {
    let monday = days(`${year}-01-04`)
    while (new Date(monday * 86_400_000).getUTCDay() !== 1) monday--
    return monday
  }
  const year = Number(day.slice(0, 4))
  const of = [year + 1, year, year - 1].find(one => firstMonday(one) <= days(day))!
  const week = Math.floor((days(day) - firstMonday(of)) / 7) + 1
  return `${of}-W${week < 10 ? '0' : ''}${week}`
}

function slowGroup(groupBy: readonly string[], place: number, agencyIndex: number, day: string): string {
  const names: Record<string, string> = {
    all: '',
    company: `Company ${companyAt(place)}`,
    project: `Project ${place}`,
    agency: `Agency ${agencyIndex}`,
    month: day.slice(0, 7),
    week: slowWeek(day),
  }
  return groupBy.map(word => names[word]).join(' | ')
}

function sortedGroups<T>(groups: Map<string, T>): [string, T][] {
  return [...groups].sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
}

/** Type 7 as its definition reads: the value at the place 1 + (n − 1)p, counted from one. */
export function slowQuantile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = 1 + (sorted.length - 1) * p
  const whole = Math.trunc(place)
  const low = sorted[whole - 1]!
  const high = sorted[Math.min(whole, sorted.length - 1)]!
  return low * (1 - (place - whole)) + high * (place - whole)
}

/** Two decimals, half up. */
const two = (value: number) => Math.floor(value * 100 + 0.5) / 100

/** As it is shown unless they are asked for. */
export const withoutOutliers = ({ outliers: _, ...row }: ReturnType<typeof slowSpread>) => row

export function slowSpread(values: readonly number[]) {
  const [q1, q3] = [slowQuantile(values, 0.25), slowQuantile(values, 0.75)]
  const [lower, upper] = [q1 - 1.5 * (q3 - q1), q3 + 1.5 * (q3 - q1)]
  const kept = values.filter(value => value >= lower && value <= upper)
  let sum = 0
  for (const value of kept) sum += value
  return {
    rawCount: values.length,
    excludedOutliers: values.length - kept.length,
    iqrBounds: { lower: two(lower), upper: two(upper) },
    outliers: [...values].sort((a, b) => a - b).filter(value => value < lower || value > upper),
    values: {
      count: kept.length,
      averageDays: Math.floor((sum * 100) / kept.length + 0.5) / 100,
      medianDays: two(slowQuantile(kept, 0.5)),
      minDays: Math.min(...kept),
      maxDays: Math.max(...kept),
      p25Days: two(slowQuantile(kept, 0.25)),
      p75Days: two(slowQuantile(kept, 0.75)),
    },
  }
}

export function slowFill({ requisitions }: Programme, groupBy: readonly string[]): Json[] {
  const groups = new Map<string, number[]>()
  for (const one of requisitions) {
    for (const response of one.responses) {
      const day = dayOf(response.dateAccepted)
      const [approved, reopened] = [dayOf(one.approvedDate), dayOf(one.reopenedAt)]
      if (!day || !approved) continue
      const group = slowGroup(groupBy, one.place, response.agency, day)
      const days = gap(reopened && day >= reopened ? reopened : approved, day)!
      groups.set(group, [...(groups.get(group) ?? []), days])
    }
  }
  return sortedGroups(groups).map(([group, values]) => ({ group, ...withoutOutliers(slowSpread(values)) }))
}

/** Hours in tenths, so that nothing is rounded before the end. */
export function slowHours({ sheets }: Programme, groupBy: readonly string[], threshold: number): Json[] {
  const groups = new Map<string, Map<string, number>>()
  for (const sheet of sheets) {
    if (sheet.status === 'cancelled' || sheet.status === 'absent' || sheet.tenths === 0) continue
    const group = slowGroup(groupBy, sheet.place, sheet.agency, sheet.weekEnding)
    const weeks = groups.get(group) ?? new Map<string, number>()
    const key = `${sheet.worker} ${sheet.weekEnding}`
    groups.set(group, weeks.set(key, (weeks.get(key) ?? 0) + sheet.tenths))
  }
  return sortedGroups(groups).map(([group, weeks]) => {
    const over = [...weeks].filter(([, tenths]) => tenths > threshold * 10)
    let total = 0
    for (const tenths of weeks.values()) total += tenths
    return {
      group,
      values: {
        thresholdHours: threshold,
        hoursField: 'netHours',
        workerWeeks: weeks.size,
        workersOverThreshold: over.length,
        distinctWorkersOverThreshold: new Set(over.map(([key]) => key.split(' ')[0])).size,
        totalHours: total / 10,
        averageWeeklyHours: Math.floor((total * 10) / weeks.size + 0.5) / 100,
        maxWeeklyHours: Math.max(...weeks.values()) / 10,
      },
    }
  })
}

const exits = ['withdrew', 'offerRejected', 'missingCompliance']

/** How far each submission got. */
function slowProgress({ requisitions }: Programme) {
  const all: { days: Record<string, string>; last: string; exit: string }[] = []
  for (const { responses } of requisitions)
    for (const { submissions } of responses)
      for (const { submittedAt, isRejected, history = [] } of submissions) {
        const days: Record<string, string> = {}
        for (const { stage, at } of history) if (at && !(stage in days)) days[stage] = at.slice(0, 10)
        if (submittedAt && !('submitted' in days)) days.submitted = submittedAt.slice(0, 10)
        let last = 'submitted'
        for (const { stage } of history) if (!exits.includes(stage)) last = stage
        const current = history.length === 0 ? 'submitted' : history[history.length - 1]!.stage
        all.push({ days, last, exit: exits.includes(current) ? current : isRejected ? 'rejected' : '' })
      }
  return all
}

const slowMedian = (values: readonly number[]) =>
  values.length === 0 ? null : two(slowQuantile(values, 0.5))
const slowPercent = (part: number, of: number) =>
  of === 0 ? 0 : Math.floor((part * 10_000) / of + 0.5) / 100

export function slowStages(programme: Programme, companies: readonly number[]) {
  const all = slowProgress(programme)
  const sets = companies.map(index => programme.configurations[index]!)
  const order: string[] = []
  for (const stage of [...sets.flatMap(set => set.order), ...stages, ...customs, ...all.map(one => one.last)])
    if (
      !order.includes(stage) &&
      !exits.includes(stage) &&
      all.some(one => one.last === stage || one.days[stage])
    )
      order.push(stage)
  const rows = order.map((stage, at) => {
    const been = all.filter(one => one.last === stage || one.days[stage])
    const ended = all.filter(one => one.last === stage)
    const by = (exit: string) => ended.filter(one => one.exit === exit).length
    const gaps = been.flatMap(({ days }) => {
      const taken = at === 0 ? null : gap(days[order[at - 1]!], days[stage])
      return taken === null || taken < 0 ? [] : [taken]
    })
    return {
      stage,
      label: sets.find(set => stage in set.labels)?.labels[stage] ?? built[stage] ?? stage,
      reached: been.length,
      reachedPercent: slowPercent(been.length, all.length),
      passed: all.filter(
        one =>
          !been.includes(one) && order.slice(at + 1).some(later => one.last === later || one.days[later]),
      ).length,
      here: by(''),
      left: ended.length - by(''),
      leftBy: {
        rejected: by('rejected'),
        withdrew: by('withdrew'),
        offerRejected: by('offerRejected'),
        missingCompliance: by('missingCompliance'),
      },
      medianDays: slowMedian(gaps),
      medianOf: gaps.length,
    }
  })
  const gone = all.filter(one => one.exit === 'withdrew')
  const until = gone.flatMap(({ days }) => {
    const taken = gap(days.submitted, days.withdrew)
    return taken === null || taken < 0 ? [] : [taken]
  })
  const summary = {
    submissions: all.length,
    here: all.filter(one => one.exit === '').length,
    left: all.filter(one => one.exit !== '').length,
    withdrawn: gone.length,
    withdrawnPercent: slowPercent(gone.length, all.length),
    cameBack: all.filter(one => one.days.withdrew && one.exit !== 'withdrew').length,
    medianDaysToWithdrawal: slowMedian(until),
  }
  return { rows, summary }
}

export function slowResponses({ requisitions }: Programme, key: string) {
  const rows = [0, 1].flatMap(index => {
    const of = requisitions.flatMap(({ responses }) => responses).filter(({ agency }) => agency === index)
    if (of.length === 0) return []
    const accepted = of.filter(({ dateAccepted }) => dateAccepted)
    const taken = accepted.flatMap(one => gap(dayOf(one.dateReceived), dayOf(one.dateAccepted)) ?? [])
    return [
      {
        agencyId: `${key}a${index}`,
        supplier: `Agency ${index}`,
        asked: of.length,
        accepted: accepted.length,
        acceptedPercent: slowPercent(accepted.length, of.length),
        offered: of.reduce((sum, one) => sum + one.offered, 0),
        assigned: of.reduce((sum, one) => sum + one.assigned, 0),
        medianDays: slowMedian(taken),
        medianOf: taken.length,
      },
    ]
  })
  return rows.sort((a, b) => b.asked - a.asked)
}
