// Whose data was erased, as rows: an id and a date, and nothing of the person.
import type { Statements, Transaction } from './database.ts'
import { sql } from './sql.ts'

export type Erasure = { id: string; whole: boolean; by: string; at: string }

/** Of these records, those whose person was erased, and when; by `type:id`. */
export async function erasedAmong(
  tx: Transaction,
  entries: readonly { type: { type: string }; id: string }[],
): Promise<Map<string, string>> {
  const people = entries.filter(({ type }) => type.type === 'worker')
  if (people.length === 0) return new Map()
  const rows = await tx.rows<{ type: string; id: string; at: Date }>(sql`
    select type, id, at from erasure
    where type = 'worker' and id = any(${people.map(({ id }) => id)}::text[])`)
  return new Map(rows.map(({ type, id, at }) => [`${type}:${id}`, at.toISOString()]))
}

/** The first erasure of a record is the one that counts. */
export async function recordErasure(
  tx: Transaction,
  type: string,
  { id, whole, by }: Omit<Erasure, 'at'>,
): Promise<void> {
  await tx.rows(sql`
    insert into erasure (type, id, whole, erased_by) values (${type}, ${id}, ${whole}, ${by})
    on conflict (type, id) do update set whole = erasure.whole or excluded.whole`)
}

export async function erasureOf(db: Statements, type: string, id: string): Promise<Erasure | undefined> {
  const [row] = await db.rows<{ id: string; whole: boolean; erased_by: string; at: Date }>(
    sql`select id, whole, erased_by, at from erasure where type = ${type} and id = ${id}`,
  )
  return row && { id: row.id, whole: row.whole, by: row.erased_by, at: row.at.toISOString() }
}
