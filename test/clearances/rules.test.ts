// Who is cleared and until when: the cases of docs/clearances.md, row by row, and what holds of every timeline.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
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

test('each reason is said in a sentence', () => {
  const shown = Object.values(cases).flatMap(all => Object.values(all).flatMap(one => shownIn(one) ?? []))
  const needs = shown.flatMap(({ stretch }) => stretch.needs)
  const first = (reason: string) => needs.find(need => need.reason === reason)!.why
  assert.deepEqual(
    Object.fromEntries([...lackReasonNames, ...doubtReasonNames].map(one => [one, first(one)])),
    {
      notValidated: 'CSCS Skilled Worker has not been confirmed by its card scheme.',
      tooManyHours: 'Visa allows fewer hours a week than are planned.',
      notBegun: 'Visa is good only from 10 March 2026 on.',
      expired: 'CSCS Skilled Worker expired on 1 March 2026.',
      refused: 'UK passport was refused.',
      none: 'There is no document for this: right to work.',
      matrixNotKnown:
        'The assignment names no trade or no project, or the project is not seen: what is asked for is not known.',
      ruleNotKnown: 'The rule of the requirement is none that is known: CPCS.',
      workerNotSeen: 'The worker is not seen, so this is not known: right to work.',
      documentsNotSeen: 'Only the agency sees such documents, so this is not known: Agency contract.',
      notChecked: 'Visa has no saved check of the right to work.',
      decisionNotKnown: 'CSCS Skilled Worker was decided about in a word that is not known.',
      endNotKnown: 'CSCS Skilled Worker does not say when it expires.',
      hoursNotKnown: 'Visa is for some hours a week, and the assignment does not say how many it plans.',
      termTime:
        'Visa allows the hours planned only out of term, and when that is stands in its file of term dates.',
    },
  )
})

/** Of each need the documents by which it is held and until when. */
const heldBy = (section: string, name: string) =>
  caseOf(section, name).stretch.needs.map(({ documents, until }) => [documents.map(({ id }) => id), until])

test('a need names the documents by which it is held for longest, and until when', () => {
  assert.deepEqual(heldBy('What ends', 'The card ends on 15 March, and a second one on 30 April')[1], [
    ['k2'],
    '2026-05-01',
  ])
  const group = 'The group is held in full until 15 March, and then the one'
  assert.deepEqual(heldBy('Requirements', group)[1], [['CPCS'], '2028-01-01'])
  assert.deepEqual(heldBy('Requirements', 'The same, and the group is held in full')[1], [
    ['NPORS', 'ALLMI'],
    '2028-01-01',
  ])
})

test('an expired need names the document that expired last, and since when it is not held', () => {
  const expired = caseOf(
    'Requirements',
    'The card that is asked for was good until the day before, and a refused one until 2027',
  )
  const { documents, until, reason } = expired.stretch.needs[1]!
  assert.deepEqual([documents.map(({ id }) => id), until, reason], [['k1'], '2026-03-02', 'expired'])
})
