// Signatures: the published vector, an independent library, and every way a forgery or a mistake is told apart.
import assert from 'node:assert/strict'
import { createHmac, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, WebhookVerificationError } from '../../sdk/verify-webhook.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { sealSecret, unsealSecret } from '../../src/webhooks/sealed.ts'
import { newSigningSecret, signedHeaders, signingKey } from '../../src/webhooks/sign.ts'

const secret = 'whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc='
const at = new Date('2026-11-10T09:15:02.123Z')
const body =
  '{"id":"evt_01JC8Z","type":"assignment_ended","createdAt":"2026-11-10T09:15:02.123Z","data":{"assignment":{"id":"65f0c0ffee00000000001234"}}}'
const message = { id: 'evt_01JC8Z', type: 'assignment_ended', body }
const headers = signedHeaders(message, [signingKey(secret)], at)
const now = new Date(at.getTime() + 1000)

test('the published vector comes out', () => {
  assert.equal(
    headers['X-Service-Signature'],
    'v1=acf6a9a4ec2d15652b782fc83e3e900141343176a5217c90a081e1dd7cf91d32',
  )
  assert.equal(headers['X-Service-Timestamp'], '2026-11-10T09:15:02.123Z')
  assert.equal(verifyWebhook(body, headers, secret, { now }).id, 'evt_01JC8Z')
})

test('the headers are these and no others, signed with each key in turn', () => {
  const [first, second] = [secret, secret.replace('Bw', 'Cw')].map(signingKey)
  const late = new Date('2026-11-10T09:15:02.999Z')
  const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text)
  const signed = [first!, second!].map(key => ({
    ours: hmac(key, `2026-11-10T09:15:02.999Z.${body}`).digest('hex'),
    standard: hmac(key, `evt_01JC8Z.1794302102.${body}`).digest('base64'),
  }))
  assert.deepEqual(signedHeaders(message, [first!, second!], late), {
    'Content-Type': 'application/json',
    'X-Service-Event': 'assignment_ended',
    'X-Service-Event-Id': 'evt_01JC8Z',
    'X-Service-Timestamp': '2026-11-10T09:15:02.999Z',
    'X-Service-Signature': `v1=${signed[0]!.ours},v1=${signed[1]!.ours}`,
    'webhook-id': 'evt_01JC8Z',
    'webhook-timestamp': '1794302102',
    'webhook-signature': `v1,${signed[0]!.standard} v1,${signed[1]!.standard}`,
  })
})

test('a signing secret is 32 random bytes in base64', () => {
  const made = newSigningSecret()
  assert.match(made, /^whsec_[0-9A-Za-z+/]{43}=$/)
  assert.notEqual(made, newSigningSecret())
  assert.equal(signingKey(made).export().length, 32)
  assert.deepEqual(signingKey(made), signingKey(made.slice('whsec_'.length)))
})

const fault = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    assert.ok(error instanceof WebhookVerificationError)
    assert.ok(error.message.length > 10)
    return error.fault
  }
  return 'none'
}

test('each way to fail has its own reason', () => {
  const verify = (more: Record<string, string | undefined>, given = secret, text = body, when = now) =>
    fault(() => verifyWebhook(text, { ...headers, ...more }, given, { now: when }))
  const signature = headers['X-Service-Signature']!
  assert.equal(verify({}), 'none')
  assert.equal(verify({ 'X-Service-Timestamp': undefined }), 'missing-header')
  assert.equal(verify({ 'X-Service-Signature': undefined }), 'missing-header')
  assert.equal(verify({ 'X-Service-Timestamp': 'yesterday' }), 'malformed-header')
  assert.equal(verify({ 'X-Service-Signature': signature.slice(0, -1) }), 'malformed-header')
  assert.equal(verify({ 'X-Service-Signature': signature.replace('v1=', 'v2=') }), 'malformed-header')
  assert.equal(verify({ 'X-Service-Timestamp': '2026-11-10T09:15:02.124Z' }), 'wrong-signature')
  assert.equal(verify({}, secret, `${body} `), 'wrong-signature')
  assert.equal(verify({}, newSigningSecret()), 'wrong-signature')
  assert.equal(verify({}, 'hunter2'), 'malformed-secret')
  assert.equal(
    fault(() => verifyWebhook(body, headers, [], { now })),
    'malformed-secret',
  )
  assert.equal(verify({}, secret, body, new Date(at.getTime() + 300_000)), 'none')
  assert.equal(verify({}, secret, body, new Date(at.getTime() + 300_001)), 'too-old')
  assert.equal(verify({}, secret, body, new Date(at.getTime() - 300_000)), 'none')
  assert.equal(verify({}, secret, body, new Date(at.getTime() - 300_001)), 'too-new')
  const odd = signedHeaders({ ...message, body: 'null' }, [signingKey(secret)], at)
  assert.equal(
    fault(() => verifyWebhook('null', odd, secret, { now })),
    'malformed-body',
  )
})

test('headers may be a Headers object, in any case, and the body bytes', () => {
  const bytes = new TextEncoder().encode(body)
  assert.equal(verifyWebhook(bytes, new Headers(headers), secret, { now }).type, 'assignment_ended')
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
  assert.equal(verifyWebhook(body, upper, [newSigningSecret(), secret], { now }).type, 'assignment_ended')
})

test('what we sign, the independent library accepts, for any body and during a rotation', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.uuid(), (text, id) => {
      const [old, fresh] = [newSigningSecret(), newSigningSecret()]
      const whole = JSON.stringify({ id, type: 'x', createdAt: 'x', data: { text } })
      const both = signedHeaders({ id, type: 'x', body: whole }, [fresh, old].map(signingKey), new Date())
      for (const each of [old, fresh]) {
        new Webhook(each).verify(whole, both)
        verifyWebhook(whole, both, each)
      }
      assert.throws(() => new Webhook(newSigningSecret()).verify(whole, both))
    }),
    { numRuns: 200 },
  )
})

test('a stored secret opens with its own endpoint and a known master secret alone', () => {
  const [present, former, stranger] = ['present', 'former', 'stranger'].map(word =>
    secretsOf([word.padEnd(40, '.')]).secretFor('encryption'),
  )
  const sealed = sealSecret(former!, 'e1', secret)
  assert.ok(!sealed.includes(Buffer.from(secret)))
  assert.equal(unsealSecret([present!, former!], 'e1', sealed), secret)
  assert.equal(unsealSecret([present!, former!], 'e2', sealed), undefined)
  assert.equal(unsealSecret([stranger!], 'e1', sealed), undefined)
  sealed[20]! ^= 1
  assert.equal(unsealSecret([former!], 'e1', sealed), undefined)
})
