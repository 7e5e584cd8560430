// Worker matches: the queue on the left, the one that is looked at on the right, decided with the mouse or by keys.

import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { address, go, href, parameter } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { session } from '../../client/session.ts'
import { Dialog, useAction, Wrong } from '../../components/dialog.tsx'
import { Empty, Page } from '../../components/layout.tsx'
import { say } from '../../components/text.tsx'
import {
  type Match,
  type MatchDecision,
  type MatchState,
  mayDecide,
  type ReviewKeys,
  timeLeft,
  useNow,
} from './match.ts'
import { Queue, searchFor, useQueue } from './match-queue.tsx'
import { MatchReview } from './match-review.tsx'
import { OwnMatches } from './own-matches.tsx'

export function Matches() {
  return session.value?.kind === 'key' ? <OwnMatches /> : <AllMatches />
}

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
          <span class="muted">{timeLeft(last.undoUntil, now)} left</span>
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
