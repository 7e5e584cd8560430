// The rules of clearances and the oracle held against each other over random worlds: for both sides, on every day on which anything
// begins or ends, the day before and the day after, and on the worst of several days.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ShownDay, worstDayShown } from '../../src/api/clearances/day-shown.ts'
import type { ClearanceRecords } from '../../src/api/clearances/records.ts'
import { clearanceTimeline } from '../../src/api/clearances/timeline.ts'
import {
  clearanceStates,
  doubtReasons,
  lackReasons,
  needSources,
  needStatuses,
} from '../../src/api/clearances/words.ts'
import { diceOf } from '../access/dice.ts'
import { isLong } from '../support/long.ts'
import { dayShown } from './day-shown.ts'
import { oracleOf, type Row } from './oracle.ts'
import { dayAfter } from './oracle-days.ts'
import { seenByAgency, seenByCompany } from './seen.ts'
import { randomWorld } from './worlds.ts'

const seeds = Array.from({ length: isLong ? 3000 : 200 }, (_, at) => at + 1)
const within = [0, 1, 7, 30, 30, 60, 366]

/** What both have to agree on; sentences are the rules' own. */
function rowOf(shown: ShownDay | undefined) {
  if (!shown) return undefined
  const { day, state, stretch } = shown
  const needs = stretch.needs.map(({ why, ...need }) => {
    assert.equal(why === undefined, need.reason === undefined, 'a sentence for each reason')
    return need
  })
  return { day, state, needs, ends: stretch.ends, ...(stretch.until && { until: stretch.until }) }
}

/** What was compared, and how often each word was in it. */
type Counted = { answers: number; rows: number; words: Map<string, number> }

function compare(
  shown: ShownDay | undefined,
  expected: Row | undefined,
  what: string,
  counted: Counted,
): void {
  assert.deepEqual(rowOf(shown), expected, what)
  counted.answers++
  if (!shown || !expected) return
  counted.rows++
  const said = expected.needs.flatMap(({ source, status, reason }) => [source, status, reason ?? []].flat())
  for (const word of [stateWord(expected.state), ...said])
    counted.words.set(word, (counted.words.get(word) ?? 0) + 1)
}

const states = Object.keys(clearanceStates)
/** As a need may be unknown, too. */
const stateWord = (state: string) => `a row ${state}`

function compareAll(records: ClearanceRecords, seed: number, counted: Counted): void {
  const dice = diceOf(seed)
  const oracle = oracleOf(records)
  const timeline = clearanceTimeline(records)
  const days = [...new Set(oracle.dates.flatMap(day => [dayAfter(day, -1), day, dayAfter(day)]))].sort()
  const what = (days: string) => `seed ${seed}, ${records.side}, ${days}`
  for (const day of days) {
    const soon = dice.pick(within)
    compare(dayShown(timeline, day, soon), oracle.on(day, soon), what(`${day} with days=${soon}`), counted)
  }
  for (let times = 0; times < 3; times++) {
    const from = dice.pick(days)
    const to = dayAfter(from, dice.int(30))
    const soon = dice.pick(within)
    const shown = worstDayShown(timeline, from, to, soon)
    compare(shown, oracle.worst(from, to, soon), what(`from ${from} to ${to} with days=${soon}`), counted)
  }
}

const words = new Set<string>()

for (const side of ['company', 'agency'] as const)
  test(`the rules tell ${side === 'company' ? 'a company' : 'an agency'} what the oracle does`, t => {
    const counted: Counted = { answers: 0, rows: 0, words: new Map() }
    for (const seed of seeds) {
      const world = randomWorld(seed)
      const records = side === 'company' ? seenByCompany(world) : seenByAgency(world)
      if (records) compareAll(records, seed, counted)
    }
    for (const word of counted.words.keys()) words.add(word)
    const found = states.map(state => `${counted.words.get(stateWord(state))} ${state}`).join(', ')
    t.diagnostic(
      `${seeds.length} worlds, ${counted.answers} answers compared, ${counted.rows} of them rows: ${found}`,
    )
  })

test('the worlds have every state, source, status and reason there is', () => {
  const all = [needSources, needStatuses, lackReasons, doubtReasons].flatMap(Object.keys)
  for (const word of [...states.map(stateWord), ...all]) assert.ok(words.has(word), word)
})
