// What figures are put together by: the keys of a group as SQL, and as they are told.

import { commas, name, none, type Sql, sql } from '../../database/sql.ts'
import type { FigureSource, GroupKey, GroupOf } from '../../kernel/query/figures.ts'
import { childTable, narrowTable } from '../records/tables.ts'

export type GroupRowKeys = Record<`key${number}`, string> & Record<`label${number}`, string | null>

/** Planned for these owners and this span: a plan for any of them reads far too much for most. */
export const plannedOnce = { once: true }

export const tableOfSource = ({ type, child }: FigureSource) =>
  name(child ? childTable(type, child) : narrowTable(type))

/** PostgreSQL's weeks begin on Monday, as ISO weeks do. */
const keySql = (key: GroupKey): Sql =>
  'of' in key
    ? sql`coalesce(s.${name(key.column)}, '')`
    : sql`date_trunc(${key.every}::text, s.${name(key.column)} at time zone 'UTC')::date`

export const keyName = (index: number) => name(`key${index}`)

export const keysOf = (groups: readonly GroupKey[]) => groups.map((_, index) => keyName(index))

export const furtherColumns = (pieces: readonly Sql[]) => commas([none, ...pieces])

export const keysSql = (groups: readonly GroupKey[]) =>
  furtherColumns(groups.map((key, index) => sql`${keySql(key)} as ${keyName(index)}`))

/** Figures by group: the keys as text, with the labels of the records they are ids of. */
export function withLabels(groups: readonly GroupKey[], figures: readonly string[], grouped: Sql): Sql {
  const keys = groups.map((_, index) => sql`g.${keyName(index)}::text as ${keyName(index)}`)
  const labelOf = (type: string, index: number) => sql`
    (select o.label from ${name(narrowTable(type))} o where o.id = g.${keyName(index)}) as ${name(`label${index}`)}`
  const labels = groups.flatMap((key, index) => ('of' in key ? [labelOf(key.of, index)] : []))
  const shown = figures.map(figure => sql`g.${name(figure)}`)
  return sql`select ${commas([...shown, ...keys, ...labels])} from (${grouped}) g`
}

export function groupInRow(row: GroupRowKeys, groups: readonly GroupKey[]): GroupOf {
  return groups.map((_, index) => {
    const label = row[`label${index}`]
    return { value: row[`key${index}`]!, ...(label && { name: JSON.parse(label).name as string }) }
  })
}
