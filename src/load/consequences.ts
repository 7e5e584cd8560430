// What a write means for other records, besides names: whom a record is open to through others, and numbers
// that count others.

import type { RecordType } from '../kernel/resource/record-type.ts'
import { namesIn } from '../shape/path.ts'
import { type Stored, storedAt } from '../shape/stored.ts'
import type { Transaction } from '../store/engine/database.ts'
import { type Granted, grantedTypes, refreshGrants } from '../store/records/grants.ts'
import { addRecounts } from '../store/records/refresh-jobs.ts'

export type Changed = {
  type: RecordType
  id: string
  before?: Stored
  after?: Stored
  /** Nothing that is ever shown changed, only facts or the short id. */
  sameText?: boolean
  newNanoid?: boolean
}

/** Of records that are open through others, by type: to whom they were and are. */
export type Grants = ReadonlyMap<RecordType, readonly Granted[]>

export const idsAt = (stored: Stored | undefined, path: string): string[] =>
  stored ? (storedAt(stored, namesIn(path)) as string[]) : []

export async function consequences(
  tx: Transaction,
  types: readonly RecordType[],
  changed: readonly Changed[],
): Promise<Grants> {
  const grants = new Map<RecordType, Granted[]>()
  for (const { type, grantedBy } of grantedTypes(types)) {
    const ids = changed.flatMap(({ type: written, id, before, after }) => {
      if (written === type) return after ? [id] : []
      const opening = grantedBy.find(source => 'type' in source && source.type === written.type)
      return opening && 'by' in opening ? [...idsAt(before, opening.by), ...idsAt(after, opening.by)] : []
    })
    grants.set(type, await refreshGrants(tx, types, type, [...new Set(ids)]))
  }
  await addRecounts(tx, recounts(types, changed))
  return grants
}

/** Records whose numbers count what was added, removed or moved. */
function recounts(types: readonly RecordType[], changed: readonly Changed[]): { type: string; id: string }[] {
  const found = new Map<string, { type: string; id: string }>()
  for (const counting of types) {
    for (const { type, by } of Object.values(counting.counts)) {
      for (const { type: written, before, after } of changed) {
        if (written.type !== type) continue
        const [was, is] = [idsAt(before, by)[0], idsAt(after, by)[0]]
        if (was === is) continue
        for (const id of [was, is])
          if (id !== undefined) found.set(`${counting.type}:${id}`, { type: counting.type, id })
      }
    }
  }
  return [...found.values()]
}
