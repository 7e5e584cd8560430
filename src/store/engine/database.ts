// A PostgreSQL to talk to: statements, transactions and bulk copies, in terms of Sql values. This and pool.ts are the
// only files that know the driver.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type postgres from 'postgres'
import { textsMark } from './binary-texts.ts'
import { type Limit, limitOf } from './limit.ts'
import {
  type Connecting,
  connect,
  type Hooks,
  type Hosts,
  type Place,
  type Pool,
  poolOf,
  type Unsafe,
  type Use,
} from './pool.ts'
import { name, type Sql, sql } from './sql.ts'

/** Statements stay prepared in each connection for ever; those whose text varies without end are for once, or until they
 * have been repeated. */
export type Keeping = { once: boolean | 'until repeated' }

export type Statements = {
  rows<T extends object = Record<string, unknown>>(statement: Sql, keeping?: Keeping): Promise<T[]>
  /** Each row's columns, all of them texts, as the bytes PostgreSQL sent. */
  raw(statement: Sql, keeping?: Keeping): Promise<(Buffer | null)[][]>
  /** A script of several statements, without parameters. */
  script(text: string): Promise<void>
  copyIn(statement: Sql, chunks: Iterable<string | Buffer> | AsyncIterable<string | Buffer>): Promise<void>
  copyOut(statement: Sql): Promise<AsyncIterable<Buffer>>
}

export type Transaction = Statements & {
  readonly transaction: true
  /** Whether all that it writes is its own (see rehearsal.ts). */
  readonly isRehearsal?: boolean
  /** So long whoever asked waits for one answer. */
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
  /** What it is at, over the connections of its pools: nothing is asked. */
  underWay(): UnderWay
  close(): Promise<void>
}

export type UnderWay = {
  /** As many may be open for what is asked, besides those that are apart. */
  connections: number
  statements: number
  transactions: number
  /** How many were not answered in time since the start. */
  unanswered: number
}

/** The database as it is seen in a transaction; what begins another there is part of it. */
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

export { type Place, schema } from './pool.ts'

export type OpenOptions = Connecting & { connections: number }

export function openDatabase(place: Place, { connections, ...connecting }: OpenOptions): Database {
  const open = (max: number, hooks: Hooks, use?: Use, hosts?: Hosts) =>
    connect(place, max, connecting, hooks, use, hosts)
  const pools: Pool[] = []
  let renewals = 0
  const newPool = (max: number, use?: Use) => {
    const pool = poolOf(
      (hooks, hosts) => open(max, hooks, use, hosts),
      () => renewals++,
    )
    pools.push(pool)
    return pool
  }
  const pool = newPool(connections)
  let unanswered = 0
  const opened = (limit?: Limit): Database => ({
    ...statementsOf(pool, pool.unsafe, limit && { ...limit, onSilence: pool.renew }),
    transaction: (run, mode = 'write') => inTransaction(pool, run, mode, limit),
    answering: limitMs => opened(limitOf(limitMs, () => unanswered++)),
    apart: ({ connections: own, timeoutMs } = { connections: 1, timeoutMs: 0 }) => {
      const apart = newPool(own, { timeoutMs })
      return statementsOf(apart, apart.unsafe, limit && { ...limit, onSilence: apart.renew })
    },
    async session(use) {
      const { promise: lost, resolve } = Promise.withResolvers<void>()
      const own = poolOf(({ onclose }) =>
        open(
          1,
          {
            onclose() {
              resolve()
              onclose?.()
            },
          },
          { ...use, isOwn: true },
        ),
      )
      return {
        ...statementsOf(own, own.unsafe),
        transaction: (run, mode = 'write') => inTransaction(own, run, mode),
        lost,
        release: patience => own.close(patience),
      }
    },
    listen(channel, heard) {
      const ending = new AbortController()
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
      statements: pools.reduce((sum, each) => sum + each.underWay().statements, 0),
      transactions: pool.underWay().transactions,
      unanswered,
    }),
    close: async () => {
      await Promise.all(pools.map(each => each.close()))
    },
  })
  return opened()
}

/** Once its connection broke, no statement of a transaction may reach the driver, its own commit or rollback
 * neither: they would be written to a socket that is gone, which ends the process. */
async function inTransaction<T>(
  pool: Pool,
  run: (transaction: Transaction) => Promise<T>,
  mode: 'read' | 'write',
  limit?: Limit,
): Promise<T> {
  const lent = pool.current()
  let broken: Error | undefined
  const silence = Promise.withResolvers<never>()
  silence.promise.catch(() => {})
  const breaks = (error: Error) => {
    broken = error
  }
  const onSilence = (error: Error) => {
    if (broken) return
    breaks(error)
    pool.renew()
    // Its connection, and what it has locked, goes as soon as the last statement is answered.
    pool.abandon(lent)
    silence.reject(error)
  }
  const options = mode === 'read' ? 'isolation level repeatable read read only' : ''
  lent.transactions++
  const begun = Promise.withResolvers<void>()
  try {
    const done = lent.driver.begin(options, async tx => {
      begun.resolve()
      const unsafe = ((...statement: Parameters<Unsafe>) => {
        if (broken) throw broken
        return pool.watched(lent, tx.unsafe(...statement), breaks)
      }) as Unsafe
      try {
        if (broken) throw broken
        return await run({
          ...afterCopies(statementsOf(pool, unsafe, limit && { ...limit, onSilence })),
          transaction: true,
          ...(limit && { limitMs: limit.ms }),
        })
      } finally {
        if (broken) await new Promise(() => {})
        // The commit, or the rollback.
        limit?.within(done, onSilence).catch(() => {})
      }
    })
    limit?.within(Promise.race([begun.promise, done]), onSilence).catch(() => {})
    return await Promise.race([pool.watched(lent, done as Promise<T>, breaks), silence.promise])
  } finally {
    lent.transactions--
  }
}

const listenAgainMs = 1_000

async function listen(
  open: (max: number, hooks: Hooks, use: Use) => postgres.Sql,
  channel: string,
  heard: () => void,
  ending: AbortSignal,
): Promise<void> {
  const ended = once(ending, 'abort')
  while (!ending.aborted) {
    const { promise: lost, resolve: onclose } = Promise.withResolvers<void>()
    const own = open(1, { onclose, onnotify: heard }, { isOwn: true })
    const listening = own.unsafe(sql`listen ${name(channel)}`.compile().text).then(heard)
    await Promise.race([listening.then(() => lost), ended]).catch(() => {})
    await own.end({ timeout: 0 })
    await wait(listenAgainMs, undefined, { signal: ending }).catch(() => {})
  }
}

type Limited = Limit & { onSilence(error: Error): void }

function statementsOf({ repeated }: Pick<Pool, 'repeated'>, unsafe: Unsafe, limited?: Limited): Statements {
  const run = (statement: Sql, keeping?: Keeping, mark = '') => {
    const { text: compiled, parameters } = statement.compile()
    const text = mark + compiled
    const once = keeping?.once ?? false
    const prepare = once === 'until repeated' ? repeated.isWorthIt(text) : !once
    return unsafe(text, parameters as never[], { prepare })
  }
  const heard = <T>(asked: Promise<T>) => limited?.within(asked, limited.onSilence) ?? asked
  return {
    rows: async (statement, keeping) => [...(await heard(run(statement, keeping)))] as never,
    raw: async (statement, keeping) =>
      (await heard(run(statement, keeping, textsMark).raw())) as unknown as (Buffer | null)[][],
    script: async text => {
      await unsafe(text).simple()
    },
    copyIn: (statement, chunks) => heard(copyInto(unsafe(statement.compile().text), chunks)),
    copyOut: async statement => wholly(await unsafe(statement.compile().text).readable()),
  }
}

/** Of one connection: what is asked while rows are copied waits until all are, as nothing else may come between them. */
function afterCopies({ rows, raw, script, copyIn, copyOut }: Statements): Statements {
  let copying: Promise<unknown> | undefined
  const after =
    <A extends unknown[], T>(ask: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      while (copying) await copying
      return ask(...given)
    }
  const copied = after((...given: Parameters<typeof copyIn>) => {
    const done = copyIn(...given)
    const ended = () => {
      copying = undefined
    }
    copying = done.then(ended, ended)
    return done
  })
  return {
    rows: after(rows) as typeof rows,
    raw: after(raw),
    script: after(script),
    copyIn: copied,
    copyOut: after(copyOut),
  }
}

async function copyInto(
  query: ReturnType<Unsafe>,
  chunks: Parameters<Statements['copyIn']>[1],
): Promise<void> {
  const stream = await query.writable()
  // What PostgreSQL refuses after the last byte, such as a key that is there twice, the driver tells only
  // to the query, which was answered when the copy began.
  const late = Promise.withResolvers<never>()
  Object.assign(query, { reject: late.reject })
  // A source that fails ends the copy, so that the connection can go on.
  await Promise.race([pipeline(chunks, stream), late.promise])
}

/** Reads to the end even when the taker has had enough: until then the connection takes nothing else. */
async function* wholly(stream: Readable): AsyncIterable<Buffer> {
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk
  } finally {
    for await (const _ of stream.errored ? [] : stream);
    // The driver pauses its socket for a large row and, if that was the last one, never resumes it.
    if (!stream.errored) stream._read(0)
  }
}

/** Settles when the database answers. */
export async function answers(database: Statements): Promise<void> {
  await database.rows(sql`select 1`)
}
