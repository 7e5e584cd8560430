// A PostgreSQL to talk to: statements, transactions and bulk copies, in terms of Sql values.
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '../../postgres/connection.ts'
import { ConnectionError } from '../../postgres/errors.ts'
import { CopyIn, CopyOut, Script } from '../../postgres/script.ts'
import { type ByteRows, BytesStatement, RowsStatement } from '../../postgres/statement.ts'
import type { Task } from '../../postgres/task.ts'
import { type Limit, limitOf, NoAnswer } from './limit.ts'
import { alone, type ConnectOptions, type DatabaseAddress, type Shared, shared, type Use } from './pool.ts'
import { Repeated } from './repeated.ts'
import { name, type Sql, sql } from './sql.ts'

/** Statements stay prepared in each connection for ever; those whose text varies without end are for once, or until they
 * have been repeated. */
export type StatementOptions = { once: boolean | 'until repeated' }

export type Statements = {
  rows<T extends object = Record<string, unknown>>(statement: Sql, keeping?: StatementOptions): Promise<T[]>
  /** Each row's columns, all of them texts, as the bytes PostgreSQL sent: to be released when nobody looks at them any
   * more, as their memory is used again. */
  raw(statement: Sql, keeping?: StatementOptions): Promise<ByteRows>
  /** A script of several statements, without parameters. */
  script(text: string): Promise<void>
  copyIn(statement: Sql, chunks: Iterable<string | Buffer> | AsyncIterable<string | Buffer>): Promise<void>
  copyOut(statement: Sql): Promise<AsyncIterable<Buffer>>
}

/** The values of a statement's only column. */
export async function firstColumn<T = string>(db: Pick<Statements, 'rows'>, statement: Sql): Promise<T[]> {
  return (await db.rows(statement)).map(row => Object.values(row)[0] as T)
}

/** A row with times as text, and without what is null. */
export const plainRow = <T>(row: object): T =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value === null ? [] : [[name, value instanceof Date ? value.toISOString() : value]],
    ),
  ) as T

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
  apart(options?: Apart): Statements
  /** A connection of its own, kept until released; `lost` settles when it breaks. */
  session(use?: Pick<Use, 'isLarge'>): Promise<Session>
  /** Calls `heard` at every notification and whenever it begins to listen, over a connection of its own that comes
   * back by itself. */
  listen(channel: string, heard: () => void): Listening
  /** How often connections were made anew after a break, since when it may be another server. */
  renewals(): number
  /** The state of its pools, without asking the database. */
  underWay(): UnderWay
  close(): Promise<void>
}

export type UnderWay = {
  /** The most connections for statements, besides those set apart. */
  connections: number
  statements: number
  transactions: number
  /** How many statements were not answered in time since the start. */
  unanswered: number
}

/** The database as seen in a transaction; a transaction begun there is part of it. */
export const within = (database: Database, tx: Transaction): Database => ({
  ...database,
  ...tx,
  transaction: run => run(tx),
})

/** How many connections, and how long a statement may take there. */
export type Apart = { connections: number; timeoutMs: number }

/** Released, it gives a statement under way so many seconds. */
export type Session = Transacting & { lost: Promise<void>; release(patience?: number): Promise<void> }

export type Listening = { stop(): Promise<void> }

export { type ByteRows, type Bytes, copied } from '../../postgres/statement.ts'
export { type DatabaseAddress, schema } from './pool.ts'

export type OpenOptions = ConnectOptions & { connections: number }

export function openDatabase(place: DatabaseAddress, { connections, ...connecting }: OpenOptions): Database {
  const all: Shared[] = []
  let renewals = 0
  const newPool = (max: number, use: Use = {}) => {
    const opened = shared(place, max, connecting, use, () => renewals++)
    all.push(opened)
    return { ...opened, repeated: new Repeated() }
  }
  const own = newPool(connections)
  let unanswered = 0
  const opened = (limit?: Limit): Database => ({
    ...statementsOf(pooled(own), limit && { ...limit, onSilence: () => own.pool.renew(limit.ms) }),
    transaction: (run, mode = 'write') => inTransaction(transactionsOf(own), run, mode, limit),
    answering: limitMs => opened(limitOf(limitMs, () => unanswered++)),
    apart: ({ connections: max, timeoutMs } = { connections: 1, timeoutMs: 0 }) => {
      const apart = newPool(max, { timeoutMs })
      return statementsOf(pooled(apart), limit && { ...limit, onSilence: () => apart.pool.renew(limit.ms) })
    },
    session: async (use = {}) => sessionOn(await alone(place, connecting, use)),
    listen(channel, heard) {
      const ending = new AbortController()
      const open = () => alone(place, connecting, {}, heard)
      const listening = listen(open, channel, heard, ending.signal)
      return {
        stop() {
          ending.abort()
          return listening
        },
      }
    },
    renewals: () => renewals,
    underWay: () => ({
      connections,
      statements: all.reduce((sum, { pool }) => sum + pool.pending, 0),
      transactions: own.pool.transactions,
      unanswered,
    }),
    close: async () => {
      await Promise.all(all.map(({ pool }) => pool.close(closingMs)))
    },
  })
  return opened()
}

const closingMs = 5_000

/** Where statements are asked, and whether they may stay prepared there. */
type Asking = { ask<T extends Task>(task: T): T; prepares: boolean; repeated: Repeated }

const pooled = ({ pool, ...rest }: Shared & { repeated: Repeated }): Asking => ({
  ask: task => pool.ask(task),
  ...rest,
})

function sessionOn(connection: Connection): Session {
  const asking = { ask: connection.ask.bind(connection), prepares: true, repeated: new Repeated() }
  const transactions: Transactions = {
    ...asking,
    reserve: async () => connection,
    release() {},
    renew() {},
  }
  return {
    ...statementsOf(asking),
    transaction: (run, mode = 'write') => inTransaction(transactions, run, mode),
    lost: connection.closed,
    release: (patience = closingMs / 1000) => connection.end(patience * 1000),
  }
}

/** Connections that a transaction may have for itself. */
type Transactions = Omit<Asking, 'ask'> & {
  reserve(): Promise<Connection>
  release(connection: Connection): void
  renew(silentMs: number): void
}

const transactionsOf = ({ pool, ...rest }: Shared & { repeated: Repeated }): Transactions => ({
  ...rest,
  reserve: () => pool.reserve(),
  release: connection => pool.release(connection),
  renew: silentMs => pool.renew(silentMs),
})

async function inTransaction<T>(
  { reserve, release, renew, ...asking }: Transactions,
  run: (transaction: Transaction) => Promise<T>,
  mode: 'read' | 'write',
  limit?: Limit,
): Promise<T> {
  const connection = await reserved(reserve, release, renew, limit)
  const silence = Promise.withResolvers<never>()
  silence.promise.catch(() => {})
  let isCommitting = false
  const onSilence = (error: Error) => {
    if (isCommitting) fateUnknown(error)
    // The current statement there, and its locks, are given up.
    connection.cancel().catch(() => {})
    connection.destroy(error)
    renew(limit!.ms)
    silence.reject(error)
  }
  const said = async (text: string) => {
    const script = connection.ask(new Script(text))
    await (limit?.within(script.done, onSilence) ?? script.done)
    return script.tag
  }
  let isOver = false
  /** A statement after the end would run alone, or in the transaction of the connection's next user. */
  const ask = <A extends Task>(task: A): A => {
    if (!isOver) return connection.ask(task)
    task.fail(new Error('The transaction is over'))
    return task
  }
  const carriedOut = async () => {
    await said(`begin ${mode === 'read' ? 'isolation level repeatable read read only' : ''}`)
    try {
      const result = await run({
        ...statementsOf({ ...asking, ask }, limit && { ...limit, onSilence }),
        transaction: true,
        ...(limit && { limitMs: limit.ms }),
      }).finally(() => {
        isOver = true
      })
      // PostgreSQL takes the commit of a transaction in which something failed for a rollback, and says so nowhere else.
      isCommitting = mode === 'write'
      if ((await said('commit')) === 'ROLLBACK') throw new RolledBack()
      return result
    } catch (error) {
      if (isCommitting) fateUnknown(error)
      if (!connection.isClosed && !(error instanceof RolledBack)) await said('rollback').catch(() => {})
      throw error
    }
  }
  try {
    return await Promise.race([carriedOut(), silence.promise])
  } finally {
    release(connection)
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
async function reserved(
  reserve: Transactions['reserve'],
  release: Transactions['release'],
  renew: Transactions['renew'],
  limit: Limit | undefined,
): Promise<Connection> {
  const asked = reserve()
  if (!limit) return asked
  return limit.within(asked, () => {
    asked.then(release, () => {})
    renew(limit.ms)
  })
}

const listenAgainMs = 1_000

async function listen(
  open: () => Promise<Connection>,
  channel: string,
  heard: () => void,
  ending: AbortSignal,
): Promise<void> {
  while (!ending.aborted) {
    const connection = await open().catch(() => undefined)
    if (connection) {
      const stop = () => connection.destroy()
      ending.addEventListener('abort', stop)
      if (ending.aborted) stop()
      const listening = connection.ask(new Script(sql`listen ${name(channel)}`.compile().text))
      await listening.done.then(heard).catch(() => connection.destroy())
      await connection.closed
      ending.removeEventListener('abort', stop)
    }
    await wait(listenAgainMs, undefined, { signal: ending }).catch(() => {})
  }
}

type Limited = Limit & { onSilence(error: Error): void }

function statementsOf({ ask, prepares, repeated }: Asking, limited?: Limited): Statements {
  const heard = <T>(task: Task & { done: Promise<T> }): Promise<T> => {
    ask(task)
    if (!limited) return task.done
    return limited.within(task.done, error => {
      task.isAbandoned = true
      limited.onSilence(error)
    })
  }
  const isPrepared = (
    text: string,
    parameters: readonly unknown[],
    keeping: StatementOptions | undefined,
  ) => {
    const once = keeping?.once ?? parameters.length === 0
    return prepares && (once === 'until repeated' ? repeated.isWorthIt(text) : !once)
  }
  return {
    rows(statement, keeping) {
      const { text, parameters } = statement.compile()
      return heard(
        new RowsStatement(text, parameters, isPrepared(text, parameters, keeping)),
      ) as Promise<never>
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
export async function answers(database: Statements): Promise<void> {
  await database.rows(sql`select 1`)
}
