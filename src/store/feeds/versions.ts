// The versions of owners and of pairs of them: each is greater than the one before.
import { type Sql, sql } from '../../database/sql.ts'

/** By the clock, so that no version is used again after a backup was restored. */
export const firstVersion: Sql = sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`

/** Whatever the clock was set to meanwhile. */
export const versionAfter = (version: Sql): Sql => sql`greatest(${version} + 1, ${firstVersion})`
