// However the bytes between the client and PostgreSQL are cut, joined and delayed, the answers are the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isLong } from '../support/long.ts'
import { connected, newAddress } from './support/connections.ts'
import { kinds } from './support/kinds.ts'
import { type Between, byMessages, cutAt, inPieces, proxyTo, type Side } from './support/proxy.ts'

const address = await newAddress()
const expected = new Map<string, unknown>()
await connected(address, async connection => {
  for (const { name, run } of kinds) expected.set(name, await run(connection))
})

async function through(between: Between, some = kinds): Promise<void> {
  const proxy = await proxyTo(address, between)
  try {
    await connected(proxy.address, async connection => {
      for (const { name, run } of some) assert.deepEqual(await run(connection), expected.get(name), name)
    })
  } finally {
    await proxy.close()
  }
}

test('a megabyte in one row and a copy of a row’s own length come whole', () => {
  const [[long]] = expected.get('a row longer than is read at once') as [[string]]
  assert.equal(Buffer.from(long, 'hex').toString(), '0123456789'.repeat(100_000))
  assert.equal((expected.get('a copy in, and one out') as { same: boolean }).same, true)
})

test('answers that come one byte at a time are the same', async () => {
  await through(
    inPieces([1]),
    kinds.filter(({ name }) => !/longer than is read|copy in, and/.test(name)),
  )
})

test('answers cut, joined and delayed at random are the same', async () => {
  const lengths = fc.array(
    fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(0), fc.integer({ min: 100, max: 70_000 })),
    { minLength: 1, maxLength: 40 },
  )
  const lasting = lengths.filter(each => each.reduce((sum, length) => sum + length, 0) > 2_000 * each.length)
  await fc.assert(
    fc.asyncProperty(lasting, each => through(inPieces(each))),
    { numRuns: isLong ? 300 : 12 },
  )
})

test('a conversation cut at any one of its bytes is the same', async () => {
  const some = kinds.filter(({ name }) =>
    ['rows, prepared and asked again', 'a statement that cannot be read'].includes(name),
  )
  for (const side of ['client', 'server'] as Side[]) {
    const length = await saidBy(side)
    assert.ok(length > 300, `${length} bytes`)
    for (let at = 1; at <= length; at += isLong ? 1 : 17) await through(cutAt(side, at), some)
  }

  async function saidBy(side: Side): Promise<number> {
    let length = 0
    const counting: Between = (client, server) => {
      client.pipe(server)
      server.pipe(client)
      const from = side === 'client' ? client : server
      from.on('data', (chunk: Buffer) => {
        length += chunk.length
      })
    }
    await through(counting, some)
    return length
  }
})

test('several messages in one piece, or all that come in a turn, are the same', async () => {
  const seen = new Set<string>()
  await through(byMessages(({ side, letter }) => seen.add(`${side} ${letter}`).size > 0))
  // Every message that the client knows was among them, both ways.
  for (const letter of 'PBDEHSQdcfX') assert.ok(seen.has(`client ${letter}`), `client ${letter}`)
  for (const letter of 'RKZ12tTnDCEIsGHdcS') assert.ok(seen.has(`server ${letter}`), `server ${letter}`)
})
