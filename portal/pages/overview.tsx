// The first page of whoever holds a key: what it used today of its limits, what for, and what went wrong with the fix.
import type { OperatorAnswer } from '../../src/operator/answers.ts'
import { href } from '../address.ts'
import { Columns } from '../charts/bars.tsx'
import { Chart } from '../charts/figure.tsx'
import { Filters } from '../components/form.tsx'
import { Bar, Empty, Facts, Page, Section, Show } from '../components/layout.tsx'
import { Table } from '../components/table.tsx'
import { dayOf, number, plural } from '../components/text.tsx'
import { request } from '../http.ts'
import { type KeySession, session } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'
import { Errors, OutcomeChart, SpanChoice, spanOf, spanWords, useSummary } from './requests/traffic.tsx'

type Usage = OperatorAnswer<'GET /own/usage'>[number]

const days = 14

export function Overview() {
  const { key } = session.value as KeySession
  const usage = useLoaded('usage', signal => request('GET /own/usage', { query: { days }, signal }), {
    everyMs: 15_000,
  })
  const summary = useSummary('/own')
  const owners = key.owners.map(({ name }) => name).join(', ')
  return (
    <Page
      title="Overview"
      note={
        <>
          <span class="ref">{key.hint}</span> {key.name}, a key of {owners}
        </>
      }
    >
      <Show loaded={usage} rows={2}>
        {rows => <Today rows={rows} of={key} />}
      </Show>
      <Section title="Requests" count={spanWords[spanOf()]}>
        <Filters>
          <SpanChoice />
        </Filters>
        <Show loaded={summary} rows={7}>
          {of => (
            <>
              <OutcomeChart of={of} base="/own" />
              <h3>Errors and what puts them right</h3>
              <Errors of={of.errors} />
              <p>
                <a href={href('/requests')}>All requests</a>
              </p>
            </>
          )}
        </Show>
      </Section>
      <Section title="Use" count={`last ${days} days`}>
        <Show loaded={usage}>
          {rows =>
            rows.length === 0 ? (
              <Empty>
                This key has made no request in the last {days} days. <a href="/docs">The reference</a> has a
                first one to try.
              </Empty>
            ) : (
              <>
                <ByDay rows={rows} />
                <ByOperation rows={rows} />
              </>
            )
          }
        </Show>
      </Section>
    </Page>
  )
}

const sum = (rows: readonly Usage[]) => rows.reduce((total, { requests }) => total + requests, 0)
const today = () => new Date().toISOString().slice(0, 10)

function Today({ rows, of }: { rows: readonly Usage[]; of: KeySession['key'] }) {
  const used = sum(rows.filter(({ day }) => day === today()))
  return (
    <Facts
      of={[
        [
          'Today',
          <Bar share={used / of.perDay}>
            {number(used)} of {number(of.perDay)}
          </Bar>,
        ],
        ['Left until midnight UTC', number(Math.max(0, of.perDay - used))],
        ['Requests a minute', `at most ${number(of.perMinute)}`],
        [
          'Scopes',
          <details>
            <summary>{plural(of.scopes.length, 'scope')}</summary>
            {of.scopes.map(scope => (
              <div key={scope}>
                <code>{scope}</code>
              </div>
            ))}
          </details>,
        ],
      ]}
    />
  )
}

function ByDay({ rows }: { rows: readonly Usage[] }) {
  const all = Array.from({ length: days }, (_, at) =>
    new Date(Date.now() - (days - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  ).map(day => ({ day, requests: sum(rows.filter(row => row.day === day)) }))
  const busiest = all.reduce((most, one) => (one.requests > most.requests ? one : most))
  const sentence = `${plural(sum(rows), 'request')} in ${days} days, the most on ${dayOf(new Date(busiest.day))}: ${number(busiest.requests)}.`
  return (
    <Chart
      of={{
        sentence,
        file: 'requests-by-day',
        head: ['Day', 'Requests'],
        rows: all.map(({ day, requests }) => [day, requests]),
      }}
    >
      <Columns
        label={sentence}
        unit="requests a day"
        height={130}
        columns={all.map(({ day, requests }) => ({
          name: dayOf(new Date(day)),
          value: requests,
          words: `${dayOf(new Date(day))}  ${plural(requests, 'request')}`,
        }))}
      />
    </Chart>
  )
}

function ByOperation({ rows }: { rows: readonly Usage[] }) {
  const operations = [...Map.groupBy(rows, ({ operation }) => operation)]
    .map(([operation, of]) => ({
      operation,
      requests: sum(of),
      today: sum(of.filter(({ day }) => day === today())),
      refused: sum(of.filter(({ outcome }) => Number(outcome) >= 400)),
    }))
    .sort((a, b) => b.requests - a.requests)
  return (
    <Table
      label="Requests by operation"
      stacks
      rows={operations}
      keyOf={({ operation }) => operation}
      columns={[
        { head: 'Operation', cell: ({ operation }) => <code>{operation || 'not found'}</code> },
        { head: 'Today', number: true, cell: row => number(row.today) },
        { head: `${days} days`, number: true, cell: row => number(row.requests) },
        { head: 'Refused or failed', number: true, cell: ({ refused }) => number(refused) },
      ]}
    />
  )
}
