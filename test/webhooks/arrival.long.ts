// The whole proof.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prove } from './arrival.ts'

test('100,000 events arrive though the sender is killed every four seconds', async t => {
  const arrived = await prove({
    events: 100_000,
    writers: 2,
    senders: 1,
    killEveryMs: 4_000,
    leaseMs: 3_000,
  })
  assert.ok(arrived.kills >= 10, `only ${arrived.kills} kills`)
  t.diagnostic(JSON.stringify(arrived))
})
