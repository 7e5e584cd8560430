// Figures about a database for operators: sizes, counts, what waits.
import type { RecordType } from '../../record-types/record-type.ts'
import type { Database } from '../database/database.ts'
import { name, sql } from '../database/sql.ts'
import { narrowTable } from '../records/tables.ts'
import { type InvalidRecords, invalidRecords } from '../schema/shape-checks.ts'
import { refreshesLeft } from '../writing/refresh-jobs.ts'

export type Figures = {
  postgres: string
  bytes: number
  records: Record<string, number>
  queue: { renames: number; rows: number; deliveries: number }
  /** Records that an earlier version stored and that do not fit what is declared now. */
  invalidRecords: InvalidRecords[]
}

export async function figures(database: Database, types: readonly RecordType[]): Promise<Figures> {
  const [row] = await database.rows<{ version: string; bytes: string }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
  )
  const records: Record<string, number> = {}
  for (const { type } of types) records[type] = await countOf(database, type)
  const known = await exists(database, 'follow_job')
  const { jobs, rows } = known ? await refreshesLeft(database) : { jobs: 0, rows: 0 }
  return {
    postgres: row!.version.split(' ')[0]!,
    bytes: Number(row!.bytes),
    records,
    queue: { renames: jobs, rows, deliveries: await deliveriesWaiting(database) },
    invalidRecords: await invalidRecords(database),
  }
}

/** Webhooks that are still to be delivered. */
async function deliveriesWaiting(database: Database): Promise<number> {
  if (!(await exists(database, 'delivery'))) return 0
  const [row] = await database.rows<{ total: string }>(
    sql`select count(*) as total from delivery where state = 'waiting'`,
  )
  return Number(row!.total)
}

async function exists(database: Database, table: string): Promise<boolean> {
  const [row] = await database.rows<{ found: string | null }>(
    sql`select to_regclass(${table})::text as found`,
  )
  return row!.found !== null
}

export async function countOf(database: Database, type: string): Promise<number> {
  const table = narrowTable(type)
  if (!(await exists(database, table))) return 0
  const [row] = await database.rows<{ total: string }>(sql`select count(*) as total from ${name(table)}`)
  return Number(row!.total)
}
