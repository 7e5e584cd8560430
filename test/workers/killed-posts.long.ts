// Rounds of killing a server in the middle of posts: a hundred, or as many as MUSTER_ROUNDS says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killRounds } from './killed-posts.ts'

const rounds = Number(process.env.MUSTER_ROUNDS ?? 100)

test(`a server killed in the middle of posts, ${rounds} rounds`, async t => {
  const tally = await killRounds(rounds, Math.random)
  t.diagnostic(JSON.stringify(tally))
  assert.ok(tally.acknowledged > 0 && tally.cutOff > 0, 'both happened')
})
