// Random worlds with planted faults, and worlds without any, asked for over HTTP by every key: what is told is what the oracle
// finds in the records, no more and no less, after one load, and after loads in steps with faults, corrections and deletions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLong } from '../support/long.ts'
import { type Json, testServer } from '../support/server.ts'
import { randomChange } from './changes.ts'
import { faults } from './faults.ts'
import {
  allTold,
  callersIn,
  changesBy,
  checkAll,
  compareWithOracle,
  inOrder,
  keysOf,
  loadLines,
  queryOf,
} from './served-worlds.ts'
import type { Line, Story } from './story.ts'
import { plantLater, randomBills, rightWorld } from './worlds.ts'

const server = await testServer()
const keyOf = keysOf(server)
const today = new Date().toISOString().slice(0, 10)
/** Each has a prefix of its own, so that all are in one database. */
const [planted, stepped, seedFrom] = isLong ? [300, 120, Date.now() % 1_000_000] : [20, 4, 0]
const changesEach = isLong ? 12 : 6

const prefixOf = (place: number) => `b${place.toString(36).padStart(3, '0')}`
const now = () => new Date().toISOString()

async function expectAsTheOracle(stories: readonly { story: Story; said: string }[]): Promise<string[]> {
  await checkAll(server)
  const codes = new Set<string>()
  for (const { story, said } of stories) {
    const graceDays = story.dice.pick([0, 7, 14, 14, 30])
    const result = await compareWithOracle(server, keyOf, story, graceDays)
    assert.deepEqual(result.wrong.slice(0, 8), [], `${today}, ${said}, graceDays ${graceDays}`)
    for (const code of result.codes) codes.add(code)
  }
  return [...codes]
}

test(`${planted} random worlds: every key is told exactly what the oracle finds`, async () => {
  const codes = new Set<string>()
  const atOnce = 25
  for (let from = 0; from < planted; from += atOnce) {
    const stories = Array.from({ length: Math.min(atOnce, planted - from) }, (_, at) => {
      const seed = seedFrom + from + at
      const { story, planted: what } = randomBills(seed, prefixOf(from + at), today)
      return { story, said: `seed ${seed}, planted ${what.join('; ')}` }
    })
    await loadLines(server, { lines: stories.flatMap(({ story }) => story.world.lines), deleted: [] })
    for (const code of await expectAsTheOracle(stories)) codes.add(code)
  }
  assert.deepEqual([...codes].sort(), [...new Set(faults.map(({ code }) => code))].sort(), 'every code')
})

/** In loads of some lines each, with the checker between them, as nightly loads come. */
async function loadInParts(story: Story): Promise<void> {
  const lines = inOrder(story.world.lines)
  for (let from = 0; from < lines.length; ) {
    const some: Line[] = lines.slice(from, from + story.dice.between(5, 60))
    await loadLines(server, { lines: some, deleted: [] })
    if (story.dice.chance(0.3)) await checkAll(server)
    from += some.length
  }
}

test(`${stepped} worlds in steps: in parts, then faults, then changes and corrections, each as the oracle has it`, async () => {
  for (let place = 0; place < stepped; place++) {
    const seed = seedFrom + 1000 + place
    const story = rightWorld(seed, prefixOf(5000 + place), today)
    const said = [`seed ${seed}`]
    const expect = () => expectAsTheOracle([{ story, said: said.join(', then ') }])
    await loadInParts(story)
    await expect()
    const some = faults.filter(() => story.dice.chance(0.3))
    const wrong = await changesBy(story, now(), () => said.push(...plantLater(story, some)))
    await loadLines(server, wrong)
    await expect()
    for (let left = changesEach; left > 0; left--) {
      const change = randomChange(story, now())
      said.push(change.what)
      await loadLines(server, change)
      if (left % 3 === 1) await expect()
    }
  }
})

/** What every key is told, without when it was found. */
async function toldInAll(story: Story): Promise<Json[]> {
  await checkAll(server)
  const told: Json[] = []
  for (const caller of callersIn(story))
    told.push(...(await allTold(server, await keyOf(caller), queryOf(story, '&graceDays=0'))))
  return told.map(({ since: _, ...one }) => one)
}

test('what went wrong and is put right is not told any more, and all else is told as before', async () => {
  for (let place = 0; place < (isLong ? 40 : 2); place++) {
    const story = rightWorld(seedFrom + 2000 + place, prefixOf(8000 + place), today)
    const right = structuredClone(story.world.lines)
    await loadLines(server, { lines: right, deleted: [] })
    const before = await toldInAll(story)
    assert.ok(before.every(({ code }) => code === 'notBilled'))
    await loadLines(server, await changesBy(story, now(), () => plantLater(story, faults)))
    assert.ok(new Set((await toldInAll(story)).map(({ code }) => code)).size > 5)
    const known = new Set(right.map(({ type, record }) => `${type} ${record.id}`))
    const added = story.world.lines.filter(({ type, record }) => !known.has(`${type} ${record.id}`))
    for (const { record } of right) if (record.updatedAt) record.updatedAt = now()
    await loadLines(server, { lines: right, deleted: added })
    assert.deepEqual(await toldInAll(story), before)
  }
})
