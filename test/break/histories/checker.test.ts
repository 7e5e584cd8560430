// The checker of histories finds what cannot be, and lets pass what can.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryFaults, emptyHistory, faultsIn, type History } from './checker.ts'

const write = (value: number, sentMs: number, ackMs?: number) => ({
  group: 'g',
  value,
  sentMs,
  ...(ackMs !== undefined && { ackMs }),
})
const read = (values: number[], sentMs: number, gotMs: number, key = 'k') =>
  ({ group: 'g', key, from: 'list', values, sentMs, gotMs }) as const
const turn = (to: 'shut' | 'open', sentMs: number, ackMs?: number) => ({
  key: 'k',
  to,
  sentMs,
  ...(ackMs !== undefined && { ackMs }),
})
const seen = (is: boolean, sentMs: number, gotMs: number) => ({ key: 'k', is, sentMs, gotMs })

const found = (history: Partial<History>, limits = new Map<string, number>()) =>
  faultsIn({ ...emptyHistory(), ...history }, limits).join('\n')

test('what was acknowledged is missed, what nobody wrote and what goes back is found', () => {
  const writes = [write(1, 0, 10), write(2, 20)]
  assert.equal(found({ writes, reads: [read([1], 30, 40), read([2], 35, 45)] }), '')
  assert.match(found({ writes, reads: [read([0], 11, 12)] }), /1 was acknowledged before it was asked for/)
  assert.equal(found({ writes, reads: [read([0], 9, 12)] }), '')
  assert.match(found({ writes, reads: [read([3], 30, 40)] }), /nobody had written that/)
  const back = [read([2], 30, 40, 'one'), read([1], 41, 50, 'other')]
  assert.match(found({ writes, reads: back }), /a read goes back/)
  assert.match(found({ writes, reads: [read([1, 2], 30, 40)] }), /not shown together/)
})

test('two workers under one name are found', () => {
  const post = (worker: string) => ({ name: 'n', sentMs: 0, worker, ackMs: 1 })
  assert.equal(found({ posts: [post('w1'), post('w1'), { name: 'n', sentMs: 5 }] }), '')
  assert.match(found({ posts: [post('w1'), post('w2')] }), /created w1 and w2/)
})

test('who was let in after it was confirmed that they are shut out is found, and not who came in between', () => {
  const turns = [turn('shut', 10, 20)]
  assert.equal(found({ turns, seen: [seen(true, 5, 12), seen(true, 15, 25), seen(false, 15, 25)] }), '')
  assert.match(found({ turns, seen: [seen(true, 21, 22)] }), /let in from 21 to 22/)
  assert.match(found({ turns, seen: [seen(false, 1, 5)] }), /shut out from 1 to 5/)
  const unsure = [turn('shut', 10, 20), turn('open', 30)]
  assert.equal(found({ turns: unsure, seen: [seen(true, 40, 41), seen(false, 40, 41)] }), '')
})

test('more than the limit within a minute are found', () => {
  const admitted = [0, 1, 2].map(at => ({ key: 'k', sentMs: at, gotMs: at + 1 }))
  assert.equal(found({ admitted }, new Map([['k', 3]])), '')
  assert.match(found({ admitted }, new Map([['k', 2]])), /3 requests of k came in within a minute, and 2 may/)
})

test('an event that is missing, or that nothing explains, is found', () => {
  const isEvent = (value: number) => value % 2 === 0
  const faults = (writes: ReturnType<typeof write>[], many: number) =>
    deliveryFaults(
      { restores: [], writes },
      isEvent,
      () => ['r'],
      new Map([['r', new Set(Array.from({ length: many }, (_, at) => String(at)))]]),
    )
  const sure = [write(1, 0, 10), write(2, 20, 30)]
  assert.deepEqual(faults(sure, 1), [])
  assert.match(faults(sure, 0).join(), /0 events of r were delivered, and there were 1 to 1/)
  assert.match(faults(sure, 2).join(), /2 events/)
  const unsure = [write(1, 0), write(2, 20, 30)]
  assert.deepEqual([faults(unsure, 0), faults(unsure, 1)], [[], []])
})

test('after a restore what was acknowledged before the backup is there, and what came later is not', () => {
  const restores = [{ backup: { sentMs: 100, ackMs: 200 }, endedMs: 1_000 }]
  const writes = [write(1, 10, 50), write(2, 110, 150), write(3, 250, 300)]
  const after = (value: number) => found({ restores, writes, reads: [read([value], 1_100, 1_200)] })
  assert.deepEqual([after(1), after(2)], ['', ''])
  assert.match(after(0), /1 was acknowledged before/)
  assert.match(after(3), /nobody had written that/)
  const both = [read([2], 1_100, 1_200), read([1], 1_100, 1_200)]
  assert.match(found({ restores, writes, reads: both }), /restored as 2 and as 1/)
  const later = { restores, writes: [...writes, write(4, 1_300, 1_400)] }
  assert.equal(found({ ...later, reads: [read([1], 1_100, 1_200), read([4], 1_500, 1_600)] }), '')
  assert.match(found({ ...later, reads: [read([2], 1_500, 1_600)] }), /4 was acknowledged before/)
})

test('a backup that has something, and not what was there before it, is torn', () => {
  const restores = [{ backup: { sentMs: 100, ackMs: 900 }, endedMs: 1_000 }]
  const writes = [write(1, 110, 150), { ...write(1, 310, 350), group: 'h' }]
  const shown = (g: number, h: number) =>
    found({ restores, writes, reads: [read([g], 1_100, 1_200), { ...read([h], 1_100, 1_200), group: 'h' }] })
  assert.deepEqual([shown(0, 0), shown(1, 0), shown(1, 1)], ['', '', ''])
  assert.match(shown(0, 1), /has 1 of h, and not 1 of g/)
  const post = (worker: string, sentMs: number) => ({ name: 'n', sentMs, worker, ackMs: sentMs + 10 })
  const posted = (worker: string, isShown: boolean) =>
    found({
      restores,
      writes,
      posts: [post('w1', 310), post(worker, 1_100)],
      turns: [turn('shut', 200, 250)],
      seen: [seen(isShown, 1_100, 1_200)],
    })
  assert.deepEqual([posted('w1', false), posted('w2', false), posted('w2', true)], ['', '', ''])
  assert.match(posted('w1', true), /has the worker of n, and not that k is shut/)
})

test('whoever was shut out after a backup is let in again, and what was given then is unknown', () => {
  const restores = [{ backup: { sentMs: 100, ackMs: 200 }, endedMs: 1_000 }]
  const after = (is: boolean, ...turns: ReturnType<typeof turn>[]) =>
    found({ restores, turns, seen: [seen(is, 1_100, 1_200)] })
  assert.match(after(true, turn('shut', 10, 50)), /k was let in/)
  assert.match(after(false, turn('shut', 300, 350)), /k was shut out/)
  assert.equal(after(true, turn('shut', 300, 350)), '')
  assert.match(after(true, turn('shut', 0, 0), turn('open', 300, 350)), /k was let in/)
  assert.equal(after(true, turn('shut', 300, 350), turn('shut', 1_150)), '')
})
