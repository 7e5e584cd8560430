// How many records a Plan gives, exactly, and which branches of the Reach have any.
import type { RecordType } from '../../record-types/record-type.ts'
import type { Statements } from '../database/database.ts'
import { join, name, none, type Sql, sql } from '../database/sql.ts'
import { narrowTable, tallyTable } from '../records/tables.ts'
import { countedWords, type ResolvedPlan } from './search.ts'
import {
  andAll,
  type Group,
  groupsOf,
  inGroup,
  inReach,
  isPlain,
  isSingle,
  ownedBy,
  rangesOf,
  unnested,
} from './where.ts'

/** `at`: the branches, by their place, that have any; undefined where they were counted together. */
export type Count = { total: number; at?: ReadonlySet<number> }

type Counting = {
  once: boolean
  /** Whether the tally is there. */
  isTallied: boolean
}

export async function count(
  database: Statements,
  plan: ResolvedPlan,
  type: RecordType,
  { once, isTallied }: Counting,
): Promise<Count> {
  const source = isTallied && isInTally(plan, type) ? tallied(plan) : counted(plan)
  const words = plan.search && countedWords(plan.search)
  // No record has both: each is counted by the index that knows it.
  const statements = words
    ? [countSql(plan, type, source, sql` and ${words.short}`), countFound(plan, type, words.long)]
    : [countSql(plan, type, source, none)]
  const counts = await Promise.all(
    statements.map(statement => database.rows<{ at: string | null; rows: string }>(statement, { once })),
  )
  const found = counts.flat()
  return {
    total: found.reduce((sum, { rows }) => sum + Number(rows), 0),
    ...(found.every(({ at }) => at !== null) && { at: new Set(found.map(({ at }) => Number(at) - 1)) }),
  }
}

/** Several owners are several ranges of an index, counted one by one: no row is in two of them. */
function countSql(plan: ResolvedPlan, type: RecordType, source: Sql, words: Sql): Sql {
  const ranges = rangesOf(plan.reach, type)
  const rows = sql`${source} s where`
  const together = (own: Sql) =>
    sql`select null as at, rows from (${rows} ${own}${andAll(plan)}${words}) counted where rows > 0`
  const [group, ...others] = groupsOf(plan.reach)
  if (ranges.length > 1 + others.length)
    return join(
      ranges.map(({ group, apart }) => together(sql`${inGroup(group, type)}${apart}`)),
      ' union all ',
    )
  if (others.length > 0 || isSingle(group!) || !isPlain(group!, type))
    return together(inReach(plan.reach, type))
  return sql`select at, rows from ${unnested(group!, { places: true })} cross join lateral (
      ${rows} ${ownedBy(group!)}${andAll(plan)}${words}
    ) counted where rows > 0`
}

/** Of rows that an index finds first, those within reach. */
const countFound = (plan: ResolvedPlan, type: RecordType, has: Sql): Sql =>
  sql`select null as at, rows from (
      select count(*) as rows from (select * from ${narrow(plan)} s where ${has} offset 0) s
      where ${inReach(plan.reach, type)}${andAll(plan)}
    ) counted where rows > 0`

const narrow = (plan: ResolvedPlan) => name(narrowTable(plan.type))

const counted = (plan: ResolvedPlan) => sql`select count(*) as rows from ${narrow(plan)}`
const tallied = (plan: ResolvedPlan) =>
  sql`select coalesce(sum(s.n), 0)::bigint as rows from ${name(tallyTable(plan.type))}`

/** Whether the tally has all that is asked by, its owners first. Dates are only ever asked for by whole days. What is asked
 * for by an id has few rows, and an index of its own. */
export function isInTally(
  { reach, where, search, matches }: ResolvedPlan,
  { tally, columns }: RecordType,
): boolean {
  if (!tally || search || matches) return false
  const isId = (column: string) =>
    columns.some(known => known.name === column && known.paths[0]?.endsWith('.id'))
  const isFirst = ({ columns: own }: Group) => tally.by.slice(0, own.length).every(name => own.includes(name))
  const groups = groupsOf(reach)
  return (
    groups.every(group => group.columns.length > 0 && isFirst(group)) &&
    where.every(({ column }) => tally.by.includes(column) && !isId(column))
  )
}
