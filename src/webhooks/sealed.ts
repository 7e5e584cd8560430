// Secrets of endpoints as they are stored: AES-256-GCM under a key derived from the master secret, bound to their
// endpoint, so that one put into another's row does not open.
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { replaceSecrets } from '../store/webhooks/endpoints.ts'

const ivBytes = 12
const tagBytes = 16
const bound = (endpointId: string) => Buffer.from(`webhook endpoint ${endpointId}`)

export function sealSecret(key: KeyObject, endpointId: string, secret: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bound(endpointId))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** The error where no secret opens it. */
export const doesNotOpen =
  'the secret of this endpoint is sealed with another master secret than this server has: start it with the MUSTER_SECRET that is in use, as every server on this database needs it; only where that one is lost, rotate the secret of the endpoint'

/** Tries the present master secret, then the one before; undefined where none opens it. */
export function unsealSecret(
  keys: readonly KeyObject[],
  endpointId: string,
  sealed: Buffer,
): string | undefined {
  for (const key of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes))
        .setAAD(bound(endpointId))
        .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
      return decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    } catch {}
  }
  return undefined
}

/** Brings every secret to the master secret in use; `accepted` has it first, then the one before. */
export const resealEndpoints = (database: Database, accepted: readonly KeyObject[]) =>
  replaceSecrets(database, (endpointId, sealed) => {
    if (unsealSecret(accepted.slice(0, 1), endpointId, sealed) !== undefined) return undefined
    const secret = unsealSecret(accepted, endpointId, sealed)
    return secret === undefined ? undefined : sealSecret(accepted[0]!, endpointId, secret)
  })
