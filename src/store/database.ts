// A PostgreSQL to talk to: the pool, transactions and bulk copies, in terms of Sql values.
// The only file that knows the driver.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import type { Connection } from './embedded.ts'
import { type Sql, sql } from './sql.ts'

type Driver = postgres.Sql | postgres.TransactionSql

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
  /** Calls `heard` at every notification, over a connection of its own that comes back by itself. */
  listen(channel: string, heard: () => void): Promise<{ stop(): Promise<void> }>
  close(): Promise<void>
}

export type Session = Statements & { lost: Promise<void>; release(): Promise<void> }

export type Place = { url: string } | { connection: Connection }

export const schema = 'muster'

export type OpenOptions = { connections: number; applicationName: string }

export function openDatabase(place: Place, { connections, applicationName }: OpenOptions): Database {
  const open = (max: number, onclose?: () => void) => connect(place, max, applicationName, onclose)
  const driver = open(connections)
  const drivers = [driver]
  return {
    ...statementsOf(driver),
    transaction: (run, mode = 'write') =>
      driver.begin(mode === 'read' ? 'isolation level repeatable read read only' : '', tx =>
        run({ ...statementsOf(tx), transaction: true }),
      ) as Promise<Awaited<ReturnType<typeof run>>>,
    apart() {
      const own = open(1)
      drivers.push(own)
      return statementsOf(own)
    },
    async session() {
      const { promise: lost, resolve } = Promise.withResolvers<void>()
      const own = open(1, resolve)
      return { ...statementsOf(own), lost, release: () => own.end({ timeout: 5 }) }
    },
    async listen(channel, heard) {
      const { unlisten } = await driver.listen(channel, heard, heard)
      return { stop: unlisten }
    },
    close: async () => {
      await Promise.all(drivers.map(each => each.end({ timeout: 5 })))
    },
  }
}

function connect(place: Place, max: number, applicationName: string, onclose?: () => void): postgres.Sql {
  const options: postgres.Options<Record<string, never>> = {
    max,
    connect_timeout: 10,
    prepare: true,
    onnotice: () => {},
    ...(onclose && { onclose, max_lifetime: null }),
    connection: { application_name: applicationName, search_path: `${schema}, public`, TimeZone: 'UTC' },
  }
  if ('connection' in place) return postgres({ ...place.connection, ...options })
  const { url, socket } = withoutSocket(place.url)
  return postgres(url, { ...options, ...(socket && { host: socket }) })
}

/** `?host=/folder` is how libpq names a Unix socket; the driver wants it apart. */
function withoutSocket(text: string): { url: string; socket?: string } {
  const url = new URL(text)
  const socket = url.searchParams.get('host')
  if (!socket?.startsWith('/')) return { url: text }
  url.searchParams.delete('host')
  return { url: url.href, socket }
}

function statementsOf(driver: Driver): Statements {
  const run = (statement: Sql, keeping?: Keeping) => {
    const { text, parameters } = statement.compile()
    return driver.unsafe(text, parameters as never[], { prepare: !keeping?.once })
  }
  return {
    rows: async (statement, keeping) => [...(await run(statement, keeping))] as never,
    raw: async (statement, keeping) =>
      (await run(statement, keeping).raw()) as unknown as (Buffer | null)[][],
    script: async text => {
      await driver.unsafe(text).simple()
    },
    async copyIn(statement, chunks) {
      const query = driver.unsafe(statement.compile().text)
      const stream = await query.writable()
      // What PostgreSQL refuses after the last byte, such as a key that is there twice, the driver tells only
      // to the query, which was answered when the copy began.
      const late = Promise.withResolvers<never>()
      Object.assign(query, { reject: late.reject })
      // A source that fails ends the copy, so that the connection can go on.
      await Promise.race([pipeline(chunks, stream), late.promise])
    },
    copyOut: async statement => wholly(await driver.unsafe(statement.compile().text).readable()),
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
