// Opens a connection as libpq does: each host of the address in turn, until one lets us in and is what was asked for.
import type { Address } from './address.ts'
import { Connection, type SessionOptions } from './connection.ts'
import { PostgresError } from './errors.ts'
import { RowsStatement } from './statement.ts'

/** Which host is tried first: the one that answered last. */
export type HostChoice = { at: number }

export async function openConnection(
  address: Address,
  opening: SessionOptions,
  hosts: HostChoice = { at: 0 },
): Promise<Connection> {
  const { attributes = 'any' } = address
  const rounds = attributes === 'prefer-standby' ? (['standby', 'any'] as const) : [attributes]
  let failure: unknown
  for (const wanted of rounds)
    for (const _ of address.hosts) {
      const chosen = hosts.at
      try {
        return await openOne(address, chosen % address.hosts.length, wanted, opening)
      } catch (error) {
        failure = error
        if (opening.signal?.aborted) throw error
        if (hosts.at === chosen) hosts.at++
      }
    }
  throw failure
}

async function openOne(
  address: Address,
  at: number,
  wanted: Exclude<Address['attributes'], 'prefer-standby' | undefined>,
  opening: SessionOptions,
): Promise<Connection> {
  const connection = await withFallback(address, at, opening)
  try {
    if (wanted !== 'any' && !(await answeredInTime(connection, opening, is(connection, wanted))))
      throw new PostgresError(
        new Map([
          ['C', '25006'],
          ['M', `This server is not ${wanted}`],
        ]),
      )
    return connection
  } catch (error) {
    connection.destroy()
    throw error
  }
}

/** What a question right after the login answers; it has as long as the login itself. */
export async function answeredInTime<T>(
  connection: Connection,
  { timeoutMs, signal }: Pick<SessionOptions, 'timeoutMs' | 'signal'>,
  asked: Promise<T>,
): Promise<T> {
  const stop = () => connection.destroy()
  const timer = setTimeout(stop, timeoutMs)
  signal?.addEventListener('abort', stop)
  try {
    return await asked
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** The other way where the server's rules want it: with TLS for `allow`, without for `prefer`. */
async function withFallback(address: Address, at: number, opening: SessionOptions): Promise<Connection> {
  const host = address.hosts[at]!
  const other = ({ allow: 'require', prefer: 'disable' } as const)[address.tls.mode as 'allow']
  try {
    return await Connection.open(host, address, opening)
  } catch (error) {
    const isRefused = error instanceof PostgresError && error.code === '28000'
    if (!other || !isRefused || host.host.startsWith('/')) throw error
    return Connection.open(host, { ...address, tls: { ...address.tls, mode: other } }, opening).catch(() => {
      throw error
    })
  }
}

async function is(
  connection: Connection,
  wanted: 'read-write' | 'read-only' | 'primary' | 'standby',
): Promise<boolean> {
  const asked = new RowsStatement(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as reading`,
    [],
    false,
  )
  const [row] = (await connection.ask(asked).done) as { standby: boolean; reading: boolean }[]
  const { standby, reading } = row!
  return { 'read-write': !reading, 'read-only': reading, primary: !standby, standby }[wanted]
}
