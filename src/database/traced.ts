// A database that reports its statements to OpenTelemetry where they are part of a trace: what they do to which table and
// how long it took, never a value.
import { type Attributes, inSpan } from '../telemetry/trace.ts'
import type { Database, Statements, Transacting } from './database.ts'
import type { Sql } from './sql.ts'

export const tracedDatabase = (database: Database): Database => ({
  ...database,
  ...tracedTransacting(database),
  answering: limitMs => tracedDatabase(database.answering(limitMs)),
  apart: options => tracedStatements(database.apart(options)),
  async session(use) {
    const session = await database.session(use)
    return { ...session, ...tracedTransacting(session) }
  },
})

const tracedTransacting = (own: Transacting): Transacting => ({
  ...tracedStatements(own),
  transaction: (run, mode) =>
    inSpan('transaction', system, () => own.transaction(tx => run({ ...tx, ...tracedStatements(tx) }), mode)),
})

const tracedStatements = <T extends Statements>({ rows, raw, copyIn, ...rest }: T) => ({
  ...rest,
  rows: ((statement, keeping) => asking(statement, () => rows(statement, keeping))) as Statements['rows'],
  raw: ((statement, keeping) => asking(statement, () => raw(statement, keeping))) as Statements['raw'],
  copyIn: ((statement, chunks) => asking(statement, () => copyIn(statement, chunks))) as Statements['copyIn'],
})

const system: Attributes = { 'db.system.name': 'postgresql' }

function asking<T>(statement: Sql, ask: () => Promise<T>): Promise<T> {
  const { text } = statement.compile()
  const [operation = 'statement'] = /\b(select|insert|update|delete|copy|listen)\b/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update|copy)\s+"?([a-z_]+)/i.exec(text) ?? []
  const summary = table ? `${operation.toLowerCase()} ${table}` : operation.toLowerCase()
  return inSpan(summary, { ...system, 'db.query.summary': summary }, ask, 'client')
}
