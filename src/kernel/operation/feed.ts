// Queries of feeds, which tell what happened in commit order, as plain data.

import type { Reach } from '../../access/ownership.ts'
import { badRequest } from '../../errors/problem.ts'
import { Type } from '../../shape/schema.ts'
import type { Parameter } from './parameter.ts'

export type FeedPlan = {
  /** As `c:<company>` and `a:<agency>`. */
  owners: readonly string[]
  types: readonly string[]
  /** What else decides what is told, such as scopes: a cursor is good for the same alone. */
  opened?: readonly string[]
  /** A cursor; from the oldest that is kept where undefined; nothing but the end for `now`. */
  after: string | undefined
  limit: number
}

/** What was told to somebody who no longer sees what it is about is left out. */
type EventPlan = FeedPlan & { reaches: ReadonlyMap<string, Reach> }

export type ChangeEntry = { type: string; id: string; change: string; at: string }
export type EventEntry = { id: string; type: string; createdAt: string; objectId: string }

/** `next` is the cursor that reading goes on with. */
export type FeedPage<E> = { entries: E[]; next: string; more: boolean; total?: number }

/** Whoever has several owners may still see, through one, what another has lost. */
export type ChangePlan = FeedPlan & {
  reachOf(type: string): Reach
  /** Of the types, those that are asked for: a cursor is the same for any of them. */
  only: readonly string[]
  /** Whether to count what comes after the cursor. */
  counts: boolean
}

/** Counting takes longer the more there is, and whoever has so many to read need not know how many more. */
export const mostRowsCounted = 100_000

/** Refuses a cursor after which something may be missing. */
export type Feeds = {
  changes(plan: ChangePlan): Promise<FeedPage<ChangeEntry>>
  events(plan: EventPlan): Promise<FeedPage<EventEntry>>
}

const form = /^(now|[0-9a-f]{32})$/

export const afterParameter: Parameter<string> = {
  name: 'after',
  description:
    'The cursor that the page before gave as meta.next; "now" begins at the end; omitted = the oldest that is kept',
  brief: 'the last meta.next, or now',
  schema: Type.String({ pattern: form.source }),
  example: 'now',
  read(text) {
    if (form.test(text)) return text
    throw badRequest(
      `after=${text.slice(0, 80)}: this is not a cursor; use meta.next of the page before, or now`,
    )
  },
}
