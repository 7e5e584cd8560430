// What operators changed, row by row: who, what, and the state before and after. Whoever writes a row leaves secrets
// and personal data out.
import type { Operator } from '../../access/operators.ts'
import type { Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { anything, instant, oneOf, orNull, text } from '../../shape/shape.ts'
import { declareList, type RowIn } from '../lists/list.ts'

/** What rows are about. */
const auditKinds = [
  'key',
  'webhook',
  'delivery',
  'match',
  'mark',
  'scan',
  'person',
  'search',
  'scrub',
  'load',
  'mapping',
  'job',
  'view',
  'token',
  'session',
  'link',
] as const
export type AuditKind = (typeof auditKinds)[number]

export const audit = declareList({
  noun: 'row',
  from: sql`operator_audit a`,
  columns: {
    id: [text, sql`a.n`],
    at: [instant, sql`a.at`],
    via: [text, sql`a.via`],
    who: [text, sql`a.who`],
    name: [text, sql`a.name`],
    operation: [text, sql`a.operation`],
    kind: [oneOf(...auditKinds), sql`a.kind`],
    subject: [text, sql`a.subject`],
    before: [anything, sql`a.before`],
    after: [anything, sql`a.after`],
    requestId: [orNull(text), sql`a.request_id`],
  },
  filters: { kind: 'kind', subject: 'subject', who: 'who' },
  order: { table: 'operator_audit', alias: 'a', columns: ['n'] },
})

export type AuditLine = RowIn<typeof audit>

export type AuditEntry = {
  who: { via: Operator['via'] | 'key'; id: string; name: string }
  operation: string
  kind: AuditKind
  subject: string
  before?: unknown
  after?: unknown
  requestId?: string
}

const json = (value: unknown) => (value == null ? null : JSON.stringify(value))

export const writeAudit = (db: Statements, entry: AuditEntry) => {
  const { who, operation, kind, subject, before, after, requestId } = entry
  return db.rows(sql`
    insert into operator_audit (at, via, who, name, operation, kind, subject, before, after, request_id)
    values (gate_clock(), ${who.via}, ${who.id}, ${who.name}, ${operation}, ${kind}, ${subject},
      ${json(before)}::text::json, ${json(after)}::text::json, ${requestId ?? null})`)
}

export const sweepAudit = (db: Statements, keptDays: number) =>
  db.rows(sql`delete from operator_audit where at < gate_clock() - ${keptDays} * interval '1 day'`)
