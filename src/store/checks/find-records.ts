// Records of any type found by their columns and by what they mention, for whoever works something out from many of them.
// No access rules here: whoever asks splits what is found by who sees it.

import type { Statements } from '../../database/database.ts'
import { and, name, type Sql, sql, unionAll } from '../../database/sql.ts'
import { recordKey } from '../../record-types/record-key.ts'
import { narrowRows } from '../records/tables.ts'

/** Rows that have one of these values in a column, a time in it from a day on and before another, or nothing. */
export type RowCondition =
  | { column: string; in: readonly string[] }
  | { column: string; from: string; before: string }
  | { column: string; empty: true }

/** Rows that mention one of these records and meet all conditions. */
type Mentioning = { mentions: string; ids: readonly string[]; where: readonly RowCondition[] }

/** A way to find rows: by all of these conditions, or by what they mention. */
type RowsBy = readonly RowCondition[] | Mentioning

type Typed = { type: string }

function conditionSql(condition: RowCondition): Sql {
  const column = sql`s.${name(condition.column)}`
  if ('in' in condition) return sql`${column} = any(${condition.in}::text[])`
  if ('empty' in condition) return sql`${column} is null`
  return sql`${column} >= ${`${condition.from}T00:00:00Z`}::timestamptz
    and ${column} < ${`${condition.before}T00:00:00Z`}::timestamptz`
}

const isPossible = (condition: RowCondition) => !('in' in condition) || condition.in.length > 0

const rowsBy = (
  type: Typed,
  columns: Sql,
  where: readonly RowCondition[],
  from = sql`${narrowRows(type)} s`,
) =>
  where.every(isPossible)
    ? [sql`select ${columns} from ${from} where ${and([sql`true`, ...where.map(conditionSql)])}`]
    : []

/** Each id is looked up by itself: beside ten thousand at once, a row takes as long as ten thousand. `offset 0` keeps the planner from
 * reading all rows of an owner for each of them. */
function rowsMentioning(type: Typed, columns: Sql, { mentions, ids, where }: Mentioning): Sql[] {
  const keys = ids.map(id => recordKey({ type: mentions, id }))
  const from = sql`unnest(${keys}::text[]) k(key),
    lateral (select r.* from ${narrowRows(type)} r where r.mentions @> array[k.key] offset 0) s`
  return ids.length > 0 ? rowsBy(type, columns, where, from) : []
}

/** One select for each way, as each has an index of its own; a row is there as often as it is found. */
export function rowsMeeting(type: Typed, columns: Sql, ways: readonly RowsBy[]): Sql | undefined {
  const selects = ways.flatMap(way =>
    'mentions' in way ? rowsMentioning(type, columns, way) : rowsBy(type, columns, way),
  )
  return selects.length > 0 ? unionAll(selects) : undefined
}

/** The ids of those that are found in one of these ways. */
export async function findIds(db: Statements, type: Typed, ...ways: readonly RowsBy[]): Promise<string[]> {
  const found = rowsMeeting(type, sql`s.id`, ways)
  return found ? db.column(sql`select distinct id from (${found}) f`) : []
}

/** The days, as YYYY-MM-DD, that stand in a column of those. */
export async function findDays(
  db: Statements,
  type: Typed,
  column: string,
  ...ways: readonly RowsBy[]
): Promise<string[]> {
  const found = rowsMeeting(type, sql`s.${name(column)} as at`, ways)
  if (!found) return []
  return db.column(
    sql`select distinct to_char(at at time zone 'utc', 'YYYY-MM-DD') from (${found}) f where at is not null`,
  )
}

/** What stands in a column of these records, each value once. */
export const columnValues = (
  db: Statements,
  type: Typed,
  column: string,
  ids: readonly string[],
): Promise<string[]> =>
  db.column(sql`select distinct ${name(column)} as value from ${narrowRows(type)}
      where id = any(${ids}::text[]) and ${name(column)} is not null`)

/** The days, as YYYY-MM-DD, that stand in a column of these records. */
export const columnDays = (db: Statements, type: Typed, column: string, ids: readonly string[]) =>
  findDays(db, type, column, [{ column: 'id', in: ids }])

/** The ids of the records of another type that these mention, but for those in columns of their own. */
export const mentionedIds = (
  db: Statements,
  type: Typed,
  ids: readonly string[],
  mentioned: string,
): Promise<string[]> =>
  db.column(sql`select distinct substr(m.key, ${mentioned.length + 2}::int)
      from ${narrowRows(type)} s, unnest(s.mentions) m(key)
      where s.id = any(${ids}::text[]) and starts_with(m.key, ${`${mentioned}:`})`)

/** Every day that a column has in the rows of an owner, each found by one look into the index. */
export const everyDay = (
  db: Statements,
  type: Typed,
  owner: { column: string; id: string },
  column: string,
): Promise<string[]> => {
  const [own, at] = [sql`s.${name(owner.column)} = ${owner.id}`, sql`s.${name(column)}`]
  const rows = sql`from ${narrowRows(type)} s where ${own}`
  return db.column(sql`with recursive day(at) as (
      (select ${at} ${rows} and ${at} is not null order by ${at} limit 1)
      union all
      select (select ${at} ${rows} and ${at} >= date_trunc('day', day.at, 'utc') + interval '1 day' order by ${at} limit 1)
      from day where day.at is not null
    ) select distinct to_char(at at time zone 'utc', 'YYYY-MM-DD') from day where at is not null`)
}

/** Of these values of a column, those for which there is a row that meets the conditions and mentions one of another type
 * that meets others, in which `sameColumn` has the same value where it is given. */
export function valuesWithMention(
  db: Statements,
  type: Typed,
  { column, values, where }: { column: string; values: readonly string[]; where: readonly RowCondition[] },
  mentioned: Typed & { where: readonly RowCondition[]; sameColumn?: string },
): Promise<string[]> {
  const same = mentioned.sameColumn ? [sql`s.${name(mentioned.sameColumn)} = v.value`] : []
  const other = sql`select from ${narrowRows(mentioned)} s
    where s.id = substr(m.key, ${mentioned.type.length + 2}::int) and ${and([...mentioned.where.map(conditionSql), ...same])}`
  return db.column(sql`select v.value from unnest(${values}::text[]) v(value) where exists (
      select from ${narrowRows(type)} s, unnest(s.mentions) m(key)
      where s.${name(column)} = v.value and ${and(where.map(conditionSql))}
        and starts_with(m.key, ${`${mentioned.type}:`}) and exists (${other}))`)
}
