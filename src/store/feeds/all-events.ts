// Every event in order, for operators: no key and no Reach, so nothing of the API comes this way.
import type { Statements } from '../database/database.ts'
import { none, sql } from '../database/sql.ts'

export type ListedEvent = {
  seq: number
  id: string
  type: string
  objectId: string
  createdAt: string
  owners: string[]
}

export async function lastEvent(database: Statements): Promise<number> {
  const [row] = await database.rows<{ seq: string }>(sql`select event_seq as seq from head`)
  return Number(row!.seq)
}

/** Those after a number; of one owner where it is given. */
export async function eventsAfter(
  database: Statements,
  after: number,
  { owner, limit = 100 }: { owner?: string | undefined; limit?: number } = {},
): Promise<ListedEvent[]> {
  const rows = await database.rows<{
    seq: string
    id: string
    type: string
    object_id: string
    at: Date
    owners: string[]
  }>(sql`
    select e.seq, e.id, e.type, e.object_id, e.at,
      array(select o.owner from event_owner o where o.seq = e.seq order by o.owner desc) as owners
    from event e where e.seq > ${after}::bigint
      ${owner === undefined ? none : sql`and exists (select 1 from event_owner o where o.seq = e.seq and o.owner = ${owner})`}
    order by e.seq limit ${limit}`)
  return rows.map(row => ({
    seq: Number(row.seq),
    id: row.id,
    type: row.type,
    objectId: row.object_id,
    createdAt: row.at.toISOString(),
    owners: row.owners,
  }))
}
