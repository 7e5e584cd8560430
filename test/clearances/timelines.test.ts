// What holds of every timeline, over random records: it covers the days on which the assignment runs, says of each what is worked
// out for that day alone, and a document more makes nothing worse.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayShown, stateOn, worstDayShown } from '../../src/api/clearances/day-shown.ts'
import type { ClearanceRecords, ClearanceTimeline } from '../../src/api/clearances/records.ts'
import { runningDays } from '../../src/api/clearances/running-days.ts'
import { clearanceTimeline } from '../../src/api/clearances/timeline.ts'
import { type ClearanceState, stateRank } from '../../src/api/clearances/words.ts'
import { daysAfter } from '../../src/formats/day.ts'
import { midnight } from './records.ts'
import { diceOf, randomDocument, randomWorld } from './worlds.ts'

const worlds = Array.from({ length: 300 }, (_, at) => ({ seed: at + 1, records: randomWorld(at + 1) }))
const firstDay = '2026-02-25'
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

test('a timeline says of a day what is worked out for that day alone', () => {
  const states = new Map<ClearanceState, number>()
  for (const { seed, records } of worlds) {
    const timeline = clearanceTimeline(records)
    for (const day of days.filter(one => runs(records, one))) {
      const { ended: _, ...placed } = records.assignment
      const assignment = { ...placed, startDate: midnight(day), endDate: midnight(day) }
      const [alone] = clearanceTimeline({ ...records, assignment })
      const [stretch] = stretchesOn(timeline, day)
      assert.deepEqual(stretch!.needs, alone!.needs, `${seed} on ${day}`)
      assert.equal(stretch!.state, alone!.state, `${seed} on ${day}`)
      states.set(alone!.state, (states.get(alone!.state) ?? 0) + 1)
    }
  }
  for (const state of ['cleared', 'unknown', 'notCleared'] as const)
    assert.ok((states.get(state) ?? 0) > 500, `${state} on ${states.get(state) ?? 0} days: worlds are varied`)
})

test('until is the first later day of another state, and ends what is worse on it than on the day before', () => {
  let changes = 0
  for (const { seed, records } of worlds) {
    const timeline = clearanceTimeline(records)
    const on = (day: string) => stretchesOn(timeline, day)[0]
    for (const day of days) {
      const stretch = on(day)
      if (!stretch) continue
      const changed = days.find(one => one > day && on(one) !== undefined && on(one)!.state !== stretch.state)
      assert.equal(stretch.until, changed, `${seed} on ${day}`)
      if (changed === undefined) continue
      changes++
      const [before, after] = [on(daysAfter(changed, -1))!.needs, on(changed)!.needs]
      const rank = ['held', 'unknown', 'notHeld']
      const worse = after.filter(({ status }, at) => rank.indexOf(status) > rank.indexOf(before[at]!.status))
      assert.deepEqual(
        stretch.ends,
        worse.map(({ source, what, names }) => ({ source, what, names })),
        `${seed} on ${day}`,
      )
    }
  }
  assert.ok(changes > 1000, `${changes} days before a change`)
})

test('the worst of several days is the first of those whose own state is worst', () => {
  let expiring = 0
  for (const { seed, records } of worlds) {
    const dice = diceOf(seed)
    const timeline = clearanceTimeline(records)
    for (let asking = 0; asking < 10; asking++) {
      const from = dice.below(80)
      const asked = days.slice(from, from + 1 + dice.below(20))
      const within = dice.pick([0, 1, 7, 30])
      const single = asked.flatMap(day => dayShown(timeline, day, within) ?? [])
      const worst = Math.max(...single.map(({ state }) => stateRank(state)))
      const expected = single.find(({ state }) => stateRank(state) === worst)
      const shown = worstDayShown(timeline, asked[0]!, asked.at(-1)!, within)
      assert.deepEqual(shown, expected, `${seed} from ${asked[0]} to ${asked.at(-1)} within ${within}`)
      if (shown?.state === 'expiring') expiring++
    }
  }
  assert.ok(expiring > 20, `${expiring} of them are expiring`)
})

test('who is cleared for as many days or fewer is expiring, and nobody else is', () => {
  for (const { seed, records } of worlds)
    for (const stretch of clearanceTimeline(records))
      for (const within of [0, 1, 30]) {
        const soon = stretch.until !== undefined && stretch.until <= daysAfter(stretch.from, within)
        const expected = stretch.state === 'cleared' && soon ? 'expiring' : stretch.state
        assert.equal(stateOn(stretch, stretch.from, within), expected, `${seed} on ${stretch.from}`)
      }
})

test('a document more never makes a state worse, on any day', () => {
  let better = 0
  for (const { seed, records } of worlds) {
    const { worker } = records
    if (!worker) continue
    const dice = diceOf(seed)
    const further = randomDocument(dice, 'further')
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
