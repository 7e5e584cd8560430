// Worker matches: the queue on the left, the one that is looked at on the right, decided with the mouse or by keys.

import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { address, go, href, parameter, setParameters } from '../../address.ts'
import { Dialog, useAction, Wrong } from '../../components/dialog.tsx'
import { Choice } from '../../components/form.tsx'
import { Bar, Empty, Page, Show } from '../../components/layout.tsx'
import { More } from '../../components/table.tsx'
import { number, plural, say, Time } from '../../components/text.tsx'
import { request } from '../../http.ts'
import { session } from '../../session.ts'
import { TableActions } from '../../table-actions.tsx'
import { useLoaded } from '../../use-loaded.ts'
import { usePages } from '../../use-pages.ts'
import { left, type Match, type MatchDecision, type MatchState, type ReviewKeys, useNow } from './match.ts'
import { MatchReview } from './match-review.tsx'
import { OwnMatches } from './own-matches.tsx'

const states: readonly (readonly [MatchState, string])[] = [
  ['open', 'waiting'],
  ['linked', 'linked: the same person'],
  ['created', 'created: a new worker'],
  ['different', 'different: two people'],
  ['dismissed', 'dismissed'],
  ['expired', 'expired: nobody decided'],
  ['closed', 'closed: a worker is gone'],
]

export function Matches() {
  return session.value?.kind === 'key' ? <OwnMatches /> : <AllMatches />
}

const mayDecide = () => session.value?.kind === 'operator' && session.value.role !== 'read-only'

const searchFor = (state: MatchState) => (state === 'open' ? '' : `?state=${state}`)

const useQueue = (state: MatchState) =>
  usePages(`matches ${state}`, {
    load: (after, signal) => request('GET /operator/matches', { query: { state, limit: 50, after }, signal }),
    everyMs: 15_000,
  })

function AllMatches() {
  const id = address.value.path.split('/')[2]
  const state = (parameter('state') || 'open') as MatchState
  const queue = useQueue(state)
  const [done, setDone] = useState<MatchDecision[]>([])
  const [showsKeys, setShowsKeys] = useState(false)
  const keys = useRef<ReviewKeys>({})
  const rows = queue.data ?? []
  const at = rows.findIndex(match => match.id === id)
  const search = searchFor(state)
  const show = (match: Match | undefined) =>
    match && go(`/matches/${match.id}${search}`, { replace: id !== undefined })
  const [, undoError, undo] = useAction(async ({ id }: MatchDecision) => {
    await request('POST /operator/matches/{id}/undo', { path: { id }, body: {} })
    setDone(before => before.filter(one => one.id !== id))
    say('Undone: it waits again.')
    go(`/matches/${id}`, { replace: true })
    await queue.reload()
  })

  useReviewKeys(keys, {
    move: by => show(id === undefined ? rows[0] : rows[Math.max(0, at + by)]),
    undo: () => done[0] && void undo(done[0]),
    help: () => setShowsKeys(true),
  })

  const decided = async (one: MatchDecision) => {
    setDone(before => [one, ...before.filter(({ id }) => id !== one.id)])
    say(one.text)
    const next = state === 'open' ? (rows[at + 1] ?? rows[at - 1]) : rows[at]
    if (next) show(next)
    else go('/matches', { replace: true })
    // The button that was pressed now belongs to somebody else: Enter must not reach it.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.review')?.focus())
    await queue.reload()
  }

  return (
    <Page
      title="Worker matches"
      note="People who were sent, or are stored twice, and may be known already. Nothing is merged by itself."
      actions={
        <button type="button" onClick={() => setShowsKeys(true)}>
          Keys <kbd>?</kbd>
        </button>
      }
    >
      <LastDone done={done} onUndo={one => void undo(one)} error={undoError} />
      <div class={id === undefined ? 'split' : 'split chosen'}>
        <Queue of={queue} state={state} chosen={id} />
        <section class="review" aria-label="Review" tabIndex={-1}>
          <Review id={id} hasQueue={rows.length > 0} back={`/matches${search}`}>
            {id => <MatchReview key={id} id={id} keys={keys} onDecided={decided} onUndo={undo} />}
          </Review>
        </section>
      </div>
      {showsKeys && <KeyList onClose={() => setShowsKeys(false)} />}
    </Page>
  )
}

type QueueProps = { of: ReturnType<typeof useQueue>; state: MatchState; chosen: string | undefined }

function Queue({ of: queue, state, chosen: id }: QueueProps) {
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
      <TableActions of={queueTable(matches)} />
      {more}
    </>
  )
}

type ReviewProps = {
  id: string | undefined
  hasQueue: boolean
  back: string
  children: (id: string) => ComponentChildren
}

/** The one that was chosen, for whoever may decide. */
function Review({ id, hasQueue, back, children }: ReviewProps) {
  if (id === undefined)
    return hasQueue ? (
      <Empty>
        Choose one on the left, or press <kbd>j</kbd>.
      </Empty>
    ) : null
  if (!mayDecide())
    return <Empty>Who was sent is shown to those who decide; your role reads the queue alone.</Empty>
  return (
    <>
      <p class="back">
        <a href={href(back)}>Back to the queue</a>
      </p>
      {children(id)}
    </>
  )
}
/** The queue as a table: whom it names is the server's to say. */
const queueTable = (queue: readonly Match[]) => ({
  name: 'worker-matches',
  head: ['Id', 'State', 'Kind', 'Sent', 'From', 'May be', 'Of', 'Candidates', 'Times', 'Last'],
  rows: queue.map(({ id, state, kind, sent, agencyName, agencyId, known, candidates, posts, lastAt }) => [
    id,
    state,
    kind,
    sent?.name ?? null,
    sent?.from ?? agencyName ?? agencyId,
    known?.name ?? null,
    known?.from ?? null,
    candidates,
    posts,
    lastAt,
  ]),
})

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

/** The latest decision that can still be taken back, with the time that is left. */
function LastDone({
  done,
  onUndo,
  error,
}: {
  done: readonly MatchDecision[]
  onUndo: (one: MatchDecision) => void
  error: string | undefined
}) {
  const now = useNow()
  const last = done.find(one => Date.parse(one.undoUntil) > now)
  return (
    <div class="line">
      {last ? (
        <p>
          {last.text}{' '}
          <button type="button" class="small" onClick={() => onUndo(last)}>
            Undo <kbd>u</kbd>
          </button>{' '}
          <span class="muted">{left(last.undoUntil, now)} left</span>
        </p>
      ) : (
        <p class="muted wide-only">
          <kbd>j</kbd> <kbd>k</kbd> move, <kbd>1</kbd>–<kbd>9</kbd> choose a candidate, <kbd>l</kbd> link,{' '}
          <kbd>d</kbd> different, <kbd>x</kbd> dismiss, <kbd>u</kbd> undo
        </p>
      )}
      {error && <Wrong>{error}</Wrong>}
    </div>
  )
}

type QueueKeys = { move: (by: 1 | -1) => unknown; undo: () => unknown; help: () => unknown }

function useReviewKeys(review: RefObject<ReviewKeys>, { move, undo, help }: QueueKeys): void {
  useKeys({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    l: () => review.current?.ask?.('link'),
    d: () => review.current?.ask?.('different'),
    x: () => review.current?.ask?.('dismiss'),
    u: undo,
    '?': help,
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [String(index + 1), () => review.current?.choose?.(index)]),
    ),
  })
}

/** Single keys, where nothing is being written and no dialog is open. */
function useKeys(actions: Record<string, (() => unknown) | undefined>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const target = event.target as HTMLElement
      if (target.closest('input, textarea, select, dialog') || document.querySelector('dialog[open]')) return
      // What scrolls keeps its arrows.
      if (event.key.startsWith('Arrow') && target.closest('pre, .wide')) return
      const act = latest.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {(
          [
            [['j', '↓'], 'the next in the queue'],
            [['k', '↑'], 'the one before'],
            [['1', '… 9'], 'choose a candidate'],
            [['l'], 'link: it is that person'],
            [['d'], 'different: it is somebody else'],
            [['x'], 'dismiss: nothing is done'],
            [['Enter'], 'confirm what was asked; a note may be written first'],
            [['Esc'], 'leave it'],
            [['u'], 'undo the last decision, for ten minutes'],
            [['?'], 'this list'],
          ] as const
        ).map(([names, words]) => (
          <div key={words}>
            <dt>
              {names.map(name => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <div class="actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
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
