// API keys and operator tokens as they are kept: hashes, limits, owners. Secrets pass through once, on creation.
import { hashOfSecret, hintOfSecret, newSecret } from '../access/key-format.ts'
import type { CallerKind } from '../kernel/caller.ts'
import { newId } from '../kernel/id.ts'
import type { Database } from './database.ts'
import { name, none, sql } from './sql.ts'
import { narrowTable } from './tables.ts'

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
  state: 'active' | 'revoked' | 'expired'
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
  const owners = key.owners.map(owner => `${key.kind === 'company' ? 'c' : 'a'}:${owner}`)
  await database.rows(sql`
    insert into api_key (id, kind, name, description, scopes, owners, hash, hint, per_minute, per_day, allowed_ips, expires_at)
    values (${id}, ${key.kind}, ${key.name}, ${key.description ?? null}, ${key.scopes}::text[], ${owners}::text[],
      ${hashOfSecret(secret)}, ${hintOfSecret(secret)}, ${key.perMinute ?? defaultPerMinute}, ${key.perDay ?? defaultPerDay},
      ${key.allowedIps ?? []}::text[]::inet[], ${key.expiresAt?.toISOString() ?? null}::text::timestamptz)`)
  return { secret, key: (await listKeys(database, id))[0]! }
}

/** All keys, newest first; or those whose id, or the hint of whose secret, is this. */
export async function listKeys(database: Database, which?: string): Promise<KeyInfo[]> {
  const condition =
    which === undefined ? none : sql`where id = ${which} or hint = ${which} or hash = ${hashOfSecret(which)}`
  const rows = await database.rows<KeyRow>(
    sql`select *, allowed_ips::text[] as ips from api_key ${condition} order by n desc`,
  )
  return rows.map(keyInfo)
}

type KeyRow = {
  id: string
  kind: CallerKind
  name: string
  description: string | null
  owners: string[]
  scopes: string[]
  hint: string
  per_minute: number
  per_day: number
  ips: string[]
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
  created_at: Date
}

function keyInfo(row: KeyRow): KeyInfo {
  const expired = row.expires_at !== null && row.expires_at.getTime() <= Date.now()
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    description: row.description,
    owners: row.owners.map(owner => owner.slice(2)),
    scopes: row.scopes,
    hint: row.hint,
    perMinute: row.per_minute,
    perDay: row.per_day,
    allowedIps: row.ips,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    state: row.revoked_at ? 'revoked' : expired ? 'expired' : 'active',
  }
}

export async function createOperatorToken(
  database: Database,
  called: string,
): Promise<{ secret: string; id: string }> {
  const secret = newSecret('operator')
  const id = newId()
  await database.rows(
    sql`insert into operator_token (id, name, hash, hint) values (${id}, ${called}, ${hashOfSecret(secret)}, ${hintOfSecret(secret)})`,
  )
  return { secret, id }
}

export async function isOperatorToken(database: Database, secret: string): Promise<boolean> {
  const rows = await database.rows(
    sql`select 1 from operator_token where hash = ${hashOfSecret(secret)} and revoked_at is null`,
  )
  return rows.length > 0
}

export type TokenInfo = { id: string; name: string; hint: string; revoked: boolean; createdAt: string }

export async function listOperatorTokens(database: Database): Promise<TokenInfo[]> {
  const rows = await database.rows<{
    id: string
    name: string
    hint: string
    revoked_at: Date | null
    created_at: Date
  }>(sql`select * from operator_token order by created_at desc, id`)
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    hint: row.hint,
    revoked: row.revoked_at !== null,
    createdAt: row.created_at.toISOString(),
  }))
}

export async function revokeOperatorToken(database: Database, id: string): Promise<boolean> {
  const rows = await database.rows(
    sql`update operator_token set revoked_at = coalesce(revoked_at, now()) where id = ${id} returning id`,
  )
  return rows.length > 0
}
