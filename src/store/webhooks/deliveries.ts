// Deliveries as operators see and repair them: the outcome of each, every attempt, and sending again.

import type { Database, Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { instant, integer, oneOf, orNull, type Static, text } from '../../shape/shape.ts'
import { outboxChannel, wants } from '../feeds/outbox.ts'
import { type EventScope, heardCondition } from '../feeds/past-events.ts'
import { declareList, momentFilter } from '../lists/list.ts'

export const deliveryState = oneOf('waiting', 'delivered', 'exhausted', 'withheld')
export type DeliveryState = Static<typeof deliveryState>

/** Sees those of one endpoint, and of events that it hears of. */
type DeliveryReader = { endpoint?: string | undefined; heard?: readonly EventScope[] | undefined }

export const deliveries = declareList({
  noun: 'delivery',
  from: sql`delivery d join event e on e.seq = d.event_seq left join lateral (
    select status, error from attempt where delivery_n = d.n order by at desc limit 1) last on true`,
  columns: {
    id: [text, sql`d.n`],
    endpointId: [text, sql`d.endpoint_id`],
    eventId: [text, sql`e.id`],
    type: [text, sql`e.type`],
    objectId: [text, sql`e.object_id`],
    state: [deliveryState, sql`d.state`],
    attempts: [integer, sql`d.attempts`],
    /** When it is tried next, where it waits. */
    nextAt: [orNull(instant), sql`case when d.state = 'waiting' then d.next_at end`],
    createdAt: [instant, sql`d.created_at`],
    finishedAt: [orNull(instant), sql`d.finished_at`],
    lastStatus: [orNull(integer), sql`last.status`],
    lastError: [orNull(text), sql`last.error`],
  },
  filters: {
    state: 'state',
    type: 'type',
    // By their events, as what happened today is counted.
    since: [instant, (since: string) => sql`e.at >= ${momentFilter('since', since)}`],
  },
  order: { table: 'delivery', alias: 'd', columns: ['n'] },
  confined: ({ endpoint, heard }: DeliveryReader) => [
    endpoint === undefined ? undefined : sql`d.endpoint_id = ${endpoint}`,
    heard && heardCondition(heard),
  ],
  table: {
    Delivery: 'id',
    Event: 'eventId',
    Type: 'type',
    About: 'objectId',
    State: 'state',
    Tries: 'attempts',
    Last: ({ lastError, lastStatus }) => lastError ?? lastStatus,
    Next: 'nextAt',
  },
})

export const attempts = declareList({
  noun: 'attempt',
  from: sql`attempt a`,
  columns: {
    attempt: [integer, sql`a.n`],
    at: [instant, sql`a.at`],
    status: [orNull(integer), sql`a.status`],
    error: [orNull(text), sql`a.error`],
    durationMs: [integer, sql`a.duration_ms`],
    answer: [orNull(text), sql`a.answer`],
  },
  order: { all: sql`a.at, a.n` },
  confined: ({ delivery }: { delivery: string }) => [sql`a.delivery_n = ${delivery}::text::bigint`],
  table: {
    Try: 'attempt',
    At: 'at',
    Status: ({ error, status }) => error ?? status,
    ms: 'durationMs',
    Answer: ({ answer }) => firstLine(answer),
  },
})

/** What came back may hold anything: one line of it, without control characters. */
export const firstLine = (answer: string | null | undefined) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a receiver must not steer a terminal
  (answer ?? '').replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, 120)

const asNew = sql`state = 'waiting', attempts = 0, next_at = now(), finished_at = null`

/** Sends one again, whatever its outcome, with all its attempts anew. */
export const replayDelivery = (database: Statements, id: string) =>
  database.hasRows(sql`
    with again as (
      update delivery set ${asNew} where n = ${id}::text::bigint returning n
    ) select n, pg_notify(${outboxChannel}, '') from again`)

/** Sends again what was given up since a time, and for the first time what the endpoint missed while disabled. */
export const recoverDeliveries = (database: Database, endpointId: string, since: Date) =>
  database.transaction(async tx => {
    const counts = await tx.row<{ again: number; missed: number }>(sql`
      with again as (
        update delivery d set ${asNew} from event e
        where e.seq = d.event_seq and d.endpoint_id = ${endpointId} and d.state = 'exhausted'
          and e.at >= ${since}::timestamptz returning 1
      ), missed as (
        insert into delivery (endpoint_id, event_seq, next_at)
        select w.id, e.seq, now() from endpoint w join event e on e.at >= greatest(${since}::timestamptz, w.created_at)
          and ${wants}
        where w.id = ${endpointId}
        on conflict do nothing returning 1
      )
      select (select count(*) from again)::int as again, (select count(*) from missed)::int as missed`)
    await tx.rows(sql`select pg_notify(${outboxChannel}, '')`)
    return counts!
  })
