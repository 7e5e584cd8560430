// What an operator should look at, as rows: endpoints, matches, keys, loads and work that is behind, and today's figures.

import type { Statements } from '../../database/database.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { stillWorks } from '../keys/owners.ts'
import type { DeliveryState } from '../webhooks/deliveries.ts'
import { lastLoadBeat } from '../writing/loads.ts'

export type EndpointTrouble = {
  id: string
  url: string
  disabled: boolean
  because: string | null
  byOperator: boolean
  since: Date | null
  waiting: number
}
export type GivenUpDeliveries = { id: string; url: string; count: number; since: Date }
export type WaitingCount = { count: number; oldest: Date | null }
export type KeyTrouble = {
  id: string
  name: string
  used: number
  perDay: number
  expiresAt: Date | null
  refused: number
}
export type LoadTrouble = {
  id: string
  name: string | null
  state: 'done' | 'failed' | 'interrupted'
  rejected: number
  error: string | null
  at: Date
}

/** `refusals` are the outcomes by which a key was not let in. */
export async function todayRows(
  db: Statements,
  bounds: { nearLimit: number; expiringDays: number; refusals: readonly string[]; refusedFrom: number },
) {
  const first = async <T extends object>(statement: Sql) => (await db.rows<T>(statement))[0]!
  const [endpoints, givenUp, matches, keys, loads, refreshes, deliveries] = await Promise.all([
    db.rows<EndpointTrouble>(sql`
      select id, url, state = 'disabled' as disabled, disabled_because as because, failing_since as since,
        disabled_by is not distinct from 'operator' as "byOperator",
        (select count(*) from delivery d where d.endpoint_id = w.id and d.state = 'waiting')::int as waiting
      from endpoint w where state = 'disabled' or failing_since is not null
      order by state desc, failing_since nulls last, id limit 100`),
    db.rows<GivenUpDeliveries>(sql`
      select w.id, w.url, count(*)::int as count, min(d.finished_at) as since
      from delivery d join endpoint w on w.id = d.endpoint_id
      where d.event_seq >= ${firstSeqSince(sql`now() - interval '5 days'`)} and d.state = 'exhausted'
        and d.finished_at > now() - interval '1 day'
      group by w.id order by count(*) desc, w.id limit 100`),
    first<WaitingCount>(sql`
      select count(*)::int as count, min(created_at) as oldest from match_attempt where state = 'open'`),
    db.rows<KeyTrouble>(sql`
      select * from (
        select k.id, k.name, coalesce(d.used, 0) as used, k.per_day as "perDay", k.expires_at as "expiresAt",
          coalesce(t.refused, 0)::int as refused
        from api_key k
        left join key_day d on d.key_n = k.n and d.day = (gate_clock() at time zone 'UTC')::date
        left join lateral (
          select sum(requests) as refused from key_tally t
          where t.key_id = k.id and t.day = (gate_clock() at time zone 'UTC')::date
            and outcome = any(${bounds.refusals}::text[])
        ) t on true
        where k.parent_n is null and ${stillWorks('k')}
      ) k
      where k.used > ${bounds.nearLimit}::float8 * k."perDay" or k.refused >= ${bounds.refusedFrom}::int
        or k."expiresAt" < gate_clock() + ${bounds.expiringDays}::int * interval '1 day'
      order by k."expiresAt" nulls last, k.id limit 200`),
    db.rows<LoadTrouble>(sql`
      select id, name, case state when 'running' then 'interrupted' else state end as state, rejected::int as rejected,
        error, coalesce(ended_at, beat_at) as at
      from load where began_at > now() - interval '7 days' and coalesce(ended_at, beat_at) > now() - interval '1 day'
        and not dry_run and (state = 'failed' or (state = 'done' and rejected > 0)
          or (state = 'running' and beat_at < ${lastLoadBeat}))
      order by began_at desc limit 20`),
    first<WaitingCount>(sql`select count(*)::int as count, min(at) as oldest from follow_job`),
    first<Record<DeliveryState, number>>(sql`
      select count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state = 'delivered')::int as delivered,
        count(*) filter (where state = 'exhausted')::int as exhausted,
        count(*) filter (where state = 'withheld')::int as withheld
      from delivery
      where event_seq >= ${firstSeqSince(sql`date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`)}`),
  ])
  return { endpoints, givenUp, matches, keys, loads, refreshes, deliveries }
}

/** Deliveries are found by their events, and these by time. */
const firstSeqSince = (since: Sql) =>
  sql`(select coalesce(min(seq), 9223372036854775807) from event where at >= ${since})`
