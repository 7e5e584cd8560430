// What is asked before a match is decided: what will happen, and a note of why.

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../../../src/operator/answers.ts'
import { Confirm } from '../../components/dialog.tsx'
import { Choice, TextField } from '../../components/form.tsx'
import { request } from '../../http.ts'
import type { Candidate, DecisionWord, MatchDecision, Review } from './match.ts'

type DecideProps = {
  of: Review
  candidate: Candidate | undefined
  what: DecisionWord
  onClose: () => void
  onDecided: (decided: MatchDecision) => Promise<void>
}

/** Says what will happen; Enter confirms, also from the note. */
export function Decide({ of, candidate, what, onClose, onDecided }: DecideProps) {
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
        const { created, documents, undoUntil } = await request('POST /operator/matches/{id}/decide', {
          path: { id: of.id },
          body,
        })
        await onDecided({
          id: of.id,
          text: outcome(what, { isPair, name, reference, created: created?.reference, documents }),
          undoUntil: undoUntil ?? new Date().toISOString(),
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

type Outcome = Answer<'POST /operator/matches/{id}/decide'>

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
            on. Documents that {reference} lacks are added, after their usual checks; an agency’s own, such as
            a CV, are shown to {agency} alone. Everything else that it sent is dropped.
          </p>
        ),
      }
}

function outcome(
  what: DecisionWord,
  {
    isPair,
    name,
    reference,
    created,
    documents = [],
  }: Omit<About, 'agency'> & { created: string | undefined; documents: Outcome['documents'] },
): string {
  if (created) return `${name} was created as ${created}.`
  if (what === 'dismiss') return `${isPair ? 'The pair' : name} was dismissed.`
  if (what === 'different') return 'Noted: they are two people.'
  if (isPair) return 'Noted: the two are one person.'
  const joined = documents.filter(one => one.outcome === 'joined').map(one => one.documentType)
  const refused = documents.flatMap(one => (one.outcome === 'refused' ? [one.reason] : []))
  return [
    `${name} was linked to ${reference}.`,
    ...(joined.length > 0 ? [`Added: ${joined.join(', ')}.`] : []),
    ...(refused.length > 0 ? [`Not added, since a check did not pass: ${refused.join('; ')}.`] : []),
  ].join(' ')
}
