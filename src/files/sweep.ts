// Removes content that no file has: what a crash between a write and its commit left behind, and what was
// replaced or deleted. An hour's grace, because a load stores content before it commits. While a backup or an export reads
// content, nothing is removed.

import type { Database } from '../database/database.ts'
import { removingContent } from '../store/backup/content-lock.ts'
import { forgetLeftContent, unusedKeys } from '../store/writing/file-rows.ts'
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
    const old = keys
    keys = []
    const unused = await removingContent(database, false, async tx => {
      const unused = await unusedKeys(tx, old, { since, now })
      for (const key of unused) await store.remove(key)
      await forgetLeftContent(tx, unused)
      return unused
    })
    removed += unused?.length ?? 0
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
