// Heavy questions take turns: no key waits behind all that another asks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Turns } from '../../src/store/figures/turns.ts'

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
