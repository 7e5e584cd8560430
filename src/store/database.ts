// A PostgreSQL to talk to: the pool, transactions and bulk copies, in terms of Sql values.
// The only file that knows the driver.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { arrayTypes } from './arrays.ts'
import type { Connection } from './embedded.ts'
import { name, type Sql, sql } from './sql.ts'

type Unsafe = postgres.Sql['unsafe']

/** Statements stay prepared in each connection for ever; those whose text varies without end are for once. */
export type Keeping = { once: boolean }

export type Statements = {
  rows<T extends object = Record<string, unknown>>(statement: Sql, keeping?: Keeping): Promise<T[]>
  /** Each row's columns as the bytes PostgreSQL sent. */
  raw(statement: Sql, keeping?: Keeping): Promise<(Buffer | null)[][]>
  /** A script of several statements, without parameters. */
  script(text: string): Promise<void>
  copyIn(statement: Sql, chunks: Iterable<string | Buffer> | AsyncIterable<string | Buffer>): Promise<void>
  copyOut(statement: Sql): Promise<AsyncIterable<Buffer>>
}

export type Transaction = Statements & { readonly transaction: true }

/** Runs something in a transaction: one a batch, or one around a whole dry run. */
export type InTransaction = (run: (tx: Transaction) => Promise<void>) => Promise<void>

export type Database = Statements & {
  transaction<T>(run: (transaction: Transaction) => Promise<T>, mode?: 'read' | 'write'): Promise<T>
  /** A connection that nothing else queues on; it comes back by itself after a break, and closes with the rest. */
  apart(): Statements
  /** A connection of its own, kept until released; `lost` settles when it breaks. */
  session(): Promise<Session>
  /** Calls `heard` at every notification and whenever it begins to listen, over a connection of its own that comes
   * back by itself. */
  listen(channel: string, heard: () => void): Listening
  close(): Promise<void>
}

export type Session = Statements & { lost: Promise<void>; release(): Promise<void> }

export type Listening = { stop(): Promise<void> }

export type Place = { url: string } | { connection: Connection }

export const schema = 'muster'

export type OpenOptions = { connections: number; applicationName: string }

export function openDatabase(place: Place, { connections, applicationName }: OpenOptions): Database {
  const open = (max: number, hooks: Hooks) => connect(place, max, applicationName, hooks)
  const pools: Pool[] = []
  const newPool = (max: number) => {
    const pool = poolOf(hooks => open(max, hooks))
    pools.push(pool)
    return pool
  }
  const pool = newPool(connections)
  return {
    ...statementsOf(pool.unsafe),
    transaction: (run, mode = 'write') => inTransaction(pool, run, mode),
    apart: () => statementsOf(newPool(1).unsafe),
    async session() {
      const { promise: lost, resolve } = Promise.withResolvers<void>()
      const own = open(1, { onclose: resolve })
      return { ...statementsOf(own.unsafe), lost, release: () => own.end({ timeout: 5 }) }
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
    close: async () => {
      await Promise.all(pools.map(each => each.close()))
    },
  }
}

type Hooks = { onclose?: () => void; onnotify?: () => void }

function connect(place: Place, max: number, applicationName: string, hooks: Hooks): postgres.Sql {
  const options = {
    max,
    connect_timeout: 10,
    // A connection that closes is one that broke.
    max_lifetime: null,
    // Seconds before a connection that broke, or was refused, is tried again.
    backoff: (failures: number) => Math.min(0.05 * 2 ** failures, 1),
    // The driver would ask each new connection for them, and end the process where that one breaks meanwhile.
    fetch_types: false,
    types: arrayTypes,
    prepare: true,
    onnotice: () => {},
    ...hooks,
    connection: { application_name: applicationName, search_path: `${schema}, public`, TimeZone: 'UTC' },
  }
  if ('connection' in place) return postgres({ ...place.connection, ...options }) as postgres.Sql
  const { url, socket } = withoutSocket(place.url)
  return postgres(url, { ...options, ...(socket && { host: socket }) }) as postgres.Sql
}

/** A driver, and what it is at. */
type Lent = {
  driver: postgres.Sql
  statements: number
  transactions: number
  hasAnswered: boolean
  refusedAt: number
  ending?: NodeJS.Timeout
}

type Pool = {
  current(): Lent
  watched<T extends Promise<unknown>>(lent: Lent, asked: T, onBreak?: (error: Error) => void): T
  unsafe: Unsafe
  close(): Promise<void>
}

/** A driver keeps in a connection that broke what it was at there, and may never answer what comes after: so with
 * the first break another driver takes over, and the old one ends when its other connections have done their work. */
function poolOf(open: (hooks: Hooks) => postgres.Sql): Pool {
  const old = new Set<Lent>()
  let lent: Lent | undefined
  let closing = false
  const retire = async (one: Lent) => {
    clearInterval(one.ending)
    old.delete(one)
    await one.driver.end({ timeout: 1 })
  }
  const broke = (one: Lent) => {
    // One that never got through keeps nothing; nor does a connection that was refused at once.
    const isRefused = performance.now() - one.refusedAt < refusalMs
    if (closing || lent !== one || !one.hasAnswered || isRefused) return
    lent = undefined
    old.add(one)
    const endUnlessBusy = () => one.transactions === 0 && void retire(one)
    one.ending = setInterval(endUnlessBusy, patienceMs).unref()
    if (one.statements === 0) endUnlessBusy()
  }
  const lend = (): Lent => {
    const driver = open({ onclose: () => broke(one) })
    const one: Lent = {
      driver,
      statements: 0,
      transactions: 0,
      hasAnswered: false,
      refusedAt: Number.NEGATIVE_INFINITY,
    }
    return one
  }
  const settled = (one: Lent) => {
    if (--one.statements === 0 && one.transactions === 0 && old.has(one)) void retire(one)
  }
  /** Hears of a break before whoever asked does, and may ask on. */
  const watched = <T extends Promise<unknown>>(one: Lent, asked: T, onBreak?: (error: Error) => void): T => {
    one.statements++
    asked.then(
      () => {
        one.hasAnswered = true
        settled(one)
      },
      error => {
        if (isRefusal(error)) one.refusedAt = performance.now()
        if (isBreak(error)) {
          onBreak?.(error)
          broke(one)
        }
        settled(one)
      },
    )
    return asked
  }
  const current = () => {
    lent ??= lend()
    return lent
  }
  return {
    current,
    watched,
    unsafe: ((...statement: Parameters<Unsafe>) => {
      const one = current()
      return watched(one, one.driver.unsafe(...statement))
    }) as Unsafe,
    async close() {
      closing = true
      await Promise.all([current().driver.end({ timeout: 5 }), ...[...old].map(retire)])
    },
  }
}

/** So long a statement of an old driver may take that is in no transaction. */
const patienceMs = 30_000
/** A refusal is followed by the end of its connection. */
const refusalMs = 1_000

/** The driver marks what befell a statement with that statement, and its own errors with their code. */
const isBreak = (error: unknown): error is Error =>
  error instanceof Error &&
  'errno' in error &&
  ('query' in error || /^CONNECT(ION_|_TIMEOUT)/.test(String((error as { code?: unknown }).code)))

/** Too many connections, not ready yet, a wrong password, no such database. */
const isRefusal = (error: unknown) =>
  error instanceof postgres.PostgresError && /^(53|57P03|28|3D)/.test(error.code)

/** Once its connection broke, no statement of a transaction may reach the driver, its own commit or rollback
 * neither: they would be written to a socket that is gone, which ends the process. */
async function inTransaction<T>(
  pool: Pool,
  run: (transaction: Transaction) => Promise<T>,
  mode: 'read' | 'write',
): Promise<T> {
  const lent = pool.current()
  let broken: Error | undefined
  const breaks = (error: Error) => {
    broken = error
  }
  const options = mode === 'read' ? 'isolation level repeatable read read only' : ''
  lent.transactions++
  try {
    const done = lent.driver.begin(options, async tx => {
      const unsafe = ((...statement: Parameters<Unsafe>) => {
        if (broken) throw broken
        return pool.watched(lent, tx.unsafe(...statement), breaks)
      }) as Unsafe
      try {
        return await run({ ...statementsOf(unsafe), transaction: true })
      } finally {
        if (broken) await new Promise(() => {})
      }
    })
    return await pool.watched(lent, done as Promise<T>, breaks)
  } finally {
    lent.transactions--
  }
}

const listenAgainMs = 1_000

async function listen(
  open: (max: number, hooks: Hooks) => postgres.Sql,
  channel: string,
  heard: () => void,
  ending: AbortSignal,
): Promise<void> {
  const ended = once(ending, 'abort')
  while (!ending.aborted) {
    const { promise: lost, resolve: onclose } = Promise.withResolvers<void>()
    const own = open(1, { onclose, onnotify: heard })
    const listening = own.unsafe(sql`listen ${name(channel)}`.compile().text).then(heard)
    await Promise.race([listening.then(() => lost), ended]).catch(() => {})
    await own.end({ timeout: 0 })
    await wait(listenAgainMs, undefined, { signal: ending }).catch(() => {})
  }
}

/** `?host=/folder` is how libpq names a Unix socket; the driver wants it apart. */
function withoutSocket(text: string): { url: string; socket?: string } {
  const url = new URL(text)
  const socket = url.searchParams.get('host')
  if (!socket?.startsWith('/')) return { url: text }
  url.searchParams.delete('host')
  return { url: url.href, socket }
}

function statementsOf(unsafe: Unsafe): Statements {
  const run = (statement: Sql, keeping?: Keeping) => {
    const { text, parameters } = statement.compile()
    return unsafe(text, parameters as never[], { prepare: !keeping?.once })
  }
  return {
    rows: async (statement, keeping) => [...(await run(statement, keeping))] as never,
    raw: async (statement, keeping) =>
      (await run(statement, keeping).raw()) as unknown as (Buffer | null)[][],
    script: async text => {
      await unsafe(text).simple()
    },
    async copyIn(statement, chunks) {
      const query = unsafe(statement.compile().text)
      const stream = await query.writable()
      // What PostgreSQL refuses after the last byte, such as a key that is there twice, the driver tells only
      // to the query, which was answered when the copy began.
      const late = Promise.withResolvers<never>()
      Object.assign(query, { reject: late.reject })
      // A source that fails ends the copy, so that the connection can go on.
      await Promise.race([pipeline(chunks, stream), late.promise])
    },
    copyOut: async statement => wholly(await unsafe(statement.compile().text).readable()),
  }
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
