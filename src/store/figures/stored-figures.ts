// Answers questions about many records at once: how many, how spread, how much of each. Every select here is
// confined by a Reach.

import type { Database } from '../../database/database.ts'
import { commas, name, none, type Sql, sql, unionAll } from '../../database/sql.ts'
import type {
  Cell,
  FigureSource,
  Figures,
  RowsPlan,
  SpreadPlan,
  SumsPlan,
  Total,
  TotalsPlan,
} from '../../kernel/query/figures.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { RememberedAnswers } from '../../sharing/list-memory.ts'
import { asReady } from '../reading/records.ts'
import { searchedIn } from '../reading/search.ts'
import {
  andAll,
  type ColumnNames,
  groupsOf,
  inGroup,
  inReach,
  ownedBy,
  rowCountSql,
  unnestedBranches,
} from '../reading/where.ts'
import { readLabels } from '../records/record-rows.ts'
import { childTable, tallyTable } from '../records/tables.ts'
import { noReplicas, type Reads } from '../replicas/reads.ts'
import { type Readiness, requireOwnersFilled, stillPreparing } from '../schema/readiness.ts'
import {
  furtherColumns,
  type GroupRowKeys,
  groupInRow,
  keysOf,
  keysSql,
  plannedOnce,
  tableOfSource,
  withLabels,
} from './figure-groups.ts'
import { readSums, readSumsOver } from './sums.ts'
import { storedTotals } from './totals.ts'

type SpreadRow = GroupRowKeys & { value: number; times: number }
export function storedFigures(
  database: Database,
  types: readonly RecordType[],
  readiness: Readiness,
  reads: Reads = noReplicas(database),
): Figures {
  const typeNamed = (type: string) => types.find(known => known.type === type)!
  const columnsOf = (source: FigureSource, used: readonly string[]): ColumnNames => {
    requireReady(source, used, readiness)
    const type = typeNamed(source.type)
    return type.children.find(child => child.name === source.child) ?? type
  }
  const requireSums = (plan: SumsPlan) =>
    columnsOf(plan, [plan.number, plan.each, plan.day, ...plan.groups.map(key => key.column)])
  const nothing = ({ reach }: FigureSource) => reach.branches.length === 0
  const remembered = new RememberedAnswers<unknown>(500)
  const totals = storedTotals(database, reads)
  /** Not kept: rows, which are quick to find and many. */
  const once = <T>(of: string, plan: FigureSource, work: () => Promise<T>) =>
    remembered.of(`${of} ${JSON.stringify({ ...plan, reach: plan.reach.branches })}`, work) as Promise<T>
  return {
    async totals(plan) {
      const type = asReady(typeNamed(plan.type), readiness)
      requireReady(plan, [...plan.groups.map(({ column }) => column), ...plan.sums], readiness)
      if (plan.search)
        for (const each of searchedIn(type)) requireColumns(each.type, [each.column], readiness)
      if (plan.reach.branches.length === 0) return plan.groups.length > 0 ? [] : [nothingOf(plan)]
      return totals(plan, type, readiness.isReady(plan.type, tallyTable(plan.type)))
    },
    labels: (type, ids) => readLabels(database, type, ids),
    async rows(plan) {
      if (nothing(plan)) return []
      const rows = await database.rows(rowsSql(plan, columnsOf(plan, [...plan.columns, plan.order.column])))
      return rows.map(row =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, cell(value)])),
      )
    },
    async count(plan) {
      if (nothing(plan)) return { all: 0, flagged: 0 }
      const columns = columnsOf(plan, [plan.flag])
      const counted = countSql(plan, columns)
      type Row = { all: number; flagged: number }
      return once('count', plan, async () => (await database.row<Row>(counted, plannedOnce))!)
    },
    async spread(plan) {
      if (nothing(plan)) return []
      const columns = columnsOf(plan, [plan.number, ...plan.groups.map(key => key.column)])
      return once('spread', plan, async () => {
        const rows = await database.rows<SpreadRow>(spreadSql(plan, columns), plannedOnce)
        return rows.map(row => ({ group: groupInRow(row, plan.groups), value: row.value, times: row.times }))
      })
    },
    async sums(plan) {
      if (nothing(plan)) return []
      requireSums(plan)
      return once('sums', plan, () => readSums(database, plan))
    },
    async sumsOver(plan) {
      if (nothing(plan)) return []
      requireSums(plan)
      return readSumsOver(database, plan)
    },
  }
}

/** The figures of no records. */
const nothingOf = ({ sums }: TotalsPlan): Total => ({ keys: [], count: 0, sums: sums.map(() => '0') })

function requireReady(
  { type, child, where, reach }: Pick<FigureSource, 'type' | 'child' | 'where' | 'reach'>,
  used: readonly string[],
  readiness: Readiness,
): void {
  requireOwnersFilled({ type, reach }, readiness)
  const columns = [...used, ...where.map(condition => condition.column)]
  requireColumns(type, child ? [childTable(type, child)] : columns, readiness)
}

function requireColumns(type: string, needed: readonly string[], readiness: Readiness): void {
  if (needed.every(column => readiness.isReady(type, column))) return
  throw stillPreparing('The server is still preparing these figures')
}

const cell = (value: unknown) => (value instanceof Date ? value.toISOString() : value) as Cell

const within = (source: FigureSource, columns: ColumnNames) =>
  sql`${inReach(source.reach, columns)}${andAll(source)}`

const countSql = (plan: FigureSource & { flag: string }, columns: ColumnNames) => sql`
  select count(*)::int as all, (count(*) filter (where s.${name(plan.flag)}))::int as flagged
  from ${tableOfSource(plan)} s where ${within(plan, columns)}`

/** Each branch of the reach is a range of one index: its first rows are taken, then merged. */
function rowsSql(plan: RowsPlan, columns: ColumnNames): Sql {
  const key = name(plan.order.column)
  const direction = plan.order.descending ? sql` desc` : none
  // Child rows have a number each within their record.
  const last = plan.child ? sql`, n${direction}` : none
  const order = sql`${key}${direction}, id${direction}${last}`
  const rows = (own: Sql) => sql`
    select s.* from ${tableOfSource(plan)} s
    where ${own}${andAll(plan)} order by ${order} limit ${rowCountSql(plan.offset + plan.limit)}`
  const groups = groupsOf(plan.reach).map(group => {
    if (group.columns.length === 0) return sql`(${rows(inGroup(group, columns))})`
    return sql`select found.* from ${unnestedBranches(group)} cross join lateral (${rows(ownedBy(group))}) found`
  })
  const shown = commas(['id', ...plan.columns].map(name))
  return sql`select ${shown} from (${unionAll(groups)}) found
    order by ${order} offset ${rowCountSql(plan.offset)} limit ${rowCountSql(plan.limit)}`
}

function spreadSql(plan: SpreadPlan, columns: ColumnNames): Sql {
  const keys = keysOf(plan.groups)
  return withLabels(
    plan.groups,
    ['value', 'times'],
    sql`select value, count(*)::int as times${furtherColumns(keys)} from (
        select s.${name(plan.number)} as value${keysSql(plan.groups)}
        from ${tableOfSource(plan)} s where ${within(plan, columns)}
      ) r group by value${furtherColumns(keys)}`,
  )
}
