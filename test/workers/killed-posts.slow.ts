// A few rounds of killing a server in the middle of posts; killed-posts.long.ts has a hundred.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killRounds } from './killed-posts.ts'

test('a server killed in the middle of posts loses nothing it acknowledged and leaves nothing half', async t => {
  const tally = await killRounds(2, Math.random)
  t.diagnostic(JSON.stringify(tally))
  assert.equal(tally.acknowledged + tally.cutOff, 12)
})
