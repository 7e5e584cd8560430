// Addresses of files, signed for one key and good for five minutes. They need no header, open only what the key opens,
// and end with it: the key is checked when the file is served.
import { type KeyObject, timingSafeEqual } from 'node:crypto'
import type { LinkFillerFor } from '../kernel/operation/operation.ts'
import { fillMarks } from '../shape/file-mark.ts'
import { hmacSha256 } from './hmac.ts'

const goodForSeconds = 300

export type Keys = {
  sign(): KeyObject
  /** Those that a signature may be by. */
  accept: readonly KeyObject[]
}

export type Claim = { fileId: string; keyId: string; expires: string; signature: string }

export type FileLinks = {
  /** What fills the links in answers for a caller. */
  fillingFor: LinkFillerFor
  linkFor(fileId: string, keyId: string): string
  /** Whether we signed this and it has not expired. */
  holds(claim: Claim): boolean
}

/** `base` is asked when it is needed: a server knows its own address only once it listens. */
export function fileLinks(keys: Keys, base: () => string, now: () => Date): FileLinks {
  /** The start of the next second, so that no link is good for less than it says. */
  const expiry = () => String(Math.ceil(now().getTime() / 1000) + goodForSeconds)
  const linker = (keyId: string, expires: string) => {
    const sign = hmacSha256(keys.sign())
    const before = `${base()}/files/`
    const after = `?key=${keyId}&expires=${expires}&sig=`
    return (fileId: string) => before + fileId + after + sign(claimed(fileId, keyId, expires))
  }
  return {
    linkFor: (fileId, keyId) => linker(keyId, expiry())(fileId),
    fillingFor({ keyId }) {
      const expires = expiry()
      return {
        name: `${keyId} ${expires}`,
        fill: body => fillMarks(body, linker(keyId, expires)),
      }
    },
    holds({ fileId, keyId, expires, signature: given }) {
      const text = claimed(fileId, keyId, expires)
      const signed = keys.accept.some(key => same(given, hmacSha256(key)(text)))
      return signed && Number(expires) > Math.floor(now().getTime() / 1000)
    },
  }
}

/** What is signed. None of the parts can have a line break in it, so no two claims are the same text. */
const claimed = (fileId: string, keyId: string, expires: string) => `${fileId}\n${keyId}\n${expires}`

function same(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
