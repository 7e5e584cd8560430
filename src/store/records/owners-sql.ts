// Owners of keys, and the names in which records are seen, as texts in SQL: access/owners.ts writes and reads the same.
import type { CallerKind } from '../../access/caller.ts'
import { asOwner } from '../../access/owners.ts'
import { Sql, sql } from '../../database/sql.ts'

const literal = (text: string | number) => new Sql([typeof text === 'number' ? `${text}` : `'${text}'`], [])

const prefixes = {
  company: literal(asOwner('company', '')),
  agency: literal(asOwner('agency', '')),
}
const firstOfId = literal(asOwner('agency', '').length + 1)

/** As `asOwner` writes it. */
export const ownerSql = (kind: CallerKind, id: Sql): Sql => sql`${prefixes[kind]} || ${id}`

/** As `readOwner` reads it. */
export const ownerIdSql = (owner: Sql): Sql => sql`substr(${owner}, ${firstOfId})`

/** As `asAgency` writes it: an agency that is connected to a company. */
export const connectedOwnerSql = (agencyOwner: Sql, company: Sql): Sql =>
  sql`${agencyOwner} || '@' || ${company}`
