// Loaded into the processes of both versions: random ids grow with each one made, so that what was made in one moment
// stands in the same order in both. Plain JavaScript, as the host's own Node loads it too.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { randomBytes } = crypto
let last = 0n

crypto.randomBytes = (size, done) => {
  if (size !== 8 || done) return randomBytes(size, done)
  const now = process.hrtime.bigint()
  last = now > last ? now : last + 1n
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(last)
  return bytes
}
syncBuiltinESMExports()
