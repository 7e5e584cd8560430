// A stored record as its source would send it again: without derived values, and with files by the names that lines use.
// Exports are made of it, and patches are applied to it.

import type { RecordType } from '../record-types/record-type.ts'
import { markedFile } from '../shape/file-mark.ts'
import { type Node, nodeOf, withoutNull } from '../shape/shape.ts'
import type { StoredRecord } from '../shape/stored.ts'

export function asLoaded(type: RecordType, { record, facts }: StoredRecord): StoredRecord {
  const copy = { record: withFiles(record), facts: withFiles(facts) } as StoredRecord
  type.asLoaded?.(copy)
  withoutDerived(nodeOf(type.record), copy.record)
  withoutDerived(nodeOf(type.facts), copy.facts)
  return copy
}

function withoutDerived(node: Node, value: unknown): void {
  const { properties, items } = withoutNull(node).node
  if (Array.isArray(value)) {
    if (items) for (const item of value) withoutDerived(items, item)
    return
  }
  if (value === null || typeof value !== 'object') return
  for (const [name, child] of Object.entries(properties ?? {})) {
    const inner = (value as Record<string, unknown>)[name]
    if (inner === undefined) continue
    if (child['x-derived']) delete (value as Record<string, unknown>)[name]
    else withoutDerived(child, inner)
  }
}

/** A copy with `file:` and an id for each file. */
function withFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFiles)
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withFiles(inner)]))
  const file = markedFile(value)
  return file === undefined ? value : `file:${file}`
}
