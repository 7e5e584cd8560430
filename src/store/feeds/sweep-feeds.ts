// Removes feeds, deliveries and attempts to deliver that are old enough. Readers whose cursor is older are told to read
// again.
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { dayMs } from '../../formats/day.ts'

const batchRows = 10_000

export async function sweepFeeds(
  database: Database,
  keptDays: number,
  now: Date,
  stopped: () => boolean = () => false,
): Promise<void> {
  const before = daysBefore(now, keptDays)
  while (!stopped() && (await sweepOnce(database, before)) > 0);
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs).toISOString()

/** Deliveries stay with their events: an endpoint that recovers is not sent again what it has. */
export const sweepDeliveryAttempts = (database: Database, keptDays: number, now: Date) =>
  database.rows(sql`delete from attempt where at < ${daysBefore(now, keptDays)}::text::timestamptz`)

/** The head says first what is gone, so that no reader passes over a gap. */
async function sweepOnce(database: Database, before: string): Promise<number> {
  return database.transaction(async tx => {
    const old = sql`${before}::text::timestamptz`
    const last = await tx.row<{ seq: string | null; event_seq: string | null }>(sql`
      select
        (select max(seq) from (select seq from change where at < ${old} order by seq limit ${batchRows}) c) as seq,
        (select max(seq) from (select seq from event where at < ${old} order by seq limit ${batchRows}) e) as event_seq`)
    const { seq, event_seq: eventSeq } = last!
    if (seq === null && eventSeq === null) return 0
    await tx.rows(sql`
      update head set floor_seq = greatest(floor_seq, ${seq}::text::bigint),
        floor_event_seq = greatest(floor_event_seq, ${eventSeq}::text::bigint)`)
    const changes = await tx.rows(sql`delete from change where seq <= ${seq}::text::bigint returning 1`)
    await tx.rows(sql`
      delete from attempt where delivery_n in (select n from delivery where event_seq <= ${eventSeq}::text::bigint)`)
    await tx.rows(sql`delete from delivery where event_seq <= ${eventSeq}::text::bigint`)
    await tx.rows(sql`delete from event_owner where seq <= ${eventSeq}::text::bigint`)
    const events = await tx.rows(sql`delete from event where seq <= ${eventSeq}::text::bigint returning 1`)
    return changes.length + events.length
  })
}
