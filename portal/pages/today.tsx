// What needs somebody, first; then how the API is used and what is delivered. It is the operators' first page.
import type { OperatorAnswer } from '../../src/operator/answers.ts'
import { href } from '../client/address.ts'
import { query, request } from '../client/http.ts'
import { useLoaded } from '../client/use-loaded.ts'
import { Filters } from '../components/form.tsx'
import { Empty, Facts, Page, Section, Show, type StatusKind } from '../components/layout.tsx'
import { Count, number, plural, Time } from '../components/text.tsx'
import {
  allOutcomes,
  Errors,
  OutcomeChart,
  SpanChoice,
  spanOf,
  spanWords,
  TimesChart,
  useSummary,
} from './requests/traffic.tsx'

type Attention = Figures['attention'][number]
type Figures = OperatorAnswer<'GET /operator/today'>

const standing: Record<Attention['severity'], StatusKind> = {
  critical: 'alert',
  warning: 'wait',
  notice: 'off',
}

/** What is counted beside the text of some kinds; those of the others say their count, or have none. */
const counted: Partial<Record<Attention['kind'], [one: string, many: string]>> = {
  sweep_failed: ['time', 'times'],
  endpoint_disabled: ['delivery waits', 'deliveries wait'],
}

/** Where each is put right, and what that is called. */
const places: Record<string, [action: string, path: string]> = {
  webhook: ['Recover', '/webhooks'],
  matches: ['Review', '/matches'],
  key: ['Open the key', '/keys'],
  load: ['Open the load', '/loads'],
  job: ['Open the jobs', '/loads'],
}

export function Today() {
  const today = useLoaded('today', signal => request('GET /operator/today', { signal }), { everyMs: 5000 })
  const summary = useSummary('/operator')
  const now = today.data ? new Date(today.data.at) : new Date()
  return (
    <Page title="Today" note={<>{dateWords(now)}, in UTC. It is kept up to date while you look at it.</>}>
      <Show loaded={today}>{({ attention }) => <NeedsAttention attention={attention} />}</Show>
      <Section title="Requests" count={spanWords[spanOf()]}>
        <Filters>
          <SpanChoice />
        </Filters>
        <Show loaded={summary} rows={7}>
          {of => (
            <>
              <div class="cols">
                <OutcomeChart of={of} base="/operator" />
                <TimesChart of={of} base="/operator" />
              </div>
              {of.errors.length > 0 && (
                <>
                  <h3>Errors</h3>
                  <Errors of={of} most={5} />
                </>
              )}
              <p>
                <a href={href('/requests')}>All requests</a>
              </p>
            </>
          )}
        </Show>
      </Section>
      <Show loaded={today} rows={2}>
        {({ deliveries, requests, since }) => (
          <Section title="Since midnight" count="UTC">
            <Facts
              of={[
                ...(requests ? requestFacts(requests, since) : [['Requests', 'not known'] as const]),
                ...deliveryStates.map(
                  ([state, words]) =>
                    [
                      words,
                      <Count
                        of={deliveries[state]}
                        link={href(`/webhooks/deliveries${query({ state, since })}`)}
                      />,
                    ] as const,
                ),
              ]}
            />
          </Section>
        )}
      </Show>
    </Page>
  )
}

function NeedsAttention({ attention }: { attention: readonly Attention[] }) {
  return (
    <Section title="Needs attention" count={number(attention.length)}>
      {attention.length === 0 ? (
        <Empty>
          Nothing waits for anybody. Endpoints that fail, keys near their limits, loads with rejected lines
          and workers to compare are named here when there are any.
        </Empty>
      ) : (
        <ul class="attn">
          {attention.map(one => (
            <AttentionItem key={`${one.kind} ${one.subject.id}`} of={one} />
          ))}
        </ul>
      )}
    </Section>
  )
}
const deliveryStates = [
  ['delivered', 'Events delivered'],
  ['waiting', 'Deliveries that wait'],
  ['exhausted', 'Deliveries given up'],
  ['withheld', 'Deliveries withheld'],
] as const

const requestFacts = (requests: NonNullable<Figures['requests']>, since: string) =>
  [
    ['Requests', <Count of={allOutcomes(requests)} link={requestsSince(since)} />],
    ['Requests refused', <Count of={requests.client} link={requestsSince(since, 'client')} />],
    ['Requests over a limit', <Count of={requests.limited} link={requestsSince(since, 'limited')} />],
    ['Requests failed', <Count of={requests.failed} link={requestsSince(since, 'failed')} />],
  ] as const

const requestsSince = (since: string, status?: string) =>
  href(`/requests${query({ since: since.slice(0, 16), status })}`)

function AttentionItem({ of: { severity, text, subject, since, count, kind } }: { of: Attention }) {
  const [action, path] = places[subject.type] ?? []
  const words = counted[kind]
  const isWhole = subject.id !== null && subject.type !== 'matches' && subject.type !== 'job'
  return (
    <li>
      <span class={`st ${standing[severity]}`}>
        <span class="aloud">{severity}</span>
      </span>
      <div>
        {text}
        {since && kind !== 'key_expiring' && (
          <span class="muted">
            {' '}
            since <Time at={since} />
          </span>
        )}
        {count > 1 && words && <span class="muted"> ({plural(count, ...words)})</span>}
      </div>
      {path ? (
        <a class="button" href={href(isWhole ? `${path}/${subject.id}` : path)}>
          {action}
        </a>
      ) : (
        <code>./muster status</code>
      )}
    </li>
  )
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const dateWords = (at: Date) =>
  `${weekdays[at.getUTCDay()]} ${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}`
