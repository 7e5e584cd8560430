// Files go with the last record that named them: their rows at once, so that nobody can fetch them, and their content
// with them unless it is to be kept a while. Under the writer's lock, so that no record comes to name one meanwhile.
import type { RecordType } from '../kernel/record-type.ts'
import type { Database } from '../store/database.ts'
import { clearUnnamed, deleteFile, filesOfAttempts, forgetLeft, unnamedFiles } from '../store/file-rows.ts'
import { lockWriter, mentionedBy } from '../store/load-queries.ts'
import type { FileStore } from './store.ts'

const batchFiles = 200

/** Gives back how many went. What a crash leaves of it, the sweep finds. */
export async function removeUnnamed(
  database: Database,
  types: readonly RecordType[],
  store: FileStore | undefined,
): Promise<number> {
  let removed = 0
  // Mostly there is none, and nobody has to wait for that.
  while ((await unnamedFiles(database, 1)).length > 0) {
    const keys = await database.transaction(async tx => {
      await lockWriter(tx)
      const files = await unnamedFiles(tx, batchFiles)
      const ids = files.map(({ id }) => id)
      const named = new Set([
        ...(await mentionedBy(tx, types, 'file', ids)).keys(),
        ...(await filesOfAttempts(tx, ids)),
      ])
      await clearUnnamed(tx, [...named])
      const going = files.filter(({ id }) => !named.has(id))
      for (const { id } of going) await deleteFile(tx, id)
      return going.map(({ storageKey }) => storageKey)
    })
    if (store) {
      for (const key of keys) await store.remove(key)
      await forgetLeft(database, keys)
    }
    removed += keys.length
  }
  return removed
}
