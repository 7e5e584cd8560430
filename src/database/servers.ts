// The servers that run on a database, by the names of their connections, which exist exactly as long as a server runs,
// however it ends.
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { schemaNumber, version } from '../settings/version.ts'
import type { Statements } from './database.ts'
import { type Sql, sql } from './sql.ts'

export type RunningServer = {
  host: string
  pid: number
  /** The process that looks after it, where it is one of several that share a port. */
  supervisor?: number
  version: string
  /** Which schema it reads and writes; not told by versions before 1.0.0. */
  schema?: number
  /** When its process began. */
  since: string
  connections: number
  /** What it holds of the memory of this machine; unknown of other machines. */
  memoryBytes?: number
}

/** What the name of a connection tells of its server. */
type Named = Omit<RunningServer, 'connections' | 'memoryBytes'>

/** PostgreSQL cuts longer names off. */
const mostNameBytes = 63

/** The end of a host's name is kept, where hosts of one group differ. */
export function serverName(host = hostname(), supervisor?: number): string {
  const under = supervisor === undefined ? '' : `.${supervisor.toString(36)}`
  return named('server', under, host)
}

/** What holds an embedded database for several processes, and answers nothing itself: it is no server. */
export const supervisorName = (): string => named('supervisor', '', hostname())

function named(role: string, under: string, host: string): string {
  const began = Math.round(Date.now() / 1000 - process.uptime()).toString(36)
  const own = `muster ${role} ${process.pid} ${version}/${schemaNumber} ${began}${under} `
  return own + host.slice(-(mostNameBytes - own.length))
}

let own: string | undefined

/** The same for as long as the process runs: the moment that it began is worked out, and may be a second off. */
export function ownServerName(): string {
  own ??= serverName()
  return own
}

/** Says, before anything is opened, that this is one of several processes, and whose. */
export function nameUnder(supervisor: number): void {
  own = serverName(hostname(), supervisor)
}

/** Of a server of another version as much as its name tells: its process comes first in each. */
export function serverNamed(name: string, connectedSince = ''): Named | undefined {
  const [, pid, rest = ''] = /^muster (?:server|supervisor) (\d+)(?: (.*))?$/.exec(name) ?? []
  if (pid === undefined) return undefined
  const [, version, schema, began, under, host] =
    /^([^\s/]+)(?:\/(\d+))? ([0-9a-z]+)(?:\.([0-9a-z]+))? (.*)$/.exec(rest) ?? []
  const since =
    began === undefined ? connectedSince : new Date(Number.parseInt(began, 36) * 1000).toISOString()
  return {
    host: host ?? unknown,
    pid: Number(pid),
    ...(under !== undefined && { supervisor: Number.parseInt(under, 36) }),
    version: version ?? unknown,
    ...(schema !== undefined && { schema: Number(schema) }),
    since,
  }
}

const unknown = 'unknown'

/** Whether a server's name, which may have lost the start of its host, is of this machine or container; an old one tells none. */
export const isOfThisHost = ({ host }: { host: string }) => host === unknown || hostname().endsWith(host)

/** What a process holds of this machine's memory, where it is one of this machine. */
export async function memoryOf({
  host,
  pid,
}: Pick<Named, 'host' | 'pid'>): Promise<{ memoryBytes?: number }> {
  if (host === unknown || !isOfThisHost({ host })) return {}
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? []
  return kilobytes === undefined ? {} : { memoryBytes: Number(kilobytes) * 1024 }
}

/** As many connections as this PostgreSQL takes of everybody. */
export const connectionsTaken = async (database: Statements): Promise<number> =>
  Number(await database.value(sql`select current_setting('max_connections')`))

/** Those that use this database, the longest running first. */
export async function runningServers(database: Statements): Promise<RunningServer[]> {
  const rows = await database.rows<{ name: string; connections: number; since: Date }>(sql`
    select application_name as name, count(*)::int as connections, min(backend_start) as since from pg_stat_activity
    where ${isServer} group by application_name`)
  const running = await Promise.all(
    rows.map(async ({ name, connections, since }) => {
      const server = serverNamed(name, since.toISOString())
      return server ? [{ ...server, connections, ...(await memoryOf(server)) }] : []
    }),
  )
  return running
    .flat()
    .sort((one, other) => (`${one.since} ${one.host}` < `${other.since} ${other.host}` ? -1 : 1))
}

/** Processes that share a port are one server. */
export const whichServer = ({ host, pid, supervisor = pid }: Named): string => `${host} ${supervisor}`

/** A condition on a row of pg_stat_activity. */
export const isServer = sql`datname = current_database() and application_name like 'muster server %'`

/** Whether any server uses this database, its own or one that several share. */
export const isServed = (database: Statements): Promise<boolean> => hasServer(database, sql`true`)

/** Whether a server uses this database besides whoever asks. */
export const isServedByOthers = (database: Statements): Promise<boolean> =>
  hasServer(database, sql`application_name <> current_setting('application_name')`)

const hasServer = (database: Statements, condition: Sql) =>
  database.hasRows(sql`select 1 from pg_stat_activity where ${isServer} and ${condition} limit 1`)
