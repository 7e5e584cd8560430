// Takes deliveries that are due, each once over any number of processes, and writes down their outcome. A row that was
// taken is due again when its lease is over, so what a dead process held is not lost.
import type { CallerKind } from '../../access/caller.ts'
import { copy } from '../database/copy.ts'
import type { Database, Statements } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export type ClaimedDelivery = {
  n: string
  /** As it is stored; a failure is written down only while the lease is still ours. */
  lease: string
  attempts: number
  endpoint: { id: string; kind: CallerKind; owners: string[]; url: string; sealed: Buffer[] }
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

export type ClaimOptions = {
  leaseMs: number
  /** How many at once for an endpoint that does well, for one that fails, and for one that was paused. */
  slots: { well: number; failing: number; paused: number }
  /** How many of each endpoint this process is working on. */
  busy: ReadonlyMap<string, number>
  pauseAfterFailures: number
}

export type ClaimRow = Omit<ClaimedDelivery, 'endpoint' | 'event'> & {
  endpoint_id: string
  kind: CallerKind
  owners: string[]
  url: string
  sealed: Buffer[]
  id: string
  type: string
  object: string
  object_id: string
  at: Date
  trace: string | null
}

/** Each endpoint has slots of its own, so that none takes another's. */
export async function claim(database: Statements, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  const { leaseMs, slots, busy, pauseAfterFailures } = options
  const rows = await database.rows<ClaimRow>(sql`
    with open as (
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
    ), taken as (
      update delivery d set next_at = statement_timestamp() + ${leaseMs} * interval '1 millisecond'
      from due where d.n = due.n returning d.n, d.endpoint_id, d.event_seq, d.attempts, d.next_at
    )
    ${claimedColumns}`)
  return rows.map(claimedOf)
}

/** What is needed to send the rows of `taken`. */
export const claimedColumns = sql`
  select t.n, t.next_at::text as lease, t.attempts, t.endpoint_id, w.kind, w.owners, w.url,
    array(
      select s.sealed from endpoint_secret s
      where s.endpoint_id = w.id and (s.until is null or s.until > now()) order by s.until desc nulls first
    ) as sealed, e.id, e.type, e.object, e.object_id, e.at, e.trace
  from taken t join endpoint w on w.id = t.endpoint_id join event e on e.seq = t.event_seq
  order by t.event_seq`

export const claimedOf = (row: ClaimRow): ClaimedDelivery => ({
  n: row.n,
  lease: row.lease,
  attempts: row.attempts,
  endpoint: {
    id: row.endpoint_id,
    kind: row.kind,
    owners: row.owners,
    url: row.url,
    sealed: row.sealed.map(each => Buffer.from(each)),
  },
  event: {
    id: row.id,
    type: row.type,
    object: row.object,
    objectId: row.object_id,
    createdAt: row.at.toISOString(),
    ...(row.trace !== null && { trace: row.trace }),
  },
})

/** The state of an endpoint. */
export type EndpointState = {
  id: string
  state: 'active' | 'disabled'
  disabledBecause?: string
  /** Failures in a row to get any answer. */
  failures: number
  pausedUntil?: Date
  /** Since when nothing was delivered, and how many deliveries were given up since. */
  failingSince?: Date
  givenUp: number
  lastSuccessAt?: Date
}

export type SendAttempt = {
  n: string
  lease: string
  attempt: number
  at: Date
  status?: number
  error?: string
  durationMs: number
  answer?: string
}

export type DeliveryOutcome = {
  n: string
  lease: string
  state: 'waiting' | 'delivered' | 'exhausted' | 'withheld'
  attempts: number
  inMs: number
}

export type SendingResults = {
  deliveries: DeliveryOutcome[]
  attempts: SendAttempt[]
  endpoints: EndpointState[]
}

/** Locks how these endpoints stand, asks what is to be written, and writes it, whole or not at all. */
export async function record(
  database: Database,
  endpointIds: readonly string[],
  decide: (standings: ReadonlyMap<string, EndpointState>, now: Date) => SendingResults,
): Promise<void> {
  await database.transaction(async tx => {
    const rows = await tx.rows<StandingRow>(sql`
      select id, state, disabled_because, failures, paused_until, failing_since, given_up, last_success_at,
        clock_timestamp() as now
      from endpoint where id = any(${endpointIds}::text[]) order by id for no key update`)
    const standings = new Map(rows.map(row => [row.id, standingOf(row)]))
    const { deliveries, attempts, endpoints } = decide(standings, rows[0]?.now ?? new Date())
    await writeDeliveries(tx, deliveries)
    await copy(
      tx,
      'attempt',
      ['delivery_n', 'n', 'at', 'status', 'error', 'duration_ms', 'answer'],
      attempts.map(({ n, attempt, at, status, error, durationMs, answer }) => [
        n,
        attempt,
        at.toISOString(),
        status ?? null,
        error ?? null,
        durationMs,
        answer ?? null,
      ]),
    )
    for (const endpoint of endpoints) await writeStanding(tx, endpoint)
  })
}

type StandingRow = {
  id: string
  state: EndpointState['state']
  disabled_because: string | null
  failures: number
  paused_until: Date | null
  failing_since: Date | null
  given_up: number
  last_success_at: Date | null
  now: Date
}

const standingOf = (row: StandingRow): EndpointState => ({
  id: row.id,
  state: row.state,
  ...(row.disabled_because !== null && { disabledBecause: row.disabled_because }),
  failures: row.failures,
  ...(row.paused_until && { pausedUntil: row.paused_until }),
  ...(row.failing_since && { failingSince: row.failing_since }),
  givenUp: row.given_up,
  ...(row.last_success_at && { lastSuccessAt: row.last_success_at }),
})

/** A success counts whoever has the lease now; a failure counts only from the holder of the lease. */
async function writeDeliveries(tx: Statements, decided: readonly DeliveryOutcome[]): Promise<void> {
  if (decided.length === 0) return
  await tx.rows(sql`
    update delivery d set state = r.state, attempts = r.attempts,
      next_at = case when r.state = 'waiting' then clock_timestamp() + r.in_ms * interval '1 millisecond' else d.next_at end,
      finished_at = case when r.state = 'waiting' then null else clock_timestamp() end
    from unnest(
      ${decided.map(one => one.n)}::bigint[], ${decided.map(one => one.lease)}::text[]::timestamptz[],
      ${decided.map(one => one.state)}::text[], ${decided.map(one => one.attempts)}::int[],
      ${decided.map(one => one.inMs)}::float8[]
    ) r(n, lease, state, attempts, in_ms)
    where d.n = r.n and d.state = 'waiting' and (r.state = 'delivered' or d.next_at = r.lease)`)
}

const time = (date: Date | undefined) => date?.toISOString() ?? null

const writeStanding = (tx: Statements, one: EndpointState) =>
  tx.rows(sql`
    update endpoint set state = ${one.state}, disabled_because = ${one.disabledBecause ?? null},
      failures = ${one.failures}, given_up = ${one.givenUp},
      paused_until = ${time(one.pausedUntil)}::text::timestamptz,
      failing_since = ${time(one.failingSince)}::text::timestamptz,
      last_success_at = ${time(one.lastSuccessAt)}::text::timestamptz
    where id = ${one.id}`)

/** Corrections of a running clock are smaller, and matter to nobody who waits. */
const toleranceSeconds = 5

/** Notes what the clock says now; gives back by how many seconds it was set back since that was last done, mostly 0. The row's
 * lock lets one of several servers move what waits. */
export async function followClock(database: Database): Promise<number> {
  return database.transaction(async tx => {
    const [seen] = await tx.rows<{ behind: number }>(sql`
      select extract(epoch from at - clock_timestamp())::float8 as behind from clock_seen for update`)
    const seconds = seen!.behind > toleranceSeconds ? seen!.behind : 0
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
}
