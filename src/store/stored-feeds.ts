// Reads the feeds. Numbers are given out under the head's lock, so whoever sees one sees all before it; page and head
// are read in one snapshot.
import type { ChangeEntry, EventEntry, EventPlan, FeedPage, FeedPlan, Feeds } from '../kernel/feed.ts'
import type { RecordType } from '../kernel/record-type.ts'
import type { Database, Transaction } from './database.ts'
import { name, sql } from './sql.ts'
import { narrowTable } from './tables.ts'
import { inReach } from './where.ts'

export function storedFeeds(database: Database, types: readonly RecordType[]): Feeds {
  const typed = (type: string) => types.find(known => known.type === type)!
  return {
    changes: plan =>
      database.transaction(async tx => {
        const state = await stateOf(tx, plan.owners)
        const rows = plan.after === 'now' ? [] : await changeRows(tx, plan, startOf(plan, state.changes))
        const merged = merge(rows)
        return pageOf(merged.slice(0, plan.limit), merged.length > plan.limit, state.feed, state.changes)
      }, 'read'),
    events: plan =>
      database.transaction(async tx => {
        const state = await stateOf(tx, plan.owners)
        const rows = plan.after === 'now' ? [] : await eventRows(tx, plan, startOf(plan, state.events))
        const read = rows.slice(0, plan.limit)
        const page = pageOf(read, rows.length > plan.limit, state.feed, state.events)
        const visible = await seen(tx, plan, read, typed)
        return { ...page, entries: page.entries.filter(entry => visible.has(entry.id)) }
      }, 'read'),
  }
}

type Place = { head: number; floor: number }
type State = { feed: string; changes: Place; events: Place }

async function stateOf(tx: Transaction, owners: readonly string[]): Promise<State> {
  const [row] = await tx.rows<Record<'feed' | 'seq' | 'event_seq' | 'floor' | 'event_floor', string>>(sql`
    select (select value from setting where name = 'feed') as feed, h.seq, h.event_seq,
      greatest(h.floor_seq, s.seq) as floor, greatest(h.floor_event_seq, s.event_seq) as event_floor
    from head h cross join (
      select max(seq) as seq, max(event_seq) as event_seq from owner_scope where owner = any(${owners}::text[])
    ) s`)
  const { feed, seq, event_seq, floor, event_floor } = row!
  return {
    feed,
    changes: { head: Number(seq), floor: Number(floor) },
    events: { head: Number(event_seq), floor: Number(event_floor) },
  }
}

const startOf = ({ after }: FeedPlan, { floor }: Place) => (typeof after === 'number' ? after : floor)

/** Where nothing more was found, reading goes on from the end: what is not for this reader is not looked at again. */
function pageOf<E extends { seq: number }>(
  read: readonly E[],
  more: boolean,
  feed: string,
  place: Place,
): FeedPage<Omit<E, 'seq'>> {
  return {
    entries: read.map(({ seq: _, ...entry }) => entry),
    next: more ? read.at(-1)!.seq : place.head,
    more,
    feed,
    ...place,
  }
}

type ChangeRow = { seq: string; type: string; id: string; kind: string; at: Date }

const changeRows = (tx: Transaction, { owners, types, limit }: FeedPlan, after: number) =>
  tx.rows<ChangeRow>(sql`
    select found.* from unnest(${owners}::text[]) o(owner) cross join lateral (
      select c.seq, c.type, c.id, c.kind, c.at from change c
      where c.owner = o.owner and c.seq > ${after}::bigint and c.type = any(${types}::text[])
      order by c.seq limit ${limit + 1}
    ) found order by found.seq`)

const strongest = ['upserted', 'deleted', 'out_of_scope']

/** Who has several owners of a record still sees it as long as one of them does. */
function merge(rows: readonly ChangeRow[]): (ChangeEntry & { seq: number })[] {
  return [...Map.groupBy(rows, row => row.seq).values()].map(group => {
    const { seq, type, id, at } = group[0]!
    const change = strongest.find(kind => group.some(row => row.kind === kind))!
    return { seq: Number(seq), type, id, change, at: at.toISOString() }
  })
}

type EventRow = EventEntry & { seq: number; object: string }

async function eventRows(
  tx: Transaction,
  { owners, types, limit }: FeedPlan,
  after: number,
): Promise<EventRow[]> {
  const rows = await tx.rows<{
    seq: string
    id: string
    type: string
    object: string
    object_id: string
    at: Date
  }>(sql`
    select distinct found.* from unnest(${owners}::text[]) o(owner) cross join lateral (
      select e.seq, e.id, e.type, e.object, e.object_id, e.at
      from event_owner h join event e on e.seq = h.seq
      where h.owner = o.owner and h.seq > ${after}::bigint and e.type = any(${types}::text[])
      order by h.seq limit ${limit + 1}
    ) found order by found.seq limit ${limit + 1}`)
  return rows.map(({ seq, id, type, object, object_id, at }) => ({
    seq: Number(seq),
    id,
    type,
    object,
    objectId: object_id,
    createdAt: at.toISOString(),
  }))
}

/** Ids of the events whose record the reader could fetch now. */
async function seen(
  tx: Transaction,
  { reaches }: EventPlan,
  rows: readonly EventRow[],
  typed: (type: string) => RecordType,
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const [object, group] of Map.groupBy(rows, row => row.object)) {
    const reach = reaches.get(object)
    if (!reach || reach.branches.length === 0) continue
    const ids = [...new Set(group.map(row => row.objectId))]
    const records = await tx.rows<{ id: string }>(sql`
      select s.id from ${name(narrowTable(object))} s
      where s.id = any(${ids}::text[]) and ${inReach(reach, typed(object))}`)
    const open = new Set(records.map(row => row.id))
    for (const row of group) if (open.has(row.objectId)) found.add(row.id)
  }
  return found
}
