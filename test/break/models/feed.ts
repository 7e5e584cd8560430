// Changes, their numbers and a copy that is kept by a cursor: two writers that publish at once, and a reader of pages.
import type { Model, Move } from './explorer.ts'

export type FeedRules = {
  /** Whether a number is given out under a lock that lasts until the commit shows, or by a counter. */
  numbers: 'in turn' | 'by a counter'
  /** Where a page that is full ends: at its last row, or at the end of the feed. */
  fullPage: 'ends at its last row' | 'ends at the head'
  /** Where a page with nothing more ends: at the last change that was read in the same snapshot, or at what is the head later. */
  lastPage: 'of one snapshot' | 'of a later look'
  /** Whether a write and its change are one transaction. */
  changeIs: 'with the write' | 'after the write'
}
export const feedInForce: FeedRules = {
  numbers: 'in turn',
  fullPage: 'ends at its last row',
  lastPage: 'of one snapshot',
  changeIs: 'with the write',
}

type Writer = 'idle' | 'numbered' | 'written' | 'done'
export type FeedState = {
  writers: readonly [Writer, Writer]
  /** The number of each writer’s change, 0 before it has one, and how many numbers were given out. */
  numbers: readonly [number, number]
  given: number
  /** Whose rows, and whose changes, anybody sees. */
  rows: readonly [boolean, boolean]
  changes: readonly [boolean, boolean]
  cursor: number
  /** What a page that is being read has found, with the cursor it will end at; null between pages. */
  page: { found: readonly number[]; ends: number | null } | null
  copy: readonly [boolean, boolean]
  /** Whether the reader has read to the end since anything was written. */
  isCurrent: boolean
}

const start: FeedState = {
  writers: ['idle', 'idle'],
  numbers: [0, 0],
  given: 0,
  rows: [false, false],
  changes: [false, false],
  cursor: 0,
  page: null,
  copy: [false, false],
  isCurrent: false,
}
const both = [0, 1] as const
const set = <T>(list: readonly [T, T], at: number, one: T) => list.with(at, one) as [T, T]

function* writing(rules: FeedRules, at: FeedState): Generator<Move<FeedState>> {
  for (const one of both) {
    const is = at.writers[one]
    const other = at.writers[1 - one]
    const holdsLock = rules.numbers === 'in turn' && (other === 'numbered' || other === 'written')
    const next = at.given + 1
    if (is === 'idle' && !holdsLock)
      yield {
        does: `writer ${one} is given number ${next}`,
        to: {
          ...at,
          given: next,
          numbers: set(at.numbers, one, next),
          writers: set(at.writers, one, 'numbered'),
        },
      }
    if (is === 'numbered') {
      const isWhole = rules.changeIs === 'with the write'
      yield {
        does: `writer ${one} commits`,
        to: {
          ...at,
          isCurrent: false,
          rows: set(at.rows, one, true),
          changes: isWhole ? set(at.changes, one, true) : at.changes,
          writers: set(at.writers, one, isWhole ? 'done' : 'written'),
        },
      }
    }
    if (is === 'written') {
      yield { does: `writer ${one} dies`, to: { ...at, writers: set(at.writers, one, 'done') } }
      yield {
        does: `writer ${one} commits its change`,
        to: {
          ...at,
          isCurrent: false,
          changes: set(at.changes, one, true),
          writers: set(at.writers, one, 'done'),
        },
      }
    }
  }
}

/** The numbers that anybody sees. */
const shown = (at: FeedState) =>
  both
    .filter(one => at.changes[one])
    .map(one => at.numbers[one])
    .sort()

function* reading(rules: FeedRules, at: FeedState): Generator<Move<FeedState>> {
  const all = shown(at)
  if (!at.page) {
    const later = all.filter(number => number > at.cursor)
    const found = later.slice(0, 1)
    const isFull = later.length > 1
    const full = rules.fullPage === 'ends at its last row' ? (found[0] ?? 0) : Math.max(0, ...all)
    const end = isFull ? full : Math.max(at.cursor, ...all)
    const ends = !isFull && rules.lastPage === 'of a later look' ? null : end
    yield {
      does: `the reader finds ${found.join() || 'nothing'} after ${at.cursor}`,
      to: { ...at, page: { found, ends } },
    }
    return
  }
  const { found, ends } = at.page
  // The head may be the number of somebody whose commit does not show yet.
  const cursor = ends ?? Math.max(at.cursor, at.given)
  yield {
    does: `the page ends at ${cursor}`,
    to: {
      ...at,
      page: null,
      cursor,
      copy: both.map(one => at.copy[one] || found.includes(at.numbers[one])) as [boolean, boolean],
      isCurrent: all.every(number => number <= cursor),
    },
  }
}

export const feed = (rules = feedInForce): Model<FeedState> => ({
  start,
  *moves(state) {
    yield* writing(rules, state)
    yield* reading(rules, state)
  },
  promises: {
    'who has read to the end has every change that shows': at =>
      !at.isCurrent || at.page !== null || both.every(one => at.copy[one] || !at.changes[one]),
    'what is written is told': at =>
      both.every(one => at.writers[one] !== 'done' || !at.rows[one] || at.changes[one]),
    'no change appears behind a cursor': at =>
      both.every(one => at.copy[one] || !at.changes[one] || at.numbers[one] > at.cursor || at.page !== null),
  },
})
