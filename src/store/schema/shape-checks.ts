// How far stored records have been compared with today's Shapes, and which do not fit.
import type { Statements } from '../../database/database.ts'
import { sql, unnested } from '../../database/sql.ts'
import type { SchemaVersion } from './schema-version.ts'

type ShapeCheck = { watermark: string; done: boolean }
export type InvalidRecord = { id: string; path: string; reason: string }
/** With the first few of them. */
export type InvalidRecords = { type: string; count: number; first: InvalidRecord[] }

const mostShown = 5

/** Where it stands; from the beginning where the Shapes are newer and others. Nothing where a newer version has begun: what
 * does not fit an older one's Shapes may fit that one's. */
export const beginShapeCheck = (
  db: Statements,
  type: string,
  { number, checksum }: Pick<SchemaVersion, 'number' | 'checksum'>,
) =>
  db.row<ShapeCheck>(sql`
    insert into shape_check (type, schema_number, checksum) values (${type}, ${number}::int, ${checksum})
    on conflict (type) do update set schema_number = excluded.schema_number, checksum = excluded.checksum,
      watermark = case when ${isAsBefore} then shape_check.watermark else '' end,
      done = shape_check.done and ${isAsBefore}
    where shape_check.schema_number <= excluded.schema_number
    returning watermark, done`)

const isAsBefore = sql`(shape_check.schema_number = excluded.schema_number or shape_check.checksum = excluded.checksum)`

/** Marks all of these types to be checked once more. */
export const repeatShapeChecks = (db: Statements, types: readonly string[]) =>
  db.rows(sql`update shape_check set done = false, watermark = '' where type = any(${types}::text[])`)

/** `last` is undefined at the end. */
export const advanceShapeCheck = (db: Statements, type: string, last: string | undefined) =>
  db.rows(
    last === undefined
      ? sql`update shape_check set done = true where type = ${type}`
      : sql`update shape_check set watermark = ${last} where type = ${type}`,
  )

/** Notes which of these records do not fit now; the others do, or are gone. */
export async function noteInvalid(
  db: Statements,
  type: string,
  ids: readonly string[],
  invalid: readonly InvalidRecord[],
): Promise<void> {
  await db.rows(sql`delete from invalid_record where type = ${type} and id = any(${ids}::text[])`)
  if (invalid.length === 0) return
  await db.rows(sql`
    insert into invalid_record (type, id, path, reason)
    select ${type}, * from ${unnested(invalid, 'id', 'path', 'reason')}`)
}

export const invalidIds = (db: Statements, type: string, after: string, most: number): Promise<string[]> =>
  db.column(
    sql`select id from invalid_record where type = ${type} and id > ${after} order by id limit ${most}::int`,
  )

export const invalidRecords = (db: Statements): Promise<InvalidRecords[]> =>
  db.rows<InvalidRecords>(sql`
    select t.type, t.count, (
      select jsonb_agg(jsonb_build_object('id', f.id, 'path', f.path, 'reason', f.reason) order by f.id) from (
        select * from invalid_record i where i.type = t.type order by i.id limit ${mostShown}::int
      ) f
    ) as first
    from (select type, count(*)::int as count from invalid_record group by type) t order by t.type`)
