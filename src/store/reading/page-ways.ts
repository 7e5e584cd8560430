// The ways to come to a page of a list, each as a plan to walk: from the start, from a row that is known, from the day of
// its first row, or backwards from the end. What is left to pass over before that row is its `offset`.

import type { Statements } from '../../database/database.ts'
import { name, none, sql } from '../../database/sql.ts'
import { dayMs } from '../../formats/day.ts'
import type { Condition } from '../../kernel/query/plan.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import type { PageEnd } from '../../sharing/list-memory.ts'
import { tallyTable } from '../records/tables.ts'
import { isInTally } from './count.ts'
import type { ResolvedPlan } from './search.ts'
import { andAll, groupsOf, hasSingleBranch, inReach } from './where.ts'

/** A plan with the row that its page comes after, where that is known, and whether its rows come backwards. */
export type PagePlan = ResolvedPlan & { after?: PageEnd; isBackwards?: boolean }

/** From the nearest row that is known before the page: the end of another page, or a mark. */
export function fromKnown(plan: ResolvedPlan, known: { place: number; end: PageEnd } | undefined) {
  return known && { ...plan, offset: plan.offset - known.place, after: known.end }
}

/** So many rows are passed over at once. What has no value comes last both ways, so that there is no other way round. */
export const isFarPage = ({ offset, order, search, matches }: ResolvedPlan) =>
  offset >= 1000 && !order.nullable && !search && !matches

/** To a page that is far into its list, and begins after no row that is known. */
export async function fromAfar(
  database: Statements,
  plan: ResolvedPlan,
  type: RecordType,
  { isTallied, counted }: { isTallied: boolean; counted: Promise<{ total: number }> },
): Promise<PagePlan> {
  const day = isTallied ? await fromDay(database, plan, type) : undefined
  return day ?? fromEnd(plan, (await counted).total) ?? plan
}

/** Beyond the middle a page is read from the end of the list, which passes over fewer rows. */
function fromEnd(plan: ResolvedPlan, total: number): PagePlan | undefined {
  const { offset, limit, order } = plan
  if (offset * 2 < total || offset >= total) return undefined
  return {
    ...plan,
    offset: Math.max(0, total - offset - limit),
    limit: Math.min(limit, total - offset),
    order: { ...order, descending: !order.descending },
    isBackwards: true,
  }
}

/** By the tally that writes keep, where it has it: far quicker than passing over the rows before it. */
async function fromDay(database: Statements, plan: ResolvedPlan, type: RecordType) {
  const { order, offset, reach } = plan
  const groups = groupsOf(reach)
  const isOne = groups.length === 1 && hasSingleBranch(groups[0]!)
  const isDate = type.columns.some(({ name, kind }) => name === order.column && kind === 'instant')
  if (!isOne || !isDate || !type.tally?.by.includes(order.column) || !isInTally(plan, type)) return undefined
  const direction = order.descending ? sql` desc` : none
  const first = await database.row<{ day: Date; before: string }>(
    sql`select day, before from (
        select day, n, sum(n) over (order by day${direction}) - n as before from (
          select s.${name(order.column)} as day, sum(s.n) as n from ${name(tallyTable(plan.type))} s
          where ${inReach(reach, type)}${andAll(plan)} group by 1
        ) days
      ) placed where before <= ${offset}::bigint and ${offset}::bigint < before + n`,
    { once: true },
  )
  if (!first) return undefined
  const day: Condition = order.descending
    ? { column: order.column, to: new Date(first.day.getTime() + dayMs - 1) }
    : { column: order.column, from: first.day }
  return { ...plan, offset: offset - Number(first.before), where: [...plan.where, day] }
}
