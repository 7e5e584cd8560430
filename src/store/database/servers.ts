// The servers that run on a database, by the names of their connections, which exist exactly as long as a server runs,
// however it ends.
import { hostname } from 'node:os'
import { version } from '../../settings/version.ts'
import type { Statements } from './database.ts'
import { type Sql, sql } from './sql.ts'

export type RunningServer = {
  host: string
  pid: number
  version: string
  /** When its process began. */
  since: string
  connections: number
}

/** PostgreSQL cuts longer names off. */
const mostNameBytes = 63

/** The end of a host's name is kept, where hosts of one group differ. */
export function serverName(host = hostname()): string {
  const began = Math.round(Date.now() / 1000 - process.uptime()).toString(36)
  const own = `muster server ${process.pid} ${version} ${began} `
  return own + host.slice(-(mostNameBytes - own.length))
}

let own: string | undefined

/** The same for as long as the process runs: the moment that it began is worked out, and may be a second off. */
export function ownServerName(): string {
  own ??= serverName()
  return own
}

/** Of a server of another version as much as its name tells: its process comes first in each. */
export function serverNamed(
  name: string,
  connectedSince = '',
): Omit<RunningServer, 'connections'> | undefined {
  const [, pid, rest = ''] = /^muster server (\d+)(?: (.*))?$/.exec(name) ?? []
  if (pid === undefined) return undefined
  const [, version, began, host] = /^(\S+) ([0-9a-z]+) (.*)$/.exec(rest) ?? []
  const since =
    began === undefined ? connectedSince : new Date(Number.parseInt(began, 36) * 1000).toISOString()
  return { host: host ?? unknown, pid: Number(pid), version: version ?? unknown, since }
}

const unknown = 'unknown'

/** Whether a server's name, which may have lost the start of its host, is of this machine or container; an old one tells none. */
export const isOfThisHost = ({ host }: { host: string }) => host === unknown || hostname().endsWith(host)

/** Those that use this database, the longest running first. */
export async function runningServers(database: Statements): Promise<RunningServer[]> {
  const rows = await database.rows<{ name: string; connections: number; since: Date }>(sql`
    select application_name as name, count(*)::int as connections, min(backend_start) as since from pg_stat_activity
    where ${isServer} group by application_name`)
  return rows
    .flatMap(({ name, connections, since }) => {
      const server = serverNamed(name, since.toISOString())
      return server ? [{ ...server, connections }] : []
    })
    .sort((one, other) => (`${one.since} ${one.host}` < `${other.since} ${other.host}` ? -1 : 1))
}

/** A condition on a row of pg_stat_activity. */
export const isServer = sql`datname = current_database() and application_name like 'muster server %'`

/** Whether any server uses this database, its own or one that several share. */
export const isServed = (database: Statements): Promise<boolean> => hasServer(database, sql`true`)

/** Whether a server uses this database besides whoever asks. */
export const isServedByOthers = (database: Statements): Promise<boolean> =>
  hasServer(database, sql`application_name <> current_setting('application_name')`)

const hasServer = (database: Statements, condition: Sql) =>
  database.hasRows(sql`select 1 from pg_stat_activity where ${isServer} and ${condition} limit 1`)
