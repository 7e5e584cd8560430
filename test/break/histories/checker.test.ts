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
      writes,
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
