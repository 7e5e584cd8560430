// What time it is by the clock of the database, which all servers share: one whose own clock is wrong must not take for old
// what others have just written.
import type { Statements } from './database.ts'
import { sql } from './sql.ts'

export async function databaseTime(db: Pick<Statements, 'value'>): Promise<Date> {
  const ms = await db.value(sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint`)
  return new Date(Number(ms))
}
