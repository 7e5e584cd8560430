// The events that some owners were told, newest first and as far as they could fetch the record now, for people who look
// back.
import type { Database, Statements } from '../database/database.ts'
import { none, sql } from '../database/sql.ts'
import { labelText } from '../keys/visible-to.ts'
import { idsWithin } from '../reading/selection.ts'
import { readLabels } from '../records/record-rows.ts'
import type { Listener } from './heard.ts'

export type PastEvent = {
  id: string
  type: string
  objectId: string
  /** What the record is known by. */
  label: string | null
  createdAt: string
}

type Asked = Listener & {
  /** The one type that is wanted, else all that are heard. */
  type?: string | undefined
  /** The last of the page before. */
  after?: string | undefined
  limit: number
}

/** Batches grow up to this size where most events are about records that are no longer seen. */
const mostAtOnce = 4_000

/** Undefined where `after` is not an event of these owners. A page that is not full is the last. */
export const pastEvents = (database: Database, asked: Asked): Promise<PastEvent[] | undefined> =>
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

type Row = { seq: string; id: string; type: string; object: string; object_id: string; at: Date }

const typesOf = ({ heard }: Asked) => heard.flatMap(({ types }) => types)

async function placeOf(tx: Statements, asked: Asked, id: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ seq: string }>(sql`
    select e.seq from event e where e.id = ${id} and e.type = any(${typesOf(asked)}::text[])
      and exists (select 1 from event_owner h where h.seq = e.seq and h.owner = any(${asked.owners}::text[]))`)
  return row?.seq
}

/** None from before the feed begins for these owners. */
function rowsBefore(tx: Statements, asked: Asked, before: string | undefined, many: number): Promise<Row[]> {
  const { owners } = asked
  const types = typesOf(asked).filter(type => asked.type === undefined || type === asked.type)
  return tx.rows<Row>(sql`
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

async function seen(tx: Statements, { heard }: Asked, rows: readonly Row[]): Promise<PastEvent[]> {
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
