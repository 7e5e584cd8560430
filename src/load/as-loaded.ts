// A stored record as its source would send it again: without what was worked out, files by their load names. Patches are
// laid over it, and exports are made of it.
import type { Stored } from '../kernel/columns.ts'
import { markedFile } from '../kernel/file-mark.ts'
import type { RecordType } from '../kernel/record-type.ts'

export function asLoaded(type: RecordType, { record, facts }: Stored): Stored {
  const copy = { record: withFiles(record), facts: withFiles(facts) } as Stored
  type.asLoaded?.(copy)
  return copy
}

/** A copy in which files go by the names that lines call them by. */
function withFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFiles)
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withFiles(inner)]))
  const file = markedFile(value)
  return file === undefined ? value : `file:${file}`
}
