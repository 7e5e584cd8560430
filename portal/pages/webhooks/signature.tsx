// The signature doctor: what a receiver got and the secret it has, and what is wrong between them.

import { useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { href } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { useAction, Wrong } from '../../components/dialog.tsx'
import { TextField } from '../../components/form.tsx'
import { Page, Section, Status } from '../../components/layout.tsx'
import { Code } from '../../components/text.tsx'
import { webhookBase } from './endpoint.tsx'

type Diagnosis = OperatorAnswer<'POST /operator/signatures/check'>

/** What somebody pasted of a request that a receiver got, and the receiver's secret. */
type Received = { headers: string; body: string; secret: string; receivedAt: string }

const nothingYet: Received = { headers: '', body: '', secret: '', receivedAt: '' }

export function SignatureDoctor() {
  const [received, setReceived] = useState(nothingYet)
  const [found, setFound] = useState<Diagnosis>()
  const [busy, error, check] = useAction(async () => {
    setFound(undefined)
    setFound(await request(`POST ${webhookBase()}/signatures/check`, { body: bodyOf(received) }))
  })
  return (
    <Page
      title="Check a signature"
      note={
        <>
          <a href={href('/webhooks')}>All endpoints</a> · Paste what the receiver got. Nothing of it is kept
          or logged.
        </>
      }
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          void check()
        }}
      >
        <ReceivedFields of={received} onChange={setReceived} />
        {error && <Wrong>{error}</Wrong>}
        <div class="actions">
          <button type="submit" class="main" disabled={busy || received.secret.trim() === ''}>
            Check
          </button>
        </div>
      </form>
      {found && <Found diagnosis={found} />}
    </Page>
  )
}

const bodyOf = ({ headers, body, secret, receivedAt }: Received) => ({
  headers: headersIn(headers),
  body,
  secret: secret.trim(),
  ...(receivedAt && { receivedAt: new Date(`${receivedAt}Z`).toISOString() }),
})

function ReceivedFields({ of, onChange }: { of: Received; onChange: (received: Received) => void }) {
  const set = (name: keyof Received) => (text: string) => onChange({ ...of, [name]: text })
  return (
    <div class="cols">
      <TextField
        label="Headers"
        value={of.headers}
        onInput={set('headers')}
        rows={6}
        reference
        placeholder={'X-Service-Signature: v1=…\nX-Service-Timestamp: 2026-11-16T09:00:00.000Z'}
        hint="One a line, as they came; X-Service-… or webhook-…, others are left out."
      />
      <TextField
        label="Body"
        value={of.body}
        onInput={set('body')}
        rows={6}
        reference
        placeholder={'{"id":"evt_…'}
        hint="The bytes as they arrived, before any JSON parser."
      />
      <TextField
        label="Secret"
        type="password"
        value={of.secret}
        onInput={set('secret')}
        reference
        placeholder="whsec_…"
      />
      <TextField
        label="Received, UTC"
        type="datetime-local"
        value={of.receivedAt}
        onInput={set('receivedAt')}
        hint="Now, where it is empty. Old requests fail for their age alone."
      />
    </div>
  )
}

function Found({ diagnosis }: { diagnosis: Diagnosis }) {
  return (
    <Section title="Found" count={diagnosis.fault?.replaceAll('_', ' ') ?? 'no fault'}>
      <div role="status">
        <p>
          <Status is={diagnosis.valid ? 'ok' : 'alert'}>{diagnosis.valid ? 'valid' : 'not valid'}</Status>:{' '}
          {diagnosis.text}
        </p>
        <ol class="rules">
          {diagnosis.checks.map(({ what, ok, text }) => (
            <li key={what}>
              <Status is={ok ? 'ok' : 'alert'}>{what}</Status> <span>{text}</span>
            </li>
          ))}
        </ol>
        {Object.keys(diagnosis.expected).length > 0 && (
          <Code
            label="What this secret and body should be sent with"
            text={Object.entries(diagnosis.expected)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          />
        )}
      </div>
    </Section>
  )
}

/** From lines as proxies, curl -v and logs write them, or from a JSON object. */
function headersIn(text: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (parsed !== null && typeof parsed === 'object')
      return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
  } catch {
    // It is no JSON, so it is read as lines.
  }
  return Object.fromEntries(
    text
      .split('\n')
      .map(line => /^\s*[<>]?\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line))
      .filter(found => found !== null)
      .filter(([, name]) => /^(x-service-|webhook-)/i.test(name!))
      .map(([, name, value]) => [name!, value!]),
  )
}
