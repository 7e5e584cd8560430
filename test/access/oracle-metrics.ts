// Recruitment metrics the slow and obvious way (§2.17, §4.11): loops over the lines of a world, days as text.
import { slowSpread, slowWeek, withoutOutliers } from '../support/metric-programmes.ts'
import {
  type Answer,
  badRequest,
  type Caller,
  companiesOf,
  compare,
  pageOf,
  Refused,
  type Request,
  valuesOf,
} from './oracle-basics.ts'
import { stageNames, tracks } from './oracle-records.ts'
import type { Any, Line, World } from './worlds.ts'

type Asked = { world: World; query: Request['query']; companies: readonly string[] }

export const metricFields: Record<string, string> = {
  rows: `reqRef,reqCreated,reqReopened,reqStart,project,trade,supplier,worker,${Object.keys(stageNames)},currentStage,currentStageLabel,cvRejected,managerReviewDays,timeToInterviewDays,timeToOfferDays,timeToFillDays,timeToOfferAcceptedDays,offerToStartDays,requestToBookingDays,bookingToInterviewDays,timeToWithdrawalDays,hasWithdrawn,stageDates`,
  timeToFill: 'group,rawCount,excludedOutliers,iqrBounds,values',
  workersOverHours: 'group,values',
}

const first = (query: Request['query'], name: string) => query.find(([key]) => key === name)?.[1]

export function metrics(world: World, caller: Caller, request: Request): Answer {
  const { query } = request
  if (caller.kind === 'agency') throw new Refused(403, 'COMPANY_KEY_REQUIRED')
  const metric = first(query, 'metric') ?? 'rows'
  refuseMistakes(query, metric)
  const available = companiesOf(world, caller)
  const asked = valuesOf(query, 'company')
  if (asked?.some(id => !available.includes(id))) throw new Refused(403, 'COMPANY_ACCESS_DENIED')
  const companies = (asked ?? available).filter(id => tracks(world, id))
  if (companies.length === 0) throw new Refused(403, 'FEATURE_NOT_ENABLED')
  const answer = { rows, timeToFill, workersOverHours }[metric]!
  return answer({ world, query, companies }, request)
}

function refuseMistakes(query: Request['query'], metric: string): void {
  const [from, to] = [first(query, 'from'), first(query, 'to')]
  if (from !== undefined && to !== undefined && from > to) throw badRequest()
  const known = metricFields[metric]!.split(',')
  if (valuesOf(query, 'fields')?.some(name => !known.includes(name.split('.')[0]!))) throw badRequest()
  const by = valuesOf(query, 'groupBy')
  if (by && by.length > 1 && by.includes('all')) throw badRequest()
}

const inDays = (query: Request['query'], moment: string): boolean => {
  const day = moment.slice(0, 10)
  const [from, to] = [first(query, 'from'), first(query, 'to')]
  return (from === undefined || day >= from) && (to === undefined || day <= to)
}

const wanted = (query: Request['query'], name: string, id: string): boolean =>
  valuesOf(query, name)?.includes(id) ?? true

const dayOf = (moment: string | null | undefined) => moment?.slice(0, 10)
const british = (day: string | undefined) => (day ? day.split('-').reverse().join('/') : '')
const gap = (from: string | undefined, to: string | undefined) =>
  from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) : null

type Made = { key: string; id: string; n: number; row: Any }

function rows({ world, query, companies }: Asked, request: Request): Answer {
  const made: Made[] = []
  for (const line of world.of('requisition')) {
    const { record } = line
    if (!companies.includes(record.company.id) || !wanted(query, 'project', record.project.id)) continue
    if (!inDays(query, record.createdAt)) continue
    const left = [...(line.facts.stages ?? [])]
    let n = 0
    for (const response of record.agencies) {
      for (const submission of response.submissions) {
        const at = left.findIndex(
          one => one.agency.id === response.id && one.worker.id === submission.worker.id,
        )
        const tracked = at < 0 ? undefined : left.splice(at, 1)[0]
        const key = first(query, 'sortBy') === 'reqRef' ? record.reference.toLowerCase() : record.createdAt
        const row = rowOf(world, line, response, submission, tracked)
        n++
        if (wanted(query, 'agency', response.id)) made.push({ key, id: record.id, n, row })
      }
    }
  }
  const sign = first(query, 'sortOrder') === 'asc' ? 1 : -1
  made.sort((a, b) => (compare(a.key, b.key) || compare(a.id, b.id) || a.n - b.n) * sign)
  const withdrawn = made.filter(({ row }) => row.hasWithdrawn).length
  const ratePercent = made.length === 0 ? 0 : Math.round((withdrawn * 10_000) / made.length) / 100
  const answer = pageOf(
    request,
    made.map(({ row }) => row),
  )
  const withdrawalSummary = { submissions: made.length, withdrawn, ratePercent }
  return { ...answer, meta: { ...answer.meta, withdrawalSummary } }
}

function rowOf(world: World, { record, facts }: Line, response: Any, submission: Any, tracked: Any): Any {
  const set = world.find('company', record.company.id)!.facts.stageTracking
  const label = (stage: string) => set.labels?.[stage] ?? stageNames[stage] ?? stage
  const history: Any[] = tracked?.history ?? []
  const on = (stage: string): string | undefined => {
    const dated = history.find(entry => entry.stage === stage && entry.at)
    if (dated) return dayOf(dated.at)
    return stage === 'submitted' ? dayOf(submission.submittedAt ?? tracked?.submittedAt) : undefined
  }
  const current = history.at(-1)?.stage ?? tracked?.stage ?? 'submitted'
  const [created, reopened, start] = [record.createdAt, facts.reopenedAt, record.startDate].map(dayOf)
  const filled = on('offerMade') ?? dayOf(response.dateAccepted)
  return {
    reqRef: record.reference,
    reqCreated: british(created),
    reqReopened: british(reopened),
    reqStart: british(start),
    project: record.project.name,
    trade: record.trade?.name ?? '',
    supplier: response.name,
    worker: submission.worker.name,
    ...Object.fromEntries(Object.keys(stageNames).map(stage => [stage, british(on(stage))])),
    currentStage: current,
    currentStageLabel: label(current),
    cvRejected: submission.isRejected ? 'Yes' : 'No',
    managerReviewDays: gap(on('submitted'), on('cvReviewed')),
    timeToInterviewDays: gap(on('submitted'), on('interviewed')),
    timeToOfferDays: gap(on('submitted'), on('offerMade')),
    timeToFillDays: gap(reopened && filled && filled >= reopened ? reopened : created, filled),
    timeToOfferAcceptedDays: gap(created, on('offerAccepted')),
    offerToStartDays: gap(on('offerAccepted'), start),
    requestToBookingDays: gap(on('interviewRequested'), on('interviewBooked')),
    bookingToInterviewDays: gap(on('interviewBooked'), on('interviewed')),
    timeToWithdrawalDays: gap(on('submitted'), on('withdrew')),
    hasWithdrawn: on('withdrew') !== undefined,
    stageDates: stageDates(set, history, on, label),
  }
}

/** The company's order, then the other built-in stages, then what only history knows. */
function stageDates(
  set: Any,
  history: Any[],
  on: (stage: string) => string | undefined,
  label: (stage: string) => string,
): Any[] {
  const order: string[] = set.order ?? []
  const listed = new Set([...order, ...Object.keys(stageNames), ...history.map(entry => entry.stage)])
  const configured = new Set([...order, ...Object.keys({ ...set.labels, ...set.baseStages })])
  return [...listed].map(stage => {
    const base = set.baseStages?.[stage] ?? 'submitted'
    const elapsed = gap(on(base), on(stage))
    return {
      stage,
      label: label(stage),
      enabled: (stage in stageNames || configured.has(stage)) && !(set.excluded ?? []).includes(stage),
      at: british(on(stage)),
      daysFromSubmitted: gap(on('submitted'), on(stage)),
      elapsedFromStage: base,
      elapsedFromStageLabel: label(base),
      elapsedDays: elapsed !== null && elapsed < 0 ? null : elapsed,
    }
  })
}

type Item = { company: Any; project: Any; agency: Any; day: string; value: number; worker: string }

/** Groups by what was asked for, in the order of their labels; those of one name by what they stand for. */
function grouped(query: Request['query'], items: readonly Item[]): { label: string; items: Item[] }[] {
  const by = valuesOf(query, 'groupBy') ?? ['all']
  const parts = (item: Item) =>
    [...new Set(by)].map((word): [string, string] => {
      if (word === 'all') return ['', '']
      if (word === 'month') return [item.day.slice(0, 7), '']
      if (word === 'week') return [slowWeek(item.day), '']
      const named = item[word as 'company' | 'project' | 'agency']
      return [named.name, named.id]
    })
  const groups = new Map<string, { label: string; ids: string; items: Item[] }>()
  for (const item of items) {
    const found = parts(item)
    const label = found.map(([name]) => name).join(' | ')
    const ids = found.map(([, id]) => id).join(' ')
    const group = groups.get(`${label}/${ids}`) ?? { label, ids, items: [] }
    group.items.push(item)
    groups.set(`${label}/${ids}`, group)
  }
  const order = (a: { label: string; ids: string }, b: { label: string; ids: string }) =>
    compare(a.label.toLowerCase(), b.label.toLowerCase()) ||
    compare(a.label, b.label) ||
    compare(a.ids, b.ids)
  return [...groups.values()].sort(order)
}

function aggregate({ query }: Asked, request: Request, made: Any[], more: Any): Answer {
  const answer = pageOf(request, made)
  const groupBy = [...new Set(valuesOf(query, 'groupBy') ?? ['all'])].join()
  return { ...answer, meta: { ...answer.meta, metric: first(query, 'metric'), groupBy, ...more } }
}

function timeToFill(asked: Asked, request: Request): Answer {
  const { world, query, companies } = asked
  const items: Item[] = []
  for (const { record, facts } of world.of('requisition')) {
    if (!companies.includes(record.company.id) || !wanted(query, 'project', record.project.id)) continue
    for (const response of record.agencies) {
      const [approved, day] = [dayOf(record.approvedDate), dayOf(response.dateAccepted)]
      if (!approved || !day || !inDays(query, day) || !wanted(query, 'agency', response.id)) continue
      const reopened = dayOf(facts.reopenedAt)
      const value = gap(reopened && day >= reopened ? reopened : approved, day)!
      items.push({
        company: record.company,
        project: record.project,
        agency: response,
        day,
        value,
        worker: '',
      })
    }
  }
  const made = grouped(query, items).map(({ label, items }) => ({
    group: label,
    ...withoutOutliers(slowSpread(items.map(item => item.value))),
  }))
  return aggregate(asked, request, made, { dateField: 'dateAccepted', outlierRule: 'IQR_1_5' })
}

function workersOverHours(asked: Asked, request: Request): Answer {
  const { world, query, companies } = asked
  const threshold = Number(first(query, 'hoursThreshold') ?? 48)
  const items: Item[] = []
  for (const { record } of world.of('timesheet')) {
    const { company, project, agency, worker, status, netHours } = record
    if (!companies.includes(company.id) || ['cancelled', 'absent'].includes(status)) continue
    if (!wanted(query, 'project', project.id) || !wanted(query, 'agency', agency.id)) continue
    if (!inDays(query, record.weekEnding)) continue
    items.push({
      company,
      project,
      agency,
      day: dayOf(record.weekEnding)!,
      value: netHours,
      worker: worker.id,
    })
  }
  const made = grouped(query, items).flatMap(({ label, items }) => {
    const weeks = new Map<string, number>()
    for (const { worker, day, value } of items) {
      const key = `${worker} ${day}`
      weeks.set(key, (weeks.get(key) ?? 0) + value)
    }
    for (const [key, hours] of weeks) if (hours === 0) weeks.delete(key)
    return weeks.size === 0 ? [] : [{ group: label, values: hoursOf(weeks, threshold) }]
  })
  return aggregate(asked, request, made, { dateField: 'weekEnding', hoursField: 'netHours' })
}

/** Hours are halves and quarters here, so that sums are exact. */
function hoursOf(weeks: ReadonlyMap<string, number>, threshold: number): Any {
  const over = [...weeks].filter(([, hours]) => hours > threshold)
  const totalHours = [...weeks.values()].reduce((sum, hours) => sum + hours, 0)
  return {
    thresholdHours: threshold,
    hoursField: 'netHours',
    workerWeeks: weeks.size,
    workersOverThreshold: over.length,
    distinctWorkersOverThreshold: new Set(over.map(([key]) => key.split(' ')[0])).size,
    totalHours,
    averageWeeklyHours: Math.round((totalHours * 100) / weeks.size) / 100,
    maxWeeklyHours: Math.max(...weeks.values()),
  }
}
