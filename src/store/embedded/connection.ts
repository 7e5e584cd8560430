// How to reach an embedded PostgreSQL and whether it answers; starts and stops nothing.

import { openSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from '../../postgres/address.ts'
import { Buffers } from '../../postgres/buffers.ts'
import type { Connection as Link } from '../../postgres/connection.ts'
import { openConnection, within } from '../../postgres/open.ts'
import { RowsStatement } from '../../postgres/statement.ts'
import { loginRounds } from './tuning.ts'
import { EmbeddedUnavailable } from './unavailable.ts'

/** The host is the folder of the Unix socket. */
export type Connection = { host: string; port: number; user: string; password: string; database: string }

export const owner = 'muster'
export const passwordFile = (data: string): string => join(data, 'postgres-password')

// A socket's path has at most 107 bytes.
const longestHostBytes = 100 - '/.s.PGSQL.5432'.length
const openFolders = new Map<string, number>()

export async function connectionTo(data: string, folder: string): Promise<Connection> {
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
    user: owner,
    password: password.trim(),
    database: owner,
  }
}

// Through an open descriptor any folder has a short name, valid in this process, that nobody can put theirs under.
async function shortened(folder: string): Promise<string> {
  if (Buffer.byteLength(folder) <= longestHostBytes) return folder
  const { dev, ino } = await stat(folder)
  const key = `${dev}-${ino}`
  const descriptor = openFolders.get(key) ?? openSync(folder, 'r')
  openFolders.set(key, descriptor)
  return `/proc/self/fd/${descriptor}`
}

export type State = 'ready' | 'busy' | 'down'

/** Sends a real query; busy: it is starting up, recovering or shutting down. */
export async function probe(connection: Connection): Promise<State> {
  let link: Link | undefined
  try {
    link = await linkTo(connection)
    await rowsOf(link, 'select 1')
    return 'ready'
  } catch (error) {
    return stateAfter(error as NodeJS.ErrnoException, connection)
  } finally {
    await link?.end(0)
  }
}

const [probeBytes, probeMs] = [64 * 1024, 5_000]

const linkTo = (connection: Connection): Promise<Link> =>
  openConnection(embeddedAddress(connection), {
    buffers: new Buffers(probeBytes),
    settings: {},
    timeoutMs: probeMs,
  })

const rowsOf = (link: Link, statement: string, parameters: readonly unknown[] = []) =>
  within(link, { timeoutMs: probeMs }, link.ask(new RowsStatement(statement, parameters, false)).done)

/** Its Unix socket alone is open, and nobody else can reach it. */
export const embeddedAddress = ({ host, port, user, password, database }: Connection): Address => ({
  hosts: [{ host, port }],
  user,
  password,
  database,
  tls: { mode: 'disable', negotiation: 'postgres' },
  channelBinding: 'disable',
  settings: {},
})

/** Clusters of earlier versions have the password with 4,096 rounds: it is set again as it is, with those of today. Where
 * nothing can be written now, the next start does it. */
export async function easeLogin(connection: Connection): Promise<void> {
  let link: Link | undefined
  try {
    link = await linkTo(connection)
    const [former] = await rowsOf(
      link,
      'select from pg_authid where rolname = $1 and rolpassword not like $2',
      [connection.user, `SCRAM-SHA-256$${loginRounds}:%`],
    )
    const password = connection.password.replaceAll("'", "''")
    if (former) await rowsOf(link, `alter role ${connection.user} password '${password}'`)
  } catch {
  } finally {
    await link?.end(0)
  }
}

function stateAfter(error: NodeJS.ErrnoException, connection: Connection): State {
  switch (error.code) {
    case 'ENOENT':
    case 'ECONNREFUSED':
      return 'down'
    case '53300': // too many connections
      return 'ready'
    case '28P01':
    case '28000':
      throw new EmbeddedUnavailable(
        `The running PostgreSQL in ${connection.host} does not take the password in postgres-password: put the right one back.`,
      )
    case '57P03': // cannot connect now
    case '57P01': // admin shutdown
    case '57P02': // crash shutdown
    case 'CONNECT_TIMEOUT':
    case 'CONNECTION_CLOSED':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'EAGAIN':
      return 'busy'
    default:
      throw error
  }
}
