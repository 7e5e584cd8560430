// What records of a week take from orders, kept so that an order is held against all its weeks without reading them again.
import type { Statements, Transaction } from '../../database/database.ts'
import { sql, unnested } from '../../database/sql.ts'

/** `detail` is whatever whoever works it out needs again. */
export type SpendingRow = { id: string; reference: string; charge: string; detail: string }

/** Puts these in place of what the week had; gives back the references of which anything is different. */
export async function replaceSpending(
  tx: Transaction,
  company: string,
  week: string,
  rows: readonly SpendingRow[],
): Promise<string[]> {
  const before = await tx.rows<SpendingRow>(sql`
    select id, reference, charge::text, detail from order_spending where company = ${company} and week = ${week}::date`)
  const textOf = ({ id, reference, charge, detail }: SpendingRow) =>
    JSON.stringify([id, reference, charge, detail])
  const [was, is] = [before, rows].map(all => new Map(all.map(row => [textOf(row), row])))
  const gone = [...was!].filter(([text]) => !is!.has(text)).map(([, row]) => row)
  const added = [...is!].filter(([text]) => !was!.has(text)).map(([, row]) => row)
  if (gone.length > 0)
    await tx.rows(sql`
      delete from order_spending where company = ${company} and week = ${week}::date
        and id = any(${gone.map(({ id }) => id)}::text[])`)
  if (added.length > 0)
    await tx.rows(sql`
      insert into order_spending (company, week, id, reference, charge, detail)
      select ${company}, ${week}::date, id, reference, charge::numeric, detail
      from ${unnested(added, 'id', 'reference', 'charge', 'detail')} u(id, reference, charge, detail)`)
  return [...new Set([...gone, ...added].map(({ reference }) => reference))]
}

/** The weeks in which anything was taken from an order. */
export const weeksOfOrder = (db: Statements, company: string, reference: string): Promise<string[]> =>
  db.column(sql`select distinct to_char(week, 'YYYY-MM-DD') from order_spending
      where company = ${company} and reference = ${reference}`)

/** The orders of a company that anything was taken from. */
export const spentOrders = (db: Statements, company: string): Promise<string[]> =>
  db.column(sql`select distinct reference from order_spending where company = ${company}`)

/** Where an order was spent beyond this value: by which row, and how much was taken before it and in all. */
export const crossingOf = (db: Statements, company: string, reference: string, value: number) =>
  db.row<SpendingRow & { before: string; total: string }>(sql`
    select id, reference, charge::text, detail, (running - charge)::text as before, total::text from (
      select *, sum(charge) over (order by week, id) as running, sum(charge) over () as total
      from order_spending where company = ${company} and reference = ${reference}
    ) s where running > ${String(value)}::text::numeric order by week, id limit 1`)
