// Webhook endpoints as they are stored: owners, types of events, state. Secrets come and go sealed.
import type { CallerKind } from '../../access/caller.ts'
import { ownerIds, ownersOf } from '../../access/owners.ts'
import type { Database, Statements, Transaction } from '../../database/database.ts'
import { commas, none, type Sql, sql } from '../../database/sql.ts'
import { readableCount } from '../../formats/number-text.ts'
import { instant, integer, list, oneOf, orNull, record, text } from '../../shape/shape.ts'
import { heardCondition, type Listener } from '../feeds/past-events.ts'
import { callerKind } from '../keys/owners.ts'
import { declareList, type RowIn } from '../lists/list.ts'

export const endpointState = oneOf('active', 'disabled')
export const disabledBy = oneOf('operator', 'failures')

export const endpoints = declareList({
  noun: 'webhook endpoint',
  from: ({ listener }: { listener?: Listener | undefined }) => sql`endpoint w cross join lateral (
    select json_build_object('waiting', count(*) filter (where state = 'waiting'),
      'delivered', count(*) filter (where state = 'delivered'),
      'exhausted', count(*) filter (where state = 'exhausted'),
      'withheld', count(*) filter (where state = 'withheld')) as counts
    from delivery d ${listener ? sql`join event e on e.seq = d.event_seq and ${heardCondition(listener.heard)}` : none}
    where d.endpoint_id = w.id) d`,
  columns: {
    id: [text, sql`w.id`],
    kind: [callerKind, sql`w.kind`],
    owners: [list(text), sql`w.owners`, ownerIds],
    ownerNames: [list(text)],
    url: [text, sql`w.url`],
    types: [list(text), sql`w.types`],
    projects: [list(text), sql`w.projects`],
    /** How many days before an end it is told; null: the usual ones. */
    daysBefore: [
      orNull(list(integer)),
      sql`(select array_agg(x.days order by x.days desc) from endpoint_days x where x.endpoint_id = w.id)`,
    ],
    description: [orNull(text), sql`w.description`],
    state: [endpointState, sql`w.state`],
    disabledBy: [orNull(disabledBy), sql`w.disabled_by`],
    disabledBecause: [orNull(text), sql`w.disabled_because`],
    pausedUntil: [orNull(instant), sql`case when w.paused_until > clock_timestamp() then w.paused_until end`],
    failingSince: [orNull(instant), sql`w.failing_since`],
    lastSuccessAt: [orNull(instant), sql`w.last_success_at`],
    createdAt: [instant, sql`w.created_at`],
    /** Until when the secret before the present one signs too, where there is one. */
    oldSecretUntil: [
      orNull(instant),
      sql`(select max(x.until) from endpoint_secret x where x.endpoint_id = w.id and x.until > now())`,
    ],
    /** For a listener those that it hears of. */
    deliveries: [
      record({ waiting: integer, delivered: integer, exhausted: integer, withheld: integer }),
      sql`d.counts`,
    ],
  },
  order: { id: sql`w.id`, all: sql`w.created_at desc, w.id` },
  /** A listener sees those that are wholly its owners'. */
  confined: ({ listener }) => [listener && sql`w.owners <> '{}' and w.owners <@ ${listener.owners}::text[]`],
  table: {
    Id: 'id',
    For: ({ kind, owners }) => `${kind} ${owners.join(',')}`,
    Address: 'url',
    Events: ({ types }) => (types.length > 2 ? `${types.length} types` : types.join(',')),
    State: ({ state, pausedUntil }) => (state === 'active' && pausedUntil ? 'paused' : state),
    Waiting: ({ deliveries }) => readableCount(deliveries.waiting),
    'Given up': ({ deliveries }) => readableCount(deliveries.exhausted),
  },
})

export type WebhookEndpoint = RowIn<typeof endpoints>

export type NewEndpoint = {
  id: string
  kind: CallerKind
  owners: readonly string[]
  url: string
  /** Names of events, or `*`. */
  types: readonly string[]
  /** Empty: all. */
  projects: readonly string[]
  /** How many days before an end it is told; null: the usual ones. */
  daysBefore?: readonly number[] | null
  description?: string
}

/** `usual` days are told to all who listen, so that an endpoint can ask for them at any time. */
export async function createEndpoint(
  database: Database,
  endpoint: NewEndpoint,
  sealed: Buffer,
  usual: readonly number[],
) {
  const { id, kind, owners, url, types, projects, daysBefore, description = null } = endpoint
  await database.transaction(async tx => {
    await tx.rows(sql`
      insert into endpoint (id, kind, owners, url, types, projects, description)
      values (${id}, ${kind}, ${ownersOf(kind, owners)}::text[], ${url}, ${types}::text[], ${projects}::text[], ${description})`)
    if (daysBefore) await setDays(tx, id, daysBefore, usual)
    await addSecret(tx, id, sealed)
  })
  return (await endpoints.find(database, id))!
}

/** Days that it asked for before stay in force. New ones begin tomorrow, so that nobody is told of what has passed. */
async function setDays(tx: Transaction, id: string, days: readonly number[], usual: readonly number[]) {
  await tx.rows(sql`delete from endpoint_days where endpoint_id = ${id} and days <> all(${days}::int[])`)
  await tx.rows(sql`
    insert into endpoint_days (endpoint_id, days, since)
    select ${id}, d, case when d <> all(${usual}::int[]) then (clock_timestamp() at time zone 'utc')::date end
    from unnest(${days}::int[]) d
    on conflict do nothing`)
}

/** Who asks to be told so many days before an end, besides the usual days or in their place. */
export const daysAskedFor = (db: Statements) =>
  db.rows<{ owner: string; days: number; since: string | null }>(sql`
    select distinct o.owner, x.days, x.since::text from endpoint w join endpoint_days x on x.endpoint_id = w.id,
      unnest(w.owners) o(owner)`)

const addSecret = (tx: Transaction, id: string, sealed: Buffer) =>
  tx.rows(sql`insert into endpoint_secret (endpoint_id, sealed) values (${id}, ${sealed})`)

/** A new secret at once; those there are sign for the overlap more, and no longer than they already would. */
export async function rotateEndpoint(database: Database, id: string, sealed: Buffer, overlapMs: number) {
  await database.transaction(async tx => {
    await tx.rows(sql`select 1 from endpoint where id = ${id} for no key update`)
    await tx.rows(sql`delete from endpoint_secret where endpoint_id = ${id} and until <= now()`)
    await tx.rows(sql`
      update endpoint_secret set until = least(until, now() + ${overlapMs} * interval '1 millisecond')
      where endpoint_id = ${id}`)
    await addSecret(tx, id, sealed)
  })
  return (await endpoints.find(database, id))!
}

export type EndpointChanges = Partial<Pick<NewEndpoint, 'url' | 'types' | 'projects' | 'daysBefore'>> & {
  description?: string | null
  state?: 'active' | 'disabled'
}

/** An endpoint that is enabled again starts without failures; waiting deliveries go on. */
export async function updateEndpoint(
  database: Database,
  id: string,
  changes: EndpointChanges,
  usual: readonly number[],
) {
  const sets: Sql[] = [sql`id = id`]
  if (changes.url !== undefined) sets.push(sql`url = ${changes.url}`)
  if (changes.types) sets.push(sql`types = ${changes.types}::text[]`)
  if (changes.projects) sets.push(sql`projects = ${changes.projects}::text[]`)
  if (changes.description !== undefined) sets.push(sql`description = ${changes.description}`)
  if (changes.state === 'disabled')
    sets.push(
      sql`state = 'disabled', disabled_by = 'operator', disabled_because = 'the operator disabled it'`,
    )
  if (changes.state === 'active')
    sets.push(
      sql`state = 'active', disabled_by = null, disabled_because = null, failures = 0, paused_until = null, failing_since = null, given_up = 0`,
    )
  const { daysBefore } = changes
  await database.transaction(async tx => {
    await tx.rows(sql`update endpoint set ${commas(sets)} where id = ${id}`)
    if (daysBefore !== undefined) await setDays(tx, id, daysBefore ?? [], usual)
  })
  return endpoints.find(database, id)
}

export const removeEndpoint = (database: Database, id: string) =>
  database.hasRows(sql`
    with attempts as (delete from attempt where delivery_n in (select n from delivery where endpoint_id = ${id}))
    delete from endpoint where id = ${id} returning id`)

/** The sealed secrets that sign now, the current one first. */
export const signingSecrets = (endpoint: Sql) => sql`
  select x.sealed from endpoint_secret x where x.endpoint_id = ${endpoint} and (x.until is null or x.until > now())
  order by x.until desc nulls first`

export const sealedSecrets = (database: Statements, id: string) =>
  database.column<Buffer>(signingSecrets(sql`${id}`))

/** Replaces every secret by what this returns, in one transaction; undefined leaves it as it is. */
export const replaceSecrets = (
  database: Database,
  again: (endpointId: string, sealed: Buffer) => Buffer | undefined,
) =>
  database.transaction(async tx => {
    const rows = await tx.rows<{ endpoint_id: string; sealed: Buffer }>(
      sql`select endpoint_id, sealed from endpoint_secret for update`,
    )
    for (const { endpoint_id, sealed } of rows) {
      const anew = again(endpoint_id, sealed)
      if (anew)
        await tx.rows(
          sql`update endpoint_secret set sealed = ${anew} where endpoint_id = ${endpoint_id} and sealed = ${sealed}`,
        )
    }
  })
