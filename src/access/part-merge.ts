// Parts that are put into a record in a way of their own.
import type { CallerKind } from './caller.ts'
import type { Viewer } from './viewer.ts'

/** A Part that is put into a record in a way of its own, by whoever is shown it. */
export type PartMerge = {
  property: string
  callers: CallerKind
  put(record: Record<string, unknown>, value: unknown, owners: ReadonlySet<string>): void
}

export function mergeParts(
  record: Record<string, unknown>,
  merges: readonly PartMerge[],
  viewer: Viewer,
): void {
  for (const { property, put, callers } of merges) {
    const value = record[property]
    delete record[property]
    if (callers === viewer.kind) put(record, value ?? [], new Set(viewer.owners))
  }
}
