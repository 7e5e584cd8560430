// The files of a batch of loaded lines: their content is taken in before the transaction, and their rows are written first
// in it, so that records of the same batch may refer to them.

import type { InTransaction, Transaction } from '../database/database.ts'
import { recordKey } from '../record-types/record-key.ts'
import { filesIn, type RecordType } from '../record-types/record-type.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { declaredWord, sentence } from '../shape/sentence.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { publishWrite } from '../store/feeds/publish.ts'
import { erasureTimes, RefusedAsErased } from '../store/people/erasures.ts'
import {
  deleteFile,
  type FileRow,
  markUnnamed,
  readFiles,
  writeFileRows,
} from '../store/writing/file-rows.ts'
import { oneMentionOfEach } from '../store/writing/load-queries.ts'
import { type FileDeletion, type FileLine, fileType } from './file-line.ts'
import type { FileIntake } from './intake.ts'

/** As many files are read and stored at a time. */
const atOnce = 4

type LoadedFile = { entry: FileLine; row: FileRow; fresh: boolean }

type Reject = (entry: FileLine | FileDeletion, invalid: InvalidValue) => void
type Counts = Record<'created' | 'updated' | 'unchanged' | 'deleted', number>
type FileLoadContext = {
  inTransaction: InTransaction
  files: FileIntake | undefined
  dryRun: boolean
  reject: Reject
}

const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)

export async function takeFiles(
  entries: readonly FileLine[],
  taking: FileLoadContext,
): Promise<LoadedFile[]> {
  if (entries.length === 0) return []
  let known = new Map<string, FileRow>()
  let erased = new Map<string, string>()
  await taking.inTransaction(async tx => {
    known = await readFiles(tx, idsOf(entries))
    erased = await erasureTimes(tx, entries)
  })
  const wanted = entries.filter(entry => {
    const at = erased.get(recordKey({ type: fileType, id: entry.id }))
    if (at !== undefined) taking.reject(entry, new RefusedAsErased(entry, at))
    return at === undefined
  })
  const taken: LoadedFile[] = []
  for (let at = 0; at < wanted.length; at += atOnce) {
    const some = wanted.slice(at, at + atOnce).map(entry => takeOne(entry, known.get(entry.id), taking))
    // All of them are awaited, so that none goes on when the load has failed.
    for (const done of await Promise.allSettled(some)) {
      if (done.status === 'rejected') throw done.reason
      if (done.value) taken.push(done.value)
    }
  }
  return taken
}

async function takeOne(
  entry: FileLine,
  before: FileRow | undefined,
  { files, dryRun, reject }: FileLoadContext,
): Promise<LoadedFile | undefined> {
  try {
    if (!files) throw new InvalidValue('type', 'files cannot be loaded here', 'use ./muster load')
    const row = await files.take(entry, before, dryRun)
    return { entry, row, fresh: row.storageKey !== before?.storageKey }
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    reject(entry, error)
    return undefined
  }
}

export async function writeLoadedFiles(
  tx: Transaction,
  taken: readonly LoadedFile[],
  counts: Counts,
  reject: Reject,
  /** Whether a file that would be written is refused because of a warning. */
  refuses: (entry: FileLine) => boolean,
): Promise<void> {
  if (taken.length === 0) return
  const stored = await readFiles(tx, idsOf(taken.map(({ row }) => row)))
  const [written, replaced]: [FileRow[], string[]] = [[], []]
  for (const { entry, row, fresh } of taken) {
    const before = stored.get(row.id)
    if (before && isSame(before, row)) counts.unchanged++
    else if (!fresh && before?.storageKey !== row.storageKey) {
      const reason = 'was changed by another load at this moment'
      reject(entry, new InvalidValue('id', reason, 'load this line again'))
    } else if (!refuses(entry)) {
      written.push(row)
      counts[before ? 'updated' : 'created']++
      if (before) replaced.push(row.id)
    }
  }
  await writeFileRows(tx, written)
  // No record has changed, but a copy of everything needs the new content.
  await publishWrite(tx, {
    changes: replaced.map(id => ({ type: fileType.type, id, kind: 'upserted', before: [], after: [] })),
    touched: [],
  })
}

const isSame = (one: FileRow, other: FileRow) =>
  one.sha256 === other.sha256 && one.fileName === other.fileName && one.contentType === other.contentType

export async function deleteFiles(
  tx: Transaction,
  types: readonly RecordType[],
  entries: readonly FileDeletion[],
  counts: Counts,
  reject: Reject,
): Promise<void> {
  if (entries.length === 0) return
  const stored = await readFiles(tx, idsOf(entries))
  const mentioned = await oneMentionOfEach(tx, types, fileType.type, [...stored.keys()])
  for (const entry of entries) {
    const by = mentioned.get(entry.id)
    if (by) reject(entry, stillMentioned(by))
    else if (!stored.has(entry.id)) counts.unchanged++
    else {
      await deleteFile(tx, entry.id)
      counts.deleted++
    }
  }
}

export const stillMentioned = ({ type, id }: { type: string; id: string }) =>
  new InvalidValue(
    'id',
    sentence`is still mentioned by ${declaredWord(type)} ${id}`,
    'delete or change what mentions it first',
  )

type Change = { type: RecordType; before?: StoredRecord; after?: StoredRecord }

/** Files that a record named and does not name any more may be nobody's now. */
export async function markDropped(tx: Transaction, changed: readonly Change[]): Promise<void> {
  const dropped = changed.flatMap(({ type, before, after }) => {
    if (!before || !type.mentions.some(mention => mention.type === fileType.type)) return []
    const still = new Set(after ? filesIn(type, after) : [])
    return filesIn(type, before).filter(id => !still.has(id))
  })
  await markUnnamed(tx, [...new Set(dropped)])
}
