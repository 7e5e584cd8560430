// Takes deliveries that are due, each once over any number of processes, and writes down their outcome. A row that was
// taken is due again when its lease is over, so what a dead process held is not lost.
import type { CallerKind } from '../../access/caller.ts'
import { copyInto } from '../../database/copy.ts'
import type { Database, Statements, Transaction } from '../../database/database.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Static } from '../../shape/shape.ts'
import type { DeliveryState } from './deliveries.ts'
import { type disabledBy, type endpointState, signingSecrets } from './endpoints.ts'

export type ClaimedDelivery = {
  n: string
  /** As it is stored; a failure is written down only while the lease is still ours. */
  lease: string
  attempts: number
  endpoint: { id: string; kind: CallerKind; owners: string[]; url: string }
  /** The endpoint's sealed secrets that sign now, the current one first. */
  sealed: Buffer[]
  event: {
    id: string
    type: string
    object: string
    objectId: string
    createdAt: string
    /** The traceparent of what caused it. */
    trace?: string
  }
}

type ClaimOptions = {
  leaseMs: number
  /** How many at once for an endpoint that does well, for one that fails, and for one that was paused. */
  slots: { well: number; failing: number; paused: number }
  /** How many of each endpoint this process is working on. */
  busy: ReadonlyMap<string, number>
  pauseAfterFailures: number
}

/** Each endpoint has slots of its own, so that none takes another's. */
export const claimDue = (database: Statements, { leaseMs, slots, busy, pauseAfterFailures }: ClaimOptions) =>
  take(
    database,
    leaseMs,
    sql`open as (
      select w.id, case when w.failures >= ${pauseAfterFailures} then ${slots.paused}::int
          when w.failing_since is not null then ${slots.failing}::int else ${slots.well}::int
        end - coalesce(b.n, 0) as free
      from endpoint w left join unnest(${[...busy.keys()]}::text[], ${[...busy.values()]}::int[]) b(id, n) on b.id = w.id
      where w.state = 'active' and (w.paused_until is null or w.paused_until <= statement_timestamp())
    ), due as (
      select d.n from open o cross join lateral (
        select d.n from delivery d
        where d.endpoint_id = o.id and d.state = 'waiting' and d.next_at <= statement_timestamp()
        order by d.next_at limit greatest(o.free, 0) for update skip locked
      ) d
    )`,
  )

/** Takes one delivery for this process alone, due or not. */
export async function claimDelivery(database: Statements, id: string, leaseMs: number) {
  const due = sql`due as (select n from delivery where n = ${id}::text::bigint and state = 'waiting' for update)`
  return (await take(database, leaseMs, due)).at(0)
}

type ClaimRow = Omit<ClaimedDelivery, 'event'> & {
  event: Omit<ClaimedDelivery['event'], 'createdAt'>
  at: Date
}

/** Takes the rows of `due`, with what is needed to send them. */
async function take(database: Statements, leaseMs: number, due: Sql): Promise<ClaimedDelivery[]> {
  const rows = await database.rows<ClaimRow>(sql`
    with ${due}, taken as (
      update delivery d set next_at = statement_timestamp() + ${leaseMs} * interval '1 millisecond'
      from due where d.n = due.n returning d.n, d.endpoint_id, d.event_seq, d.attempts, d.next_at
    )
    select t.n, t.next_at::text as lease, t.attempts, e.at,
      json_build_object('id', w.id, 'kind', w.kind, 'owners', w.owners, 'url', w.url) as endpoint,
      array(${signingSecrets(sql`w.id`)}) as sealed,
      json_strip_nulls(json_build_object(
        'id', e.id, 'type', e.type, 'object', e.object, 'objectId', e.object_id, 'trace', e.trace)) as event
    from taken t join endpoint w on w.id = t.endpoint_id join event e on e.seq = t.event_seq
    order by t.event_seq`)
  return rows.map(({ at, event, ...row }) => ({ ...row, event: { ...event, createdAt: at.toISOString() } }))
}

/** An endpoint, as far as sending goes by it. */
export type SendingEndpoint = {
  id: string
  state: Static<typeof endpointState>
  disabledBy?: Static<typeof disabledBy>
  disabledBecause?: string
  /** Failures in a row to get any answer. */
  failures: number
  pausedUntil?: Date
  /** Since when nothing was delivered, and how many deliveries were given up since. */
  failingSince?: Date
  givenUp: number
  lastSuccessAt?: Date
}

export type DeliveryOutcome = {
  n: string
  lease: string
  state: DeliveryState
  attempts: number
  inMs: number
}

export type SendingResults = {
  deliveries: DeliveryOutcome[]
  attempts: {
    n: string
    attempt: number
    at: Date
    status?: number
    error?: string
    durationMs: number
    answer?: string
  }[]
  endpoints: SendingEndpoint[]
}

const attemptColumns = ['delivery_n', 'n', 'at', 'status', 'error', 'duration_ms', 'answer']

/** Locks the state of these endpoints, asks what is to be written, and writes it, whole or not at all. */
export async function recordResults(
  database: Database,
  endpointIds: readonly string[],
  decide: (states: ReadonlyMap<string, SendingEndpoint>, now: Date) => SendingResults,
): Promise<void> {
  await database.transaction(async tx => {
    const rows = await tx.rows<{ id: string; now: Date }>(sql`
      select id, state, disabled_by as "disabledBy", disabled_because as "disabledBecause", failures, paused_until as "pausedUntil",
        failing_since as "failingSince", given_up as "givenUp", last_success_at as "lastSuccessAt",
        clock_timestamp() as now
      from endpoint where id = any(${endpointIds}::text[]) order by id for no key update`)
    const states = new Map(rows.map(({ now: _, ...row }) => [row.id, withoutNulls(row) as SendingEndpoint]))
    const { deliveries, attempts, endpoints } = decide(states, rows[0]?.now ?? new Date())
    await writeDeliveries(tx, deliveries)
    const attemptRows = attempts.map(
      ({ n, attempt, at, status = null, error = null, durationMs, answer = null }) =>
        [n, attempt, at.toISOString(), status, error, durationMs, answer] as const,
    )
    await copyInto(tx, 'attempt', attemptColumns, attemptRows)
    for (const endpoint of endpoints) await writeState(tx, endpoint)
  })
}

const withoutNulls = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown

/** A success counts whoever has the lease now; a failure counts only from the holder of the lease. */
async function writeDeliveries(tx: Transaction, outcomes: readonly DeliveryOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await tx.rows(sql`
    update delivery d set state = r.state, attempts = r.attempts,
      next_at = case when r.state = 'waiting' then clock_timestamp() + r."inMs" * interval '1 millisecond' else d.next_at end,
      finished_at = case when r.state = 'waiting' then null else clock_timestamp() end
    from json_to_recordset(${JSON.stringify(outcomes)}::text::json)
      r(n bigint, lease timestamptz, state text, attempts int, "inMs" float8)
    where d.n = r.n and d.state = 'waiting' and (r.state = 'delivered' or d.next_at = r.lease)`)
}

const writeState = (tx: Transaction, one: SendingEndpoint) =>
  tx.rows(sql`
    update endpoint set state = ${one.state}, disabled_by = ${one.disabledBy ?? null},
      disabled_because = ${one.disabledBecause ?? null}, failures = ${one.failures}, given_up = ${one.givenUp}, paused_until = ${one.pausedUntil ?? null}::timestamptz,
      failing_since = ${one.failingSince ?? null}::timestamptz,
      last_success_at = ${one.lastSuccessAt ?? null}::timestamptz
    where id = ${one.id}`)

/** Corrections of a running clock are smaller, and matter to nobody who waits. */
const toleranceSeconds = 5

/** Notes what the clock says now; gives back by how many seconds it was set back since that was last done, mostly 0. The row's
 * lock lets one of several servers move what waits. */
export const followClock = (database: Database) =>
  database.transaction(async tx => {
    const behind = (await tx.value<number>(sql`
      select extract(epoch from at - clock_timestamp())::float8 from clock_seen for update`))!
    const seconds = behind > toleranceSeconds ? behind : 0
    if (seconds > 0) {
      await tx.rows(sql`
        update delivery set next_at = next_at - make_interval(secs => ${seconds}) where state = 'waiting'`)
      await tx.rows(sql`
        update endpoint set paused_until = paused_until - make_interval(secs => ${seconds})
        where paused_until is not null`)
    }
    await tx.rows(sql`update clock_seen set at = clock_timestamp()`)
    return seconds
  })
