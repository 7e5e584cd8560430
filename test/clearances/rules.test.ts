// Who is cleared and until when: the cases of docs/clearances.md, row by row, and what holds of every timeline.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { namesFinding } from '../../src/api/clearances/day-shown.ts'
import {
  clearanceStates,
  doubtReasonNames,
  lackReasonNames,
  needSources,
  needStatuses,
} from '../../src/api/clearances/words.ts'
import { shownIn, tablesOf } from './case-rows.ts'
import { cases } from './cases.ts'

const page = join(import.meta.dirname, '../../docs/clearances.md')

test('the page has the answer to each case, row by row', () => {
  const { written, made } = tablesOf(page)
  const said = 'MUSTER_CLEARANCES=write writes the table anew: look at what changed'
  assert.deepEqual(written.split('\n'), made.split('\n'), said)
})

test('the page has every word: states, sources, statuses and reasons', () => {
  const text = readFileSync(page, 'utf8')
  const words = [clearanceStates, needSources, needStatuses].flatMap(Object.keys)
  for (const word of [...words, ...lackReasonNames, ...doubtReasonNames])
    assert.ok(text.includes(`\`${word}\``), word)
})

test('every state, source and reason is in some case', () => {
  const shown = Object.values(cases).flatMap(all => Object.values(all).flatMap(one => shownIn(one) ?? []))
  const needs = shown.flatMap(({ stretch }) => stretch.needs)
  assert.deepEqual(new Set(shown.map(({ state }) => state)), new Set(Object.keys(clearanceStates)))
  assert.deepEqual(new Set(needs.map(({ source }) => source)), new Set(Object.keys(needSources)))
  assert.deepEqual(
    new Set(needs.flatMap(({ reason }) => reason ?? [])),
    new Set([...lackReasonNames, ...doubtReasonNames]),
  )
})

const caseOf = (section: string, name: string) => shownIn(cases[section]![name]!)!

test('a row is found by what it lacks, and by what ends its clearance while that is soon', () => {
  const expiring = caseOf('What ends', 'The card is good until this day, asked with `days=1`')
  assert.deepEqual([...namesFinding(expiring)], ['cscs skilled worker'])
  assert.deepEqual([...namesFinding({ ...expiring, state: 'cleared' })], [])
  const group = caseOf('Requirements', 'The same, and half of the group')
  assert.deepEqual([...namesFinding(group)], ['cpcs', 'npors', 'allmi'])
})
