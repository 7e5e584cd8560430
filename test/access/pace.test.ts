// How long a refusal waits, by what the address did before: each number of the rule, on both sides.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { slowDown } from '../../src/access/slow-down.ts'

const still = new AbortController().signal

/** Time that stands until it is moved; who waits is let go by hand. */
function paced(from = 1_000_000) {
  const waits: { ms: number; pass(): void; fail(): void }[] = []
  const time = {
    at: from,
    now: () => time.at,
    wait: (ms: number) =>
      new Promise<void>((pass, fail) => {
        waits.push({ ms, pass, fail })
      }),
  }
  const slow = slowDown(time)
  /** The wait that a refusal of this address begins; 0 where there is none. */
  const waitOf = (address: string) => {
    const before = waits.length
    void slow.hold(address, still)
    return waits[before]?.ms ?? 0
  }
  return { time, waits, slow, waitOf }
}

test('five refusals wait for nothing, and then each twice as long up to four seconds', async () => {
  const { waitOf, slow } = paced()
  assert.deepEqual(
    Array.from({ length: 13 }, () => waitOf('203.0.113.7')),
    [0, 0, 0, 0, 0, 125, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000],
  )
  assert.equal(await slow.hold('203.0.113.8', still), true)
})

test('a minute without a refusal is forgiven, a millisecond less is not', () => {
  for (const from of [0, 1_000_000]) {
    const { time, waitOf } = paced(from)
    for (let turn = 0; turn < 5; turn++) waitOf('203.0.113.7')
    time.at += 59_999
    assert.equal(waitOf('203.0.113.7'), 125)
    time.at += 60_000
    assert.equal(waitOf('203.0.113.7'), 0)
  }
})

test('two hundred wait and no more; whoever has waited or went away makes room', async () => {
  const { slow, waits } = paced()
  for (let turn = 0; turn < 5; turn++) await slow.hold('203.0.113.7', still)
  const held = Array.from({ length: 200 }, () => slow.hold('203.0.113.7', still))
  assert.equal(waits.length, 200)
  assert.equal(await slow.hold('203.0.113.7', still), false)
  waits[0]!.pass()
  waits[1]!.fail()
  assert.deepEqual(await Promise.all(held.slice(0, 2)), [true, true])
  for (let turn = 0; turn < 2; turn++) void slow.hold('203.0.113.7', still)
  assert.equal(waits.length, 202)
  assert.equal(await slow.hold('203.0.113.7', still), false)
})

test('of ten thousand addresses the one that was quiet longest is forgotten, not the one that came first', () => {
  const { waitOf } = paced()
  const other = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
  for (let turn = 0; turn < 5; turn++) waitOf('203.0.113.7')
  for (let index = 0; index < 9_999; index++) waitOf(other(index))
  assert.equal(waitOf('203.0.113.7'), 125)
  for (let turn = 0; turn < 4; turn++) assert.equal(waitOf(other(0)), 0)
  waitOf(other(10_000))
  assert.equal(waitOf('203.0.113.7'), 250)
  assert.equal(waitOf(other(0)), 125)
})

test('by the clock on the wall it is as long, and over at once for who goes away', async () => {
  let now = 5_000_000
  mock.method(performance, 'now', () => now)
  const slow = slowDown()
  for (let turn = 0; turn < 5; turn++) await slow.hold('203.0.113.7', still)
  const began = Date.now()
  await slow.hold('203.0.113.7', still)
  assert.ok(Date.now() - began >= 120, 'the sixth waited')
  for (let turn = 0; turn < 5; turn++) void slow.hold('203.0.113.7', AbortSignal.abort())
  const left = Date.now()
  await slow.hold('203.0.113.7', AbortSignal.abort())
  assert.ok(Date.now() - left < 2_000, 'four seconds were not waited for')
  now += 60_000
  const again = Date.now()
  await slow.hold('203.0.113.7', still)
  assert.ok(Date.now() - again < 2_000, 'and after a minute it begins anew')
  mock.reset()
})
