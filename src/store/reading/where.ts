// A Reach and conditions as SQL: what every select of records and of the rows beside them is confined by.

import type { Branch, Reach } from '../../access/ownership.ts'
import type { OwnEntries } from '../../access/viewer.ts'
import { and, commas, name, none, or, Sql, sql } from '../../database/sql.ts'
import type { Condition, Plan } from '../../kernel/query/plan.ts'
import { type Column, endColumn } from '../../record-types/columns.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { columnName } from '../../shape/stored.ts'
import { connectedOwnerSql, ownerSql } from '../records/owners-sql.ts'
import { standingColumns, standingSql } from './standing.ts'

/** A table with columns, as far as it matters here. */
export type ColumnNames = { columns: readonly Pick<Column, 'name' | 'kind' | 'split'>[] }

/** Numbers that the planner should see: a page's size decides between an index and a sort. */
export const rowCountSql = (value: number) => {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is no row count`)
  return new Sql([String(value)], [])
}

/** Branches of a Reach that look at the same columns. */
export type BranchGroup = { columns: string[]; values: string[][] }

/** The values of each group become one list to join with. */
export function groupsOf(reach: Reach): BranchGroup[] {
  const groups = new Map<string, Branch[]>()
  for (const branch of reach.branches) {
    const key = Object.keys(branch).sort().join()
    groups.set(key, [...(groups.get(key) ?? []), branch])
  }
  return [...groups].map(([key, branches]) => {
    const columns = key === '' ? [] : key.split(',')
    return { columns, values: columns.map(column => branches.map(branch => branch[column]!)) }
  })
}

const splitOf = ({ columns: [column, ...others] }: BranchGroup, type: ColumnNames) =>
  others.length > 0 ? undefined : type.columns.find(({ name }) => name === column)?.split

/** The same; of owners of whom there is never more than one, by the column of that one, which other indexes begin with. */
export const groupsIn = (reach: Reach, type: ColumnNames): BranchGroup[] =>
  groupsOf(reach).map(group => {
    const split = splitOf(group, type)
    return split?.items.length === 1 && !split.rest ? { ...group, columns: [...split.items] } : group
  })

/** The branches to join with. */
export const unnestedBranches = ({ columns, values }: BranchGroup, { places = false } = {}) =>
  sql`unnest(${commas(values.map(list => sql`${list}::text[]`))})${places ? sql` with ordinality` : none} reach(${commas([...columns, ...(places ? ['at'] : [])].map(name))})`

/** The condition that a row belongs to the branch it is joined with. */
export const ownedBy = ({ columns }: BranchGroup): Sql =>
  and(columns.map(column => sql`s.${name(column)} = reach.${name(column)}`))

/**
 * What to join with, and how, for the first rows in an order: each branch by itself; but where an index has a company's
 * rows in that order and not those of each agency, the agencies of one company together, not all the rows of each.
 */
export function orderedBy(group: BranchGroup, order: string, type: Pick<RecordType, 'indexes'>) {
  const { columns, values } = group
  const isOrdered = (...by: string[]) =>
    type.indexes.some(({ columns: known }) => known.join() === [...by, order].join())
  const [one, other] = isOrdered(columns[0]!) ? columns : columns.toReversed()
  const valuesOf = (column: string) => values[columns.indexOf(column)]!
  const together = Map.groupBy(values[0]!.keys(), at => valuesOf(one!)[at]!)
  const apart = columns.length !== 2 || together.size === values[0]!.length
  if (apart || !isOrdered(one!) || isOrdered(one!, other!))
    return { branches: unnestedBranches(group), own: ownedBy(group) }
  const lists = [...together.values()].map(places => places.map(at => valuesOf(other!)[at]).join())
  return {
    branches: sql`unnest(${[...together.keys()]}::text[], ${lists}::text[]) reach(one, others)`,
    own: sql`s.${name(one!)} = reach.one and s.${name(other!)} = any(string_to_array(reach.others, ','))`,
  }
}

/** The groups whose rows an index has in order, each with what its rows must be besides (`apart`), so that no row is in two.
 * For a key of c1 and c2, workers open to one of them are three groups by `open_to_1`, `open_to_2` and `open_to_3`, and one by
 * `open_to_more`, for the few with further companies. The second leaves out whoever has c1 or c2 in `open_to_1`, and so on. */
export const rangesOf = (reach: Reach, type: ColumnNames): { group: BranchGroup; apart: Sql }[] =>
  groupsOf(reach).flatMap(group => {
    const { values } = group
    const split = splitOf(group, type)
    if (!split) return [{ group, apart: none }]
    const others = split.items.map(place => sql`(s.${name(place)} = any(${values[0]}::text[])) is not true`)
    return [...split.items, ...(split.rest ? [split.rest] : [])].map((place, at) => ({
      group: { columns: [place], values },
      apart: and([none, ...others.slice(0, at)]),
    }))
  })

const isMany = (column: string, type: ColumnNames) =>
  type.columns.some(known => known.name === column && known.kind === 'texts')

/** Each branch is a range of one index, so the first rows of each can be merged. */
export const isPlainGroup = ({ columns }: BranchGroup, type: ColumnNames) =>
  columns.length > 0 && !columns.some(column => isMany(column, type))

/** One branch alone needs no merging: its index gives the rows in order. */
export const hasSingleBranch = ({ values }: BranchGroup) => values[0]?.length === 1

export function inGroup(group: BranchGroup, type: ColumnNames): Sql {
  const { columns, values } = group
  if (columns.length === 0) return sql`true`
  if (hasSingleBranch(group) && isPlainGroup(group, type))
    return and(columns.map((column, index) => sql`s.${name(column)} = ${values[index]![0]}`))
  if (columns.length === 1) {
    const column = sql`s.${name(columns[0]!)}`
    return isMany(columns[0]!, type)
      ? sql`${column} && ${values[0]}::text[]`
      : sql`${column} = any(${values[0]}::text[])`
  }
  const own = columns.map(column =>
    isMany(column, type)
      ? sql`s.${name(column)} @> array[reach.${name(column)}]`
      : sql`s.${name(column)} = reach.${name(column)}`,
  )
  return sql`exists (select 1 from ${unnestedBranches(group)} where ${and(own)})`
}

export const inReach = (reach: Reach, type: ColumnNames): Sql => inGroups(groupsOf(reach), type)

export const inGroups = (groups: readonly BranchGroup[], type: ColumnNames): Sql =>
  sql`(${or(groups.map(group => inGroup(group, type)))})`

export const conditionsSql = ({ where }: Pick<Plan, 'where'>): Sql => and(where.map(conditionSql))

function conditionSql(condition: Condition): Sql {
  const column = sql`s.${name(condition.column)}`
  if ('in' in condition) return among(column, condition.in, condition.many)
  if ('notIn' in condition) return sql`not (${column} = any(${condition.notIn}::text[]))`
  if ('before' in condition) return sql`${column} < ${condition.before}::timestamptz`
  if ('least' in condition) return sql`${column} >= ${condition.least}::double precision`
  if ('standing' in condition) return standingSql(condition.standing)
  if ('empty' in condition) return sql`${column} is null`
  if ('seenBy' in condition) return sql`(${column} is null or ${column} && ${condition.seenBy}::text[])`
  return and('owned' in condition ? ownedRange(condition) : range(condition, column, column))
}

/** The conditions that what lasts from `first` to `last` is in a range. */
const range = ({ from, to }: { from?: Date; to?: Date }, first: Sql, last: Sql): Sql[] => [
  ...(from ? [sql`${last} >= ${from}::timestamptz`] : []),
  ...(to ? [sql`${first} <= ${to}::timestamptz`] : []),
]

/** By a key and then by id; what has no key may come last both ways. */
export function orderBy(key: Sql, id: Sql, { descending, nullable }: Partial<Plan['order']>): Sql {
  const direction = descending ? sql` desc` : none
  return sql`${key}${direction}${nullable ? sql` nulls last` : none}, ${id}${direction}`
}

/** The columns that a condition looks at. */
export function conditionColumns(condition: Condition): string[] {
  if ('standing' in condition) return standingColumns(condition.standing)
  return 'owned' in condition
    ? [condition.column, endColumn(condition.column, 'first'), endColumn(condition.column, 'last')]
    : [condition.column]
}

/** The same, to follow another condition. */
export const andAll = (plan: Pick<Plan, 'where'>): Sql =>
  plan.where.length > 0 ? sql` and ${conditionsSql(plan)}` : none

/** Dates are kept as `owner date`, and the ends of all of them by themselves. */
function ownedRange(condition: Extract<Condition, { owned: unknown }>): Sql[] {
  const { column, from, to, owned } = condition
  const date = sql`split_part(owned, ' ', 2)`
  const owner = sql`split_part(owned, ' ', 1)`
  const isOwn = (own: Exclude<OwnEntries, 'all'>) =>
    'ids' in own
      ? sql`${owner} = any(${own.ids}::text[])`
      : sql`${connectedOwnerSql(ownerSql('agency', owner), sql`s.${name(columnName(own.connectedTo))}`)} = any(${own.names}::text[])`
  const pieces = [
    ...(from ? [sql`${date} >= ${from.toISOString()}`] : []),
    ...(to ? [sql`${date} <= ${to.toISOString()}`] : []),
    ...(owned === 'all' ? [] : [isOwn(owned)]),
  ]
  const end = (which: 'first' | 'last') => sql`s.${name(endColumn(column, which))}`
  const one = sql`exists (select 1 from unnest(s.${name(column)}) owned where ${and(pieces)})`
  return [...range(condition, end('first'), end('last')), one]
}

function among(column: Sql, values: readonly (string | number | boolean)[], many = false): Sql {
  if (many) return sql`${column} && ${values}::text[]`
  if (values.length === 1) return sql`${column} = ${values[0]}`
  return sql`${column} = any(${values}::text[])`
}
