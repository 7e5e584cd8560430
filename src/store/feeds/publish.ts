// The last step of every write: numbers changes and events in commit order, writes the feeds and moves the versions of
// the owners they touch. Nothing else may write these, so feeds have no gaps and counters no deadlocks.

import { copyInto } from '../../database/copy.ts'
import type { Transaction } from '../../database/database.ts'
import { schemaName } from '../../database/pool.ts'
import { name, type Sql, sql } from '../../database/sql.ts'
import { type NewEvent, writeEvents } from './outbox.ts'

/** By the clock, so that no version is used again after a backup was restored. */
const firstVersion: Sql = sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`

/** Greater than the one before, whatever the clock was set to meanwhile. */
export const versionAfter = (version: Sql): Sql => sql`greatest(${version} + 1, ${firstVersion})`

export type PublishedChange = {
  type: string
  id: string
  kind: 'upserted' | 'deleted'
  /** Those who see it, as `c:<company>` and `a:<agency>`, before and after the write. */
  before: readonly string[]
  after: readonly string[]
  /** Owners of whom neither sees a difference alone, and those who have both do. */
  pairs?: readonly (readonly [string, string])[]
}

type Publication = {
  changes: readonly PublishedChange[]
  /** Owners for whom anything may look different now. */
  touched: Iterable<string>
  /** Owners whose view of everything changed at once. */
  rescoped?: readonly string[]
  events?: readonly NewEvent[]
}

/** The owner, in the feed, of changes that nobody is told of: whoever copies everything follows these too. */
export const nobodysOwner = ''

export async function publishWrite(tx: Transaction, publication: Publication): Promise<void> {
  const { changes, touched, rescoped = [], events = [] } = publication
  const lines = changes.map(rowsOf)
  const pairs = new Map(changes.flatMap(({ pairs = [] }) => pairs.map(pair => [pairName(pair), pair])))
  const seen = lines
    .flatMap(rows => rows.map(row => row.owner))
    .filter(owner => owner !== nobodysOwner && !pairs.has(owner))
  const owners = [...new Set([...seen, ...touched])]
  if (changes.length === 0 && owners.length === 0 && events.length === 0) return
  // A change of scope has a number of its own in both feeds, so that a cursor at the very end falls behind it.
  const scope = rescoped.length > 0 ? 1 : 0
  const [changeNumbers, eventNumbers] = [lines.length + scope, events.length + scope]
  // The lock of this one row orders all who publish, whatever owners they touch: it is held until the commit shows, so
  // commits show in the order in which replicas apply them. The sum of a key's pairs, in its version, tells states apart
  // only because of that.
  const head = await tx.row<{ seq: string; event_seq: string }>(sql`
    update head set seq = seq + ${changeNumbers}::int, event_seq = event_seq + ${eventNumbers}::int
    returning seq - ${changeNumbers}::int as seq, event_seq - ${eventNumbers}::int as event_seq`)
  if (tx.isRehearsal) return
  const first = Number(head!.seq) + 1
  const numbered = lines.flatMap((rows, index) =>
    rows.map(({ owner, type, id, kind }) => [first + index, owner, type, id, kind]),
  )
  await copyInto(tx, 'change', ['seq', 'owner', 'type', 'id', 'kind'], numbered)
  await writeEvents(tx, events, Number(head!.event_seq) + 1)
  await tx.rows(sql`
    insert into owner_version (owner, version)
    select o, ${firstVersion} from unnest(${owners}::text[]) o order by o
    on conflict (owner) do update set version = ${versionAfter(sql`owner_version.version`)}`)
  if (pairs.size > 0) await touchPairs(tx, [...pairs.values()])
  if (rescoped.length > 0)
    await tx.rows(sql`
      insert into owner_scope (owner, seq, event_seq)
      select o, h.seq, h.event_seq from unnest(${rescoped}::text[]) o cross join head h order by o
      on conflict (owner) do update set seq = excluded.seq, event_seq = excluded.event_seq`)
}

/** The name of a pair of owners in the feed. */
export const pairName = (pair: readonly [string, string]) => pair.toSorted().join('+')

async function touchPairs(tx: Transaction, pairs: readonly (readonly [string, string])[]): Promise<void> {
  const sorted = pairs.map(pair => pair.toSorted())
  await tx.rows(sql`
    insert into owner_pair (one, other, version)
    select one, other, ${firstVersion}
    from unnest(${sorted.map(pair => pair[0]!)}::text[], ${sorted.map(pair => pair[1]!)}::text[]) p(one, other)
    order by one, other
    on conflict (one, other) do update set version = ${versionAfter(sql`owner_pair.version`)}`)
}

/** Tells one endpoint alone, and no feed, of a record as it is; gives back the number of the delivery, taken for the
 * caller to send. */
export async function publishTo(
  tx: Transaction,
  endpointId: string,
  event: Omit<NewEvent, 'owners'>,
  leaseMs: number,
): Promise<string> {
  const seq = (await tx.value(sql`update head set event_seq = event_seq + 1 returning event_seq`))!
  await writeEvents(tx, [{ ...event, owners: [] }], Number(seq))
  const delivery = await tx.value(sql`
    insert into delivery (endpoint_id, event_seq, next_at)
    values (${endpointId}, ${seq}::text::bigint, now() + ${leaseMs} * interval '1 millisecond') returning n`)
  return delivery!
}

/** Which write was the last: every one passes here and leaves its mark on the head row. A rehearsal has a head of its own
 * beside the one of all others. */
export async function lastWrite(tx: Transaction): Promise<string> {
  const shared = sql`${name(schemaName)}.head`
  return (await tx.value(sql`select own.xmin || ' ' || shared.xmin from head own, ${shared} shared`))!
}

/** An owner that lost the record hears that it is out of scope, one that has it that it was written. Rows of one
 * change have one number, so that whoever has several of its owners sees one change. */
function rowsOf({ type, id, kind, before, after, pairs = [] }: PublishedChange) {
  const lost = before.filter(owner => !after.includes(owner))
  const row = (owner: string) => ({ owner, type, id, kind: kind as string })
  const named = kind === 'deleted' ? before : [...after, ...new Set(pairs.map(pairName))]
  const rows = named.map(row)
  if (kind !== 'deleted') rows.push(...lost.map(owner => ({ ...row(owner), kind: 'out_of_scope' })))
  return rows.length > 0 ? rows : [row(nobodysOwner)]
}
