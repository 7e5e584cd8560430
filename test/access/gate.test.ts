// The gate's own promises: everybody who waits is judged by their own secret and address, and is told the truth.
import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import fc from 'fast-check'
import { hashOfSecret, newSecret } from '../../src/access/key-format.ts'
import { recordTypes as types } from '../../src/api/index.ts'
import { openDatabase, type Statements } from '../../src/database/database.ts'
import { type Sql, sql } from '../../src/database/sql.ts'
import { Problem } from '../../src/errors/problem.ts'
import { load } from '../../src/load/load.ts'
import { callerBook } from '../../src/store/keys/callers.ts'
import { gateOf, gatePreview, type KeyGate, keyLookup } from '../../src/store/keys/gate.ts'
import { createKey, listKeys, type NewKey, updateKey } from '../../src/store/keys/keys.ts'
import { takeClock } from '../support/clock.ts'
import { testDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { company } from '../support/lines.ts'
import { ndjson } from '../support/server.ts'

const { database, connection } = await testDatabase(types)
await load(database, types, ndjson([company('c1'), company('c2')]))
const clock = await takeClock(database, '2026-03-02T12:00:00Z')
const callers = callerBook(database, types)
const newGate = () => gateOf(database, callers, () => clock.now().getTime())
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

const newKey = (more: Partial<NewKey> = {}) =>
  createKey(database, { kind: 'company', owners: ['c1'], name: 'k', scopes: [], ...more })

const outcome = (gate: KeyGate, secret: string, ip: string): Promise<string> =>
  gate.admit(secret, ip).then(
    () => 'in',
    (problem: Problem) => problem.code,
  )

test('of one key’s requests that wait together, exactly those from addresses on its list come in', async () => {
  const { secret } = await newKey({ allowedIps: ['203.0.113.0/24', '2001:db8::7'] })
  const inside = ['203.0.113.7', '203.0.113.255', '2001:db8::7']
  const outside = ['198.51.100.1', '203.0.114.0', '2001:db8::8', '']
  for (const addresses of [
    [...inside, ...outside],
    [...outside, ...inside],
  ]) {
    const gate = newGate()
    const asked = Array.from({ length: 70 }, (_, index) => addresses[index % addresses.length]!)
    const came = await Promise.all(asked.map(ip => outcome(gate, secret, ip)))
    assert.deepEqual(
      came,
      asked.map(ip => (inside.includes(ip) ? 'in' : 'IP_NOT_ALLOWED')),
    )
  }
})

test('of one key’s requests from many addresses that wait together, exactly its limits come in', async () => {
  for (const [limits, reason] of [
    [{ perMinute: 7, perDay: 100 }, 'More than 7 requests in 60 seconds; try again in 60 s'],
    [{ perMinute: 100, perDay: 7 }, 'More than 7 requests today; the day ends at midnight UTC'],
  ] as const) {
    const { secret, key } = await newKey(limits)
    const gate = newGate()
    const addresses = Array.from({ length: 20 }, (_, n) => `203.0.113.${n % 5}`)
    const came = await Promise.allSettled(addresses.map(ip => gate.admit(secret, ip)))
    const [used, refused] = [
      came.flatMap(each => (each.status === 'fulfilled' ? each.value.usage.usedToday : [])),
      came.flatMap(each => (each.status === 'rejected' ? each.reason.message : [])),
    ]
    assert.deepEqual(
      used.sort((a, b) => a - b),
      [1, 2, 3, 4, 5, 6, 7],
    )
    assert.deepEqual(refused, Array(13).fill(reason))
    assert.equal((await listKeys(database, key.id))[0]!.usedToday, 7)
  }
})

test('of many keys’ requests that wait together, each has the outcome of its own key', async () => {
  const open = await newKey({ owners: ['c1'] })
  const listed = await newKey({ owners: ['c2'], allowedIps: ['203.0.113.7'] })
  const gate = newGate()
  const asked = Array.from({ length: 60 }, (_, index) => ({
    made: [open, listed, { secret: newSecret('company'), key: undefined }][index % 3]!,
    ip: ['203.0.113.7', '198.51.100.1'][index % 2]!,
  }))
  await Promise.all(
    asked.map(async ({ made, ip }) => {
      const found = await gate.admit(made.secret, ip).catch((problem: Problem) => problem)
      if (made === open || (made === listed && ip === '203.0.113.7'))
        assert.equal((found as { keyId: string }).keyId, made.key!.id)
      else assert.equal((found as Problem).code, made === listed ? 'IP_NOT_ALLOWED' : 'INVALID_API_KEY')
    }),
  )
})

test('a key that is mistyped, or opens something else, is refused without a look-up', async () => {
  const away = openDatabase(
    { connection: { ...connection, database: 'no_such_database' } },
    { connections: 1, applicationName: 'away' },
  )
  after(() => away.close())
  const gates = [gateOf(away, callerBook(away, types)).admit, keyLookup(away, callerBook(away, types))]
  const key = newSecret('agency')
  const last = key.endsWith('0') ? '1' : '0'
  const message = 'This is not an API key: it is mistyped or cut short'
  for (const admit of gates) {
    await assert.rejects(admit(key, '::1'), error => !(error instanceof Problem), 'a good one is looked up')
    for (const wrong of [`${key.slice(0, -1)}${last}`, key.slice(0, -1), `${key}0`, 'wfc_', 'hunter2'])
      await assert.rejects(admit(wrong, '::1'), { code: 'INVALID_API_KEY', message })
    await assert.rejects(admit(newSecret('operator'), '::1'), {
      code: 'INVALID_API_KEY',
      message: 'This is an operator token; the API takes API keys only',
    })
  }
})

test('who waits as many seconds as was told is let in, and who waits one less is not', async () => {
  const gate = newGate()
  const asked = fc.record({ passedMs: fc.integer({ min: 0, max: 59_999 }), perMinute: fc.constantFrom(1, 2) })
  await fc.assert(
    fc.asyncProperty(asked, async ({ passedMs, perMinute }) => {
      const { secret } = await newKey({ perMinute })
      for (let n = 0; n < perMinute; n++) await gate.admit(secret, '::1')
      await later(passedMs)
      const refusal = await gate.admit(secret, '::1').catch((problem: Problem) => problem)
      const { RateLimit, 'Retry-After': wait } = (refusal as Problem).headers
      assert.match(RateLimit!, new RegExp(`^"minute";r=0;t=${wait},`))
      await later(Number(wait) * 1000 - 1000)
      assert.equal(await outcome(gate, secret, '::1'), 'RATE_LIMIT_EXCEEDED')
      await later(1000)
      assert.equal(await outcome(gate, secret, '::1'), 'in')
    }),
    { numRuns: 15, examples: [[{ passedMs: 400, perMinute: 1 }], [{ passedMs: 59_999, perMinute: 1 }]] },
  )
})

test('each of a group is told what is left after it, and when there is more', async () => {
  await clock.set('2026-03-02T12:00:00.250Z')
  const { secret, key } = await newKey({ perMinute: 4, perDay: 5 })
  const gate = newGate()
  const told = async (count: number) =>
    (await Promise.allSettled(Array.from({ length: count }, () => gate.admit(secret, '::1')))).map(each =>
      each.status === 'fulfilled'
        ? { ...each.value.usage, lastUsedAt: each.value.lastUsedAt }
        : each.reason.headers.RateLimit,
    )
  const now = {
    perMinute: 4,
    perDay: 5,
    minuteFreesIn: 60,
    at: '2026-03-02T12:00:00.250Z',
    resetsAt: '2026-03-03T00:00:00.000Z',
    lastUsedAt: undefined as string | undefined,
  }
  const [first, ...others] = await told(3)
  assert.deepEqual(first, { ...now, minuteLeft: 3, usedToday: 1 })
  now.lastUsedAt = now.at
  assert.deepEqual(others, [
    { ...now, minuteLeft: 2, usedToday: 2 },
    { ...now, minuteLeft: 1, usedToday: 3 },
  ])
  await later(20_500)
  Object.assign(now, { at: '2026-03-02T12:00:20.750Z', minuteFreesIn: 39.5 })
  assert.deepEqual(await told(2), [
    { ...now, minuteLeft: 0, usedToday: 4 },
    '"minute";r=0;t=40,"day";r=1;t=43180',
  ])
  const looked = await keyLookup(database, callers)(secret, '::1').catch(
    (problem: Problem) => problem.headers,
  )
  assert.equal((looked as Problem['headers']).RateLimit, '"minute";r=0;t=40,"day";r=1;t=43180')
  await later(39_000)
  const soon = await gate.admit(secret, '::1').catch(problem => problem.headers.RateLimit)
  assert.equal(soon, '"minute";r=0;t=1,"day";r=1;t=43141')
  await updateKey(database, key, { perMinute: 6 })
  const { usage } = await keyLookup(database, callers)(secret, '::1')
  assert.deepEqual([usage.minuteFreesIn, usage.minuteLeft], [0.5, 1])
  await updateKey(database, key, { perMinute: 3 })
  const fewer = await gate.admit(secret, '::1').catch(problem => problem.headers.RateLimit)
  assert.equal(fewer, '"minute";r=0;t=1,"day";r=1;t=43141', 'never less than nothing')
  await updateKey(database, key, { perMinute: 4 })
  await later(21_000)
  assert.deepEqual(
    (await told(3)).map(each => each.usedToday ?? each),
    [5, ...Array(2).fill('"minute";r=3;t=60,"day";r=0;t=43120')],
  )
  assert.equal((await listKeys(database, key.id))[0]!.usedToday, 5)
})

test('who only looks is told the same as who is let in, and nothing is consumed', async () => {
  const { secret, key } = await newKey({ perMinute: 2, allowedIps: ['203.0.113.7'] })
  const look = keyLookup(database, callers)
  for (let n = 0; n < 5; n++) {
    const seen = await look(secret, '203.0.113.7')
    assert.deepEqual(
      [seen.keyId, seen.usage.usedToday, seen.usage.minuteLeft, seen.usage.minuteFreesIn, seen.lastUsedAt],
      [key.id, 1, 1, 60, undefined],
    )
    const { version } = await gatePreview(database, callers, hashOfSecret(secret)).admit(
      undefined,
      '203.0.113.7',
    )
    assert.equal(version, seen.version)
  }
  await assert.rejects(look(secret, '203.0.113.8'), (problem: Problem) => {
    assert.equal(problem.code, 'IP_NOT_ALLOWED')
    assert.match(problem.headers.RateLimit!, /^"minute";r=2;t=0,/, 'nothing has to become free')
    return true
  })
  await assert.rejects(look(newSecret('company'), '::1'), { message: 'This API key does not exist' })
  const { version, usage } = await newGate().admit(secret, '203.0.113.7')
  const [seen] = await database.rows<{ version: string }>(
    sql`select version::text from owner_version where owner = 'c:c1'`,
  )
  assert.deepEqual([usage.usedToday, version], [1, `c:c1=${seen!.version}`])
})

test('who only looks is refused where limits are used up, unless that is no reason', async () => {
  const { secret, key } = await newKey({ perMinute: 1 })
  await newGate().admit(secret, '::1')
  const looking = (how: { whenSpent?: boolean }) =>
    gatePreview(database, callers, hashOfSecret(secret), how).admit(undefined, '::1')
  await assert.rejects(looking({}), { code: 'RATE_LIMIT_EXCEEDED' })
  assert.equal((await looking({ whenSpent: true })).keyId, key.id)
})

test('who looks when a minute has passed takes no place from those who come then', async () => {
  const { secret } = await newKey({ perMinute: 3 })
  const gate = newGate()
  const three = () => Promise.all([1, 2, 3].map(() => gate.admit(secret, '::1')))
  await three()
  await later(60_000)
  for (let n = 0; n < 2; n++)
    assert.equal((await keyLookup(database, callers)(secret, '::1')).usage.minuteLeft, 2)
  await three()
  assert.equal(await outcome(gate, secret, '::1'), 'RATE_LIMIT_EXCEEDED')
})

test('what the gate need not wait for the disk for, others on its connection still do', async () => {
  const one = openDatabase({ connection }, { connections: 1, applicationName: 'one' })
  after(() => one.close())
  const { secret } = await newKey()
  await gateOf(one, callers, () => clock.now().getTime()).admit(secret, '::1')
  const [row] = await one.rows<{ kept: string }>(sql`select current_setting('synchronous_commit') as kept`)
  assert.equal(row!.kept, 'on')
})

/** Runs it while somebody else holds this lock, and lets go when it waits for one of this class. */
async function heldUp<T>(
  lock: Sql,
  of: number,
  run: () => Promise<T>,
  meanwhile = async () => {},
): Promise<T> {
  const admitted = await database.transaction(async tx => {
    await tx.rows(sql`select ${lock}`)
    const running = run()
    const waiting = sql`
      select 1 from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
      where l.locktype = 'advisory' and l.classid = ${of}::int::oid and not l.granted`
    await eventually('it waits', () => database.hasRows(waiting))
    await meanwhile()
    return { running }
  })
  return admitted.running
}

test('nobody is let in while grants move along with the clock, nor do they move while somebody is', {
  timeout: 20_000,
}, async () => {
  const { secret, key } = await newKey()
  let steadyMs = 0
  const gate = gateOf(database, callers, () => steadyMs)
  await gate.admit(secret, '::1')
  await heldUp(sql`pg_advisory_xact_lock(16, 0)`, 16, () => gate.admit(secret, '::1'))
  await later(5_000)
  await heldUp(sql`pg_advisory_xact_lock_shared(16, 0)`, 16, () => gate.admit(secret, '::1'))
  steadyMs = 1
  const lock = sql`pg_advisory_xact_lock(17, n::int) from api_key where id = ${key.id}`
  const { usage } = await heldUp(
    lock,
    17,
    () => gate.admit(secret, '::1'),
    () => later(7_000),
  )
  assert.equal(usage.at, clock.now().toISOString(), 'who waited comes in when the waiting is over')
})

test('what is given back is taken off its own key and day, once for each, however many at once', async () => {
  await clock.set('2026-03-09T23:59:59.000Z')
  const gate = newGate()
  const [one, other] = [await newKey({ perDay: 100 }), await newKey({ perDay: 100 })]
  const admitted = await Promise.all(Array.from({ length: 9 }, () => gate.admit(one.secret, '::1')))
  const late = await gate.admit(other.secret, '::1')
  await clock.set('2026-03-10T00:00:01.000Z')
  const next = await Promise.all(Array.from({ length: 4 }, () => gate.admit(one.secret, '::1')))
  assert.equal(gate.counted.requests, 14)
  await Promise.all([...admitted.slice(2), ...next.slice(1)].map(caller => gate.giveBack(caller)))
  const used = () =>
    database.rows(sql`
      select k.id, d.day::text, d.used from api_key k join key_day d on d.key_n = k.n
      where k.id = any(${[one.key.id, other.key.id]}::text[]) order by k.n, d.day`)
  const left = [
    { id: one.key.id, day: '2026-03-09', used: 2 },
    { id: one.key.id, day: '2026-03-10', used: 1 },
    { id: other.key.id, day: '2026-03-09', used: 1 },
  ]
  assert.deepEqual(await used(), left)
  const { watched, asked } = counted()
  const { giveBack } = gateOf(watched, callers)
  await Promise.all([giveBack(late), giveBack(admitted[0]!), giveBack(admitted[1]!), giveBack(next[0]!)])
  for (const each of left) each.used = 0
  assert.deepEqual(await used(), left)
  assert.deepEqual(asked, [4], 'the database is told once of those that come together')
})

test('what cannot be given back counts, and what comes after it is given back', async () => {
  const { watched, fail } = counted()
  const gate = gateOf(watched, callers)
  const { secret, key } = await newKey({ perDay: 100 })
  const [one, two] = [await gate.admit(secret, '::1'), await gate.admit(secret, '::1')]
  fail(new Error('no connection'))
  await gate.giveBack(one)
  await gate.giveBack(two)
  const [day] = await database.rows<{ used: number }>(
    sql`select d.used from api_key k join key_day d on d.key_n = k.n where k.id = ${key.id}`,
  )
  assert.equal(day!.used, 1)
})

/** The same database, and how many requests each question to it was about. */
function counted(onAsking = () => {}): { watched: Statements; asked: number[]; fail(error: Error): void } {
  const asked: number[] = []
  let failure: Error | undefined
  const watched: Statements = {
    ...database,
    rows: (statement, keeping) => {
      const counts = statement.compile().parameters[2] as number[]
      asked.push(counts.reduce((sum, count) => sum + count, 0))
      onAsking()
      const thrown = failure
      failure = undefined
      return thrown ? Promise.reject(thrown) : database.rows(statement, keeping)
    },
  }
  return {
    watched,
    asked,
    fail: error => {
      failure = error
    },
  }
}

test('those that come while the database is being asked share the next question', async () => {
  const { watched, asked } = counted()
  const gate = gateOf(watched, callers, () => clock.now().getTime())
  const { secret } = await newKey({ perMinute: 1_000 })
  await Promise.all(Array.from({ length: 80 }, () => gate.admit(secret, '::1')))
  assert.deepEqual(asked, [1, 79])
})

test('after several at once the next ones gather, until they are as many or ten milliseconds have passed', {
  timeout: 20_000,
}, async () => {
  let [now, takesMs] = [performance.now(), 0]
  let meanwhile: () => unknown = () => {}
  const { watched, asked } = counted(() => {
    now += takesMs
    meanwhile()
  })
  const gate = gateOf(watched, callers, () => clock.now().getTime())
  const { secret } = await newKey({ perMinute: 1_000 })
  const some = (count: number) => Array.from({ length: count }, () => gate.admit(secret, '::1'))
  const answered = () => database.rows(sql`select 1`)
  mock.method(performance, 'now', () => now)
  mock.timers.enable({ apis: ['setTimeout'] })
  after(() => mock.reset())
  await Promise.all(some(4))
  await Promise.all(some(1))
  assert.deepEqual(asked.splice(0), [1, 3, 1], 'after three nobody waits')
  await Promise.all(some(5))
  assert.deepEqual(asked.splice(0), [1, 4])
  const next = some(3)
  await answered()
  assert.deepEqual(asked, [], 'after four, three wait for a fourth')
  await Promise.all([...next, ...some(1)])
  assert.deepEqual(asked.splice(0), [4])
  const last = some(3)
  mock.timers.tick(9)
  await answered()
  assert.deepEqual(asked, [])
  mock.timers.tick(1)
  await Promise.all(last)
  assert.deepEqual(asked.splice(0), [3], 'or until ten milliseconds have passed')
  takesMs = 10
  await Promise.all(some(6))
  await Promise.all(some(1))
  assert.deepEqual(asked.splice(0), [1, 5, 1], 'which begin when the database is asked')
  takesMs = 9
  await Promise.all(some(6))
  const few = some(2)
  await answered()
  assert.deepEqual(asked.splice(0), [1, 5])
  mock.timers.tick(1)
  await Promise.all(few)
  assert.deepEqual(asked.splice(0), [2])
  const more: Promise<unknown>[] = []
  meanwhile = () => asked.length === 2 && more.push(...some(4))
  await Promise.all(some(5))
  await Promise.all(more)
  assert.deepEqual(asked.splice(0), [1, 4, 4], 'nobody waits who is one of as many already')
  mock.reset()
})

test('a key whose owner is gone takes nothing, and the gate is told of it until that changes', async () => {
  const told: number[] = []
  const watched: Statements = {
    ...database,
    rows: (statement, keeping) => {
      const { text, parameters } = statement.compile()
      if (text.includes('gate_ownerless')) told.push(parameters[2] as number)
      return database.rows(statement, keeping)
    },
  }
  const gate = gateOf(watched, callers, () => clock.now().getTime())
  await load(database, types, ndjson([company('c3')]))
  const { secret, key } = await newKey({ owners: ['c3'], perMinute: 5 })
  assert.equal(await outcome(gate, secret, '::1'), 'in')
  await load(database, types, ndjson([{ type: 'company', id: 'c3', deleted: true }]))
  const toldAfter: number[] = []
  for (let round = 0; round < 2; round++) {
    const came = await Promise.all(Array.from({ length: 12 }, () => outcome(gate, secret, '::1')))
    assert.deepEqual(new Set(came), new Set(['KEY_OWNER_DELETED']))
    assert.equal((await listKeys(database, key.id))[0]!.usedToday, 1)
    toldAfter.push(told.length)
  }
  // The first goes alone; the others come before the gate is told or after it, and four of the round are within the limits.
  const taken = told.filter(one => one === 1).length
  assert.ok(taken >= 1 && taken <= 4, told.join())
  assert.equal(toldAfter[1], toldAfter[0], 'from then on the gate refuses all by itself')
  await load(database, types, ndjson([company('c3')]))
  const { usage } = await gate.admit(secret, '::1')
  assert.deepEqual([usage.usedToday, usage.minuteLeft], [2, 3])
})

test('where the database fails, all who wait hear so, and the next are let in as usual', async () => {
  const { watched, asked, fail } = counted()
  const gate = gateOf(watched, callers, () => clock.now().getTime())
  const { secret } = await newKey({ perMinute: 1_000 })
  fail(new Error('gone'))
  await assert.rejects(gate.admit(secret, '::1'), /gone/)
  const first = gate.admit(secret, '::1')
  const others = Array.from({ length: 3 }, (_, n) => gate.admit(secret, `::${n}`))
  fail(new Error('gone again'))
  const came = await Promise.allSettled([first, ...others])
  assert.deepEqual(
    came.map(each => (each.status === 'fulfilled' ? 'in' : each.reason.message)),
    ['in', ...Array(3).fill('gone again')],
  )
  await gate.admit(secret, '::1')
  assert.deepEqual(asked, [1, 1, 3, 1])
})

test('time that passes as it should is not taken for a clock that was set', async () => {
  const real = await testDatabase(types)
  await load(real.database, types, ndjson([company('c1')]))
  const gate = gateOf(real.database, callerBook(real.database, types))
  const { secret } = await createKey(real.database, {
    kind: 'company',
    owners: ['c1'],
    name: 'k',
    scopes: [],
  })
  await gate.admit(secret, '::1')
  await real.database.rows(sql`select pg_sleep(1.2)`)
  await gate.admit(secret, '::1')
  assert.deepEqual(await real.database.rows(sql`select * from gate_jump`), [])
})
