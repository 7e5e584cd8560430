// Requests by outcome and how long they took, over the last hour, day or week, as charts and as errors with their fixes.
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { Chart } from '../../charts/figure.tsx'
import { LineChart } from '../../charts/line.tsx'
import { href, parameter, setParameters } from '../../client/address.ts'
import { query, request } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Choice } from '../../components/form.tsx'
import { Empty } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { number, plural, Time } from '../../components/text.tsx'

type Span = Summary['span']
type Summary = OperatorAnswer<'GET /operator/requests/summary'>

export const spanOf = (): Span => {
  const span = parameter('span')
  return span === 'day' || span === 'week' ? span : 'hour'
}

export const spanWords: Record<Span, string> = {
  hour: 'a minute, last hour',
  day: 'an hour, last 24 hours',
  week: 'an hour, last 7 days',
}

/** `/own` is for the key that is signed in. */
type Base = '/operator' | '/own'

export function useSummary(base: Base, { key = '', isLive = true } = {}) {
  const asked = { span: spanOf(), key }
  const load = (signal: AbortSignal) => request(`GET ${base}/requests/summary`, { query: asked, signal })
  return useLoaded(`${base} ${query(asked)}`, load, {
    keeps: true,
    ...(isLive && { everyMs: 5000 }),
  })
}

export function SpanChoice() {
  return (
    <Choice
      label="Over"
      value={spanOf()}
      onChange={span => setParameters({ span: span === 'hour' ? '' : span })}
      options={[
        ['hour', 'the last hour'],
        ['day', 'the last 24 hours'],
        ['week', 'the last 7 days'],
      ]}
    />
  )
}

const clock = (at: string) => at.slice(0, 16).replace('T', ' ')

const outcomes = [
  ['success', 'answered'],
  ['client', 'refused'],
  ['limited', 'over a limit'],
  ['failed', 'failed'],
] as const

export const allOutcomes = ({ success, client, limited, failed }: Omit<Summary['totals'], 'p50' | 'p95'>) =>
  success + client + limited + failed

const requestOf = (base: Base, { span }: Summary, key: string) =>
  base === '/operator' ? `/operator/requests/summary${query({ span, key })}` : undefined

type TrafficProps = { of: Summary; base: Base; forKey?: string }

/** The page of the requests of this time, narrowed further. */
const requestsFrom = (from: string, until: string, values: Record<string, string>) =>
  href(
    `/requests${query({ ...values, since: from.slice(0, 16), until: until.slice(0, 16), span: spanInAddress() })}`,
  )
const spanInAddress = () => (spanOf() === 'hour' ? '' : spanOf())

/** The requests of each step. */
const linksOf = ({ buckets, until }: Summary, key: string) =>
  buckets.map(({ at }, index) => requestsFrom(at, buckets[index + 1]?.at ?? until, { key }))

export function OutcomeChart({ of, base, forKey = '' }: TrafficProps) {
  const { totals, buckets, span } = of
  const request = requestOf(base, of, forKey)
  const links = linksOf(of, forKey)
  const over = { hour: 'the last hour', day: 'the last 24 hours', week: 'the last 7 days' }[span]
  const sentence =
    allOutcomes(totals) === 0
      ? `No request in ${over}.`
      : `${plural(allOutcomes(totals), 'request')} in ${over}: ${outcomes.map(([name, word]) => `${number(totals[name])} ${word}`).join(', ')}.`
  return (
    <Chart
      of={{
        sentence,
        file: `requests-${span}`,
        head: ['From (UTC)', ...outcomes.map(([, word]) => word)],
        rows: buckets.map(bucket => [clock(bucket.at), ...outcomes.map(([name]) => bucket[name])]),
        links,
        ...(request && { request }),
      }}
    >
      <LineChart
        label={sentence}
        unit={`requests ${spanWords[span].split(',')[0]}`}
        at={buckets.map(({ at }) => at)}
        links={links}
        lines={outcomes.map(([name, word]) => ({
          word,
          label: `${number(totals[name])} ${word}`,
          values: buckets.map(bucket => bucket[name]),
        }))}
      />
    </Chart>
  )
}

const ms = (value: number | null) =>
  value === null ? '–' : `${value.toLocaleString('en-GB', { maximumSignificantDigits: 3 })} ms`

export function TimesChart({ of, base, forKey = '' }: TrafficProps) {
  const { totals, buckets, span } = of
  const request = requestOf(base, of, forKey)
  const links = linksOf(of, forKey)
  const sentence =
    totals.p50 === null
      ? 'Nothing was answered, so there is no time to show.'
      : `Half of the answers took at most ${ms(totals.p50)}, 95 % at most ${ms(totals.p95)}.`
  return (
    <Chart
      of={{
        sentence,
        file: `answer-times-${span}`,
        head: ['From (UTC)', 'p50, ms', 'p95, ms'],
        rows: buckets.map(({ at, p50, p95 }) => [clock(at), p50, p95]),
        links,
        ...(request && { request }),
      }}
    >
      <LineChart
        label={sentence}
        unit="milliseconds"
        at={buckets.map(({ at }) => at)}
        links={links}
        lines={[
          { word: 'p50', label: `p50 ${ms(totals.p50)}`, values: buckets.map(({ p50 }) => p50) },
          { word: 'p95', label: `p95 ${ms(totals.p95)}`, values: buckets.map(({ p95 }) => p95) },
        ]}
      />
    </Chart>
  )
}

type ErrorsProps = { of: Summary; forKey?: string; most?: number }

/** Errors by their code, most frequent first, each with what puts it right; together they are all that went wrong. */
export function Errors({ of, forKey = '', most }: ErrorsProps) {
  if (of.errors.length === 0) return <Empty>No request was refused and none failed in this time.</Empty>
  const link = ({ code, status }: Summary['errors'][number]) =>
    requestsFrom(of.from, of.until, { key: forKey, status: String(status), code: code ?? 'none' })
  const rest = of.errors.length - (most ?? of.errors.length)
  return (
    <>
      <Table
        label="Errors by code"
        stacks
        rows={of.errors.slice(0, most)}
        keyOf={({ code, status }) => `${code} ${status}`}
        columns={[
          {
            head: 'Code',
            cell: error => <a href={link(error)}>{error.code ? <code>{error.code}</code> : 'no code'}</a>,
          },
          { head: 'Status', number: true, cell: ({ status }) => status },
          { head: 'Requests', number: true, cell: error => <a href={link(error)}>{number(error.count)}</a> },
          { head: 'Last', cell: ({ lastAt }) => <Time at={lastAt} /> },
          { head: 'What puts it right', long: true, cell: ({ fix }) => fix },
        ]}
      />
      {rest > 0 && <p class="muted">And {plural(rest, 'other kind')} of error.</p>}
    </>
  )
}
