// What those hear who are not let in, and what all hear of their limits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateHeaders, secondsLeftToday } from '../../src/access/rate-headers.ts'

const usage = {
  perMinute: 120,
  perDay: 50_000,
  minuteLeft: 7,
  minuteFreesIn: 12.345,
  usedToday: 41,
  at: '2026-03-02T12:00:00.000Z',
  resetsAt: '2026-03-03T00:00:00.000Z',
}

test('the seconds to wait are rounded up, never down', () => {
  for (const [minuteFreesIn, t] of [
    [0, 0],
    [0.001, 1],
    [1, 1],
    [12.345, 13],
    [59.001, 60],
    [60, 60],
  ] as const)
    assert.equal(
      rateHeaders({ ...usage, minuteFreesIn }).RateLimit,
      `"minute";r=7;t=${t},"day";r=49959;t=43200`,
    )
  for (const [at, seconds] of [
    ['2026-03-02T23:59:59.999Z', 1],
    ['2026-03-02T23:59:58.001Z', 2],
    ['2026-03-02T23:59:58.000Z', 2],
    ['2026-03-02T00:00:00.000Z', 86_400],
  ] as const)
    assert.equal(secondsLeftToday({ ...usage, at }), seconds, at)
})

test('the headers name both limits, what is left of each and never less than nothing', () => {
  assert.deepEqual(rateHeaders(usage), {
    'RateLimit-Policy': '"minute";q=120;w=60,"day";q=50000;w=86400',
    RateLimit: '"minute";r=7;t=13,"day";r=49959;t=43200',
  })
  assert.match(rateHeaders({ ...usage, perDay: 10 }).RateLimit!, /"day";r=0;t=43200$/)
})
