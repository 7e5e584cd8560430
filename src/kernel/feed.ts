// Reading what happened in commit order: the questions as plain data, and cursors as text. A cursor is good for one
// feed, for the owners and kinds of records it was given for, and for as long as what lies after it is whole.
import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { Parameter } from './parameter.ts'
import { badRequest, Problem } from './problem.ts'
import type { Reach } from './reach.ts'

export type FeedPlan = {
  /** As `c:<company>` and `a:<agency>`. */
  owners: readonly string[]
  types: readonly string[]
  /** From the oldest that is kept where undefined; nothing but the end for `now`. */
  after: number | 'now' | undefined
  limit: number
}

/** What was told to somebody who no longer sees what it is about is left out. */
export type EventPlan = FeedPlan & { reaches: ReadonlyMap<string, Reach> }

export type ChangeEntry = { type: string; id: string; change: string; at: string }
export type EventEntry = { id: string; type: string; createdAt: string; objectId: string }

export type FeedPage<E> = {
  entries: E[]
  /** The number that reading goes on after, and whether there is more already. */
  next: number
  more: boolean
  /** Names the feed: a restored backup has another. */
  feed: string
  /** The last number there is, and the last that may be missing something. */
  head: number
  floor: number
}

export type Feeds = {
  changes(plan: FeedPlan): Promise<FeedPage<ChangeEntry>>
  events(plan: EventPlan): Promise<FeedPage<EventEntry>>
}

export type Cursor = { seq: number; mark: string }

const form = /^([0-9a-z]{1,11})-([0-9a-f]{16})$/

export const afterParameter: Parameter<Cursor | 'now'> = {
  name: 'after',
  description:
    'The cursor that the page before gave as meta.next; "now" begins at the end; omitted = the oldest that is kept',
  schema: Type.String({ pattern: '^(now|[0-9a-z]{1,11}-[0-9a-f]{16})$' }),
  read(text) {
    if (text === 'now') return 'now'
    const [, seq, mark] = form.exec(text) ?? []
    if (seq !== undefined && Number.isSafeInteger(Number.parseInt(seq, 36)))
      return { seq: Number.parseInt(seq, 36), mark: mark! }
    throw badRequest(
      `after=${text.slice(0, 80)}: this is not a cursor; use meta.next of the page before, or now`,
    )
  },
}

/** What a cursor is good for: another key with the same owners and scopes may go on with it. */
export const markOf = (feed: string, kind: string, { owners, types }: Pick<FeedPlan, 'owners' | 'types'>) =>
  createHash('sha256')
    .update(JSON.stringify([feed, kind, owners.toSorted(), types.toSorted()]))
    .digest('hex')
    .slice(0, 16)

export const cursorText = ({ seq, mark }: Cursor) => `${seq.toString(36)}-${mark}`

/** Refuses a cursor after which something may be missing. */
export function requireWhole(
  cursor: Cursor,
  mark: string,
  { floor, head }: Pick<FeedPage<unknown>, 'floor' | 'head'>,
): void {
  if (cursor.mark === mark && cursor.seq >= floor && cursor.seq <= head) return
  throw new Problem(
    'RESYNC_REQUIRED',
    'What this key may see has changed since this cursor, or it is older than what is kept: take a new cursor with after=now, then read the lists again',
  )
}
