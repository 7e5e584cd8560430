// Secrets as text: a prefix that says what it opens, 40 random characters, and a checksum, so that a mistyped
// one is refused without a look-up and secret scanners can find leaked ones.
import { createHmac, hash, type KeyObject, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const pattern = /^(wfc|wfa|wfo|wft|wfr|wfg|wfs)_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/

type SecretKind = 'company' | 'agency' | 'operator' | 'access' | 'refresh' | 'code' | 'client'

/** Keys and operator tokens; then what an assistant gets by signing in: tokens, the code for them, and a client's secret. */
const prefixes: Record<SecretKind, string> = {
  company: 'wfc',
  agency: 'wfa',
  operator: 'wfo',
  access: 'wft',
  refresh: 'wfr',
  code: 'wfg',
  client: 'wfs',
}

export const newSecret = (kind: SecretKind): string =>
  withChecksum(kind, Array.from({ length: 40 }, () => alphabet[randomInt(62)]).join(''))

/** The same secret again and again from the same key and text, and from no other. */
export function derivedSecret(kind: SecretKind, key: KeyObject, text: string): string {
  const bytes = createHmac('sha512', key).update(`${kind} ${text}`).digest()
  return withChecksum(kind, Array.from(bytes.subarray(0, 40), byte => alphabet[byte % 62]).join(''))
}

function withChecksum(kind: SecretKind, random: string): string {
  const start = `${prefixes[kind]}_${random}`
  return start + checksum(start)
}

export function isWellFormed(secret: string): boolean {
  return pattern.test(secret) && secret.endsWith(checksum(secret.slice(0, -6)))
}

export const kindOfSecret = (secret: string): SecretKind | undefined =>
  (Object.keys(prefixes) as SecretKind[]).find(kind => secret.startsWith(`${prefixes[kind]}_`))

export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')
/** The same in hexadecimal digits, which is cheaper. */
export const hexHashOfSecret = (secret: string): string => hash('sha256', secret, 'hex')

/** What may be shown of a secret for ever: its prefix and last four characters. */
export const hintOfSecret = (secret: string) => `${secret.slice(0, 4)}…${secret.slice(-4)}`

/** CRC-32 in base 62, six characters. */
function checksum(text: string): string {
  let rest = crc32(text)
  let out = ''
  for (let i = 0; i < 6; i++) {
    out = alphabet[rest % 62] + out
    rest = Math.floor(rest / 62)
  }
  return out
}
