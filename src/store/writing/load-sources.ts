// What is loaded again and again: when each source was last read, with what outcome, and up to which value.

import type { Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { instant, integer, maybe, text } from '../../shape/shape.ts'
import { declareList, type RowIn } from '../lists/list.ts'

/** What was loaded so far, by name. */
export const loadSources = declareList({
  noun: 'source of loads',
  from: sql`load_source s`,
  columns: {
    name: [text, sql`s.name`],
    began: [instant, sql`s.began`],
    /** Missing while it is read, and where the load was broken off. */
    ended: [maybe(instant), sql`case when s.ended >= s.began then s.ended end`],
    /** When it was last read to its end, of which the rows and the rejects are. */
    succeeded: [maybe(instant), sql`s.ended`],
    rows: [integer, sql`s.rows`],
    rejected: [integer, sql`s.rejected`],
    sinceColumn: [maybe(text), sql`s.since_column`],
    mark: [maybe(text), sql`s.mark`],
  },
  order: { all: sql`s.name` },
})

export type LoadSource = RowIn<typeof loadSources>

/** Gives back up to where the source was read by that column; all of it is read where that is not known. */
export async function beginSource(db: Statements, name: string, sinceColumn: string | undefined) {
  const mark = await lastMarkOf(db, name, sinceColumn)
  await db.rows(sql`
    insert into load_source (name, began, since_column) values (${name}, now(), ${sinceColumn ?? null})
    on conflict (name) do update set began = now(),
      mark = case when excluded.since_column is null
          or load_source.since_column is not distinct from excluded.since_column then load_source.mark end,
      since_column = coalesce(excluded.since_column, load_source.since_column)`)
  return mark
}

export async function lastMarkOf(db: Statements, name: string, sinceColumn: string | undefined) {
  if (sinceColumn === undefined) return undefined
  return db.value(sql`select mark from load_source where name = ${name} and since_column = ${sinceColumn}`)
}

/** The mark is moved only where one is given. */
export const endSource = (
  db: Statements,
  { name, rows, rejected, mark }: Pick<LoadSource, 'name' | 'rows' | 'rejected' | 'mark'>,
) =>
  db.rows(sql`update load_source set ended = now(), rows = ${rows}::bigint, rejected = ${rejected}::bigint,
    mark = coalesce(${mark ?? null}, mark) where name = ${name}`)
