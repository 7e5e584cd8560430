// The random worlds of bills and the oracle held against each other: what fits is not found, every fault that is planted is,
// and nothing else for it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLong } from '../support/long.ts'
import type { Finding } from './books.ts'
import { faults, type Planting } from './faults.ts'
import { nearMisses } from './near-misses.ts'
import { findingsOf, rules, sidesOf } from './oracle.ts'
import type { Story } from './story.ts'
import { rightWorld } from './worlds.ts'

const today = '2026-11-18'
/** So many worlds that have a place for it, of so many that are looked at. */
const [places, worlds] = isLong ? [200, 200] : [3, 60]

const everything = ({ world, of }: Story): Finding[] => {
  const owners = (type: string) => of(type).map(({ id }) => id)
  const sides = [
    ...sidesOf({ kind: 'company', owners: owners('company') }),
    ...sidesOf({ kind: 'agency', owners: owners('agency') }),
  ]
  return sides.flatMap(side => findingsOf(world, side))
}

const codesOf = (findings: Finding[]) => [...new Set(findings.map(({ code }) => code))]

const isOpen = ({ code, weekEnding }: Finding, { sundays }: Story) =>
  code === 'notBilled' && weekEnding >= sundays[4]!.slice(0, 10)

const found = (story: Story) => everything(story).filter(one => !isOpen(one, story))

test('a world in which everything fits has nothing but weeks that are not billed yet', () => {
  for (let seed = 0; seed < Math.min(worlds, 4 * places); seed++)
    assert.deepEqual(codesOf(found(rightWorld(seed, 'b00', today))), [], `seed ${seed}`)
})

/** What is found after one planting in each world that has a place for it. */
function afterEach({ what, plant }: Planting): { seed: number; codes: string[] }[] {
  const planted: { seed: number; codes: string[] }[] = []
  for (let seed = 0; seed < worlds && planted.length < places; seed++) {
    const story = rightWorld(seed, 'b00', today)
    if (plant(story)) planted.push({ seed, codes: codesOf(found(story)) })
  }
  assert.ok(planted.length > 0, `no world has a place for this: ${what}`)
  return planted
}

for (const fault of faults)
  test(`found: ${fault.what}`, () => {
    for (const { seed, codes } of afterEach(fault)) {
      assert.ok(codes.includes(fault.code!), `seed ${seed} has ${codes}`)
      const others = codes.filter(code => code !== fault.code && !fault.also?.includes(code))
      assert.deepEqual(others, [], `seed ${seed}`)
    }
  })

for (const nearMiss of nearMisses)
  test(`not found: ${nearMiss.what}`, () => {
    for (const { seed, codes } of afterEach(nearMiss)) assert.deepEqual(codes, [], `seed ${seed}`)
  })

test('every code has a fault that is planted', () => {
  assert.deepEqual(new Set(faults.map(({ code }) => code)), new Set(Object.keys(rules)))
})
