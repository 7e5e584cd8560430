// What waits for a slow reader is bounded by what waits, not by what has gone through.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { spillOver } from '../../src/http/spill.ts'
import { ReaderTooSlow, spillRoom } from '../../src/http/spill-room.ts'
import { noteSent, onceSent } from '../../src/kernel/operation/sent-chunks.ts'
import { eventually } from '../support/eventually.ts'
import { testFolder } from '../support/files.ts'

const folder = await testFolder()
const options = { folder, memoryBytes: 10, diskBytes: 600_000 }

test('a reader that stays behind, but never too far, gets all of what is longer than the disk may hold, though bytes are used again', async () => {
  const chunks = Array.from({ length: 60 }, () => randomBytes(50_000 + Math.floor(Math.random() * 10_000)))
  let [made, read, usedAgain] = [0, 0, 0]
  const used = (chunk: Buffer) => {
    onceSent(chunk, () => {
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
  for await (const piece of spillOver(source(), options, error => stalled.reject(error))) {
    got.push(Buffer.from(piece))
    noteSent(piece)
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
})

test('a reader that is further behind than the disk may hold is told so', async () => {
  const source = async function* () {
    for (let at = 0; at < 20; at++) yield Buffer.alloc(100_000)
  }
  const failure = Promise.withResolvers<unknown>()
  const pieces = spillOver(source(), options, failure.resolve)
  await pieces.next()
  assert.ok((await failure.promise) instanceof ReaderTooSlow)
  await pieces.return(undefined)
})

const unexpected = (error: unknown) => assert.fail(String(error))

/** A spill in a room, that takes as much as it is told to. */
function waitingIn(room: ReturnType<typeof spillRoom>, ...owners: string[]) {
  const broken: ReaderTooSlow[] = []
  return { broken, place: room.enter(owners, error => broken.push(error)) }
}

test('where the disk is full, the owner with the most waiting loses the largest of it, and nobody who comes later', () => {
  const room = spillRoom({ memoryBytes: 100, diskBytes: 1000 })
  const hoards = [waitingIn(room, 'c:1'), waitingIn(room, 'c:1'), waitingIn(room, 'c:2')]
  hoards[0]!.place.takeDisk(300)
  hoards[1]!.place.takeDisk(200)
  hoards[2]!.place.takeDisk(450)
  const honest = waitingIn(room, 'c:3')
  honest.place.takeDisk(40)
  assert.deepEqual(
    hoards.map(({ broken }) => broken.length),
    [0, 0, 0],
  )
  honest.place.takeDisk(40)
  assert.deepEqual(
    hoards.map(({ broken }) => broken.length),
    [1, 0, 0],
  )
  assert.match(hoards[0]!.broken[0]!.message, /most of it is its owner/)
  assert.equal(room.taken().disk, 730)
  assert.deepEqual(honest.broken, [])
})

test('an owner has at most half of the disk by all its keys, and what asks for more is told so itself', () => {
  const room = spillRoom({ memoryBytes: 100, diskBytes: 1000 })
  const [one, other] = [waitingIn(room, 'a:1'), waitingIn(room, 'a:1')]
  one.place.takeDisk(200)
  assert.throws(() => other.place.takeDisk(301), ReaderTooSlow)
  assert.deepEqual(one.broken, [])
  assert.equal(room.taken().disk, 200)
  one.place.giveDisk(200)
  one.place.leave()
  assert.deepEqual(room.taken(), { memory: 0, disk: 0 })
})

test('memory is taken by all together up to its bound, and what finds none goes to the disk', async () => {
  const room = spillRoom({ memoryBytes: 25, diskBytes: 1_000_000 })
  const place = waitingIn(room, 'c:1').place
  const other = waitingIn(room, 'c:2').place
  assert.ok(other.takeMemory(20))
  const chunks = [Buffer.from('123456'), Buffer.from('abcdef')]
  const source = async function* () {
    yield* chunks
  }
  const pieces = spillOver(source(), { folder, memoryBytes: 10, diskBytes: 100 }, unexpected, place)
  const first = await pieces.next()
  assert.equal(String(first.value), '123456')
  assert.equal(room.taken().memory, 20)
  assert.ok(room.taken().disk >= 6)
  assert.equal(String((await pieces.next()).value), 'abcdef')
  assert.ok((await pieces.next()).done)
  await eventually('the disk is given back', () => room.taken().disk === 0)
  assert.equal(room.taken().memory, 20)
})

test('a file that was read to its end gives its place on the disk back', async () => {
  const room = spillRoom({ memoryBytes: 0, diskBytes: 1_000_000_000 })
  const { place } = waitingIn(room, 'c:1')
  const chunk = Buffer.alloc(1_000_000)
  let made = 0
  const source = async function* () {
    for (; made < 150; made++) yield chunk
  }
  const files = { folder, memoryBytes: 0, diskBytes: 1_000_000_000 }
  let [read, most] = [0, 0]
  for await (const piece of spillOver(source(), files, unexpected, place)) {
    while (made < 150) await new Promise(setImmediate)
    read += piece.length
    const behind = room.taken().disk - (150_000_000 - read)
    most = Math.max(most, behind)
  }
  assert.equal(read, 150_000_000)
  assert.ok(most < 70_000_000, `${most} bytes that were read were still on the disk`)
})
