// One match: who was sent beside who it may be, field by field, and what can be decided of it.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Confirm } from '../components/dialog.tsx'
import { Choice, TextField } from '../components/form.tsx'
import { Facts, Section, Show, Status } from '../components/layout.tsx'
import { plural, Time } from '../components/text.tsx'
import { get, send } from '../http.ts'
import { useLoaded } from '../loaded.ts'
import { left, type MatchState, useNow } from './matches.tsx'

type Person = {
  name: string
  firstName: string
  lastName: string
  agencyId?: string
  numbers?: string[]
  documents?: string[]
  worker?: string
  reference?: string
}
type Field = {
  field: string
  sent?: string
  known?: string
  says: 'agrees' | 'differs' | 'nothing'
  bits?: number
}
type Candidate = {
  worker: string
  total: number
  exact?: string
  reference?: string
  known?: Person
  fields: Field[]
}
type Review = {
  id: string
  kind: 'submission' | 'pair'
  state: MatchState
  agency?: string
  agencyName?: string
  workers?: string[]
  sent?: Person
  candidates: Candidate[]
  decisions: { decision: string; worker?: string; by: string; note?: string; at: string }[]
  undoUntil?: string
}

export type DecisionWord = 'link' | 'different' | 'dismiss'
export type Decided = { id: string; text: string; undoUntil: string }
/** What the keys of the page do with the match that is shown. */
export type ReviewKeys = { ask?: (what: DecisionWord) => void; choose?: (index: number) => void }

type Props = {
  id: string
  keys: { current: ReviewKeys }
  onDecided: (decided: Decided) => Promise<void>
  onUndo: (one: Decided) => Promise<void>
}

export function MatchReview({ id, keys, onDecided, onUndo }: Props) {
  const review = useLoaded(id, signal => get<Review>(`/operator/matches/${id}`, signal))
  const [chosen, setChosen] = useState(0)
  const [asked, setAsked] = useState<DecisionWord>()
  const one = review.data
  const isOpen = one?.state === 'open'
  const candidate = one?.candidates[chosen]

  useEffect(() => {
    keys.current = isOpen
      ? {
          ask: what => (what !== 'link' || candidate) && setAsked(what),
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
            <Compared key={candidate.worker} of={one} candidate={candidate} />
          ) : (
            <p>Nobody who is stored is like this any more. It can be created as a new worker.</p>
          )}
          {isOpen && (
            <div class="actions decide">
              {candidate && (
                <button type="button" class="main" onClick={() => setAsked('link')}>
                  {one.kind === 'pair' ? 'One person' : `Link to ${candidate.reference ?? 'this worker'}`}{' '}
                  <kbd>l</kbd>
                </button>
              )}
              <button type="button" onClick={() => setAsked('different')}>
                Different person <kbd>d</kbd>
              </button>
              <button type="button" onClick={() => setAsked('dismiss')}>
                Dismiss <kbd>x</kbd>
              </button>
            </div>
          )}
          {one.kind === 'submission' && one.sent && <SentToo sent={one.sent} />}
          <History of={one} onUndo={() => void undoThis(one, onUndo).then(review.reload)} />
          {asked && (
            <Decide
              of={one}
              candidate={candidate}
              what={asked}
              onClose={() => setAsked(undefined)}
              onDecided={onDecided}
            />
          )}
        </>
      )}
    </Show>
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

const numbers: Record<string, string> = {
  nationalIns: 'National Insurance number',
  pps: 'PPS number',
  travel: 'passport number or share code',
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
          <span class="n">
            {candidate.exact ? `same ${numbers[candidate.exact] ?? candidate.exact}, ` : ''}
            {bitsWords(candidate.total)} bits
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const fieldWords: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  dob: 'Date of birth',
  email: 'E-mail',
  phone: 'Telephone',
  postcode: 'Postcode',
  gender: 'Gender',
  nationality: 'Nationality',
  nationalIns: 'National Insurance',
}
const saysWords = { agrees: 'agrees', differs: 'differs', nothing: 'says nothing' } as const

const bitsWords = (bits: number) => `${bits < 0 ? '−' : ''}${Math.abs(bits).toFixed(1)}`
/** Reaching this much makes a match; the bar of a field is drawn against it. */
const enough = 20

function Compared({ of, candidate }: { of: Review; candidate: Candidate }) {
  const { exact, total, fields, known, reference, worker } = candidate
  const [first, second] =
    of.kind === 'pair'
      ? [of.sent?.reference ?? 'One', reference ?? 'The other']
      : ['Submitted', reference ?? worker]
  const sum = fields.reduce((all, { bits = 0 }) => all + bits, 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section class="wide" aria-label="Side by side" tabIndex={0}>
      <table class="compared">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">{first}</th>
            <th scope="col">
              {second}
              {!known && ' (no longer there)'}
            </th>
            <th scope="col">
              <span>Compared</span>
            </th>
            <th scope="col" class="n">
              Bits
            </th>
            <th scope="col" class="drawn">
              <span class="aloud">Drawn</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {exact && (
            <tr>
              <th scope="row">{numbers[exact] ?? exact}</th>
              <td colSpan={2} class="muted">
                the same on both sides; it is not shown
              </td>
              <td>
                <span class="says agrees">
                  <span>agrees</span>
                </span>
              </td>
              <td class="n">decides</td>
              <td class="drawn" />
            </tr>
          )}
          {fields.map(field => (
            <Row key={field.field} of={field} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Together</th>
            <td colSpan={3} class="muted">
              <span>
                {enough} bits or the same identity number are asked about
                {Math.abs(sum - total) > 0.25 && '; what contacts add is limited'}
              </span>
            </td>
            <td class="n">{bitsWords(total)}</td>
            <td class="drawn" />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Row({ of: { field, sent, known, says, bits } }: { of: Field }) {
  const isHidden = field === 'nationalIns'
  return (
    <tr class={says}>
      <th scope="row">{fieldWords[field] ?? field}</th>
      <td>{isHidden ? <span class="muted">not shown</span> : <Value text={sent} beside={known} />}</td>
      <td>{isHidden ? <span class="muted">not shown</span> : <Value text={known} beside={sent} />}</td>
      <td>
        <span class={`says ${says}`}>
          <span>{saysWords[says]}</span>
        </span>
      </td>
      <td class="n">{bits === undefined ? '' : bitsWords(bits)}</td>
      <td class="drawn">{bits !== undefined && <Weight bits={bits} />}</td>
    </tr>
  )
}

/** Where the line is, in percent: less speaks against a match than for it. */
const axis = 30

/** What speaks for it grows to the right of the line, what speaks against it to the left. */
function Weight({ bits }: { bits: number }) {
  const share = Math.min(1, Math.abs(bits) / enough) * (100 - axis)
  return (
    <span class="weight" aria-hidden="true">
      <i
        class={bits < 0 ? 'against' : 'for'}
        style={{ width: `${share}%`, left: `${bits < 0 ? axis - share : axis}%` }}
      />
    </span>
  )
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** With what is not the same in the other one underlined. */
function Value({ text, beside }: { text: string | undefined; beside: string | undefined }) {
  if (text === undefined) return <span class="muted">not given</span>
  if (beside === undefined || bare(text) === bare(beside)) return <>{text}</>
  const [one, other] = [text.toLowerCase(), beside.toLowerCase()]
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start++
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const odd = text.slice(start, text.length - end)
  return (
    <>
      {text.slice(0, start)}
      {odd && <u>{odd}</u>}
      {text.slice(text.length - end)}
    </>
  )
}

function SentToo({ sent }: { sent: Person }) {
  return (
    <Facts
      of={[
        [
          'Identity numbers sent',
          sent.numbers
            ?.map(name => (name === 'nationalIns' ? 'National Insurance' : 'passport'))
            .join(', ') || 'none',
        ],
        ['Documents sent', sent.documents?.map(name => name.replaceAll('_', ' ')).join(', ') || 'none'],
      ]}
    />
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
    <Section title="Decided" count={canUndo ? `can be undone for ${left(of.undoUntil!, now)}` : undefined}>
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

type DecideProps = {
  of: Review
  candidate: Candidate | undefined
  what: DecisionWord
  onClose: () => void
  onDecided: (decided: Decided) => Promise<void>
}

/** Says what will happen; Enter confirms, also from the note. */
function Decide({ of, candidate, what, onClose, onDecided }: DecideProps) {
  const [note, setNote] = useState('')
  const [stays, setStays] = useState('')
  const isPair = of.kind === 'pair'
  const agency = of.agencyName ?? 'The agency'
  const name = of.sent?.name ?? 'what was sent'
  const reference = candidate?.reference ?? candidate?.worker ?? ''
  const worker = what !== 'link' ? '' : isPair ? stays : (candidate?.worker ?? '')
  const { title, action, text } = said(what, { isPair, agency, name, reference })
  return (
    <Confirm
      title={title}
      action={action}
      onClose={onClose}
      run={async () => {
        const body = { decision: what, ...(worker && { worker }), ...(note && { note }) }
        const answer = await send<{ created?: { reference: string }; undoUntil?: string }>(
          'POST',
          `/operator/matches/${of.id}/decide`,
          { body },
        )
        await onDecided({
          id: of.id,
          text: outcome(what, { isPair, name, reference, created: answer.created?.reference }),
          undoUntil: answer.undoUntil ?? new Date().toISOString(),
        })
      }}
    >
      {text}
      {isPair && what === 'link' && (
        <Choice
          label="Which of the two stays"
          value={stays}
          onChange={setStays}
          options={[
            ['', 'not decided here'],
            [of.sent?.worker ?? '', `${of.sent?.reference} ${of.sent?.name}`],
            [candidate?.worker ?? '', `${reference} ${candidate?.known?.name}`],
          ]}
        />
      )}
      <TextField label="Note (optional)" value={note} onInput={setNote} autoFocus />
      <p class="hint">It can be undone for ten minutes, where nothing else changes meanwhile.</p>
    </Confirm>
  )
}

type About = { isPair: boolean; agency: string; name: string; reference: string }

function said(
  what: DecisionWord,
  { isPair, agency, name, reference }: About,
): { title: string; action: string; text: ComponentChildren } {
  if (what === 'dismiss')
    return {
      title: 'Dismiss',
      action: 'Dismiss',
      text: isPair ? (
        <p>Nothing is done. A scan asks about the two again only when one of them becomes known by more.</p>
      ) : (
        <p>
          Nobody is created or linked. What was sent of {name} is forgotten in ten minutes; when it is sent
          again, it comes back here.
        </p>
      ),
    }
  if (what === 'different')
    return isPair
      ? {
          title: 'Two people',
          action: 'They are different',
          text: <p>It is noted that these are two people. No record changes, and no scan asks again.</p>,
        }
      : {
          title: `${name} is somebody else`,
          action: 'Create a new worker',
          text: (
            <p>
              A new worker is created from what was sent, after the usual checks of documents and right to
              work. It is noted that this is none of the known workers shown here. {agency} sees it at once.
            </p>
          ),
        }
  return isPair
    ? {
        title: 'One person',
        action: 'They are one person',
        text: (
          <p>
            It is noted that the two are one person. Nothing is merged: the system that they were loaded from
            replaces the one that goes, then deletes it by a load.
          </p>
        ),
      }
    : {
        title: `${name} is ${reference}`,
        action: `Link to ${reference}`,
        text: (
          <p>
            {agency} is added to {reference} with the identifier that it sent, and sees this worker from then
            on. Everything else that it sent is dropped: the stored record stays as it is.
          </p>
        ),
      }
}

function outcome(
  what: DecisionWord,
  { isPair, name, reference, created }: Omit<About, 'agency'> & { created: string | undefined },
): string {
  if (created) return `${name} was created as ${created}.`
  if (what === 'dismiss') return `${isPair ? 'The pair' : name} was dismissed.`
  if (what === 'different') return 'Noted: they are two people.'
  return isPair ? 'Noted: the two are one person.' : `${name} was linked to ${reference}.`
}
