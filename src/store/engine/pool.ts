// Connections to PostgreSQL as the driver makes them, and what is done when one breaks.
import { connect as connectSocket, type Socket } from 'node:net'
import postgres from 'postgres'
import { arrayTypes } from './arrays.ts'
import { askingForBinary } from './binary-texts.ts'
import type { Connection } from './embedded.ts'
import { largeReads } from './large-reads.ts'
import { Repeated } from './repeated.ts'

export type Unsafe = postgres.Sql['unsafe']

/** An embedded PostgreSQL, or the address of another one. `direct` is set where `url` leads to a pooler, such as
 * PgBouncer, which gives each transaction another connection: what needs one of its own goes there. */
export type Place = { connection: Connection } | { url: string; direct?: string | undefined }

export const schema = 'muster'

export type Hooks = { onclose?: () => void; onnotify?: () => void }

/** How long a statement may take; whether its rows are many megabytes; whether the connection is one person's as long
 * as it lasts. */
export type Use = { timeoutMs?: number; isLarge?: boolean; isOwn?: boolean }

/** Which of several hosts is used: all connections of a pool go to one until it closes them, or does not answer. */
export type Hosts = { at: number }

export type Connecting = { applicationName: string; connectTimeoutMs?: number | undefined }

export function connect(
  place: Place,
  max: number,
  { applicationName, connectTimeoutMs = 10_000 }: Connecting,
  hooks: Hooks,
  { timeoutMs = 0, isLarge = false, isOwn = false }: Use = {},
  hosts: Hosts = { at: 0 },
): postgres.Sql {
  const direct = 'direct' in place ? place.direct : undefined
  const isPooled = direct !== undefined && !isOwn && timeoutMs === 0
  const options = {
    max,
    connect_timeout: connectTimeoutMs / 1000,
    // A connection that closes is one that broke.
    max_lifetime: null,
    // Seconds before a connection that broke, or was refused, is tried again.
    backoff: (failures: number) => Math.min(0.05 * 2 ** failures, 1),
    // The driver would ask each new connection for them, and end the process where that one breaks meanwhile.
    fetch_types: false,
    types: arrayTypes,
    prepare: !isPooled,
    onnotice: () => {},
    ...hooks,
    // A pooler takes only what it can set anew for whoever comes next; the role has the search path there.
    connection: isPooled
      ? { application_name: pooledName, TimeZone: 'UTC' }
      : {
          application_name: applicationName,
          search_path: searchPath,
          TimeZone: 'UTC',
          ...(timeoutMs > 0 && { statement_timeout: timeoutMs }),
        },
  }
  if ('connection' in place) {
    const socket = ({ path }: { path: string }) => askingForBinary(largeReads(path, isLarge))
    return postgres({ ...place.connection, ...options, socket } as object) as postgres.Sql
  }
  return driverFor(isPooled ? place.url : (direct ?? place.url), options, hosts)
}

export const searchPath = `${schema}, public`

/** A pooler keeps the name for a while after whoever used it has gone. */
const pooledName = 'muster pooled'

function driverFor(address: string, options: object, hosts: Hosts = { at: 0 }): postgres.Sql {
  const { url, socket } = withoutSocket(address)
  return postgres(url, {
    ...options,
    ...(socket
      ? { host: socket, socket: ({ path }: { path: string }) => askingForBinary(connectSocket(path)) }
      : { socket: promptSockets(hosts) }),
    // Of several hosts, the one that takes writes; `read-write` would let the driver take a standby.
    ...(hasSeveralHosts(url) && { target_session_attrs: 'primary' }),
  }) as postgres.Sql
}

/** Nothing waits until what was sent before is confirmed: over TCP each COPY of a few rows took 44 ms, and a post has six.
 * The driver leaves the choice of the host to whoever gives it sockets. */
const promptSockets =
  (hosts: Hosts) =>
  ({ host, port }: { host: readonly string[]; port: readonly number[] }): Socket => {
    const chosen = hosts.at
    const [named, at] = [host[chosen % host.length]!, port[chosen % host.length]!]
    const socket = connectSocket({ host: named, port: at, noDelay: true })
    socket.once('close', () => {
      if (hosts.at === chosen) hosts.at++
    })
    // The driver reads them where it speaks TLS, and in its errors.
    return Object.assign(askingForBinary(socket), { host: named, port: at })
  }

export const hasSeveralHosts = (url: string) => /^[^/]+\/\/[^/?]*,/.test(url)

/** `?host=/folder` is how libpq names a Unix socket; the driver wants it apart. */
export function withoutSocket(text: string): { url: string; socket?: string } {
  // An address with several hosts is none that URL would read.
  if (hasSeveralHosts(text)) return { url: text }
  const url = new URL(text)
  const socket = url.searchParams.get('host')
  if (!socket?.startsWith('/')) return { url: text }
  url.searchParams.delete('host')
  return { url: url.href, socket }
}

/** What an address leads to, asked over a connection that sets nothing. */
export type Looked = { version: number; isPooler: boolean; id: string }

export async function lookAt(address: string, connectTimeoutMs: number | undefined): Promise<Looked> {
  const driver = driverFor(address, {
    max: 1,
    connect_timeout: (connectTimeoutMs ?? 10_000) / 1000,
    fetch_types: false,
    prepare: false,
    onnotice: () => {},
    connection: { application_name: pooledName },
  })
  try {
    const result = await driver.unsafe(`
      select pg_backend_pid() as pid, current_setting('server_version_num')::int as version,
        current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as id`)
    const { pid, version, id } = result[0]!
    // Whoever stands in between gives a number of its own when it lets somebody in.
    return { version, isPooler: (result.state as { pid?: number }).pid !== pid, id }
  } finally {
    await driver.end({ timeout: 1 })
  }
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
  /** The statements that its connections have prepared because they come again and again. */
  repeated: Repeated
  underWay(): Pick<Lent, 'statements' | 'transactions'>
  /** One that was watched is waited for no more. */
  abandon(lent: Lent): void
  /** What is asked from now on goes over fresh connections. */
  renew(): void
  /** Gives statements under way so many seconds. */
  close(patience?: number): Promise<void>
}

/** A driver keeps in a connection that broke what it was at there, and may never answer what comes after: so with
 * the first break another driver takes over, and the old one ends when its other connections have done their work. */
export function poolOf(
  open: (hooks: Hooks, hosts: Hosts) => postgres.Sql,
  onReplaced: () => void = () => {},
): Pool {
  const hosts: Hosts = { at: 0 }
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
    onReplaced()
    lent = undefined
    old.add(one)
    const endUnlessBusy = () => one.transactions === 0 && void retire(one)
    one.ending = setInterval(endUnlessBusy, patienceMs).unref()
    if (one.statements === 0) endUnlessBusy()
  }
  const lend = (): Lent => {
    const driver = open({ onclose: () => broke(one) }, hosts)
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
    repeated: new Repeated(),
    underWay() {
      const all = [...old, ...(lent ? [lent] : [])]
      const sum = (count: (one: Lent) => number) => all.reduce((total, one) => total + count(one), 0)
      return { statements: sum(one => one.statements), transactions: sum(one => one.transactions) }
    },
    abandon: settled,
    renew() {
      if (!lent) return
      // One that was replaced as primary and does not know of it takes connections, and commits nothing.
      hosts.at++
      replace(lent)
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
