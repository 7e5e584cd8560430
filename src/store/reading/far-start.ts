// Where to begin to read for a page far into a list: the day in which its first row lies, by the tally that writes keep,
// which is far quicker to find than passing over the rows before it.
import type { Condition } from '../../kernel/query/plan.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import type { Statements } from '../database/database.ts'
import { name, none, sql } from '../database/sql.ts'
import { tallyTable } from '../records/tables.ts'
import { isInTally } from './count.ts'
import type { Settled } from './search.ts'
import { andAll, groupsOf, inReach, isSingle } from './where.ts'

const dayMs = 86_400_000

/** The same page, read from a day on; undefined where the tally does not have it. */
export async function fromItsDay(
  database: Statements,
  plan: Settled,
  type: RecordType,
): Promise<Settled | undefined> {
  const { order, offset, where, reach } = plan
  const groups = groupsOf(reach)
  const isOne = groups.length === 1 && isSingle(groups[0]!)
  if (!isOne || !type.tally?.by.includes(order.column) || !isDate(order.column, type)) return undefined
  if (!isInTally(plan, type)) return undefined
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
  const from: Condition = order.descending
    ? { column: order.column, to: new Date(found.day.getTime() + dayMs - 1) }
    : { column: order.column, from: found.day }
  return { ...plan, where: [...where, from], offset: offset - Number(found.before) }
}

const isDate = (column: string, { columns }: RecordType) =>
  columns.some(({ name, kind }) => name === column && kind === 'instant')
