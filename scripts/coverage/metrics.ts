// Recruitment metrics against what the requisitions and timesheets of the same key say (§4.11): every metric,
// grouping, filter, sort and date, each with a result that is not empty.
import type { Parameter } from '../../src/kernel/operation/parameter.ts'
import { type Any, at, recordsOf } from './ask.ts'
import type { Check, Subject, Verdict } from './checks.ts'

const groupings = ['all', 'company', 'project', 'agency', 'month', 'week', 'company,agency', 'project,month']
const aggregates = ['timeToFill', 'workersOverHours'] as const
type Aggregate = (typeof aggregates)[number]

/** What each parameter is checked by; a parameter without a check is a result that is wrong. */
export function metricChecks(subject: Subject): Check[] {
  const checks: Record<string, [string, string, () => Promise<Verdict>][]> = {
    metric: [
      ['values', 'metric=rows', () => everySubmission(subject)],
      ...aggregates.map((metric): [string, string, () => Promise<Verdict>] => [
        'values',
        `metric=${metric}`,
        () => hasGroups(subject, metric),
      ]),
    ],
    groupBy: aggregates.flatMap(metric =>
      groupings.map((by): [string, string, () => Promise<Verdict>] => [
        'values',
        `${metric} groupBy=${by}`,
        () => addsUp(subject, metric, by),
      ]),
    ),
    company: [['filters', 'company', () => byCompany(subject)]],
    project: [['filters', 'project', () => named(subject, 'project', 'project.id', 'project.name')]],
    agency: [['filters', 'agency', () => named(subject, 'agency', 'agencies.id', 'agencies.name')]],
    hoursThreshold: [['values', 'hoursThreshold', () => threshold(subject)]],
    from: [
      ['dates', 'rows by reqCreated', () => rowsOfDay(subject)],
      ...aggregates.map((metric): [string, string, () => Promise<Verdict>] => [
        'dates',
        `${metric} by its own date`,
        () => groupsOfMonth(subject, metric),
      ]),
    ],
    sortBy: ['createdAt', 'reqRef'].flatMap(by =>
      ['asc', 'desc'].map((order): [string, string, () => Promise<Verdict>] => [
        'sorts',
        `${by} ${order}`,
        () => inOrder(subject, by, order),
      ]),
    ),
    records: [['filters', 'records', () => counted(subject, {})]],
    group: [['filters', 'group', () => counted(subject, { groupBy: 'agency', fields: 'groupKey,values' })]],
    fields: [['fields parameter', 'fields', () => onlyFields(subject)]],
  }
  const unchecked = ({ name }: Parameter): [string, string, () => Promise<Verdict>][] => [
    ['filters', name, async () => 'nothing checks it'],
  ]
  const paging = ['page', 'limit', 'to', 'sortOrder']
  return subject.operation.parameters
    .filter(({ name }) => !paging.includes(name))
    .flatMap(parameter => checks[parameter.name] ?? unchecked(parameter))
    .map(([group, name, run]) => ({ group, name: `${subject.operation.path} ${name}`, run }))
}

const all = (subject: Subject, query: Record<string, string> = {}) =>
  recordsOf(subject.ask, subject.path, query, 100)

/** The requisitions whose company tracks stages: those that metrics speak of. */
async function tracked({ ask }: Subject): Promise<Any[]> {
  const found = await recordsOf(ask, '/requisitions', { includeStageTracking: 'true' }, 100)
  const companies = new Set(found.filter(one => one.stageTracking).map(one => one.company.id))
  return found.filter(one => companies.has(one.company.id))
}

const submissionKeys = (requisition: Any): string[] =>
  requisition.agencies.flatMap((response: Any) =>
    response.submissions.map((one: Any) =>
      [requisition.reference, response.name, one.worker.name, one.isRejected ? 'Yes' : 'No'].join(' · '),
    ),
  )

async function everySubmission(subject: Subject): Promise<Verdict> {
  const rows = await all(subject)
  const expected = (await tracked(subject)).flatMap(submissionKeys).sort()
  const found = rows.map(row => [row.reqRef, row.supplier, row.worker, row.cvRejected].join(' · ')).sort()
  if (found.length === 0) return 'there are no rows'
  if (found.join('\n') !== expected.join('\n'))
    return `${found.length} rows of ${expected.length} submissions, or others`
  const { body } = await subject.ask(subject.path)
  const withdrawn = rows.filter(row => row.hasWithdrawn).length
  const ratePercent = Math.round((withdrawn * 10_000) / rows.length) / 100
  const right = JSON.stringify({ submissions: rows.length, withdrawn, ratePercent })
  const shown = JSON.stringify(body.meta.withdrawalSummary)
  return withdrawn > 0 && shown === right ? undefined : `the withdrawal summary is ${shown}, not ${right}`
}

async function hasGroups(subject: Subject, metric: Aggregate): Promise<Verdict> {
  const { body } = await subject.ask(subject.path, { metric })
  if (body.data?.length !== 1 || body.data[0].group !== '') return 'groupBy=all is not one unnamed group'
  const { metric: said, groupBy, dateField } = body.meta
  const right = metric === 'timeToFill' ? 'dateAccepted' : 'weekEnding'
  if (said === metric && groupBy === 'all' && dateField === right) return undefined
  return `meta says ${JSON.stringify(body.meta)}`
}

const amount = (metric: Aggregate, row: Any): number =>
  metric === 'timeToFill' ? row.rawCount : Math.round(row.values.totalHours * 100)

const forms: Record<string, RegExp> = { month: /^\d{4}-\d{2}$/, week: /^\d{4}-W\d{2}$/ }

/** Groups are called as they should be, in order, and hold together what there is without groups. */
async function addsUp(subject: Subject, metric: Aggregate, groupBy: string): Promise<Verdict> {
  const rows = await all(subject, { metric, groupBy })
  const [whole] = await all(subject, { metric })
  const sum = rows.reduce((total, row) => total + amount(metric, row), 0)
  if (sum !== amount(metric, whole)) return `the groups hold ${sum} of ${amount(metric, whole)}`
  const by = groupBy.split(',')
  const misnamed = rows.find(({ group }) => {
    const parts = group === '' ? [''] : group.split(' | ')
    return parts.length !== by.length || by.some((word, index) => forms[word]?.test(parts[index]!) === false)
  })
  if (misnamed) return `a group is called "${misnamed.group}"`
  const several = groupBy === 'all' || groupBy === 'company' || rows.length > 1
  return several ? undefined : 'there is only one group'
}

async function byCompany(subject: Subject): Promise<Verdict> {
  const references = new Map<string, string>()
  for (const one of await tracked(subject)) references.set(one.reference, one.company.id)
  const [company] = references.values()
  const rows = await all(subject, { company: company! })
  if (rows.length === 0) return 'nothing is found by the company'
  const wrong = rows.find(row => references.get(row.reqRef) !== company)
  return wrong && `${wrong.reqRef} is another company's`
}

async function named(subject: Subject, filter: string, id: string, name: string): Promise<Verdict> {
  const [one] = (await tracked(subject)).filter(requisition => submissionKeys(requisition).length > 0)
  const rows = await all(subject, { [filter]: at(one, id)[0] })
  if (rows.length === 0) return 'nothing is found by the id'
  const property = filter === 'agency' ? 'supplier' : filter
  const wrong = rows.find(row => row[property] !== at(one, name)[0])
  return wrong && `${wrong.reqRef} is of ${wrong[property]}`
}

async function threshold(subject: Subject): Promise<Verdict> {
  const metric = 'workersOverHours'
  const asked = ['10', '48', '100000'].map(hoursThreshold => all(subject, { metric, hoursThreshold }))
  const [low, usual, high] = (await Promise.all(asked)).map(([row]) => row.values)
  const counts = [low, usual, high].map(values => values.workersOverThreshold)
  if (counts[0]! > counts[1]! && counts[1]! > 0 && counts[2] === 0) return undefined
  return `over 10, 48 and 100000 hours: ${counts.join(', ')}`
}

const british = (day: string) => day.split('-').reverse().join('/')

async function rowsOfDay(subject: Subject): Promise<Verdict> {
  const some = (await tracked(subject)).find(one => submissionKeys(one).length > 0)
  const day = some.createdAt.slice(0, 10)
  const rows = await all(subject, { from: day, to: day })
  if (rows.length === 0) return `nothing on ${day}`
  const wrong = rows.find(row => row.reqCreated !== british(day))
  return wrong && `${wrong.reqRef} was created on ${wrong.reqCreated}`
}

async function groupsOfMonth(subject: Subject, metric: Aggregate): Promise<Verdict> {
  const months = await all(subject, { metric, groupBy: 'month' })
  const month = months[Math.floor(months.length / 2)]!
  const [year, number] = month.group.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const found = await all(subject, { metric, groupBy: 'month', from: `${month.group}-01`, to: last })
  return JSON.stringify(found) === JSON.stringify([month]) ? undefined : `${month.group} is not found alone`
}

async function inOrder(subject: Subject, by: string, order: string): Promise<Verdict> {
  const rows = await all(subject, { sortBy: by, sortOrder: order })
  const keys = rows.map(row =>
    by === 'reqRef' ? row.reqRef.toLowerCase() : row.reqCreated.split('/').reverse().join('-'),
  )
  if (new Set(keys).size < 2) return 'all values are alike'
  const wrong = keys.findIndex((key, index) => {
    const before = keys[index - 1] ?? key
    return order === 'asc' ? before > key : before < key
  })
  return wrong < 0 ? undefined : `${keys[wrong - 1]} stands before ${keys[wrong]}`
}

/** As many records as the number says that they are counted by, of all or of each group. */
async function counted(subject: Subject, grouped: Record<string, string>): Promise<Verdict> {
  const figures = await all(subject, { metric: 'timeToFill', ...grouped })
  for (const { groupKey, values } of figures) {
    const { fields: _, ...by } = grouped
    const group: Record<string, string> = groupKey === undefined ? {} : { group: groupKey }
    const rows = await all(subject, { metric: 'timeToFill', ...by, records: 'count', ...group })
    if (rows.length !== values.count) return `${rows.length} records of ${values.count}`
  }
  return figures.some(({ values }) => values.count > 0) ? undefined : 'there is nothing to count'
}

async function onlyFields(subject: Subject): Promise<Verdict> {
  const rows = await recordsOf(subject.ask, subject.path, { fields: 'worker,stageDates.stage' })
  const wrong = rows.find(row => Object.keys(row).join() !== 'worker,stageDates')
  return rows.length === 0 ? 'there are no rows' : wrong && `${JSON.stringify(wrong)} is more`
}
