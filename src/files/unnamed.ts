// Removes files with the last record that named them: their rows at once, so that nobody can fetch them, and their
// content too unless it is kept for a while or being read. Both are noted first, so that a crash loses neither.

import type { Database } from '../database/database.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { removingContent } from '../store/backup/content-lock.ts'
import { lockWriter } from '../store/schema/writer-lock.ts'
import {
  clearUnnamed,
  deleteUnnamed,
  dueContent,
  filesOfAttempts,
  forgetLeftContent,
  unnamedFiles,
} from '../store/writing/file-rows.ts'
import { oneMentionOfEach } from '../store/writing/load-queries.ts'
import type { FileStore } from './store.ts'

const batchFiles = 200

type RemovalOptions = {
  database: Database
  types: readonly RecordType[]
  /** Without it, their content stays. */
  store: FileStore | undefined
  /** How long their content is kept; that of somebody who was erased goes at once all the same. */
  keptHours?: number | undefined
  /** Whether a backup or an export that reads content is waited for; else it stays due, and goes the next time. */
  wait?: boolean | undefined
}

/** Gives back how many files went. */
export async function removeUnnamed(removing: RemovalOptions): Promise<number> {
  const { database, store, wait = false } = removing
  let removed = 0
  // Mostly there are none, and then no lock is taken.
  while ((await unnamedFiles(database, 1)).length > 0) removed += await removeRows(removing)
  if (store) await removeDue(database, store, wait)
  return removed
}

async function removeDue(database: Database, store: FileStore, wait: boolean): Promise<void> {
  while ((await dueContent(database, 1)).length > 0) {
    const removed = await removingContent(database, wait, async tx => {
      const keys = await dueContent(tx, batchFiles)
      for (const key of keys) await store.remove(key)
      await forgetLeftContent(tx, keys)
      return true
    })
    if (!removed) return
  }
}

/** Under the writer's lock, so that no record comes to name one meanwhile. */
const removeRows = ({ database, types, keptHours = 0 }: RemovalOptions): Promise<number> =>
  database.transaction(async tx => {
    await lockWriter(tx)
    const ids = await unnamedFiles(tx, batchFiles)
    const named = new Set([
      ...(await oneMentionOfEach(tx, types, 'file', ids)).keys(),
      ...(await filesOfAttempts(tx, ids)),
    ])
    await clearUnnamed(tx, [...named])
    const going = ids.filter(id => !named.has(id))
    await deleteUnnamed(tx, going, keptHours)
    return going.length
  })
