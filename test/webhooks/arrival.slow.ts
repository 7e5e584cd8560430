// The smaller proof, for every run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prove } from './arrival.ts'

test('8,000 events arrive though a sender is killed every quarter of a second', {
  timeout: 150_000,
}, async t => {
  const arrived = await prove({
    events: 8_000,
    writers: 2,
    senders: 2,
    killEveryMs: 250,
    leaseMs: 1_000,
  })
  assert.ok(arrived.kills >= 2, `only ${arrived.kills} kills`)
  t.diagnostic(JSON.stringify(arrived))
})
