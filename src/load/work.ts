// What the steps of a batch share: its transaction, what it remembers, what has come of it, and how an entry is
// judged.
import { fileType } from '../files/file-line.ts'
import type { RecordType, Slot, Warning } from '../kernel/resource/record-type.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import type { Transaction } from '../store/engine/database.ts'
import type { NewEvent } from '../store/events/outbox.ts'
import { type RowMaker, readRows, type StoredRow } from '../store/records/write-records.ts'
import type { Deletion, Entry, Upsert } from './line.ts'
import type { Memory } from './references.ts'

export type Rejection = { line: number; path: string; reason: string; hint: string; text: string }
export type Count = 'created' | 'updated' | 'unchanged' | 'older' | 'deleted'
export type BatchResult = {
  counts: Record<Count, number>
  rejected: Rejection[]
  /** Entries that mention records not known yet, or want a short id that another has, to be tried again when everything else is in. */
  deferred: Entry[]
  refreshJobs: number
  /** How many records others see now: what refers to these must not wait for the end of a load. */
  regarded: number
  written: Map<RecordType, number>
  /** What was told, in that order. */
  events: NewEvent[]
  /** What was taken away of people, by what it is called. */
  losses: Map<string, number>
  warnings: (Warning & { line: number })[]
}

export type Work = {
  tx: Transaction
  types: readonly RecordType[]
  makers: ReadonlyMap<string, RowMaker>
  memory: Memory
  result: BatchResult
  last: boolean
  silent: boolean
  /** Whether what is older than what is stored replaces it. */
  allowOlder: boolean
}

export const keyOf = (entry: Entry) => `${entry.type.type}:${entry.id}`

export async function storedRows(
  { tx }: Work,
  entries: readonly (Upsert | Deletion)[],
): Promise<Map<string, StoredRow>> {
  const found = new Map<string, StoredRow>()
  const types = [...new Set(entries.map(entry => entry.type))]
  await Promise.all(
    types.map(async type => {
      const ids = entries.filter(entry => entry.type === type).map(entry => entry.id)
      for (const [id, row] of await readRows(tx, type, ids)) found.set(`${type.type}:${id}`, row)
    }),
  )
  return found
}

export function judging({ result, last }: Work, entry: Entry, judge: () => void): void {
  try {
    judge()
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    if (error instanceof Waits && !last) result.deferred.push(entry)
    else result.rejected.push(rejectionOf(entry, error))
  }
}

export const rejectionOf = ({ line, text }: Entry, { path, reason, hint }: InvalidValue): Rejection => ({
  line,
  path,
  reason,
  hint,
  text,
})

/** Whoever was erased is not brought back by a source that still has them. */
export const wasErased = (type: string, at?: string) =>
  new InvalidValue(
    'id',
    `this ${type} was erased with a person${at ? ` on ${at.slice(0, 10)}` : ''}`,
    'erase it in the source too',
  )

/** What a later line may still put right. */
class Waits extends InvalidValue {}

/** Wants a short id that another record has, or has until its own line comes. */
export class ShortIdTaken extends Waits {
  constructor(type: string, holder: string) {
    super('nanoid', `is already the short id of ${type} ${holder}`, 'leave it out and one is made')
  }
}

/** Mentions a record that is not there, or not there yet. */
export class NotKnown extends Waits {
  constructor({ path, type, id }: Slot) {
    super(
      `record.${path}${type === fileType.type ? '' : '.id'}`.replace('record.facts', 'facts'),
      `there is no ${type} with the id "${id}"`,
      `load that ${type} too, before or after this line`,
    )
  }
}
