// Records by their ids, as their collection's list shows them: what feeds hand on beside their entries.

import { schemaRedaction } from '../../access/redact.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { writeMarked } from '../../shape/file-mark.ts'
import { recordOf, shownRow } from '../operation/answer.ts'
import type { Operation } from '../operation/operation.ts'
import { partsOn, viewsOf, wantedParts } from '../query/view.ts'
import type { CollectionDeclaration } from './declaration.ts'

export function recordsByIds(
  declared: CollectionDeclaration,
  { type, owners: stored }: RecordType,
  on: 'list' | 'get',
): NonNullable<Operation['byIds']> {
  const view = viewsOf(declared, schemaRedaction(declared.record, stored?.connectedTo))
  const parts = wantedParts(partsOn(declared, on), {})
  const enrich = declared.reading?.[on]
  return async (ids, context) => {
    const { caller, world, reach } = context
    const seen = view(caller, parts)
    const plan = {
      type,
      reach: reach(declared.owners),
      ids,
      parts: seen.parts,
      viewer: seen.viewer,
      cut: true,
    }
    const rows = await world.records.some(plan)
    if (!enrich) return new Map([...rows].map(([id, row]) => [id, shownRow(row, seen)]))
    const values = [...rows.values()].map(row => recordOf(row, seen))
    await enrich(values, context)
    return new Map([...rows.keys()].map((id, index) => [id, [Buffer.from(writeMarked(values[index]))]]))
  }
}
