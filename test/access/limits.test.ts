// Limits are exact: however many processes let requests in, whatever the load and whatever happens to the clock.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { recordTypes as types } from '../../src/api/index.ts'
import { openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { Problem } from '../../src/errors/problem.ts'
import { load } from '../../src/load/load.ts'
import { callerBook } from '../../src/store/keys/callers.ts'
import { gateOf, type KeyGate } from '../../src/store/keys/gate.ts'
import {
  createKey,
  listKeys,
  type NewKey,
  revokeKey,
  rotateKey,
  updateKey,
} from '../../src/store/keys/keys.ts'
import { takeClock } from '../support/clock.ts'
import { testDatabase } from '../support/database.ts'
import { company } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { ndjson } from '../support/server.ts'

const [real, moved] = [await testDatabase(types), await testDatabase(types)]
for (const each of [real, moved]) await load(each.database, types, ndjson([company('c1')]))
const clock = await takeClock(moved.database, '2026-03-02T12:00:00Z')
const { database } = moved

const newKey = (more: Partial<NewKey>, on = database) =>
  createKey(on, { kind: 'company', owners: ['c1'], name: 'k', scopes: [], ...more })

/** A gate with connections of its own, as another process has. */
function process(on = moved, steadyMs?: () => number): KeyGate {
  const own = openDatabase({ connection: on.connection }, { connections: 2, applicationName: 'gate' })
  after(() => own.close())
  return gateOf(own, callerBook(own, types), steadyMs)
}

/** Its steady clock runs with the one that the test sets: nothing jumps. */
const steady = () => process(moved, () => clock.now().getTime())
const gates = [steady(), steady(), steady(), steady()]

type Came = { in: number[]; refused: string[] }

/** So many requests at once at each gate: the day's tally each that came in was told, and why others did not. */
async function ask(secret: string, counts: readonly number[], at: readonly KeyGate[] = gates): Promise<Came> {
  const came: Came = { in: [], refused: [] }
  const one = async (gate: KeyGate) => {
    try {
      came.in.push((await gate.admit(secret, '127.0.0.1')).usage.usedToday)
    } catch (problem) {
      assert.ok(problem instanceof Problem, String(problem))
      came.refused.push(problem.message.includes('today') ? 'day' : problem.code)
    }
  }
  await Promise.all(counts.flatMap((count, index) => Array.from({ length: count }, () => one(at[index]!))))
  came.in.sort((a, b) => a - b)
  return came
}

const upTo = (n: number, from = 1) => Array.from({ length: n }, (_, index) => index + from)
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

for (const counts of [[500], [300, 1, 90, 9], [100, 100, 100, 100]]) {
  test(`with ${counts.length} processes and ${counts.join(' + ')} requests, exactly 137 come in, each counted once`, async () => {
    const { secret, key } = await newKey({ perMinute: 137 }, real.database)
    const came = await ask(
      secret,
      counts,
      counts.map(() => process(real)),
    )
    assert.deepEqual(came.in, upTo(137))
    assert.equal((await listKeys(real.database, key.id))[0]!.usedToday, 137)
  })
}

test('the day is as exact as the minute, and a refusal says which of the two it was', async () => {
  const { secret } = await newKey({ perMinute: 50, perDay: 70 })
  assert.deepEqual((await ask(secret, [40, 30, 20, 10])).in, upTo(50))
  await later(60_000)
  const came = await ask(secret, [10, 20, 30, 40])
  assert.deepEqual(came.in, upTo(20, 51))
  assert.deepEqual([...new Set(came.refused)], ['day'])
})

test('a place is free again sixty seconds after it was taken, not a millisecond before', async () => {
  const { secret } = await newKey({ perMinute: 5 })
  assert.equal((await ask(secret, [3])).in.length, 3)
  await later(30_000)
  assert.equal((await ask(secret, [0, 9])).in.length, 2)
  await later(29_999)
  assert.deepEqual((await ask(secret, [1, 1, 1, 1])).refused, Array(4).fill('RATE_LIMIT_EXCEEDED'))
  await later(1)
  assert.equal((await ask(secret, [2, 2, 2, 2])).in.length, 3)
  await later(30_000)
  assert.equal((await ask(secret, [2, 2, 2, 2])).in.length, 2)
})

test('a caller that keeps to the limit evenly is never refused', async () => {
  const { secret } = await newKey({ perMinute: 6 })
  for (let i = 0; i < 20; i++) {
    assert.equal((await ask(secret, [1], [gates[i % 4]!])).in.length, 1, `request ${i}`)
    await later(10_000)
  }
})

test('at midnight UTC the day begins again, and the minute goes on', async () => {
  await clock.set('2026-03-02T23:59:59.500Z')
  const { secret } = await newKey({ perMinute: 8, perDay: 5 })
  const before = await ask(secret, [3, 3])
  assert.deepEqual([before.in, before.refused], [upTo(5), ['day']])
  await clock.set('2026-03-02T23:59:59.999Z')
  assert.deepEqual((await ask(secret, [1])).refused, ['day'])
  await clock.set('2026-03-03T00:00:00.000Z')
  const after = await ask(secret, [2, 2, 2])
  assert.deepEqual([after.in, after.refused], [upTo(3), Array(3).fill('RATE_LIMIT_EXCEEDED')])
  await later(60_000)
  const caller = await gates[0]!.admit(secret, '::1')
  assert.deepEqual(
    [caller.usage.usedToday, caller.usage.at, caller.usage.resetsAt],
    [4, '2026-03-03T00:01:00.000Z', '2026-03-04T00:00:00.000Z'],
  )
})

test('whatever the order of times, processes and bursts, what comes in is what a log of sixty seconds admits', async () => {
  const step = fc.record({
    afterMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 70_000 }),
      fc.constantFrom(1, 59_999, 60_000),
    ),
    counts: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }),
  })
  const limit = fc.record({
    perMinute: fc.integer({ min: 1, max: 9 }),
    perDay: fc.integer({ min: 1, max: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(limit, fc.array(step, { minLength: 1, maxLength: 12 }), async (limits, steps) => {
      const { secret } = await newKey(limits)
      const log: number[] = []
      for (const { afterMs, counts } of steps) {
        await later(afterMs)
        const now = clock.now().getTime()
        const today = clock.now().toISOString().slice(0, 10)
        const minute = log.filter(at => at > now - 60_000).length
        const day = log.filter(at => new Date(at).toISOString().startsWith(today)).length
        const asked = counts.reduce((sum, count) => sum + count, 0)
        const free = Math.max(0, Math.min(asked, limits.perMinute - minute, limits.perDay - day))
        assert.deepEqual((await ask(secret, counts)).in, upTo(free, day + 1))
        for (let i = 0; i < free; i++) log.push(now)
      }
    }),
    { numRuns: isLong ? 40 : 10 },
  )
})

test('a clock that is set back admits nothing more, and holds nobody up for more than a minute', async () => {
  await clock.set('2026-03-05T00:00:10Z')
  const { secret } = await newKey({ perMinute: 4, perDay: 6 })
  assert.equal((await ask(secret, [2])).in.length, 2)
  await later(5_000)
  assert.equal((await ask(secret, [2])).in.length, 2)
  await clock.set('2026-03-04T23:00:00Z')
  assert.equal((await ask(secret, [1, 1, 1, 1])).in.length, 0)
  await later(59_999)
  assert.equal((await ask(secret, [1, 1, 1, 1])).in.length, 0)
  await later(1)
  assert.deepEqual((await ask(secret, [3, 3])).in, upTo(4))
  await clock.set('2026-03-05T00:02:00Z')
  assert.deepEqual((await ask(secret, [2, 2])).in, [5, 6], 'the first day’s tally stands')
})

test('a clock that is set forward makes no request look older than it is', async () => {
  await clock.set('2026-03-06T08:00:00Z')
  let steadyMs = 0
  const pass = async (ms: number, jumpMs = 0) => {
    steadyMs += ms
    await later(ms + jumpMs)
  }
  const running = [0, 1, 2, 3].map(() => process(moved, () => steadyMs))
  const { secret } = await newKey({ perMinute: 4 })
  const other = await newKey({ perMinute: 4 })
  assert.equal((await ask(other.secret, [4, 1, 1, 1], running)).in.length, 4)
  await pass(10_000)
  assert.equal((await ask(secret, [1, 1, 1, 1], running)).in.length, 4)
  await pass(20_000, 3_600_000)
  assert.equal((await ask(secret, [1, 1, 1, 1], running)).in.length, 0, 'an hour was skipped, 20 s went by')
  await pass(29_000)
  assert.equal(
    (await ask(other.secret, [1, 1, 1, 1], running)).in.length,
    0,
    'also keys that were not asking then',
  )
  await pass(2_000)
  assert.equal((await ask(other.secret, [2, 2, 2, 2], running)).in.length, 4)
  await pass(10_000)
  assert.equal((await ask(secret, [2, 2, 2, 2], running)).in.length, 4, 'nobody waits longer for the jump')
})

test('after a clock that was set forward by seconds, who is refused hears how long it takes', async () => {
  await clock.set('2026-03-06T09:30:00Z')
  let steadyMs = 0
  const gate = process(moved, () => steadyMs)
  const { secret } = await newKey({ perMinute: 1 })
  await gate.admit(secret, '127.0.0.1')
  steadyMs += 10_000
  await later(15_000)
  await assert.rejects(gate.admit(secret, '127.0.0.1'), /; try again in 50 s$/)
})

test('what was granted at different times is still free at different times after a jump', async () => {
  await clock.set('2026-03-06T10:00:00Z')
  let steadyMs = 0
  const gate = process(moved, () => steadyMs)
  const { secret } = await newKey({ perMinute: 4 })
  const comeIn = async (passedMs: number, jumpMs = 0) => {
    steadyMs += passedMs
    await later(passedMs + jumpMs)
    return (await ask(secret, [4], [gate])).in.length
  }
  const other = await newKey({})
  await ask(secret, [2], [gate])
  steadyMs += 30_000
  await later(30_000)
  await ask(secret, [2], [gate])
  assert.equal(await comeIn(10_000, 3_600_000), 0)
  assert.equal(await comeIn(19_999), 0)
  assert.equal(await comeIn(1), 2)
  assert.equal(await comeIn(29_999, 86_400_000), 0, 'and after the next, though nothing came between')
  assert.equal(await comeIn(1), 2)
  await later(3_600_000)
  assert.equal((await ask(other.secret, [1], [gate])).in.length, 1)
  await later(-3_600_000)
  assert.equal(await comeIn(0), 0)
  assert.equal(await comeIn(59_999), 0)
  assert.equal(await comeIn(1), 4, 'set back after a jump, it holds nobody up for more than a minute')
})

test('a clock that was set back may jump ahead once more, and no request looks older for it', async () => {
  await clock.set('2026-03-06T12:00:00Z')
  let steadyMs = 0
  const running = [0, 1].map(() => process(moved, () => steadyMs))
  const { secret } = await newKey({ perMinute: 2 })
  const comeIn = async (passedMs: number, jumpMs = 0) => {
    steadyMs += passedMs
    await later(passedMs + jumpMs)
    return (await ask(secret, [1, 1], running)).in.length
  }
  const day = 86_400_000
  assert.equal(await comeIn(0), 2)
  assert.equal(await comeIn(1_000, day), 0)
  assert.equal(await comeIn(1_000, -day), 0)
  assert.equal(await comeIn(1_000, day), 0)
  assert.equal(await comeIn(58_999), 0, 'not a minute has gone by since it was set back')
  assert.equal(await comeIn(1), 2)
})

test('waiting and drift are no jump: a second, and a thousandth of the time that passed', async () => {
  await clock.set('2026-03-06T20:00:00Z')
  for (const [passedMs, aheadMs, isJump] of [
    [0, 1_000, false],
    [0, 1_001, true],
    [1_000_000, 2_000, false],
    [1_000_000, 2_001, true],
  ] as const) {
    let steadyMs = 0
    const gate = process(moved, () => steadyMs)
    const { secret } = await newKey({})
    await ask(secret, [1], [gate])
    await database.rows(sql`delete from gate_jump`)
    steadyMs += passedMs
    await later(passedMs + aheadMs)
    await ask(secret, [1], [gate])
    const jumps = await database.rows<{ at: Date }>(sql`select at from gate_jump`)
    assert.deepEqual(
      jumps.map(({ at }) => at),
      isJump ? [clock.now()] : [],
    )
  }
})

test('a clock that is set back makes what was granted before that no younger', async () => {
  await clock.set('2026-03-06T22:00:00Z')
  const { secret } = await newKey({ perMinute: 2 })
  const other = await newKey({ perMinute: 2 })
  assert.equal((await ask(secret, [1])).in.length, 1)
  await later(50_000)
  assert.equal((await ask(secret, [1])).in.length, 1)
  assert.equal((await ask(other.secret, [2])).in.length, 2)
  await later(-10_000)
  assert.equal((await ask(secret, [1])).in.length, 0)
  await later(20_000)
  assert.equal((await ask(secret, [2])).in.length, 1, 'the one of a minute ago is free')
  await later(40_000 - 1)
  assert.equal((await ask(secret, [1])).in.length, 0)
  await later(1)
  assert.equal((await ask(secret, [2])).in.length, 1, 'and the other a minute after the clock was set')
  assert.equal(
    (await ask(other.secret, [2])).in.length,
    0,
    'a key that was not asking then begins its minute now',
  )
  await later(60_000)
  assert.equal((await ask(other.secret, [3])).in.length, 2)
})

test('a key ends at the moment it expires, not a millisecond before', async () => {
  await clock.set('2026-03-06T23:00:00Z')
  const { secret } = await newKey({ expiresAt: new Date('2026-03-06T23:00:01Z') })
  await later(999)
  assert.equal((await ask(secret, [1])).in.length, 1)
  await later(1)
  assert.deepEqual((await ask(secret, [1])).refused, ['EXPIRED_API_KEY'])
})

test('after a restart the minute and the day stand as they were', async () => {
  await clock.set('2026-03-07T08:00:00Z')
  const { secret } = await newKey({ perMinute: 10, perDay: 12 })
  assert.deepEqual((await ask(secret, [4, 3])).in, upTo(7))
  assert.deepEqual((await ask(secret, [9], [steady()])).in, [8, 9, 10])
  await later(60_000)
  assert.deepEqual((await ask(secret, [9], [steady()])).in, [11, 12])
})

test('a change of a key, its rotation and its revocation hold at once on every process', async () => {
  await clock.set('2026-03-08T08:00:00Z')
  const { secret, key } = await newKey({ perMinute: 3 })
  assert.equal((await ask(secret, [1, 1, 1, 1])).in.length, 3)
  await updateKey(database, key, { perMinute: 5 })
  assert.equal((await ask(secret, [1, 1, 1, 1])).in.length, 2)
  await updateKey(database, key, { perMinute: 2 })
  await later(60_000)
  const rotated = await rotateKey(database, key.id, 1_000)
  assert.equal(rotated.key.id, key.id)
  assert.deepEqual((await ask(secret, [1])).in, [6], 'the old secret works for the overlap')
  assert.deepEqual((await ask(rotated.secret, [1, 1])).in, [7], 'both count against one limit')
  await later(1_000)
  assert.deepEqual((await ask(secret, [1, 1])).refused, Array(2).fill('EXPIRED_API_KEY'))
  await later(60_000)
  assert.deepEqual((await ask(rotated.secret, [1])).in, [8])
  await revokeKey(database, key.id)
  for (const used of [secret, rotated.secret])
    assert.deepEqual((await ask(used, [1, 1, 1, 1])).refused, Array(4).fill('REVOKED_API_KEY'))
})

test('a second rotation does not cut the first one’s overlap short, nor make it longer', async () => {
  await clock.set('2026-03-09T08:00:00Z')
  const { secret: first, key } = await newKey({})
  const { secret: second } = await rotateKey(database, key.id, 60_000)
  const { secret: third } = await rotateKey(database, key.id, 3_600_000)
  for (const secret of [first, second, third]) assert.equal((await ask(secret, [1])).in.length, 1)
  await later(60_000)
  assert.deepEqual((await ask(first, [1])).refused, ['EXPIRED_API_KEY'])
  for (const secret of [second, third]) assert.equal((await ask(secret, [1])).in.length, 1)
})

test('requests of many keys at once are each held to their own limit', async () => {
  await clock.set('2026-03-10T08:00:00Z')
  const keys = await Promise.all(upTo(12).map(n => newKey({ perMinute: n })))
  const came = await Promise.all(keys.map(({ secret }) => ask(secret, [4, 4, 4, 4])))
  assert.deepEqual(
    came.map(each => each.in.length),
    upTo(12),
  )
})

test('where the minute and the day are both used up, the longer wait is told', async () => {
  const { secret } = await newKey({ perMinute: 2, perDay: 2 })
  for (let n = 0; n < 2; n++) await gates[0]!.admit(secret, '::1')
  await assert.rejects(gates[0]!.admit(secret, '::1'), /More than 2 requests today/)
})
