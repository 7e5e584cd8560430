// Feeds, deliveries and attempts are kept thirty days. Readers whose cursor is older are told to read again.
import type { Database } from './database.ts'
import { sql } from './sql.ts'

const keptDays = 30
const batchRows = 10_000

export async function sweepFeeds(
  database: Database,
  now: Date,
  stopped: () => boolean = () => false,
): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000).toISOString()
  while (!stopped() && (await sweepOnce(database, before)) > 0);
}

/** The head says first what is gone, so that no reader passes over a gap. */
async function sweepOnce(database: Database, before: string): Promise<number> {
  return database.transaction(async tx => {
    const old = sql`${before}::text::timestamptz`
    const [last] = await tx.rows<{ seq: string | null; event_seq: string | null }>(sql`
      select
        (select max(seq) from (select seq from change where at < ${old} order by seq limit ${batchRows}) c) as seq,
        (select max(seq) from (select seq from event where at < ${old} order by seq limit ${batchRows}) e) as event_seq`)
    const { seq, event_seq: eventSeq } = last!
    if (seq === null && eventSeq === null) return 0
    await tx.rows(sql`
      update head set floor_seq = greatest(floor_seq, ${seq}::text::bigint),
        floor_event_seq = greatest(floor_event_seq, ${eventSeq}::text::bigint)`)
    const changes = await tx.rows(sql`delete from change where seq <= ${seq}::text::bigint returning 1`)
    await tx.rows(sql`delete from attempt where at < ${old}`)
    await tx.rows(sql`
      delete from attempt where delivery_n in (select n from delivery where event_seq <= ${eventSeq}::text::bigint)`)
    await tx.rows(sql`delete from delivery where event_seq <= ${eventSeq}::text::bigint`)
    await tx.rows(sql`delete from event_owner where seq <= ${eventSeq}::text::bigint`)
    const events = await tx.rows(sql`delete from event where seq <= ${eventSeq}::text::bigint returning 1`)
    return changes.length + events.length
  })
}
