// Answers questions about many records at once: how many, how spread, how much of each. Every select here is
// confined by a Reach.

import { Problem } from '../../errors/problem.ts'
import type {
  Cell,
  FigureSource,
  Figures,
  GroupKey,
  GroupOf,
  RowsPlan,
  SpreadPlan,
  SumsPlan,
  Total,
  TotalsPlan,
} from '../../kernel/query/figures.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import type { Database } from '../database/database.ts'
import { noReplicas, type Reads } from '../database/reads.ts'
import { and, commas, name, none, type Sql, sql, unionAll } from '../database/sql.ts'
import { Remembered } from '../reading/list-memory.ts'
import { searchedIn } from '../reading/search.ts'
import {
  andAll,
  type ColumnNames,
  groupsOf,
  inGroup,
  inReach,
  literal,
  ownedBy,
  unnested,
} from '../reading/where.ts'
import { readLabels } from '../records/record-rows.ts'
import { childTable, narrowTable, tallyTable } from '../records/tables.ts'
import type { Readiness } from '../schema/readiness.ts'
import { storedTotals } from './totals.ts'

type Keyed = Record<`key${number}`, string> & Record<`label${number}`, string | null>
type SpreadRow = Keyed & { value: number; times: number }
type SumsRow = Keyed & Record<'sums' | 'over' | 'each_over' | 'total' | 'largest', number>

/** Planned for these owners and this span: a plan for any of them reads far too much for most. */
const planned = { once: true }

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
  const nothing = ({ reach }: FigureSource) => reach.branches.length === 0
  const remembered = new Remembered<unknown>(500)
  const totals = storedTotals(database, reads)
  /** Not kept: rows, which are quick to find and many. */
  const once = <T>(of: string, plan: FigureSource, work: () => Promise<T>) =>
    remembered.of(`${of} ${JSON.stringify({ ...plan, reach: plan.reach.branches })}`, work) as Promise<T>
  return {
    async totals(plan) {
      const type = typeNamed(plan.type)
      requireReady(plan, [...plan.groups.map(({ column }) => column), ...plan.sums], readiness)
      if (plan.search)
        for (const each of searchedIn(type)) requireReady({ ...each, where: [] }, [each.column], readiness)
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
      return once('count', plan, async () => {
        const [row] = await database.rows<{ all: number; flagged: number }>(countSql(plan, columns), planned)
        return row!
      })
    },
    async spread(plan) {
      if (nothing(plan)) return []
      const columns = columnsOf(plan, [plan.number, ...plan.groups.map(key => key.column)])
      return once('spread', plan, async () => {
        const rows = await database.rows<SpreadRow>(spreadSql(plan, columns), planned)
        return rows.map(row => ({ group: groupOf(row, plan.groups), value: row.value, times: row.times }))
      })
    },
    async sums(plan) {
      if (nothing(plan)) return []
      columnsOf(plan, [plan.number, plan.each, plan.day, ...plan.groups.map(key => key.column)])
      return once('sums', plan, async () => {
        const rows = await database.rows<SumsRow>(sumsSql(plan), planned)
        return rows.map(({ sums, over, each_over: eachOver, total, largest, ...keys }) => {
          const group = groupOf(keys, plan.groups)
          return { group, sums, over, eachOver, total: total / parts, largest: largest / parts }
        })
      })
    },
  }
}

/** The figures of no records. */
const nothingOf = ({ sums }: TotalsPlan): Total => ({ keys: [], count: 0, sums: sums.map(() => '0') })

function requireReady(
  { type, child, where }: Pick<FigureSource, 'type' | 'child' | 'where'>,
  used: readonly string[],
  readiness: Readiness,
): void {
  const needed = child ? [childTable(type, child)] : [...used, ...where.map(condition => condition.column)]
  if (needed.every(column => readiness.isReady(type, column))) return
  throw new Problem(
    'SERVICE_UNAVAILABLE',
    'The server is still preparing these figures after an upgrade; try again shortly',
    { 'Retry-After': '5' },
  )
}

const table = ({ type, child }: FigureSource) => name(child ? childTable(type, child) : narrowTable(type))

const cell = (value: unknown) => (value instanceof Date ? value.toISOString() : value) as Cell

const within = (source: FigureSource, columns: ColumnNames) =>
  sql`${inReach(source.reach, columns)}${andAll(source)}`

const countSql = (plan: FigureSource & { flag: string }, columns: ColumnNames) => sql`
  select count(*)::int as all, (count(*) filter (where s.${name(plan.flag)}))::int as flagged
  from ${table(plan)} s where ${within(plan, columns)}`

/** Each branch of the reach is a range of one index: its first rows are taken, then merged. */
function rowsSql(plan: RowsPlan, columns: ColumnNames): Sql {
  const key = name(plan.order.column)
  const direction = plan.order.descending ? sql` desc` : none
  // Child rows have a number each within their record.
  const last = plan.child ? sql`, n${direction}` : none
  const order = sql`${key}${direction}, id${direction}${last}`
  const rows = (own: Sql) => sql`
    select s.* from ${table(plan)} s
    where ${own}${andAll(plan)} order by ${order} limit ${literal(plan.offset + plan.limit)}`
  const groups = groupsOf(plan.reach).map(group => {
    if (group.columns.length === 0) return sql`(${rows(inGroup(group, columns))})`
    return sql`select found.* from ${unnested(group)} cross join lateral (${rows(ownedBy(group))}) found`
  })
  const shown = commas(['id', ...plan.columns].map(name))
  return sql`select ${shown} from (${unionAll(groups)}) found
    order by ${order} offset ${literal(plan.offset)} limit ${literal(plan.limit)}`
}

/** PostgreSQL's weeks begin on Monday, as ISO weeks do. */
const keySql = (key: GroupKey): Sql =>
  'of' in key
    ? sql`coalesce(s.${name(key.column)}, '')`
    : sql`date_trunc(${key.every}::text, s.${name(key.column)} at time zone 'UTC')::date`

const keyName = (index: number) => name(`key${index}`)
const keysOf = (groups: readonly GroupKey[]) => groups.map((_, index) => keyName(index))
const listed = (pieces: readonly Sql[]) => commas([none, ...pieces])
const keysSql = (groups: readonly GroupKey[]) =>
  listed(groups.map((key, index) => sql`${keySql(key)} as ${keyName(index)}`))

/** Figures by group: the keys as text, with the labels of the records they are ids of. */
function named(groups: readonly GroupKey[], figures: readonly string[], grouped: Sql): Sql {
  const keys = groups.map((_, index) => sql`g.${keyName(index)}::text as ${keyName(index)}`)
  const labelOf = (type: string, index: number) => sql`
    (select o.label from ${name(narrowTable(type))} o where o.id = g.${keyName(index)}) as ${name(`label${index}`)}`
  const labels = groups.flatMap((key, index) => ('of' in key ? [labelOf(key.of, index)] : []))
  const shown = figures.map(figure => sql`g.${name(figure)}`)
  return sql`select ${commas([...shown, ...keys, ...labels])} from (${grouped}) g`
}

function groupOf(row: Keyed, groups: readonly GroupKey[]): GroupOf {
  return groups.map((_, index) => {
    const label = row[`label${index}`]
    return { value: row[`key${index}`]!, ...(label && { name: JSON.parse(label).name as string }) }
  })
}

function spreadSql(plan: SpreadPlan, columns: ColumnNames): Sql {
  const keys = keysOf(plan.groups)
  return named(
    plan.groups,
    ['value', 'times'],
    sql`select value, count(*)::int as times${listed(keys)} from (
        select s.${name(plan.number)} as value${keysSql(plan.groups)}
        from ${table(plan)} s where ${within(plan, columns)}
      ) r group by value${listed(keys)}`,
  )
}

/** Sums are compared in whole millionths, so that five times 9.6 is 48 and not a little more. */
const parts = 1_000_000

/**
 * Every day within reach, found by leaps through the index; what each adds up to for each one; and from these few rows
 * months, weeks and distinct people.
 */
function sumsSql(plan: SumsPlan): Sql {
  const keys = keysOf(plan.groups)
  const limit = Math.round(plan.over * parts)
  const owners = plan.groups.flatMap((key, index) => ('of' in key ? [keyName(index)] : []))
  const shown = plan.groups.map((key, index) =>
    'of' in key
      ? sql`coalesce(${keyName(index)}, '') as ${keyName(index)}`
      : sql`date_trunc(${key.every}::text, stops.day at time zone 'UTC')::date as ${keyName(index)}`,
  )
  const grouping = keys.length > 0 ? sql`group by ${commas(keys)}` : sql`having count(*) > 0`
  const sameKeys = (other: Sql) => and([sql`true`, ...keys.map(key => sql`a.${key} = ${other}.${key}`)])
  return sql`with recursive stops as (
      select (${firstDay(plan, none)}) as day
      union all
      select (${firstDay(plan, sql` and s.${name(plan.day)} > stops.day`)}) from stops where day is not null
    ),
    days as materialized (
      select summed.* from stops cross join lateral (
        select count(*) as sums, count(*) filter (where sum > ${limit}::float8) as over, sum(sum) as total,
          max(sum) as largest, array_agg(each) filter (where sum > ${limit}::float8) as people${listed(shown)}
        from (
          select each, round(sum(number) * ${parts}::float8) as sum${listed(owners)}
          from (${rowsOfDay(plan)}) rows group by each${listed(owners)}
        ) summed where sum > 0 ${owners.length > 0 ? sql`group by ${commas(owners)}` : sql`having count(*) > 0`}
      ) summed where stops.day is not null
    ),
    amounts as (
      select sum(sums)::int as sums, sum(over)::int as over, sum(total) as total, max(largest) as largest,
        count(*) as days${listed(keys)}
      from days ${grouping}
    ),
    people as (
      select count(*)::int as each_over${listed(keys)} from (
        select distinct one${listed(keys.map(key => sql`d.${key}`))}
        from amounts a join days d on ${sameKeys(sql`d`)}, unnest(d.people) one where a.days > 1
      ) over ${grouping}
    )
    ${named(
      plan.groups,
      ['sums', 'over', 'each_over', 'total', 'largest'],
      // On a single day nobody is counted twice.
      sql`select a.*, case when a.days = 1 then a.over else coalesce(p.each_over, 0) end as each_over
        from amounts a left join people p on ${sameKeys(sql`p`)}`,
    )}`
}

/** The first day within reach, of those that come after another. */
function firstDay(plan: SumsPlan, after: Sql): Sql {
  const day = sql`s.${name(plan.day)}`
  const range = andAll({ where: plan.where.filter(({ column }) => column === plan.day) })
  const firsts = groupsOf(plan.reach).map(
    group => sql`select found.day from ${unnested(group)} cross join lateral (
      select ${day} as day from ${table(plan)} s where ${ownedBy(group)}${after}${range} order by ${day} limit 1
    ) found`,
  )
  return sql`select min(first.day) from (${unionAll(firsts)}) first`
}

function rowsOfDay(plan: SumsPlan): Sql {
  const owned = plan.groups.flatMap((key, index) =>
    'of' in key ? [sql`s.${name(key.column)} as ${keyName(index)}`] : [],
  )
  const rows = groupsOf(plan.reach).map(
    group => sql`
      select s.${name(plan.each)} as each, s.${name(plan.number)} as number${listed(owned)}
      from ${unnested(group)}, ${table(plan)} s
      where ${ownedBy(group)} and s.${name(plan.day)} = stops.day${andAll(plan)}`,
  )
  return unionAll(rows)
}
