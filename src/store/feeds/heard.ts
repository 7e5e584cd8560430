// Which events somebody may be told of: of some types, about records that they could fetch now. For them no other event,
// and no delivery of one, exists.
import type { Reach } from '../../access/ownership.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { join, name, type Sql, sql } from '../database/sql.ts'
import { inReach } from '../reading/where.ts'
import { narrowTable } from '../records/tables.ts'

/** Types of events that are about one kind of record, and the records of that kind that may be seen. */
export type Heard = { types: readonly string[]; object: RecordType; reach: Reach }

/** The holder of a key: its owners, as `c:<company>` and `a:<agency>`, and what it hears of. */
export type Listener = { owners: readonly string[]; heard: readonly Heard[] }

/** A condition on the events `e` that are told. */
export function isHeard(heard: readonly Heard[]): Sql {
  const open = heard.filter(({ reach }) => reach.branches.length > 0)
  if (open.length === 0) return sql`false`
  const conditions = open.map(
    ({ types, object, reach }) => sql`(e.type = any(${types}::text[]) and exists (
      select 1 from ${name(narrowTable(object.type))} s where s.id = e.object_id and ${inReach(reach, object)}))`,
  )
  return sql`(${join(conditions, ' or ')})`
}
