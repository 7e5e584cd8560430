// What was decided about a finding, by whom and until when; whoever may mark it decides, thinks again, or takes the mark back.
import { useState } from 'preact/hooks'
import type { BillingMark } from '../../../src/api/billing-checks/shape.ts'
import { ApiError, request, send } from '../../client/http.ts'
import { session } from '../../client/session.ts'
import { Confirm } from '../../components/dialog.tsx'
import { TextField } from '../../components/form.tsx'
import { mayCall, type View } from '../../components/key-view.tsx'
import { Facts, Section, Status } from '../../components/layout.tsx'
import { dateWords, say, Time } from '../../components/text.tsx'
import type { Finding } from './check.ts'
import { type MarkWord, markWords, signedPounds } from './words.ts'

type Decision = { state: MarkWord; note?: string; until?: string; amount: number }
type Marked = Pick<Finding, 'id' | 'mark'>

/** By the operator's own interface, or by the key that is signed in. */
const writeMark = (view: View, id: string, decision: Decision): Promise<Marked> =>
  session.value?.kind === 'operator'
    ? request('POST /operator/billing-checks/{id}/mark', { path: { id }, body: decision })
    : send('POST', `${view.base}/billing-checks/${encodeURIComponent(id)}/mark`, { body: decision })

const mayMark = (view: View) =>
  session.value?.kind === 'operator' || mayCall(view, 'POST /billing-checks/{id}/mark')

type Props = {
  view: View
  of: Finding
  onMarked: (mark: BillingMark | undefined) => void
  /** It is not what was looked at any more. */
  onChanged: () => void
}

export function Decided({ view, of, onMarked, onChanged }: Props) {
  const [asked, setAsked] = useState<MarkWord>()
  const { mark } = of
  const isOpenToMarks = mayMark(view) && !of.resolvedAt
  if (!mark && !isOpenToMarks) return null
  const [is, word] = markWords[mark?.state ?? 'open']
  return (
    <Section title="What was decided" count={<Status is={is}>{word}</Status>}>
      {mark ? (
        <Facts
          of={[
            ['By', mark.by],
            ['On', <Time at={mark.at} />],
            ['Until', mark.until ? dateWords(mark.until.slice(0, 10)) : 'what it says changes'],
            mark.note !== undefined && ['Why', <span class="lines">{mark.note}</span>],
          ]}
        />
      ) : (
        <p class="muted">Nothing yet. A mark stays until what the finding says changes.</p>
      )}
      {isOpenToMarks && (
        <div class="actions">
          <button type="button" onClick={() => setAsked('accepted')}>
            Accept
          </button>
          <button type="button" onClick={() => setAsked('disputed')}>
            Dispute
          </button>
          {mark && (
            <button type="button" onClick={() => setAsked('open')}>
              Take the mark back
            </button>
          )}
        </div>
      )}
      {asked && (
        <Decide {...{ view, of, onMarked, onChanged }} state={asked} onClose={() => setAsked(undefined)} />
      )}
    </Section>
  )
}

const asks: Readonly<Record<MarkWord, readonly [title: string, action: string, what: string]>> = {
  accepted: ['Accept this finding', 'Accept', 'It is right as it is, or nobody will correct it.'],
  disputed: ['Dispute this finding', 'Dispute', 'It was taken up with the other side.'],
  open: ['Take the mark back', 'Take it back', 'The finding is open again, and its note is gone.'],
}

function Decide({
  view,
  of,
  state,
  onMarked,
  onChanged,
  onClose,
}: Props & { state: MarkWord; onClose: () => void }) {
  const before = of.mark?.state === state ? of.mark : undefined
  const [note, setNote] = useState(before?.note ?? '')
  const [until, setUntil] = useState(before?.until?.slice(0, 10) ?? '')
  // What stood there when it was asked: what has changed meanwhile is not marked unseen.
  const [amount] = useState(of.amount)
  const [title, action, what] = asks[state]
  const isMark = state !== 'open'
  return (
    <Confirm
      title={title}
      action={action}
      onClose={onClose}
      run={async () => {
        const told = isMark && { ...(note.trim() && { note }), ...(until && { until }) }
        const { mark } = await writeMark(view, of.id, { state, amount, ...told }).catch(error => {
          if (error instanceof ApiError && error.code === 'BILLING_CHECK_CHANGED') onChanged()
          throw error
        })
        onMarked(mark)
        say(`The finding is ${markWords[mark?.state ?? 'open'][1]}.`)
      }}
    >
      <p>
        {what} At stake: {signedPounds(amount)}.
      </p>
      {isMark && (
        <>
          <TextField label="Note (optional)" value={note} onInput={setNote} rows={3} autoFocus />
          <TextField
            label="Until (optional)"
            hint="The last day that it counts; then the finding is open again."
            type="date"
            value={until}
            onInput={setUntil}
          />
          <p class="hint">The other side is told nothing of it.</p>
        </>
      )}
    </Confirm>
  )
}
