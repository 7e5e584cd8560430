// Heavy questions take turns: no key waits behind all that another asks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../src/database/database.ts'
import { Turns } from '../../src/sharing/turns.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

/** Questions that end when they are told to. */
function questions(turns: Turns) {
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (key: string, name: string) =>
    turns.take(key, () => {
      began.push(name)
      return new Promise<void>(end => ends.set(name, end))
    })
  const settle = () => new Promise(resolve => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)!()
    await settle()
  }
  return { began, ask, end, settle }
}

test('a key has one of the places, and another key that comes later does not wait for all of its questions', async () => {
  const { began, ask, end, settle } = questions(new Turns(2))
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name)
  void ask('b', 'b1')
  void ask('c', 'c1')
  await settle()
  assert.deepEqual(began, ['a1', 'b1'])
  await end('a1')
  assert.deepEqual(began, ['a1', 'b1', 'a2'])
  await end('b1')
  assert.deepEqual(began, ['a1', 'b1', 'a2', 'c1'])
  await end('a2')
  assert.deepEqual(began, ['a1', 'b1', 'a2', 'c1', 'a3'])
})

test('the keys that wait have their turns in order, whoever asks most', async () => {
  const { began, ask, end, settle } = questions(new Turns(1))
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name)
  for (const name of ['b1', 'b2']) void ask('b', name)
  await settle()
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) await end(name).catch(() => {})
  assert.equal(began.length, 5)
  assert.ok(began.indexOf('b1') < began.indexOf('a3'), began.join())
})

test('a question that fails gives its place up, and more than ten of a key are refused', async () => {
  const turns = new Turns(1)
  await assert.rejects(
    turns.take('a', async () => {
      throw new Error('broken')
    }),
    /broken/,
  )
  const { ask, settle, began } = questions(turns)
  for (let at = 0; at <= 10; at++) void ask('a', `a${at}`)
  await settle()
  assert.deepEqual(began, ['a0'])
  await assert.rejects(ask('a', 'one more'), { code: 'RATE_LIMIT_EXCEEDED', status: 429 })
  void ask('b', 'b0')
})

test('searches and pages far down that take for ever keep no other page from being answered, of whatever key', async () => {
  const server = await testServer()
  const at = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  await server.load([...rivals(), timesheet('t1', at)])
  const [hostile, other] = [await server.key('company', ['c1']), await server.key('company', ['c2'])]
  const holding = openDatabase(
    { connection: server.connection },
    { connections: 1, applicationName: 'muster tests' },
  )
  const begun = Promise.withResolvers<void>()
  const enough = Promise.withResolvers<void>()
  const held = holding.transaction(async tx => {
    await tx.script('lock table timesheet in access exclusive mode')
    begun.resolve()
    await enough.promise
  })
  await begun.promise
  const heavy = [
    ...Array.from({ length: 20 }, (_, n) => server.get(`/timesheets?query=name${n}`, hostile)),
    ...Array.from({ length: 20 }, (_, n) => server.get(`/timesheets?limit=50&page=${30 + n}`, hostile)),
  ]
  const answers = await Promise.all(
    [hostile, other].flatMap(key =>
      ['/projects?limit=50', '/projects', '/me'].map(path => server.get(path, key)),
    ),
  )
  for (const { status } of answers) assert.equal(status, 200)
  enough.resolve()
  await held
  for (const { status } of await Promise.all(heavy)) assert.equal(status, 200)
  await holding.close()
})
