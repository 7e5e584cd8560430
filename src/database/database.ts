// A PostgreSQL to talk to: statements, transactions and bulk copies, in terms of Sql values.
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '../postgres/connection.ts'
import { ConnectionError } from '../postgres/errors.ts'
import { CopyIn, CopyOut, Script } from '../postgres/script.ts'
import { type ByteRows, BytesStatement, RowsStatement } from '../postgres/statement.ts'
import type { Task } from '../postgres/task.ts'
import { type Limit, limitOf, NoAnswer } from './limit.ts'
import {
  type ConnectionUse,
  type ConnectOptions,
  type DatabaseAddress,
  ownConnection,
  RepeatedTexts,
  type Route,
  type SharedRoute,
  schemaName,
  sharedRoute,
} from './pool.ts'
import { name, type Sql, sql } from './sql.ts'

/** Statements stay prepared in each connection for ever; those whose text varies without end are for once, or until they
 * have been repeated. */
export type StatementOptions = { once: boolean | 'until repeated' }

export type Statements = {
  rows<T extends object = Record<string, unknown>>(statement: Sql, keeping?: StatementOptions): Promise<T[]>
  /** A statement's first row; undefined where there is none. */
  row<T extends object = Record<string, unknown>>(
    statement: Sql,
    keeping?: StatementOptions,
  ): Promise<T | undefined>
  /** The values of a statement's only column. */
  column<T = string>(statement: Sql): Promise<T[]>
  /** The value of a statement's only column in its first row; undefined where there is none, or null. */
  value<T = string>(statement: Sql): Promise<T | undefined>
  /** Whether a statement gives back any row. */
  hasRows(statement: Sql): Promise<boolean>
  /** Each row's columns, all of them texts, as the bytes PostgreSQL sent: to be released when nobody looks at them any
   * more, as their memory is used again. */
  raw(statement: Sql, keeping?: StatementOptions): Promise<ByteRows>
  /** A script of several statements, without parameters. */
  script(text: string): Promise<void>
  copyIn(statement: Sql, chunks: Iterable<string | Buffer> | AsyncIterable<string | Buffer>): Promise<void>
  copyOut(statement: Sql): Promise<AsyncIterable<Buffer>>
}

/** A row with times as text, and without what is null. */
export const plainRow = <T>(row: object): T =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value === null ? [] : [[name, value instanceof Date ? value.toISOString() : value]],
    ),
  ) as T

/** Statements without parameters, one after another. */
export async function runAll(db: Pick<Statements, 'script'>, ...statements: readonly Sql[]): Promise<void> {
  for (const statement of statements) await db.script(statement.compile().text)
}

export type Transaction = Statements & {
  readonly transaction: true
  /** Whether this is a dry run, whose writes nobody else sees (rehearsal.ts). */
  readonly isRehearsal?: boolean
  /** How long a caller waits for one answer. */
  readonly limitMs?: number
}

export type InTransaction = (run: (tx: Transaction) => Promise<void>) => Promise<void>

export type Transacting = Statements & {
  transaction<T>(run: (transaction: Transaction) => Promise<T>, mode?: 'read' | 'write'): Promise<T>
}

export type Database = Transacting & {
  /** The same database for those who wait for an answer: a statement that is not answered within so long fails, and
   * what comes after it goes over fresh connections. */
  answering(limitMs: number): Database
  /** Connections that nothing else queues on; they come back by themselves after a break, and close with the rest. */
  apart(options?: OwnConnections): Statements
  /** A connection of its own, kept until released; `lost` settles when it breaks. */
  session(use?: Pick<ConnectionUse, 'isLarge'>): Promise<Session>
  /** Calls `heard` at every notification and whenever it begins to listen, over a connection of its own that comes
   * back by itself. */
  listen(channel: string, heard: () => void): Listening
  /** How often connections were made anew after a break, since when it may be another server. */
  renewals(): number
  /** The state of its pools, without asking the database. */
  underWay(): UnderWay
  close(): Promise<void>
}

type UnderWay = {
  /** The most connections for statements, besides those set apart. */
  connections: number
  statements: number
  transactions: number
  /** How many statements were not answered in time since the start. */
  unanswered: number
}

/** The database as seen in a transaction; a transaction begun there is part of it. */
export const databaseWithin = (database: Database, tx: Transaction): Database => ({
  ...database,
  ...tx,
  transaction: run => run(tx),
})

/** How many connections, and how long a statement may take there. */
export type OwnConnections = { connections: number; timeoutMs: number }

/** Released, it gives a statement under way so many seconds. */
export type Session = Transacting & { lost: Promise<void>; release(patience?: number): Promise<void> }

type Listening = { stop(): Promise<void> }

export { type ByteRows, type Bytes, copyRows as copied } from '../postgres/statement.ts'
export { type DatabaseAddress, schemaName } from './pool.ts'

/** The name of a table, wherever one looks from. */
export const qualifiedName = (table: string): Sql => sql`${name(schemaName)}.${name(table)}`

export type OpenOptions = ConnectOptions & { connections: number }

export function openDatabase(place: DatabaseAddress, { connections, ...connecting }: OpenOptions): Database {
  const routes: SharedRoute[] = []
  let renewals = 0
  let unanswered = 0
  const newRoute = (max: number, use: ConnectionUse = {}) => {
    const route = sharedRoute(place, max, connecting, use, () => renewals++)
    routes.push(route)
    return route
  }
  const own = newRoute(connections)
  const opened = (limit?: Limit): Database => ({
    ...statementsOver(own, limit),
    transaction: (run, mode = 'write') => inTransaction(own, run, mode, limit),
    answering: limitMs => opened(limitOf(limitMs, () => unanswered++)),
    apart: ({ connections: max, timeoutMs } = { connections: 1, timeoutMs: 0 }) =>
      statementsOver(newRoute(max, { timeoutMs }), limit),
    session: async (use = {}) => sessionOn(await ownConnection(place, connecting, use)),
    listen: (channel, heard) => listen(() => ownConnection(place, connecting, {}, heard), channel, heard),
    renewals: () => renewals,
    underWay: () => ({
      connections,
      statements: routes.reduce((sum, { pool }) => sum + pool.pending, 0),
      transactions: own.pool.transactions,
      unanswered,
    }),
    close: async () => {
      await Promise.all(routes.map(({ pool }) => pool.close(closingMs)))
    },
  })
  return opened()
}

const closingMs = 5_000

function sessionOn(connection: Connection): Session {
  const pool: Route['pool'] = {
    ask: task => connection.ask(task),
    reserve: async () => connection,
    release() {},
    renew() {},
  }
  const route = { pool, prepares: true, repeated: new RepeatedTexts() }
  return {
    ...statementsOver(route),
    transaction: (run, mode = 'write') => inTransaction(route, run, mode),
    lost: connection.closed,
    release: (patience = closingMs / 1000) => connection.end(patience * 1000),
  }
}

async function inTransaction<T>(
  route: Route,
  run: (transaction: Transaction) => Promise<T>,
  mode: 'read' | 'write',
  limit?: Limit,
): Promise<T> {
  const { pool } = route
  const connection = await reserved(pool, limit)
  const silence = Promise.withResolvers<never>()
  silence.promise.catch(() => {})
  let isCommitting = false
  let isOver = false
  const onSilence = (error: Error) => {
    if (isCommitting) fateUnknown(error)
    // The current statement there, and its locks, are given up.
    connection.cancel().catch(() => {})
    connection.destroy(error)
    pool.renew(limit!.ms)
    silence.reject(error)
  }
  const say = async (text: string) => {
    const script = connection.ask(new Script(text))
    await (limit?.within(script.done, onSilence) ?? script.done)
    return script.tag
  }
  /** A statement after the end would run alone, or in the transaction of the connection's next user. */
  const ask = <A extends Task>(task: A): A => {
    if (!isOver) return connection.ask(task)
    task.fail(new Error('The transaction is over'))
    return task
  }
  const carriedOut = async () => {
    await say(`begin ${mode === 'read' ? 'isolation level repeatable read read only' : ''}`)
    try {
      const result = await run({
        ...statementsOver(route, limit, ask, onSilence),
        transaction: true,
        ...(limit && { limitMs: limit.ms }),
      }).finally(() => {
        isOver = true
      })
      // PostgreSQL takes the commit of a transaction in which something failed for a rollback, and says so nowhere else.
      isCommitting = mode === 'write'
      if ((await say('commit')) === 'ROLLBACK') throw new RolledBack()
      return result
    } catch (error) {
      if (isCommitting) fateUnknown(error)
      if (!connection.isClosed && !(error instanceof RolledBack)) await say('rollback').catch(() => {})
      throw error
    }
  }
  try {
    return await Promise.race([carriedOut(), silence.promise])
  } finally {
    pool.release(connection)
  }
}

/** Where a commit was not answered, nobody knows whether it was made. */
function fateUnknown(error: unknown): void {
  const isUnknown = error instanceof ConnectionError ? error.mayHaveRun : error instanceof NoAnswer
  if (isUnknown) Object.assign(error as Error, { mayBeWritten: true })
}

/** A statement in it had failed, and its caller went on regardless. */
class RolledBack extends Error {
  constructor() {
    super('A statement of the transaction had failed, so nothing of it was written')
  }
}

/** A connection that comes after its caller gave up is returned at once. */
function reserved(pool: Route['pool'], limit: Limit | undefined): Promise<Connection> {
  const connection = pool.reserve()
  if (!limit) return connection
  return limit.within(connection, () => {
    connection.then(late => pool.release(late)).catch(() => {})
    pool.renew(limit.ms)
  })
}

const listenAgainMs = 1_000

function listen(open: () => Promise<Connection>, channel: string, heard: () => void): Listening {
  const ending = new AbortController()
  const { signal } = ending
  const listening = (async () => {
    while (!signal.aborted) {
      const connection = await open().catch(() => undefined)
      if (connection) {
        const stop = () => connection.destroy()
        signal.addEventListener('abort', stop)
        if (signal.aborted) stop()
        const task = connection.ask(new Script(sql`listen ${name(channel)}`.compile().text))
        await task.done.then(heard).catch(stop)
        await connection.closed
        signal.removeEventListener('abort', stop)
      }
      await wait(listenAgainMs, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    stop() {
      ending.abort()
      return listening
    },
  }
}

/** `onSilence` is called where a statement is not answered within the limit. */
function statementsOver(
  { pool, prepares, repeated }: Route,
  limit?: Limit,
  ask: Route['pool']['ask'] = task => pool.ask(task),
  onSilence = (_: Error) => pool.renew(limit!.ms),
): Statements {
  const heard = <T>(task: Task & { done: Promise<T> }): Promise<T> => {
    ask(task)
    if (!limit) return task.done
    return limit.within(task.done, error => {
      task.isAbandoned = true
      onSilence(error)
    })
  }
  const isPrepared = (text: string, parameters: readonly unknown[], keeping?: StatementOptions) => {
    const once = keeping?.once ?? parameters.length === 0
    return prepares && (once === 'until repeated' ? repeated.isWorthPreparing(text) : !once)
  }
  return {
    rows(statement, keeping) {
      const { text, parameters } = statement.compile()
      const isKept = isPrepared(text, parameters, keeping)
      return heard(new RowsStatement(text, parameters, isKept)) as Promise<never>
    },
    // Through whatever stands in for `rows` where these are part of another object.
    async row(statement, keeping) {
      return (await this.rows(statement, keeping))[0] as never
    },
    async column<T>(statement: Sql) {
      return (await this.rows(statement)).map(row => Object.values(row)[0] as T)
    },
    async value<T>(statement: Sql) {
      return (await this.column<T | null>(statement))[0] ?? undefined
    },
    async hasRows(statement) {
      return (await this.rows(statement)).length > 0
    },
    raw(statement, keeping) {
      const { text, parameters } = statement.compile()
      return heard(new BytesStatement(text, parameters, isPrepared(text, parameters, keeping)))
    },
    script: text => ask(new Script(text)).done,
    copyIn: (statement, chunks) => heard(new CopyIn(statement.compile().text, chunks)),
    copyOut: statement => ask(new CopyOut(statement.compile().text)).rows,
  }
}

/** Settles when the database answers. */
export async function requireAnswer(database: Statements): Promise<void> {
  await database.rows(sql`select 1`)
}

/** What time it is by the clock of the database, which all servers share: one whose own clock is wrong must not take for old
 * what others have just written. */
export async function databaseTime(db: Pick<Statements, 'value'>): Promise<Date> {
  const ms = await db.value(sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint`)
  return new Date(Number(ms))
}
