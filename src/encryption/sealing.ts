// How values are sealed: AES-256-GCM with a nonce derived from the value, so that equal values give equal texts and no
// nonce serves two values. What was sealed with the previous secret still opens.
import { createCipheriv, createDecipheriv, createHmac, type KeyObject } from 'node:crypto'
import type { Statements } from '../database/database.ts'
import { Problem } from '../errors/problem.ts'
import type { Seal } from '../record-types/seal.ts'
import { type SecretInUse, secretInUse } from '../store/writing/sealed-with.ts'
import type { Secrets } from './secret.ts'

const nonceBytes = 12
const tagBytes = 16

/** A seal that follows the database: `hold` comes before anything is closed that a transaction stores. */
type HoldingSeal = Seal & { hold(tx: Statements): Promise<HeldSeal> }

/** The secret in use stays the same until the transaction ends. */
export type HeldSeal = Seal & { held: true }

export function sealOf(secrets: Secrets): HoldingSeal {
  const hashes = (foundBy: string) => secrets.acceptedFor('keyed-hash').map(key => hashed(key, foundBy))
  const seal: Seal = {
    hashes,
    close: ({ text, foundBy }) =>
      `s1.${hashes(foundBy)[0]}.${encrypt(secrets, Buffer.from(text)).toString('base64url')}`,
    open: sealed => opened(secrets, Buffer.from(sealed.split('.')[2] ?? '', 'base64url')).toString(),
  }
  return {
    ...seal,
    async hold(tx) {
      await holdSecret(tx, secrets)
      return { ...seal, held: true }
    },
  }
}

/** Bytes instead of text, for what is kept whole and never looked for. */
export const sealBytes = (secrets: Secrets, bytes: Buffer) => encrypt(secrets, bytes)
export const openBytes = (secrets: Secrets, bytes: Buffer) => opened(secrets, bytes)

/** Names a master secret without telling it: what was sealed with another cannot be found or opened. In the order of the
 * settings. */
export const secretFingerprints = (secrets: Secrets): readonly string[] =>
  secrets.givenFor('keyed-hash').map(key => hashed(key, 'secret:fingerprint'))

/** Takes the secret into use that the database is sealed with; until the transaction ends, it stays that one. */
export async function holdSecret(tx: Statements, secrets: Secrets): Promise<void> {
  followSecret(secrets, await secretInUse(tx, { hold: true }))
}

/** The same for what is only looked up, or signed for a while. */
export async function currentSecret(db: Statements, secrets: Secrets): Promise<void> {
  followSecret(secrets, await secretInUse(db))
}

function followSecret(secrets: Secrets, inUse: SecretInUse | undefined): void {
  if (!inUse) return
  const place = secretFingerprints(secrets).indexOf(inUse.fingerprint)
  if (place < 0) throw foreignSecret()
  secrets.use(place, inUse.turn)
}

const foreignSecret = () =>
  new Problem(
    'SERVICE_UNAVAILABLE',
    'The database is sealed with another master secret than this server has, so it would take everybody for unknown: nothing about people is stored or matched here until it is started again with that MUSTER_SECRET. Nothing was stored',
    { 'Retry-After': '30' },
  )

function hashed(key: KeyObject, foundBy: string): string {
  const hash = createHmac('sha256', key).update(foundBy).digest().subarray(0, 16)
  return `${foundBy.slice(0, foundBy.indexOf(':'))}:${hash.toString('base64url')}`
}

function encrypt(secrets: Secrets, bytes: Buffer): Buffer {
  const whole = createHmac('sha256', secrets.secretFor('keyed-hash')).update('nonce\n').update(bytes).digest()
  const nonce = whole.subarray(0, nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', secrets.secretFor('encryption'), nonce)
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function opened(secrets: Secrets, sealed: Buffer): Buffer {
  for (const key of secrets.acceptedFor('encryption')) {
    try {
      return decrypt(key, sealed)
    } catch {}
  }
  throw new Problem('SERVICE_UNAVAILABLE', 'This was sealed with another master secret than is given here', {
    'Retry-After': '30',
  })
}

function decrypt(key: KeyObject, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
