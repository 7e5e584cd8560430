// The rows that metrics are made of, read within the reach of whoever asks, and pages of what is made of them.

import { viewerOf } from '../../access/viewer.ts'
import { badRequest } from '../../errors/problem.ts'
import { type Answer, type PageMeta, pageOfValues } from '../../kernel/operation/answer.ts'
import type { Context } from '../../kernel/operation/operation.ts'
import type { FigureSource, SumOfDay, SumsPlan } from '../../kernel/query/figures.ts'
import type { Condition } from '../../kernel/query/plan.ts'
import { onlyFields } from '../../shape/fields.ts'
import { keysFor } from './groups.ts'
import type { MetricQuery } from './parameters.ts'
import type { StageSetting } from './rows.ts'

export const owners = { company: 'company.id' }

/** Rows of the companies, projects, agencies and days that were asked for. */
export function metricSource(
  asked: MetricQuery,
  { reach, caller }: Context,
  from: { type: string; child?: string },
  date: string,
): FigureSource {
  const { companies, projects, agencies } = asked
  const where: Condition[] = [
    ...(projects ? [{ column: 'project_id', in: projects }] : []),
    ...(agencies ? [{ column: 'agency_id', in: agencies }] : []),
  ]
  const days = { ...(asked.from && { from: asked.from }), ...(asked.to && { to: asked.to }) }
  if (asked.from || asked.to) where.push({ column: date, ...days })
  const { version } = viewerOf(caller)
  return { ...from, reach: reach(owners, { ...(companies && { companies }) }), where, version }
}

/** What each company has set about its stages, in its order. */
export async function stagesOf(
  { companies }: MetricQuery,
  { reach, world, caller }: Context,
): Promise<Map<string, StageSetting[]>> {
  const found = await world.figures.rows({
    type: 'company',
    child: 'stage',
    version: viewerOf(caller).version,
    reach: reach({ company: 'id' }, { ...(companies && { companies }) }),
    where: [],
    columns: ['stage', 'ordered', 'label', 'base', 'excluded'],
    order: { column: 'id', descending: false },
    offset: 0,
    limit: 100_000,
  })
  return Map.groupBy(found as unknown as (StageSetting & { id: string })[], row => row.id)
}

/** These metrics read every row that matches: whoever matches more is told to ask for less. */
const mostRows = 50_000
const slice = 5_000

const tooManyRows = () =>
  badRequest(
    `More than ${mostRows.toLocaleString('en-GB')} rows match; narrow them by from and to, project or agency`,
  )

/** How the hours of workers are added up: per worker and week ending; cancelled and absent weeks are skipped. */
export function hoursPlan(asked: MetricQuery, context: Context): SumsPlan {
  const source = metricSource(asked, context, { type: 'timesheet' }, 'week_ending_day')
  return {
    ...source,
    where: [...source.where, { column: 'status', notIn: ['cancelled', 'absent'] }],
    groups: keysFor(asked.groupBy, 'week_ending_day'),
    number: 'net_hours',
    each: 'worker_id',
    day: 'week_ending_day',
    over: asked.hoursThreshold,
  }
}

/** The weeks that a plan counts as over. */
export async function readWeeks(plan: SumsPlan, { world }: Context): Promise<SumOfDay[]> {
  const weeks = await world.figures.sumsOver({ ...plan, most: mostRows + 1 })
  if (weeks.length > mostRows) throw tooManyRows()
  return weeks
}

export async function readAllPages<T>(
  source: FigureSource,
  columns: readonly (keyof T & string)[],
  { world }: Context,
  newest = 'created_at',
): Promise<T[]> {
  const order = { column: newest, descending: true }
  const all: T[] = []
  for (let more = true; more; ) {
    const limit = Math.min(slice, mostRows + 1 - all.length)
    const rows = await world.figures.rows({ ...source, columns, order, offset: all.length, limit })
    all.push(...(rows as T[]))
    more = rows.length === limit
    if (all.length > mostRows) throw tooManyRows()
  }
  return all
}

export function pageOfMetrics(asked: MetricQuery, made: readonly object[], meta: object): Answer {
  const { offset, limit } = asked.page
  return shownMetric(asked, made.slice(offset, offset + limit), { ...pageMeta(asked, made.length), ...meta })
}

export const pageMeta = ({ page: { page, limit }, metric }: MetricQuery, total: number) => ({
  page,
  limit,
  total,
  metric,
})

export const shownMetric = (
  { fields }: MetricQuery,
  values: readonly object[],
  meta: PageMeta & Record<string, unknown>,
): Answer => pageOfValues(fields ? values.map(value => onlyFields(value, fields)) : values, meta)
