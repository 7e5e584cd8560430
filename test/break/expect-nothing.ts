// A part of the machine as a test: some rounds from a usual seed, or from MUSTER_SEED, in which nothing may be found.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Part } from './part.ts'
import { play, report } from './play.ts'

/** How the failure begins, by which a planted mistake that was found is told from a machine that broke. */
export const [named, notNamed] = ['A promise is broken.', 'The machine broke.']

type Usual = { rounds: number; usual: number }

export function expectNothingFound(part: Part, { rounds: fewest, usual }: Usual): void {
  const seed = Number(process.env.MUSTER_SEED ?? usual)
  const rounds = Number(process.env.MUSTER_ROUNDS ?? fewest)
  const shrinkMs = Number(process.env.MUSTER_SHRINK_MS ?? 60_000)
  test(`${rounds} rounds of ${part.tries} find nothing (MUSTER_SEED=${seed})`, async t => {
    const {
      failures,
      tally,
      rounds: played,
    } = await play(part, { seed, rounds, untilMs: Number.POSITIVE_INFINITY, shrinkMs, mostFailures: 1 })
    t.diagnostic([...tally].map(([what, times]) => `${times} ${what}`).join(', '))
    for (const failure of failures) assert.fail(`${failure.isNamed ? named : notNamed}\n${report(failure)}`)
    assert.equal(played, rounds, 'every round was played')
  })
}
