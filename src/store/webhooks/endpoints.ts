// Webhook endpoints as they are stored: owners, types of events, state. Secrets come and go sealed.
import type { CallerKind } from '../../access/caller.ts'
import { ownersOf } from '../../access/ownership.ts'
import type { Database, Statements, Transaction } from '../database/database.ts'
import { join, none, type Sql, sql } from '../database/sql.ts'
import { isHeard, type Listener } from '../feeds/heard.ts'

export type NewEndpoint = {
  id: string
  kind: CallerKind
  owners: readonly string[]
  url: string
  /** Names of events, or `*`. */
  types: readonly string[]
  /** Empty: all. */
  projects: readonly string[]
  description?: string
}

export type Endpoint = {
  id: string
  kind: CallerKind
  owners: string[]
  url: string
  types: string[]
  projects: string[]
  description: string | null
  state: 'active' | 'disabled'
  disabledBecause: string | null
  pausedUntil: string | null
  failingSince: string | null
  lastSuccessAt: string | null
  createdAt: string
  /** Until when the secret before the present one signs too, where there is one. */
  oldSecretUntil: string | null
  deliveries: { waiting: number; delivered: number; exhausted: number; withheld: number }
}

export async function createEndpoint(
  database: Database,
  endpoint: NewEndpoint,
  sealed: Buffer,
): Promise<Endpoint> {
  const { id, kind, owners, url, types, projects, description = null } = endpoint
  await database.transaction(async tx => {
    await tx.rows(sql`
      insert into endpoint (id, kind, owners, url, types, projects, description)
      values (${id}, ${kind}, ${ownersOf(kind, owners)}::text[], ${url}, ${types}::text[], ${projects}::text[], ${description})`)
    await addSecret(tx, id, sealed)
  })
  return (await listEndpoints(database, id))[0]!
}

const addSecret = (tx: Transaction, id: string, sealed: Buffer) =>
  tx.rows(sql`insert into endpoint_secret (endpoint_id, sealed) values (${id}, ${sealed})`)

/** A new secret at once; those there are sign for the overlap more, and no longer than they already would. */
export async function rotateEndpoint(
  database: Database,
  id: string,
  sealed: Buffer,
  overlapMs: number,
): Promise<Endpoint> {
  await database.transaction(async tx => {
    await tx.rows(sql`select 1 from endpoint where id = ${id} for no key update`)
    await tx.rows(sql`delete from endpoint_secret where endpoint_id = ${id} and until <= now()`)
    await tx.rows(sql`
      update endpoint_secret set until = least(until, now() + ${overlapMs} * interval '1 millisecond')
      where endpoint_id = ${id}`)
    await addSecret(tx, id, sealed)
  })
  return (await listEndpoints(database, id))[0]!
}

export type EndpointChanges = Partial<Pick<NewEndpoint, 'url' | 'types' | 'projects'>> & {
  description?: string | null
  state?: 'active' | 'disabled'
}

/** An endpoint that is enabled again starts without failures; waiting deliveries go on. */
export async function updateEndpoint(
  database: Database,
  id: string,
  changes: EndpointChanges,
): Promise<Endpoint | undefined> {
  const sets: Sql[] = [sql`id = id`]
  if (changes.url !== undefined) sets.push(sql`url = ${changes.url}`)
  if (changes.types) sets.push(sql`types = ${changes.types}::text[]`)
  if (changes.projects) sets.push(sql`projects = ${changes.projects}::text[]`)
  if (changes.description !== undefined) sets.push(sql`description = ${changes.description}`)
  if (changes.state === 'disabled')
    sets.push(sql`state = 'disabled', disabled_because = 'the operator disabled it'`)
  if (changes.state === 'active')
    sets.push(
      sql`state = 'active', disabled_because = null, failures = 0, paused_until = null, failing_since = null, given_up = 0`,
    )
  await database.rows(sql`update endpoint set ${join(sets, ', ')} where id = ${id}`)
  return (await listEndpoints(database, id))[0]
}

export async function removeEndpoint(database: Database, id: string): Promise<boolean> {
  const gone = await database.rows(sql`
    with attempts as (delete from attempt where delivery_n in (select n from delivery where endpoint_id = ${id}))
    delete from endpoint where id = ${id} returning id`)
  return gone.length > 0
}

/** All of them, newest first, or the one with this id. For a listener those that are wholly its owners', and of their
 * deliveries those that it hears of are counted. */
export async function listEndpoints(
  database: Statements,
  id?: string,
  listener?: Listener,
): Promise<Endpoint[]> {
  const heard = listener && sql`join event e on e.seq = d.event_seq and ${isHeard(listener.heard)}`
  const own = listener && sql`and w.owners <> '{}' and w.owners <@ ${listener.owners}::text[]`
  const rows = await database.rows<EndpointRow>(sql`
    select w.*, coalesce(d.waiting, 0) as waiting, coalesce(d.delivered, 0) as delivered,
      coalesce(d.exhausted, 0) as exhausted, coalesce(d.withheld, 0) as withheld,
      (select max(s.until) from endpoint_secret s where s.endpoint_id = w.id and s.until > now()) as old_until
    from endpoint w left join lateral (
      select (count(*) filter (where state = 'waiting'))::int as waiting,
        (count(*) filter (where state = 'delivered'))::int as delivered,
        (count(*) filter (where state = 'exhausted'))::int as exhausted,
        (count(*) filter (where state = 'withheld'))::int as withheld
      from delivery d ${heard ?? none} where d.endpoint_id = w.id
    ) d on true
    where true ${id === undefined ? none : sql`and w.id = ${id}`} ${own ?? none} order by w.created_at desc, w.id`)
  return rows.map(endpointOf)
}

/** The sealed secrets that sign now, the current one first. */
export async function sealedSecrets(database: Statements, id: string): Promise<Buffer[]> {
  const rows = await database.rows<{ sealed: Buffer }>(sql`
    select sealed from endpoint_secret where endpoint_id = ${id} and (until is null or until > now())
    order by until desc nulls first`)
  return rows.map(row => Buffer.from(row.sealed))
}

/** Replaces every secret by what this returns, in one transaction; undefined leaves it as it is. */
export async function replaceSecrets(
  database: Database,
  again: (endpointId: string, sealed: Buffer) => Buffer | undefined,
): Promise<void> {
  await database.transaction(async tx => {
    const rows = await tx.rows<{ endpoint_id: string; sealed: Buffer }>(
      sql`select endpoint_id, sealed from endpoint_secret for update`,
    )
    for (const { endpoint_id, sealed } of rows) {
      const anew = again(endpoint_id, Buffer.from(sealed))
      if (anew)
        await tx.rows(
          sql`update endpoint_secret set sealed = ${anew} where endpoint_id = ${endpoint_id} and sealed = ${sealed}`,
        )
    }
  })
}

type SameInRow = 'id' | 'kind' | 'owners' | 'url' | 'types' | 'projects' | 'description' | 'state'

type EndpointRow = Pick<Endpoint, SameInRow> & {
  disabled_because: string | null
  paused_until: Date | null
  failing_since: Date | null
  last_success_at: Date | null
  created_at: Date
  old_until: Date | null
  waiting: number
  delivered: number
  exhausted: number
  withheld: number
}

const text = (date: Date | null) => date?.toISOString() ?? null

const endpointOf = (row: EndpointRow): Endpoint => ({
  id: row.id,
  kind: row.kind,
  owners: row.owners.map(owner => owner.slice(2)),
  url: row.url,
  types: row.types,
  projects: row.projects,
  description: row.description,
  state: row.state,
  disabledBecause: row.disabled_because,
  pausedUntil: row.paused_until && row.paused_until > new Date() ? text(row.paused_until) : null,
  failingSince: text(row.failing_since),
  lastSuccessAt: text(row.last_success_at),
  createdAt: row.created_at.toISOString(),
  oldSecretUntil: text(row.old_until),
  deliveries: {
    waiting: row.waiting,
    delivered: row.delivered,
    exhausted: row.exhausted,
    withheld: row.withheld,
  },
})
