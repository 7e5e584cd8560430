// Which keys still work: neither revoked nor expired.
import { name, type Sql, sql } from '../../database/sql.ts'

/** Of a key under this name in a statement. By the clock that the gate goes by, so that nothing is said of a key that the
 * gate would not say; at another moment where one is given. */
export const stillWorks = (key: string, at: Sql = sql`gate_clock()`): Sql =>
  sql`(${name(key)}.revoked_at is null and (${name(key)}.expires_at is null or ${name(key)}.expires_at > ${at}))`
