// How recruitment goes, for companies that track its stages: where people fall away, how long filling takes, who works
// too long, who withdraws and how suppliers answer.
import { parameter, setParameters } from '../../address.ts'
import { Bars } from '../../charts/bars.tsx'
import { type Box, BoxPlot, boxWords } from '../../charts/box-plot.tsx'
import { Chart } from '../../charts/figure.tsx'
import { Grid } from '../../charts/grid.tsx'
import { Ladder } from '../../charts/ladder.tsx'
import { Choice, Filters, LateField } from '../../components/form.tsx'
import { Empty, Page, Section, Show } from '../../components/layout.tsx'
import { number, plural } from '../../components/text.tsx'
import { type ApiError, query } from '../../http.ts'
import { KeyView, type View } from '../../key-view.tsx'
import { type LoadResult, useLoaded } from '../../use-loaded.ts'
import { type Every, every } from './every.ts'
import { PeriodFilters, period } from './period.tsx'
import {
  gridOf,
  outliersOf,
  projectAndWeek,
  type RequisitionResponses,
  responsesOf,
  type Submission,
  stagesOf,
  type WeeklyHours,
  withdrawalsOf,
} from './stages.ts'

const metrics = '/requisitions/recruitment-metrics'

export function Recruitment() {
  return (
    <Page
      title="Recruitment"
      note="From requisitions, submissions and timesheets, for companies that track stages."
    >
      <KeyView kind="company" scope="read:requisitions">
        {(view, chooser) => (
          <>
            <PeriodFilters view={view} chooser={chooser} />
            <Stages key={`stages ${view.base}`} view={view} />
            <TimeToFill key={`fill ${view.base}`} view={view} />
            <OverHours key={`hours ${view.base}`} view={view} />
            <Responses key={`responses ${view.base}`} view={view} />
          </>
        )}
      </KeyView>
    </Page>
  )
}

function useEvery<T, M = object>(view: View, path: string, most?: number): LoadResult<Every<T, M>> {
  return useLoaded(
    `${view.base}${path}`,
    signal => every<T, M>(`${view.base}${path}`, { signal, ...(most && { most }) }),
    { keeps: true },
  )
}

/** Where the company does not track stages, that is not an error of the page. */
function Shown<T>({ loaded, rows, children }: Parameters<typeof Show<T>>[0]) {
  if (isOff(loaded.error))
    return (
      <Empty>
        No company of this key tracks the stages of recruitment. It is set where its records are loaded from,
        as <code>stageTracking</code>.
      </Empty>
    )
  return (
    <Show loaded={loaded} {...(rows !== undefined && { rows })}>
      {children}
    </Show>
  )
}
const isOff = (error: ApiError | undefined) => error?.code === 'FEATURE_NOT_ENABLED'

const partWords = ({ rows, total }: Every<unknown>, noun: string) =>
  rows.length < total ? `the newest ${number(rows.length)} of ${number(total)} ${noun}s` : plural(total, noun)

function Stages({ view }: { view: View }) {
  const request = `${metrics}${query({
    ...period(),
    fields: 'stageDates,currentStage,hasWithdrawn,cvRejected,timeToWithdrawalDays',
  })}`
  const rows = useEvery<Submission>(view, request)
  return (
    <>
      <Section title="Stages" count={rows.data && partWords(rows.data, 'submission')}>
        <Shown loaded={rows} rows={10}>
          {({ rows }) => {
            const rungs = stagesOf(rows)
            if (rungs.length === 0)
              return (
                <Empty>Nobody was submitted to a requisition made in these days. Try earlier ones.</Empty>
              )
            const last = rungs.at(-1)!
            const sentence = `Of ${plural(rungs[0]!.reached, 'submission')}, ${number(last.reached)} reached “${last.name}”. Filled: those who went on. Between the stages: the median days from one to the next, and how many left.`
            return (
              <Chart
                of={{
                  sentence,
                  request,
                  file: 'recruitment-stages',
                  head: [
                    'Stage',
                    'Reached',
                    'Median days from the stage before',
                    'n',
                    'Left here',
                    'Still here',
                  ],
                  rows: rungs.map(({ name, reached, days, left, waiting }) => [
                    name,
                    reached,
                    days?.median ?? null,
                    days?.count ?? null,
                    left,
                    waiting,
                  ]),
                }}
              >
                <Ladder rungs={rungs} label={sentence} />
              </Chart>
            )
          }}
        </Shown>
      </Section>
      <Section title="Withdrawals" count="by the last stage before">
        <Shown loaded={rows} rows={4}>
          {({ rows }) => {
            const { withdrawn, share, days, byStage } = withdrawalsOf(rows)
            if (withdrawn === 0) return <Empty>Nobody withdrew.</Empty>
            const sentence = `${number(withdrawn)} of ${plural(rows.length, 'submission')} withdrew, ${share.toFixed(1)} %${days === undefined ? '' : `, after a median of ${plural(days, 'day')}`}.`
            return (
              <Chart
                of={{
                  sentence,
                  request,
                  file: 'withdrawals',
                  head: ['Last stage before', 'Withdrew'],
                  rows: byStage.map(({ name, count }) => [name, count]),
                }}
              >
                <Bars
                  label={sentence}
                  bars={byStage.map(({ name, count }) => ({
                    name,
                    value: count,
                    words: `${number(count)}, ${Math.round((count / withdrawn) * 100)} %`,
                  }))}
                />
              </Chart>
            )
          }}
        </Shown>
      </Section>
    </>
  )
}

type FillTimes = {
  group: string
  rawCount: number
  excludedOutliers: number
  iqrBounds: { lower: number; upper: number }
  values: Record<
    'count' | 'averageDays' | 'medianDays' | 'minDays' | 'maxDays' | 'p25Days' | 'p75Days',
    number
  >
}

const groups = ['agency', 'project', 'company', 'month'] as const
type Group = (typeof groups)[number]
const groupOf = (): Group => groups.find(one => one === parameter('group')) ?? 'agency'

function TimeToFill({ view }: { view: View }) {
  const groupBy = groupOf()
  const request = `${metrics}${query({ metric: 'timeToFill', groupBy, ...period() })}`
  const filled = useEvery<FillTimes>(view, request)
  const someLeftOut = filled.data?.rows.some(({ excludedOutliers }) => excludedOutliers > 0)
  // The metric counts what it leaves out; where these lie is in the requisitions themselves.
  const asked = useLoaded(
    someLeftOut ? `${view.base} outliers ${JSON.stringify(period())}` : undefined,
    async signal => {
      const fields =
        'reference,approvedDate,company.name,project.name,agencies.name,agencies.id,agencies.dateAccepted'
      const path = `${view.base}/requisitions${query({ ...period(), dateField: 'dateAccepted', fields })}`
      const tracked = `${view.base}${metrics}${query({ metric: 'timeToFill', groupBy: 'company', ...period() })}`
      const companies = (await every<FillTimes>(tracked, { signal })).rows.map(({ group }) => group)
      const { rows } = await every<RequisitionResponses>(path, { signal })
      return rows.filter(({ company }) => companies.includes(company?.name ?? ''))
    },
  ).data
  return (
    <Section title="Time to fill" count={`days, by ${groupBy}`}>
      <Filters printed="">
        <Choice
          label="By"
          value={groupBy}
          onChange={group => setParameters({ group: group === 'agency' ? '' : group })}
          options={groups.map(one => [one, one])}
        />
      </Filters>
      <Shown loaded={filled} rows={8}>
        {({ rows }) => {
          if (rows.length === 0)
            return <Empty>No supplier accepted a requisition in these days. Try earlier ones.</Empty>
          const boxes = rows.map(row => boxOf(row, outliersOf(row, asked ?? [], groupBy, period())))
          const sentence = `Days from approval, or the latest reopening, to an accepted response. Medians: ${boxes
            .slice(0, 3)
            .map(box => `${box.name} ${boxWords(box)}`)
            .join(
              '; ',
            )}${boxes.length > 3 ? `; and ${boxes.length - 3} more` : ''}. Box: the middle half. Dashed: the bounds, 1.5 times its width beyond it. Hollow: left out.`
          return (
            <Chart
              of={{
                sentence,
                request,
                file: `time-to-fill-by-${groupBy}`,
                head: [
                  'Group',
                  'Median',
                  'n',
                  'Left out',
                  'Least',
                  'p25',
                  'p75',
                  'Most',
                  'Lower bound',
                  'Upper bound',
                  'Average',
                ],
                rows: rows.map(({ group, excludedOutliers, iqrBounds, values }) => [
                  group,
                  values.medianDays,
                  values.count,
                  excludedOutliers,
                  values.minDays,
                  values.p25Days,
                  values.p75Days,
                  values.maxDays,
                  iqrBounds.lower,
                  iqrBounds.upper,
                  values.averageDays,
                ]),
              }}
            >
              <BoxPlot boxes={boxes} unit="days; median, n at the right" label={sentence} />
            </Chart>
          )
        }}
      </Shown>
    </Section>
  )
}

const boxOf = (
  { group, excludedOutliers, iqrBounds, values }: FillTimes,
  outliers: readonly number[],
): Box => ({
  name: group || 'all',
  count: values.count,
  leftOut: excludedOutliers,
  least: values.minDays,
  p25: values.p25Days,
  median: values.medianDays,
  p75: values.p75Days,
  most: values.maxDays,
  bounds: iqrBounds,
  outliers,
})

function OverHours({ view }: { view: View }) {
  const threshold = parameter('hours') || '48'
  const request = `${metrics}${query({ metric: 'workersOverHours', groupBy: 'project,week', hoursThreshold: threshold, ...period() })}`
  const hours = useEvery<WeeklyHours>(view, request, 10_000)
  return (
    <Section title="Workers over hours" count={`more than ${threshold} net hours in a week`}>
      <Filters printed="">
        <LateField
          label="Hours a week"
          type="number"
          value={threshold}
          onInput={value => setParameters({ hours: value === '48' ? '' : value })}
        />
      </Filters>
      <Shown loaded={hours} rows={8}>
        {({ rows }) => {
          if (rows.length === 0) return <Empty>Nobody worked in these weeks, by the timesheets loaded.</Empty>
          const { weeks, projects } = gridOf(rows)
          const over = sum(rows.map(({ values }) => values.workersOverThreshold))
          const all = sum(rows.map(({ values }) => values.workerWeeks))
          const sentence = `${number(over)} of ${plural(all, 'worker-week')} were over ${threshold} hours. Each cell: workers over in that week; darker where they are more of those who worked.`
          return (
            <Chart
              of={{
                sentence,
                request,
                file: 'workers-over-hours',
                head: ['Project', 'Week', 'Workers over', 'Workers', 'Hours', 'Most hours'],
                rows: rows.map(({ group, values }) => [
                  ...projectAndWeek(group),
                  values.workersOverThreshold,
                  values.workerWeeks,
                  values.totalHours,
                  values.maxWeeklyHours,
                ]),
              }}
            >
              <Grid rows={projects} columns={weeks} columnName={week => week.slice(5)} label={sentence} />
            </Chart>
          )
        }}
      </Shown>
    </Section>
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function Responses({ view }: { view: View }) {
  const request = `/requisitions${query({
    ...period(),
    fields:
      'reference,agencies.id,agencies.name,agencies.offered,agencies.assigned,agencies.dateReceived,agencies.dateAccepted',
  })}`
  const asked = useEvery<RequisitionResponses>(view, request)
  return (
    <Section title="Supplier responses" count={asked.data && partWords(asked.data, 'requisition')}>
      <Shown loaded={asked} rows={6}>
        {({ rows }) => {
          const agencies = responsesOf(rows)
          if (agencies.length === 0)
            return <Empty>No requisition of these days was sent to a supplier. Try earlier ones.</Empty>
          const accepted = sum(agencies.map(one => one.accepted))
          const sentence = `${number(accepted)} of ${plural(sum(agencies.map(one => one.asked)), 'request')} to suppliers were accepted. At the right: the share, of how many, and the median days to accept.`
          return (
            <Chart
              of={{
                sentence,
                request,
                file: 'supplier-responses',
                head: [
                  'Supplier',
                  'Asked',
                  'Accepted',
                  'Share, %',
                  'Median days to accept',
                  'Workers offered',
                  'Assigned',
                ],
                rows: agencies.map(one => [
                  one.name,
                  one.asked,
                  one.accepted,
                  Math.round(one.share * 1000) / 10,
                  one.days ?? null,
                  one.offered,
                  one.assigned,
                ]),
              }}
            >
              <Bars
                label={sentence}
                most={1}
                bars={agencies.map(one => ({
                  name: one.name,
                  value: one.share,
                  words: `${Math.round(one.share * 100)} % of ${number(one.asked)}${one.days === undefined ? '' : `, ${plural(one.days, 'day')}`}`,
                }))}
              />
            </Chart>
          )
        }}
      </Shown>
    </Section>
  )
}
