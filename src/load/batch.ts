// Writes a batch in one transaction, all or nothing: resolve what its records mention, compare with what is
// stored, refuse what is impossible, write the rest, leave work behind for those who repeat what changed,
// publish. One writer at a time, so that what was compared is what is replaced.
import { setImmediate as turn } from 'node:timers/promises'
import { audienceOf } from '../access/audience.ts'
import { type FileDeletion, type FileLine, fileType } from '../files/file-line.ts'
import type { FileIntake } from '../files/intake.ts'
import { nanoid } from '../formats/id.ts'
import type { RecordType } from '../kernel/resource/record-type.ts'
import type { InvalidValue } from '../shape/invalid-value.ts'
import type { Stored } from '../shape/stored.ts'
import type { InTransaction } from '../store/engine/database.ts'
import { lastWrite } from '../store/events/publish.ts'
import { erasedAmong } from '../store/people/erasures.ts'
import { markUnnamed } from '../store/records/file-rows.ts'
import { lockWriter, nanoidsInUse } from '../store/records/load-queries.ts'
import { addRefreshJobs } from '../store/records/refresh-jobs.ts'
import { rowMaker, type StoredRow, unsplit, type Written, writeRows } from '../store/records/write-records.ts'
import { writeDeletions } from './deletions.ts'
import { dependantsOf } from './dependants.ts'
import { deleteFiles, noteUnnamed, takeFiles, writeFiles } from './file-batch.ts'
import type { Deletion, Entry, Upsert } from './line.ts'
import { Memory, References, referredTypes } from './references.ts'
import { type Changed, publishChanges } from './tell.ts'
import { checkTransition, type Named, namedOf } from './transition.ts'
import {
  type BatchResult,
  judging,
  keyOf,
  NotKnown,
  rejectionOf,
  ShortIdTaken,
  storedRows,
  type Work,
  wasErased,
} from './work.ts'

/** Takes upserts or deletions, not both, and each record once; `last` when nothing more can become known. */
export type BatchWriter = (entries: readonly Entry[], last: boolean) => Promise<BatchResult>

export type { BatchResult, Count, Rejection } from './work.ts'

export type BatchOptions = {
  files?: FileIntake | undefined
  dryRun?: boolean
  /** Whether what changed becomes events; a backfill says no. */
  events?: boolean
  allowOlder?: boolean
}

export function batchWriter(
  inTransaction: InTransaction,
  types: readonly RecordType[],
  { files, dryRun = false, events = true, allowOlder = false }: BatchOptions = {},
): BatchWriter {
  const makers = new Map(types.map(type => [type.type, rowMaker(type)]))
  const memory = new Memory()
  return async (entries, last) => {
    const counts = { created: 0, updated: 0, unchanged: 0, older: 0, deleted: 0 }
    const result: BatchResult = {
      counts,
      rejected: [],
      deferred: [],
      refreshJobs: 0,
      regarded: 0,
      written: new Map(),
      events: [],
      losses: new Map(),
      warnings: [],
    }
    const refuse = (entry: Entry, invalid: InvalidValue) => result.rejected.push(rejectionOf(entry, invalid))
    const refused: Entry[] = []
    const taken = await takeFiles(entries.filter(isFile), { inTransaction, files, dryRun, refuse })
    await inTransaction(async tx => {
      const work = { tx, types, makers, memory, result, last, silent: !events, allowOlder }
      const [, mark] = await Promise.all([lockWriter(tx), lastWrite(tx)])
      memory.recall(mark)
      const erased = await erasedAmong(tx, entries)
      const mayBe = (entry: FileLine | Upsert) => {
        const at = erased.get(keyOf(entry))
        if (at === undefined || ('stored' in entry && entry.stored.facts.erased === true)) return true
        refuse(entry, wasErased(entry.type.type, at))
        refused.push(entry)
        return false
      }
      await writeFiles(
        tx,
        taken.filter(({ entry }) => mayBe(entry)),
        counts,
        refuse,
      )
      await writeUpserts(work, entries.filter(isUpsert).filter(mayBe))
      await writeDeletions(work, entries.filter(isDeletion))
      await deleteFiles(tx, types, entries.filter(isFileDeletion), counts, refuse)
      // Files that came with somebody who was erased are nobody's.
      await markUnnamed(tx, refused.flatMap(filesNamedIn))
      memory.keep(await lastWrite(tx))
    })
    for (const { entry, row, fresh } of taken)
      if (fresh && !dryRun && refused.includes(entry)) await files?.store.remove(row.storageKey)
    return result
  }
}

const filesNamedIn = ({ text }: Entry) => [...text.matchAll(/"file:([\w-]{1,64})"/g)].map(([, id]) => id!)

const isFile = (entry: Entry): entry is FileLine => 'file' in entry
const isUpsert = (entry: Entry): entry is Upsert => 'stored' in entry
const isDeletion = (entry: Entry): entry is Deletion => 'deleted' in entry && entry.type !== fileType
const isFileDeletion = (entry: Entry): entry is FileDeletion => 'deleted' in entry && entry.type === fileType

type Placed = {
  entry: Upsert
  row: Written
  beforeRow?: StoredRow
  before?: Stored
  sameText: boolean
  newNanoid: boolean
  unchanged: boolean
  /** It is left out: what is stored was changed later. */
  older: boolean
}

async function writeUpserts(work: Work, given: readonly Upsert[]): Promise<void> {
  if (given.length === 0) return
  const references = new References(work.tx, work.types, work.memory)
  const stored = await storedRows(work, given)
  const entries = leadersFirst(work.types, completed(work, given, stored))
  const isNewer = (entry: Upsert) => {
    const row = stored.get(keyOf(entry))
    return mayBeOlder(work, entry) || !row || !isOlder(entry.stored, unsplit(entry.type, row))
  }
  const [taken, named] = await Promise.all([
    nanoidsInUse(work.tx, entries),
    namedOf(work.tx, entries, { isStored: entry => stored.has(keyOf(entry)), isNewer }),
    references.fetch(entries),
  ])
  const judged: Judged = { stored, taken, named }
  const changed: Changed[] = []
  let writing = Promise.resolve()
  const write = (placed: readonly Placed[]) => {
    const written = placed.filter(({ unchanged, older }) => !unchanged && !older)
    for (const one of placed) account(work.result, one)
    writing = writing.then(() => writePlaced(work, written))
    writing.catch(() => {})
    for (const { entry, before, sameText, newNanoid } of written) {
      const { type, id, stored: after } = entry
      changed.push({ type, id, after, sameText, newNanoid, ...(before && { before }) })
    }
  }
  try {
    if (references.expect(entries)) write(await placeTogether(work, entries, judged))
    else for (const piece of piecesOf(entries)) write(await placeAll(work, piece, references, judged))
  } finally {
    // Whatever happened: in the middle of a copy the connection could not even roll back.
    await writing
  }
  // What went by another alias before is not known by that one any more.
  if (changed.some(({ type, before }) => before && type.alias)) work.memory.forget()
  work.result.events.push(...(await publishChanges(work, changed)))
  await noteUnnamed(work.tx, changed)
  await markUnnamed(work.tx, references.letGo)
}

/** What lines are judged by besides what they mention: what is stored, short ids that are taken, who is named. */
type Judged = { stored: ReadonlyMap<string, StoredRow>; taken: Map<string, string>; named: Named }

/**
 * Lines of which some name each other: none is written before all are judged. Whoever names one that did not make it
 * falls with it, and then the others are placed anew, as if the fallen had never been there.
 */
async function placeTogether(
  work: Work,
  entries: readonly Upsert[],
  judged: Judged,
): Promise<readonly Placed[]> {
  // What is remembered from batch to batch must not come from lines that may fall.
  work.memory.forget()
  for (let standing = entries; ; ) {
    const references = new References(work.tx, work.types)
    await references.fetch(standing)
    references.expect(standing)
    const placed = await placeAll(work, standing, references, { ...judged, taken: new Map(judged.taken) })
    const left = withoutFallen(work, references, placed)
    if (left.length === standing.length) return left
    standing = left.map(({ entry }) => entry)
  }
}

/** Lines with what stays of what is stored; whatever cannot be completed is refused. */
function completed(
  work: Work,
  entries: readonly Upsert[],
  stored: ReadonlyMap<string, StoredRow>,
): readonly Upsert[] {
  const kept: Upsert[] = []
  for (const entry of entries) {
    const row = stored.get(keyOf(entry))
    const before = row && unsplit(entry.type, row)
    judging(work, entry, () => {
      if (before?.facts.erased === true && entry.stored.facts.erased !== true)
        throw wasErased(entry.type.type)
      entry.complete(before)
      kept.push(entry)
    })
  }
  return kept
}

/** PostgreSQL has its turn after so many records: it shall not wait for us. */
const entriesPerTurn = 50

async function placeAll(
  work: Work,
  piece: readonly Upsert[],
  references: References,
  judged: Judged,
): Promise<Placed[]> {
  const placed: Placed[] = []
  for (const [index, entry] of piece.entries()) {
    if (index % entriesPerTurn === 0) await turn()
    judging(work, entry, () => {
      placed.push(place(work, entry, references, judged))
    })
  }
  return placed
}

/** Whoever names a record that was to come with the batch and did not make it falls with it. */
function withoutFallen(work: Work, references: References, placed: readonly Placed[]): Placed[] {
  const standing = new Map(placed.map(one => [keyOf(one.entry), one]))
  for (let before = -1; before !== standing.size; ) {
    before = standing.size
    for (const [key, { entry }] of standing) {
      const lost = references.leaning
        .get(entry.stored)
        ?.find(slot => !standing.has(`${slot.type}:${slot.id}`))
      if (!lost) continue
      standing.delete(key)
      judging(work, entry, () => {
        throw new NotKnown(lost)
      })
    }
  }
  return [...standing.values()]
}

function account(result: BatchResult, { entry, unchanged, older, beforeRow, before }: Placed): void {
  result.counts[older ? 'older' : unchanged ? 'unchanged' : beforeRow ? 'updated' : 'created']++
  for (const warning of entry.warnings) result.warnings.push({ line: entry.line, ...warning })
  if (!before || older) return
  for (const [what, count] of Object.entries(entry.type.losses?.(before, entry.stored) ?? {}))
    if (count > 0) result.losses.set(what, (result.losses.get(what) ?? 0) + count)
}

/** One piece is worked out while PostgreSQL takes in the piece before it. */
const pieceSize = 250

function* piecesOf(entries: readonly Upsert[]): Generator<readonly Upsert[]> {
  for (let from = 0; from < entries.length; from += pieceSize) yield entries.slice(from, from + pieceSize)
}

/** Those that others mention or follow come before them, so that nothing has to be brought up to date later. */
function leadersFirst(types: readonly RecordType[], entries: readonly Upsert[]): readonly Upsert[] {
  const order = new Map(types.map((type, index) => [type, index]))
  return entries.toSorted((one, other) => order.get(one.type)! - order.get(other.type)!)
}

/** The row to write; unchanged where it is the stored one byte for byte. */
function place(
  work: Work,
  entry: Upsert,
  references: References,
  { stored: rows, taken, named }: Judged,
): Placed {
  const beforeRow = rows.get(keyOf(entry))
  const { type, id, stored } = entry
  const unknown = references.settle(type, stored)
  if (unknown) throw new NotKnown(unknown)
  const short = entry.nanoid ?? beforeRow?.nanoid ?? nanoid()
  const holder = taken.get(`${type.type}:${short}`)
  if (holder !== undefined && holder !== id) throw new ShortIdTaken(type.type, holder)
  taken.set(`${type.type}:${short}`, id)
  const row = work.makers.get(type.type)!(id, short, stored, references.slotsIn(type, stored))
  const sameText = beforeRow !== undefined && isSameText(row, beforeRow)
  const newNanoid = beforeRow !== undefined && row.nanoid !== beforeRow.nanoid
  const unchanged = sameText && row.facts === beforeRow.facts && !newNanoid
  const before = beforeRow && !unchanged ? unsplit(type, beforeRow) : undefined
  const older = before !== undefined && !mayBeOlder(work, entry) && isOlder(stored, before)
  const placed = { entry, row, sameText, newNanoid, unchanged, older }
  if (older) return placed
  if (before && !entry.replaces) checkTransition(type, before, stored, named)
  references.know(type, id, short, stored)
  return { ...placed, ...(beforeRow && { beforeRow }), ...(before && { before }) }
}

const mayBeOlder = ({ allowOlder }: Work, { replaces }: Upsert) => allowOlder || replaces === true

const isOlder = ({ record: is }: Stored, { record: was }: Stored) =>
  typeof is.updatedAt === 'string' && typeof was.updatedAt === 'string' && is.updatedAt < was.updatedAt

async function writePlaced(work: Work, placed: readonly Placed[]): Promise<void> {
  const { tx, types, makers, result } = work
  const referred = referredTypes(types)
  for (const type of new Set(placed.map(({ entry }) => entry.type))) {
    const own = placed.filter(({ entry }) => entry.type === type)
    const followed = own.flatMap(({ entry, before }) =>
      dependantsOf(types, type, entry.id, before, entry.stored),
    )
    const seenBy = (stored: Stored) => referred.has(type.type) && audienceOf(type.owners, stored)?.join()
    const rows = own.map(({ entry, row, before, beforeRow }) => {
      const old = before && beforeRow && makers.get(type.type)!(row.id, beforeRow.nanoid, before)
      const isRegarded = before !== undefined && seenBy(before) !== seenBy(entry.stored)
      if (isRegarded) result.regarded++
      if (old && (isRegarded || old.label !== row.label)) followed.push({ type: type.type, id: row.id })
      return {
        row,
        fresh: !beforeRow,
        narrow: !old || narrowText(old) !== narrowText(row),
        children: !old || JSON.stringify(old.children) !== JSON.stringify(row.children),
      }
    })
    result.refreshJobs += await addRefreshJobs(tx, types, followed)
    await writeRows(tx, type, rows)
    result.written.set(type, (result.written.get(type) ?? 0) + rows.length)
  }
}

const narrowText = ({ nanoid, label, mentions, columns }: Written) =>
  JSON.stringify([nanoid, label, mentions, columns])

const isSameText = (row: Written, stored: StoredRow) =>
  row.record === stored.record && row.parts.every((part, index) => part === stored.parts[index])
