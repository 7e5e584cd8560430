// Reads the feeds. Numbers are given out under the head's lock, so whoever sees one sees all before it; page and head
// are read in one snapshot.

import type { Reach } from '../../access/ownership.ts'
import type { Database, Statements, Transaction } from '../../database/database.ts'
import { name, none, type Sql, sql } from '../../database/sql.ts'
import { type Cursors, cursorsFor, resyncRequired } from '../../kernel/operation/cursors.ts'
import {
  type ChangeEntry,
  type ChangePlan,
  type EventEntry,
  type FeedPage,
  type FeedPlan,
  type Feeds,
  mostRowsCounted,
} from '../../kernel/operation/feed.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { idsWithin } from '../reading/selection.ts'
import { pairName } from './publish.ts'

export function storedFeeds(database: Database, types: readonly RecordType[]): Feeds {
  return {
    changes: query =>
      database.transaction(async tx => {
        const plan = { ...query, heard: await heardBy(tx, query.owners) }
        const position = await positionIn(tx, 'changes', plan, plan.heard)
        const entries = merge(plan.after === 'now' ? [] : await changeRows(tx, plan, position.after))
        if (plan.owners.length > 1) await restoreSeen(tx, types, plan, entries)
        const page = pageOf(entries, plan, position)
        return plan.counts ? { ...page, total: await changesAfter(tx, plan, position.after) } : page
      }, 'read'),
    events: plan =>
      database.transaction(async tx => {
        const position = await positionIn(tx, 'events', plan)
        const later = sql`h.seq > ${position.after}::bigint`
        const rows =
          plan.after === 'now' ? [] : await eventRows(tx, { ...plan, limit: plan.limit + 1 }, later)
        const recordOf = ({ object, objectId }: EventRow) => ({ type: object, id: objectId })
        const shown = rows.slice(0, plan.limit)
        const open = await withinReach(tx, types, shown, recordOf, object => plan.reaches.get(object))
        const visible = new Set([...open].map(({ id }) => id))
        const page = pageOf(rows, plan, position)
        return { ...page, entries: page.entries.filter(({ id }) => visible.has(id)) }
      }, 'read'),
  }
}

/** Where reading goes on that begins at the end, as of the moment of these statements. */
export async function endOfChanges(db: Statements, plan: Pick<FeedPlan, 'owners' | 'types'>) {
  const heard = await heardBy(db, plan.owners)
  const { cursors, last } = await positionIn(db, 'changes', { ...plan, after: 'now' }, heard)
  return cursors.write(last)
}

/** Where a reader is, and the last number that was for its owners. */
type FeedPosition = { cursors: Cursors; after: number; last: number }

/** These owners, and those pairs of them who were told what neither sees alone, as they go by in the feed. */
async function heardBy(tx: Statements, owners: readonly string[]): Promise<readonly string[]> {
  if (owners.length < 2) return owners
  const pairs = await tx.rows<{ one: string; other: string }>(sql`
    select one, other from owner_pair where one = any(${owners}::text[]) and other = any(${owners}::text[])`)
  return [...owners, ...pairs.map(({ one, other }) => pairName([one, other]))]
}

async function positionIn(
  tx: Statements,
  kind: 'changes' | 'events',
  plan: Omit<FeedPlan, 'limit'>,
  heard: readonly string[] = plan.owners,
): Promise<FeedPosition> {
  const isEvents = kind === 'events'
  const [head, floor] = isEvents ? [sql`h.event_seq`, sql`h.floor_event_seq`] : [sql`h.seq`, sql`h.floor_seq`]
  const row = await tx.row<Record<'secret' | 'head' | 'floor' | 'last', string>>(sql`
    select (select value from setting where name = 'feed') as secret, ${head} as head,
      greatest(${floor}, s.seq) as floor, greatest(${floor}, s.seq, l.seq) as last
    from head h cross join (
      select max(${isEvents ? sql`event_seq` : sql`seq`}) as seq from owner_scope where owner = any(${plan.owners}::text[])
    ) s cross join (
      select max(own.seq) as seq from unnest(${heard}::text[]) o(owner) cross join lateral (
        select max(f.seq) as seq from ${name(isEvents ? 'event_owner' : 'change')} f where f.owner = o.owner
      ) own
    ) l`)
  const cursors = cursorsFor(row!.secret, kind, plan)
  const [end, start, last] = [Number(row!.head), Number(row!.floor), Number(row!.last)]
  if (plan.after === undefined || plan.after === 'now') return { cursors, after: start, last }
  const after = cursors.read(plan.after)
  if (after === undefined || after < start || after > end) throw resyncRequired()
  return { cursors, after, last: Math.max(after, last) }
}

/** Where nothing more was found, reading goes on after the last that was for these owners: what is of other types is
 * not looked at again, and what others did leaves no trace. */
function pageOf<E extends { seq: number }>(
  rows: readonly E[],
  { limit }: FeedPlan,
  { cursors, last }: FeedPosition,
): FeedPage<Omit<E, 'seq'>> {
  const read = rows.slice(0, limit)
  const more = rows.length > limit
  return {
    entries: read.map(({ seq: _, ...entry }) => entry),
    next: cursors.write(more ? read.at(-1)!.seq : last),
    more,
  }
}

type ChangeRow = { seq: string; type: string; id: string; kind: string; at: Date }

type HeardPlan = ChangePlan & { heard: readonly string[] }

const changeRows = (tx: Transaction, { heard, only, limit }: HeardPlan, after: number) =>
  tx.rows<ChangeRow>(sql`
    select found.* from unnest(${heard}::text[]) o(owner) cross join lateral (
      select c.seq, c.type, c.id, c.kind, c.at from change c
      where c.owner = o.owner and c.seq > ${after}::bigint and c.type = any(${only}::text[])
      order by c.seq limit ${limit + 1}
    ) found order by found.seq`)

async function changesAfter(tx: Transaction, { heard, only, after: cursor }: HeardPlan, after: number) {
  if (cursor === 'now') return 0
  const total = await tx.value(sql`
    select count(distinct found.seq) from (
      select c.seq from change c
      where c.owner = any(${heard}::text[]) and c.seq > ${after}::bigint and c.type = any(${only}::text[])
      limit ${mostRowsCounted}
    ) found`)
  return Number(total)
}

const strongest = ['upserted', 'deleted', 'out_of_scope']

/** Who has several owners of a record still sees it as long as one of them does. */
function merge(rows: readonly ChangeRow[]): (ChangeEntry & { seq: number })[] {
  return [...Map.groupBy(rows, row => row.seq).values()].map(group => {
    const { seq, type, id, at } = group[0]!
    const change = strongest.find(kind => group.some(row => row.kind === kind))!
    return { seq: Number(seq), type, id, change, at: at.toISOString() }
  })
}

/** What one owner lost and another of the same key still sees was only written. */
async function restoreSeen(
  tx: Transaction,
  types: readonly RecordType[],
  { reachOf }: ChangePlan,
  entries: readonly ChangeEntry[],
): Promise<void> {
  const lost = entries.filter(({ change }) => change === 'out_of_scope')
  for (const entry of await withinReach(tx, types, lost, one => one, reachOf)) entry.change = 'upserted'
}

/** Those whose record the reader could fetch now. */
async function withinReach<E>(
  tx: Transaction,
  types: readonly RecordType[],
  entries: readonly E[],
  recordOf: (entry: E) => { type: string; id: string },
  reachOf: (type: string) => Reach | undefined,
): Promise<Set<E>> {
  const open = new Set<E>()
  for (const [name, group] of Map.groupBy(entries, entry => recordOf(entry).type)) {
    const reach = reachOf(name)
    if (!reach) continue
    const type = types.find(known => known.type === name)!
    const ids = group.map(entry => recordOf(entry).id)
    const within = await idsWithin(tx, reach, type, ids)
    for (const entry of group) if (within.has(recordOf(entry).id)) open.add(entry)
  }
  return open
}

export type EventRow = EventEntry & { seq: number; object: string }

/** The first events `h` of these owners that meet a condition, each once. */
export async function eventRows(
  tx: Statements,
  { owners, types, limit }: Pick<FeedPlan, 'owners' | 'types' | 'limit'>,
  condition: Sql,
  { newestFirst = false } = {},
): Promise<EventRow[]> {
  const direction = newestFirst ? sql` desc` : none
  const rows = await tx.rows<Omit<EventRow, 'seq' | 'createdAt'> & { seq: string; at: Date }>(sql`
    select distinct found.* from unnest(${owners}::text[]) o(owner) cross join lateral (
      select e.seq, e.id, e.type, e.object, e.object_id as "objectId", e.at
      from event_owner h join event e on e.seq = h.seq
      where h.owner = o.owner and ${condition} and e.type = any(${types}::text[])
      order by h.seq${direction} limit ${limit}::int
    ) found order by found.seq${direction} limit ${limit}::int`)
  return rows.map(({ seq, at, ...event }) => ({ ...event, seq: Number(seq), createdAt: at.toISOString() }))
}
