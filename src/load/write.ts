// Writes a batch in one transaction, all or nothing: files, records, deletions, refresh jobs for those that depend on
// them, and what others are told. One writer at a time, so that what was compared is what is replaced.

import { audienceOf } from '../access/audience.ts'
import { asOwner } from '../access/owners.ts'
import type { InTransaction } from '../database/database.ts'
import { type FileDeletion, type FileLine, fileType } from '../files/file-line.ts'
import { deleteFiles, markDropped, stillMentioned, takeFiles, writeLoadedFiles } from '../files/loading.ts'
import { recordKey } from '../record-types/record-key.ts'
import { loadableTypes, type RecordType } from '../record-types/record-type.ts'
import type { Warning } from '../record-types/rules.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { isErasedRecord } from '../shape/personal.ts'
import { sentence } from '../shape/sentence.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { lastWrite } from '../store/feeds/publish.ts'
import { keysOfOwners } from '../store/keys/owners.ts'
import { erasureTimes, RefusedAsErased } from '../store/people/erasures.ts'
import {
  deleteRows,
  readRows,
  replacementOf,
  rowMaker,
  wholeRecord,
  writeRows,
} from '../store/records/record-rows.ts'
import { refuseUnknown } from '../store/schema/known-properties.ts'
import { repeatShapeChecks } from '../store/schema/shape-checks.ts'
import { lockWriter } from '../store/schema/writer-lock.ts'
import { markUnnamed } from '../store/writing/file-rows.ts'
import { idsNaming, oneMentionOfEach } from '../store/writing/load-queries.ts'
import { addRefreshJobs } from '../store/writing/refresh-jobs.ts'
import { type Batch, type BatchResult, noResult, orReject, rejectionOf, type WriteOptions } from './batch.ts'
import { type ComparedRecord, compareEntries, erases, storedRows } from './compare.ts'
import { typesOwning } from './owned-items.ts'
import type { Deletion, LoadEntry, Upsert } from './read.ts'
import { ReferenceCache, References, restrictedTypes } from './references.ts'
import { dependantsOf } from './refresh.ts'
import { publishChanges, type TypedChange } from './tell.ts'

/** Takes upserts or deletions, not both, and each record once; `last` when nothing more can come. */
export type BatchWriter = (entries: readonly LoadEntry[], last: boolean) => Promise<BatchResult>

export function batchWriter(
  inTransaction: InTransaction,
  types: readonly RecordType[],
  {
    seal,
    files,
    dryRun = false,
    events = true,
    allowOlder = false,
    strict = false,
    eraser,
    loaded,
  }: WriteOptions = {},
): BatchWriter {
  const makers = new Map(types.map(type => [type.type, rowMaker(type)]))
  const cache = new ReferenceCache()
  return async (entries, last) => {
    const result = noResult()
    const { counts } = result
    const reject = (entry: LoadEntry, invalid: InvalidValue) =>
      result.rejected.push(rejectionOf(entry, invalid))
    const rejected: LoadEntry[] = []
    const taken = await takeFiles(entries.filter(isFile), { inTransaction, files, dryRun, reject })
    await inTransaction(async tx => {
      const [{ isAhead }, mark] = await Promise.all([lockWriter(tx), lastWrite(tx)])
      if (isAhead) await refuseUnknown(tx, entries.filter(isUpsert), types)
      if (entries.some(isSealed)) await seal?.hold?.(tx)
      cache.validate(mark)
      const erased = await erasureTimes(tx, entries)
      const isAllowed = (entry: FileLine | Upsert) => {
        const at = erased.get(recordKey(entry))
        if (at === undefined || ('stored' in entry && isErasedRecord(entry.stored))) return true
        reject(entry, new RefusedAsErased(entry, at))
        rejected.push(entry)
        return false
      }
      const allowed = taken.filter(({ entry }) => isAllowed(entry))
      const refuse = (entry: FileLine, invalid: InvalidValue) => {
        reject(entry, invalid)
        rejected.push(entry)
      }
      await writeLoadedFiles(tx, allowed, counts, reject, entry => isRefused(entry, result, strict && refuse))
      const batch = {
        tx,
        types,
        makers,
        cache,
        result,
        last,
        silent: !events,
        allowOlder,
        strict,
        eraser,
        loaded,
      }
      await writeUpserts(batch, entries.filter(isUpsert).filter(isAllowed))
      await writeDeletions(batch, entries.filter(isDeletion))
      await deleteFiles(tx, types, entries.filter(isFileDeletion), counts, reject)
      // Files that came with an erased person belong to nobody.
      await markUnnamed(tx, rejected.flatMap(filesNamedIn))
      cache.keep(await lastWrite(tx))
    })
    for (const { entry, row, fresh } of taken)
      if (fresh && !dryRun && rejected.includes(entry)) await files?.store.remove(row.storageKey)
    return result
  }
}

/** Warns about the line of a file; with `--strict` it is refused. */
function isRefused(
  entry: FileLine,
  { warnings }: BatchResult,
  refuse: false | ((entry: FileLine, invalid: InvalidValue) => void),
): boolean {
  const { line, type, warning } = entry
  if (!warning) return false
  if (refuse) refuse(entry, InvalidValue.of([warning]))
  else warnings.push({ line, type: type.type, ...warning })
  return refuse !== false
}

/** From the text of the line: a patch is refused before there is a record that it would make. */
const filesNamedIn = ({ text }: LoadEntry) => [...text.matchAll(/"file:([\w-]{1,64})"/g)].map(([, id]) => id!)

const isSealed = ({ type }: LoadEntry) => 'sealed' in type && Object.keys(type.sealed).length > 0

const isFile = (entry: LoadEntry): entry is FileLine => 'file' in entry
const isUpsert = (entry: LoadEntry): entry is Upsert => 'stored' in entry
const isDeletion = (entry: LoadEntry): entry is Deletion => 'deleted' in entry && entry.type !== fileType
const isFileDeletion = (entry: LoadEntry): entry is FileDeletion =>
  'deleted' in entry && entry.type === fileType

async function writeUpserts(batch: Batch, entries: readonly Upsert[]): Promise<void> {
  if (entries.length === 0) return
  const { tx, types, cache, result } = batch
  const references = new References(tx, types, cache)
  const changed: TypedChange[] = []
  const forgetting: (() => Promise<void>)[] = []
  let writing = Promise.resolve()
  try {
    for await (const compared of compareEntries(batch, entries, references)) {
      for (const one of compared) account(batch, one)
      const written = compared.filter(({ outcome }) => outcome === 'created' || outcome === 'updated')
      writing = writing.then(async () => {
        forgetting.push(...(await beginErasures(batch, written)))
        await writeCompared(batch, written)
      })
      writing.catch(() => {})
      for (const { entry, before, sameText, newNanoid } of written) {
        const { type, id, stored: after } = entry
        changed.push({ type, id, after, sameText, newNanoid, ...(before && { before }) })
      }
    }
  } finally {
    // Whatever happened: in the middle of a copy the connection could not even roll back.
    await writing
  }
  // A record with another alias is no longer found by the one it had.
  if (changed.some(({ type, before }) => before && type.alias)) cache.clear()
  result.events.push(...(await publishChanges(batch, changed)))
  await markDropped(tx, changed)
  await markUnnamed(tx, references.droppedFiles)
  for (const forget of forgetting) await forget()
  const owning = typesOwning(types, changed)
  if (owning.length === 0 || tx.isRehearsal) return
  await repeatShapeChecks(tx, owning)
  result.rechecks = true
}

/** A dry run has no tables of its own for what else is kept of people. */
async function beginErasures(
  { tx, eraser, result }: Batch,
  written: readonly ComparedRecord[],
): Promise<(() => Promise<void>)[]> {
  const forgetting: (() => Promise<void>)[] = []
  for (const { entry, before } of written) {
    if (!eraser || !erases(entry.stored, before)) continue
    result.erased++
    if (!tx.isRehearsal) forgetting.push(await eraser.begin(tx, entry.id, before !== undefined))
  }
  return forgetting
}

function account({ result, loaded }: Batch, { entry, outcome, before, warnings }: ComparedRecord): void {
  loaded?.add(entry.type, entry.stored)
  result.counts[outcome]++
  const told = { line: entry.line, type: entry.type.type }
  for (const warning of warnings) result.warnings.push({ ...told, ...warning })
  if (outcome !== 'older') for (const kept of entry.kept ?? []) result.kept.push({ ...told, ...kept })
  const losses = before && entry.type.losses?.(before, entry.stored)
  for (const [what, count] of Object.entries(losses ?? {}))
    if (count > 0) result.losses.set(what, (result.losses.get(what) ?? 0) + count)
}

async function writeCompared(
  { tx, types, makers, result }: Batch,
  compared: readonly ComparedRecord[],
): Promise<void> {
  for (const [type, own] of Map.groupBy(compared, ({ entry }) => entry.type)) {
    const isRestricted = restrictedTypes(types).has(type.type)
    const audience = (stored: StoredRecord) => isRestricted && audienceOf(type.owners, stored)?.join()
    const jobs = own.flatMap(({ entry: { id, stored }, before }) =>
      dependantsOf(types, { type, id, after: stored, ...(before && { before }) }),
    )
    const rows = own.map(({ entry, row, before, beforeRow }) => {
      const old = before && beforeRow && makers.get(type.type)!(row.id, beforeRow.nanoid, before)
      const hasNewAudience = before !== undefined && audience(before) !== audience(entry.stored)
      if (hasNewAudience) result.audienceChanges++
      if (old && (hasNewAudience || old.label !== row.label)) jobs.push({ type: type.type, id: row.id })
      return replacementOf(row, old, beforeRow)
    })
    await addRefreshJobs(tx, types, jobs)
    await writeRows(tx, type, rows)
    result.written.set(type, (result.written.get(type) ?? 0) + rows.length)
  }
}

/** What others still reference stays, unless they are deleted with it; what is not there counts as done. */
async function writeDeletions(batch: Batch, entries: readonly Deletion[]): Promise<void> {
  const { tx, types, cache, result } = batch
  const stored = await storedRows(tx, entries)
  const there = entries.filter(entry => stored.has(recordKey(entry)))
  result.counts.unchanged += entries.length - there.length
  const going = (await withoutOwnersInUse(batch, await unreferenced(batch, there))).map(entry => {
    const { type, id } = entry
    return { type, id, before: wholeRecord(type, stored.get(recordKey(entry))!) }
  })
  if (going.length === 0) return
  cache.clear()
  result.counts.deleted += going.length
  const deleted = [...going, ...(await computedFrom(batch, going))]
  for (const one of deleted) {
    await addRefreshJobs(tx, types, dependantsOf(types, one))
    await deleteRows(tx, one.type, [one.id])
  }
  // Published together: an owner may have seen one of them through another.
  await publishChanges(batch, deleted)
  await markDropped(tx, deleted)
}

/** What was worked out here from records that go, goes with them. */
async function computedFrom(
  { tx, types }: Batch,
  going: readonly { type: RecordType; id: string }[],
): Promise<{ type: RecordType; id: string; before: StoredRecord }[]> {
  const found: { type: RecordType; id: string; before: StoredRecord }[] = []
  for (const type of types.filter(({ computed }) => computed)) {
    const ids = new Set<string>()
    for (const [mentioned, some] of Map.groupBy(going, one => one.type)) {
      const gone = some.map(({ id }) => id)
      for (const id of await idsNaming(tx, type, mentioned.type, gone)) ids.add(id)
    }
    for (const one of going) if (one.type === type) ids.delete(one.id)
    for (const [id, row] of await readRows(tx, type, [...ids]))
      found.push({ type, id, before: wholeRecord(type, row) })
  }
  return found
}

/** Warns of owners that are deleted before their keys; with `--strict` they stay. */
async function withoutOwnersInUse(batch: Batch, going: readonly Deletion[]): Promise<readonly Deletion[]> {
  const ownerOf = ({ type, id }: Deletion) => type.keyOwner && asOwner(type.keyOwner.kind, id)
  const owners = going.flatMap(entry => ownerOf(entry) ?? [])
  if (owners.length === 0) return going
  const having = await keysOfOwners(batch.tx, owners)
  const left: Deletion[] = []
  for (const entry of going)
    orReject(batch, entry, () => {
      const has = having.get(ownerOf(entry) ?? '')
      const warning = has && keysLeft(has)
      if (warning && batch.strict) throw InvalidValue.of([warning])
      if (warning) batch.result.warnings.push({ line: entry.line, type: entry.type.type, ...warning })
      left.push(entry)
    })
  return left
}

const keysLeft = ({ keys, endpoints }: { keys: number; endpoints: number }): Warning => ({
  code: 'KEYS_LEFT',
  path: 'id',
  reason: sentence`still has API keys (${keys}) and webhook endpoints (${endpoints}), which work for nobody without it`,
  hint: 'revoke its keys and delete its endpoints first',
})

/** Rejects those that others reference; then what the rejected ones reference stays too, and so on. */
async function unreferenced(batch: Batch, all: readonly Deletion[]): Promise<readonly Deletion[]> {
  let going = all
  for (let size = -1; size !== going.length; ) {
    size = going.length
    const byType = Map.groupBy(going, entry => entry.type.type)
    const idsOf = (type: string) => (byType.get(type) ?? []).map(({ id }) => id)
    const kept: Deletion[] = []
    for (const [type, own] of byType) {
      const mentioned = await oneMentionOfEach(batch.tx, loadableTypes(batch.types), type, idsOf(type), idsOf)
      for (const entry of own)
        orReject(batch, entry, () => {
          const by = mentioned.get(entry.id)
          if (by) throw stillMentioned(by)
          kept.push(entry)
        })
    }
    going = kept
  }
  return going
}
