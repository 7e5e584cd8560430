// What the steps of writing a batch of a load share: what was asked for, what came of it, and lines that are rejected.
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../database/database.ts'
import { fileType } from '../files/file-line.ts'
import type { FileIntake } from '../files/intake.ts'
import type { RecordType, ReferenceSlot } from '../record-types/record-type.ts'
import type { LinkWarning, Warning } from '../record-types/rules.ts'
import type { Seal } from '../record-types/seal.ts'
import { type Fault, InvalidValue } from '../shape/invalid-value.ts'
import type { NewEvent } from '../store/feeds/outbox.ts'
import { RefusedAsErased } from '../store/people/erasures.ts'
import type { RowMaker } from '../store/records/record-rows.ts'
import type { LoadedOwners } from './loaded-owners.ts'
import type { LoadEntry } from './read.ts'
import { missingRecord, type ReferenceCache } from './references.ts'

/** A rejected line, and its faults. */
export type RejectedLine = { line: number; text: string; faults: readonly Fault[] }
export type LineOutcome = 'created' | 'updated' | 'unchanged' | 'older' | 'deleted'

export type BatchResult = {
  counts: Record<LineOutcome, number>
  rejected: RejectedLine[]
  /** To be tried again when everything else is in: they reference what is not there, or want a short id that is taken. */
  deferred: LoadEntry[]
  /** How many records others may see now: references to them are refreshed at once, not at the end of a load. */
  audienceChanges: number
  written: Map<RecordType, number>
  events: NewEvent[]
  /** What was removed from people, counted by property. */
  losses: Map<string, number>
  /** What stays although a line does not name it, because a person decided it here. */
  kept: LineFault[]
  /** How many people were newly erased. */
  erased: number
  /** Whether stored records of other types may have to be hidden or shown because of what was written. */
  rechecks: boolean
  warnings: LineWarning[]
}

type LineFault = Fault & { line: number; type: string }

export type LineWarning = (Warning | LinkWarning) & { line: number; type: string }

export const noResult = (): BatchResult => ({
  counts: { created: 0, updated: 0, unchanged: 0, older: 0, deleted: 0 },
  rejected: [],
  deferred: [],
  audienceChanges: 0,
  written: new Map(),
  events: [],
  losses: new Map(),
  kept: [],
  erased: 0,
  rechecks: false,
  warnings: [],
})

/** Erases what is kept of a person besides their record. `begin` looks it up before the record is emptied, and what it gives
 * back removes it once it is; `end` comes when the load has ended. */
export type Eraser = {
  begin(tx: Transaction, id: string, isStored: boolean): Promise<() => Promise<void>>
  end(): Promise<void>
}

/** `hold` keeps the master secret the same until the transaction ends that something is sealed in. */
export type WritingSeal = Seal & { hold?(tx: Transaction): Promise<unknown> }

export type WriteOptions = {
  dryRun?: boolean
  /** Needed where facts are loaded that are stored encrypted. */
  seal?: WritingSeal
  /** Takes in the content of files; without it, lines with files are rejected. */
  files?: FileIntake
  /** Needed where lines say of somebody who is stored that they were erased. */
  eraser?: Eraser | undefined
  /** Whether what changed becomes events; a backfill says no. */
  events?: boolean
  /** Notes whose records the load has brought. */
  loaded?: LoadedOwners
  /** Whether lines in which something looks wrong are rejected. */
  strict?: boolean
  /** Whether lines that are older than what is stored replace it. */
  allowOlder?: boolean
}

/** What the steps of writing a batch share. */
export type Batch = Pick<WriteOptions, 'eraser'> &
  Required<Pick<WriteOptions, 'strict' | 'allowOlder'>> & {
    tx: Transaction
    types: readonly RecordType[]
    makers: ReadonlyMap<string, RowMaker>
    cache: ReferenceCache
    result: BatchResult
    /** Whether no further line can come. */
    last: boolean
    silent: boolean
    loaded: LoadedOwners | undefined
  }

export const rejectionOf = (
  { line, text }: { line: number; text: string },
  invalid: InvalidValue,
): RejectedLine => ({
  line,
  text: invalid instanceof RefusedAsErased ? invalid.text : text,
  faults: invalid.faults,
})

/** An entry for which this throws an InvalidValue is rejected, or deferred where a later line may put it right. */
export function orReject({ result, last }: Batch, entry: LoadEntry, run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    if (error instanceof Deferrable && !last) result.deferred.push(entry)
    else result.rejected.push(rejectionOf(entry, error))
  }
}

/** What a later line may put right. */
export class Deferrable extends InvalidValue {}

/** What is wrong with a record in which these references lead nowhere. */
export function missingRecords(slots: readonly ReferenceSlot[]): Fault[] {
  const found = slots.map(({ path, type, id, isId }) =>
    missingRecord(
      `record.${path}${type === fileType.type || isId ? '' : '.id'}`.replace('record.facts', 'facts'),
      type,
      id,
    ),
  )
  // Facts that repeat what the record says are mostly filled in here: whoever wrote the line never saw them.
  const isRepeated = ({ path, missing }: Fault) =>
    path.startsWith('facts.') &&
    found.some(one => one.path.startsWith('record.') && isDeepStrictEqual(one.missing, missing))
  return found.filter(fault => !isRepeated(fault))
}
