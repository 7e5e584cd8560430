// Events that were told, for people who look back: to the holder of a key those of its owners, newest first and as far as
// it could fetch the record now; to operators all, in order. For a key no other event, and no delivery of one, exists.
import type { Reach } from '../../access/ownership.ts'
import type { Database, Statements } from '../../database/database.ts'
import { none, or, type Sql, sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { instant, orNull, record, text } from '../../shape/shape.ts'
import { inReach } from '../reading/where.ts'
import { labelText, readLabels } from '../records/record-rows.ts'
import { narrowRows } from '../records/tables.ts'
import { type EventRow, eventRows } from './stored-feeds.ts'

/** Types of events that are about one kind of record, and the records of that kind that may be seen. */
export type EventScope = { types: readonly string[]; object: RecordType; reach: Reach }

/** The holder of a key: its owners, as `c:<company>` and `a:<agency>`, and what it hears of. */
export type Listener = { owners: readonly string[]; heard: readonly EventScope[] }

/** A condition on the events `e` that are told. */
export function heardCondition(heard: readonly EventScope[]): Sql {
  const open = heard.filter(({ reach }) => reach.branches.length > 0)
  if (open.length === 0) return sql`false`
  const conditions = open.map(
    ({ types, object, reach }) => sql`(e.type = any(${types}::text[]) and exists (
      select 1 from ${narrowRows(object)} s where s.id = e.object_id and ${inReach(reach, object)}))`,
  )
  return sql`(${or(conditions)})`
}

/** `label` is what the record is known by. */
export const PastEvent = record({
  id: text,
  type: text,
  objectId: text,
  label: orNull(text),
  createdAt: instant,
})

type PastEventsQuery = Listener & {
  /** The one type that is wanted, else all that are heard. */
  type?: string | undefined
  /** The last of the page before. */
  after?: string | undefined
  limit: number
}

/** Undefined where `after` is not an event of these owners. A page that is not full is the last. None is from before the
 * feed begins for these owners. */
export const pastEvents = (database: Database, { owners, heard, type, after, limit }: PastEventsQuery) =>
  database.transaction(async tx => {
    const types = heard.flatMap(scope => scope.types)
    const last = after === undefined ? undefined : await numberOf(tx, owners, types, after)
    if (after !== undefined && last === undefined) return undefined
    const wanted = types.filter(each => type === undefined || each === type)
    const condition = sql`h.seq > (
        select greatest(head.floor_event_seq, max(s.event_seq))
        from head left join owner_scope s on s.owner = any(${owners}::text[]) group by head.floor_event_seq
      )${last === undefined ? none : sql` and h.seq < ${last}::text::bigint`} and ${heardCondition(heard)}`
    const rows = await eventRows(tx, { owners, types: wanted, limit }, condition, { newestFirst: true })
    return labelled(tx, rows)
  }, 'read')

const numberOf = (tx: Statements, owners: readonly string[], types: readonly string[], id: string) =>
  tx.value(sql`
    select e.seq from event e where e.id = ${id} and e.type = any(${types}::text[])
      and exists (select 1 from event_owner h where h.seq = e.seq and h.owner = any(${owners}::text[]))`)

/** Events with what their records are known by. */
async function labelled(tx: Statements, rows: readonly EventRow[]) {
  const labels = new Map<string, string | null>()
  for (const [object, group] of Map.groupBy(rows, row => row.object)) {
    const ids = group.map(row => row.objectId)
    for (const [id, label] of await readLabels(tx, object, ids))
      labels.set(`${object} ${id}`, labelText(label))
  }
  return rows.map(({ id, type, object, objectId, createdAt }) => {
    const label = labels.get(`${object} ${objectId}`) ?? null
    return { id, type, objectId, label, createdAt }
  })
}

export type ListedEvent = {
  seq: number
  id: string
  type: string
  objectId: string
  createdAt: string
  owners: string[]
}

export const lastEvent = async (database: Statements): Promise<number> =>
  Number(await database.value(sql`select event_seq from head`))

/** Those after a number; of one owner where it is given. */
export async function eventsAfter(
  database: Statements,
  after: number,
  owner: string | undefined,
): Promise<ListedEvent[]> {
  const isOwners = sql`exists (select 1 from event_owner o where o.seq = e.seq and o.owner = ${owner})`
  const rows = await database.rows<Omit<ListedEvent, 'seq' | 'createdAt'> & { seq: string; at: Date }>(sql`
    select e.seq, e.id, e.type, e.object_id as "objectId", e.at,
      array(select o.owner from event_owner o where o.seq = e.seq order by o.owner desc) as owners
    from event e where e.seq > ${after}::bigint ${owner === undefined ? none : sql`and ${isOwners}`}
    order by e.seq limit 100`)
  return rows.map(({ seq, at, ...event }) => ({ ...event, seq: Number(seq), createdAt: at.toISOString() }))
}
