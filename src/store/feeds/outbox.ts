// Events as they are written: once, in the transaction of the change, with those who hear and a delivery for each
// endpoint that wants it.
import { newId } from '../../formats/id.ts'
import { traceparent } from '../../telemetry/trace.ts'
import { copy } from '../database/copy.ts'
import type { Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export type NewEvent = {
  type: string
  /** The kind of record it is about, and which. */
  object: string
  objectId: string
  owners: readonly string[]
  projects: readonly string[]
}

/** Where processes that send hear that there is something to send. */
export const outboxChannel = 'muster_outbox'

/** Numbers them from `first`; the caller holds the head. */
export async function writeEvents(tx: Transaction, events: readonly NewEvent[], first: number) {
  if (events.length === 0) return
  const [at, trace] = [new Date().toISOString(), traceparent() ?? null]
  const columns = ['seq', 'id', 'type', 'object', 'object_id', 'projects', 'at', 'trace']
  const rows = events.map(({ type, object, objectId, projects }, index) => {
    const id = `evt_${newId()}`
    return [first + index, id, type, object, objectId, projects, at, trace]
  })
  await copy(tx, 'event', columns, rows)
  const heard = events.flatMap(({ owners }, index) => owners.map(owner => [owner, first + index]))
  await copy(tx, 'event_owner', ['owner', 'seq'], heard)
  await addDeliveries(tx, first, first + events.length - 1)
}

/** One event, one endpoint: one delivery, however many of its owners hear. */
async function addDeliveries(tx: Transaction, first: number, last: number): Promise<void> {
  await tx.rows(sql`
    with added as (
      insert into delivery (endpoint_id, event_seq, next_at)
      select w.id, e.seq, clock_timestamp() from event e join endpoint w on w.state = 'active'
        and (w.types @> array['*'] or w.types @> array[e.type])
        and (w.projects = '{}' or w.projects && e.projects)
        and exists (select 1 from event_owner o where o.seq = e.seq and o.owner = any(w.owners))
      where e.seq between ${first}::bigint and ${last}::bigint
      order by e.seq, w.id
      on conflict do nothing returning 1
    ) select pg_notify(${outboxChannel}, '') where exists (select 1 from added)`)
}
