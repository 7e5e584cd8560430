// What is news of a clearance as it is kept: read as it was written, and in the forms that databases have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClearanceNews, lossOf, newsIn, newsText } from '../../src/api/clearances/news.ts'

const kept: Readonly<Record<string, ClearanceNews>> = {
  'lost 2026-05-31': { event: 'lost', loss: lossOf('2026-05-31', []) },
  'lost 2026-05-31 cscs skilled worker asbestos': {
    event: 'lost',
    loss: lossOf('2026-05-31', ['cscs skilled worker', 'asbestos']),
  },
  'lost 2026-05-31 expiring\ncard 7': { event: 'lost', loss: lossOf('2026-05-31', ['expiring\ncard', '7']) },
  'expiring 2026-05-31 11': { event: 'expiring', end: { on: '2026-05-31', left: 11 } },
  'expiring 2026-05-31 11 30': { event: 'expiring', end: { on: '2026-05-31', left: 11, before: 30 } },
}

test('what is news is kept as databases have it, and read as it was written', () => {
  for (const [text, news] of Object.entries(kept)) {
    assert.equal(newsText(news), text)
    assert.deepEqual(newsIn(text), news)
  }
})

test('a form that this version does not know is no news', () => {
  for (const text of [
    '',
    'lost',
    'lostness 1',
    'expiring',
    'expiring 2026-05-31',
    'expiring 2026-05-31 soon',
    'found x',
  ])
    assert.equal(newsIn(text), undefined, text)
})
