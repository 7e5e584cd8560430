// Where the database is, and the connections that are opened to it.

import { embeddedAddress } from '../embedded/connection.ts'
import type { EmbeddedConnection } from '../embedded/postgresql.ts'
import { type Address, readDatabaseAddress } from '../postgres/address.ts'
import { Buffers } from '../postgres/buffers.ts'
import type { Connection } from '../postgres/connection.ts'
import { answeredInTime, openConnection } from '../postgres/open.ts'
import { Pool } from '../postgres/pool.ts'
import { RowsStatement } from '../postgres/statement.ts'

/** An embedded PostgreSQL, or the address of another one. `direct` is set where `url` leads to a pooler, such as
 * PgBouncer, which gives each transaction another connection: what needs one of its own goes there. */
export type DatabaseAddress =
  | { connection: EmbeddedConnection }
  | { url: string; direct?: string | undefined }

export const schemaName = 'muster'
export const searchPath = `${schemaName}, public`

/** A pooler keeps the name for a while after its user has gone. */
const pooledName = 'muster pooled'

export type ConnectOptions = { applicationName: string; connectTimeoutMs?: number | undefined }

/** How long a statement may take; whether its rows are many megabytes. */
export type ConnectionUse = { timeoutMs?: number; isLarge?: boolean }

const usualTimeoutMs = 10_000
const readBytes = ({ isLarge = false }: ConnectionUse) => (isLarge ? 1024 * 1024 : 256 * 1024)

/** Where statements go: connections that are shared, or one alone. Where a pooler lends them, none stays prepared in one. */
export type Route = {
  pool: Pick<Pool, 'ask' | 'reserve' | 'release' | 'renew'>
  prepares: boolean
  repeated: RepeatedTexts
}
export type SharedRoute = Route & { pool: Pool }

export function sharedRoute(
  place: DatabaseAddress,
  max: number,
  { applicationName, connectTimeoutMs }: ConnectOptions,
  use: ConnectionUse,
  onBreak: () => void,
): SharedRoute {
  const isPooled = 'direct' in place && place.direct !== undefined && !use.timeoutMs
  const address = isPooled ? addressAt(place.url) : ownAddress(place)
  const pool = new Pool(address, {
    max,
    connectTimeoutMs: address.connectTimeoutMs ?? connectTimeoutMs ?? usualTimeoutMs,
    readBytes: readBytes(use),
    // A pooler takes only what it can set anew for whoever comes next; the role has the search path there.
    settings: isPooled ? { application_name: pooledName, TimeZone: 'UTC' } : settingsOf(applicationName, use),
    onBreak,
  })
  return { pool, prepares: !isPooled, repeated: new RepeatedTexts() }
}

const timesBefore = 3
const mostPrepared = 100
const mostSeen = 2000

/** Which statements come often enough to be worth preparing, by their text. Each stays prepared in every connection for ever, so
 * their number is limited. */
export class RepeatedTexts {
  private readonly prepared = new Set<string>()
  private readonly seen = new Map<string, number>()

  isWorthPreparing(text: string): boolean {
    if (this.prepared.has(text)) return true
    if (this.prepared.size >= mostPrepared) return false
    const times = (this.seen.get(text) ?? 0) + 1
    this.seen.delete(text)
    if (times > timesBefore) {
      this.prepared.add(text)
      return true
    }
    this.seen.set(text, times)
    if (this.seen.size > mostSeen) this.seen.delete(this.seen.keys().next().value!)
    return false
  }
}

/** A connection of somebody's own, as long as it lasts. */
export function ownConnection(
  place: DatabaseAddress,
  { applicationName, connectTimeoutMs }: ConnectOptions,
  use: ConnectionUse,
  onNotify?: () => void,
): Promise<Connection> {
  const address = ownAddress(place)
  return openConnection(address, {
    buffers: new Buffers(readBytes(use)),
    settings: settingsOf(applicationName, use),
    timeoutMs: address.connectTimeoutMs ?? connectTimeoutMs ?? usualTimeoutMs,
    onNotify,
  })
}

const settingsOf = (applicationName: string, { timeoutMs }: ConnectionUse): Record<string, string> => ({
  application_name: applicationName,
  search_path: searchPath,
  TimeZone: 'UTC',
  ...(timeoutMs && { statement_timeout: String(timeoutMs) }),
})

const ownAddress = (place: DatabaseAddress): Address =>
  'connection' in place ? embeddedAddress(place.connection) : addressAt(place.direct ?? place.url)

/** Of several hosts, the one that takes writes, where the address does not say. */
function addressAt(url: string): Address {
  const address = readDatabaseAddress(url)
  return address.hosts.length > 1 ? { ...address, attributes: address.attributes ?? 'primary' } : address
}

export const hasSeveralHosts = (url: string) => readDatabaseAddress(url).hosts.length > 1

/** What an address leads to, asked over a connection that sets nothing. */
export type ServerIdentity = { version: number; isPooler: boolean; id: string }

export async function serverIdentity(url: string, timeoutMs = usualTimeoutMs): Promise<ServerIdentity> {
  const connection = await openConnection(addressAt(url), {
    buffers: new Buffers(readBytes({})),
    settings: { application_name: pooledName },
    timeoutMs,
  })
  try {
    const question = `
      select pg_backend_pid() as pid, current_setting('server_version_num')::int as version,
        current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as id`
    const [row] = await answeredInTime(
      connection,
      { timeoutMs },
      connection.ask(new RowsStatement(question, [], false)).done,
    )
    const { pid, version, id } = row as { pid: number; version: number; id: string }
    // A pooler in between greets with a process number of its own.
    return { version, isPooler: connection.process !== pid, id }
  } finally {
    await connection.end(1_000)
  }
}
