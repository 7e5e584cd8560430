// A sign-in is a child of a key: it may do what the key may, at most, counts for it, and ends with it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOfSecret } from '../../src/access/key-format.ts'
import { recordTypes as types } from '../../src/api/index.ts'
import { sql } from '../../src/database/sql.ts'
import type { Problem } from '../../src/errors/problem.ts'
import { load } from '../../src/load/load.ts'
import { callerBook } from '../../src/store/keys/callers.ts'
import { gateOf, type KeyGate } from '../../src/store/keys/gate.ts'
import {
  createKey,
  createSignIn,
  keys,
  type NewKey,
  revokeKey,
  rotateKey,
  updateKey,
} from '../../src/store/keys/keys.ts'
import { takeClock } from '../support/clock.ts'
import { testDatabase } from '../support/database.ts'
import { company } from '../support/lines.ts'
import { ndjson } from '../support/server.ts'
import { signInWith } from '../support/sign-ins.ts'

const { database } = await testDatabase(types)
await load(database, types, ndjson([company('c1'), company('c2'), company('c3')]))
const clock = await takeClock(database, '2026-03-02T12:00:00Z')
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
const callers = callerBook(database, types)
const newGate = () => gateOf(database, callers, () => clock.now().getTime())

const scopes = ['read:projects', 'read:workers', 'read:rates']
const newKey = async (more: Partial<NewKey> = {}) =>
  createKey(database, { kind: 'company', owners: ['c1', 'c2'], name: 'parent', scopes, ...more })
const found = async (id: string) => (await keys.find(database, id))!

const outcome = (gate: KeyGate, secret: string, ip = '::1'): Promise<string> =>
  gate.admit(secret, ip).then(
    () => 'in',
    (problem: Problem) => problem.code,
  )

test('a sign-in has no scope, owner, limit, address or time that its key has not', async () => {
  const expiresAt = new Date('2026-04-01T00:00:00Z')
  const { key } = await newKey({ perMinute: 10, perDay: 20, allowedIps: ['203.0.113.0/24'], expiresAt })
  const more = { scopes: [...scopes, 'read:users'], owners: ['c1', 'c3'], perMinute: 99, perDay: 99 }
  const child = await signInWith(database, key, more)
  const { perMinute, perDay, ...shown } = await found(child.key.id)
  assert.deepEqual([shown.scopes, shown.owners, perMinute, perDay], [scopes, ['c1'], 10, 20])
  assert.deepEqual([shown.allowedIps, shown.expiresAt], [['203.0.113.0/24'], expiresAt.toISOString()])
  assert.equal(await outcome(newGate(), child.secret, '198.51.100.7'), 'IP_NOT_ALLOWED')
  const caller = await newGate().admit(child.secret, '203.0.113.7')
  assert.deepEqual([...caller.scopes], scopes)
  assert.deepEqual(
    caller.companies.map(({ id }) => id),
    ['c1'],
  )
})

test('what a key loses its sign-ins lose at once, and do not get back with it', async () => {
  const { key } = await newKey()
  const child = await signInWith(database, key)
  const gate = newGate()
  assert.equal((await gate.admit(child.secret, '::1')).scopes.size, 3)
  await updateKey(database, key, {
    scopes: ['read:workers', 'read:users'],
    owners: ['c2', 'c3'],
    perMinute: 3,
  })
  const caller = await gate.admit(child.secret, '::1')
  assert.deepEqual([...caller.scopes], ['read:workers'])
  assert.deepEqual(
    caller.companies.map(({ id }) => id),
    ['c2'],
  )
  assert.equal(caller.usage.perMinute, 3)
  await updateKey(database, key, { scopes, owners: ['c1', 'c2'], perMinute: 100 })
  assert.deepEqual([...(await gate.admit(child.secret, '::1')).scopes], ['read:workers'])
  await updateKey(database, key, { owners: ['c1'] })
  assert.equal(await outcome(gate, child.secret), 'REVOKED_API_KEY', 'nobody is left whose data it could see')
})

test('a sign-in ends with its key: revoked, expired, or with the secret that was rotated away', async () => {
  const gate = newGate()
  const revoked = await newKey()
  const one = await signInWith(database, revoked.key)
  await revokeKey(database, revoked.key.id)
  assert.equal(await outcome(gate, one.secret), 'REVOKED_API_KEY')
  assert.equal((await found(one.key.id)).state, 'revoked')

  const expiring = await newKey()
  const two = await signInWith(database, expiring.key)
  await updateKey(database, expiring.key, { expiresAt: new Date(clock.now().getTime() + 60_000) })
  assert.equal(await outcome(gate, two.secret), 'in')
  await later(60_000)
  assert.equal(await outcome(gate, two.secret), 'EXPIRED_API_KEY')

  const rotated = await newKey()
  const three = await signInWith(database, rotated.key)
  await rotateKey(database, rotated.key.id, 60_000)
  assert.equal(await outcome(gate, three.secret), 'in')
  await later(60_000)
  assert.equal(await outcome(gate, three.secret), 'EXPIRED_API_KEY')
})

test('a secret that is replaced at once, and its sign-ins, stay shut out when a clock that was ahead is set right', async () => {
  const { key, secret } = await newKey()
  const child = await signInWith(database, key)
  const right = clock.now()
  await later(86_400_000)
  const { secret: next } = await rotateKey(database, key.id, 0)
  const outcomes = async () => {
    const gate = newGate()
    return Promise.all([secret, child.secret, next].map(one => outcome(gate, one)))
  }
  const ended = ['EXPIRED_API_KEY', 'REVOKED_API_KEY', 'in']
  assert.deepEqual(await outcomes(), ended)
  await clock.set(right)
  assert.deepEqual(await outcomes(), ended)
})

test('nobody signs in with a key that has ended, nor with a sign-in', async () => {
  const { key } = await newKey()
  const { key: child } = await signInWith(database, key)
  const given = { name: 'x', scopes, owners: ['c1'], expiresAt: new Date('2026-05-01T00:00:00Z') }
  assert.equal(await createSignIn(database, child.id, given), undefined)
  await revokeKey(database, key.id)
  assert.equal(await createSignIn(database, key.id, given), undefined)
  const over = await newKey({ expiresAt: clock.now() })
  assert.equal(await createSignIn(database, over.key.id, given), undefined)
})

test('a sign-in made with an old secret within its overlap ends with that secret', async () => {
  const { secret, key } = await newKey()
  const secretHash = hashOfSecret(secret).toString('hex')
  const other = hashOfSecret((await newKey()).secret).toString('hex')
  await rotateKey(database, key.id, 60_000)
  const child = await signInWith(database, key, { secretHash })
  assert.equal(child.key.expiresAt, new Date(clock.now().getTime() + 60_000).toISOString())
  const given = { name: 'x', scopes, owners: ['c1'], expiresAt: new Date('2026-05-01T00:00:00Z') }
  assert.equal(await createSignIn(database, key.id, { ...given, secretHash: other }), undefined)
  await later(60_000)
  assert.equal(await createSignIn(database, key.id, { ...given, secretHash }), undefined)
})

test('what a sign-in asks counts for its key, and what its key asks leaves it less', async () => {
  for (const [limits, left] of [
    [{ perMinute: 10, perDay: 1000 }, 'minute'],
    [{ perMinute: 1000, perDay: 10 }, 'day'],
  ] as const) {
    const { secret, key } = await newKey(limits)
    const [one, other] = [await signInWith(database, key), await signInWith(database, key)]
    const gate = newGate()
    const secrets = Array.from({ length: 45 }, (_, at) => [secret, one.secret, other.secret][at % 3]!)
    const came = await Promise.all(secrets.map(each => outcome(gate, each)))
    assert.equal(came.filter(each => each === 'in').length, 10, `all together have the key’s ${left}`)
    assert.equal((await found(key.id)).usedToday, 10)
    const own = await Promise.all([one, other].map(async ({ key }) => (await found(key.id)).usedToday))
    const ownIn = (secret: string) =>
      came.filter((each, at) => each === 'in' && secrets[at] === secret).length
    assert.deepEqual(own, [ownIn(one.secret), ownIn(other.secret)], 'each is told of its own')
    assert.equal(await outcome(gate, secret), 'RATE_LIMIT_EXCEEDED')
    await later(60_000)
    assert.equal(await outcome(gate, one.secret), left === 'minute' ? 'in' : 'RATE_LIMIT_EXCEEDED')
  }
})

test('any number of processes admit exactly the limits of a key and its sign-ins', async () => {
  const { secret, key } = await newKey({ perMinute: 30 })
  const few = await signInWith(database, key, { perMinute: 5 })
  const many = await signInWith(database, key)
  const asked = Array.from({ length: 8 }, newGate).flatMap(gate =>
    [secret, few.secret, many.secret].flatMap(each => Array.from({ length: 6 }, () => ({ gate, each }))),
  )
  const came = await Promise.all(asked.map(({ gate, each }) => outcome(gate, each)))
  const ins = (secret?: string) =>
    came.filter((each, at) => each === 'in' && (!secret || asked[at]!.each === secret)).length
  assert.equal(ins(), 30)
  assert.ok(ins(few.secret) <= 5)
})

test('a sign-in is told what is left to it of its own limits and its key’s', async () => {
  const { secret, key } = await newKey({ perMinute: 10, perDay: 100 })
  const child = await signInWith(database, key, { perMinute: 6 })
  const gate = newGate()
  const usage = async (of: string) => (await gate.admit(of, '::1')).usage
  assert.equal((await usage(child.secret)).minuteLeft, 5)
  for (let n = 0; n < 7; n++) await gate.admit(secret, '::1')
  const { minuteLeft, usedToday } = await usage(child.secret)
  assert.deepEqual([minuteLeft, usedToday], [1, 9])
  await gate.admit(child.secret, '::1')
  await assert.rejects(gate.admit(child.secret, '::1'), { code: 'RATE_LIMIT_EXCEEDED' })
})

test('a call that is taken back from a sign-in is taken back from its key', async () => {
  const { key } = await newKey()
  const child = await signInWith(database, key)
  const gate = newGate()
  const callers = await Promise.all([1, 2, 3].map(() => gate.admit(child.secret, '::1')))
  await Promise.all(callers.slice(1).map(caller => gate.giveBack(caller)))
  assert.deepEqual([(await found(key.id)).usedToday, (await found(child.key.id)).usedToday], [1, 1])
})

test('a sign-in made while its key is changed has what the key then has', async () => {
  for (let round = 0; round < 20; round++) {
    const { key } = await newKey()
    const [child] = await Promise.all([
      signInWith(database, key),
      updateKey(database, key, { scopes: ['read:rates'] }),
      round % 2 ? revokeKey(database, (await newKey()).key.id) : undefined,
    ])
    assert.deepEqual((await found(child.key.id)).scopes, ['read:rates'])
  }
})

test('revoking keys, changing them and noting their use at once never waits for ever', async () => {
  const { key, secret } = await newKey()
  const children = await Promise.all(Array.from({ length: 6 }, () => signInWith(database, key)))
  const books = Array.from({ length: 3 }, () => callerBook(database, types))
  for (let round = 0; round < 10; round++) {
    for (const book of books)
      for (const { key: one } of [{ key, secret }, ...children]) book.used(one.id, clock.now(), null)
    await Promise.all([
      ...books.map(book => book.flush()),
      updateKey(database, key, { perMinute: 50 + round }),
      rotateKey(database, key.id, 86_400_000),
      revokeKey(database, children[round % 6]!.key.id),
    ])
  }
})

test('whoever lists secrets of keys is shown none that a sign-in was lent', async () => {
  const { key } = await newKey()
  const child = await signInWith(database, key)
  const { oldSecrets, hint, parentId, parentName } = await found(child.key.id)
  assert.deepEqual([oldSecrets, hint, parentId, parentName], [[], 'sign-in', key.id, 'parent'])
  assert.equal((await found(key.id)).signIns, 1)
  const [row] = await database.rows<{ count: number }>(
    sql`select count(*)::int as count from key_secret where hint like ${`%${child.secret.slice(-4)}%`}`,
  )
  assert.equal(row!.count, 0)
})
