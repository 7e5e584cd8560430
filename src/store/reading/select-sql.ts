// The SQL of Plans: a page, one record, some, all of a list, and where its pages begin. Every select here is confined by
// a Reach.

import { onlyBranches, type Reach } from '../../access/ownership.ts'
import { ownersEverywhere } from '../../access/viewer.ts'
import { commas, name, none, type Sql, sql, unionAll } from '../../database/sql.ts'
import type { Plan, SinglePlan, SomePlan } from '../../kernel/query/plan.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { markEvery } from '../../sharing/list-memory.ts'
import {
  castTo,
  narrowRows,
  partColumn,
  partTable,
  spansColumn,
  textPlace,
  textTable,
} from '../records/tables.ts'
import { isFarPage, type PagePlan } from './page-ways.ts'
import { groupedSql } from './row-groups.ts'
import { containsWords, type ResolvedPlan } from './search.ts'
import { standingIn } from './standing.ts'
import {
  andAll,
  groupsOf,
  hasSingleBranch,
  inGroup,
  inReach,
  isPlainGroup,
  orderBy,
  orderedBy,
  rangesOf,
  rowCountSql,
} from './where.ts'

export const isWholeReach = ({
  where,
  search,
  matches,
}: Pick<ResolvedPlan, 'where' | 'search' | 'matches'>) => where.length === 0 && !search && !matches

export function pageSql(
  plan: PagePlan,
  type: RecordType,
  { ends, spans: hasSpans }: { ends: boolean; spans: boolean },
): Sql {
  const { column, descending, nullable } = plan.order
  const key = sql`s.${name(column)}`
  const isLater = descending ? sql`<` : sql`>`
  const later = plan.after
    ? sql` and (${key}, s.id) ${isLater} (${plan.after.key}::text::${castTo(type, column)}, ${plan.after.id})`
    : none
  const first = (own: Sql) => {
    const found = sql`select s.id, ${key} as k, s.${name(textPlace)} from ${narrowRows(plan)} s where ${own}${andAll(plan)}${later}`
    const limited = (by: Sql) =>
      sql`order by ${orderBy(by, sql`s.id`, { descending })} limit ${rowCountSql(plan.offset + plan.limit)}`
    return isSifted(plan)
      ? sql`(select * from (${found} offset 0) s ${limited(sql`s.k`)})`
      : sql`(${found} ${limited(key)})`
  }
  // Missing values come last both ways, but an index read backwards has them first. So the latest end dates are two queries:
  // the rows with one, then those without. The second is ordered by the date as well, though all of its dates are missing: by
  // the id alone PostgreSQL would sort all of them, as it does not see that the index has them in that order.
  const rows = (own: Sql) =>
    nullable && descending
      ? sql`${first(sql`${own} and ${key} is not null`)} union all ${first(sql`${own} and ${key} is null`)}`
      : first(own)
  const words = plan.search && containsWords(plan.search)
  const walked = (has: Sql) =>
    rangesOf(plan.reach, type).map(({ group, apart }) => {
      if (hasSingleBranch(group) || !isPlainGroup(group, type))
        return rows(sql`${inGroup(group, type)}${apart}${has}`)
      if (isFarPage(plan) && isMerged(plan, type) && group.columns.length === 1)
        return unionAll(eachOf(plan.reach, type).map(rows))
      const { branches, own } = orderedBy(group, column, type)
      return sql`select found.* from ${branches} cross join lateral (${rows(sql`${own}${apart}${has}`)}) found`
    })
  const groups = [
    ...(plan.matches
      ? [rows(sql`s.id = any(${plan.matches.ids}::text[]) and ${inReach(plan.reach, type)}`)]
      : walked(words ? sql` and ${words.short}` : none)),
    ...(words ? walked(sql` and ${words.long}`) : []),
  ]
  const guarded = viewerGuard(plan, type) ? sql` join ${narrowRows(plan)} s on s.id = page.id` : none
  const order = (of: Sql) => orderBy(sql`${of}.k`, sql`${of}.id`, plan.order)
  const end = ends ? sql`, page.k::text as last_key, page.id` : none
  const spans = hasSpans ? sql`, ${spansAt(plan)}` : none
  return sql`select (${clean(plan, type)})::text, ${textAt(plan)}${spans}${partsOf(plan.parts)}${end} from (
      select * from (${unionAll(groups)}) found order by ${order(sql`found`)} offset ${rowCountSql(plan.matches ? 0 : plan.offset)} limit ${rowCountSql(plan.limit)}
    ) page${joinedAt(plan)}${guarded}
    order by ${order(sql`page`)}`
}

/** Whether rows are asked what they lack, which may be none of all that an order has: going through them in that order, as
 * PostgreSQL would, then takes longer than to find them and sort. */
const isSifted = (plan: ResolvedPlan) => standingIn(plan)?.names !== undefined

/** Where a long list's pages begin, every so many rows. */
export function marksSql(plan: ResolvedPlan, type: RecordType): Sql {
  const { column, descending } = plan.order
  const key = sql`s.${name(column)}`
  const owned = (own: Sql) => sql`(select s.id, ${key} as k from ${narrowRows(plan)} s
    where ${own}${andAll(plan)} order by ${orderBy(key, sql`s.id`, { descending })})`
  const all = isMerged(plan, type) ? eachOf(plan.reach, type) : [inReach(plan.reach, type)]
  return sql`select k::text as key, id from (
      select s.id, s.k, row_number() over (order by ${orderBy(sql`s.k`, sql`s.id`, { descending })}) as place
      from (${unionAll(all.map(owned))}) s
    ) placed where place % ${rowCountSql(markEvery)} = 0 order by place`
}

/** In the list's order, which the narrow rows are brought into before their texts are looked up. */
export function wholeSql(plan: ResolvedPlan, type: RecordType, isGuarded: boolean): Sql {
  const words = plan.search && containsWords(plan.search)
  const has = words ? sql` and (${words.short} or ${words.long})` : none
  const among = plan.matches ? sql`s.id = any(${plan.matches.ids}::text[]) and ` : none
  const order = orderBy(sql`s.${name(plan.order.column)}`, sql`s.id`, plan.order)
  const owned = (own: Sql) => sql`from ${narrowRows(plan)} s where ${among}${own}${andAll(plan)}${has}`
  const guard = viewerGuard(plan, type)
  const read = [...new Set(['id', textPlace, plan.order.column, ...(guard ? [guard] : [])])].map(
    column => sql`s.${name(column)}`,
  )
  const ordered = (own: Sql) => sql`(select ${commas(read)} ${owned(own)} order by ${order})`
  const placed = sql`select s.id, s.${name(textPlace)}, ${isGuarded ? clean(plan, type) : sql`false`} as clean,
      row_number() over (order by ${order}) - 1 as place
    ${isMerged(plan, type) ? sql`from (${unionAll(eachOf(plan.reach, type).map(ordered))}) s` : owned(inReach(plan.reach, type))}`
  return groupedSql(placed, joinedAt(plan), texts(plan), plan.parts.map(partSql))
}

/** Rows of several owners, which an index has in order for each, are merged instead of sorted. Where something is filtered
 * by, few rows may be left to sort. */
const isMerged = (plan: ResolvedPlan, type: RecordType) => {
  const groups = groupsOf(plan.reach)
  const count = plan.reach.branches.length
  return (
    isWholeReach(plan) &&
    groups.length === 1 &&
    isPlainGroup(groups[0]!, type) &&
    count > 1 &&
    count <= mostMerged
  )
}

const mostMerged = 100

/** The conditions of each branch by itself. */
const eachOf = (reach: Reach, type: RecordType): Sql[] =>
  reach.branches.map((_, at) => {
    const branch = onlyBranches(reach, index => index === at)
    return inReach(branch, type)
  })

export function singleSql(plan: SinglePlan, type: RecordType, spans: boolean): Sql {
  return sql`select (${clean(plan, type)})::text, t.record${spansOf(spans)}${partsOf(plan.parts)}
    from ${narrowRows(plan)} s${joined(plan)}
    where (s.id = ${plan.id} or s.nanoid = ${plan.id}) and ${inReach(plan.reach, type)}
    order by s.id = ${plan.id} desc limit 1`
}

export const someSql = (plan: SomePlan, type: RecordType, spans: boolean): Sql =>
  sql`select s.id, (${clean(plan, type)})::text, t.record${spansOf(spans)}${partsOf(plan.parts)}
    from ${narrowRows(plan)} s${joined(plan)}
    where s.id = any(${plan.ids}::text[]) and ${inReach(plan.reach, type)}`

/** The texts of rows, and the Parts that are asked for. */
const joined = ({ type, parts }: Pick<Plan, 'type' | 'parts'>): Sql =>
  sql` join ${name(textTable(type))} t using (id)${parts.length > 0 ? sql` left join ${name(partTable(type))} p using (id)` : none}`

const texts = ({ type }: Pick<Plan, 'type'>): Sql => name(textTable(type))

/** The same for rows of a page that say where their texts lie, which saves the way through an index. A place may have been
 * left, or be another's by now, so the id is compared, in a form that PostgreSQL does not take for a way to find the row. */
const joinedAt = (plan: Pick<Plan, 'type' | 'parts'>): Sql => {
  const parts = sql` left join ${name(partTable(plan.type))} p on p.id = page.id`
  return sql` left join ${texts(plan)} t on t.ctid = page.${name(textPlace)} and coalesce(t.id = page.id, false)${plan.parts.length > 0 ? parts : none}`
}

const textAt = (plan: Pick<Plan, 'type'>): Sql =>
  sql`coalesce(t.record, (select x.record from ${texts(plan)} x where x.id = page.id))`

/** The spans that belong to that text. */
const spansAt = (plan: Pick<Plan, 'type'>): Sql =>
  sql`case when t.id is null then (select x.${name(spansColumn)} from ${texts(plan)} x where x.id = page.id) else t.${name(spansColumn)} end`

const spansOf = (spans: boolean): Sql => (spans ? sql`, t.${name(spansColumn)}` : none)

const partSql = (part: string) => sql`p.${name(partColumn(part))}`
const partsOf = (parts: readonly string[]) => commas([none, ...parts.map(partSql)])

/** The column that says whose entries a row has that other viewers of this kind are not shown. */
export const viewerGuard = (plan: Pick<Plan, 'viewer'>, type: RecordType) =>
  type.guards[plan.viewer.kind]?.column

/** Whether nothing in the row is hidden from this viewer. */
function clean({ viewer }: Pick<Plan, 'viewer'>, type: RecordType): Sql {
  const guard = viewerGuard({ viewer }, type)
  return guard
    ? sql`s.${name(guard)} <@ ${ownersEverywhere(viewer, type.owners?.connectedTo)}::text[]`
    : sql`true`
}
