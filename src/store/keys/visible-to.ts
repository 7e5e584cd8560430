// What the owners of an endpoint could fetch now: the same Reach that a key of theirs would have.

import type { Caller, CallerKind } from '../../access/caller.ts'
import type { Owners } from '../../access/ownership.ts'
import { reachOf } from '../../access/reach.ts'
import type { RecordType } from '../../kernel/resource/record-type.ts'
import type { Statements } from '../engine/database.ts'
import { name, sql } from '../engine/sql.ts'
import { narrowTable } from '../records/tables.ts'
import { inReach } from '../records/where.ts'
import { readLinks } from './callers.ts'

/** Of these ids, those that a key with these owners could fetch. */
export async function visibleTo(
  database: Statements,
  { kind, owners }: { kind: CallerKind; owners: readonly string[] },
  type: RecordType,
  ids: readonly string[],
): Promise<Set<string>> {
  const reach = reachOf(await callerOf(database, kind, owners), type.owners as Owners)
  if (reach.branches.length === 0 || ids.length === 0) return new Set()
  const rows = await database.rows<{ id: string }>(sql`
    select s.id from ${name(narrowTable(type.type))} s
    where s.id = any(${ids}::text[]) and ${inReach(reach, type)}`)
  return new Set(rows.map(row => row.id))
}

async function callerOf(database: Statements, kind: CallerKind, owners: readonly string[]): Promise<Caller> {
  const ids = owners.map(owner => owner.slice(2))
  const links = kind === 'agency' ? await readLinks(database, ids) : []
  const companies = kind === 'company' ? ids : [...new Set(links.map(link => link.company))]
  const named = (id: string) => ({ id, name: '' })
  return {
    keyId: '',
    kind,
    name: '',
    scopes: new Set(),
    companies: companies.map(id => ({ ...named(id), nanoid: '', prefix: '', features: [] })),
    agencies: kind === 'agency' ? ids.map(named) : [],
    links,
    linkedAgencies: [],
    version: '',
    allowedIps: [],
    createdAt: '',
    usage: {
      perMinute: 0,
      perDay: 0,
      minuteLeft: 0,
      minuteFreesIn: 0,
      usedToday: 0,
      at: '',
      resetsAt: '',
    },
  }
}
