// The smaller proof, for every run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prove } from './arrival.ts'

test('3,000 events arrive though the sender is killed every half second', { timeout: 150_000 }, async t => {
  const arrived = await prove({
    events: 3_000,
    writers: 2,
    senders: 2,
    killEveryMs: 500,
    leaseMs: 1_000,
  })
  assert.ok(arrived.kills >= 2, `only ${arrived.kills} kills`)
  t.diagnostic(JSON.stringify(arrived))
})
