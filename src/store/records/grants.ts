// Records that are open to companies through others: a worker to the companies it was assigned or submitted to.
// Beside each company stand `company agency` pairs, for an agency's own work there. The column is worked out again when the
// record or one of the others changes, and added to when one is new; a trigger sets the places of the first companies by
// it (tables.ts).

import { type Grant, grantsColumnName } from '../../access/ownership.ts'
import type { Transaction } from '../../database/database.ts'
import { name, type Sql, sql, unionAll } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { columnName } from '../../shape/stored.ts'
import { narrowRows } from './tables.ts'

/** A record that is open to companies, with those before and after. */
export type GrantChange = { id: string; before: string[]; after: string[] }

export async function refreshGrants(
  tx: Transaction,
  types: readonly RecordType[],
  type: RecordType,
  ids: readonly string[],
): Promise<GrantChange[]> {
  const grants = type.owners?.company?.grants
  if (ids.length === 0 || !grants) return []
  const sources = grants.map(source => sourceSql(types, type, source))
  const table = narrowRows(type)
  const opened = name(grantsColumnName)
  return tx.rows<GrantChange>(sql`
    with held as materialized (
      select w.id, w.${opened} as before from ${table} w where w.id = any(${ids}::text[])
    ), found as (
      select held.id, held.before, coalesce(o.after, '{}') as after from held
      cross join lateral (
        select array_agg(distinct opens.company order by opens.company) filter (where opens.company is not null) as after
        from (${unionAll(sources)}) opens
      ) o
    ), refreshed as (
      update ${table} w set ${opened} = found.after
      from found where w.id = found.id and found.before is distinct from found.after
    )
    select * from found order by id`)
}

/** Opens records to more companies; each is named at least once, with null where there is none to add. The other records
 * are not looked at, which would take longer the more there are. */
export async function addGrants(
  tx: Transaction,
  type: RecordType,
  added: readonly (readonly [id: string, company: string | null])[],
): Promise<GrantChange[]> {
  if (added.length === 0) return []
  const [ids, companies] = [added.map(([id]) => id), added.map(([, company]) => company)]
  const mentioned = [...new Set(ids)]
  const table = narrowRows(type)
  const opened = name(grantsColumnName)
  return tx.rows<GrantChange>(sql`
    with given as (
      select id, coalesce(array_agg(company) filter (where company is not null), '{}') as companies
      from unnest(${ids}::text[], ${companies}::text[]) g(id, company) group by id
    ), found as (
      select w.id, w.${opened} as before, case when w.${opened} @> given.companies then w.${opened}
        else array(select c from (select distinct c from unnest(w.${opened} || given.companies) c) d order by c collate "C")
        end as after
      from given join ${table} w on w.id = given.id where w.id = any(${mentioned}::text[])
    ), added as (
      update ${table} w set ${opened} = found.after
      from found where w.id = found.id and found.before <> found.after
    )
    select * from found order by id`)
}

/** The companies, and their pairs with agencies, that one source opens the record `held` to. */
function sourceSql(types: readonly RecordType[], type: RecordType, source: Grant | { own: string }): Sql {
  const at = (path: string) => sql`x.${name(columnName(path))}`
  if ('own' in source)
    return sql`select unnest(${at(source.own)}) as company from ${narrowRows(type)} x where x.id = held.id`
  const other = types.find(known => known.type === source.type)!
  const by = other.columns.find(column => column.name === columnName(source.by))
  // The index of a list has the default collation, and serves no value of another.
  const matches =
    by?.kind === 'texts'
      ? sql`${at(source.by)} @> array[held.id collate "default"]`
      : sql`${at(source.by)} = held.id`
  const owner = at(source.owner)
  const pairs = source.agency
    ? sql`select ${owner} || ' ' || ${at(source.agency)}`
    : source.tokens
      ? sql`select ${owner} || ' ' || split_part(token, ' ', 1)
          from unnest(${at(source.tokens)}) token where split_part(token, ' ', 2) = held.id`
      : sql`select null::text`
  return sql`select opens.company from ${narrowRows(other)} x
    cross join lateral (select ${owner} as company union all ${pairs}) opens where ${matches}`
}
