// Removes content that no file has: what a crash between a write and its commit left behind, and what was
// replaced or deleted. An hour's grace: a load stores content before it commits, and a backup reads it after the
// rows that name it.
import type { Database } from '../store/database.ts'
import { forgetLeft, unusedKeys } from '../store/file-rows.ts'
import type { FileStore } from './store.ts'

const graceMs = 60 * 60 * 1000
const batchKeys = 1000

/** Gives back how many were removed. */
export async function sweepFiles(
  database: Database,
  store: FileStore,
  now: Date = new Date(),
  stopped: () => boolean = () => false,
): Promise<number> {
  const since = new Date(now.getTime() - graceMs)
  let removed = 0
  let keys: string[] = []
  const settle = async () => {
    const unused = await unusedKeys(database, keys, { since, now })
    for (const key of unused) await store.remove(key)
    await forgetLeft(database, unused)
    removed += unused.length
    keys = []
  }
  for await (const { key, changedAt } of store.list()) {
    if (stopped()) return removed
    if (changedAt > since) continue
    keys.push(key)
    if (keys.length >= batchKeys) await settle()
  }
  await settle()
  return removed
}
