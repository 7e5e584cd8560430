// How to reach an embedded PostgreSQL and whether it answers; starts and stops nothing.
import { openSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from '../postgres/address.ts'
import { Buffers } from '../postgres/buffers.ts'
import { answeredInTime, openConnection } from '../postgres/open.ts'
import { type ResultRow, RowsStatement } from '../postgres/statement.ts'
import { EmbeddedUnavailable } from './errors.ts'
import { loginRounds } from './tuning.ts'

/** The host is the folder of the Unix socket. */
export type EmbeddedConnection = {
  host: string
  port: number
  user: string
  password: string
  database: string
}

export const clusterOwner = 'muster'
export const passwordFile = (data: string): string => join(data, 'postgres-password')

// A socket's path has at most 107 bytes, and 103 on macOS.
const longestHostBytes = 100 - '/.s.PGSQL.5432'.length
const openFolders = new Map<string, number>()

export async function connectionTo(data: string, folder: string): Promise<EmbeddedConnection> {
  const password = await readFile(passwordFile(data), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    const file = passwordFile(data)
    throw new EmbeddedUnavailable(
      `${file} is missing, and ${folder} cannot be opened without it: put it back.`,
    )
  })
  return {
    host: await shortened(folder),
    port: 5432,
    user: clusterOwner,
    password: password.trim(),
    database: clusterOwner,
  }
}

// Through an open descriptor any folder has a short name, valid in this process, that nobody can put theirs under.
async function shortened(folder: string): Promise<string> {
  if (Buffer.byteLength(folder) <= longestHostBytes) return folder
  if (process.platform !== 'linux')
    throw new EmbeddedUnavailable(
      `${folder} is too long a path for PostgreSQL's socket, which may have ${longestHostBytes} bytes here: choose a data folder with a shorter one.`,
    )
  const { dev, ino } = await stat(folder)
  const key = `${dev}-${ino}`
  const descriptor = openFolders.get(key) ?? openSync(folder, 'r')
  openFolders.set(key, descriptor)
  return `/proc/self/fd/${descriptor}`
}

type ClusterState = 'ready' | 'busy' | 'down'

/** Sends a real query; busy: it is starting up, recovering or shutting down. */
export const askClusterState = (connection: EmbeddedConnection): Promise<ClusterState> =>
  asking(connection, rows => rows('select 1')).then(
    () => 'ready',
    error => stateAfter(error, connection),
  )

const probeMs = 5_000

type Rows = (statement: string, parameters?: readonly unknown[]) => Promise<ResultRow[]>

/** Over a connection for this alone. */
async function asking<T>(connection: EmbeddedConnection, run: (rows: Rows) => Promise<T>): Promise<T> {
  const opening = { buffers: new Buffers(64 * 1024), settings: {}, timeoutMs: probeMs }
  const link = await openConnection(embeddedAddress(connection), opening)
  try {
    return await run((statement, parameters = []) => {
      const { done } = link.ask(new RowsStatement(statement, parameters, false))
      return answeredInTime(link, { timeoutMs: probeMs }, done)
    })
  } finally {
    await link.end(0)
  }
}

/** Its Unix socket alone is open, and nobody else can reach it. */
export const embeddedAddress = ({ host, port, ...login }: EmbeddedConnection): Address => ({
  hosts: [{ host, port }],
  ...login,
  tls: { mode: 'disable', negotiation: 'postgres' },
  channelBinding: 'disable',
  settings: {},
})

/** Clusters of earlier versions have the password with 4,096 rounds: it is set again as it is, with those of today. Where
 * nothing can be written now, the next start does it. */
export const easeLogin = ({ user, password, ...rest }: EmbeddedConnection): Promise<void> =>
  asking({ user, password, ...rest }, async rows => {
    const today = `SCRAM-SHA-256$${loginRounds}:%`
    const former = 'select from pg_authid where rolname = $1 and rolpassword not like $2'
    if ((await rows(former, [user, today])).length > 0)
      await rows(`alter role ${user} password '${password.replaceAll("'", "''")}'`)
  }).catch(() => {})

const [tooManyConnections, cannotConnectNow, adminShutdown, crashShutdown] = [
  '53300',
  '57P03',
  '57P01',
  '57P02',
]
const lost = ['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', 'EAGAIN']
const states: readonly [ClusterState, readonly string[]][] = [
  ['down', ['ENOENT', 'ECONNREFUSED']],
  ['ready', [tooManyConnections]],
  ['busy', [cannotConnectNow, adminShutdown, crashShutdown, ...lost]],
]

function stateAfter(error: NodeJS.ErrnoException, { host }: EmbeddedConnection): ClusterState {
  const code = error.code ?? ''
  if (code === '28P01' || code === '28000')
    throw new EmbeddedUnavailable(
      `The running PostgreSQL in ${host} does not take the password in postgres-password: put the right one back.`,
    )
  const [state] = states.find(([, codes]) => codes.includes(code)) ?? []
  if (!state) throw error
  return state
}
