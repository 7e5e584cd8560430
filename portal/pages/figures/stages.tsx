// How far submissions got: who reached each stage, who left there, and who withdrew.
import { Bars } from '../../charts/bars.tsx'
import { Chart } from '../../charts/figure.tsx'
import { Ladder } from '../../charts/ladder.tsx'
import type { View } from '../../components/key-view.tsx'
import { Empty, Facts, Section } from '../../components/layout.tsx'
import { Count, number, plural } from '../../components/text.tsx'
import { countedAddress } from './counted.tsx'
import { type MetricRow, ShownMetric, useMetric } from './metric.tsx'

type Row = MetricRow<'stages'>
type Stages = ReturnType<typeof useMetric<'stages'>>

/** Each with its value, and, of those that count submissions, what the API calls it. */
const columns: readonly (readonly [
  head: string,
  of: (row: Row) => string | number | null,
  counts?: string,
])[] = [
  ['Stage', ({ label }) => label],
  ['Reached', ({ reached }) => reached, 'reached'],
  ['Share, %', ({ reachedPercent }) => reachedPercent],
  ['Passed without a date', ({ passed }) => passed, 'passed'],
  ['Here now', ({ here }) => here, 'here'],
  ['Left here', ({ left }) => left, 'left'],
  ['Withdrew', ({ leftBy }) => leftBy.withdrew, 'withdrew'],
  ['Turned down', ({ leftBy }) => leftBy.rejected, 'rejected'],
  ['Offer rejected', ({ leftBy }) => leftBy.offerRejected, 'offerRejected'],
  ['Missing compliance', ({ leftBy }) => leftBy.missingCompliance, 'missingCompliance'],
  ['Median days from the stage before', ({ medianDays }) => medianDays],
  ['Median of', ({ medianOf }) => medianOf, 'medianOf'],
]

/** Where those are whom a number counts: of a stage, or of all. */
const linkTo = (view: View, records: string, count: unknown, group?: string) =>
  Number(count) > 0 ? countedAddress(view, 'stages', records, { group }) : undefined

export function Stages({ view }: { view: View }) {
  const metric = useMetric(view, 'stages')
  return (
    <>
      <Reached view={view} metric={metric} />
      <Withdrawals view={view} metric={metric} />
    </>
  )
}

type Props = { view: View; metric: Stages }

function Reached({ view, metric: { request, loaded } }: Props) {
  const all = loaded.data?.meta.stageSummary
  return (
    <Section title="Stages" count={all && plural(all.submissions, 'submission')}>
      <ShownMetric loaded={loaded} rows={10}>
        {({ rows, meta }) => {
          const { submissions, here, left, cameBack } = meta.stageSummary!
          if (submissions === 0)
            return <Empty>Nobody was submitted to a requisition made in these days. Try earlier ones.</Empty>
          const last = rows.at(-1)!
          const sentence = `Of ${plural(submissions, 'submission')}, ${number(last.reached)} reached “${last.label}”; ${number(here)} are on their way or have arrived, ${number(left)} have left${cameBack > 0 ? `, and ${number(cameBack)} withdrew and came back` : ''}. Filled: dated there. Outlined: went past it without a date.`
          const total = (records: string, count: number) => (
            <Count of={count} link={linkTo(view, records, count)} />
          )
          return (
            <>
              <Facts
                of={[
                  ['Submissions', total('submissions', submissions)],
                  ['On their way, or arrived', total('here', here)],
                  ['Left', total('left', left)],
                  ['Withdrew, and came back', total('cameBack', cameBack)],
                ]}
              />
              <Chart
                of={{
                  sentence,
                  request,
                  file: 'recruitment-stages',
                  head: columns.map(([head]) => head),
                  rows: rows.map(row => columns.map(([, of]) => of(row))),
                  links: rows.map(row =>
                    columns.map(([, of, counts]) => counts && linkTo(view, counts, of(row), row.stage)),
                  ),
                }}
              >
                <Ladder rungs={rows.map(row => rungOf(view, row))} of={submissions} label={sentence} />
              </Chart>
            </>
          )
        }}
      </ShownMetric>
    </Section>
  )
}

function rungOf(view: View, row: Row) {
  const link = (name: 'reached' | 'passed' | 'here' | 'left' | 'medianOf') =>
    linkTo(view, name, row[name], row.stage)
  return {
    ...row,
    links: {
      reached: link('reached'),
      passed: link('passed'),
      here: link('here'),
      left: link('left'),
      medianOf: link('medianOf'),
    },
  }
}

function Withdrawals({ view, metric: { request, loaded } }: Props) {
  return (
    <Section title="Withdrawals" count="by the last stage before">
      <ShownMetric loaded={loaded} rows={4}>
        {({ rows, meta }) => {
          const { submissions, withdrawn, withdrawnPercent, cameBack, medianDaysToWithdrawal } =
            meta.stageSummary!
          const returned = cameBack > 0 ? ` ${plural(cameBack, 'other')} withdrew and came back.` : ''
          if (withdrawn === 0) return <Empty>Nobody has withdrawn.{returned}</Empty>
          const sentence = `${number(withdrawn)} of ${plural(submissions, 'submission')} withdrew, ${withdrawnPercent} %${medianDaysToWithdrawal === null ? '' : `, after a median of ${plural(medianDaysToWithdrawal, 'day')}`}.${returned}`
          const bars = rows.flatMap(({ stage, label, leftBy: { withdrew } }) =>
            withdrew > 0
              ? [
                  {
                    name: label,
                    value: withdrew,
                    words: `${number(withdrew)} of ${number(withdrawn)}`,
                    link: linkTo(view, 'withdrew', withdrew, stage),
                  },
                ]
              : [],
          )
          return (
            <>
              <Facts
                of={[['Withdrew', <Count of={withdrawn} link={linkTo(view, 'withdrawn', withdrawn)} />]]}
              />
              <Chart
                of={{
                  sentence,
                  request,
                  file: 'withdrawals',
                  head: ['Last stage before', 'Withdrew'],
                  rows: bars.map(({ name, value }) => [name, value]),
                  links: bars.map(({ link }) => [undefined, link]),
                }}
              >
                <Bars label={sentence} bars={bars} />
              </Chart>
            </>
          )
        }}
      </ShownMetric>
    </Section>
  )
}
