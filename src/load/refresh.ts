// Brings records that repeat others up to date: names after a rename, values that another record decides.
// Runs after a load, and in the server for what a dead process left behind.
import type { RecordType } from '../kernel/resource/record-type.ts'
import type { Transacting, Transaction } from '../store/engine/database.ts'
import { lockWriter } from '../store/records/load-queries.ts'
import {
  listDependants,
  nextRefreshJob,
  type RefreshJob,
  refreshesLeft,
  takeDependants,
} from '../store/records/refresh-jobs.ts'
import { readRows, rowMaker, unsplit, writeRows } from '../store/records/write-records.ts'
import { noteUnnamed } from './file-batch.ts'
import { References } from './references.ts'
import { publishChanges } from './tell.ts'

const batchRows = 1000

export type RefreshProgress = (followed: number, left: number) => void

/** Works until no job is left; gives back how many records were rewritten. */
export async function refreshAll(
  database: Transacting,
  types: readonly RecordType[],
  progress: RefreshProgress = () => {},
): Promise<number> {
  let followed = 0
  for (let job = await nextRefreshJob(database); job; job = await nextRefreshJob(database)) {
    followed += await refreshOnce(database, types, job)
    progress(followed, (await refreshesLeft(database)).rows)
  }
  return followed
}

async function refreshOnce(
  database: Transacting,
  types: readonly RecordType[],
  job: RefreshJob,
): Promise<number> {
  return database.transaction(async tx => {
    await lockWriter(tx)
    const current = await nextRefreshJob(tx)
    if (current?.n !== job.n) return 0
    if (!current.listed) await listDependants(tx, types, current)
    const taken = await takeDependants(tx, current, batchRows)
    let followed = 0
    for (const type of types) {
      const ids = taken.filter(row => row.type === type.type).map(row => row.id)
      if (ids.length > 0) followed += await rewrite(tx, types, type, ids)
    }
    return followed
  })
}

async function rewrite(
  tx: Transaction,
  types: readonly RecordType[],
  type: RecordType,
  ids: readonly string[],
): Promise<number> {
  const make = rowMaker(type)
  const rows = [...(await readRows(tx, type, ids)).values()]
  const entries = rows.map(row => ({ row, type, before: unsplit(type, row), stored: unsplit(type, row) }))
  const references = new References(tx, types)
  await references.fetch(entries)
  const changed = entries.flatMap(({ row, before, stored }) => {
    if (references.settle(type, stored)) return []
    const [old, now] = [make(row.id, row.nanoid, before), make(row.id, row.nanoid, stored)]
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    const narrow =
      JSON.stringify([old.label, old.mentions, old.columns]) !==
      JSON.stringify([now.label, now.mentions, now.columns])
    const children = JSON.stringify(old.children) !== JSON.stringify(now.children)
    const sameText = JSON.stringify([old.record, old.parts]) === JSON.stringify([now.record, now.parts])
    return [{ row: now, fresh: false, narrow, children, id: row.id, before, after: stored, sameText, type }]
  })
  await writeRows(tx, type, changed)
  await publishChanges({ tx, types, silent: true }, changed)
  await noteUnnamed(tx, changed)
  return changed.length
}
