// What a number of Recruitment counts: every submission, response or week of a worker, as the API lists them.
import type { countedRecord, metricMeta } from '../../../src/api/recruitment-metrics/shapes.ts'
import type { Static } from '../../../src/shape/shape.ts'
import { parameter } from '../../address.ts'
import { Empty, Page, Section } from '../../components/layout.tsx'
import { type Meta, Pager, rangeWords } from '../../components/pager.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { dateWords, number } from '../../components/text.tsx'
import { envelope, query } from '../../http.ts'
import { hrefAs, mayCall, type View } from '../../key-view.tsx'
import { TableActions } from '../../table-actions.tsx'
import { useLoaded } from '../../use-loaded.ts'
import { type Metric, Shown } from './metric.tsx'
import { daysWords, period } from './period.tsx'

type Counted = Static<typeof countedRecord>
type CountedMeta = Meta & Static<typeof metricMeta>

/** Which row of the figures, and what the figures were asked with besides the filters of the page. */
type Of = { group?: string | undefined; groupBy?: string; hoursThreshold?: string }

/** The page with what a number counts. */
export const counted = (view: View, metric: Metric, records: string, of: Of = {}) =>
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
      <Shown loaded={loaded} rows={14}>
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
      </Shown>
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

type CountedColumn = {
  head: string
  value: (row: Counted) => string | number | null
  link?: (row: Counted) => string | undefined
}

function columnsOf(view: View): CountedColumn[] {
  return [
    {
      head: 'Requisition',
      value: ({ requisition }) => requisition && (requisition.reference ?? requisition.id),
      link: ({ requisition }) =>
        requisition ? hrefAs(view, `/records/requisitions/${requisition.id}`) : undefined,
    },
    {
      head: 'Worker',
      value: ({ worker }) => worker && (worker.name ?? worker.id),
      // The timesheets of that week.
      link: ({ worker, project, date }) =>
        worker?.id && date && mayCall(view, 'GET /timesheets')
          ? hrefAs(view, '/records/timesheets', {
              worker: worker.id,
              project: project?.id ?? '',
              dateField: 'weekEnding',
              from: date,
              to: date,
            })
          : undefined,
    },
    { head: 'Agency', value: ({ agency }) => agency && (agency.name ?? agency.id ?? 'not known') },
    { head: 'Project', value: ({ project }) => project && (project.name ?? project.id) },
    { head: 'Stage now', value: ({ stage }) => stage },
    { head: 'Date', value: ({ date }) => date },
    { head: wordOf(measures()), value: ({ value }) => value },
  ]
}

const wordOf = (name: string) => name[0]!.toUpperCase() + name.slice(1)

function Rows({ view, rows }: { view: View; rows: readonly Counted[] }) {
  const columns = columnsOf(view).filter(({ value }) => rows.some(row => value(row) !== null))
  return (
    <>
      <Table
        label={titles[parameter('metric')] ?? 'Records'}
        stacks
        rows={rows.map((row, at) => ({ row, at }))}
        keyOf={({ at }) => at}
        columns={columns.map(
          ({ head, value, link }): Column<{ row: Counted }> => ({
            head,
            number: rows.some(row => typeof value(row) === 'number'),
            cell: ({ row }) => {
              const shown = value(row)
              const words = head === 'Date' && shown ? dateWords(String(shown)) : (shown ?? '–')
              const place = link?.(row)
              return place ? <a href={place}>{words}</a> : words
            },
          }),
        )}
      />
      <TableActions
        of={{
          name: `${parameter('metric')}-${parameter('records')}`,
          head: columns.map(({ head }) => head),
          rows: rows.map(row => columns.map(({ value }) => value(row))),
        }}
      />
    </>
  )
}
