// Addresses of files, signed for one key and good for five minutes. Whoever has one needs no header; it opens nothing
// where the key does not, and dies with it: the key is asked about when the file is served.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Links } from '../kernel/operation/operation.ts'
import { fillMarks } from '../shape/file-mark.ts'

export const goodForSeconds = 300

export type Keys = {
  sign(): KeyObject
  /** Those that a signature may be by. */
  accept: readonly KeyObject[]
}

export type Claim = { fileId: string; keyId: string; expires: string; signature: string }

export type FileLinks = {
  /** Fills the links in an answer for a caller. */
  fill: Links
  linkFor(fileId: string, keyId: string): string
  /** Whether we signed this and it has not expired. */
  holds(claim: Claim): boolean
}

/** `base` is asked when it is needed: a server knows its own address only once it listens. */
export function fileLinks(keys: Keys, base: () => string, now: () => Date): FileLinks {
  const secondsNow = () => Math.floor(now().getTime() / 1000)
  const linkAt = (origin: string, fileId: string, keyId: string, expires: number) =>
    `${origin}/files/${fileId}?key=${keyId}&expires=${expires}&sig=${signature(keys.sign(), fileId, keyId, String(expires))}`
  return {
    linkFor: (fileId, keyId) => linkAt(base(), fileId, keyId, secondsNow() + goodForSeconds),
    fill({ keyId }, body) {
      const expires = secondsNow() + goodForSeconds
      const origin = base()
      return fillMarks(body, fileId => linkAt(origin, fileId, keyId, expires))
    },
    holds({ fileId, keyId, expires, signature: given }) {
      const signed = keys.accept.some(key => same(given, signature(key, fileId, keyId, expires)))
      return signed && Number(expires) > secondsNow()
    },
  }
}

/** None of the parts can have a line break in it, so no two claims are the same text. */
const signature = (key: KeyObject, fileId: string, keyId: string, expires: string) =>
  createHmac('sha256', key).update(`${fileId}\n${keyId}\n${expires}`).digest('base64url')

function same(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
