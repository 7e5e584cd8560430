// The files of a batch: their content is taken in before the transaction, their rows are written first in it, so
// that records of the same batch may refer to them.
import { type FileDeletion, type FileLine, fileType } from '../files/file-line.ts'
import type { FileIntake } from '../files/intake.ts'
import { filesIn, type RecordType } from '../kernel/resource/record-type.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import type { InTransaction, Transaction } from '../store/engine/database.ts'
import { publish } from '../store/events/publish.ts'
import { erasedAmong } from '../store/people/erasures.ts'
import { deleteFile, type FileRow, markUnnamed, readFiles, writeFile } from '../store/records/file-rows.ts'
import { mentionedBy } from '../store/records/load-queries.ts'
import type { Changed } from './tell.ts'
import { keyOf, wasErased } from './work.ts'

/** As many files are read and stored at a time. */
const atOnce = 4

export type Taken = { entry: FileLine; row: FileRow; fresh: boolean }
export type Refuse = (entry: FileLine | FileDeletion, invalid: InvalidValue) => void
type Counts = Record<'created' | 'updated' | 'unchanged' | 'deleted', number>

type Taking = { inTransaction: InTransaction; files: FileIntake | undefined; dryRun: boolean; refuse: Refuse }

export async function takeFiles(entries: readonly FileLine[], taking: Taking): Promise<Taken[]> {
  if (entries.length === 0) return []
  let known = new Map<string, FileRow>()
  let erased = new Map<string, string>()
  const ids = entries.map(entry => entry.id)
  await taking.inTransaction(async tx => {
    known = await readFiles(tx, ids)
    erased = await erasedAmong(tx, entries)
  })
  const wanted = entries.filter(entry => {
    const at = erased.get(keyOf(entry))
    if (at !== undefined) taking.refuse(entry, wasErased(entry.type.type, at))
    return at === undefined
  })
  const taken: (Taken | undefined)[] = []
  for (let at = 0; at < wanted.length; at += atOnce) {
    const some = wanted.slice(at, at + atOnce).map(entry => takeOne(entry, known.get(entry.id), taking))
    // All of them are waited for, so that none goes on when the load has failed.
    for (const done of await Promise.allSettled(some)) {
      if (done.status === 'rejected') throw done.reason
      taken.push(done.value)
    }
  }
  return taken.filter(one => one !== undefined)
}

async function takeOne(
  entry: FileLine,
  before: FileRow | undefined,
  { files, dryRun, refuse }: Taking,
): Promise<Taken | undefined> {
  try {
    if (!files) throw new InvalidValue('type', 'files cannot be loaded here', 'use ./muster load')
    const row = await files.take(entry, before, dryRun)
    return { entry, row, fresh: row.storageKey !== before?.storageKey }
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    refuse(entry, error)
    return undefined
  }
}

export async function writeFiles(
  tx: Transaction,
  taken: readonly Taken[],
  counts: Counts,
  refuse: Refuse,
): Promise<void> {
  if (taken.length === 0) return
  const stored = await readFiles(
    tx,
    taken.map(({ row }) => row.id),
  )
  const replaced: string[] = []
  for (const { entry, row, fresh } of taken) {
    const before = stored.get(row.id)
    if (before && sameFile(before, row)) counts.unchanged++
    else if (!fresh && before?.storageKey !== row.storageKey)
      refuse(
        entry,
        new InvalidValue('id', 'was changed by another load at this moment', 'load this line again'),
      )
    else {
      await writeFile(tx, row)
      counts[before ? 'updated' : 'created']++
      if (before) replaced.push(row.id)
    }
  }
  // No record has changed, but a copy of everything needs the new content.
  await publish(tx, {
    changes: replaced.map(id => ({ type: fileType.type, id, kind: 'upserted', before: [], after: [] })),
    touched: [],
  })
}

/** Files that a record named and does not name any more may be nobody's now. */
export async function noteUnnamed(tx: Transaction, changed: readonly Changed[]): Promise<void> {
  const left = changed.flatMap(({ type, before, after }) => {
    if (!before || !type.mentions.some(mention => mention.type === 'file')) return []
    const still = new Set(after ? filesIn(type, after) : [])
    return filesIn(type, before).filter(id => !still.has(id))
  })
  if (left.length > 0) await markUnnamed(tx, [...new Set(left)])
}

const sameFile = (one: FileRow, other: FileRow) =>
  one.sha256 === other.sha256 && one.fileName === other.fileName && one.contentType === other.contentType

export async function deleteFiles(
  tx: Transaction,
  types: readonly RecordType[],
  entries: readonly FileDeletion[],
  counts: Counts,
  refuse: Refuse,
): Promise<void> {
  if (entries.length === 0) return
  const stored = await readFiles(
    tx,
    entries.map(entry => entry.id),
  )
  const mentioned = await mentionedBy(tx, types, 'file', [...stored.keys()])
  for (const entry of entries) {
    const by = mentioned.get(entry.id)
    if (by)
      refuse(
        entry,
        new InvalidValue(
          'id',
          `is still mentioned by ${by.type} ${by.id}`,
          'delete or change what mentions it first',
        ),
      )
    else if (!stored.has(entry.id)) counts.unchanged++
    else {
      await deleteFile(tx, entry.id)
      counts.deleted++
    }
  }
}
