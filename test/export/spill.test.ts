// What waits for a slow reader is bounded by what waits, not by what has gone through.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { SpillFull, spilled } from '../../src/http/spill.ts'

const folder = join(tmpdir(), `muster-spill-${process.pid}`)
const options = { folder, memoryBytes: 10, diskBytes: 1000 }

/** Hands a chunk on whenever it is let. */
function producer(chunks: readonly Buffer[], most: number) {
  let [made, read] = [0, 0]
  let more = Promise.withResolvers<void>()
  const source = async function* () {
    for (const chunk of chunks) {
      while (made + chunk.length > read + most) await more.promise
      made += chunk.length
      yield chunk
    }
  }
  const taken = (bytes: number) => {
    read += bytes
    more.resolve()
    more = Promise.withResolvers()
  }
  return { source, taken }
}

test('a reader that stays behind, but never too far, gets all of what is longer than the disk may hold', async () => {
  const chunk = fc.uint8Array({ minLength: 1, maxLength: 300 }).map(bytes => Buffer.from(bytes))
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { minLength: 10, maxLength: 60 }), async chunks => {
      const { source, taken } = producer(chunks, options.diskBytes)
      const got: Buffer[] = []
      for await (const piece of spilled(source(), options, () => {})) {
        got.push(piece)
        // One turn behind: the next chunks arrive before this counts as read.
        await new Promise(setImmediate)
        taken(piece.length)
      }
      assert.deepEqual(Buffer.concat(got), Buffer.concat(chunks))
    }),
    { numRuns: 200 },
  )
})

test('a reader that is further behind than the disk may hold is told so', async () => {
  const source = async function* () {
    for (let at = 0; at < 20; at++) yield Buffer.alloc(100)
  }
  const failure = Promise.withResolvers<unknown>()
  const pieces = spilled(source(), options, failure.resolve)
  await pieces.next()
  assert.ok((await failure.promise) instanceof SpillFull)
  await pieces.return(undefined)
})
