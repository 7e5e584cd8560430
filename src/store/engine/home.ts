// The database of this installation: the one DATABASE_URL names, or the embedded one in the data folder.
// A server owns the embedded one while it runs; the command line borrows it, or starts it for a moment.
import { ownFolder } from '../../data-folder.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { declare, type Readiness } from '../records/evolve.ts'
import { type Database, type OpenOptions, openDatabase, type Place, type Session } from './database.ts'
import { runningDatabase, startDatabase, stopDatabase } from './embedded.ts'
import { locks } from './locks.ts'
import { migrate } from './migrate.ts'
import { serverName, serverNamed } from './servers.ts'
import { sql } from './sql.ts'

export type HomeSettings = { databaseUrl: string | undefined; data: string; databaseConnections: number }

export type Home = { database: Database; place: Place; embedded: boolean; close(): Promise<void> }

export class HomeProblem extends Error {}

const options = (settings: HomeSettings, applicationName: string): OpenOptions => ({
  connections: settings.databaseConnections,
  applicationName,
})

const cliName = `muster cli ${process.pid}`

/** For the command line: leaves an embedded database running if others use it, and stopped if nobody does. */
export async function borrowHome(settings: HomeSettings, say: (line: string) => void): Promise<Home> {
  const place = await placeOf(settings, say)
  const database = await openChecked(place, options(settings, cliName))
  const embedded = 'connection' in place
  const close = async () => {
    const alone = embedded && (await nobodyElse(database))
    await database.close()
    if (alone) await stopDatabase(settings.data)
  }
  return { database, place, embedded, close }
}

/** For a server: takes the embedded database for itself, so that a second server is refused. */
export async function ownHome(
  settings: HomeSettings,
  say: (line: string) => void,
): Promise<Home & { lock?: Session }> {
  const place = await placeOf(settings, say)
  const database = await openChecked(place, options(settings, serverName()))
  if ('url' in place) return { database, place, embedded: false, close: () => database.close() }
  const lock = await takeLock(database).catch(async error => {
    await database.close()
    throw error
  })
  const close = async () => {
    await lock.release()
    await database.close()
    await stopDatabase(settings.data)
  }
  return { database, place, embedded: true, lock, close }
}

async function placeOf(settings: HomeSettings, say: (line: string) => void): Promise<Place> {
  if (settings.databaseUrl) return { url: settings.databaseUrl }
  await ownFolder(settings.data)
  return { connection: (await startDatabase(settings.data, say)).connection }
}

/** Where the database is if it can be reached without starting anything. */
export async function reachableHome(settings: HomeSettings): Promise<Home | undefined> {
  const place = settings.databaseUrl ? { url: settings.databaseUrl } : await runningPlace(settings.data)
  if (!place) return undefined
  const database = openDatabase(place, options(settings, cliName))
  return { database, place, embedded: 'connection' in place, close: () => database.close() }
}

async function runningPlace(data: string): Promise<Place | undefined> {
  const connection = await runningDatabase(data)
  return connection && { connection }
}

async function openChecked(place: Place, options: OpenOptions): Promise<Database> {
  const database = openDatabase(place, options)
  try {
    const [row] = await database.rows<{ version: number }>(
      sql`select current_setting('server_version_num')::int as version`,
    )
    if (row!.version >= 150000) return database
    throw new HomeProblem(
      `This PostgreSQL is version ${Math.floor(row!.version / 10000)}; Muster needs 15 or newer`,
    )
  } catch (error) {
    await database.close()
    if (error instanceof HomeProblem || !('url' in place)) throw error
    const code = (error as { code?: string }).code ?? 'unknown'
    throw new HomeProblem(
      `The database that DATABASE_URL names cannot be used (${code}); check host, name and password`,
    )
  }
}

export async function takeLock(database: Database): Promise<Session> {
  const session = await database.session()
  const [row] = await session.rows<{ got: boolean }>(sql`select pg_try_advisory_lock(${locks.server}) as got`)
  if (row!.got) return session
  await session.release()
  const pid = await serverPid(database)
  throw new HomeProblem(
    `Another Muster server${pid ? ` (process ${pid})` : ''} already runs on this data folder; stop it with ./muster down, or choose another folder with --data`,
  )
}

/** The process that holds the server's lock, where one does. */
export async function serverPid(database: Database): Promise<number | undefined> {
  const [row] = await database.rows<{ application_name: string }>(sql`
    select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${locks.server}::int`)
  return serverNamed(row?.application_name ?? '')?.pid
}

async function nobodyElse(database: Database): Promise<boolean> {
  const rows = await database.rows(sql`
    select 1 from pg_stat_activity
    where backend_type = 'client backend' and datname = current_database() and application_name <> ${cliName} limit 1`)
  return rows.length === 0
}

/** Tables as this version declares them; quick, and safe for several processes at once. */
export async function prepare(database: Database, types: readonly RecordType[]): Promise<Readiness> {
  await migrate(database)
  return declare(database, types)
}
