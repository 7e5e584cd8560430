// The database of this installation: the one DATABASE_URL names, or the embedded one in the data folder.
// A server owns the embedded one while it runs; the command line borrows it, or starts it for a moment.

import { runningDatabase, startDatabase, stopDatabase } from '../embedded/postgresql.ts'
import { ownFolder } from '../settings/data-folder.ts'
import {
  type Database,
  type DatabaseAddress,
  type OpenOptions,
  openDatabase,
  type Session,
} from './database.ts'
import { lockedSession, locks } from './locks.ts'
import { type ServerIdentity, serverIdentity } from './pool.ts'
import { setSearchPath } from './pooler.ts'
import { ownServerName, serverNamed } from './servers.ts'
import { sql } from './sql.ts'

type HomeSettings = {
  databaseUrl: string | undefined
  databaseDirectUrl?: string | undefined
  databaseConnectTimeoutMs?: number
  data: string
  databaseConnections: number
}

export type Home = { database: Database; embedded: boolean; close(): Promise<void> }

export class HomeProblem extends Error {}

const options = (settings: HomeSettings, applicationName: string): OpenOptions => ({
  connections: settings.databaseConnections,
  applicationName,
  connectTimeoutMs: settings.databaseConnectTimeoutMs,
})

const cliName = `muster cli ${process.pid}`

/** For the command line: leaves an embedded database running if others use it, and stopped if nobody does. */
export async function borrowHome(settings: HomeSettings, say: (line: string) => void): Promise<Home> {
  const place = await placeOf(settings, say)
  const database = openDatabase(place, options(settings, cliName))
  const embedded = 'connection' in place
  const close = async () => {
    const alone = embedded && (await otherClients(database)).length === 0
    await database.close()
    if (alone) await stopDatabase(settings.data)
  }
  return { database, embedded, close }
}

/** For a server: takes the embedded database for itself, so that a second server is refused. */
export async function ownHome(
  settings: HomeSettings,
  say: (line: string) => void,
  called = ownServerName(),
): Promise<Home & { lock?: Session }> {
  const place = await placeOf(settings, say)
  const database = openDatabase(place, options(settings, called))
  if ('url' in place) return { database, embedded: false, close: () => database.close() }
  const lock = await takeLock(database).catch(async error => {
    await database.close()
    throw error
  })
  const close = async () => {
    await lock.release()
    await database.close()
    await stopDatabase(settings.data)
  }
  return { database, embedded: true, lock, close }
}

/** For one of several processes, which share what their supervisor has taken: nothing is started or stopped. */
export async function sharedHome(settings: HomeSettings): Promise<Home> {
  const home = await reachableHome(settings, ownServerName())
  if (home) return home
  throw new HomeProblem('The embedded database does not run just now')
}

async function placeOf(settings: HomeSettings, say: (line: string) => void): Promise<DatabaseAddress> {
  if (settings.databaseUrl) return placeAt(settings.databaseUrl, settings)
  await ownFolder(settings.data)
  return { connection: (await startDatabase(settings.data, say)).connection }
}

/** Where the database is if it can be reached without starting anything. */
export async function reachableHome(settings: HomeSettings, called = cliName): Promise<Home | undefined> {
  const { databaseUrl } = settings
  const connection = databaseUrl ? undefined : await runningDatabase(settings.data)
  if (!databaseUrl && !connection) return undefined
  const place = connection ? { connection } : await placeAt(databaseUrl!, settings)
  const database = openDatabase(place, options(settings, called))
  return { database, embedded: 'connection' in place, close: () => database.close() }
}

async function placeAt(
  url: string,
  { databaseDirectUrl: direct, databaseConnectTimeoutMs: timeoutMs }: HomeSettings,
): Promise<DatabaseAddress> {
  const server = await identityAt('DATABASE_URL', url, timeoutMs)
  if (server.version < 150000)
    throw new HomeProblem(
      `This PostgreSQL is version ${Math.floor(server.version / 10000)}; Muster needs 15 or newer`,
    )
  if (!server.isPooler) return { url }
  if (direct === undefined)
    throw new HomeProblem(
      'DATABASE_URL leads to a connection pooler such as PgBouncer: set DATABASE_DIRECT_URL as well, to the address of PostgreSQL itself, for what a pooled connection cannot do (to listen, to hold locks, to export)',
    )
  const behind = await identityAt('DATABASE_DIRECT_URL', direct, timeoutMs)
  if (behind.isPooler)
    throw new HomeProblem(
      'DATABASE_DIRECT_URL leads to a connection pooler too; it must be the address of PostgreSQL itself',
    )
  if (behind.id !== server.id)
    throw new HomeProblem(
      'DATABASE_DIRECT_URL leads to another PostgreSQL, or another database of it, than DATABASE_URL does',
    )
  const isSet = await setSearchPath(direct, timeoutMs)
  if (isSet) return { url, direct }
  throw new HomeProblem(
    'The pooler holds connections from before Muster set the search path of its role, and they are busy; end them (in the console of PgBouncer: RECONNECT) and start Muster again',
  )
}

async function identityAt(
  setting: string,
  url: string,
  timeoutMs: number | undefined,
): Promise<ServerIdentity> {
  try {
    return await serverIdentity(url, timeoutMs)
  } catch (error) {
    const { code = 'unknown', message } = error as { code?: string; message?: string }
    throw new HomeProblem(
      `The database that ${setting} names cannot be used (${code}: ${message}); check host, name and password`,
    )
  }
}

export async function takeLock(database: Database): Promise<Session> {
  const session = await lockedSession(database, locks.server)
  if (session) return session
  const pid = (await lockHolder(database))?.pid
  throw new HomeProblem(
    `Another Muster server${pid ? ` (process ${pid})` : ''} already runs on this data folder; stop it with ./muster down, or choose another folder with --data`,
  )
}

/** What its connection calls whoever holds the server's lock; a held lock is a server, whatever it is called. */
export async function lockHolder(database: Database): Promise<{ name: string; pid?: number } | undefined> {
  const holder = sql`
    select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${locks.server}::int
      and l.database = (select oid from pg_database where datname = current_database())`
  const name = await database.value(holder)
  if (name === undefined) return undefined
  const pid = serverNamed(name)?.pid
  return { name, ...(pid !== undefined && { pid }) }
}

const ofOtherClients = sql`
  select distinct application_name from pg_stat_activity
  where backend_type = 'client backend' and datname = current_database() and application_name <> ${cliName}`

/** What the connections of others are called. */
export const otherClients = (database: Database): Promise<string[]> => database.column(ofOtherClients)
