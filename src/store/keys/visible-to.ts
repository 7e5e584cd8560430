// What the owners of an endpoint could fetch now: the same Reach that a key of theirs would have.

import type { CallerKind, Principal } from '../../access/caller.ts'
import { idsAt } from '../../access/ownership.ts'
import { reachOf } from '../../access/reach.ts'
import type { Statements } from '../../database/database.ts'
import { name, sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import type { StoredRecord } from '../../shape/stored.ts'
import { idsWithin } from '../reading/selection.ts'
import { inReach } from '../reading/where.ts'
import { labelText, readLabels, readRows, wholeRecord } from '../records/record-rows.ts'
import { narrowTable } from '../records/tables.ts'
import { principalOf } from './callers.ts'

type Owners = {
  kind: CallerKind
  owners: readonly string[]
  /** Of the key that asks, where one does. */
  scopes?: Principal['scopes']
}
type Types = readonly RecordType[]

async function reachInto(database: Statements, types: Types, endpoint: Owners, object: string) {
  const type = types.find(known => known.type === object)!
  const who = await principalOf(database, types, { scopes: 'all', ...endpoint })
  return { type, reach: reachOf(who, type.owners ?? {}) }
}

/** Of these ids, those that a key with these owners could fetch. */
export async function visibleTo(
  database: Statements,
  types: Types,
  endpoint: Owners,
  object: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { type, reach } = await reachInto(database, types, endpoint, object)
  return idsWithin(database, reach, type, ids)
}

type NarrowedOwners = Owners & {
  /** Empty: all. Else only what names one of these, at one of the narrowing paths. */
  projects: readonly string[]
  narrowing: readonly string[]
  /** Only records that meet this condition. */
  holds?: ((stored: StoredRecord) => boolean) | undefined
}

/** So many of the last changes of an owner are looked through. */
const changesLookedAt = 2_000
/** Those looked at for each that is wanted, where not all are meant, and where few may be. */
const spare = { usual: 5, few: 50 }

/** The records of a type that such a key could fetch and that changed last; where the feed has none, any of them. */
export async function latestVisibleTo(
  database: Statements,
  types: Types,
  endpoint: NarrowedOwners,
  object: string,
  limit: number,
) {
  const { type, reach } = await reachInto(database, types, endpoint, object)
  if (reach.branches.length === 0) return []
  const most = limit * (endpoint.holds ? spare.few : spare.usual)
  const changes = await database.rows<{ id: string; at: Date }>(sql`
    select c.id, max(c.at) as at from unnest(${endpoint.owners}::text[]) o(owner) cross join lateral (
      select type, id, at from change where owner = o.owner order by seq desc limit ${changesLookedAt}::int
    ) c where c.type = ${object} group by c.id order by max(c.at) desc, c.id limit ${most}::int`)
  const changed = new Map(changes.map(({ id, at }) => [id, at.toISOString()]))
  const visible = await idsWithin(database, reach, type, [...changed.keys()])
  const visibleIds = [...changed.keys()].filter(id => visible.has(id))
  let ids = await meant(database, type, endpoint, visibleIds)
  if (ids.length === 0) {
    const any = sql`
      select s.id from ${name(narrowTable(object))} s where ${inReach(reach, type)}
      order by s.id desc limit ${most}::int`
    ids = await meant(database, type, endpoint, await database.column(any))
  }
  const shown = ids.slice(0, limit)
  const labels = await readLabels(database, object, shown)
  return shown.map(id => ({ id, label: labelText(labels.get(id)), at: changed.get(id) ?? null }))
}

/** Of these, those that are about one of the projects, where only some are meant, and of which it holds. */
async function meant(
  database: Statements,
  type: RecordType,
  { projects, narrowing, holds }: NarrowedOwners,
  ids: string[],
): Promise<string[]> {
  if (projects.length === 0 && !holds) return ids
  const rows = await readRows(database, type, ids)
  const isMeant = (stored: StoredRecord) =>
    projects.length === 0 || narrowing.some(path => idsAt(stored, path).some(id => projects.includes(id)))
  return ids.filter(id => {
    const row = rows.get(id)
    const stored = row && wholeRecord(type, row)
    return stored && (!holds || holds(stored)) && isMeant(stored)
  })
}

/** Whether a record meets the condition now; false where it does not exist. */
export async function meetsCondition(
  database: Statements,
  types: Types,
  object: string,
  id: string,
  holds: (stored: StoredRecord) => boolean,
): Promise<boolean> {
  const type = types.find(known => known.type === object)!
  const row = (await readRows(database, type, [id])).get(id)
  return row !== undefined && holds(wholeRecord(type, row))
}
