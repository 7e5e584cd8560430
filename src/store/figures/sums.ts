// What the numbers of each one and each day add up to: counted by groups, and the sums themselves.

import type { Statements } from '../../database/database.ts'
import { and, commas, name, none, type Sql, sql, unionAll } from '../../database/sql.ts'
import type { SumOfDay, Sums, SumsPlan } from '../../kernel/query/figures.ts'
import { andAll, groupsOf, ownedBy, rowCountSql, unnestedBranches } from '../reading/where.ts'
import {
  furtherColumns,
  type GroupRowKeys,
  groupInRow,
  keyName,
  keysOf,
  plannedOnce,
  tableOfSource,
  withLabels,
} from './figure-groups.ts'

/** Sums are compared in whole millionths, so that five times 9.6 is 48 and not a little more. */
const parts = 1_000_000

type SumsRow = GroupRowKeys & Record<'sums' | 'over' | 'each_over' | 'total' | 'largest', number>

export async function readSums(database: Statements, plan: SumsPlan): Promise<Sums[]> {
  const rows = await database.rows<SumsRow>(sumsSql(plan), plannedOnce)
  return rows.map(({ sums, over, each_over: eachOver, total, largest, ...keys }) => {
    const group = groupInRow(keys, plan.groups)
    return { group, sums, over, eachOver, total: total / parts, largest: largest / parts }
  })
}

type SumOfDayRow = Record<`key${number}`, string | null> & { each: string | null; day: Date; sum: number }

export async function readSumsOver(
  database: Statements,
  plan: SumsPlan & { most: number },
): Promise<SumOfDay[]> {
  const rows = await database.rows<SumOfDayRow>(sumsOverSql(plan), plannedOnce)
  return rows.map(row => ({
    each: row.each,
    day: row.day.toISOString(),
    of: ownerKeys(plan).map(({ index }) => row[`key${index}`] ?? null),
    sum: row.sum / parts,
  }))
}

/**
 * Every day within reach, found by leaps through the index; what each adds up to for each one; and from these few rows
 * months, weeks and distinct people.
 */
function sumsSql(plan: SumsPlan): Sql {
  const keys = keysOf(plan.groups)
  const limit = Math.round(plan.over * parts)
  const owners = ownerKeys(plan).map(({ name }) => name)
  const shown = plan.groups.map((key, index) =>
    'of' in key
      ? sql`coalesce(${keyName(index)}, '') as ${keyName(index)}`
      : sql`date_trunc(${key.every}::text, stops.day at time zone 'UTC')::date as ${keyName(index)}`,
  )
  const grouping = keys.length > 0 ? sql`group by ${commas(keys)}` : sql`having count(*) > 0`
  const sameKeys = (other: Sql) => and([sql`true`, ...keys.map(key => sql`a.${key} = ${other}.${key}`)])
  return sql`with recursive ${stopsSql(plan)},
    days as materialized (
      select summed.* from stops cross join lateral (
        select count(*) as sums, count(*) filter (where sum > ${limit}::float8) as over, sum(sum) as total,
          max(sum) as largest, array_agg(each) filter (where sum > ${limit}::float8) as people${furtherColumns(shown)}
        from (${sumsOfDay(plan)}) summed where sum > 0 ${owners.length > 0 ? sql`group by ${commas(owners)}` : sql`having count(*) > 0`}
      ) summed where stops.day is not null
    ),
    amounts as (
      select sum(sums)::int as sums, sum(over)::int as over, sum(total) as total, max(largest) as largest,
        count(*) as days${furtherColumns(keys)}
      from days ${grouping}
    ),
    people as (
      select count(*)::int as each_over${furtherColumns(keys)} from (
        select distinct one${furtherColumns(keys.map(key => sql`d.${key}`))}
        from amounts a join days d on ${sameKeys(sql`d`)}, unnest(d.people) one where a.days > 1
      ) over ${grouping}
    )
    ${withLabels(
      plan.groups,
      ['sums', 'over', 'each_over', 'total', 'largest'],
      // On a single day nobody is counted twice.
      sql`select a.*, case when a.days = 1 then a.over else coalesce(p.each_over, 0) end as each_over
        from amounts a left join people p on ${sameKeys(sql`p`)}`,
    )}`
}

/** The sums themselves: those of a day with the latest record first. */
function sumsOverSql(plan: SumsPlan & { most: number }): Sql {
  const keys = ownerKeys(plan).map(({ name }) => sql`summed.${name}`)
  return sql`with recursive ${stopsSql(plan)}
    select stops.day, summed.each, summed.sum${furtherColumns(keys)}
    from stops cross join lateral (${sumsOfDay(plan, sql`, max(id) as latest`)}) summed
    where stops.day is not null and summed.sum > ${Math.round(plan.over * parts)}::float8
    order by stops.day desc, summed.latest desc limit ${rowCountSql(plan.most)}`
}

/** Of the keys of a group those that name a record. */
const ownerKeys = ({ groups }: SumsPlan) =>
  groups.flatMap((key, index) =>
    'of' in key ? [{ index, name: keyName(index), column: name(key.column) }] : [],
  )

/** Every day within reach. */
const stopsSql = (plan: SumsPlan) => sql`stops as (
      select (${firstDay(plan, none)}) as day
      union all
      select (${firstDay(plan, sql` and s.${name(plan.day)} > stops.day`)}) from stops where day is not null
    )`

/** What the numbers of a day add up to for each one. */
function sumsOfDay(plan: SumsPlan, besides: Sql = none): Sql {
  const owners = ownerKeys(plan).map(({ name }) => name)
  return sql`
    select each, round(sum(number) * ${parts}::float8) as sum${besides}${furtherColumns(owners)}
    from (${rowsOfDay(plan, besides === none ? none : sql`, s.id`)}) rows group by each${furtherColumns(owners)}`
}

/** The first day within reach, of those that come after another. */
function firstDay(plan: SumsPlan, after: Sql): Sql {
  const day = sql`s.${name(plan.day)}`
  const range = andAll({ where: plan.where.filter(({ column }) => column === plan.day) })
  const firsts = groupsOf(plan.reach).map(
    group => sql`select found.day from ${unnestedBranches(group)} cross join lateral (
      select ${day} as day from ${tableOfSource(plan)} s where ${ownedBy(group)}${after}${range} order by ${day} limit 1
    ) found`,
  )
  return sql`select min(first.day) from (${unionAll(firsts)}) first`
}

function rowsOfDay(plan: SumsPlan, besides: Sql): Sql {
  const owned = ownerKeys(plan).map(({ name, column }) => sql`s.${column} as ${name}`)
  const rows = groupsOf(plan.reach).map(
    group => sql`
      select s.${name(plan.each)} as each, s.${name(plan.number)} as number${besides}${furtherColumns(owned)}
      from ${unnestedBranches(group)}, ${tableOfSource(plan)} s
      where ${ownedBy(group)} and s.${name(plan.day)} = stops.day${andAll(plan)}`,
  )
  return unionAll(rows)
}
