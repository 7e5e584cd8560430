// Events as they are written: once, in the transaction of the change, with those who hear and a delivery for each
// endpoint that wants it.

import { copyInto } from '../../database/copy.ts'
import type { Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { newId } from '../../formats/id.ts'
import { traceparent } from '../../telemetry/trace.ts'

export type NewEvent = {
  type: string
  /** The kind of record it is about, and which. */
  object: string
  objectId: string
  owners: readonly string[]
  projects: readonly string[]
  /** The day on which something ends, in how many days, and within how many that was told before: endpoints may ask for days. */
  end?: { on: string; left: number; before?: number }
  /** No feed has it: only endpoints of these owners hear that ask for the days. */
  apart?: true
}

/** Where processes that send hear that there is something to send. */
export const outboxChannel = 'muster_outbox'

/** Numbers them from `first`; the caller holds the head. */
export async function writeEvents(tx: Transaction, events: readonly NewEvent[], first: number) {
  if (events.length === 0) return
  const [at, trace] = [new Date().toISOString(), traceparent() ?? null]
  const columns = [
    'seq',
    'id',
    'type',
    'object',
    'object_id',
    'projects',
    'at',
    'trace',
    'ends_on',
    'days',
    'apart',
  ]
  const rows = events.map(({ type, object, objectId, projects, owners, end, apart }, index) => {
    const id = `evt_${newId()}`
    const near = [end?.on ?? null, end ? `[${end.left},${end.before ?? ''})` : null, apart ? owners : null]
    return [first + index, id, type, object, objectId, projects, at, trace, ...near]
  })
  await copyInto(tx, 'event', columns, rows)
  const heard = events.flatMap(({ owners, apart }, index) =>
    apart ? [] : owners.map(owner => [owner, first + index]),
  )
  await copyInto(tx, 'event_owner', ['owner', 'seq'], heard)
  await addDeliveries(tx, first, first + events.length - 1)
}

/** Whether an endpoint `w` is told of an event `e`. Of an end that was known before, days that it has asked for since count only where
 * they came after that. */
export const wants = sql`(w.types @> array['*'] or w.types @> array[e.type])
  and (w.projects = '{}' or w.projects && e.projects)
  and (w.owners && e.apart or exists (select 1 from event_owner o where o.seq = e.seq and o.owner = any(w.owners)))
  and (e.days is null
    or e.apart is null and not exists (select 1 from endpoint_days x where x.endpoint_id = w.id)
    or exists (select 1 from endpoint_days x where x.endpoint_id = w.id and e.days @> x.days
      and (upper_inf(e.days) or x.since is null or e.ends_on - x.days > x.since)))`

/** One event, one endpoint: one delivery, however many of its owners hear. */
const addDeliveries = (tx: Transaction, first: number, last: number) =>
  tx.rows(sql`
    with added as (
      insert into delivery (endpoint_id, event_seq, next_at)
      select w.id, e.seq, clock_timestamp() from event e join endpoint w on w.state = 'active'
        and ${wants}
      where e.seq between ${first}::bigint and ${last}::bigint
      order by e.seq, w.id
      on conflict do nothing returning 1
    ) select pg_notify(${outboxChannel}, '') where exists (select 1 from added)`)
