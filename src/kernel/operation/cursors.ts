// Cursors of feeds as text. A cursor is good for one feed, for the owners and kinds of records it was given for, and for
// as long as what lies after it is whole. It tells nothing: numbers are given out to all owners together, and how many
// others were given is nobody's business.
import { createCipheriv, createDecipheriv, hash } from 'node:crypto'
import { Problem } from '../../errors/problem.ts'
import type { FeedPlan } from './feed.ts'

export type Cursors = { write(seq: number): string; read(text: string): number | undefined }

/** Cursors of one feed (`secret` is known to the database alone) for these owners and types, and what else decides what is
 * told: another key with the same ones may go on with them. A number and a mark of what it is for are one block of AES. */
export function cursorsFor(
  secret: string,
  kind: string,
  { owners, types, opened = [] }: Pick<FeedPlan, 'owners' | 'types' | 'opened'>,
): Cursors {
  const key = hash('sha256', `cursor ${secret}`, 'buffer').subarray(0, 16)
  const beside = opened.length > 0 ? [opened.toSorted()] : []
  const what = JSON.stringify([kind, owners.toSorted(), types.toSorted(), ...beside])
  const mark = hash('sha256', what, 'buffer').subarray(0, 8)
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
