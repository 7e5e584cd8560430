// HMAC with SHA-256 (RFC 2104), written out: a page of workers has 300 links to sign, and `createHmac` would make an
// object for each. Two one-shot hashes give the same bytes in less than half the time.
import { hash, type KeyObject } from 'node:crypto'
import { memoized } from '../shape/memoized.ts'

const blockBytes = 64
const digestBytes = 32
/** The longest text that is signed. */
const mostCharacters = 256
/** In UTF-8. */
const mostBytesEach = 3

/** What signs with this key, as base64url. */
export const hmacSha256 = memoized((key: KeyObject) => {
  const secret = key.export()
  // A longer one would have to be hashed first.
  if (secret.length > blockBytes)
    throw new Error(`A key has at most ${blockBytes} bytes, and not ${secret.length}`)
  const inner = padded(secret, 0x36, mostCharacters * mostBytesEach)
  const outer = padded(secret, 0x5c, digestBytes)
  return (text: string): string => {
    if (text.length > mostCharacters)
      throw new Error(`At most ${mostCharacters} characters are signed, and not ${text.length}`)
    const length = inner.write(text, blockBytes)
    outer.write(hash('sha256', inner.subarray(0, blockBytes + length), 'binary'), blockBytes, 'latin1')
    return hash('sha256', outer, 'base64url')
  }
})

/** The key as one block, each byte changed by `pad`, and room for what is hashed with it. */
function padded(secret: Buffer, pad: number, room: number): Buffer {
  const bytes = Buffer.alloc(blockBytes + room)
  for (let at = 0; at < blockBytes; at++) bytes[at] = (secret[at] ?? 0) ^ pad
  return bytes
}
