// The queue of worker matches: those of a state, one below the other, and the scan that finds more of them.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { go, href, setParameters } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { usePages } from '../../client/use-pages.ts'
import { useAction, Wrong } from '../../components/dialog.tsx'
import { Choice } from '../../components/form.tsx'
import { Bar, Empty, Show } from '../../components/layout.tsx'
import { More, tableData, type ValueColumn } from '../../components/table.tsx'
import { TableActions } from '../../components/table-actions.tsx'
import { number, plural, Time } from '../../components/text.tsx'
import { type Match, type MatchState, mayDecide } from './match.ts'

const states: readonly (readonly [MatchState, string])[] = [
  ['open', 'waiting'],
  ['linked', 'linked: the same person'],
  ['created', 'created: a new worker'],
  ['different', 'different: two people'],
  ['dismissed', 'dismissed'],
  ['expired', 'expired: nobody decided'],
  ['closed', 'closed: a worker is gone'],
]

export const searchFor = (state: MatchState) => (state === 'open' ? '' : `?state=${state}`)

export const useQueue = (state: MatchState) =>
  usePages(`matches ${state}`, {
    load: (after, signal) => request('GET /operator/matches', { query: { state, limit: 50, after }, signal }),
    everyMs: 15_000,
  })

type QueueProps = { of: ReturnType<typeof useQueue>; state: MatchState; chosen: string | undefined }

export function Queue({ of: queue, state, chosen: id }: QueueProps) {
  return (
    <section class="queue" aria-label="Queue">
      <Choice
        label="Show"
        value={state}
        onChange={chosen => {
          go('/matches', { replace: true })
          setParameters({ state: chosen === 'open' ? '' : chosen })
        }}
        options={states}
      />
      <Show loaded={queue} rows={8}>
        {all => (
          <QueueList
            matches={all}
            state={state}
            chosen={id}
            more={<More onMore={queue.more} isLoading={queue.isLoadingMore} />}
          />
        )}
      </Show>
      <Scan onFound={() => void queue.reload()} />
    </section>
  )
}

type QueueListProps = {
  matches: readonly Match[]
  state: MatchState
  chosen: string | undefined
  more: ComponentChildren
}

function QueueList({ matches, state, chosen, more }: QueueListProps) {
  if (matches.length === 0)
    return (
      <Empty>
        {state === 'open'
          ? 'Nothing waits. A worker that an agency sends and that may be known already comes here, and pairs that a scan finds.'
          : 'None is in this state.'}
      </Empty>
    )
  return (
    <>
      <ol>
        {matches.map(match => (
          <li key={match.id}>
            <QueueLine
              match={match}
              to={`/matches/${match.id}${searchFor(state)}`}
              isCurrent={match.id === chosen}
            />
          </li>
        ))}
      </ol>
      <TableActions of={tableData('worker-matches', queueColumns, matches)} />
      {more}
    </>
  )
}

/** The queue as a table: whom it names is the server's to say. */
const queueColumns: readonly ValueColumn<Match>[] = [
  { head: 'Id', value: ({ id }) => id },
  { head: 'State', value: ({ state }) => state },
  { head: 'Kind', value: ({ kind }) => kind },
  { head: 'Sent', value: ({ sent }) => sent?.name ?? null },
  { head: 'From', value: ({ sent, agencyName, agencyId }) => sent?.from ?? agencyName ?? agencyId ?? null },
  { head: 'May be', value: ({ known }) => known?.name ?? null },
  { head: 'Of', value: ({ known }) => known?.from ?? null },
  { head: 'Candidates', value: ({ candidates }) => candidates },
  { head: 'Times', value: ({ posts }) => posts },
  { head: 'Last', value: ({ lastAt }) => lastAt },
]

type LineProps = { match: Match; to: string; isCurrent: boolean }

function QueueLine({ match, to, isCurrent }: LineProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <a ref={link} href={href(to)} aria-current={isCurrent ? 'true' : undefined}>
      <span>{match.sent?.name ?? (match.kind === 'pair' ? 'Two stored workers' : 'What was sent')}</span>
      <Time at={match.lastAt} />
      <span class="muted">
        {match.kind === 'pair' ? 'stored as' : 'sent by'}{' '}
        {match.sent?.from ?? match.agencyName ?? match.agencyId ?? match.workers?.join(' and ')}
        {match.posts > 1 && `, ${number(match.posts)} times`}
      </span>
      {match.known && (
        <span class="muted">
          may be {match.known.name}, {match.known.from}
          {match.exact && ', by an identity number'}
          {match.candidates > 1 && `, or ${number(match.candidates - 1)} more`}
        </span>
      )}
    </a>
  )
}

/** Looks through all stored workers for pairs; it goes on without this page. */
function Scan({ onFound }: { onFound: () => void }) {
  const [isRunning, setRunning] = useState(false)
  const scan = useLoaded('scan', () => request('GET /operator/matches/scan'), {
    everyMs: isRunning ? 1500 : 30_000,
  })
  const state = scan.data
  const runs = !!state && !state.finishedAt
  useEffect(() => {
    if (isRunning && !runs) onFound()
    setRunning(runs)
  }, [runs])
  const [busy, error, begin] = useAction(async () => {
    scan.put(await request('POST /operator/matches/scan', { body: {} }))
  })
  return (
    <div class="scan">
      <h2>
        Stored workers <span>for pairs</span>
      </h2>
      <div aria-live="polite">
        <Show loaded={scan} rows={1}>
          {state => <ScanWords of={state} />}
        </Show>
      </div>
      {error && <Wrong>{error}</Wrong>}
      {mayDecide() && state !== undefined && !runs && (
        <button type="button" disabled={busy} onClick={() => void begin()}>
          Scan {state ? 'again' : 'all workers'}
        </button>
      )}
    </div>
  )
}

function ScanWords({ of }: { of: OperatorAnswer<'GET /operator/matches/scan'> }) {
  if (!of)
    return <p class="muted">No scan has been made yet. It asks about each pair once and changes nothing.</p>
  if (of.finishedAt)
    return (
      <p class="muted">
        The last scan, <Time at={of.finishedAt} />, looked at {plural(of.scanned, 'worker')} and found{' '}
        {plural(of.found, 'new pair')}.
      </p>
    )
  return (
    <p>
      <Bar share={of.total === 0 ? 1 : of.scanned / of.total} isProgress>
        {number(of.scanned)} of {number(of.total)}
      </Bar>
      <span class="muted"> {plural(of.found, 'new pair')} so far</span>
    </p>
  )
}
