// How far submissions got: who reached each stage, who left there, and who withdrew.
import { Bars } from '../../charts/bars.tsx'
import { Chart } from '../../charts/figure.tsx'
import { Ladder } from '../../charts/ladder.tsx'
import { Empty, Section } from '../../components/layout.tsx'
import { number, plural } from '../../components/text.tsx'
import type { View } from '../../key-view.tsx'
import { Shown, useMetric } from './metric.tsx'

const head = [
  'Stage',
  'Reached',
  'Share, %',
  'Passed without a date',
  'Here now',
  'Left here',
  'Withdrew',
  'Turned down',
  'Offer rejected',
  'Missing compliance',
  'Median days from the stage before',
  'Median of',
]

export function Stages({ view }: { view: View }) {
  const { request, loaded } = useMetric(view, 'stages')
  const all = loaded.data?.meta.stageSummary
  return (
    <>
      <Section title="Stages" count={all && plural(all.submissions, 'submission')}>
        <Shown loaded={loaded} rows={10}>
          {({ rows, meta }) => {
            const { submissions, here, left, cameBack } = meta.stageSummary!
            if (submissions === 0)
              return (
                <Empty>Nobody was submitted to a requisition made in these days. Try earlier ones.</Empty>
              )
            const last = rows.at(-1)!
            const sentence = `Of ${plural(submissions, 'submission')}, ${number(last.reached)} reached “${last.label}”; ${number(here)} are on their way or have arrived, ${number(left)} have left${cameBack > 0 ? `, and ${number(cameBack)} withdrew and came back` : ''}. Filled: dated there. Outlined: went past it without a date.`
            return (
              <Chart
                of={{
                  sentence,
                  request,
                  file: 'recruitment-stages',
                  head,
                  rows: rows.map(({ leftBy, ...row }) => [
                    row.label,
                    row.reached,
                    row.reachedPercent,
                    row.passed,
                    row.here,
                    row.left,
                    leftBy.withdrew,
                    leftBy.rejected,
                    leftBy.offerRejected,
                    leftBy.missingCompliance,
                    row.medianDays,
                    row.medianOf,
                  ]),
                }}
              >
                <Ladder rungs={rows} of={submissions} label={sentence} />
              </Chart>
            )
          }}
        </Shown>
      </Section>
      <Withdrawals request={request} loaded={loaded} />
    </>
  )
}

function Withdrawals({ request, loaded }: ReturnType<typeof useMetric<'stages'>>) {
  return (
    <Section title="Withdrawals" count="by the last stage before">
      <Shown loaded={loaded} rows={4}>
        {({ rows, meta }) => {
          const { submissions, withdrawn, withdrawnPercent, cameBack, medianDaysToWithdrawal } =
            meta.stageSummary!
          const returned = cameBack > 0 ? ` ${plural(cameBack, 'other')} withdrew and came back.` : ''
          if (withdrawn === 0) return <Empty>Nobody has withdrawn.{returned}</Empty>
          const sentence = `${number(withdrawn)} of ${plural(submissions, 'submission')} withdrew, ${withdrawnPercent} %${medianDaysToWithdrawal === null ? '' : `, after a median of ${plural(medianDaysToWithdrawal, 'day')}`}.${returned}`
          const left = rows.filter(({ leftBy }) => leftBy.withdrew > 0)
          return (
            <Chart
              of={{
                sentence,
                request,
                file: 'withdrawals',
                head: ['Last stage before', 'Withdrew'],
                rows: left.map(({ label, leftBy }) => [label, leftBy.withdrew]),
              }}
            >
              <Bars
                label={sentence}
                bars={left.map(({ label, leftBy }) => ({
                  name: label,
                  value: leftBy.withdrew,
                  words: number(leftBy.withdrew),
                }))}
              />
            </Chart>
          )
        }}
      </Shown>
    </Section>
  )
}
