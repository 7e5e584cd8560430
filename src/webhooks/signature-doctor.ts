// Says what is wrong with a signature that does not fit: the usual mistakes are tried one by one, and the one under which
// it would fit is named. The secret is used here and kept nowhere.
import { createHmac } from 'node:crypto'
import { signingKey } from './sign.ts'

export const signatureFaults = [
  'headers_missing',
  'header_missing',
  'secret_form',
  'timestamp_form',
  'signature_form',
  'signature_encoding',
  'secret_prefix',
  'secret_encoding',
  'signed_without_timestamp',
  'body_changed',
  'mismatch',
  'timestamp_old',
  'timestamp_ahead',
] as const
type SignatureFault = (typeof signatureFaults)[number]

export type SignedMessage = {
  headers: Readonly<Record<string, string>>
  body: string
  secret: string
  at: Date
}

type SignaturePart = 'headers' | 'secret' | 'signature' | 'timestamp'
type Check = { what: SignaturePart; ok: boolean; text: string; fault?: SignatureFault }

type Diagnosis = {
  valid: boolean
  fault: SignatureFault | null
  text: string
  /** The signature as it should be, for this secret and body. */
  expected: Record<string, string>
  checks: Omit<Check, 'fault'>[]
}

/** Two sets of headers are sent, ours and those of Standard Webhooks; either is enough. */
type Scheme = {
  needs: readonly string[]
  signature: string
  /** The timestamp's header, and how it is read. */
  timestamp: string
  form: string
  moment(text: string): number
  payload(header: (name: string) => string, body: string): string
  /** The signatures in the header, without the `v1` before each. */
  split(header: string): string[]
  encoding: 'hex' | 'base64'
  written(digest: string): string
}

const service: Scheme = {
  needs: ['X-Service-Timestamp', 'X-Service-Signature'],
  signature: 'X-Service-Signature',
  timestamp: 'X-Service-Timestamp',
  form: 'an ISO 8601 time such as 2026-03-02T09:00:00.000Z',
  moment: text => (/^\d{4}-/.test(text) ? Date.parse(text) : Number.NaN),
  payload: (header, body) => `${header('X-Service-Timestamp')}.${body}`,
  split: header => found(header, /(?:^|[,\s])v1=([^,\s]+)/g),
  encoding: 'hex',
  written: digest => `v1=${digest}`,
}

const standard: Scheme = {
  needs: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  signature: 'webhook-signature',
  timestamp: 'webhook-timestamp',
  form: 'the seconds since 1970',
  moment: text => (/^\d{1,12}$/.test(text) ? Number(text) * 1000 : Number.NaN),
  payload: (header, body) => `${header('webhook-id')}.${header('webhook-timestamp')}.${body}`,
  split: header => found(header, /(?:^|\s)v1,([^,\s]+)/g),
  encoding: 'base64',
  written: digest => `v1,${digest}`,
}

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one!)

const toleranceMs = 300_000

export function diagnoseSignature({ headers, body, secret, at }: SignedMessage): Diagnosis {
  const given = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase().trim(), value.trim()]),
  )
  const header = (name: string) => given.get(name.toLowerCase()) ?? ''
  const scheme = [service, standard].find(({ signature }) => header(signature) !== '')
  if (!scheme) return diagnosisOf([noHeaders], {})
  const checks = [
    headersCheck(scheme, header),
    secretCheck(secret),
    timestampCheck(scheme, header(scheme.timestamp), at),
  ]
  const isSignable = checks.every(({ fault }) => !fault || fault.startsWith('timestamp_'))
  if (!isSignable) return diagnosisOf(checks, {})
  const key = signingKey(secret.trim())
  const digest = createHmac('sha256', key).update(scheme.payload(header, body)).digest()
  const checked = signatureCheck(scheme, header, { body, secret: secret.trim() }, digest)
  const expected = { [scheme.signature]: scheme.written(digest.toString(scheme.encoding)) }
  return diagnosisOf([...checks, checked], expected)
}

/** A signature that does not fit says more than a time that is over. */
function diagnosisOf(checks: readonly Check[], expected: Record<string, string>): Diagnosis {
  const wrong = checks.filter(({ ok }) => !ok)
  const first = wrong.find(({ fault }) => !/^timestamp_(old|ahead)$/.test(fault!)) ?? wrong[0]
  return {
    valid: !first,
    fault: first?.fault ?? null,
    text: first?.text ?? 'The signature is right: this body was signed with this secret, just now',
    expected,
    checks: checks.map(({ fault: _, ...check }) => check),
  }
}

const noHeaders: Check = {
  what: 'headers',
  ok: false,
  fault: 'headers_missing',
  text: 'There is no signature: give the headers X-Service-Signature and X-Service-Timestamp as they arrived. A proxy may have taken them off',
}

function headersCheck({ needs, signature }: Scheme, header: (name: string) => string): Check {
  const missing = needs.filter(name => header(name) === '')
  if (missing.length === 0) return { what: 'headers', ok: true, text: `${needs.join(', ')} are there` }
  const text = `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing; ${signature} alone cannot be verified`
  return { what: 'headers', ok: false, fault: 'header_missing', text }
}

function secretCheck(given: string): Check {
  const secret = given.trim()
  const bare = secret.replace(/^whsec_/, '')
  const wrong = (text: string): Check => ({ what: 'secret', ok: false, fault: 'secret_form', text })
  if (/^wf[cao]_/.test(secret))
    return wrong(
      'This is an API key or a token; an endpoint has a secret of its own, which begins with whsec_',
    )
  if (secret.includes('…'))
    return wrong('This is only the hint of a secret; the secret was shown once, and rotating makes a new one')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(bare))
    return wrong(
      'A secret is whsec_ and base64; this has other characters, such as quotation marks or spaces',
    )
  if (Buffer.from(bare, 'base64').length !== 32)
    return wrong('A secret is whsec_ and the base64 of 32 bytes; this one is cut short or too long')
  const prefixed = secret.startsWith('whsec_')
  const text = prefixed ? 'It has the form of a secret' : 'It has the form of a secret without its whsec_'
  return { what: 'secret', ok: true, text }
}

function timestampCheck({ timestamp, form, moment }: Scheme, given: string, at: Date): Check {
  const ageMs = at.getTime() - moment(given)
  const wrong = (fault: SignatureFault, text: string): Check => ({
    what: 'timestamp',
    ok: false,
    fault,
    text,
  })
  if (Number.isNaN(ageMs)) return wrong('timestamp_form', `${timestamp} is not ${form}`)
  const minutes = `${Math.round(Math.abs(ageMs) / 60_000)} minutes`
  if (ageMs > toleranceMs)
    return wrong(
      'timestamp_old',
      `It was signed ${minutes} before it was verified; receivers accept 5. Look at the clock of the receiver, and verify before anything is queued`,
    )
  if (ageMs < -toleranceMs)
    return wrong(
      'timestamp_ahead',
      `It was signed ${minutes} after it was verified; receivers accept 5. The clock of the receiver is behind`,
    )
  return { what: 'timestamp', ok: true, text: 'It was signed within 5 minutes of being verified' }
}

type SentMessage = { body: string; secret: string }

function signatureCheck(
  scheme: Scheme,
  header: (name: string) => string,
  sent: SentMessage,
  digest: Buffer,
): Check {
  const { signature, encoding } = scheme
  const given = scheme.split(header(signature))
  const wrong = (fault: SignatureFault, text: string): Check => ({
    what: 'signature',
    ok: false,
    fault,
    text,
  })
  const fits = (bytes: Buffer) => given.some(one => one === bytes.toString(encoding))
  if (fits(digest)) return { what: 'signature', ok: true, text: 'It is that of this body and this secret' }
  const bare = header(signature).replace(/^(v1[=,]|sha256=)/, '')
  const other = encoding === 'hex' ? 'base64' : 'hex'
  const forms = [...given, bare].map(one => one.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, ''))
  if (forms.some(one => sameText(one, digest, other)))
    return wrong(
      'signature_encoding',
      `The digest is right and written in ${other}; it is sent in ${encoding}: ${scheme.written(`<${encoding}>`)}`,
    )
  if (forms.some(one => sameText(one, digest, encoding)))
    return wrong(
      'signature_form',
      `The digest is right and written wrongly; it is sent as ${scheme.written(`<${encoding}>`)}`,
    )
  const mistake = mistakesOf(scheme, header, sent).find(({ digest: tried }) =>
    forms.some(one => sameText(one, tried, 'hex') || sameText(one, tried, 'base64')),
  )
  if (mistake) return wrong(mistake.fault, mistake.text)
  if (given.length === 0)
    return wrong('signature_form', `${signature} has to be ${scheme.written(`<${encoding}>`)}`)
  return wrong(
    'mismatch',
    'No usual mistake explains it: the secret is another endpoint’s or was rotated away, or the body is not what was sent. Verify the raw bytes, before any parser has them',
  )
}

const sameText = (text: string, digest: Buffer, form: 'hex' | 'base64') =>
  form === 'hex'
    ? text.toLowerCase() === digest.toString('hex')
    : text === digest.toString('base64').replace(/=+$/, '')

type Mistake = { fault: SignatureFault; text: string; digest: Buffer }

/** What was signed where somebody made one of the usual mistakes. */
function mistakesOf(
  scheme: Scheme,
  header: (name: string) => string,
  { body, secret }: SentMessage,
): Mistake[] {
  const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const bare = secret.replace(/^whsec_/, '')
  const key = Buffer.from(bare, 'base64')
  const payload = scheme.payload(header, body)
  const moment = scheme.moment(header(scheme.timestamp))
  const seconds = String(Math.floor(moment / 1000))
  const withPrefix = `whsec_${bare}`
  return [
    ...formsOf(body).map(
      ({ text, how }): Mistake => ({
        fault: 'body_changed',
        text: `The secret is right, but the body was changed: it fits ${how}. Verify the raw bytes, before any parser has them`,
        digest: hmac(key, scheme.payload(header, text)),
      }),
    ),
    {
      fault: 'secret_prefix',
      text: 'The text of the secret was the key, whsec_ included: cut off whsec_ and decode the rest from base64',
      digest: hmac(Buffer.from(withPrefix), payload),
    },
    {
      fault: 'secret_prefix',
      text: 'whsec_ was decoded with the rest: cut it off first',
      digest: hmac(Buffer.from(withPrefix, 'base64'), payload),
    },
    {
      fault: 'secret_encoding',
      text: 'The text of the secret was the key: decode what follows whsec_ from base64 and take the 32 bytes',
      digest: hmac(Buffer.from(bare), payload),
    },
    ...[body, `${header(scheme.timestamp)}${body}`, `${seconds}.${body}`, `${moment}.${body}`].map(
      (signed): Mistake => ({
        fault: 'signed_without_timestamp',
        text: `The body was signed without its timestamp as the header has it: sign ${scheme === service ? `the text of ${scheme.timestamp}` : 'webhook-id, a full stop, webhook-timestamp'}, a full stop and the body`,
        digest: hmac(key, signed),
      }),
    ),
  ]
}

/** The same body as it may have been before it was changed. */
function formsOf(body: string): { text: string; how: string }[] {
  const ends = [
    { text: body.trim(), how: 'without the white space around it' },
    { text: `${body}\n`, how: 'with a line end after it' },
    { text: body.replaceAll('\r\n', '\n'), how: 'with line ends of one character' },
    { text: body.replace(/^\uFEFF/, ''), how: 'without the byte order mark before it' },
  ]
  return [...ends, ...writtenAgain(body)].filter(({ text }) => text !== body)
}

function writtenAgain(body: string): { text: string; how: string }[] {
  try {
    const value = JSON.parse(body.replace(/^\uFEFF/, ''))
    const how = 'once its JSON is written without spaces, so it was parsed and written again'
    const inner =
      typeof value === 'string' ? [{ text: value, how: 'once it is no longer a string in JSON' }] : []
    return [
      { text: JSON.stringify(value), how },
      ...inner,
      ...orders(value).map(text => ({
        text,
        how: 'with its properties in the order in which they were sent',
      })),
    ]
  } catch {
    return []
  }
}

/** An event is sent with its properties in this order. */
function orders(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { id, type, createdAt, data } = value as Record<string, unknown>
  return [JSON.stringify({ id, type, createdAt, data })]
}
