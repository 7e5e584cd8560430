// Who works more hours in a week than they should.

import { Chart } from '../../charts/figure.tsx'
import { Grid, type GridCell } from '../../charts/grid.tsx'
import { parameter, setParameters } from '../../client/address.ts'
import { Filters, LateField } from '../../components/form.tsx'
import { mayCall, type View } from '../../components/key-view.tsx'
import { Empty, Facts, Section } from '../../components/layout.tsx'
import { Count, number, plural } from '../../components/text.tsx'
import { countedAddress } from './counted.tsx'
import { type MetricRow, ShownMetric, useMetric } from './metric.tsx'

export function OverHours({ view }: { view: View }) {
  const threshold = parameter('hours') || '48'
  const asked = { groupBy: 'project,week', hoursThreshold: threshold }
  const { request, loaded } = useMetric(view, 'workersOverHours', {
    ...asked,
    fields: 'group,groupKey,values',
  })
  // Whoever may not read timesheets sees how many, and not who.
  const link = (records: 'workersOverThreshold' | 'workerWeeks', count: number, group?: string) =>
    count > 0 && mayCall(view, 'GET /timesheets')
      ? countedAddress(view, 'workersOverHours', records, { ...asked, group })
      : undefined
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
      <ShownMetric loaded={loaded} rows={8}>
        {({ rows }) => {
          if (rows.length === 0) return <Empty>Nobody worked in these weeks, by the timesheets loaded.</Empty>
          const { weeks, projects } = gridOf(rows, link)
          const over = sum(rows.map(({ values }) => values.workersOverThreshold))
          const all = sum(rows.map(({ values }) => values.workerWeeks))
          const sentence = `${number(over)} of ${plural(all, 'worker-week')} ${all === 1 ? 'was' : 'were'} over ${threshold} hours. Each cell: workers over in that week; the fuller the shade, the larger their share of those who worked.`
          return (
            <>
              <Facts
                of={[
                  ['Worker-weeks over', <Count of={over} link={link('workersOverThreshold', over)} />],
                  ['Worker-weeks', <Count of={all} link={link('workerWeeks', all)} />],
                ]}
              />
              <Chart
                of={{
                  sentence,
                  request,
                  file: 'workers-over-hours',
                  head: ['Project', 'Week', 'Workers over', 'Workers', 'Hours', 'Most hours'],
                  rows: rows.map(({ group, values }) => [
                    ...split(group),
                    values.workersOverThreshold,
                    values.workerWeeks,
                    values.totalHours,
                    values.maxWeeklyHours,
                  ]),
                  links: rows.map(({ groupKey, values }) => [
                    undefined,
                    undefined,
                    link('workersOverThreshold', values.workersOverThreshold, groupKey),
                    link('workerWeeks', values.workerWeeks, groupKey),
                  ]),
                }}
              >
                <Grid rows={projects} columns={weeks} columnName={week => week.slice(5)} label={sentence} />
              </Chart>
            </>
          )
        }}
      </ShownMetric>
    </Section>
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** `Fennick Wharf | 2026-W46`; a name may have a bar of its own. */
const split = (group: string): [project: string, week: string] => {
  const at = group.lastIndexOf(' | ')
  return [group.slice(0, at), group.slice(at + 3)]
}

function gridOf(
  rows: readonly MetricRow<'workersOverHours'>[],
  link: (records: 'workersOverThreshold', count: number, group?: string) => string | undefined,
) {
  const weeks = [...new Set(rows.map(({ group }) => split(group)[1]))].sort()
  const projects = [...Map.groupBy(rows, ({ group }) => split(group)[0])].map(([name, of]) => ({
    name,
    cells: new Map(
      of.map(
        ({ group, groupKey, values: { workersOverThreshold: value, workerWeeks } }): [string, GridCell] => [
          split(group)[1],
          { value, of: workerWeeks, link: link('workersOverThreshold', value, groupKey) },
        ],
      ),
    ),
  }))
  return { weeks, projects }
}
