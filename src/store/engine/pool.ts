// Connections to PostgreSQL as the driver makes them, and what is done when one breaks.
import postgres from 'postgres'
import { arrayTypes } from './arrays.ts'
import type { Connection } from './embedded.ts'
import { largeReads } from './large-reads.ts'

export type Unsafe = postgres.Sql['unsafe']

export type Place = { url: string } | { connection: Connection }

export const schema = 'muster'

export type Hooks = { onclose?: () => void; onnotify?: () => void }

/** How long a statement may take; whether its rows are many megabytes. */
export type Use = { timeoutMs?: number; isLarge?: boolean }

export function connect(
  place: Place,
  max: number,
  applicationName: string,
  hooks: Hooks,
  { timeoutMs = 0, isLarge = false }: Use = {},
): postgres.Sql {
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
    connection: {
      application_name: applicationName,
      search_path: `${schema}, public`,
      TimeZone: 'UTC',
      ...(timeoutMs > 0 && { statement_timeout: timeoutMs }),
    },
  }
  if ('connection' in place) {
    const socket = isLarge && { socket: ({ path }: { path: string }) => largeReads(path) }
    return postgres({ ...place.connection, ...options, ...socket } as object) as postgres.Sql
  }
  const { url, socket } = withoutSocket(place.url)
  return postgres(url, { ...options, ...(socket && { host: socket }) }) as postgres.Sql
}

/** `?host=/folder` is how libpq names a Unix socket; the driver wants it apart. */
export function withoutSocket(text: string): { url: string; socket?: string } {
  const url = new URL(text)
  const socket = url.searchParams.get('host')
  if (!socket?.startsWith('/')) return { url: text }
  url.searchParams.delete('host')
  return { url: url.href, socket }
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

export type Pool = {
  current(): Lent
  watched<T extends Promise<unknown>>(lent: Lent, asked: T, onBreak?: (error: Error) => void): T
  unsafe: Unsafe
  underWay(): Pick<Lent, 'statements' | 'transactions'>
  /** What is asked from now on goes over fresh connections. */
  renew(): void
  /** Gives statements under way so many seconds. */
  close(patience?: number): Promise<void>
}

/** A driver keeps in a connection that broke what it was at there, and may never answer what comes after: so with
 * the first break another driver takes over, and the old one ends when its other connections have done their work. */
export function poolOf(open: (hooks: Hooks) => postgres.Sql): Pool {
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
    if (lent !== one || !one.hasAnswered || isRefused) return
    replace(one)
  }
  const replace = (one: Lent) => {
    if (closing) return
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
    underWay() {
      const all = [...old, ...(lent ? [lent] : [])]
      const sum = (count: (one: Lent) => number) => all.reduce((total, one) => total + count(one), 0)
      return { statements: sum(one => one.statements), transactions: sum(one => one.transactions) }
    },
    renew() {
      if (lent) replace(lent)
    },
    async close(patience = 5) {
      closing = true
      await Promise.all([current().driver.end({ timeout: patience }), ...[...old].map(retire)])
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
