// What a number of the metrics counts: each submission, response or week of a worker, with the names that find it.

import { requirePermission } from '../../access/permit.ts'
import type { Answer } from '../../kernel/operation/answer.ts'
import type { Context } from '../../kernel/operation/operation.ts'
import type { FigureSource, RecordLabels } from '../../kernel/query/figures.ts'
import { stageLabel } from '../rules/stages.ts'
import { type Day, dayOf, isoDay } from './days.ts'
import { conditionOfGroup, keysFor } from './groups.ts'
import type { MetricQuery } from './parameters.ts'
import { spreadOf } from './quantiles.ts'
import {
  hoursPlan,
  metricSource,
  pageMeta,
  readAllPages,
  readWeeks,
  shownMetric,
  stagesOf,
} from './reading.ts'
import { labelsOf } from './rows.ts'
import { type Metric, meaningOf, metricMeta, metricShapes } from './shapes.ts'
import { countedSubmissions, daysToAccept, type ResponseRow, supplierOf, type TrackedRow } from './stages.ts'

/** A counted record before its names are looked up. */
type Counted = {
  requisition?: string
  project: string | null
  agency?: { id: string | null; name?: string }
  worker?: { id?: string | null; name?: string }
  stage?: string
  day: Day
  value: number | null
}
type Found = { counted: Counted[]; of?: string | undefined }

const readers: Record<Exclude<Metric, 'rows'>, (asked: MetricQuery, context: Context) => Promise<Found>> = {
  stages: submissions,
  timeToFill: acceptances,
  workersOverHours: workerWeeks,
  supplierResponses: responses,
}

export async function countedRecords(asked: MetricQuery, context: Context): Promise<Answer> {
  const metric = asked.metric as Exclude<Metric, 'rows'>
  const { counted, of } = await readers[metric](asked, context)
  const { offset, limit } = asked.page
  const named = await withNames(counted.slice(offset, offset + limit), context)
  const isOfAll = metric === 'stages' && asked.group === undefined
  const said = [of, meaningOf(isOfAll ? metricMeta : metricShapes[metric], asked.records!)]
  const values = counted.flatMap(({ value }) => value ?? [])
  return shownMetric(asked, named, {
    ...pageMeta(asked, counted.length),
    counted: said.filter(Boolean).join(': '),
    sum: values.length === 0 ? null : Math.round(values.reduce((sum, one) => sum + one, 0) * 1e6) / 1e6,
  })
}

type SubmittedRow = TrackedRow &
  Record<'id' | 'company_id' | 'project_id' | 'supplier' | 'worker', string> & {
    agency_id: string | null
  }

async function submissions(asked: MetricQuery, context: Context): Promise<Found> {
  const source = metricSource(asked, context, { type: 'requisition', child: 'submission' }, 'created_at')
  const [settings, rows] = await Promise.all([
    stagesOf(asked, context),
    readAllPages<SubmittedRow>(
      source,
      [
        'company_id',
        'project_id',
        'agency_id',
        'supplier',
        'worker',
        'submitted_at',
        'rejected',
        'stage',
        'entries',
      ],
      context,
    ),
  ])
  const { found, label } = countedSubmissions(rows, settings, { name: asked.records!, stage: asked.group })
  return {
    of: label,
    counted: found.map(({ row, day, days }) => ({
      requisition: row.id,
      project: row.project_id,
      agency: { id: row.agency_id, name: row.supplier },
      worker: { name: row.worker },
      stage: stageLabel(row.stage, labelsOf(settings.get(row.company_id) ?? [])),
      day,
      value: asked.records === 'medianOf' ? days : null,
    })),
  }
}

const everyGroup: ReturnType<typeof conditionOfGroup> = { where: [], empty: [] }

type GroupedRow = { id: string; project_id: string | null; agency_id: string | null }

/** The rows of the group that is asked about, or of all. */
async function readGroup<T extends GroupedRow>(
  asked: MetricQuery,
  context: Context,
  source: FigureSource,
  { date, columns }: { date: string; columns: readonly (keyof T & string)[] },
): Promise<T[]> {
  const { where, empty } =
    asked.group === undefined ? everyGroup : conditionOfGroup(keysFor(asked.groupBy, date), asked.group)
  const rows = await readAllPages<T>(
    { ...source, where: [...source.where, ...where] },
    columns,
    context,
    date,
  )
  return rows.filter(row => empty.every(column => !row[column as keyof T]))
}

type AcceptedRow = GroupedRow & { company_id: string; date_accepted: string; days: number }

async function acceptances(asked: MetricQuery, context: Context): Promise<Found> {
  const source = metricSource(asked, context, { type: 'requisition', child: 'accepted' }, 'date_accepted')
  const rows = await readGroup<AcceptedRow>(asked, context, source, {
    date: 'date_accepted',
    columns: ['company_id', 'project_id', 'agency_id', 'date_accepted', 'days'],
  })
  const left = new Set(rows.length === 0 ? [] : spreadOf(rows.map(({ days }) => days)).outliers)
  const isCounted = ({ days }: AcceptedRow) =>
    asked.records === 'rawCount' || left.has(days) === (asked.records === 'excludedOutliers')
  return {
    counted: rows.filter(isCounted).map(row => ({
      requisition: row.id,
      project: row.project_id,
      agency: { id: row.agency_id },
      day: dayOf(row.date_accepted),
      value: row.days,
    })),
  }
}

/** Hours of workers are in timesheets, which whoever may read requisitions need not be allowed to read. */
async function workerWeeks(asked: MetricQuery, context: Context): Promise<Found> {
  requirePermission({ method: 'GET', path: '/timesheets', scopes: ['read:timesheets'] }, context.caller)
  const plan = hoursPlan(asked, context)
  const { where, empty } = asked.group === undefined ? everyGroup : conditionOfGroup(plan.groups, asked.group)
  const weeks = await readWeeks(
    {
      ...plan,
      where: [...plan.where, ...where],
      // A week of no hours is none that was worked.
      over: asked.records === 'workersOverThreshold' ? plan.over : 0,
    },
    context,
  )
  const owners = plan.groups.flatMap(key => ('of' in key ? [key.column] : []))
  const ofGroup = weeks.filter(({ of }) => empty.every(column => !of[owners.indexOf(column)]))
  return {
    counted: ofGroup.map(({ each, day, of, sum }) => ({
      project: of[owners.indexOf('project_id')] ?? null,
      worker: { id: each },
      day: dayOf(day),
      value: sum,
    })),
  }
}

type AnsweredRow = ResponseRow & { id: string; project_id: string }

async function responses(asked: MetricQuery, context: Context): Promise<Found> {
  const source = metricSource(asked, context, { type: 'requisition', child: 'response' }, 'created_at')
  const rows = await readAllPages<AnsweredRow>(
    source,
    ['project_id', 'agency_id', 'supplier', 'date_received', 'date_accepted', 'offered', 'assigned'],
    context,
  )
  const those = rows.filter(row => asked.group === undefined || supplierOf(row) === asked.group)
  const isAccepted = ({ date_accepted }: AnsweredRow) => date_accepted !== null
  const measured = (row: AnsweredRow) => {
    if (asked.records === 'offered' || asked.records === 'assigned') return row[asked.records]
    return isAccepted(row) ? daysToAccept(row) : null
  }
  const isCounted = (row: AnsweredRow) => {
    if (asked.records === 'asked') return true
    if (asked.records === 'accepted') return isAccepted(row)
    if (asked.records === 'medianOf') return measured(row) !== null
    return measured(row)! > 0
  }
  return {
    of: asked.group === undefined ? undefined : those[0]?.supplier,
    counted: those.filter(isCounted).map(row => ({
      requisition: row.id,
      project: row.project_id,
      agency: { id: row.agency_id, name: row.supplier },
      day: dayOf(isAccepted(row) ? row.date_accepted : row.date_received),
      value: measured(row),
    })),
  }
}

async function withNames(all: readonly Counted[], { world: { figures } }: Context) {
  const labels = async (type: string, ids: readonly (string | null | undefined)[]) => {
    const known = [...new Set(ids.filter(id => id != null))]
    return known.length === 0 ? new Map<string, RecordLabels>() : figures.labels(type, known)
  }
  const [requisitions, projects, agencies, workers] = await Promise.all([
    labels(
      'requisition',
      all.map(one => one.requisition),
    ),
    labels(
      'project',
      all.map(one => one.project),
    ),
    labels(
      'agency',
      all.map(one => one.agency?.id),
    ),
    labels(
      'worker',
      all.map(one => one.worker?.id),
    ),
  ])
  const mention = (
    of: { id?: string | null; name?: string } | undefined,
    among: ReadonlyMap<string, RecordLabels>,
  ) => of && { id: of.id ?? null, name: of.name ?? (of.id ? (among.get(of.id)?.name ?? null) : null) }
  return all.map(one => ({
    requisition:
      one.requisition === undefined
        ? null
        : { id: one.requisition, reference: requisitions.get(one.requisition)?.reference ?? null },
    project: mention(one.project === null ? undefined : { id: one.project }, projects) ?? null,
    agency: mention(one.agency, agencies) ?? null,
    worker: mention(one.worker, workers) ?? null,
    stage: one.stage ?? null,
    date: isoDay(one.day),
    value: one.value,
  }))
}
