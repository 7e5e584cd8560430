// Compares the records of a batch with what is stored: completes them, resolves their references, leaves out what is
// older, refuses what cannot be, and says what is left to write.

import { setImmediate as turn } from 'node:timers/promises'
import type { Transaction } from '../database/database.ts'
import { nanoid } from '../formats/id.ts'
import { recordKey } from '../record-types/record-key.ts'
import { namedBy, type RecordType, type ReferenceSlot } from '../record-types/record-type.ts'
import type { LinkWarning, Warning } from '../record-types/rules.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { isErasedRecord } from '../shape/personal.ts'
import { declaredWord, sentence, shownInGroups } from '../shape/sentence.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { RefusedAsErased } from '../store/people/erasures.ts'
import { type RecordRow, readRows, type StoredRow, wholeRecord } from '../store/records/record-rows.ts'
import { nanoidsInUse } from '../store/writing/load-queries.ts'
import { type Batch, Deferrable, type LineOutcome, missingRecords, orReject } from './batch.ts'
import { CrossChecks } from './cross-checks.ts'
import type { Deletion, Upsert } from './read.ts'
import { References, referencesItself } from './references.ts'
import { checkTransition, referencedRecords } from './transitions.ts'

const notFound = (slots: readonly ReferenceSlot[]) => Deferrable.of(missingRecords(slots))

export async function storedRows(
  tx: Transaction,
  entries: readonly (Upsert | Deletion)[],
): Promise<Map<string, StoredRow>> {
  const found = new Map<string, StoredRow>()
  const read = [...Map.groupBy(entries, entry => entry.type)].map(async ([type, own]) => {
    const ids = own.map(entry => entry.id)
    for (const [id, row] of await readRows(tx, type, ids)) found.set(recordKey({ type, id }), row)
  })
  await Promise.all(read)
  return found
}

export type ComparedRecord = {
  entry: Upsert
  row: RecordRow
  outcome: Exclude<LineOutcome, 'deleted'>
  /** The stored values that an update replaces. */
  before?: StoredRecord
  beforeRow?: StoredRow
  sameText: boolean
  newNanoid: boolean
  /** Once for each record, until it changes. */
  warnings: readonly (Warning | LinkWarning)[]
}

/** What entries are compared with besides the records that they reference. */
type StoredContext = {
  stored: ReadonlyMap<string, StoredRow>
  /** Short ids in use, as `type:nanoid`, and by which id. */
  nanoids: Map<string, string>
  referenced: Set<string>
  crossChecks: CrossChecks
}

/** One piece is compared while PostgreSQL takes in the piece before it. It waits for the first, which is smaller. */
const pieceSize = 250
const firstPieceSize = 50

function* piecesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0, size = firstPieceSize; from < all.length; from += size, size = pieceSize)
    yield all.slice(from, from + size)
}

export async function* compareEntries(
  batch: Batch,
  given: readonly Upsert[],
  references: References,
): AsyncGenerator<readonly ComparedRecord[]> {
  const stored = await storedRows(batch.tx, given)
  const known: StoredContext = {
    stored,
    nanoids: new Map(),
    referenced: new Set(),
    crossChecks: new CrossChecks(),
  }
  if (areApart(given)) {
    for (const piece of piecesOf(given))
      yield await compareAll(batch, await prepared(batch, piece, references, known), references, known)
    return
  }
  // Records come after those that they reference, so that they need not be refreshed.
  const order = new Map(batch.types.map((type, index) => [type, index]))
  const sorted = given.toSorted((one, other) => order.get(one.type)! - order.get(other.type)!)
  const entries = await prepared(batch, sorted, references, known)
  if (references.addBatch(entries)) yield await compareTogether(batch, entries, references, known)
  else for (const piece of piecesOf(entries)) yield await compareAll(batch, piece, references, known)
}

/** None of them can have anything to do with another, but for what only one should have. */
const areApart = (entries: readonly Upsert[]) =>
  new Set(entries.map(({ type }) => type)).size === 1 && !referencesItself(entries[0]!.type)

/** These entries, completed, with all that they are compared with looked up. */
async function prepared(
  batch: Batch,
  given: readonly Upsert[],
  references: References,
  { stored, nanoids, referenced, crossChecks }: StoredContext,
): Promise<readonly Upsert[]> {
  const entries = await completed(batch, given, stored)
  const [used, found] = await Promise.all([
    nanoidsInUse(batch.tx, entries),
    referencedRecords(
      batch.tx,
      entries,
      entry => stored.has(recordKey(entry)),
      entry => willBeWritten(batch, entry, stored.get(recordKey(entry))),
    ),
    crossChecks.look(batch.tx, batch.types, entries),
    references.fetch(entries),
  ])
  for (const [short, id] of used) if (!nanoids.has(short)) nanoids.set(short, id)
  for (const key of found) referenced.add(key)
  return entries
}

/** Whether a write erases somebody who was not erased before. */
export const erases = (stored: StoredRecord, before: StoredRecord | undefined) =>
  isErasedRecord(stored) && !(before && isErasedRecord(before))

const cannotErase = ({ type, id }: Upsert) =>
  new InvalidValue(
    'facts.erased',
    sentence`would erase ${declaredWord(type.type)} "${id}", which takes the master secret that what is kept of them is sealed with`,
    sentence`give MUSTER_SECRET, or erase them with ./muster people erase ${id}`,
  )

/** Entries completed with what stays of the stored record. */
async function completed(
  batch: Batch,
  entries: readonly Upsert[],
  stored: ReadonlyMap<string, StoredRow>,
): Promise<Upsert[]> {
  const kept: Upsert[] = []
  for (const [index, entry] of entries.entries()) {
    if (index % entriesPerTurn === 0) await turn()
    const row = stored.get(recordKey(entry))
    const before = row && wholeRecord(entry.type, row)
    orReject(batch, entry, () => {
      if (before && isErasedRecord(before) && !isErasedRecord(entry.stored)) throw new RefusedAsErased(entry)
      entry.complete?.(before)
      if (before && !batch.eraser && erases(entry.stored, before)) throw cannotErase(entry)
      kept.push(entry)
    })
  }
  return kept
}

/**
 * Entries of which some reference each other: none is written before all have been compared. Those that reference a
 * rejected one are rejected with it, and the others compared anew, as if the rejected had never been there.
 */
async function compareTogether(
  batch: Batch,
  entries: readonly Upsert[],
  { droppedFiles }: References,
  known: StoredContext,
): Promise<readonly ComparedRecord[]> {
  // The cache must hold nothing of entries that may be rejected.
  batch.cache.clear()
  for (let remaining = entries; ; ) {
    const references = new References(batch.tx, batch.types)
    await references.fetch(remaining)
    references.addBatch(remaining)
    const compared = await compareAll(batch, remaining, references, {
      ...known,
      nanoids: new Map(known.nanoids),
      crossChecks: known.crossChecks.copy(),
    })
    droppedFiles.push(...references.droppedFiles)
    const accepted = withoutDangling(batch, references, compared)
    if (accepted.length === remaining.length) return accepted
    remaining = accepted.map(({ entry }) => entry)
  }
}

/** Without those that reference an entry of the batch which was not accepted. */
function withoutDangling(
  batch: Batch,
  references: References,
  compared: readonly ComparedRecord[],
): ComparedRecord[] {
  const accepted = new Map(compared.map(one => [recordKey(one.entry), one]))
  for (let size = -1; size !== accepted.size; ) {
    size = accepted.size
    for (const [key, { entry }] of accepted) {
      const slots = references.withinBatch.get(entry.stored)
      const dangling = slots?.filter(slot => !accepted.has(recordKey(slot))) ?? []
      if (dangling.length === 0) continue
      accepted.delete(key)
      orReject(batch, entry, () => {
        throw notFound(dangling)
      })
    }
  }
  return [...accepted.values()]
}

/** The connection has its turn after so many records: PostgreSQL must not wait for us. */
const entriesPerTurn = 50

async function compareAll(
  batch: Batch,
  entries: readonly Upsert[],
  references: References,
  known: StoredContext,
): Promise<ComparedRecord[]> {
  const compared: ComparedRecord[] = []
  for (const [index, entry] of entries.entries()) {
    if (index % entriesPerTurn === 0) await turn()
    orReject(batch, entry, () => {
      compared.push(compare(batch, entry, references, known))
    })
  }
  return compared
}

/** Without the ids that the record was stored with before it was looked whether they lead anywhere: nobody who changes
 * something else can put those right. The check of stored records tells of them. */
function newly(
  unknown: readonly ReferenceSlot[],
  type: RecordType,
  before: StoredRow | undefined,
): readonly ReferenceSlot[] {
  if (!before || !unknown.some(({ isId }) => isId)) return unknown
  const had = new Set(namedBy(type, wholeRecord(type, before)).map(({ path, id }) => `${path} ${id}`))
  return unknown.filter(({ isId, path, id }) => !isId || !had.has(`${path} ${id}`))
}

function compare(batch: Batch, entry: Upsert, references: References, known: StoredContext): ComparedRecord {
  const beforeRow = known.stored.get(recordKey(entry))
  const { type, id, stored } = entry
  const unknown = newly(references.resolve(type, stored), type, beforeRow)
  if (unknown.length > 0) throw notFound(unknown)
  const short = entry.nanoid ?? beforeRow?.nanoid ?? nanoid()
  const holder = known.nanoids.get(`${type.type}:${short}`)
  if (holder !== undefined && holder !== id) {
    const reason = sentence`is already the short id of ${declaredWord(type.type)} ${shownInGroups(holder)}`
    throw new Deferrable('nanoid', reason, 'leave it out and one is made')
  }
  known.nanoids.set(`${type.type}:${short}`, id)
  const row = batch.makers.get(type.type)!(id, short, stored, references.slotsIn(type, stored))
  const sameText = beforeRow !== undefined && isSameText(row, beforeRow)
  const newNanoid = beforeRow !== undefined && row.nanoid !== beforeRow.nanoid
  const unchanged = sameText && row.facts === beforeRow.facts && !newNanoid
  const before = beforeRow && !unchanged ? wholeRecord(type, beforeRow) : undefined
  const untold = { entry, row, sameText, newNanoid, warnings: [] }
  if (before && isTooOld(batch, entry, before)) return { ...untold, outcome: 'older' }
  if (before && !entry.replaces) checkTransition(type, before, stored, known.referenced)
  const warnings = unchanged ? [] : known.crossChecks.in(entry, (...why) => new Deferrable(...why))
  if (batch.strict) refuseDoubtful(warnings)
  known.crossChecks.add(entry, before)
  references.add(type, id, short, stored)
  const compared = { ...untold, warnings }
  if (unchanged) return { ...compared, outcome: 'unchanged' }
  if (!before) return { ...compared, outcome: 'created' }
  return { ...compared, outcome: 'updated', before, beforeRow: beforeRow! }
}

/** What a link that comes later puts right is tried again when everything else is in. */
function refuseDoubtful(warnings: readonly (Warning | LinkWarning)[]): void {
  if (warnings.length === 0) return
  const Refused = warnings.every(warning => 'unlinked' in warning) ? Deferrable : InvalidValue
  throw Refused.of(warnings)
}

export const isSameText = (row: RecordRow, stored: Pick<StoredRow, 'record' | 'parts'>) =>
  row.record === stored.record && row.parts.every((part, index) => part === stored.parts[index])

function isTooOld({ allowOlder }: Batch, entry: Upsert, { record: was }: StoredRecord): boolean {
  const { record: is } = entry.stored
  if (allowOlder || entry.replaces) return false
  return typeof is.updatedAt === 'string' && typeof was.updatedAt === 'string' && is.updatedAt < was.updatedAt
}

const willBeWritten = (batch: Batch, entry: Upsert, row: StoredRow | undefined) =>
  !row || !isTooOld(batch, entry, wholeRecord(entry.type, row))
