// Reading what happened in commit order: the questions as plain data, and cursors as text. A cursor is good for one
// feed, for the owners and kinds of records it was given for, and for as long as what lies after it is whole. It tells
// nothing: numbers are given out to all owners together, and how many others were given is nobody's business.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { Reach } from '../../access/ownership.ts'
import { badRequest, Problem } from '../../problem.ts'
import type { Parameter } from './parameter.ts'

export type FeedPlan = {
  /** As `c:<company>` and `a:<agency>`. */
  owners: readonly string[]
  types: readonly string[]
  /** A cursor; from the oldest that is kept where undefined; nothing but the end for `now`. */
  after: string | undefined
  limit: number
}

/** What was told to somebody who no longer sees what it is about is left out. */
export type EventPlan = FeedPlan & { reaches: ReadonlyMap<string, Reach> }

export type ChangeEntry = { type: string; id: string; change: string; at: string }
export type EventEntry = { id: string; type: string; createdAt: string; objectId: string }

/** `next` is the cursor that reading goes on with. */
export type FeedPage<E> = { entries: E[]; next: string; more: boolean }

/** Whoever has several owners may still see, through one, what another has lost. */
export type ChangePlan = FeedPlan & { reachOf(type: string): Reach }

/** Refuse a cursor after which something may be missing. */
export type Feeds = {
  changes(plan: ChangePlan): Promise<FeedPage<ChangeEntry>>
  events(plan: EventPlan): Promise<FeedPage<EventEntry>>
}

const form = /^(now|[0-9a-f]{32})$/

export const afterParameter: Parameter<string> = {
  name: 'after',
  description:
    'The cursor that the page before gave as meta.next; "now" begins at the end; omitted = the oldest that is kept',
  schema: Type.String({ pattern: form.source }),
  read(text) {
    if (form.test(text)) return text
    throw badRequest(
      `after=${text.slice(0, 80)}: this is not a cursor; use meta.next of the page before, or now`,
    )
  },
}

export type Cursors = { write(seq: number): string; read(text: string): number | undefined }

/** Cursors of one feed (`secret` is known to the database alone) for these owners and types: another key with the same
 * ones may go on with them. A number and a mark of what it is for are one block of AES. */
export function cursorsFor(
  secret: string,
  kind: string,
  { owners, types }: Pick<FeedPlan, 'owners' | 'types'>,
): Cursors {
  const key = createHash('sha256').update(`cursor ${secret}`).digest().subarray(0, 16)
  const mark = createHash('sha256')
    .update(JSON.stringify([kind, owners.toSorted(), types.toSorted()]))
    .digest()
    .subarray(0, 8)
  return {
    write(seq) {
      const block = Buffer.concat([Buffer.alloc(8), mark])
      block.writeBigUInt64BE(BigInt(seq))
      return createCipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(block, undefined, 'hex')
    },
    read(text) {
      const block = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(text, 'hex')
      return block.subarray(8).equals(mark) ? Number(block.readBigUInt64BE()) : undefined
    },
  }
}

export const resyncRequired = () =>
  new Problem(
    'RESYNC_REQUIRED',
    'What this key may see has changed since this cursor, or it is older than what is kept: take a new cursor with after=now, then read the lists again',
  )
