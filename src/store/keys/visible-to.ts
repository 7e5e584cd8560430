// What the owners of an endpoint could fetch now: the same Reach that a key of theirs would have.

import type { CallerKind } from '../../access/caller.ts'
import { reachOf } from '../../access/reach.ts'
import type { RecordType } from '../../kernel/resource/record-type.ts'
import type { Statements } from '../engine/database.ts'
import { name, sql } from '../engine/sql.ts'
import { narrowTable } from '../records/tables.ts'
import { inReach } from '../records/where.ts'
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
  if (reach.branches.length === 0 || ids.length === 0) return new Set()
  const rows = await database.rows<{ id: string }>(sql`
    select s.id from ${name(narrowTable(object))} s
    where s.id = any(${ids}::text[]) and ${inReach(reach, type)}`)
  return new Set(rows.map(row => row.id))
}
