// How a webhook is signed: our own headers (§6) and those of Standard Webhooks, so that stock libraries verify it too.
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** What a receiver is given once: the HMAC key in base64. */
export const newSigningSecret = (): string => prefix + randomBytes(32).toString('base64')

export const signingKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64'))

export type Message = { id: string; type: string; body: string }

/** Headers for one attempt, signed with each of these secrets: during a rotation the new one first, then the old. */
export function signedHeaders(
  { id, type, body }: Message,
  keys: readonly KeyObject[],
  at: Date,
): Record<string, string> {
  const timestamp = at.toISOString()
  const seconds = String(Math.floor(at.getTime() / 1000))
  const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text)
  return {
    'Content-Type': 'application/json',
    'X-Service-Event': type,
    'X-Service-Event-Id': id,
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature': keys.map(key => `v1=${hmac(key, `${timestamp}.${body}`).digest('hex')}`).join(),
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': keys
      .map(key => `v1,${hmac(key, `${id}.${seconds}.${body}`).digest('base64')}`)
      .join(' '),
  }
}
