// What is told of a clearance, from what was kept and how somebody stands: the edges of days, ends, losses and clocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AskedDays,
  isUsual,
  type StandingToday,
  type ToldBefore,
  toldBefore,
  toldOf,
  usualExpiringDays,
} from '../../src/api/clearances/telling.ts'
import type { NearEnd } from '../../src/api/event.ts'

const asked: readonly AskedDays[] = usualExpiringDays.map(days => ({ days }))
const until = '2026-05-31'
const lost: StandingToday = { state: 'notCleared', loss: '2026-05-31 cscs' }

type Kept = ToldBefore & { state?: 'cleared' | 'notCleared' | 'unknown' }

const whileCleared = (today: string, kept?: Kept, days = asked, end: string | undefined = until) =>
  toldOf({ state: 'cleared', until: end }, kept, today, days)
const expiring = (end: NearEnd) => ({ event: 'expiring', end })
const news = (...given: Parameters<typeof whileCleared>) => whileCleared(...given).news

test('an end is told on the day that is asked for and not on the day before', () => {
  assert.deepEqual(news('2026-04-30', { toldUntil: until, toldWithin: 40 }), undefined)
  assert.deepEqual(
    news('2026-05-01', { toldUntil: until, toldWithin: 31 }),
    expiring({ on: until, left: 30, before: 31 }),
  )
  assert.deepEqual(news('2026-05-02', { toldUntil: until, toldWithin: 30 }), undefined)
  assert.deepEqual(
    news('2026-05-30', { toldUntil: until, toldWithin: 7 }),
    expiring({ on: until, left: 1, before: 7 }),
  )
})

test('an end that is news is told by how near it is, and kept where it is not near', () => {
  assert.deepEqual(news('2026-05-20'), expiring({ on: until, left: 11 }))
  assert.deepEqual(
    news('2026-05-20', { toldUntil: '2026-05-30', toldWithin: 7 }),
    expiring({ on: until, left: 11 }),
  )
  assert.deepEqual(whileCleared('2026-02-20'), { toldUntil: until, toldWithin: 100 })
  assert.deepEqual(toldOf({ state: 'cleared' }, { toldUntil: until, toldWithin: 7 }, '2026-05-20', asked), {})
})

test('days that were asked for late count from the next day on, but for an end that is news', () => {
  const late = [{ days: 20, since: '2026-05-11' }]
  const known = { toldUntil: until, toldWithin: 90 }
  assert.deepEqual(news('2026-05-12', known, late), undefined)
  assert.deepEqual(
    news('2026-05-12', known, [{ days: 20, since: '2026-05-10' }]),
    expiring({ on: until, left: 19, before: 90 }),
  )
  assert.deepEqual(news('2026-05-12', undefined, late), expiring({ on: until, left: 19 }))
})

test('a loss is told once: not who began without, and not again for the same', () => {
  const told = toldOf(lost, { state: 'cleared', toldUntil: until, toldWithin: 1 }, until, asked)
  assert.deepEqual(told, {
    ...{ toldUntil: until, toldWithin: 0, toldLoss: '2026-05-31 cscs', toldLossOn: until },
    news: { event: 'lost', loss: '2026-05-31 cscs' },
  })
  const kept = toldBefore(told)
  assert.equal('news' in kept, false)
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
  const nearer = { toldUntil: '2026-05-25', toldWithin: 5, news: expiring({ on: '2026-05-25', left: 5 }) }
  assert.deepEqual(whileCleared('2026-05-20', loss, asked, '2026-05-25'), { ...loss, ...nearer })
  assert.deepEqual(whileCleared(until, kept, asked, '2026-06-20'), {
    ...{ toldUntil: '2026-06-20', toldWithin: 20 },
    news: expiring({ on: '2026-06-20', left: 20 }),
  })
})

test('the days that an end stands for are usual or not', () => {
  assert.equal(isUsual({ on: until, left: 14, before: 15 }), true)
  assert.equal(isUsual({ on: until, left: 15, before: 30 }), false)
  assert.equal(isUsual({ on: until, left: 15 }), true)
  assert.equal(isUsual({ on: until, left: 31 }), false)
})
