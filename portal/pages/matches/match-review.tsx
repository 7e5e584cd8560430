// One match: who was sent, who it may be, and what was decided of it.
import { useEffect, useState } from 'preact/hooks'
import { request } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Section, Show, Status } from '../../components/layout.tsx'
import { plural, Time } from '../../components/text.tsx'
import {
  type Consequence,
  consequencesFor,
  type DecisionWord,
  type MatchDecision,
  type Review,
  type ReviewKeys,
  timeLeft,
  useNow,
} from './match.ts'
import { Comparison, SentToo } from './match-comparison.tsx'
import { ConsequenceList, Decide } from './match-decision.tsx'

type Props = {
  id: string
  keys: { current: ReviewKeys }
  onDecided: (decided: MatchDecision) => Promise<void>
  onUndo: (one: MatchDecision) => Promise<void>
}

export function MatchReview({ id, keys, onDecided, onUndo }: Props) {
  const review = useLoaded(id, signal => request('GET /operator/matches/{id}', { path: { id }, signal }))
  const [chosen, setChosen] = useState(0)
  const [asked, setAsked] = useState<DecisionWord>()
  const one = review.data
  const isOpen = one?.state === 'open'
  const candidate = one?.candidates[chosen]
  const consequences = one ? consequencesFor(one, candidate) : []
  const asking = consequences.find(({ decision }) => decision === asked)

  useEffect(() => {
    keys.current = isOpen
      ? {
          ask: what => consequences.some(({ decision }) => decision === what) && setAsked(what),
          choose: index => one.candidates[index] && setChosen(index),
        }
      : {}
    return () => {
      keys.current = {}
    }
  }, [one, isOpen, candidate])

  return (
    <Show loaded={review} rows={12}>
      {one => (
        <>
          <Heading of={one} />
          {one.candidates.length > 1 && <Candidates of={one} chosen={chosen} onChoose={setChosen} />}
          {candidate ? (
            <Comparison key={candidate.worker} of={one} candidate={candidate} />
          ) : (
            <p>Nobody who is stored is like this any more. It can be created as a new worker.</p>
          )}
          {isOpen && <Decisions of={consequences} onAsk={setAsked} undoRule={one.undoRule} />}
          {one.kind === 'submission' && one.sent && <SentToo sent={one.sent} />}
          <History of={one} onUndo={() => void undoThis(one, onUndo).then(review.reload)} />
          {asking && (
            <Decide
              of={one}
              candidate={candidate}
              what={asking}
              onClose={() => setAsked(undefined)}
              onDecided={onDecided}
            />
          )}
        </>
      )}
    </Show>
  )
}

const shortcuts: Record<DecisionWord, string> = { link: 'l', different: 'd', dismiss: 'x' }

/** Each decision with what it would do, before it is made. */
function Decisions({
  of,
  onAsk,
  undoRule,
}: {
  of: readonly Consequence[]
  onAsk: (what: DecisionWord) => void
  undoRule: string
}) {
  return (
    <section class="decide" aria-label="Decide">
      {of.map(one => (
        <div key={one.decision}>
          <button
            type="button"
            class={one.decision === 'link' ? 'main' : undefined}
            onClick={() => onAsk(one.decision)}
          >
            {one.action} <kbd>{shortcuts[one.decision]}</kbd>
          </button>
          <ConsequenceList of={one} />
        </div>
      ))}
      <p class="hint">{undoRule}</p>
    </section>
  )
}

const undoThis = ({ id, undoUntil }: Review, undo: Props['onUndo']) =>
  undo({ id, text: '', undoUntil: undoUntil! })

const standing = {
  open: 'wait',
  linked: 'ok',
  created: 'ok',
  different: 'ok',
  dismissed: 'off',
  expired: 'off',
  closed: 'off',
} as const

function Heading({ of }: { of: Review }) {
  return (
    <header class="who">
      <h2>{of.sent?.name ?? (of.kind === 'pair' ? 'Two stored workers' : 'What was sent is forgotten')}</h2>
      <p class="muted">
        <Status is={standing[of.state]}>{of.state === 'open' ? 'waiting' : of.state}</Status> ·{' '}
        {of.kind === 'pair' ? 'found by a scan of stored workers' : `sent by ${of.agencyName ?? of.agency}`}
        {of.sent?.agencyId && (
          <>
            {' '}
            as <span class="ref">{of.sent.agencyId}</span>
          </>
        )}
      </p>
    </header>
  )
}

function Candidates({
  of,
  chosen,
  onChoose,
}: {
  of: Review
  chosen: number
  onChoose: (at: number) => void
}) {
  return (
    <fieldset class="candidates">
      <legend>May be one of {plural(of.candidates.length, 'known worker')}</legend>
      {of.candidates.map((candidate, at) => (
        <label key={candidate.worker}>
          <input type="radio" name="candidate" checked={at === chosen} onChange={() => onChoose(at)} />
          {at < 9 && <kbd>{at + 1}</kbd>}
          <span>
            {candidate.known?.name ?? 'no longer there'}{' '}
            <span class="ref">{candidate.reference ?? candidate.worker}</span>
          </span>
          <span class="n">{candidate.summary}</span>
        </label>
      ))}
    </fieldset>
  )
}

const past: Record<string, string> = {
  link: 'linked',
  create: 'created as a new worker',
  different: 'noted as two people',
  dismiss: 'dismissed',
  expire: 'expired',
  undo: 'undone',
}

function History({ of, onUndo }: { of: Review; onUndo: () => void }) {
  const now = useNow()
  const canUndo = of.undoUntil !== undefined && Date.parse(of.undoUntil) > now
  if (of.decisions.length === 0) return null
  return (
    <Section
      title="Decided"
      count={canUndo ? `can be undone for ${timeLeft(of.undoUntil!, now)}` : undefined}
    >
      <ul class="decisions">
        {of.decisions.map(({ decision, worker, by, note, at }) => (
          <li key={`${at} ${decision}`}>
            <Time at={at} /> {past[decision] ?? decision} by {by}
            {worker && (
              <>
                {', worker '}
                <span class="ref">{worker}</span>
              </>
            )}
            {note && <span class="muted">: {note}</span>}
          </li>
        ))}
      </ul>
      {canUndo && (
        <button type="button" onClick={onUndo}>
          Undo it
        </button>
      )}
    </Section>
  )
}
