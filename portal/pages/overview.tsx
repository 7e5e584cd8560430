// The first page of whoever holds a key: what it used today of its limits, what for, and what went wrong with the fix.
import { daysAfter } from '../../src/formats/day.ts'
import type { OperatorAnswer } from '../../src/operator/answers.ts'
import { Columns } from '../charts/bars.tsx'
import { Chart } from '../charts/figure.tsx'
import { href } from '../client/address.ts'
import { query, request } from '../client/http.ts'
import { type KeySession, session } from '../client/session.ts'
import { useLoaded } from '../client/use-loaded.ts'
import { Filters } from '../components/form.tsx'
import { Bar, Empty, Facts, Page, Section, Show } from '../components/layout.tsx'
import { Table } from '../components/table.tsx'
import { dayOf, number, plural } from '../components/text.tsx'
import { SignIns } from './keys/sign-ins.tsx'
import { Errors, OutcomeChart, SpanChoice, spanOf, spanWords, useSummary } from './requests/traffic.tsx'

type Usage = OperatorAnswer<'GET /own/usage/summary'>

/** As long as the log of requests is kept, so that each figure opens the requests that it counts. */
const days = 7

export function Overview() {
  const { key } = session.value as KeySession
  const usage = useLoaded('usage', signal => request('GET /own/usage/summary', { query: { days }, signal }), {
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
        {used => <Today used={used} of={key} />}
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
              <Errors of={of} />
              <p>
                <a href={href('/requests')}>All requests</a>
              </p>
            </>
          )}
        </Show>
      </Section>
      <SignIns
        load={() => request('GET /own/sign-ins')}
        revoke={id => request('POST /own/sign-ins/{id}/revoke', { path: { id } })}
      />
      <Section title="Use" count={`last ${days} days`}>
        <Show loaded={usage}>
          {used =>
            used.totals.requests === 0 ? (
              <Empty>
                This key has made no request in the last {days} days. <a href="/docs">The reference</a> has a
                first one to try.
              </Empty>
            ) : (
              <>
                <ByDay of={used} />
                <ByOperation of={used} />
              </>
            )
          }
        </Show>
      </Section>
    </Page>
  )
}

function Today({ used, of }: { used: Usage; of: KeySession['key'] }) {
  return (
    <Facts
      of={[
        [
          'Used today',
          <Bar share={used.usedToday / used.perDay}>
            {number(used.usedToday)} of {number(used.perDay)}
          </Bar>,
        ],
        ['Left until midnight UTC', number(used.leftToday)],
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

/** The requests of these days, by the same filters as they are counted. */
const requestsOf = (values: Record<string, string>) => href(`/requests${query(values)}`)
const midnight = (day: string) => `${day}T00:00`

function ByDay({ of: { days: all, totals } }: { of: Usage }) {
  const busiest = all.reduce((most, one) => (one.requests > most.requests ? one : most))
  const sentence = `${plural(totals.requests, 'request')} in ${days} days, ${number(totals.client)} refused, ${number(totals.limited)} over a limit, ${number(totals.failed)} failed; the most on ${dayOf(new Date(busiest.day))}: ${number(busiest.requests)}.`
  const links = all.map(({ day }) => requestsOf({ since: midnight(day), until: midnight(daysAfter(day, 1)) }))
  return (
    <Chart
      of={{
        sentence,
        file: 'requests-by-day',
        head: ['Day', 'Requests', 'Answered', 'Refused', 'Over a limit', 'Failed'],
        rows: all.map(({ day, requests, success, client, limited, failed }) => [
          day,
          requests,
          success,
          client,
          limited,
          failed,
        ]),
        links,
      }}
    >
      <Columns
        label={sentence}
        unit="requests a day"
        height={130}
        columns={all.map(({ day, requests }, at) => ({
          name: dayOf(new Date(day)),
          value: requests,
          words: `${dayOf(new Date(day))}  ${plural(requests, 'request')}`,
          link: links[at]!,
        }))}
      />
    </Chart>
  )
}

type UsedOperation = Usage['operations'][number]

function ByOperation({ of }: { of: Usage }) {
  const requests = ({ operation }: UsedOperation, values: Record<string, string> = {}) => {
    const [method = '', path = 'none'] = operation.split(' ')
    return requestsOf({ since: midnight(of.from), method, operation: path, ...values })
  }
  const count = (value: number, link: string) => (value === 0 ? '0' : <a href={link}>{number(value)}</a>)
  return (
    <Table
      label="Requests by operation"
      stacks
      rows={of.operations}
      keyOf={({ operation }) => operation}
      columns={[
        { head: 'Operation', cell: ({ operation }) => <code>{operation || 'not found'}</code> },
        {
          head: 'Today',
          number: true,
          cell: row => count(row.today, requests(row, { since: midnight(of.until) })),
        },
        { head: `${days} days`, number: true, cell: row => count(row.requests, requests(row)) },
        {
          head: 'Refused or failed',
          number: true,
          cell: row => count(row.client + row.limited + row.failed, requests(row, { status: 'error' })),
        },
        {
          head: 'As',
          long: true,
          cell: row =>
            row.refusals.map(({ code, requests: times, fix }, at) => (
              <span key={code} title={fix}>
                {at > 0 && ', '}
                {number(times)}{' '}
                <a href={requests(row, { code })}>
                  <code>{code}</code>
                </a>
              </span>
            )),
        },
      ]}
    />
  )
}
