// API keys: how operators see them, and how they are made, changed and ended. Secrets are kept as hashes, and pass
// through once, when made.
import { randomBytes } from 'node:crypto'
import type { CallerKind } from '../../access/caller.ts'
import { hashOfSecret, hintOfSecret, newSecret } from '../../access/key-format.ts'
import { ownerIds, ownersOf } from '../../access/owners.ts'
import type { Database, Statements } from '../../database/database.ts'
import { commas, name, none, type Sql, sql } from '../../database/sql.ts'
import { newId } from '../../formats/id.ts'
import { readableCount } from '../../formats/number-text.ts'
import { instant, integer, list, oneOf, orNull, record, text } from '../../shape/shape.ts'
import { declareList, type RowIn } from '../lists/list.ts'
import { narrowTable } from '../records/tables.ts'
import { callerKind, hasOwner, stillWorks } from './owners.ts'

/** Without an owner, as the gate says, nobody is left whose data the key could see. */
export const keyState = oneOf('active', 'revoked', 'expired', 'ownerless')

const oldSecrets = list(record({ hint: text, until: instant }))
const withTimes = (secrets: { hint: string; until: string }[]) =>
  secrets.map(({ hint, until }) => ({ hint, until: new Date(until).toISOString() }))

export const keys = declareList({
  noun: 'key',
  from: sql`api_key k left join api_key p on p.n = k.parent_n cross join lateral (
    select case when k.revoked_at is not null then 'revoked' when k.expires_at <= gate_clock() then 'expired'
      when ${hasOwner} then 'active' else 'ownerless' end as state) s`,
  columns: {
    id: [text, sql`k.id`],
    kind: [callerKind, sql`k.kind`],
    name: [text, sql`k.name`],
    description: [orNull(text), sql`k.description`],
    owners: [list(text), sql`k.owners`, ownerIds],
    ownerNames: [list(text)],
    scopes: [list(text), sql`k.scopes`],
    hint: [text, sql`(select x.hint from key_secret x where x.key_n = k.n and x.until is null)`],
    perMinute: [integer, sql`k.per_minute`],
    perDay: [integer, sql`k.per_day`],
    allowedIps: [list(text), sql`k.allowed_ips`],
    expiresAt: [orNull(instant), sql`k.expires_at`],
    revokedAt: [orNull(instant), sql`k.revoked_at`],
    lastUsedAt: [orNull(instant), sql`k.last_used_at`],
    createdAt: [instant, sql`k.created_at`],
    /** The key that it is a sign-in with; null of a key that was made by itself. */
    parentId: [orNull(text), sql`p.id`],
    parentName: [orNull(text), sql`p.name`],
    /** The sign-ins with it that still work. */
    signIns: [
      integer,
      sql`(select count(*) from api_key c
        where c.parent_n = k.n and ${stillWorks('c')})`,
    ],
    state: [keyState, sql`s.state`],
    /** What is wrong with it and would put it right, where nobody ended it and it is refused all the same. */
    note: [
      orNull(text),
      sql`case when s.state = 'ownerless' then case
          when cardinality(k.owners) = 1 then 'the ' || k.kind || ' that it is for was'
          when k.kind = 'company' then 'all the companies that it is for were'
          else 'all the agencies that it is for were' end
        || ' deleted, so every request is refused; load what was deleted again, give the key another '
        || k.kind || ', or revoke it' end`,
    ],
    usedToday: [
      integer,
      sql`coalesce((
        select d.used from key_day d where d.key_n = k.n and d.day = (gate_clock() at time zone 'UTC')::date), 0)`,
    ],
    /** Secrets from before a rotation that still work, and until when. */
    oldSecrets: [
      oldSecrets,
      sql`(select coalesce(json_agg(json_build_object('hint', x.hint, 'until', x.until) order by x.until), '[]')
        from key_secret x where x.key_n = k.n and x.until > gate_clock() and k.parent_n is null)`,
      withTimes,
    ],
  },
  filters: { parent: 'parentId' },
  order: { id: sql`k.id`, all: sql`k.n desc` },
  /** `which` is an id, a secret, or the hint of one. */
  confined: ({ which }: { which?: string | undefined }) => [
    which === undefined
      ? undefined
      : sql`(k.id = ${which} or exists (
          select 1 from key_secret x where x.key_n = k.n and (x.hint = ${which} or x.hash = ${hashOfSecret(which)})))`,
  ],
  table: {
    Key: 'hint',
    Id: 'id',
    Kind: 'kind',
    Name: ({ name, parentName }) => (parentName === null ? name : `${name}, signed in with ${parentName}`),
    State: 'state',
    Scopes: ({ scopes }) => `${scopes.length} scopes`,
    Today: ({ usedToday, perDay }) => `${readableCount(usedToday)} of ${readableCount(perDay)}`,
    'Last use': ({ lastUsedAt }) => lastUsedAt ?? 'never used',
  },
})

export type KeyInfo = RowIn<typeof keys>

export type NewKey = {
  kind: CallerKind
  owners: readonly string[]
  name: string
  description?: string
  scopes: readonly string[]
  perMinute?: number
  perDay?: number
  allowedIps?: readonly string[]
  expiresAt?: Date
}

const defaultPerMinute = 120
const defaultPerDay = 50_000

/** Owners that do not exist, of those given. */
export async function unknownOwners(database: Database, kind: CallerKind, ids: readonly string[]) {
  const stored = sql`select id from ${name(narrowTable(kind))} where id = any(${ids}::text[])`
  const known = new Set(await database.column(stored))
  return ids.filter(id => !known.has(id))
}

export async function createKey(database: Database, key: NewKey): Promise<{ secret: string; key: KeyInfo }> {
  const secret = newSecret(key.kind)
  const id = newId()
  await database.transaction(async tx => {
    const n = await tx.value(sql`
      insert into api_key (id, kind, name, description, scopes, owners, per_minute, per_day, allowed_ips, expires_at)
      values (${id}, ${key.kind}, ${key.name}, ${key.description ?? null}, ${key.scopes}::text[],
        ${ownersOf(key.kind, key.owners)}::text[], ${key.perMinute ?? defaultPerMinute}, ${key.perDay ?? defaultPerDay},
        ${key.allowedIps ?? []}::text[]::inet[], ${key.expiresAt ?? null}::timestamptz)
      returning n`)
    await addSecret(tx, n!, secret)
  })
  return { secret, key: (await keys.find(database, id))! }
}

const addSecret = (tx: Statements, keyN: string, secret: string) =>
  tx.rows(sql`
    insert into key_secret (hash, key_n, hint) values (${hashOfSecret(secret)}, ${keyN}::text::bigint, ${hintOfSecret(secret)})`)

/** What somebody agreed to when they signed in with a key. */
export type NewSignIn = {
  /** Whoever signed in, and where from. */
  name: string
  description?: string | undefined
  scopes: readonly string[]
  owners: readonly string[]
  perMinute?: number | undefined
  perDay?: number | undefined
  expiresAt: Date
  /** Of the secret that somebody agreed with: the sign-in ends with it. Hexadecimal digits. */
  secretHash?: string | undefined
}

/** A child of a key, cut to what its parent may by the database; nothing where the parent has ended, or is a child itself.
 * Nobody knows a secret of it that lasts: those it gets have an end (`lendSecret`). */
export async function createSignIn(
  database: Database,
  parentId: string,
  given: NewSignIn,
): Promise<KeyInfo | undefined> {
  const id = newId()
  const made = await database.transaction(async tx => {
    // Whoever changes the parent meanwhile waits, and finds the child.
    const parent = await tx.row<{ n: string; kind: CallerKind }>(sql`
      select n, kind from api_key k where id = ${parentId} and parent_n is null and ${stillWorks('k')} for share`)
    if (!parent) return false
    if (given.secretHash !== undefined && !(await isSecretOf(tx, parent.n, given.secretHash))) return false
    const n = await tx.value(sql`
      insert into api_key (id, kind, name, description, scopes, owners, per_minute, per_day, expires_at, parent_n)
      select ${id}, p.kind, ${given.name}, ${given.description ?? null}, ${given.scopes}::text[],
        ${ownersOf(parent.kind, given.owners)}::text[], coalesce(${given.perMinute ?? null}, p.per_minute),
        coalesce(${given.perDay ?? null}, p.per_day), least(${given.expiresAt}::timestamptz, (
          select s.until from key_secret s where s.hash = decode(${given.secretHash ?? ''}, 'hex'))), p.n
      from api_key p where p.n = ${parent.n}::text::bigint returning n`)
    await tx.rows(sql`update api_key set stamp = stamp + 1 where n = ${n}::text::bigint`)
    await tx.rows(sql`
      insert into key_secret (hash, key_n, hint) values (${randomBytes(32)}, ${n}::text::bigint, 'sign-in')`)
    return true
  })
  return made ? keys.find(database, id) : undefined
}

/** Whether this secret still opens the key. */
const isSecretOf = (tx: Statements, keyN: string, hash: string) =>
  tx.hasRows(sql`
    select 1 from key_secret where hash = decode(${hash}, 'hex') and key_n = ${keyN}::text::bigint
      and (until is null or until > gate_clock())`)

/** A secret of a sign-in that opens it for so many seconds. */
export const lendSecret = (tx: Statements, keyId: string, secret: string, seconds: number) =>
  tx.rows(sql`
    insert into key_secret (hash, key_n, hint, until)
    select ${hashOfSecret(secret)}, n, 'sign-in', gate_clock() + ${seconds} * interval '1 second'
    from api_key where id = ${keyId} and parent_n is not null`)

/** A new secret at once; those there are go on for the overlap, and no longer than they already would. Sign-ins end with the
 * old secret, as whoever had that may have made them. */
export async function rotateKey(database: Database, id: string, overlapMs: number) {
  const later = sql`gate_clock() + ${overlapMs} * interval '1 millisecond'`
  // What ends at once does not begin again when a clock that was ahead is set back.
  const until = overlapMs > 0 ? later : sql`'-infinity'::timestamptz`
  const ended = overlapMs > 0 ? none : sql`, revoked_at = gate_clock()`
  const secret = await database.transaction(async tx => {
    const row = await tx.row<{ n: string; kind: CallerKind }>(
      sql`update api_key set stamp = stamp + 1 where id = ${id} returning n, kind`,
    )
    await tx.rows(sql`
      update key_secret set until = least(until, ${until}) where key_n = ${row!.n}::text::bigint`)
    await tx.rows(sql`
      with held as (
        select n from api_key where parent_n = ${row!.n}::text::bigint and revoked_at is null order by n for update
      )
      update api_key k set stamp = stamp + 1, expires_at = least(k.expires_at, ${later})${ended}
      from held where k.n = held.n`)
    const secret = newSecret(row!.kind)
    await addSecret(tx, row!.n, secret)
    return secret
  })
  return { secret, key: (await keys.find(database, id))! }
}

/** Stops a key for good, at once and on every process. */
export async function revokeKey(database: Database, id: string): Promise<KeyInfo> {
  await database.rows(
    sql`update api_key set revoked_at = coalesce(revoked_at, gate_clock()), stamp = stamp + 1 where id = ${id}`,
  )
  return (await keys.find(database, id))!
}

/** What can be changed of a key; null takes away what may be absent. */
export type KeyChanges = Partial<Omit<NewKey, 'kind' | 'description' | 'expiresAt'>> & {
  description?: string | null
  expiresAt?: Date | null
}

export async function updateKey(database: Database, key: KeyInfo, changes: KeyChanges): Promise<KeyInfo> {
  const sets: Sql[] = [sql`stamp = stamp + 1`]
  if (changes.name !== undefined) sets.push(sql`name = ${changes.name}`)
  if (changes.description !== undefined) sets.push(sql`description = ${changes.description}`)
  if (changes.scopes) sets.push(sql`scopes = ${changes.scopes}::text[]`)
  if (changes.owners) sets.push(sql`owners = ${ownersOf(key.kind, changes.owners)}::text[]`)
  if (changes.perMinute !== undefined) sets.push(sql`per_minute = ${changes.perMinute}`)
  if (changes.perDay !== undefined) sets.push(sql`per_day = ${changes.perDay}`)
  if (changes.allowedIps) sets.push(sql`allowed_ips = ${changes.allowedIps}::text[]::inet[]`)
  if (changes.expiresAt !== undefined) sets.push(sql`expires_at = ${changes.expiresAt}::timestamptz`)
  await database.rows(sql`update api_key set ${commas(sets)} where id = ${key.id}`)
  return (await keys.find(database, key.id))!
}

/** All keys, newest first; or those whose id, secret, or the hint of whose secret, is this. */
export const listKeys = (database: Statements, which?: string): Promise<KeyInfo[]> =>
  keys.rows(database, { which })

/** The hash of the secret that a key has now. */
export async function currentHash(database: Database, id: string): Promise<Buffer> {
  return (await database.value<Buffer>(sql`
    select s.hash from key_secret s join api_key k on k.n = s.key_n where k.id = ${id} and s.until is null`))!
}

/** Hashes of the secrets of the keys that were used last. */
export const hashesOfRecent = (database: Statements, most: number) =>
  database.column<Buffer>(sql`
    select s.hash from key_secret s join api_key k on k.n = s.key_n
    where s.until is null and k.last_used_at is not null and k.revoked_at is null
    order by k.last_used_at desc limit ${most}`)

/** What may be shown of the secret with this hash. */
export async function shownPartOf(database: Statements, hash: Buffer): Promise<string> {
  return (await database.value(sql`select hint from key_secret where hash = ${hash}`))!
}
