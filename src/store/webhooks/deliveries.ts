// Deliveries as operators see and repair them: the outcome of each, every attempt, and sending again.

import type { Database, Statements } from '../database/database.ts'
import { none, sql } from '../database/sql.ts'
import { type Heard, isHeard } from '../feeds/heard.ts'
import { outboxChannel } from '../feeds/outbox.ts'
import { type Claimed, type ClaimRow, claimedColumns, claimedOf } from './claims.ts'

export type DeliveryState = 'waiting' | 'delivered' | 'exhausted' | 'withheld'
export const deliveryStates: readonly DeliveryState[] = ['waiting', 'delivered', 'exhausted', 'withheld']

export type Delivery = {
  id: string
  endpointId: string
  eventId: string
  type: string
  objectId: string
  state: DeliveryState
  attempts: number
  /** When it is tried next, where it waits. */
  nextAt: string | null
  createdAt: string
  finishedAt: string | null
  lastStatus: number | null
  lastError: string | null
}

export type DeliveryFilter = {
  endpointId?: string
  state?: DeliveryState
  type?: string
  id?: string
  limit?: number
  /** The last of the page before. */
  after?: string
  /** Only deliveries of these events. */
  heard?: readonly Heard[]
}

/** Newest first. */
export async function listDeliveries(database: Statements, filter: DeliveryFilter): Promise<Delivery[]> {
  const rows = await database.rows<DeliveryRow>(sql`
    select d.n, d.endpoint_id, d.state, d.attempts, d.next_at, d.created_at, d.finished_at,
      e.id as event_id, e.type, e.object_id, a.status, a.error
    from delivery d join event e on e.seq = d.event_seq
    left join lateral (select status, error from attempt where delivery_n = d.n order by at desc limit 1) a on true
    where true ${filter.endpointId === undefined ? none : sql`and d.endpoint_id = ${filter.endpointId}`}
      ${filter.state === undefined ? none : sql`and d.state = ${filter.state}`}
      ${filter.type === undefined ? none : sql`and e.type = ${filter.type}`}
      ${filter.after === undefined ? none : sql`and d.n < ${filter.after}::text::bigint`}
      ${filter.id === undefined ? none : sql`and d.n = ${filter.id}::text::bigint`}
      ${filter.heard === undefined ? none : sql`and ${isHeard(filter.heard)}`}
    order by d.n desc limit ${filter.limit ?? 50}`)
  return rows.map(row => ({
    id: row.n,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    type: row.type,
    objectId: row.object_id,
    state: row.state,
    attempts: row.attempts,
    nextAt: row.state === 'waiting' ? row.next_at.toISOString() : null,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    lastStatus: row.status,
    lastError: row.error,
  }))
}

type DeliveryRow = {
  n: string
  endpoint_id: string
  state: DeliveryState
  attempts: number
  next_at: Date
  created_at: Date
  finished_at: Date | null
  event_id: string
  type: string
  object_id: string
  status: number | null
  error: string | null
}

export type AttemptInfo = {
  attempt: number
  at: string
  status: number | null
  error: string | null
  durationMs: number
  answer: string | null
}

export async function attemptsOf(database: Statements, deliveryId: string): Promise<AttemptInfo[]> {
  const rows = await database.rows<{
    n: number
    at: Date
    status: number | null
    error: string | null
    duration_ms: number
    answer: string | null
  }>(sql`select * from attempt where delivery_n = ${deliveryId}::text::bigint order by at, n`)
  return rows.map(({ n, at, duration_ms, status, error, answer }) => ({
    attempt: n,
    at: at.toISOString(),
    status,
    error,
    durationMs: duration_ms,
    answer,
  }))
}

/** Sends one again, whatever its outcome, with all its attempts anew. */
export async function replayDelivery(database: Statements, id: string): Promise<boolean> {
  const rows = await database.rows(sql`
    with again as (
      update delivery set state = 'waiting', attempts = 0, next_at = now(), finished_at = null
      where n = ${id}::text::bigint returning n
    ) select n, pg_notify(${outboxChannel}, '') from again`)
  return rows.length > 0
}

export type Recovered = { again: number; missed: number }

/** Sends again what was given up since a time, and for the first time what the endpoint missed while disabled. */
export async function recoverDeliveries(
  database: Database,
  endpointId: string,
  since: Date,
): Promise<Recovered> {
  const from = since.toISOString()
  return database.transaction(async tx => {
    const [row] = await tx.rows<Recovered>(sql`
      with again as (
        update delivery d set state = 'waiting', attempts = 0, next_at = now(), finished_at = null
        from event e where e.seq = d.event_seq and d.endpoint_id = ${endpointId} and d.state = 'exhausted'
          and e.at >= ${from}::text::timestamptz returning 1
      ), missed as (
        insert into delivery (endpoint_id, event_seq, next_at)
        select w.id, e.seq, now() from endpoint w join event e on e.at >= greatest(${from}::text::timestamptz, w.created_at)
          and (w.types @> array['*'] or w.types @> array[e.type])
          and (w.projects = '{}' or w.projects && e.projects)
          and exists (select 1 from event_owner o where o.seq = e.seq and o.owner = any(w.owners))
        where w.id = ${endpointId}
        on conflict do nothing returning 1
      )
      select (select count(*) from again)::int as again, (select count(*) from missed)::int as missed`)
    await tx.rows(sql`select pg_notify(${outboxChannel}, '')`)
    return row!
  })
}

/** Takes one delivery for this process alone, due or not. */
export async function claimOne(
  database: Statements,
  id: string,
  leaseMs: number,
): Promise<Claimed | undefined> {
  const [row] = await database.rows<ClaimRow>(sql`
    with taken as (
      update delivery d set next_at = statement_timestamp() + ${leaseMs} * interval '1 millisecond'
      where d.n = ${id}::text::bigint and d.state = 'waiting'
      returning d.n, d.endpoint_id, d.event_seq, d.attempts, d.next_at
    ) ${claimedColumns}`)
  return row && claimedOf(row)
}
