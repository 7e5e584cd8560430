// The ways to come to a page of a list: which one is decided first, as a value, and each is then a plan to walk.
import type { Condition } from '../../kernel/query/plan.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import type { Statements } from '../database/database.ts'
import { name, none, sql } from '../database/sql.ts'
import { tallyTable } from '../records/tables.ts'
import { isInTally } from './count.ts'
import type { PageEnd } from './list-memory.ts'
import type { ResolvedPlan } from './search.ts'
import { andAll, groupsOf, inReach, isSingle } from './where.ts'

/** What is left to pass over before the first row is the `offset` of each. */
export type PageWay =
  /** From the start of the list; of a search that gave all its matches, theirs. */
  | { from: 'start' }
  /** From a row that is known: the end of the page before, or a mark. */
  | { from: 'row'; end: PageEnd; offset: number }
  /** From the day in which the first row lies. */
  | { from: 'day'; day: Condition; offset: number }
  /** Backwards from the end of the list. */
  | { from: 'end'; offset: number; limit: number }

/** A plan with the row that its page comes after. */
export type Walk = ResolvedPlan & { after?: PageEnd }

export function walkOf(plan: ResolvedPlan, way: PageWay): Walk {
  switch (way.from) {
    case 'start':
      return plan
    case 'row':
      return { ...plan, offset: way.offset, after: way.end }
    case 'day':
      return { ...plan, offset: way.offset, where: [...plan.where, way.day] }
    case 'end': {
      const { offset, limit } = way
      return { ...plan, offset, limit, order: { ...plan.order, descending: !plan.order.descending } }
    }
  }
}

/** So many rows are passed over at once. What has no value comes last both ways, so that there is no other way round. */
export const isFar = ({ offset, order, search, matches }: ResolvedPlan) =>
  offset >= 1000 && !order.nullable && !search && !matches

/** The way to a page that is far into its list, and begins after no row that is known. */
export async function wayFar(
  database: Statements,
  plan: ResolvedPlan,
  type: RecordType,
  { isTallied, counted }: { isTallied: boolean; counted: Promise<{ total: number }> },
): Promise<PageWay> {
  const day = isTallied ? await fromDay(database, plan, type) : undefined
  return day ?? fromEnd(plan, (await counted).total) ?? { from: 'start' }
}

/** Beyond the middle a page is read from the end of the list, which passes over fewer rows. */
function fromEnd({ offset, limit }: ResolvedPlan, total: number): PageWay | undefined {
  if (offset * 2 < total || offset >= total) return undefined
  return {
    from: 'end',
    offset: Math.max(0, total - offset - limit),
    limit: Math.min(limit, total - offset),
  }
}

const dayMs = 86_400_000

/** By the tally that writes keep, where it has it: far quicker than passing over the rows before it. */
async function fromDay(
  database: Statements,
  plan: ResolvedPlan,
  type: RecordType,
): Promise<PageWay | undefined> {
  const { order, offset, reach } = plan
  const groups = groupsOf(reach)
  const isOne = groups.length === 1 && isSingle(groups[0]!)
  const isDate = type.columns.some(({ name, kind }) => name === order.column && kind === 'instant')
  if (!isOne || !isDate || !type.tally?.by.includes(order.column) || !isInTally(plan, type)) return undefined
  const direction = order.descending ? sql` desc` : none
  const [found] = await database.rows<{ day: Date; before: string }>(
    sql`select day, before from (
        select day, n, sum(n) over (order by day${direction}) - n as before from (
          select s.${name(order.column)} as day, sum(s.n) as n from ${name(tallyTable(plan.type))} s
          where ${inReach(reach, type)}${andAll(plan)} group by 1
        ) days
      ) placed where before <= ${offset}::bigint and ${offset}::bigint < before + n`,
    { once: true },
  )
  if (!found) return undefined
  const day: Condition = order.descending
    ? { column: order.column, to: new Date(found.day.getTime() + dayMs - 1) }
    : { column: order.column, from: found.day }
  return { from: 'day', day, offset: offset - Number(found.before) }
}
