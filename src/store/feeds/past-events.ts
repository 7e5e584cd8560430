// Events that were told, for people who look back: to the holder of a key those of its owners, newest first and as far as
// it could fetch the record now; to operators all, in order. For a key no other event, and no delivery of one, exists.
import type { Reach } from '../../access/ownership.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import type { Database, Statements } from '../database/database.ts'
import { join, name, none, type Sql, sql } from '../database/sql.ts'
import { labelText } from '../keys/visible-to.ts'
import { idsWithin } from '../reading/selection.ts'
import { inReach } from '../reading/where.ts'
import { readLabels } from '../records/record-rows.ts'
import { narrowTable } from '../records/tables.ts'

/** Types of events that are about one kind of record, and the records of that kind that may be seen. */
export type EventScope = { types: readonly string[]; object: RecordType; reach: Reach }

/** The holder of a key: its owners, as `c:<company>` and `a:<agency>`, and what it hears of. */
export type Listener = { owners: readonly string[]; heard: readonly EventScope[] }

/** A condition on the events `e` that are told. */
export function isHeard(heard: readonly EventScope[]): Sql {
  const open = heard.filter(({ reach }) => reach.branches.length > 0)
  if (open.length === 0) return sql`false`
  const conditions = open.map(
    ({ types, object, reach }) => sql`(e.type = any(${types}::text[]) and exists (
      select 1 from ${name(narrowTable(object.type))} s where s.id = e.object_id and ${inReach(reach, object)}))`,
  )
  return sql`(${join(conditions, ' or ')})`
}

export type PastEvent = {
  id: string
  type: string
  objectId: string
  /** What the record is known by. */
  label: string | null
  createdAt: string
}

type PastEventsQuery = Listener & {
  /** The one type that is wanted, else all that are heard. */
  type?: string | undefined
  /** The last of the page before. */
  after?: string | undefined
  limit: number
}

/** Batches grow up to this size where most events are about records that are no longer seen. */
const mostAtOnce = 4_000

/** Undefined where `after` is not an event of these owners. A page that is not full is the last. */
export const pastEvents = (database: Database, asked: PastEventsQuery): Promise<PastEvent[] | undefined> =>
  database.transaction(async tx => {
    let before = asked.after === undefined ? undefined : await placeOf(tx, asked, asked.after)
    if (asked.after !== undefined && before === undefined) return undefined
    const found: PastEvent[] = []
    for (let many = asked.limit; found.length < asked.limit; many = Math.min(many * 4, mostAtOnce)) {
      const rows = await rowsBefore(tx, asked, before, many)
      found.push(...(await seen(tx, asked, rows)))
      if (rows.length < many) break
      before = rows.at(-1)!.seq
    }
    return found.slice(0, asked.limit)
  }, 'read')

type EventRow = { seq: string; id: string; type: string; object: string; object_id: string; at: Date }

const typesOf = ({ heard }: PastEventsQuery) => heard.flatMap(({ types }) => types)

async function placeOf(tx: Statements, asked: PastEventsQuery, id: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ seq: string }>(sql`
    select e.seq from event e where e.id = ${id} and e.type = any(${typesOf(asked)}::text[])
      and exists (select 1 from event_owner h where h.seq = e.seq and h.owner = any(${asked.owners}::text[]))`)
  return row?.seq
}

/** None from before the feed begins for these owners. */
function rowsBefore(
  tx: Statements,
  asked: PastEventsQuery,
  before: string | undefined,
  many: number,
): Promise<EventRow[]> {
  const { owners } = asked
  const types = typesOf(asked).filter(type => asked.type === undefined || type === asked.type)
  return tx.rows<EventRow>(sql`
    select distinct found.* from (
      select greatest(h.floor_event_seq, max(s.event_seq)) as seq
      from head h left join owner_scope s on s.owner = any(${owners}::text[]) group by h.floor_event_seq
    ) floor cross join unnest(${owners}::text[]) o(owner) cross join lateral (
      select e.seq, e.id, e.type, e.object, e.object_id, e.at
      from event_owner h join event e on e.seq = h.seq
      where h.owner = o.owner and h.seq > floor.seq and e.type = any(${types}::text[])
        ${before === undefined ? none : sql`and h.seq < ${before}::text::bigint`}
      order by h.seq desc limit ${many}::int
    ) found order by found.seq desc limit ${many}::int`)
}

async function seen(
  tx: Statements,
  { heard }: PastEventsQuery,
  rows: readonly EventRow[],
): Promise<PastEvent[]> {
  const labels = new Map<string, string | null>()
  for (const [object, group] of Map.groupBy(rows, row => row.object)) {
    const { reach, object: type } = heard.find(one => one.object.type === object)!
    const ids = group.map(row => row.object_id)
    const open = [...(await idsWithin(tx, reach, type, ids))]
    const known = await readLabels(tx, object, open)
    for (const id of open) labels.set(`${object} ${id}`, labelText(known.get(id)))
  }
  return rows.flatMap(({ id, type, object, object_id, at }) => {
    const label = labels.get(`${object} ${object_id}`)
    return label === undefined ? [] : [{ id, type, objectId: object_id, label, createdAt: at.toISOString() }]
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
