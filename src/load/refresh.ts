// Refresh jobs: which records depend on one that was written, and bringing them up to date in batches, after a load and
// in the server for what a dead process left behind.

import type { Transacting, Transaction } from '../database/database.ts'
import { markDropped } from '../files/loading.ts'
import { aliasOf } from '../record-types/columns.ts'
import type { RecordType } from '../record-types/record-type.ts'
import type { Derivation } from '../record-types/rules.ts'
import { memoized } from '../shape/memoized.ts'
import { sentenceText } from '../shape/sentence.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { readRows, replacementOf, rowMaker, wholeRecord, writeRows } from '../store/records/record-rows.ts'
import { type InvalidRecord, noteInvalid } from '../store/schema/shape-checks.ts'
import { lockWriter } from '../store/schema/writer-lock.ts'
import {
  type CopiedRecord,
  listDependants,
  nextRefreshJob,
  type RefreshJob,
  refreshesLeft,
  takeDependants,
} from '../store/writing/refresh-jobs.ts'
import { missingRecords } from './batch.ts'
import { isSameText } from './compare.ts'
import { References } from './references.ts'
import { publishChanges } from './tell.ts'

/** The derivations from a type; `byReference` where each is found by a reference, which cannot be older than its target. */
type Dependency = { derivations: readonly Derivation[]; byReference: boolean }

const dependencies = memoized(
  (types: readonly RecordType[]) => new Map(types.map(type => [type, dependencyOn(type, types)])),
)

function dependencyOn({ type, alias }: RecordType, types: readonly RecordType[]): Dependency {
  const found = types.flatMap(({ derivations, mentions }) =>
    derivations
      .filter(derivation => derivation.type === type)
      .map(derivation => ({
        derivation,
        byReference: mentions.some(
          mention => mention.type === type && derivation.by.join() === `${mention.path}.id`,
        ),
      })),
  )
  return {
    derivations: found.map(({ derivation }) => derivation),
    byReference: !alias && found.every(({ byReference }) => byReference),
  }
}

/** What to add jobs for when a record was written: those that derive values from it, where these have changed. */
export function dependantsOf(
  types: readonly RecordType[],
  { type, id, before, after }: { type: RecordType; id: string; before?: StoredRecord; after?: StoredRecord },
): CopiedRecord[] {
  const { derivations, byReference } = dependencies(types).get(type)!
  if (derivations.length === 0 || (!before && byReference)) return []
  const deciding = (stored: StoredRecord | undefined) => {
    const alias = stored && (type.alias ? type.alias.only(stored) && aliasOf(stored, type.alias.paths) : id)
    if (!alias) return undefined
    const aspects = [type.alias?.first?.(stored), ...derivations.map(derivation => derivation.aspect(stored))]
    return { alias, text: JSON.stringify(aspects) }
  }
  const [was, is] = [deciding(before), deciding(after)]
  if (was?.alias === is?.alias && was?.text === is?.text) return []
  const aliases = new Set([was?.alias, is?.alias])
  return [...aliases].flatMap(alias => (alias ? [{ type: type.type, id, alias }] : []))
}

const batchRows = 1000

type RefreshOptions = {
  progress?: ((left: number) => void) | undefined
  /** Called with each job before the transaction that does some of it. */
  before?: ((job: RefreshJob) => Promise<void>) | undefined
}

/** How many records were rewritten, and how many name what is not there: what they repeat of it stays as it was. */
type RefreshResult = { rewritten: number; unresolved: number }

/** Works until no job is left. */
export async function refreshAll(
  database: Transacting,
  types: readonly RecordType[],
  { progress, before }: RefreshOptions = {},
): Promise<RefreshResult> {
  const all = { rewritten: 0, unresolved: 0 }
  for (let job = await nextRefreshJob(database); job; job = await nextRefreshJob(database)) {
    await before?.(job)
    add(all, await refreshBatch(database, types, job))
    progress?.((await refreshesLeft(database)).rows)
  }
  return all
}

function add(all: RefreshResult, more: RefreshResult): void {
  all.rewritten += more.rewritten
  all.unresolved += more.unresolved
}

const refreshBatch = (
  database: Transacting,
  types: readonly RecordType[],
  job: RefreshJob,
): Promise<RefreshResult> =>
  database.transaction(async tx => {
    const all = { rewritten: 0, unresolved: 0 }
    await lockWriter(tx)
    const current = await nextRefreshJob(tx)
    if (current?.n !== job.n) return all
    if (!current.listed) await listDependants(tx, types, current)
    const taken = await takeDependants(tx, current, batchRows)
    for (const type of types) {
      const ids = taken.filter(row => row.type === type.type).map(row => row.id)
      if (ids.length > 0) add(all, await rewriteRecords(tx, types, type, ids))
    }
    return all
  })

const same = (stored: StoredRecord) => stored

/** Brings these up to date with what they mention; with `change`, changed besides, and as rows are made now. Those that
 * name what is not there are noted with the records that do not fit. */
export async function rewriteRecords(
  tx: Transaction,
  types: readonly RecordType[],
  type: RecordType,
  given: readonly string[],
  change?: (stored: StoredRecord) => StoredRecord,
): Promise<RefreshResult> {
  const make = rowMaker(type)
  const rows = [...(await readRows(tx, type, given)).values()]
  const entries = rows.map(row => ({
    row,
    type,
    before: wholeRecord(type, row),
    stored: (change ?? same)(wholeRecord(type, row)),
  }))
  const references = new References(tx, types)
  await references.fetch(entries)
  const unresolved: InvalidRecord[] = []
  const changed = entries.flatMap(({ row, before, stored }) => {
    const { id, nanoid } = row
    const [missing] = missingRecords(references.resolve(type, stored))
    if (missing) unresolved.push({ id, path: missing.path, reason: sentenceText(missing.reason) })
    const [old, now] = [make(id, nanoid, before), make(id, nanoid, stored)]
    const isAsStored = !change || (isSameText(now, row) && now.facts === row.facts)
    if (isAsStored && JSON.stringify(old) === JSON.stringify(now)) return []
    const sameText = isSameText(old, now)
    return [{ ...replacementOf(now, old, row), id, before, after: stored, sameText, type }]
  })
  await writeRows(tx, type, changed)
  await publishChanges({ tx, types, silent: true }, changed)
  await markDropped(tx, changed)
  const ids = unresolved.map(({ id }) => id)
  if (ids.length > 0 && !tx.isRehearsal) await noteInvalid(tx, type.type, ids, unresolved)
  return { rewritten: changed.length, unresolved: ids.length }
}
