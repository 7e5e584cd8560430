// What waits for a slow reader is bounded by what waits, not by what has gone through.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { SpillFull, spilled } from '../../src/http/spill.ts'
import { sent, whenSent } from '../../src/kernel/operation/sent.ts'
import { testFolder } from '../support/files.ts'

const folder = await testFolder()
const options = { folder, memoryBytes: 10, diskBytes: 600_000 }

test('a reader that stays behind, but never too far, gets all of what is longer than the disk may hold, though bytes are used again', async () => {
  const chunks = Array.from({ length: 60 }, () => randomBytes(50_000 + Math.floor(Math.random() * 10_000)))
  let [made, read, usedAgain] = [0, 0, 0]
  const used = (chunk: Buffer) => {
    whenSent(chunk, () => {
      chunk.fill(0)
      usedAgain++
    })
    return chunk
  }
  let [stalled, more] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const source = async function* () {
    for (const chunk of chunks) {
      while (made + chunk.length > read + options.diskBytes) {
        stalled.resolve()
        await more.promise
      }
      made += chunk.length
      yield used(Buffer.from(chunk))
    }
    stalled.resolve()
  }
  const got: Buffer[] = []
  for await (const piece of spilled(source(), options, error => stalled.reject(error))) {
    got.push(Buffer.from(piece))
    sent(piece)
    // As much as may wait does so before the next is taken.
    await stalled.promise
    read += piece.length
    const go = more
    if (made < chunks.reduce((sum, { length }) => sum + length, 0)) stalled = Promise.withResolvers()
    more = Promise.withResolvers()
    go.resolve()
  }
  assert.ok(Buffer.concat(got).equals(Buffer.concat(chunks)))
  assert.ok(usedAgain > chunks.length / 2, `${usedAgain} chunks were told of`)
  assert.ok(usedAgain < chunks.length, 'of those that lie in two places nobody is told')
})

test('a reader that is further behind than the disk may hold is told so', async () => {
  const source = async function* () {
    for (let at = 0; at < 20; at++) yield Buffer.alloc(100_000)
  }
  const failure = Promise.withResolvers<unknown>()
  const pieces = spilled(source(), options, failure.resolve)
  await pieces.next()
  assert.ok((await failure.promise) instanceof SpillFull)
  await pieces.return(undefined)
})
