// Who holds a key: read from the database when the key or its owners have changed, remembered otherwise.
// Times of last use are written in batches, never once per request.
import { hash } from 'node:crypto'
import type { Caller, CallerKind, KnownCompany, Principal } from '../../access/caller.ts'
import { ownerIds } from '../../access/owners.ts'
import { type Database, plainRow, type Statements } from '../../database/database.ts'
import { commas, name, sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { columnName, firstStoredAt } from '../../shape/stored.ts'
import { readRows, wholeRecord } from '../records/record-rows.ts'
import { narrowTable } from '../records/tables.ts'
import { areFilled } from '../schema/readiness.ts'
import { activeLinks } from './links.ts'

export type KnownCaller = Omit<Caller, 'usage' | 'version'>

export type CallerBook = ReturnType<typeof callerBook>

/** What callers are read from. */
type Source = { database: Database; types: readonly RecordType[] }

export function callerBook(database: Database, types: readonly RecordType[]) {
  const from = { database, types }
  const known = new Map<string, { stamp: string; version: string; caller: Promise<KnownCaller> }>()
  const lastUsed = new Map<string, Date>()
  const unwritten = new Set<string>()
  return {
    find(keyId: string, stamp: string, version: string): Promise<KnownCaller> {
      const held = known.get(keyId)
      if (held?.stamp === stamp && held.version === version) return held.caller
      const caller = readCaller(from, keyId)
      known.set(keyId, { stamp, version, caller })
      caller.catch(() => known.delete(keyId))
      return caller
    },
    /** Notes a use; gives back the one before it: the last that was written or that this process saw. */
    used(keyId: string, at: Date, written: Date | null): Date | undefined {
      const seen = lastUsed.get(keyId)
      lastUsed.set(keyId, at)
      unwritten.add(keyId)
      return written && (!seen || written > seen) ? written : seen
    },
    /** Writes the times of last use that are still only in memory. */
    async flush(): Promise<void> {
      const ids = [...unwritten].sort()
      if (ids.length === 0) return
      unwritten.clear()
      const times = ids.map(id => lastUsed.get(id)!.toISOString())
      try {
        await database.rows(sql`
          with u as (select * from unnest(${ids}::text[], ${times}::text[]::timestamptz[]) u(id, at)),
            held as (
              select k.id from api_key k join u on u.id = k.id order by coalesce(k.parent_n, k.n), k.n for update)
          update api_key k set last_used_at = greatest(k.last_used_at, u.at)
          from u join held on held.id = u.id where k.id = u.id`)
      } catch (error) {
        for (const id of ids) unwritten.add(id)
        throw error
      }
    },
  }
}

type KeyRow = Omit<KnownCaller, 'scopes'> & { owners: string[]; scopes: string[] }

async function readCaller(from: Source, keyId: string) {
  const { database, types } = from
  const row = await database.row(sql`
    select id as "keyId", kind, name, description, scopes, owners, allowed_ips as "allowedIps",
      expires_at as "expiresAt", created_at as "createdAt" from api_key where id = ${keyId}`)
  if (!row) throw new Error('A key vanished between the gate and the look-up')
  const { kind, owners, scopes, ...key } = plainRow<KeyRow>(row)
  const held = new Set(scopes)
  const who = await principalOf(database, types, { kind, owners, scopes: held })
  const ids = kind === 'company' ? who.companies.map(({ id }) => id) : []
  const linked = await activeLinks(database, types, { companies: ids })
  const agencies = await readOwners(from, 'agency', who.agencies)
  const shown = {
    kind,
    companies: await readOwners(from, 'company', who.companies),
    agencies: agencies.map(({ id, name }) => ({ id, name })),
    links: who.links,
    linkedAgencies: [...new Set(linked.map(({ agency }) => agency))],
  }
  const sees = hash('sha256', JSON.stringify(shown), 'base64url')
  return { ...key, ...shown, sees, scopes: held }
}

/** Whoever has these owners, as `c:<company>` or `a:<agency>`. */
export async function principalOf(
  database: Statements,
  types: readonly RecordType[],
  { kind, owners, scopes }: { kind: CallerKind; owners: readonly string[] } & Pick<Principal, 'scopes'>,
): Promise<Principal> {
  const ids = ownerIds(owners)
  const own = ids.map(id => ({ id }))
  if (kind === 'company') return { kind, companies: own, agencies: [], links: [], scopes }
  const links = await activeLinks(database, types, { agencies: ids })
  const companies = [...new Set(links.map(link => link.company))].map(id => ({ id }))
  return { kind, companies, agencies: own, links, scopes }
}

async function readOwners(
  from: Source,
  kind: CallerKind,
  owners: readonly { id: string }[],
): Promise<KnownCompany[]> {
  if (owners.length === 0) return []
  const { database, types } = from
  const type = types.find(({ keyOwner }) => keyOwner?.kind === kind)!
  const { prefix, features = {} } = type.keyOwner!
  const paths = [...(prefix === undefined ? [] : [prefix]), ...Object.values(features)]
  const ids = owners.map(({ id }) => id)
  // What is remembered of a caller stays when a column is filled later, so nothing is taken from it before.
  if (!(await areFilled(database, type, paths.map(columnName)))) return ownersInTexts(database, type, ids)
  const at = (path: string) => name(columnName(path))
  const enabled = Object.entries(features).map(
    ([feature, flag]) => sql`case when ${at(flag)} then ${feature} end`,
  )
  const rows = await database.rows<{ id: string; label: string; prefix: string; features: string[] }>(sql`
    select id, label, ${at(prefix ?? 'id')} as prefix,
      array_remove(array[${commas(enabled)}]::text[], null) as features
    from ${name(narrowTable(type.type))} where id = any(${ids}::text[]) order by id`)
  return rows.map(({ label, ...owner }) => {
    const { name, nanoid } = JSON.parse(label)
    return { ...owner, name, nanoid }
  })
}

/** The same of their records as they are stored. */
async function ownersInTexts(
  database: Database,
  type: RecordType,
  ids: readonly string[],
): Promise<KnownCompany[]> {
  const { prefix = 'id', features = {} } = type.keyOwner!
  const rows = await readRows(database, type, ids.toSorted())
  return [...rows.values()].map(row => {
    const stored = wholeRecord(type, row)
    const at = (path: string) => firstStoredAt(stored, path.split('.'))
    return {
      id: row.id,
      nanoid: row.nanoid,
      name: at('name') as string,
      prefix: at(prefix) as string,
      features: Object.keys(features).filter(feature => at(features[feature]!) === true),
    }
  })
}
