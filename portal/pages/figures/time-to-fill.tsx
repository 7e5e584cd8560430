// How many days it takes to fill a requisition.

import { type Box, BoxPlot, boxWords } from '../../charts/box-plot.tsx'
import { Chart } from '../../charts/figure.tsx'
import { parameter, setParameters } from '../../client/address.ts'
import { Choice, Filters } from '../../components/form.tsx'
import type { View } from '../../components/key-view.tsx'
import { Empty, Section } from '../../components/layout.tsx'
import { countedAddress } from './counted.tsx'
import { type MetricRow, ShownMetric, useMetric } from './metric.tsx'

const groups = ['agency', 'project', 'company', 'month'] as const
type Group = (typeof groups)[number]
/** What is left out is drawn too, and the key of a group finds its records; both are given only where asked for. */
const fields = 'group,groupKey,rawCount,excludedOutliers,iqrBounds,values,outliers'
const groupOf = (): Group => groups.find(one => one === parameter('group')) ?? 'agency'

const columns: readonly (readonly [head: string, of: (row: MetricRow<'timeToFill'>) => string | number])[] = [
  ['Group', ({ group }) => group],
  ['Median', ({ values }) => values.medianDays],
  ['Responses', ({ values }) => values.count],
  ['Left out', ({ excludedOutliers }) => excludedOutliers],
  ['Least', ({ values }) => values.minDays],
  ['Lower quartile', ({ values }) => values.p25Days],
  ['Upper quartile', ({ values }) => values.p75Days],
  ['Most', ({ values }) => values.maxDays],
  ['Lower bound', ({ iqrBounds }) => iqrBounds.lower],
  ['Upper bound', ({ iqrBounds }) => iqrBounds.upper],
  ['Average', ({ values }) => values.averageDays],
]

export function TimeToFill({ view }: { view: View }) {
  const groupBy = groupOf()
  const { request, loaded } = useMetric(view, 'timeToFill', { groupBy, fields })
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
      <ShownMetric loaded={loaded} rows={8}>
        {({ rows }) => {
          if (rows.length === 0)
            return <Empty>No supplier accepted a requisition in these days. Try earlier ones.</Empty>
          const linksOf = ({ groupKey }: MetricRow<'timeToFill'>) => {
            const link = (records: string) =>
              countedAddress(view, 'timeToFill', records, { groupBy, group: groupKey })
            return { count: link('count'), leftOut: link('excludedOutliers') }
          }
          const boxes = rows.map(row => ({ ...boxOf(row), links: linksOf(row) }))
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
                head: columns.map(([head]) => head),
                rows: rows.map(row => columns.map(([, of]) => of(row))),
                links: rows.map(row => [
                  undefined,
                  undefined,
                  linksOf(row).count,
                  row.excludedOutliers > 0 ? linksOf(row).leftOut : undefined,
                ]),
              }}
            >
              <BoxPlot boxes={boxes} unit="days; at the right the median, and of how many" label={sentence} />
            </Chart>
          )
        }}
      </ShownMetric>
    </Section>
  )
}

const boxOf = ({
  group,
  excludedOutliers,
  iqrBounds,
  outliers = [],
  values,
}: MetricRow<'timeToFill'>): Box => ({
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
