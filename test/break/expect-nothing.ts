// A part of the machine as a test: some rounds from a usual seed, or from MUSTER_SEED, in which nothing may be found.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Part } from './part.ts'
import { play, report } from './play.ts'

export function expectNothingFound(part: Part, { rounds, usual }: { rounds: number; usual: number }): void {
  const seed = Number(process.env.MUSTER_SEED ?? usual)
  test(`${rounds} rounds of ${part.tries} find nothing (MUSTER_SEED=${seed})`, async t => {
    const untilMs = Date.now() + 240_000
    const { failures, tally, rounds: played } = await play(part, { seed, rounds, untilMs, shrinkMs: 60_000 })
    t.diagnostic([...tally].map(([what, times]) => `${times} ${what}`).join(', '))
    assert.deepEqual(
      failures.map(failure => report(failure)),
      [],
    )
    assert.equal(played, rounds, 'every round was played')
  })
}
