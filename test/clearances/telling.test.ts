// What is told of a clearance, from what was kept and how somebody stands: the edges of days, ends, losses and clocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AskedDays,
  isUsual,
  nearEndIn,
  type StandingToday,
  type ToldBefore,
  toldBefore,
  toldOf,
  usualExpiringDays,
} from '../../src/api/clearances/telling.ts'

const asked: readonly AskedDays[] = usualExpiringDays.map(days => ({ days }))
const until = '2026-05-31'
const lost: StandingToday = { state: 'notCleared', loss: '2026-05-31 cscs' }

type Kept = ToldBefore & { state?: 'cleared' | 'notCleared' | 'unknown' }

const whileCleared = (today: string, kept?: Kept, days = asked, end: string | undefined = until) =>
  toldOf({ state: 'cleared', until: end }, kept, today, days)
const tells = (...given: Parameters<typeof whileCleared>) => whileCleared(...given).tells

test('an end is told on the day that is asked for and not on the day before', () => {
  assert.equal(tells('2026-04-30', { toldUntil: until, toldWithin: 40 }), undefined)
  assert.equal(tells('2026-05-01', { toldUntil: until, toldWithin: 31 }), 'expiring 2026-05-31 30 31')
  assert.equal(tells('2026-05-02', { toldUntil: until, toldWithin: 30 }), undefined)
  assert.equal(tells('2026-05-30', { toldUntil: until, toldWithin: 7 }), 'expiring 2026-05-31 1 7')
})

test('an end that is news is told by how near it is, and kept where it is not near', () => {
  assert.equal(tells('2026-05-20'), 'expiring 2026-05-31 11')
  assert.equal(tells('2026-05-20', { toldUntil: '2026-05-30', toldWithin: 7 }), 'expiring 2026-05-31 11')
  assert.deepEqual(whileCleared('2026-02-20'), { toldUntil: until, toldWithin: 100 })
  assert.deepEqual(toldOf({ state: 'cleared' }, { toldUntil: until, toldWithin: 7 }, '2026-05-20', asked), {})
})

test('days that were asked for late count from the next day on, but for an end that is news', () => {
  const late = [{ days: 20, since: '2026-05-11' }]
  const known = { toldUntil: until, toldWithin: 90 }
  assert.equal(tells('2026-05-12', known, late), undefined)
  assert.equal(tells('2026-05-12', known, [{ days: 20, since: '2026-05-10' }]), 'expiring 2026-05-31 19 90')
  assert.equal(tells('2026-05-12', undefined, late), 'expiring 2026-05-31 19')
})

test('a loss is told once: not who began without, and not again for the same', () => {
  const told = toldOf(lost, { state: 'cleared', toldUntil: until, toldWithin: 1 }, until, asked)
  assert.deepEqual(told, {
    ...{ toldUntil: until, toldWithin: 0, toldLoss: '2026-05-31 cscs', toldLossOn: until },
    tells: 'lost 2026-05-31 cscs',
  })
  const kept = toldBefore(told)
  assert.equal('tells' in kept, false)
  for (const state of ['notCleared', 'unknown', 'cleared'] as const)
    assert.deepEqual(toldOf(lost, { ...kept, state }, '2026-06-01', asked), kept)
  for (const before of [undefined, {}, { state: 'unknown' as const }])
    assert.deepEqual(toldOf(lost, before, until, asked), {})
})

test('a loss before the end leaves the end as it was told', () => {
  const told = toldOf(lost, { state: 'cleared', toldUntil: until, toldWithin: 14 }, '2026-05-20', asked)
  assert.deepEqual([told.toldWithin, told.toldLossOn], [14, '2026-05-20'])
})

test('who is cleared before the day of the loss has a clock that was set back; from that day on, is cleared again', () => {
  const kept = { toldUntil: until, toldWithin: 0, toldLoss: '2026-05-31 cscs', toldLossOn: until }
  assert.deepEqual(whileCleared('2026-05-30', kept), kept)
  const loss = { toldLoss: '2026-05-31 cscs', toldLossOn: until }
  const nearer = { toldUntil: '2026-05-25', toldWithin: 5, tells: 'expiring 2026-05-25 5' }
  assert.deepEqual(whileCleared('2026-05-20', loss, asked, '2026-05-25'), { ...loss, ...nearer })
  assert.deepEqual(whileCleared(until, kept, asked, '2026-06-20'), {
    ...{ toldUntil: '2026-06-20', toldWithin: 20 },
    tells: 'expiring 2026-06-20 20',
  })
})

test('what is said of an end has the days it stands for, which are usual or not', () => {
  assert.deepEqual(nearEndIn('expiring 2026-05-31 11 30'), { on: until, left: 11, before: 30 })
  assert.deepEqual(nearEndIn('expiring 2026-05-31 11'), { on: until, left: 11 })
  assert.equal(isUsual({ on: until, left: 14, before: 15 }), true)
  assert.equal(isUsual({ on: until, left: 15, before: 30 }), false)
  assert.equal(isUsual({ on: until, left: 15 }), true)
  assert.equal(isUsual({ on: until, left: 31 }), false)
})
