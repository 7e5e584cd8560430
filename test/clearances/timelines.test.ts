// What holds of every timeline, over random worlds: it covers the days on which the assignment runs, and a document more makes
// nothing worse. What it says of each day is held against the oracle (worlds.test.ts).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClearanceRecords, ClearanceTimeline } from '../../src/api/clearances/records.ts'
import { runningDays } from '../../src/api/clearances/running-days.ts'
import { clearanceTimeline } from '../../src/api/clearances/timeline.ts'
import { stateRank } from '../../src/api/clearances/words.ts'
import { daysAfter } from '../../src/formats/day.ts'
import { seenByCompany } from './seen.ts'
import { newTold } from './world-days.ts'
import { anyDocument } from './world-documents.ts'
import { randomWorld } from './worlds.ts'

const worlds = Array.from({ length: 300 }, (_, at) => ({
  seed: at + 1,
  records: seenByCompany(randomWorld(at + 1)),
}))
const firstDay = '2026-02-20'
/** From before anything begins until after everything has ended. */
const days = Array.from({ length: 100 }, (_, at) => daysAfter(firstDay, at))

const runs = ({ assignment }: ClearanceRecords, day: string): boolean => {
  const running = runningDays(assignment)
  return !!running && running.first <= day && (running.last === undefined || day <= running.last)
}

const stretchesOn = (timeline: ClearanceTimeline, day: string) =>
  timeline.filter(({ from, to }) => from <= day && (to === undefined || day < to))

test('every day on which the assignment runs is in exactly one stretch, and no other day is in any', () => {
  for (const { seed, records } of worlds) {
    const timeline = clearanceTimeline(records)
    for (const day of days)
      assert.equal(stretchesOn(timeline, day).length, runs(records, day) ? 1 : 0, `${seed} on ${day}`)
    for (const [at, { from }] of timeline.entries()) {
      if (at === 0) continue
      assert.equal(timeline[at - 1]!.to, from, `${seed}: no gap before ${from}`)
      assert.notDeepEqual(
        timeline[at]!.needs,
        timeline[at - 1]!.needs,
        `${seed}: something changes on ${from}`,
      )
    }
  }
})

test('a document more never makes a state worse, on any day', () => {
  let better = 0
  for (const { seed, records } of worlds) {
    const { worker } = records
    if (!worker) continue
    const further = anyDocument(newTold(seed), 'further')
    const list = further.type === 'rightToWork' ? 'rightToWork' : 'attachments'
    const richer = { ...records, worker: { ...worker, [list]: [...worker[list], further] } }
    const [before, after] = [clearanceTimeline(records), clearanceTimeline(richer)]
    for (const day of days.filter(one => runs(records, one))) {
      const [one, other] = [before, after].map(timeline => stretchesOn(timeline, day)[0]!.state)
      assert.ok(stateRank(other!) <= stateRank(one!), `${seed} on ${day}: ${one} became ${other}`)
      if (one !== other) better++
    }
  }
  assert.ok(better > 100, `${better} days are better`)
})
