// What is asked before a match is decided: the server's words of what will happen to both records, and a note of why.

import { useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { request } from '../../client/http.ts'
import { Confirm } from '../../components/dialog.tsx'
import { Choice, TextField } from '../../components/form.tsx'
import type { Candidate, Consequence, DecisionWord, MatchDecision, Review } from './match.ts'

export function ConsequenceList({ of }: { of: Consequence }) {
  return (
    <dl class="consequences">
      {of.records.map(({ whose, what }) => (
        <div key={whose}>
          <dt>{whose}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}

type DecideProps = {
  of: Review
  candidate: Candidate | undefined
  what: Consequence
  onClose: () => void
  onDecided: (decided: MatchDecision) => Promise<void>
}

/** Says what will happen; Enter confirms, also from the note. */
export function Decide({ of, candidate, what, onClose, onDecided }: DecideProps) {
  const [note, setNote] = useState('')
  const [stays, setStays] = useState('')
  const isPair = of.kind === 'pair'
  const name = of.sent?.name ?? 'what was sent'
  const reference = candidate?.reference ?? candidate?.worker ?? ''
  const worker = isPair ? stays : (what.worker ?? '')
  return (
    <Confirm
      title={what.title}
      action={what.action}
      onClose={onClose}
      run={async () => {
        const body = { decision: what.decision, ...(worker && { worker }), ...(note && { note }) }
        const { created, documents, undoUntil } = await request('POST /operator/matches/{id}/decide', {
          path: { id: of.id },
          body,
        })
        await onDecided({
          id: of.id,
          text: outcome(what.decision, { isPair, name, reference, created: created?.reference, documents }),
          undoUntil: undoUntil ?? new Date().toISOString(),
        })
      }}
    >
      <ConsequenceList of={what} />
      {isPair && what.decision === 'link' && (
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
      <p class="hint">{of.undoRule}</p>
    </Confirm>
  )
}

type Outcome = OperatorAnswer<'POST /operator/matches/{id}/decide'>

type About = { isPair: boolean; name: string; reference: string }

function outcome(
  what: DecisionWord,
  {
    isPair,
    name,
    reference,
    created,
    documents = [],
  }: About & { created: string | undefined; documents: Outcome['documents'] },
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
