// The companies and agencies that may hold keys, by name: for people who look for one, and for lists that name them.
import { type CallerKind, callerKinds } from '../../access/caller.ts'
import { asOwner, readOwner } from '../../access/owners.ts'
import { type Statements, schemaName } from '../../database/database.ts'
import { name, or, type Sql, sql, unionAll } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { oneOf } from '../../shape/shape.ts'
import { columnName } from '../../shape/stored.ts'
import { ownerIdSql } from '../records/owners-sql.ts'
import { narrowTable } from '../records/tables.ts'

type OwnerName = { kind: CallerKind; id: string; name: string; prefix: string | null }

export const callerKind = oneOf('company', 'agency')

const hasOwnerOf = (kind: CallerKind) => sql`k.kind = ${kind} and exists (
  select 1 from unnest(k.owners) u(owner) join ${name(narrowTable(kind))} o on o.id = ${ownerIdSql(sql`u.owner`)})`

/** Of a key `k`: whether any of its owners is there. */
export const hasOwner = or(callerKinds.map(hasOwnerOf))

/** Their columns are alike: the label has the name, and a prefix is there where one is declared. */
function ownersOfKind(types: readonly RecordType[], kind: CallerKind) {
  const { type, keyOwner } = types.find(({ keyOwner }) => keyOwner?.kind === kind)!
  const prefix = keyOwner?.prefix === undefined ? sql`null::text` : name(columnName(keyOwner.prefix))
  return sql`select ${kind}::text as kind, id, label::json ->> 'name' as name, ${prefix} as prefix
    from ${name(narrowTable(type))}`
}

/** Those whose name has this in it, or whose prefix or id it is; by name. */
export async function findOwners(
  db: Statements,
  types: readonly RecordType[],
  { kind, query = '', limit }: { kind?: CallerKind; query?: string; limit: number },
): Promise<OwnerName[]> {
  const all = (kind ? [kind] : callerKinds).map(each => ownersOfKind(types, each))
  return db.rows<OwnerName>(sql`
    select * from (${unionAll(all)}) o
    where position(lower(${query}::text) in lower(o.name)) > 0 or lower(o.prefix) = lower(${query}::text) or o.id = ${query}
    order by lower(o.name), o.id limit ${limit}::int`)
}

/** What each of these owners is called; one that is gone, by its id. */
export async function ownerNames(db: Statements, types: readonly RecordType[], owners: readonly string[]) {
  const byKind = callerKinds.map(kind => {
    const ids = owners.map(readOwner).flatMap(owner => (owner.kind === kind ? owner.id : []))
    return sql`select * from (${ownersOfKind(types, kind)}) o where id = any(${ids}::text[])`
  })
  const rows = await db.rows<OwnerName>(unionAll(byKind))
  const names = new Map(rows.map(({ kind, id, name }) => [asOwner(kind, id), name]))
  return (owner: string) => names.get(owner) ?? readOwner(owner).id
}

/** Whether a key, under this name in a statement, is neither revoked nor expired. By the clock that the gate goes by, so that nothing is said of a key that the
 * gate would not say; at another moment where one is given. */
export const stillWorks = (key: string, at: Sql = sql`gate_clock()`): Sql =>
  sql`(${name(key)}.revoked_at is null and (${name(key)}.expires_at is null or ${name(key)}.expires_at > ${at}))`

/** Of these owners, how many keys and webhook endpoints those have that have any which still work. */
export async function keysOfOwners(db: Statements, owners: readonly string[]) {
  // A dry run has endpoints of its own, of which there are none.
  const rows = await db.rows<{ owner: string; keys: number; endpoints: number }>(sql`
    select o.owner, k.keys, e.endpoints from unnest(${owners}::text[]) o(owner),
      lateral (select count(*)::int as keys from api_key held
        where o.owner = any(owners) and parent_n is null and ${stillWorks('held')}) k,
      lateral (select count(*)::int as endpoints from ${name(schemaName)}.endpoint
        where o.owner = any(owners) and state = 'active') e
    where k.keys + e.endpoints > 0`)
  return new Map(rows.map(({ owner, ...has }) => [owner, has]))
}
