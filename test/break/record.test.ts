// What is recorded of runs adds up, and what is tried again replaces what was said of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plantedText, playedText } from './record.ts'

const part = {
  part: 'fuzz',
  rounds: 3,
  seconds: 1800,
  tally: [['api', 9]] as [string, number][],
  found: 0,
}

test('sittings of a seed and runs with other seeds add up', () => {
  const first = playedText('', [part], { seed: 7, day: '2026-01-01' })
  assert.match(first, /with 1 seed: 0\.5 hours, 3 rounds, 0 found\./)
  assert.match(first, /\n\| 7 \| 2026-01-01 \| fuzz \| 3 \| 1800 s \| 0 \| 9 api \|$/)
  const both = playedText(first, [{ ...part, found: 1 }], { seed: 8, day: '2026-01-01' })
  assert.match(both, /with 2 seeds: 1\.0 hours, 6 rounds, 1 found\./)
  const again = playedText(both, [{ ...part, rounds: 5, tally: [...part.tally, ['drops of rain', 2]] }], {
    seed: 7,
    day: '2026-01-02',
  })
  assert.match(again, /with 2 seeds: 1\.5 hours, 11 rounds, 1 found\./)
  assert.match(again, /\n\| 7 \| 2026-01-02 \| fuzz \| 8 \| 3600 s \| 0 \| 18 api, 2 drops of rain \|\n\| 8 /)
})

test('of a planted mistake the last try counts, and others keep theirs', () => {
  const one = { what: 'a lease is not taken', part: 'models', seconds: 4, isFound: true, because: '' }
  const other = { ...one, what: 'a tag stands', part: 'stories', seconds: 100, isFound: false }
  const first = plantedText('', [one, other], { seed: 7, day: '2026-01-01' })
  assert.match(first, /: 1 of 2 are found\./)
  assert.match(first, /\| a tag stands \| stories \| not in 100 s \| 7 \| 2026-01-01 \|/)
  const again = plantedText(first, [{ ...other, isFound: true, seconds: 9 }], { seed: 8, day: '2026-01-02' })
  assert.match(again, /: 2 of 2 are found\./)
  assert.match(again, /\| a lease is not taken \| models \| 4 s \| 7 \| 2026-01-01 \|/)
  assert.match(again, /\| a tag stands \| stories \| 9 s \| 8 \| 2026-01-02 \|/)
})
