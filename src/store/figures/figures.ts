// Figures about a database for operators: sizes, counts, what waits.

import type { Statements } from '../../database/database.ts'
import { name, sql } from '../../database/sql.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { narrowTable } from '../records/tables.ts'
import { upgradeIn } from '../schema/schema-version.ts'
import { invalidRecords } from '../schema/shape-checks.ts'
import { refreshesLeft } from '../writing/refresh-jobs.ts'

export type DatabaseFigures = Awaited<ReturnType<typeof databaseFigures>>

export async function databaseFigures(database: Statements, types: readonly RecordType[]) {
  const row = await database.row<Record<'version' | 'bytes' | 'deliveries' | 'checks', string>>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*) from delivery where state = 'waiting') as deliveries,
      (select count(*) from check_work) as checks`)
  const records: Record<string, number> = {}
  for (const { type } of types) records[type] = await countOf(database, type)
  const { jobs, rows } = await refreshesLeft(database)
  const upgrade = await upgradeIn(database)
  return {
    postgres: row!.version.split(' ')[0]!,
    bytes: Number(row!.bytes),
    records,
    queue: { renames: jobs, rows, deliveries: Number(row!.deliveries), checks: Number(row!.checks) },
    /** Records that an earlier version stored and that do not fit what is declared now. */
    invalidRecords: await invalidRecords(database),
    /** To a newer version, whose servers run beside older ones, or wait for them to come back. */
    ...(upgrade && {
      upgrade: { version: upgrade.muster, schema: upgrade.number, since: upgrade.since.toISOString() },
    }),
  }
}

export const countOf = async (database: Statements, type: string): Promise<number> =>
  Number(await database.value(sql`select count(*) from ${name(narrowTable(type))}`))
