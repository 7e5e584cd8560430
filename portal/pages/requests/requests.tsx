// Requests as they are answered: by key, outcome, operation and time, each by its id, with the errors grouped above.

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { address, go, href, parameter, setParameters } from '../../client/address.ts'
import { query, request } from '../../client/http.ts'
import { session } from '../../client/session.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { usePages } from '../../client/use-pages.ts'
import { Choice, Filters, LateField, TextField } from '../../components/form.tsx'
import { KeptViews } from '../../components/kept-views.tsx'
import { Empty, Page, Section, Show, Status, type StatusKind } from '../../components/layout.tsx'
import { More, Table, type ValueColumn } from '../../components/table.tsx'
import { plural, Time } from '../../components/text.tsx'
import { allOutcomes, Errors, OutcomeChart, SpanChoice, useSummary } from './traffic.tsx'

type LoggedRequest = OperatorAnswer<'GET /operator/requests'>[number]

const filters = [
  'key',
  'status',
  'code',
  'method',
  'operation',
  'surface',
  'requestId',
  'since',
  'until',
] as const

type FilterTexts = Record<(typeof filters)[number], string>

/** The requests that these filters leave, and how many they are. */
function useLogged(base: '/operator' | '/own', given: FilterTexts, isLive: boolean) {
  const asked = { ...given, since: instant(given.since), until: instant(given.until) }
  const what = `${base} ${query(asked)}`
  const often = isLive && { everyMs: 3000 }
  const requests = usePages<LoggedRequest>(what, {
    load: (after, signal) => request(`GET ${base}/requests`, { query: { ...asked, after }, signal }),
    ...often,
  })
  const isFiltered = filters.some(name => given[name] !== '')
  const counted = useLoaded(
    isFiltered ? `count ${what}` : undefined,
    signal => request(`GET ${base}/requests/count`, { query: asked, signal }),
    { keeps: true, ...often },
  )
  return { what, requests, counted, isFiltered }
}

export function Requests() {
  const isOperator = session.value?.kind === 'operator'
  const base = isOperator ? '/operator' : '/own'
  const [isPaused, setPaused] = useState(false)
  // Rows do not move under whoever points at one or steers through them.
  const [isHeld, setHeld] = useState(false)
  const given = Object.fromEntries(filters.map(name => [name, parameter(name)])) as FilterTexts
  const isPast = given.until !== ''
  const isLive = !isPaused && !isPast && !isHeld
  const summary = useSummary(base, { key: given.key, isLive: !isPaused })
  const { what, requests, counted, isFiltered } = useLogged(base, given, isLive)
  useEffect(() => setHeld(false), [what])
  return (
    <Page
      title="Requests"
      note="Kept for 7 days. A request is shown within 5 seconds of its answer."
      actions={
        <>
          <KeptViews />
          <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? 'Go on' : 'Pause'}
          </button>
        </>
      }
    >
      <Filters>
        <SpanChoice />
      </Filters>
      <Show loaded={summary} rows={7}>
        {of => (
          <>
            <OutcomeChart of={of} base={base} forKey={given.key} />
            <Section title="Errors" count={plural(allOutcomes(of.totals) - of.totals.success, 'request')}>
              <Errors of={of} forKey={given.key} />
            </Section>
          </>
        )}
      </Show>
      <Section
        title="Requests"
        count={
          <>
            {counted.data && <>{plural(counted.data.count, 'request')}, </>}
            <LiveState isPaused={isPaused} isHeld={isHeld} isPast={isPast} />
          </>
        }
      >
        <Narrow given={given} isOperator={isOperator} />
        <Show loaded={requests} rows={12}>
          {rows =>
            rows.length === 0 ? (
              <NoRequest isFiltered={isFiltered} />
            ) : (
              <>
                <Held onHold={setHeld}>
                  <RequestTable rows={rows} isOperator={isOperator} />
                </Held>
                <More onMore={requests.more} isLoading={requests.isLoadingMore} />
              </>
            )
          }
        </Show>
      </Section>
    </Page>
  )
}

function LiveState({ isPaused, isHeld, isPast }: Record<'isPaused' | 'isHeld' | 'isPast', boolean>) {
  if (isPaused) return <Status is="off">paused</Status>
  if (isHeld) return <Status is="off">held while you are in the list</Status>
  if (isPast) return <Status is="off">not live: the time is fixed</Status>
  return <Status is="ok">live</Status>
}

function NoRequest({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return <Empty>Nobody has asked anything yet. The first request with a key is shown here.</Empty>
  return (
    <Empty>
      No request of the last 7 days is like this.{' '}
      <button type="button" class="link" onClick={() => go(address.value.path, { replace: true })}>
        Show all
      </button>
    </Empty>
  )
}

type HeldProps = { onHold: (isHeld: boolean) => void; children: ComponentChildren }

/** Rows that say when somebody is among them. */
function Held({ onHold, children }: HeldProps) {
  return (
    <div
      class="lines"
      onPointerEnter={event => event.pointerType === 'mouse' && onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocusIn={() => onHold(true)}
      onFocusOut={() => onHold(false)}
    >
      {children}
    </div>
  )
}

/** What a field of date and time gives, read as UTC. */
const instant = (local: string) => (local ? `${local.slice(0, 16)}:00.000Z` : '')

/** What requests can be narrowed to, with what is asked for now. */
const statusesWith = (chosen: string): (readonly [string, string])[] => [
  ['', 'any'],
  ['error', 'refused or failed'],
  ['client', 'refused'],
  ['limited', 'over a limit'],
  ['failed', 'failed'],
  ['2xx', '2xx answered'],
  ['3xx', '3xx not changed'],
  ...[...new Set(['400', '401', '403', '404', '409', '429', '500', '503', chosen])]
    .filter(one => /^\d+$/.test(one))
    .map(one => [one, one] as const),
]

function Narrow({ given, isOperator }: { given: Record<string, string>; isOperator: boolean }) {
  const keys = useLoaded(isOperator ? 'keys' : undefined, () => request('GET /operator/keys'))
  const set = (name: string) => (value: string) => setParameters({ [name]: value.trim() })
  return (
    <Filters>
      {isOperator && (
        <Choice
          label="Key"
          value={given.key!}
          onChange={set('key')}
          options={[
            ['', 'any'],
            ...(keys.data ?? []).map(({ id, name, hint }) => [id, `${name} ${hint}`] as const),
            ...(given.key && !keys.data ? [[given.key, given.key] as const] : []),
          ]}
        />
      )}
      <Choice
        label="Status"
        value={given.status!}
        onChange={set('status')}
        options={statusesWith(given.status!)}
      />
      <Choice
        label="Came by"
        value={given.surface!}
        onChange={set('surface')}
        options={[
          ['', 'any way'],
          ['http', 'HTTP'],
          ['tool', 'an assistant’s tool'],
          ...(isOperator ? [['operator', 'the operator’s interface'] as const] : []),
        ]}
      />
      <Choice
        label="Method"
        value={given.method!}
        onChange={set('method')}
        options={[['', 'any'], ...['GET', 'POST', 'PATCH', 'DELETE'].map(one => [one, one] as const)]}
      />
      <LateField
        label="Operation"
        reference
        value={given.operation!}
        onInput={set('operation')}
        placeholder="/sites/{id}"
      />
      <LateField label="Code" reference value={given.code!} onInput={set('code')} placeholder="NOT_FOUND" />
      <TextField label="Since, UTC" type="datetime-local" value={given.since!} onInput={set('since')} />
      <TextField label="Until, UTC" type="datetime-local" value={given.until!} onInput={set('until')} />
      <LateField
        label="Request id"
        reference
        value={given.requestId!}
        onInput={set('requestId')}
        placeholder="X-Request-Id"
      />
    </Filters>
  )
}

const standing = (status: number): StatusKind => (status >= 500 ? 'alert' : status >= 400 ? 'wait' : 'ok')
const ways = { http: 'HTTP', tool: 'tool', operator: 'operator' }

/** Narrows the list to its own words. */
function Only({ name, value, children }: { name: string; value: string; children: ComponentChildren }) {
  const parameters = new URLSearchParams(address.value.search)
  parameters.set(name, value)
  return (
    <a class="narrows" href={href(`/requests?${parameters}`)}>
      {children}
    </a>
  )
}

const keyColumn: ValueColumn<LoggedRequest> = {
  head: 'Key',
  value: ({ keyId, keyName }) => keyName ?? keyId,
  cell: ({ keyId, keyName }) =>
    keyId ? (
      <Only name="key" value={keyId}>
        {keyName ?? keyId}
      </Only>
    ) : (
      <span class="muted">none</span>
    ),
}

const columns: readonly ValueColumn<LoggedRequest>[] = [
  {
    head: 'At (UTC)',
    value: ({ at }) => at,
    cell: ({ at }) => (
      <>
        <Time at={at} />
        <span class="muted">:{at.slice(17, 19)}</span>
      </>
    ),
  },
  keyColumn,
  {
    head: 'Operation',
    value: ({ method, operation }) => `${method} ${operation}`,
    cell: ({ method, operation }) => (
      <Only name="operation" value={operation}>
        <code>
          {method} {operation}
        </code>
      </Only>
    ),
  },
  {
    head: 'Status',
    value: ({ status }) => status,
    cell: ({ status }) => <Status is={standing(status)}>{status}</Status>,
  },
  {
    head: 'Code',
    value: ({ code }) => code,
    cell: ({ code }) =>
      code && (
        <Only name="code" value={code}>
          <code>{code}</code>
        </Only>
      ),
  },
  { head: 'Time, ms', number: true, value: ({ ms }) => Math.round(ms * 10) / 10 },
  { head: 'By', value: ({ surface }) => ways[surface] },
  {
    head: 'Request id',
    reference: true,
    value: ({ requestId }) => requestId,
    cell: ({ requestId }) => <a href={href(`/requests?requestId=${requestId}`)}>{requestId.slice(0, 8)}</a>,
  },
]

function RequestTable({ rows, isOperator }: { rows: readonly LoggedRequest[]; isOperator: boolean }) {
  return (
    <Table
      label="Requests, newest first"
      file="requests"
      stacks
      rows={rows}
      keyOf={({ id }) => id}
      columns={isOperator ? columns : columns.filter(column => column !== keyColumn)}
    />
  )
}
