// Files go with the last record that named them: their rows at once, so that nobody can fetch them, and their content
// with them unless it is to be kept a while. Both are written down first, so that a crash loses neither.
import type { RecordType } from '../kernel/record-type.ts'
import type { Database } from '../store/database.ts'
import {
  clearUnnamed,
  deleteUnnamed,
  dueContent,
  filesOfAttempts,
  forgetLeft,
  unnamedFiles,
} from '../store/file-rows.ts'
import { lockWriter, mentionedBy } from '../store/load-queries.ts'
import type { FileStore } from './store.ts'

const batchFiles = 200

export type Removing = {
  database: Database
  types: readonly RecordType[]
  /** Without it, their content is left to those who have it. */
  store: FileStore | undefined
  /** How long their content is kept; that of somebody who was erased goes at once all the same. */
  keptHours?: number | undefined
}

/** Gives back how many files went. */
export async function removeUnnamed(removing: Removing): Promise<number> {
  const { database, store } = removing
  let removed = 0
  // Mostly there is none, and nobody has to wait for that.
  while ((await unnamedFiles(database, 1)).length > 0) removed += await removeRows(removing)
  if (store) await removeDue(database, store)
  return removed
}

async function removeDue(database: Database, store: FileStore): Promise<void> {
  for (;;) {
    const keys = await dueContent(database, batchFiles)
    if (keys.length === 0) return
    for (const key of keys) await store.remove(key)
    await forgetLeft(database, keys)
  }
}

/** Under the writer's lock, so that no record comes to name one meanwhile. */
const removeRows = ({ database, types, keptHours = 0 }: Removing): Promise<number> =>
  database.transaction(async tx => {
    await lockWriter(tx)
    const ids = await unnamedFiles(tx, batchFiles)
    const named = new Set([
      ...(await mentionedBy(tx, types, 'file', ids)).keys(),
      ...(await filesOfAttempts(tx, ids)),
    ])
    await clearUnnamed(tx, [...named])
    const going = ids.filter(id => !named.has(id))
    await deleteUnnamed(tx, going, keptHours)
    return going.length
  })
