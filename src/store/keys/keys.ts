// API keys and operator tokens as they are kept: hashes, limits, owners. Secrets pass through once, when made.

import type { CallerKind } from '../../access/caller.ts'
import { hashOfSecret, hintOfSecret, newSecret } from '../../access/key-format.ts'
import type { Operator, OperatorRole } from '../../access/operators.ts'
import { ownersOf } from '../../access/ownership.ts'
import { newId } from '../../formats/id.ts'
import type { Database, Statements } from '../database/database.ts'
import { join, name, none, type Sql, sql } from '../database/sql.ts'
import { narrowTable } from '../records/tables.ts'
import { kinds } from './owners.ts'

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

/** Without an owner, as the gate says, nobody is left whose data the key could see. */
export const keyStates = ['active', 'revoked', 'expired', 'ownerless'] as const

export type KeyInfo = {
  id: string
  kind: CallerKind
  name: string
  description: string | null
  owners: string[]
  scopes: string[]
  hint: string
  perMinute: number
  perDay: number
  allowedIps: string[]
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
  createdAt: string
  state: (typeof keyStates)[number]
  /** What is wrong with it and would put it right, where nobody ended it and it is refused all the same. */
  note: string | null
  usedToday: number
  /** Secrets from before a rotation that still work, and until when. */
  oldSecrets: { hint: string; until: string }[]
}

export const defaultPerMinute = 120
export const defaultPerDay = 50_000

/** Owners that do not exist, of those given. */
export async function unknownOwners(
  database: Database,
  kind: CallerKind,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(
    sql`select id from ${name(narrowTable(kind))} where id = any(${ids}::text[])`,
  )
  const found = new Set(rows.map(row => row.id))
  return ids.filter(id => !found.has(id))
}

export async function createKey(database: Database, key: NewKey): Promise<{ secret: string; key: KeyInfo }> {
  const secret = newSecret(key.kind)
  const id = newId()
  await database.transaction(async tx => {
    const [row] = await tx.rows<{ n: string }>(sql`
      insert into api_key (id, kind, name, description, scopes, owners, per_minute, per_day, allowed_ips, expires_at)
      values (${id}, ${key.kind}, ${key.name}, ${key.description ?? null}, ${key.scopes}::text[],
        ${ownersOf(key.kind, key.owners)}::text[], ${key.perMinute ?? defaultPerMinute}, ${key.perDay ?? defaultPerDay},
        ${key.allowedIps ?? []}::text[]::inet[], ${key.expiresAt?.toISOString() ?? null}::text::timestamptz)
      returning n`)
    await addSecret(tx, row!.n, secret)
  })
  return { secret, key: (await listKeys(database, id))[0]! }
}

async function addSecret(tx: Statements, keyN: string, secret: string): Promise<void> {
  await tx.rows(sql`
    insert into key_secret (hash, key_n, hint) values (${hashOfSecret(secret)}, ${keyN}::text::bigint, ${hintOfSecret(secret)})`)
}

/** A new secret at once; those there are go on for the overlap, and no longer than they already would. */
export async function rotateKey(
  database: Database,
  id: string,
  overlapMs: number,
): Promise<{ secret: string; key: KeyInfo }> {
  const secret = await database.transaction(async tx => {
    const [row] = await tx.rows<{ n: string; kind: CallerKind }>(
      sql`update api_key set stamp = stamp + 1 where id = ${id} returning n, kind`,
    )
    await tx.rows(sql`
      update key_secret set until = least(until, gate_clock() + ${overlapMs} * interval '1 millisecond')
      where key_n = ${row!.n}::text::bigint`)
    const made = newSecret(row!.kind)
    await addSecret(tx, row!.n, made)
    return made
  })
  return { secret, key: (await listKeys(database, id))[0]! }
}

/** Stops a key for good, at once and on every process. */
export async function revokeKey(database: Database, id: string): Promise<KeyInfo> {
  await database.rows(
    sql`update api_key set revoked_at = coalesce(revoked_at, gate_clock()), stamp = stamp + 1 where id = ${id}`,
  )
  return (await listKeys(database, id))[0]!
}

/** What can be changed of a key; null takes away what may be absent. */
export type KeyChanges = Partial<
  Pick<NewKey, 'name' | 'owners' | 'scopes' | 'perMinute' | 'perDay' | 'allowedIps'>
> & {
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
  if (changes.expiresAt !== undefined)
    sets.push(sql`expires_at = ${changes.expiresAt?.toISOString() ?? null}::text::timestamptz`)
  await database.rows(sql`update api_key set ${join(sets, ', ')} where id = ${key.id}`)
  return (await listKeys(database, key.id))[0]!
}

/** Of a key `k`: whether any of its owners is there. */
export const hasOwner = join(
  kinds.map(
    kind => sql`k.kind = ${kind} and exists (
      select 1 from unnest(k.owners) u(owner) join ${name(narrowTable(kind))} o on o.id = substr(u.owner, 3))`,
  ),
  ' or ',
)

/** All keys, newest first; or those whose id, secret, or the hint of whose secret, is this. */
export async function listKeys(database: Database, which?: string): Promise<KeyInfo[]> {
  const condition =
    which === undefined
      ? none
      : sql`where k.id = ${which} or exists (
          select 1 from key_secret s where s.key_n = k.n and (s.hint = ${which} or s.hash = ${hashOfSecret(which)}))`
  const rows = await database.rows<KeyRow>(sql`
    select k.*, coalesce(k.expires_at <= gate_clock(), false) as expired, not (${hasOwner}) as ownerless,
      coalesce((
        select d.used from key_day d where d.key_n = k.n and d.day = (gate_clock() at time zone 'UTC')::date
      ), 0) as used,
      (select s.hint from key_secret s where s.key_n = k.n and s.until is null) as hint,
      (
        select coalesce(json_agg(json_build_object('hint', s.hint, 'until', s.until) order by s.until), '[]')
        from key_secret s where s.key_n = k.n and s.until > gate_clock()
      ) as old_secrets
    from api_key k ${condition} order by k.n desc`)
  return rows.map(keyInfo)
}

/** The hash of the secret that a key has now. */
export async function currentHash(database: Database, id: string): Promise<Buffer> {
  const [row] = await database.rows<{ hash: Buffer }>(sql`
    select s.hash from key_secret s join api_key k on k.n = s.key_n where k.id = ${id} and s.until is null`)
  return Buffer.from(row!.hash)
}

/** Hashes of the secrets of the keys that were used last. */
export async function hashesOfRecent(database: Statements, most: number): Promise<Buffer[]> {
  const rows = await database.rows<{ hash: Buffer }>(sql`
    select s.hash from key_secret s join api_key k on k.n = s.key_n
    where s.until is null and k.last_used_at is not null and k.revoked_at is null
    order by k.last_used_at desc limit ${most}`)
  return rows.map(({ hash }) => Buffer.from(hash))
}

/** What may be shown of the secret with this hash. */
export async function hintOf(database: Statements, hash: Buffer): Promise<string> {
  const [row] = await database.rows<{ hint: string }>(sql`select hint from key_secret where hash = ${hash}`)
  return row!.hint
}

type KeyRow = Pick<KeyInfo, 'id' | 'kind' | 'name' | 'description' | 'owners' | 'scopes' | 'hint'> & {
  per_minute: number
  per_day: number
  allowed_ips: string[]
  expires_at: Date | null
  expired: boolean
  ownerless: boolean
  revoked_at: Date | null
  last_used_at: Date | null
  created_at: Date
  used: number
  old_secrets: { hint: string; until: string }[]
}

function standingOf({ kind, ...row }: KeyRow): Pick<KeyInfo, 'state' | 'note'> {
  if (row.revoked_at || row.expired) return { state: row.revoked_at ? 'revoked' : 'expired', note: null }
  if (!row.ownerless) return { state: 'active', note: null }
  const plural = kind === 'company' ? 'companies' : 'agencies'
  const gone =
    row.owners.length > 1 ? `all the ${plural} that it is for were` : `the ${kind} that it is for was`
  const note = `${gone} deleted, so every request is refused; load what was deleted again, give the key another ${kind}, or revoke it`
  return { state: 'ownerless', note }
}

const keyInfo = (row: KeyRow): KeyInfo => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  description: row.description,
  owners: row.owners.map(owner => owner.slice(2)),
  scopes: row.scopes,
  hint: row.hint,
  perMinute: row.per_minute,
  perDay: row.per_day,
  allowedIps: row.allowed_ips,
  expiresAt: row.expires_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  ...standingOf(row),
  usedToday: row.used,
  oldSecrets: row.old_secrets.map(({ hint, until }) => ({ hint, until: new Date(until).toISOString() })),
})

export async function createOperatorToken(
  database: Statements,
  called: string,
  role: OperatorRole,
): Promise<{ secret: string; id: string }> {
  const secret = newSecret('operator')
  const id = newId()
  await database.rows(sql`
    insert into operator_token (id, name, role, hash, hint)
    values (${id}, ${called}, ${role}, ${hashOfSecret(secret)}, ${hintOfSecret(secret)})`)
  return { secret, id }
}

/** The operator token with this secret, unless it was revoked. */
export async function operatorTokenWith(database: Statements, secret: string): Promise<Operator | undefined> {
  const [row] = await database.rows<Omit<Operator, 'via'>>(
    sql`select id, name, role from operator_token where hash = ${hashOfSecret(secret)} and revoked_at is null`,
  )
  return row && { ...row, via: 'token' }
}

export type TokenInfo = Omit<Operator, 'via'> & { hint: string; revoked: boolean; createdAt: string }

/** Newest first; or the one with this id. */
export async function listOperatorTokens(database: Statements, id?: string): Promise<TokenInfo[]> {
  const rows = await database.rows<{
    id: string
    name: string
    role: OperatorRole
    hint: string
    revoked_at: Date | null
    created_at: Date
  }>(sql`
    select * from operator_token ${id === undefined ? none : sql`where id = ${id}`} order by created_at desc, id`)
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    role: row.role,
    hint: row.hint,
    revoked: row.revoked_at !== null,
    createdAt: row.created_at.toISOString(),
  }))
}

export async function revokeOperatorToken(database: Statements, id: string): Promise<boolean> {
  const rows = await database.rows(
    sql`update operator_token set revoked_at = coalesce(revoked_at, now()) where id = ${id} returning id`,
  )
  return rows.length > 0
}
