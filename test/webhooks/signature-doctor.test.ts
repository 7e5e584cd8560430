// The usual mistakes of those who verify signatures, each named: whatever a receiver did is found out.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { newSigningSecret, signedHeaders, signingKey } from '../../src/webhooks/sign.ts'
import { diagnoseSignature, type SignedMessage } from '../../src/webhooks/signature-doctor.ts'

const secret = newSigningSecret()
const bare = secret.slice('whsec_'.length)
const at = new Date('2026-03-02T09:00:00.123Z')
const event = {
  id: 'evt_1',
  type: 'timesheet_approved',
  createdAt: at.toISOString(),
  data: { timesheet: { id: 't1' } },
}
const body = JSON.stringify(event)
const sent = signedHeaders({ id: event.id, type: event.type, body }, [signingKey(secret)], at)
const ours = {
  'X-Service-Timestamp': sent['X-Service-Timestamp']!,
  'X-Service-Signature': sent['X-Service-Signature']!,
}
const standard = {
  'webhook-id': sent['webhook-id']!,
  'webhook-timestamp': sent['webhook-timestamp']!,
  'webhook-signature': sent['webhook-signature']!,
}
const whole: SignedMessage = { headers: sent, body, secret, at }
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)
const key = Buffer.from(bare, 'base64')
const payload = `${ours['X-Service-Timestamp']}.${body}`
const signed = (signature: string) => ({ headers: { ...ours, 'X-Service-Signature': signature } })

test('what was sent and not touched is valid, by either set of headers, in any case and during a rotation', () => {
  const both = [signingKey(newSigningSecret()), signingKey(secret)]
  const rotating = signedHeaders({ id: event.id, type: event.type, body }, both, at)
  const lower = Object.fromEntries(Object.entries(ours).map(([name, value]) => [name.toLowerCase(), value]))
  for (const headers of [sent, ours, standard, rotating, lower]) {
    const { valid, fault, checks } = diagnoseSignature({ ...whole, headers })
    assert.deepEqual([valid, fault, checks.every(({ ok }) => ok)], [true, null, true])
  }
  assert.equal(diagnoseSignature({ ...whole, secret: bare }).valid, true)
  assert.equal(diagnoseSignature({ ...whole, secret: ` ${secret}\n` }).valid, true)
})

const faults: [string, Partial<SignedMessage>][] = [
  ['headers_missing', { headers: { 'Content-Type': 'application/json' } }],
  ['header_missing', { headers: { 'X-Service-Signature': ours['X-Service-Signature'] } }],
  ['header_missing', { headers: { 'webhook-signature': standard['webhook-signature'] } }],
  ['secret_form', { secret: `wfc_${'a'.repeat(42)}` }],
  ['secret_form', { secret: 'whsec_…abcd' }],
  ['secret_form', { secret: `"${secret}"` }],
  ['secret_form', { secret: secret.slice(0, 30) }],
  ['timestamp_form', { headers: { ...ours, 'X-Service-Timestamp': 'yesterday' } }],
  ['timestamp_old', { at: new Date(at.getTime() + 301_000) }],
  ['timestamp_ahead', { at: new Date(at.getTime() - 301_000) }],
  ['signature_encoding', signed(`v1=${hmac(key, payload).digest('base64')}`)],
  ['signature_encoding', signed(hmac(key, payload).digest('base64url'))],
  ['signature_form', signed(hmac(key, payload).digest('hex'))],
  ['signature_form', signed(`sha256=${hmac(key, payload).digest('hex')}`)],
  ['signature_form', signed('nonsense')],
  ['secret_prefix', signed(`v1=${hmac(secret, payload).digest('hex')}`)],
  ['secret_prefix', signed(`v1=${hmac(Buffer.from(secret, 'base64'), payload).digest('hex')}`)],
  ['secret_encoding', signed(`v1=${hmac(bare, payload).digest('hex')}`)],
  ['signed_without_timestamp', signed(`v1=${hmac(key, body).digest('hex')}`)],
  [
    'signed_without_timestamp',
    signed(`v1=${hmac(key, `${Math.floor(at.getTime() / 1000)}.${body}`).digest('hex')}`),
  ],
  ['body_changed', { body: JSON.stringify(event, null, 2) }],
  ['body_changed', { body: `${body}\n` }],
  [
    'body_changed',
    { body: JSON.stringify(JSON.parse(body), Object.keys(event).sort().concat('timesheet', 'id')) },
  ],
  ['body_changed', { body: JSON.stringify(body) }],
  ['mismatch', { body: body.replace('t1', 't2') }],
  ['mismatch', { secret: newSigningSecret() }],
]

test('every usual mistake is named, and the right signature is told', () => {
  for (const [fault, changed] of faults) {
    const told = diagnoseSignature({ ...whole, headers: ours, ...changed })
    assert.deepEqual([told.valid, told.fault], [false, fault], JSON.stringify(changed))
    assert.ok(told.text.length > 20 && told.checks.some(({ ok }) => !ok), fault)
    assert.ok(!JSON.stringify(told).includes(bare), 'the secret is told')
  }
  const { expected } = diagnoseSignature({ ...whole, headers: { ...ours, 'X-Service-Signature': 'v1=00' } })
  assert.deepEqual(expected, { 'X-Service-Signature': ours['X-Service-Signature'] })
})

test('a signature that does not fit says more than a time that is over', () => {
  const late = new Date(at.getTime() + 3_600_000)
  const told = diagnoseSignature({ ...whole, headers: ours, secret: newSigningSecret(), at: late })
  assert.equal(told.fault, 'mismatch')
  assert.deepEqual(
    told.checks.filter(({ ok }) => !ok).map(({ what }) => what),
    ['timestamp', 'signature'],
  )
})
