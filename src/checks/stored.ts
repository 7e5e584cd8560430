// Stored records of one type, whole, as those who work things out from them read them.
import { typeNamed } from '../api/index.ts'
import type { Statements } from '../database/database.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { readRows, wholeRecord } from '../store/records/record-rows.ts'

/** `T` is what the Shapes of the type say; those that are not stored are left out. */
export async function readStored<T = StoredRecord>(
  db: Statements,
  type: string,
  ids: readonly string[],
): Promise<Map<string, T>> {
  const declared = typeNamed(type)
  const rows = await readRows(db, declared, ids)
  return new Map([...rows].map(([id, row]) => [id, wholeRecord(declared, row) as unknown as T]))
}
