// What is loaded again and again: when each source was last read, with what outcome, and up to which value.
import type { Statements } from '../database/database.ts'
import { name as named, sql } from '../database/sql.ts'

export type LoadSource = {
  name: string
  began: string
  /** Absent while it is being read, and where the load was broken off. */
  ended?: string
  /** When it was last read to its end, of which the rows and the rejects are. */
  succeeded?: string
  rows: number
  rejected: number
  sinceColumn?: string
  mark?: string
}

/** Gives back up to where the source was read by that column; all of it is read where that is not known. */
export async function beginSource(
  db: Statements,
  name: string,
  sinceColumn: string | undefined,
): Promise<string | undefined> {
  const mark = await markOf(db, name, sinceColumn)
  await db.rows(sql`
    insert into load_source (name, began, since_column) values (${name}, now(), ${sinceColumn ?? null})
    on conflict (name) do update set began = now(),
      mark = case when excluded.since_column is null
          or load_source.since_column is not distinct from excluded.since_column then load_source.mark end,
      since_column = coalesce(excluded.since_column, load_source.since_column)`)
  return mark
}

export async function markOf(
  db: Statements,
  name: string,
  sinceColumn: string | undefined,
): Promise<string | undefined> {
  if (sinceColumn === undefined) return undefined
  const [known] = await db.rows<{ mark: string | null }>(
    sql`select mark from load_source where name = ${name} and since_column = ${sinceColumn}`,
  )
  return known?.mark ?? undefined
}

/** The mark is moved only where one is given. */
export async function endSource(
  db: Statements,
  { name, rows, rejected, mark }: Pick<LoadSource, 'name' | 'rows' | 'rejected' | 'mark'>,
): Promise<void> {
  await db.rows(sql`update load_source set ended = now(), rows = ${rows}::bigint, rejected = ${rejected}::bigint,
    mark = coalesce(${mark ?? null}, mark) where name = ${name}`)
}

export async function loadSources(db: Statements): Promise<LoadSource[]> {
  type Stored = Record<'name' | 'began' | 'rows' | 'rejected', string> &
    Record<'succeeded' | 'since_column' | 'mark', string | null> & { is_over: boolean | null }
  const moment = (column: string) =>
    sql`to_char(${named(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const rows = await db.rows<Stored>(sql`
    select name, ${moment('began')} as began, ${moment('ended')} as succeeded, ended >= began as is_over,
      rows, rejected, since_column, mark
    from load_source order by name`)
  return rows.map(({ name, began, succeeded, is_over, rows, rejected, since_column, mark }) => ({
    name,
    began,
    ...(succeeded !== null && { ...(is_over && { ended: succeeded }), succeeded }),
    rows: Number(rows),
    rejected: Number(rejected),
    ...(since_column !== null && { sinceColumn: since_column }),
    ...(mark !== null && { mark }),
  }))
}
