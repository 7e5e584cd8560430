// Who holds a key: read from the database when the key or its owners have changed, remembered otherwise.
// Times of last use are written in batches, never once per request.
import type { Caller, CallerKind, Link, NamedOwner } from '../../access/caller.ts'
import type { Database, Statements } from '../engine/database.ts'
import { sql } from '../engine/sql.ts'
import { readLabels } from '../records/write-records.ts'

export type KnownCaller = Omit<Caller, 'usage' | 'version'>

export type CallerBook = {
  find(keyId: string, stamp: string, version: string): Promise<KnownCaller>
  /** Notes a use; gives back the one before it: the last that was written or that this process saw. */
  used(keyId: string, at: Date, written: Date | null): Date | undefined
  /** Writes the times of last use that are still only in memory. */
  flush(): Promise<void>
}

type KeyRow = {
  id: string
  kind: CallerKind
  name: string
  description: string | null
  scopes: string[]
  owners: string[]
  allowed_ips: string[]
  expires_at: Date | null
  created_at: Date
}

export function callerBook(database: Database): CallerBook {
  const known = new Map<string, { stamp: string; version: string; caller: Promise<KnownCaller> }>()
  const lastUsed = new Map<string, Date>()
  const unwritten = new Set<string>()
  return {
    find(keyId, stamp, version) {
      const held = known.get(keyId)
      if (held?.stamp === stamp && held.version === version) return held.caller
      const caller = readCaller(database, keyId)
      known.set(keyId, { stamp, version, caller })
      caller.catch(() => known.delete(keyId))
      return caller
    },
    used(keyId, at, written) {
      const seen = lastUsed.get(keyId)
      lastUsed.set(keyId, at)
      unwritten.add(keyId)
      return written && (!seen || written > seen) ? written : seen
    },
    async flush() {
      const ids = [...unwritten].sort()
      if (ids.length === 0) return
      unwritten.clear()
      const times = ids.map(id => lastUsed.get(id)!.toISOString())
      try {
        await database.rows(sql`
          with u as (select * from unnest(${ids}::text[], ${times}::text[]::timestamptz[]) u(id, at)),
            held as (select k.id from api_key k join u on u.id = k.id order by k.id for update)
          update api_key k set last_used_at = greatest(k.last_used_at, u.at)
          from u join held on held.id = u.id where k.id = u.id`)
      } catch (error) {
        for (const id of ids) unwritten.add(id)
        throw error
      }
    },
  }
}

async function readCaller(database: Database, keyId: string): Promise<KnownCaller> {
  const [key] = await database.rows<KeyRow>(sql`select * from api_key where id = ${keyId}`)
  if (!key) throw new Error('A key vanished between the gate and the look-up')
  const ids = key.owners.map(owner => owner.slice(2))
  const links = key.kind === 'agency' ? await readLinks(database, ids) : []
  const companyIds = key.kind === 'company' ? ids : [...new Set(links.map(link => link.company))]
  const companies = await readCompanies(database, companyIds)
  return {
    keyId: key.id,
    kind: key.kind,
    name: key.name,
    ...(key.description !== null && { description: key.description }),
    scopes: new Set(key.scopes),
    companies,
    agencies: key.kind === 'agency' ? await readAgencies(database, ids) : [],
    links,
    linkedAgencies: key.kind === 'company' ? await readLinkedAgencies(database, ids) : [],
    allowedIps: key.allowed_ips,
    ...(key.expires_at && { expiresAt: key.expires_at.toISOString() }),
    createdAt: key.created_at.toISOString(),
  }
}

async function readCompanies(database: Database, ids: readonly string[]): Promise<KnownCaller['companies']> {
  const rows = await database.rows<{ id: string; label: string; prefix: string; tracks: boolean | null }>(sql`
    select id, label, prefix, facts_stage_tracking_enabled as tracks
    from company where id = any(${ids}::text[]) order by id`)
  return rows.map(({ id, label, prefix, tracks }) => {
    const { name, nanoid } = JSON.parse(label)
    return { id, name, nanoid, prefix, features: tracks ? ['stageTracking'] : [] }
  })
}

async function readAgencies(database: Database, ids: readonly string[]): Promise<NamedOwner[]> {
  const labels = await readLabels(database, 'agency', ids)
  return [...labels].map(([id, label]) => ({ id, name: label.name! })).sort((a, b) => (a.id < b.id ? -1 : 1))
}

type LinkRow = {
  agency_id: string
  company_id: string
  project_id: string | null
  restricted: boolean
  facts_projects: string[]
}

/** A link to a company reaches all of its projects unless it is restricted to some; one to a project, that one. */
export async function readLinks(database: Statements, agencies: readonly string[]): Promise<Link[]> {
  const rows = await database.rows<LinkRow>(sql`
    select agency_id, company_id, project_id, restricted, facts_projects
    from connection where agency_id = any(${agencies}::text[]) and active order by id`)
  return rows.map(row => ({
    agency: row.agency_id,
    company: row.company_id,
    ...(row.project_id !== null
      ? { projects: [row.project_id] }
      : row.restricted && { projects: row.facts_projects }),
  }))
}

async function readLinkedAgencies(database: Database, companies: readonly string[]): Promise<string[]> {
  const rows = await database.rows<{ agency_id: string }>(
    sql`select distinct agency_id from connection where company_id = any(${companies}::text[]) and active`,
  )
  return rows.map(row => row.agency_id)
}
