// Adds records up: how many in each group, and the exact sums of their numbers. From the tally that writes keep, where it
// has all that is asked by, else from the records' own columns. Every select here is confined by a Reach.

import type { Database, Statements } from '../../database/database.ts'
import { commas, name, type Sql, sql } from '../../database/sql.ts'
import { sqlStates } from '../../database/sql-states.ts'
import { Problem } from '../../errors/problem.ts'
import type { Total, TotalsPlan } from '../../kernel/query/figures.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { RememberedAnswers } from '../../sharing/list-memory.ts'
import { Turns } from '../../sharing/turns.ts'
import { isEverybodys } from '../reading/records.ts'
import { containsWords, type ResolvedPlan, resolveSearch } from '../reading/search.ts'
import { standingIn, stateShown, withNames } from '../reading/standing.ts'
import {
  andAll,
  groupsIn,
  groupsOf,
  hasSingleBranch,
  inGroups,
  inReach,
  isPlainGroup,
  ownedBy,
  rowCountSql,
  unnestedBranches,
} from '../reading/where.ts'
import { narrowTable, tallySum, tallyTable } from '../records/tables.ts'
import type { Reads } from '../replicas/reads.ts'

/** Two of all keys at once, on connections of their own, each for so long. */
const atOnce = 2
const timeoutMs = 10_000
const apart = { connections: atOnce, timeoutMs }
/** How many answers are remembered, and with how many groups at most. */
const [answers, rememberedGroups] = [500, 500]
/** More records than a search finds by its letters. */
const mostFound = 1_000_000

type Counter = { own: Statements; turns: Turns }

/** One for each database, however often it is opened for questions. */
const counters = new WeakMap<Database, Counter>()

function counterOf(database: Database): Counter {
  const counter = counters.get(database) ?? { own: database.apart(apart), turns: new Turns(atOnce) }
  counters.set(database, counter)
  return counter
}

export function storedTotals(database: Database, reads: Reads) {
  const { own, turns } = counterOf(database)
  const known = new RememberedAnswers<Total[]>(answers)
  // Versions do not cover names of other records, which a search uses.
  const placeOf = ({ reach, search, viewer }: TotalsPlan) =>
    search || isEverybodys({ reach })
      ? reads.sure(own, viewer.version)
      : reads.apart(viewer.version, apart, own)
  return async (plan: TotalsPlan, type: RecordType, isKept: boolean): Promise<Total[]> => {
    const work = () => turns.take(plan.keyId, () => totalsOf(database, placeOf(plan), plan, type, isKept))
    // What a search finds depends on names of other records too.
    if (plan.search) return work()
    const { keyId: _, reach, viewer, ...rest } = plan
    const key = JSON.stringify([rest, reach.branches, viewer.version])
    const totals = await known.of(key, work)
    if (totals.length > rememberedGroups) known.forget(key)
    return totals
  }
}

async function totalsOf(
  database: Database,
  own: Statements,
  plan: TotalsPlan,
  type: RecordType,
  isKept: boolean,
): Promise<Total[]> {
  const used = usedBy(plan)
  const isLookedUp = plan.search !== undefined || plan.ids !== undefined
  const { by = [], sums = [] } = type.tally ?? {}
  const isInTally = used.every(column => by.includes(column)) && plan.sums.every(sum => sums.includes(sum))
  const kept = isKept && !isLookedUp && isInTally
  const order = { column: 'id', descending: false, nullable: false }
  const all = { ...plan, order, offset: 0, limit: mostFound, parts: [] }
  const rowsOf = isLookedUp
    ? foundRows(await resolveSearch(database, all, type), type)
    : rowsWithin(plan, type, kept)
  const source = plan.groups.some(({ standing }) => standing === 'names')
    ? withNames(rowsOf, standingIn(plan)!)
    : rowsOf
  try {
    const rows = await own.rows<TotalRow>(totalsSql(plan, source, kept), { once: true })
    return rows.map(row => ({ keys: row.keys, count: Number(row.n), sums: row.sums }))
  } catch (error) {
    throw (error as { code?: unknown }).code === sqlStates.queryCanceled ? tooLong : error
  }
}

type TotalRow = { keys: (string | null)[]; n: string; sums: string[] }

const tooLong = new Problem(
  'SERVICE_UNAVAILABLE',
  `To add this up takes longer than ${timeoutMs / 1000} seconds; ask for fewer companies, days or groups`,
  { 'Retry-After': '60' },
)

/** Every column that rows are chosen or grouped by. */
const usedBy = ({ reach, where, groups }: TotalsPlan): string[] => [
  ...reach.branches.flatMap(branch => Object.keys(branch)),
  ...where.map(({ column }) => column),
  ...groups.map(({ column }) => column),
]

function totalsSql(plan: TotalsPlan, source: Sql, kept: boolean): Sql {
  const { groups, sums, most } = plan
  const asked = standingIn(plan)
  const keys = groups.map(({ column, every, standing }) => {
    const value = sql`s.${name(column)}`
    if (standing === 'names') return sql`min(named.called)`
    if (standing === 'state') return stateShown(asked!)
    if (every) return sql`(date_trunc(${every}::text, ${value} at time zone 'UTC'))::date`
    return kept ? sql`nullif(${value}, '')` : value
  })
  const places = groups.map(({ standing }, at) =>
    standing === 'names' ? sql`named.key` : rowCountSql(at + 1),
  )
  const count = kept ? sql`coalesce(sum(s.n), 0)` : sql`count(*)`
  const added = sums.map(column =>
    kept ? sql`sum(s.${name(tallySum(column))})` : sql`sum(s.${name(column)}::text::numeric)`,
  )
  const keyNames = keys.map((_, index) => name(`key${index}`))
  const sumNames = sums.map((_, index) => name(`sum${index}`))
  const listed = (values: readonly Sql[]) => sql`array[${commas(values)}]::text[]`
  return sql`select n, ${listed(keyNames.map(key => sql`${key}::text`))} as keys,
      ${listed(sumNames.map(sum => sql`trim_scale(coalesce(${sum}, 0))::text`))} as sums
    from (
      select ${commas([...keys, count, ...added])} from ${source}
      ${groups.length > 0 ? sql`group by ${commas(places)} having ${count} > 0 limit ${rowCountSql(most + 1)}` : sql``}
    ) added (${commas([...keyNames, sql`n`, ...sumNames])})`
}

/** Several owners are joined with, so that each is a range of an index; no row is in two of them. */
function rowsWithin(plan: Pick<TotalsPlan, 'type' | 'reach' | 'where'>, type: RecordType, kept: boolean) {
  const table = name(kept ? tallyTable(plan.type) : narrowTable(plan.type))
  const groups = kept ? groupsOf(plan.reach) : groupsIn(plan.reach, type)
  const [group, ...others] = groups
  if (others.length > 0 || hasSingleBranch(group!) || !isPlainGroup(group!, type))
    return sql`${table} s where ${inGroups(groups, type)}${andAll(plan)}`
  return sql`${unnestedBranches(group!)}, ${table} s where ${ownedBy(group!)}${andAll(plan)}`
}

function foundRows(plan: ResolvedPlan, type: RecordType): Sql {
  const table = name(narrowTable(plan.type))
  if (plan.matches) return sql`${table} s where s.id = any(${plan.matches.ids}::text[])`
  if (!plan.search) return rowsWithin(plan, type, false)
  const { short, long } = containsWords(plan.search)
  return sql`(
      select s.* from ${rowsWithin(plan, type, false)} and ${short}
      union all
      select s.* from (select * from ${table} s where ${long} offset 0) s
      where ${inReach(plan.reach, type)}${andAll(plan)}
    ) s`
}
