// What a number of Recruitment counts: every submission, response or week of a worker, as the API lists them.
import type { countedRecord, metricMeta } from '../../../src/api/recruitment-metrics/shapes.ts'
import type { Static } from '../../../src/shape/shape.ts'
import { parameter } from '../../client/address.ts'
import { envelope, query } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { hrefAs, mayCall, type View } from '../../components/key-view.tsx'
import { Empty, Page, Section } from '../../components/layout.tsx'
import { type Meta, Pager, rangeWords } from '../../components/pager.tsx'
import { daysWords, period } from '../../components/period.tsx'
import { Table, type ValueColumn, valueWords } from '../../components/table.tsx'
import { dateWords, number } from '../../components/text.tsx'
import { type Metric, ShownMetric } from './metric.tsx'

type Counted = Static<typeof countedRecord>
type CountedMeta = Meta & Static<typeof metricMeta>

/** Which row of the figures, and what the figures were asked with besides the filters of the page. */
type Of = { group?: string | undefined; groupBy?: string; hoursThreshold?: string }

/** The page with what a number counts. */
export const countedAddress = (view: View, metric: Metric, records: string, of: Of = {}) =>
  hrefAs(view, '/recruitment/records', { metric, records, ...of, ...period() })

const asked = () => {
  const names = ['metric', 'records', 'group', 'groupBy', 'hoursThreshold', 'page', 'limit']
  return { ...Object.fromEntries(names.map(name => [name, parameter(name)])), ...period() }
}

export function CountedRecords({ view }: { view: View }) {
  const path = `${view.base}/requisitions/recruitment-metrics${query(asked())}` as const
  const loaded = useLoaded(path, signal => envelope<Counted[]>('GET', path, { signal }), { keeps: true })
  const meta = loaded.data?.meta as CountedMeta | undefined
  return (
    <Page
      title={titles[parameter('metric')] ?? 'Recruitment'}
      note={
        <>
          {meta?.counted} {daysWords(period())}.{' '}
          <a href={hrefAs(view, '/recruitment', { ...period() })}>Back to Recruitment</a>
        </>
      }
    >
      <ShownMetric loaded={loaded} rows={14}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>Nothing is counted in these days any more.</Empty>
          ) : (
            <Section
              title="Counted"
              count={`${rangeWords(meta!, data.length)}${meta!.sum == null ? '' : `; together ${number(meta!.sum)} ${measures()}`}`}
            >
              <Rows view={view} rows={data} />
              <Pager meta={meta!} />
            </Section>
          )
        }
      </ShownMetric>
    </Page>
  )
}

const titles: Readonly<Record<string, string>> = {
  stages: 'Submissions',
  timeToFill: 'Accepted responses',
  workersOverHours: 'Weeks of workers',
  supplierResponses: 'Responses',
}

/** What `value` measures. */
function measures(): string {
  if (parameter('metric') === 'workersOverHours') return 'hours'
  return ['offered', 'assigned'].includes(parameter('records')) ? 'workers' : 'days'
}

const requisitionWords = ({ requisition }: Counted) =>
  requisition && (requisition.reference ?? requisition.id)

const workerWords = ({ worker }: Counted) => worker && (worker.name ?? worker.id)

/** The timesheets of that week, where they may be read. */
function WorkerWeek({ view, of }: { view: View; of: Counted }) {
  const { worker, project, date } = of
  if (!worker?.id || !date || !mayCall(view, 'GET /timesheets')) return valueWords(workerWords(of))
  const week = { dateField: 'weekEnding', from: date, to: date }
  return (
    <a href={hrefAs(view, '/records/timesheets', { worker: worker.id, project: project?.id ?? '', ...week })}>
      {workerWords(of)}
    </a>
  )
}

function columnsOf(view: View): ValueColumn<Counted>[] {
  return [
    {
      head: 'Requisition',
      value: requisitionWords,
      cell: row =>
        row.requisition ? (
          <a href={hrefAs(view, `/records/requisitions/${row.requisition.id}`)}>{requisitionWords(row)}</a>
        ) : (
          '–'
        ),
    },
    { head: 'Worker', value: workerWords, cell: row => <WorkerWeek view={view} of={row} /> },
    { head: 'Agency', value: ({ agency }) => agency && (agency.name ?? agency.id ?? 'not known') },
    { head: 'Project', value: ({ project }) => project && (project.name ?? project.id) },
    { head: 'Stage now', value: ({ stage }) => stage },
    { head: 'Date', value: ({ date }) => date, cell: ({ date }) => (date ? dateWords(date) : '–') },
    { head: wordOf(measures()), number: true, value: ({ value }) => value },
  ]
}

const wordOf = (name: string) => name[0]!.toUpperCase() + name.slice(1)

function Rows({ view, rows }: { view: View; rows: readonly Counted[] }) {
  return (
    <Table
      label={titles[parameter('metric')] ?? 'Records'}
      file={`${parameter('metric')}-${parameter('records')}`}
      stacks
      rows={rows}
      keyOf={row => rows.indexOf(row)}
      columns={columnsOf(view).filter(({ value }) => rows.some(row => value(row) !== null))}
    />
  )
}
