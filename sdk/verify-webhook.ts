// Verifies that a webhook came from the server that holds the endpoint's secret, now and unchanged. Give it the bytes
// of the body as they arrived: JSON that was parsed and written again is not the same.
import { createHmac, timingSafeEqual } from 'node:crypto'

export type WebhookEvent = {
  id: string
  type: string
  createdAt: string
  data: Record<string, { id: string }>
}

export type WebhookFault =
  | 'missing-header'
  | 'malformed-header'
  | 'malformed-secret'
  | 'too-old'
  | 'too-new'
  | 'wrong-signature'
  | 'malformed-body'

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly fault: WebhookFault

  constructor(fault: WebhookFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** A Headers object, or a plain one as Node has it, whatever the case of its names. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Record<string, string | readonly string[] | undefined>

export type VerifyOptions = {
  /** How far the timestamp may be from now, either way. */
  toleranceSeconds?: number
  now?: Date
}

/** The event, where the signature is one of these secrets'; otherwise throws and says why. During a rotation give both secrets. */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): WebhookEvent {
  const timestamp = headerOf(headers, 'x-service-timestamp')
  const signatures = signaturesIn(headerOf(headers, 'x-service-signature'))
  requireRecent(timestamp, toleranceSeconds, now)
  const body = typeof rawBody === 'string' ? Buffer.from(rawBody, 'utf8') : Buffer.from(rawBody)
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).map(keyOf)
  if (keys.length === 0) throw new WebhookVerificationError('malformed-secret', 'No secret was given')
  const expected = keys.map(key => createHmac('sha256', key).update(`${timestamp}.`).update(body).digest())
  // Every signature is compared with every secret, whichever fits: the time taken tells nothing.
  let matches = 0
  for (const given of signatures) for (const one of expected) matches += timingSafeEqual(given, one) ? 1 : 0
  if (matches === 0)
    throw new WebhookVerificationError(
      'wrong-signature',
      'No signature fits: the secret is another one, or the body was changed on the way (verify the raw bytes)',
    )
  return eventIn(body)
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const given =
    typeof headers.get === 'function'
      ? (headers as { get(name: string): string | null }).get(name)
      : Object.entries(headers as Record<string, string | readonly string[] | undefined>).find(
          ([key]) => key.toLowerCase() === name,
        )?.[1]
  const value = typeof given === 'object' ? given?.join(',') : given
  if (value) return value
  throw new WebhookVerificationError('missing-header', `The header ${name} is missing`)
}

function signaturesIn(header: string): Buffer[] {
  const found = header
    .split(',')
    .map(part => /^v1=([0-9a-f]{64})$/.exec(part.trim())?.[1])
    .filter(hex => hex !== undefined)
  if (found.length > 0) return found.map(hex => Buffer.from(hex, 'hex'))
  throw new WebhookVerificationError(
    'malformed-header',
    'x-service-signature has no "v1=" followed by 64 hexadecimal digits',
  )
}

function requireRecent(timestamp: string, toleranceSeconds: number, now: Date): void {
  const sent = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(timestamp) ? Date.parse(timestamp) : Number.NaN
  if (Number.isNaN(sent))
    throw new WebhookVerificationError('malformed-header', 'x-service-timestamp is not a UTC timestamp')
  const age = (now.getTime() - sent) / 1000
  if (age > toleranceSeconds)
    throw new WebhookVerificationError(
      'too-old',
      `Sent ${Math.round(age)} s ago; ${toleranceSeconds} s are allowed`,
    )
  if (-age > toleranceSeconds)
    throw new WebhookVerificationError(
      'too-new',
      `Sent ${Math.round(-age)} s in the future; ${toleranceSeconds} s are allowed: check the clock`,
    )
}

function keyOf(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret.trim())?.[1]
  const key = encoded === undefined ? undefined : Buffer.from(encoded, 'base64')
  if (key && key.length >= 16) return key
  throw new WebhookVerificationError(
    'malformed-secret',
    'A secret begins with "whsec_" and goes on in base64',
  )
}

function eventIn(body: Buffer): WebhookEvent {
  try {
    const event = JSON.parse(body.toString('utf8')) as Partial<WebhookEvent> | null
    if (typeof event?.id === 'string' && typeof event.type === 'string' && event.createdAt && event.data)
      return event as WebhookEvent
  } catch {}
  throw new WebhookVerificationError('malformed-body', 'The signature is right, but the body is not an event')
}
