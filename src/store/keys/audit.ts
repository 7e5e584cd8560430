// What operators changed, row by row: who, what, and the state before and after. Whoever writes a row leaves secrets
// and personal data out.
import type { Operator } from '../../access/operators.ts'
import type { Statements } from '../database/database.ts'
import { join, none, sql } from '../database/sql.ts'

export type AuditEntry = {
  who: Pick<Operator, 'via' | 'id' | 'name'> | { via: 'key'; id: string; name: string }
  operation: string
  kind: string
  subject: string
  before?: unknown
  after?: unknown
  requestId?: string
}

const json = (value: unknown) => (value == null ? null : JSON.stringify(value))

export async function writeAudit(db: Statements, entry: AuditEntry): Promise<void> {
  const { who, operation, kind, subject, before, after, requestId = null } = entry
  await db.rows(sql`
    insert into operator_audit (at, via, who, name, operation, kind, subject, before, after, request_id)
    values (gate_clock(), ${who.via}, ${who.id}, ${who.name}, ${operation}, ${kind}, ${subject},
      ${json(before)}::text::json, ${json(after)}::text::json, ${requestId})`)
}

export type AuditLine = {
  id: string
  at: string
  via: string
  who: string
  name: string
  operation: string
  kind: string
  subject: string
  before: unknown
  after: unknown
  requestId: string | null
}

export type AuditQuery = { limit: number; after?: string; kind?: string; subject?: string; who?: string }

/** Newest first, beginning after the row `after`. */
export async function listAudit(db: Statements, query: AuditQuery): Promise<AuditLine[]> {
  const { limit, after, kind, subject, who } = query
  const conditions = [
    ...(after === undefined ? [] : [sql`n < ${after}::text::bigint`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
    ...(who === undefined ? [] : [sql`who = ${who}`]),
  ]
  const rows = await db.rows<Omit<AuditLine, 'at'> & { at: Date }>(sql`
    select n::text as id, at, via, who, name, operation, kind, subject, before, after, request_id as "requestId"
    from operator_audit ${conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : none}
    order by n desc limit ${limit}`)
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}

export async function sweepAudit(db: Statements, keptDays: number): Promise<void> {
  await db.rows(sql`delete from operator_audit where at < gate_clock() - ${keptDays} * interval '1 day'`)
}
