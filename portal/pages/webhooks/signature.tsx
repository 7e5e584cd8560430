// The signature doctor: what a receiver got and the secret it has, and what is wrong between them.

import { useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { href } from '../../address.ts'
import { useAction, Wrong } from '../../components/dialog.tsx'
import { TextField } from '../../components/form.tsx'
import { Page, Section, Status } from '../../components/layout.tsx'
import { Code } from '../../components/text.tsx'
import { request } from '../../http.ts'
import { webhookBase } from './endpoint.tsx'

type Diagnosis = OperatorAnswer<'POST /operator/signatures/check'>

export function SignatureDoctor() {
  const [headers, setHeaders] = useState('')
  const [body, setBody] = useState('')
  const [secret, setSecret] = useState('')
  const [receivedAt, setReceivedAt] = useState('')
  const [found, setFound] = useState<Diagnosis>()
  const [busy, error, check] = useAction(async () => {
    setFound(undefined)
    const given = {
      headers: headersIn(headers),
      body,
      secret: secret.trim(),
      ...(receivedAt && { receivedAt: new Date(`${receivedAt}Z`).toISOString() }),
    }
    setFound(await request(`POST ${webhookBase()}/signatures/check`, { body: given }))
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
        <div class="cols">
          <TextField
            label="Headers"
            value={headers}
            onInput={setHeaders}
            rows={6}
            reference
            placeholder={'X-Service-Signature: v1=…\nX-Service-Timestamp: 2026-11-16T09:00:00.000Z'}
            hint="One a line, as they came; X-Service-… or webhook-…, others are left out."
          />
          <TextField
            label="Body"
            value={body}
            onInput={setBody}
            rows={6}
            reference
            placeholder={'{"id":"evt_…'}
            hint="The bytes as they arrived, before any JSON parser."
          />
          <TextField
            label="Secret"
            type="password"
            value={secret}
            onInput={setSecret}
            reference
            placeholder="whsec_…"
          />
          <TextField
            label="Received, UTC"
            type="datetime-local"
            value={receivedAt}
            onInput={setReceivedAt}
            hint="Now, where it is empty. Old requests fail for their age alone."
          />
        </div>
        {error && <Wrong>{error}</Wrong>}
        <div class="actions">
          <button type="submit" class="main" disabled={busy || secret.trim() === ''}>
            Check
          </button>
        </div>
      </form>
      {found && (
        <Section title="Found" count={found.fault?.replaceAll('_', ' ') ?? 'no fault'}>
          <div role="status">
            <p>
              <Status is={found.valid ? 'ok' : 'alert'}>{found.valid ? 'valid' : 'not valid'}</Status>:{' '}
              {found.text}
            </p>
            <ol class="rules">
              {found.checks.map(({ what, ok, text }) => (
                <li key={what}>
                  <Status is={ok ? 'ok' : 'alert'}>{what}</Status> <span>{text}</span>
                </li>
              ))}
            </ol>
            {Object.keys(found.expected).length > 0 && (
              <Code
                label="What this secret and body should be sent with"
                text={Object.entries(found.expected)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join('\n')}
              />
            )}
          </div>
        </Section>
      )}
    </Page>
  )
}

/** From lines as proxies, curl -v and logs write them, or from a JSON object. */
function headersIn(text: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (parsed !== null && typeof parsed === 'object')
      return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
  } catch {
    // Lines, then.
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
