// What the owners of an endpoint could fetch now: the same Reach that a key of theirs would have.

import type { CallerKind } from '../../access/caller.ts'
import { reachOf } from '../../access/reach.ts'
import type { RecordType } from '../../kernel/resource/record-type.ts'
import type { Statements } from '../engine/database.ts'
import { idsWithin } from '../records/selection.ts'
import { principalOf } from './callers.ts'

/** Of these ids, those that a key with these owners could fetch. */
export async function visibleTo(
  database: Statements,
  types: readonly RecordType[],
  endpoint: { kind: CallerKind; owners: readonly string[] },
  object: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const type = types.find(known => known.type === object)!
  const reach = reachOf(await principalOf(database, types, endpoint), type.owners ?? {})
  return idsWithin(database, reach, type, ids)
}
