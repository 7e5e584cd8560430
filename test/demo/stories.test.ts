// How the demo's people stand: everybody is cleared for site but those whom demo/stories.ts tells of, and these show every
// state and every reason.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoKeys } from '../../demo/programme.ts'
import { stories } from '../../demo/stories.ts'
import {
  clearanceStates,
  defaultExpiringDays,
  doubtReasonNames,
  lackReasonNames,
  needSources,
} from '../../src/api/clearances/words.ts'
import { dayShown } from '../clearances/day-shown.ts'
import { longTest } from '../support/long.ts'
import { type Standing, standingsIn } from './clearances.ts'
import { linesOn, seed, today } from './lines.ts'

const dayAfter = (day: Date, days: number) =>
  new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** Of what the demo's keys open. */
function shownOn(standings: readonly Standing[], day: string) {
  const owners: readonly string[] = [...demoKeys.company, ...demoKeys.agency]
  return standings.flatMap(standing => {
    const { side, assignment, timeline } = standing
    const shown = dayShown(timeline, day, defaultExpiringDays)
    return shown && owners.includes(assignment[side].id) ? [{ ...standing, ...shown }] : []
  })
}

type Shown = ReturnType<typeof shownOn>[number]

const statesOf = (shown: readonly Shown[]) => new Set(shown.map(({ state }) => state))
const reasonsOf = (shown: readonly Shown[]) =>
  new Set(shown.flatMap(({ stretch }) => stretch.needs.flatMap(({ reason }) => reason ?? [])))

function checkOn(day: Date, standings: readonly Standing[]) {
  const shown = shownOn(standings, dayAfter(day, 0))
  for (const side of ['company', 'agency'] as const)
    assert.deepEqual(
      [...statesOf(shown.filter(one => one.side === side))].toSorted(),
      Object.keys(clearanceStates).toSorted(),
    )
  assert.deepEqual([...reasonsOf(shown)].toSorted(), [...lackReasonNames, ...doubtReasonNames].toSorted())
}

function checkStarters(day: Date, standings: readonly Standing[]) {
  const tomorrow = dayAfter(day, 1)
  const starting = shownOn(standings, tomorrow).filter(
    ({ assignment }) => assignment.startDate.slice(0, 10) === tomorrow,
  )
  for (const side of ['company', 'agency'] as const) {
    const states = statesOf(starting.filter(one => one.side === side))
    assert.ok(states.has('notCleared'), `nobody whom the ${side} has start tomorrow lacks anything`)
  }
}

const standings = standingsIn(linesOn(today, { seed, files: false }))

test('a visitor with either key finds people of every state, and every reason why somebody is not cleared', () => {
  checkOn(today, standings)
  const needs = shownOn(standings, dayAfter(today, 0)).flatMap(({ stretch }) => stretch.needs)
  const lacking = new Set<string>(needs.flatMap(one => (one.status === 'held' ? [] : one.source)))
  assert.deepEqual([...lacking].toSorted(), Object.keys(needSources).toSorted())
})

test('somebody who starts tomorrow is not cleared', () => {
  checkStarters(today, standings)
})

test('people fall out in so many different numbers of days that a calendar of a month has something to say', () => {
  const days = new Set(
    shownOn(standings, dayAfter(today, 0)).flatMap(({ state, stretch }) =>
      state === 'expiring' ? stretch.until! : [],
    ),
  )
  assert.ok(days.size >= 10, `${days.size} days`)
  assert.ok(days.has(dayAfter(today, 1)), 'nobody falls out tomorrow')
})

test('everybody else is cleared, most by far', () => {
  const shown = shownOn(standings, dayAfter(today, 0)).filter(({ side }) => side === 'company')
  const others = shown.filter(({ state }) => state !== 'cleared')
  assert.ok(others.length <= stories.length, `${others.length} are not simply cleared`)
  assert.ok(others.length > 35 && others.length < shown.length / 4, `${others.length} of ${shown.length}`)
})

for (const [day, options] of [
  ['2026-11-15', { seed: 3 }],
  ['2027-01-03', { seed: 4 }],
  ['2026-06-22', { seed: 2, scale: 3 }],
] as const)
  longTest(`the same on ${day} with ${JSON.stringify(options)}`, async () => {
    const moment = new Date(`${day}T09:00:00Z`)
    const found = standingsIn(linesOn(moment, { ...options, files: false }))
    checkOn(moment, found)
    checkStarters(moment, found)
  })
