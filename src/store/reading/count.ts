// How many records a Plan gives, exactly, and which branches of the Reach have any.

import type { Statements } from '../../database/database.ts'
import { name, none, type Sql, sql, unionAll } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { narrowRows, tallyTable } from '../records/tables.ts'
import { countedWords, type ResolvedPlan } from './search.ts'
import {
  andAll,
  type BranchGroup,
  groupsIn,
  groupsOf,
  hasSingleBranch,
  inGroup,
  inGroups,
  inReach,
  isPlainGroup,
  ownedBy,
  rangesOf,
  unnestedBranches,
} from './where.ts'

/** `at`: the branches, by their place, that have any; undefined where they were counted together. */
export type RowCount = { total: number; at?: ReadonlySet<number> }

/** `isTallied`: whether the tally is there. */
export async function countRows(
  database: Statements,
  plan: ResolvedPlan,
  type: RecordType,
  { once, isTallied }: { once: boolean; isTallied: boolean },
): Promise<RowCount> {
  const isKept = isTallied && isInTally(plan, type)
  const source: Source = isKept
    ? { rows: tallied(plan), groups: groupsOf(plan.reach) }
    : { rows: counted(plan), groups: groupsIn(plan.reach, type) }
  const words = plan.search && countedWords(plan.search)
  // No record has both: each is counted by the index that knows it.
  const statements = words
    ? [countSql(plan, type, source, sql` and ${words.short}`), countFound(plan, type, words.long)]
    : [countSql(plan, type, source, none)]
  const counts = await Promise.all(
    statements.map(statement => database.rows<{ at: string | null; rows: string }>(statement, { once })),
  )
  const ranges = counts.flat()
  return {
    total: ranges.reduce((sum, { rows }) => sum + Number(rows), 0),
    ...(ranges.every(({ at }) => at !== null) && { at: new Set(ranges.map(({ at }) => Number(at) - 1)) }),
  }
}

type Source = { rows: Sql; groups: BranchGroup[] }

/** Several owners are several ranges of an index, counted one by one: no row is in two of them. */
function countSql(plan: ResolvedPlan, type: RecordType, { rows: source, groups }: Source, words: Sql): Sql {
  const ranges = rangesOf(plan.reach, type)
  const rows = sql`${source} s where`
  const together = (own: Sql) =>
    sql`select null as at, rows from (${rows} ${own}${andAll(plan)}${words}) counted where rows > 0`
  const [group, ...others] = groups
  if (ranges.length > groups.length)
    return unionAll(ranges.map(({ group, apart }) => together(sql`${inGroup(group, type)}${apart}`)))
  if (others.length > 0 || hasSingleBranch(group!) || !isPlainGroup(group!, type))
    return together(inGroups(groups, type))
  return sql`select at, rows from ${unnestedBranches(group!, { places: true })} cross join lateral (
      ${rows} ${ownedBy(group!)}${andAll(plan)}${words}
    ) counted where rows > 0`
}

/** Of rows that an index finds first, those within reach. */
const countFound = (plan: ResolvedPlan, type: RecordType, has: Sql): Sql =>
  sql`select null as at, rows from (
      select count(*) as rows from (select * from ${narrowRows(plan)} s where ${has} offset 0) s
      where ${inReach(plan.reach, type)}${andAll(plan)}
    ) counted where rows > 0`

const counted = (plan: ResolvedPlan) => sql`select count(*) as rows from ${narrowRows(plan)}`
const tallied = (plan: ResolvedPlan) =>
  sql`select coalesce(sum(s.n), 0)::bigint as rows from ${name(tallyTable(plan.type))}`

/** Whether the tally has all that is asked by, its owners first. Dates are only ever asked for by whole days. What is asked
 * for by an id has few rows, and an index of its own. */
export function isInTally({ reach, where, search, matches }: ResolvedPlan, { tally, columns }: RecordType) {
  if (!tally || search || matches) return false
  const isId = (column: string) =>
    columns.some(known => known.name === column && known.paths[0]?.endsWith('.id'))
  const isFirst = ({ columns: own }: BranchGroup) =>
    tally.by.slice(0, own.length).every(name => own.includes(name))
  return (
    groupsOf(reach).every(group => group.columns.length > 0 && isFirst(group)) &&
    where.every(({ column }) => tally.by.includes(column) && !isId(column))
  )
}
