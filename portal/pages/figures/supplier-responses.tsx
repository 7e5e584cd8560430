// How the suppliers that were asked answered.
import { Bars } from '../../charts/bars.tsx'
import { Chart } from '../../charts/figure.tsx'
import type { View } from '../../components/key-view.tsx'
import { Empty, Section } from '../../components/layout.tsx'
import { number, plural } from '../../components/text.tsx'
import { countedAddress } from './counted.tsx'
import { ShownMetric, useMetric } from './metric.tsx'

const head = [
  'Supplier',
  'Asked',
  'Accepted',
  'Share, %',
  'Median days to accept',
  'Median of',
  'Workers offered',
  'Assigned',
]

export function SupplierResponses({ view }: { view: View }) {
  const { request, loaded } = useMetric(view, 'supplierResponses')
  return (
    <Section title="Supplier responses" count={loaded.data && plural(loaded.data.total, 'supplier')}>
      <ShownMetric loaded={loaded} rows={6}>
        {({ rows }) => {
          if (rows.length === 0)
            return <Empty>No requisition of these days was sent to a supplier. Try earlier ones.</Empty>
          const sentence =
            'How many of its requests each supplier accepted. At the right: how many of how many, the share, and the median days to accept.'
          const linksOf = (row: (typeof rows)[number]) => {
            const link = (records: 'asked' | 'accepted' | 'offered' | 'assigned' | 'medianOf') =>
              row[records] > 0
                ? countedAddress(view, 'supplierResponses', records, { group: row.agencyId ?? row.supplier })
                : undefined
            return {
              asked: link('asked'),
              accepted: link('accepted'),
              medianOf: link('medianOf'),
              offered: link('offered'),
              assigned: link('assigned'),
            }
          }
          return (
            <Chart
              of={{
                sentence,
                request,
                file: 'supplier-responses',
                head,
                rows: rows.map(row => [
                  row.supplier,
                  row.asked,
                  row.accepted,
                  row.acceptedPercent,
                  row.medianDays,
                  row.medianOf,
                  row.offered,
                  row.assigned,
                ]),
                links: rows.map(row => {
                  const { asked, accepted, medianOf, offered, assigned } = linksOf(row)
                  return [undefined, asked, accepted, undefined, undefined, medianOf, offered, assigned]
                }),
              }}
            >
              <Bars
                label={sentence}
                most={100}
                bars={rows.map(row => ({
                  name: row.supplier,
                  value: row.acceptedPercent,
                  words: `${number(row.accepted)} of ${number(row.asked)} (${row.acceptedPercent} %)${row.medianDays === null ? '' : `, ${plural(row.medianDays, 'day')}`}`,
                  link: linksOf(row).accepted ?? linksOf(row).asked,
                }))}
              />
            </Chart>
          )
        }}
      </ShownMetric>
    </Section>
  )
}
