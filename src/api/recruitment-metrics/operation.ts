// §4.11: how long recruitment takes and who works too long, of companies that track the stages of recruitment.

import { withFeature } from '../../access/permit.ts'
import type { Answer } from '../../kernel/operation/answer.ts'
import { type Context, operation } from '../../kernel/operation/operation.ts'
import type { GroupOf, Sums } from '../../kernel/query/figures.ts'
import { list } from '../../shape/shape.ts'
import { keyFor, keysFor, labelFor, sortedByLabel } from './groups.ts'
import { type MetricQuery, metricParameters, metricQuery } from './parameters.ts'
import { spreadOf, twoDecimals } from './quantiles.ts'
import {
  hoursPlan,
  metricSource,
  owners,
  pageOfMetrics,
  readAllPages,
  shownMetric,
  stagesOf,
} from './reading.ts'
import { countedRecords } from './records.ts'
import { metricRow, type SubmissionRow } from './rows.ts'
import { anyMetricRow, type Metric, metricMeta } from './shapes.ts'
import { supplierResponses as bySupplier, type ResponseRow, stageFigures, type TrackedRow } from './stages.ts'

export const recruitmentMetrics = operation({
  method: 'GET',
  path: '/requisitions/recruitment-metrics',
  name: 'listRecruitmentMetrics',
  summary:
    'List recruitment metrics of companies tracking stages: submissions, stages, times to fill, suppliers’ answers or workers over hours',
  scope: 'read:requisitions',
  callers: 'company',
  feature: 'stageTracking',
  parameters: metricParameters,
  answers: list(anyMetricRow),
  meta: metricMeta,
  shape: 'list',
  noun: 'recruitment metric',
  async run({ query }, context) {
    const asked = metricQuery(query)
    context.reach(owners, asked)
    // Only companies with tracking count, in every mode.
    const companies = withFeature(context.caller, asked.companies, 'stageTracking', 'are no metrics')
    const answer = asked.records === undefined ? answers[asked.metric] : countedRecords
    return answer({ ...asked, companies }, context)
  },
})

type MetricHandler = (asked: MetricQuery, context: Context) => Promise<Answer>
const answers: Record<Metric, MetricHandler> = {
  rows,
  timeToFill,
  workersOverHours,
  stages,
  supplierResponses,
}

const submissionColumns = [
  'company_id',
  'reference',
  'created_at',
  'reopened_at',
  'start_date',
  'date_accepted',
  'project',
  'trade',
  'supplier',
  'worker',
  'submitted_at',
  'rejected',
  'stage',
  'entries',
]

async function rows(asked: MetricQuery, context: Context): Promise<Answer> {
  const { figures } = context.world
  const source = metricSource(asked, context, { type: 'requisition', child: 'submission' }, 'created_at')
  const { page, limit, offset } = asked.page
  const column = asked.sortBy === 'reqRef' ? 'reference_key' : 'created_at'
  const [found, { all, flagged }, stages] = await Promise.all([
    figures.rows({
      ...source,
      columns: submissionColumns,
      order: { column, descending: asked.descending },
      offset,
      limit,
    }),
    figures.count({ ...source, flag: 'withdrew' }),
    stagesOf(asked, context),
  ])
  const made = found.map(row =>
    metricRow(row as unknown as SubmissionRow, stages.get(row.company_id as string) ?? []),
  )
  // Recorded withdrawals of everything that matches, before pagination (§2.17).
  const ratePercent = all === 0 ? 0 : twoDecimals(flagged * 100, all)
  const withdrawalSummary = { submissions: all, withdrawn: flagged, ratePercent }
  return shownMetric(asked, made, { page, limit, total: all, withdrawalSummary })
}

/** From approval, or the latest reopening, to each accepted supplier response; outliers left out per group (§4.11). */
async function timeToFill(asked: MetricQuery, context: Context): Promise<Answer> {
  const groups = keysFor(asked.groupBy, 'date_accepted')
  const source = metricSource(asked, context, { type: 'requisition', child: 'accepted' }, 'date_accepted')
  const found = await context.world.figures.spread({ ...source, groups, number: 'days' })
  const together = Map.groupBy(found, ({ group }) => JSON.stringify(group))
  const made = [...together.values()].map(occurrences => {
    const durations = occurrences.flatMap(({ value, times }) => new Array<number>(times).fill(value))
    const { group } = occurrences[0]!
    const { outliers, ...row } = spreadOf(durations)
    return {
      group,
      label: labelFor(groups, group),
      row: asked.fields?.has('outliers') ? { ...row, outliers } : row,
    }
  })
  return aggregate(asked, made, { dateField: 'dateAccepted', outlierRule: 'IQR_1_5' })
}

/** How many weeks of workers have more hours than the threshold. */
async function workersOverHours(asked: MetricQuery, context: Context): Promise<Answer> {
  const plan = hoursPlan(asked, context)
  const found = await context.world.figures.sums(plan)
  const made = found.map(sums => ({
    group: sums.group,
    label: labelFor(plan.groups, sums.group),
    row: { values: hoursOf(sums, asked.hoursThreshold) },
  }))
  return aggregate(asked, made, { dateField: 'weekEnding', hoursField: 'netHours' })
}

/** How far submissions got, and where they left. */
async function stages(asked: MetricQuery, context: Context): Promise<Answer> {
  const source = metricSource(asked, context, { type: 'requisition', child: 'submission' }, 'created_at')
  const columns = ['submitted_at', 'rejected', 'stage', 'entries'] as const
  const [settings, rows] = await Promise.all([
    stagesOf(asked, context),
    readAllPages<TrackedRow>(source, columns, context),
  ])
  const { stages, summary } = stageFigures(rows, settings)
  return pageOfMetrics(asked, stages, { stageSummary: summary, dateField: 'createdAt' })
}

/** How the agencies that were asked answered. */
async function supplierResponses(asked: MetricQuery, context: Context): Promise<Answer> {
  const source = metricSource(asked, context, { type: 'requisition', child: 'response' }, 'created_at')
  const columns = ['agency_id', 'supplier', 'date_received', 'date_accepted', 'offered', 'assigned'] as const
  const rows = await readAllPages<ResponseRow>(source, columns, context)
  return pageOfMetrics(asked, bySupplier(rows), { dateField: 'createdAt' })
}

type GroupRow = { group: GroupOf; label: string; row: object }

function aggregate(asked: MetricQuery, made: readonly GroupRow[], meta: object): Answer {
  const isKeyed = asked.fields?.has('groupKey')
  const ordered = sortedByLabel(made).map(({ label, group, row }) => ({
    group: label,
    ...(isKeyed && { groupKey: keyFor(group) }),
    ...row,
  }))
  return pageOfMetrics(asked, ordered, { groupBy: asked.groupBy.join(), ...meta })
}

/** Over counts worker-weeks, distinct people; the average is over all worker-weeks. */
const hoursOf = ({ sums, over, eachOver, total, largest }: Omit<Sums, 'group'>, threshold: number) => ({
  thresholdHours: threshold,
  hoursField: 'netHours',
  workerWeeks: sums,
  workersOverThreshold: over,
  distinctWorkersOverThreshold: eachOver,
  totalHours: twoDecimals(total),
  averageWeeklyHours: twoDecimals(total, sums),
  maxWeeklyHours: twoDecimals(largest),
})
