// What a load asks of the database besides rows: which records refer to a record, and which holds a value.

import type { Statements, Transaction } from '../../database/database.ts'
import { commas, name, none, or, type Sql, sql, unnested } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { childTable, narrowRows, textTable } from '../records/tables.ts'

/** Where a type may mention records of another: an indexed column where there is one, else the mentions list. */
export function mentionCondition(type: RecordType, mentioned: string, id: Sql): Sql | undefined {
  const mentions = type.mentions.filter(mention => mention.type === mentioned)
  if (mentions.length === 0) return undefined
  const idPaths = mentions.map(({ path }) => `${path}.id`)
  const conditions = type.columns
    .filter(({ kind, paths }) => kind === 'text' && paths.length === 1 && idPaths.includes(paths[0]!))
    .map(column => sql`s.${name(column.name)} = ${id}`)
  return sql`(${or([...conditions, isListed(mentioned, id)])})`
}

const isListed = (mentioned: string, id: Sql) =>
  sql`s.mentions @> array[${mentioned} || ':' || ${id}]::text[]`

/** The same, and where it only names them. */
function namedCondition(type: RecordType, mentioned: string, id: Sql): Sql | undefined {
  const isNamed = Object.values(type.names ?? {}).includes(mentioned)
  return mentionCondition(type, mentioned, id) ?? (isNamed ? isListed(mentioned, id) : undefined)
}

/** Of each of these records that others mention or name one of those, besides some of each type. */
export async function oneMentionOfEach(
  tx: Transaction,
  types: readonly RecordType[],
  mentioned: string,
  ids: readonly string[],
  except: (type: string) => readonly string[] = () => [],
): Promise<Map<string, { type: string; id: string }>> {
  const mentions = new Map<string, { type: string; id: string }>()
  for (const type of types) {
    const condition = namedCondition(type, mentioned, sql`i.id`)
    if (!condition) continue
    const rows = await tx.rows<{ of: string; id: string }>(
      sql`select i.id as of, by.id from unnest(${ids}::text[]) i(id) cross join lateral (
        select s.id from ${narrowRows(type)} s
        where ${condition} and s.id <> all(${except(type.type)}::text[]) limit 1
      ) by`,
    )
    for (const { of, id } of rows) mentions.set(of, { type: type.type, id })
  }
  return mentions
}

/** Of these records, as `type:id`, those that a type's records name, but for some of them. */
export async function keysNamedIn(
  tx: Transaction,
  type: string,
  keys: readonly string[],
  except: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return []
  const named = sql`select distinct m as key from ${narrowRows({ type })} s, unnest(s.mentions) m
    where s.mentions && ${keys}::text[] and m = any(${keys}::text[]) and s.id <> all(${except}::text[])`
  return tx.column(named)
}

/** The records of a type that mention or name one of these. */
export async function idsNaming(
  tx: Transaction,
  type: RecordType,
  mentioned: string,
  ids: readonly string[],
): Promise<string[]> {
  const condition = namedCondition(type, mentioned, sql`i.id`)
  if (!condition) return []
  const naming = sql`select distinct by.id from unnest(${ids}::text[]) i(id)
    cross join lateral (select s.id from ${narrowRows(type)} s where ${condition}) by`
  return tx.column(naming)
}

/** Which of the short ids given in a batch are taken, and by whom. */
export async function nanoidsInUse(
  tx: Transaction,
  entries: readonly { type: RecordType; nanoid?: string }[],
): Promise<Map<string, string>> {
  const taken = new Map<string, string>()
  for (const type of new Set(entries.map(entry => entry.type))) {
    const nanoids = entries.flatMap(entry => (entry.type === type && entry.nanoid ? [entry.nanoid] : []))
    if (nanoids.length === 0) continue
    const rows = await tx.rows<{ id: string; nanoid: string }>(
      sql`select id, nanoid from ${narrowRows(type)} where nanoid = any(${nanoids}::text[])`,
    )
    for (const row of rows) taken.set(`${type.type}:${row.nanoid}`, row.id)
  }
  return taken
}

/** How many records of a type name each of these ids in a column. */
export async function countByColumn(tx: Transaction, type: string, column: string, ids: readonly string[]) {
  const rows = await tx.rows<{ id: string; number: string }>(sql`
    select ${name(column)} as id, count(*) as number from ${narrowRows({ type })}
    where ${name(column)} = any(${ids}::text[]) group by 1`)
  return new Map(rows.map(row => [row.id, Number(row.number)]))
}

type ValueQuery = {
  column: string
  values: readonly string[]
  /** Only those that have one of these values in other columns, with a space between, which is given back, too. */
  among?: { columns: readonly string[]; values: readonly string[] }
  /** The rows beside each record that have the column, where the record itself has not. */
  rows?: string | undefined
}

/** The records that have one of these values. */
export async function recordsWithValue(
  tx: Transaction,
  type: string,
  { column, values, among, rows }: ValueQuery,
) {
  if (values.length === 0) return []
  const table = rows === undefined ? narrowRows({ type }) : name(childTable(type, rows))
  const texts = (among?.columns ?? []).map(column => sql`coalesce(${name(column)}::text, '')`)
  const group = texts.length > 0 ? sql`concat_ws(' ', ${commas(texts)})` : sql`''`
  const within = texts.length > 0 ? sql`and ${group} = any(${[...new Set(among!.values)]}::text[])` : sql``
  return tx.rows<{ id: string; value: string; among: string }>(sql`
    select id, ${name(column)} as value, ${group} as among from ${table}
    where ${name(column)} = any(${[...new Set(values)]}::text[]) ${within}`)
}

/** The records that have one of these values in rows beside them that have the same owner. Each is looked up by itself, as
 * `offset 0` has it: an index finds it by both. */
export async function recordsWithOwned(
  tx: Transaction,
  type: string,
  rows: { name: string; column: string },
  owner: { column: string },
  held: readonly { value: string; among: string }[],
) {
  if (held.length === 0) return []
  const distinct = [...new Map(held.map(one => [`${one.among}\n${one.value}`, one])).values()]
  return tx.rows<{ id: string; value: string; among: string }>(sql`
    select s.id, h.value, h.among
    from ${unnested(distinct, 'value', 'among')} h(value, among),
      lateral (select r.id from ${name(childTable(type, rows.name))} r
        where r.${name(owner.column)} = h.among and r.${name(rows.column)} = h.value offset 0) s`)
}

/** All records of a type of which there are few; with `flag`, those in which this property is true somewhere. */
export const recordTexts = (
  db: Statements,
  type: string,
  flag?: string,
): Promise<{ id: string; text: string }[]> =>
  db.rows(sql`
    select id, record as text from ${name(textTable(type))}
    ${flag === undefined ? none : sql`where position(${`${JSON.stringify(flag)}:true`} in record) > 0`}`)

/** The value of this column in each of these records. */
export async function valuesInColumn(tx: Transaction, type: string, column: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return tx.rows<{
    id: string
    value: string
  }>(sql`select id, ${name(column)} as value from ${narrowRows({ type })}
    where id = any(${ids}::text[]) and ${name(column)} is not null`)
}
