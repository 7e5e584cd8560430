// The parameters of recruitment metrics, and what a query asks for once they are read (§4.11).

import { orNearestOrAll } from '../../errors/nearest.ts'
import { badRequest } from '../../errors/problem.ts'
import {
  choiceParameter,
  companyParameter,
  idsParameter,
  type Parameter,
  rangeOf,
  rangeParametersOf,
  sortParameters,
  textParameter,
} from '../../kernel/operation/parameter.ts'
import { fieldsParameter } from '../../kernel/query/fields.ts'
import { type PageRange, pageOf, pageParameters } from '../../kernel/query/paging.ts'
import type { Fields } from '../../shape/fields.ts'
import { Type } from '../../shape/schema.ts'
import { type Grouping, groupings } from './groups.ts'
import { allFields, countedFields, fieldsOf, type Metric, metrics } from './shapes.ts'
import { stageNumbers, summaryNumbers } from './stages.ts'

/** Weekly net hours (§8). */
const usualThreshold = 48

const groupBy: Parameter<Grouping[]> = {
  name: 'groupBy',
  joined: true,
  description:
    'What timeToFill and workersOverHours are grouped by, comma-separated; default all, which stands alone',
  takes: groupings.join(', '),
  brief: groupings.join(', '),
  schema: Type.String({ pattern: '^[a-z]+(,[a-z]+)*$', default: 'all' }),
  read(text) {
    const asked = [...new Set(text.split(','))]
    const bad = asked.find(word => !(groupings as readonly string[]).includes(word))
    if (bad !== undefined)
      throw badRequest(`groupBy: "${bad.slice(0, 80)}" must be one of ${groupings.join(', ')}${ofRows(bad)}`)
    if (asked.includes('all') && asked.length > 1)
      throw badRequest('groupBy: "all" stands alone; leave it out or leave out the others')
    return asked as Grouping[]
  },
}

/** Rows can be grouped by whoever reads them, but the times that they have are not those of timeToFill. */
const ofRows = (name: string) =>
  name === 'trade' || name === 'worker'
    ? `. Rows have ${name}: with metric=rows and fields=${name},timeToFillDays each submission has its days from the requisition’s creation to the offer (timeToFill counts from approval to acceptance)`
    : ''

const hoursThreshold: Parameter<number> = {
  name: 'hoursThreshold',
  description: `Net hours of a week beyond which workersOverHours counts a worker, default ${usualThreshold}`,
  brief: `weekly net hours, default ${usualThreshold}`,
  schema: Type.Number({ minimum: 0, default: usualThreshold }),
  read(text) {
    if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return Number(text)
    throw badRequest(
      `hoursThreshold=${text.slice(0, 80)}: must be a number of hours, 0 or more, with at most six digits and six decimals`,
    )
  },
}

/** The numbers of each metric whose records can be asked for, by their names in its answer. */
const countedNumbers: Readonly<Record<Metric, readonly string[]>> = {
  rows: [],
  timeToFill: ['rawCount', 'count', 'excludedOutliers'],
  workersOverHours: ['workerWeeks', 'workersOverThreshold'],
  stages: [...new Set([...summaryNumbers, ...stageNumbers])],
  supplierResponses: ['asked', 'accepted', 'offered', 'assigned', 'medianOf'],
}

const records: Parameter<string> = {
  ...choiceParameter(
    'records',
    [...new Set(Object.values(countedNumbers).flat())],
    'Instead of the figures, a row for each submission, response or week of a worker that this number of theirs counts',
  ),
  httpOnly: true,
}

const group: Parameter<string> = {
  ...textParameter(
    'group',
    'With records: of which row of the figures; its stage, agencyId, else supplier, or groupKey',
  ),
  httpOnly: true,
  example: 'cvReviewed',
}

export const metricParameters: readonly Parameter[] = [
  companyParameter,
  ...pageParameters,
  idsParameter('project', 'Only records of these projects: ids, comma-separated'),
  idsParameter('agency', 'Only records of these agencies: ids, comma-separated'),
  {
    ...choiceParameter(
      'metric',
      metrics,
      'Submissions (default), days until filled, weeks over the threshold, how far submissions got, suppliers’ answers',
    ),
    brief: 'default rows',
  },
  groupBy,
  records,
  group,
  hoursThreshold,
  ...rangeParametersOf(': of acceptance (timeToFill), week ending (workersOverHours), or else creation'),
  ...sortParameters(['createdAt', 'reqRef'], 'createdAt', 'desc', {
    sortBy: 'What rows are sorted by, default createdAt of the requisition',
    sortOrder: 'Ascending or descending, of rows alone, default desc',
  }),
  fieldsParameter(allFields),
]

export type MetricQuery = {
  metric: Metric
  companies?: readonly string[]
  projects?: readonly string[]
  agencies?: readonly string[]
  groupBy: readonly Grouping[]
  /** The number whose records are asked for, and of which row. */
  records?: string
  group?: string
  hoursThreshold: number
  from?: Date
  to?: Date
  sortBy: 'createdAt' | 'reqRef'
  descending: boolean
  page: PageRange
  fields?: Fields
}

/** What the parameters above read. */
type ParsedQuery = Partial<
  Pick<MetricQuery, 'metric' | 'groupBy' | 'records' | 'group' | 'hoursThreshold' | 'sortBy' | 'fields'>
> &
  Partial<Record<'company' | 'project' | 'agency', readonly string[]>> & { sortOrder?: string }

export function metricQuery(query: Record<string, unknown>): MetricQuery {
  const {
    metric = 'rows',
    groupBy = ['all'],
    hoursThreshold = usualThreshold,
    ...read
  } = query as ParsedQuery
  const { company, project, agency, sortBy = 'createdAt', sortOrder, fields, records, group } = read
  checkFields(metric, fields, records === undefined ? fieldsOf(metric) : countedFields)
  checkCounted(metric, records, group)
  return {
    metric,
    ...(company && { companies: company }),
    ...(project && { projects: project }),
    ...(agency && { agencies: agency }),
    groupBy,
    ...(records !== undefined && { records }),
    ...(group !== undefined && { group }),
    hoursThreshold,
    ...rangeOf(query),
    sortBy,
    descending: sortOrder !== 'asc',
    page: pageOf(query),
    ...(fields && { fields }),
  }
}

function checkCounted(metric: Metric, records: string | undefined, group: string | undefined): void {
  if (records === undefined) {
    if (group === undefined) return
    throw badRequest('group is of records: say with records=… which number of the figures is asked about')
  }
  const known = countedNumbers[metric]
  if (known.length === 0)
    throw badRequest(`records: metric=rows lists submissions already; give another metric`)
  const ofOneAlone = metric === 'stages' && (group === undefined ? summaryNumbers : stageNumbers)
  if ((ofOneAlone || known).includes(records as never)) return
  throw badRequest(
    `records=${records}: metric=${metric}${ofOneAlone ? (group === undefined ? ' without group' : ' with group') : ''} has ${(ofOneAlone || known).join(', ')}`,
  )
}

function checkFields(metric: Metric, fields: Fields | undefined, known: readonly string[]): void {
  const bad = [...(fields?.keys() ?? [])].find(name => !known.includes(name))
  if (bad === undefined) return
  throw badRequest(`fields: metric=${metric} has no field "${bad}"${orNearestOrAll(bad, known)}`)
}
