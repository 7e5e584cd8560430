// One webhook endpoint: how it stands, trying it out, what it was sent, and everything that can be done with it.

import { useState } from 'preact/hooks'
import { dayMs } from '../../../src/formats/day.ts'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { go, href } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { mayOperate } from '../../client/session.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Confirm, Dialog, useAction, Wrong } from '../../components/dialog.tsx'
import { Choice, overlapHours, TextField } from '../../components/form.tsx'
import { Facts, Page, Section, Show, Status } from '../../components/layout.tsx'
import { number, plural, say, Time } from '../../components/text.tsx'
import { Deliveries } from './deliveries.tsx'
import { type Endpoint, EndpointState, ownersWords, webhookBase } from './endpoint.tsx'
import { ChangeWebhook, SigningSecret } from './webhook-forms.tsx'

type OpenDialog = 'change' | 'disable' | 'enable' | 'rotate' | 'recover' | 'remove' | undefined
type Fresh = OperatorAnswer<'POST /operator/webhooks/{id}/rotate'>

export function OneWebhook({ id }: { id: string }) {
  const base = webhookBase()
  const load = (signal: AbortSignal) => request(`GET ${base}/webhooks/{id}`, { path: { id }, signal })
  const endpoint = useLoaded(id, load, { everyMs: 10_000 })
  const [open, setOpen] = useState<OpenDialog>()
  const [fresh, setFresh] = useState<Fresh>()
  const one = endpoint.data
  const close = () => setOpen(undefined)
  return (
    <Page
      title={one ? new URL(one.url).host : 'Endpoint'}
      note={
        <>
          <a href={href('/webhooks')}>All endpoints</a>
          {one && ` · ${ownersWords(one)}`}
        </>
      }
      actions={one && mayOperate() && <Actions of={one} onOpen={setOpen} />}
    >
      <Show loaded={endpoint}>
        {one => (
          <>
            {one.state === 'disabled' && (
              <p class="wrong">
                Nothing is sent: {one.disabledBecause ?? 'an operator disabled it'}. What happens meanwhile
                can be sent with Recover after it is enabled.
              </p>
            )}
            <EndpointFacts of={one} />
            <TryOut of={one} onSent={() => void endpoint.reload()} />
          </>
        )}
      </Show>
      <Deliveries webhook={id} />
      {one && open === 'change' && <ChangeWebhook of={one} onClose={close} onChanged={endpoint.put} />}
      {one && (open === 'disable' || open === 'enable') && (
        <Switch of={one} onClose={close} onDone={endpoint.put} />
      )}
      {one && open === 'rotate' && (
        <Rotate
          of={one}
          onClose={close}
          onDone={made => {
            setFresh(made)
            endpoint.put(made.endpoint)
          }}
        />
      )}
      {one && open === 'recover' && <Recover of={one} onClose={close} onDone={endpoint.reload} />}
      {one && open === 'remove' && <Remove of={one} onClose={close} />}
      {fresh && (
        <Dialog title="Copy the new signing secret now" onClose={() => setFresh(undefined)} wide>
          <SigningSecret of={fresh} />
          {fresh.endpoint.oldSecretUntil && (
            <p>
              Until <Time at={fresh.endpoint.oldSecretUntil} /> UTC each request carries signatures of both
              secrets, so the receiver can change over at any moment before.
            </p>
          )}
          <div class="actions">
            <button type="button" class="main" onClick={() => setFresh(undefined)}>
              I have copied it
            </button>
          </div>
        </Dialog>
      )}
    </Page>
  )
}

function Actions({ of, onOpen }: { of: Endpoint; onOpen: (open: OpenDialog) => void }) {
  const button = (open: OpenDialog, words: string) => (
    <button type="button" onClick={() => onOpen(open)}>
      {words}
    </button>
  )
  return (
    <>
      {button('change', 'Change')}
      {button('recover', 'Recover')}
      {button('rotate', 'Rotate secret')}
      {of.state === 'active' ? button('disable', 'Disable') : button('enable', 'Enable')}
      {button('remove', 'Remove')}
    </>
  )
}

function EndpointFacts({ of }: { of: Endpoint }) {
  const { waiting, delivered, exhausted, withheld } = of.deliveries
  return (
    <Facts
      of={[
        ['State', <EndpointState of={of} />],
        ['Address', <span class="address">{of.url}</span>],
        ['Last success', <Time at={of.lastSuccessAt} />],
        !!of.pausedUntil && [
          'Paused until',
          <>
            <Time at={of.pausedUntil} /> because it does not answer
          </>,
        ],
        ['Hears', of.types.includes('*') ? 'all events' : of.types.join(', ')],
        !!of.daysBefore && ['Before a clearance ends', `${of.daysBefore.join(', ')} days`],
        ['Of projects', of.projects.length === 0 ? 'all' : number(of.projects.length)],
        [
          'Deliveries',
          `${number(delivered)} delivered, ${number(waiting)} waiting, ${number(exhausted)} given up${
            withheld > 0 ? `, ${number(withheld)} withheld` : ''
          }`,
        ],
        ['Made', <Time at={of.createdAt} />],
        !!of.oldSecretUntil && ['The old secret signs until', <Time at={of.oldSecretUntil} />],
        !!of.description && ['Description', of.description],
      ]}
    />
  )
}

type PostOutcome = OperatorAnswer<'POST /operator/webhooks/{id}/test'>

/** What a receiver answered just now. */
function Outcome({ of, sent }: { of: PostOutcome; sent: string }) {
  const isTaken = of.status !== undefined && of.status >= 200 && of.status < 300
  return (
    <div class="outcome" role="status">
      <p>
        <Status is={isTaken ? 'ok' : 'alert'}>
          {of.status === undefined ? 'no answer' : `answered ${of.status}`}
        </Status>{' '}
        <span class="muted">
          {number(of.durationMs)} ms, {sent}
        </span>
        {of.error && `: ${of.error}`}
      </p>
      {of.answer && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <pre tabIndex={0}>{of.answer}</pre>
      )}
    </div>
  )
}

type Sample = OperatorAnswer<'GET /operator/webhooks/{id}/samples'>[number]

/** A test that is about nothing, or one that is about a real record and is delivered like any other. */
function TryOut({ of, onSent }: { of: Endpoint; onSent: () => void }) {
  const base = webhookBase()
  const [result, setResult] = useState<{ outcome: PostOutcome; sent: string }>()
  const [showsSamples, setShowsSamples] = useState(false)
  const samples = useLoaded(showsSamples ? `samples ${of.id}` : undefined, signal =>
    request(`GET ${base}/webhooks/{id}/samples`, { path: of, query: { limit: 10 }, signal }),
  )
  const [testing, testError, test] = useAction(async () => {
    setResult(undefined)
    const outcome = await request(`POST ${base}/webhooks/{id}/test`, { path: of })
    setResult({ outcome, sent: 'a signed test; nothing of it is kept' })
  })
  const [triggering, triggerError, trigger] = useAction(async ({ type, objectId }: Sample) => {
    setResult(undefined)
    const body = { type, objectId }
    const { outcome, deliveryId } = await request(`POST ${base}/webhooks/{id}/trigger`, { path: of, body })
    setResult({ outcome, sent: `${type}, delivery ${deliveryId}` })
    onSent()
  })
  const canTest = mayOperate() || base === '/own'
  if (!canTest) return null
  return (
    <Section title="Try it" count="sent now, signed as everything is">
      <div class="actions">
        <button type="button" class="main" disabled={testing} onClick={() => void test()}>
          {testing ? 'Sending …' : 'Send a test'}
        </button>
        <button type="button" aria-expanded={showsSamples} onClick={() => setShowsSamples(before => !before)}>
          With a real record
        </button>
      </div>
      {showsSamples && (
        <Show loaded={samples} rows={1}>
          {all => <SampleForm all={all} busy={triggering} onSend={trigger} />}
        </Show>
      )}
      {(testError ?? triggerError) && <Wrong>{testError ?? triggerError}</Wrong>}
      {result && <Outcome of={result.outcome} sent={result.sent} />}
    </Section>
  )
}

type SampleFormProps = {
  all: readonly Sample[]
  busy: boolean
  onSend: (sample: Sample) => unknown
}

function SampleForm({ all, busy, onSend }: SampleFormProps) {
  const [chosen, setChosen] = useState('')
  const sample = all.find(one => keyOf(one) === chosen) ?? all[0]
  if (!sample)
    return (
      <p class="muted">
        There is no record yet that this endpoint could be told of. Load some, or widen its events.
      </p>
    )
  return (
    <form
      class="filters"
      onSubmit={event => {
        event.preventDefault()
        void onSend(sample)
      }}
    >
      <Choice
        label="Event and record"
        value={keyOf(sample)}
        onChange={setChosen}
        options={all.map(one => [keyOf(one), `${one.type}: ${one.label ?? `${one.object} ${one.objectId}`}`])}
      />
      <div class="field">
        <button type="submit" disabled={busy}>
          {busy ? 'Sending …' : 'Send it to this endpoint alone'}
        </button>
      </div>
    </form>
  )
}

const keyOf = ({ type, objectId }: Sample) => `${type} ${objectId}`

type DialogProps = { of: Endpoint; onClose: () => void }

function Switch({ of, onClose, onDone }: DialogProps & { onDone: (endpoint: Endpoint) => void }) {
  const isActive = of.state === 'active'
  return (
    <Confirm
      title={isActive ? 'Disable this endpoint' : 'Enable this endpoint'}
      action={isActive ? 'Disable' : 'Enable'}
      onClose={onClose}
      run={async () => {
        const state = isActive ? 'disabled' : 'active'
        onDone(await request('PATCH /operator/webhooks/{id}', { path: of, body: { state } }))
        say(isActive ? 'Disabled: nothing is sent to it.' : 'Enabled: what waits is sent now.')
      }}
    >
      {isActive ? (
        <p>
          Nothing is sent from now on. {plural(of.deliveries.waiting, 'delivery', 'deliveries')} that{' '}
          {of.deliveries.waiting === 1 ? 'waits stays' : 'wait stay'} until it is enabled; what happens
          meanwhile can be sent with Recover.
        </p>
      ) : (
        <p>
          What waits, {plural(of.deliveries.waiting, 'delivery', 'deliveries')}, is sent at once, and its
          record of failures starts anew. What it missed while it was disabled is sent with Recover.
        </p>
      )}
    </Confirm>
  )
}

function Rotate({ of, onClose, onDone }: DialogProps & { onDone: (fresh: Fresh) => void }) {
  const [hours, setHours] = useState('24')
  return (
    <Confirm
      title="Rotate the signing secret"
      action="Make a new secret"
      onClose={onClose}
      run={async () => {
        const body = { overlapSeconds: Number(hours) * 3600 }
        onDone(await request('POST /operator/webhooks/{id}/rotate', { path: of, body }))
      }}
    >
      <p>
        A new secret signs at once. The one in use signs too for as long as you say, so that the receiver has
        time to change over without missing anything.
      </p>
      <Choice label="The old secret signs too for" value={hours} onChange={setHours} options={overlapHours} />
    </Confirm>
  )
}

const forInput = (at: Date) => at.toISOString().slice(0, 16)

function Recover({ of, onClose, onDone }: DialogProps & { onDone: () => Promise<void> }) {
  const [since, setSince] = useState(
    forInput(new Date(of.failingSince ?? of.lastSuccessAt ?? Date.now() - dayMs)),
  )
  return (
    <Confirm
      title="Recover what was not delivered"
      action="Send it again"
      onClose={onClose}
      isDisabled={since === ''}
      run={async () => {
        const body = { since: new Date(`${since}Z`).toISOString() }
        const { again, missed } = await request('POST /operator/webhooks/{id}/recover', { path: of, body })
        say(
          again + missed === 0
            ? 'There was nothing to recover since then.'
            : `${number(again)} given up and ${number(missed)} missed are on their way.`,
        )
        await onDone()
      }}
    >
      <p>
        Everything that was given up since this time is sent again, and what the endpoint missed while it was
        disabled is sent for the first time. What was delivered is not.
      </p>
      <TextField label="Since, UTC" type="datetime-local" value={since} onInput={setSince} />
    </Confirm>
  )
}

function Remove({ of, onClose }: DialogProps) {
  const { waiting, delivered, exhausted, withheld } = of.deliveries
  return (
    <Confirm
      title="Remove this endpoint"
      action="Remove it for good"
      isFinal
      onClose={onClose}
      run={async () => {
        await request('DELETE /operator/webhooks/{id}', { path: of })
        say('The endpoint is removed.')
        go('/webhooks')
      }}
    >
      <p>
        <span class="address">{of.url}</span> goes with its secret and the record of{' '}
        {plural(waiting + delivered + exhausted + withheld, 'delivery', 'deliveries')}.
        {waiting > 0 && ` ${number(waiting)} of them wait and will never be sent.`} It cannot be undone;
        disabling keeps everything.
      </p>
    </Confirm>
  )
}
