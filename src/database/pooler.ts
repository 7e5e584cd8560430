// What a database needs behind a connection pooler: its connections keep no settings of their own, so the search path is
// set on the role.
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from './database.ts'
import { locks } from './locks.ts'
import { schemaName, searchPath } from './pool.ts'
import { sql } from './sql.ts'

const patienceMs = 10_000
/** Names a schema twice, which changes nothing: so the role's path itself says that no connection is older than it. To
 * set a parameter of our own for that takes a superuser. */
const settledPath = `${searchPath}, ${schemaName}`
/** How earlier versions marked it. */
const settledBefore = [`search_path=${searchPath}`, 'muster.pooled=yes']

/** Connections from before it was set are ended where they are idle; false where some are not, however long one waits. */
export async function setSearchPath(direct: string, connectTimeoutMs: number | undefined): Promise<boolean> {
  const database = openDatabase(
    { url: direct },
    { connections: 1, applicationName: 'muster pooler', connectTimeoutMs },
  )
  const session = await database.session()
  try {
    // Others that start meanwhile wait.
    await session.rows(sql`select pg_advisory_lock(${locks.pooler})`)
    const isSettled = await database.hasRows(sql`
      select 1 from pg_db_role_setting s join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase
      where r.rolname = session_user and d.datname = current_database()
        and (s.setconfig @> ${[`search_path=${settledPath}`]}::text[] or s.setconfig @> ${settledBefore}::text[])`)
    if (isSettled) return true
    const set = (path: string) =>
      database.script(`do $$ begin
        execute format('alter role %I in database %I set search_path = ${path}', session_user, current_database());
      end $$`)
    const own = await session.value<number>(sql`select pg_backend_pid()`)
    const now = await database.value(sql`select clock_timestamp()::text`)
    await set(searchPath)
    for (const endsMs = performance.now() + patienceMs; performance.now() < endsMs; await wait(200)) {
      const older = await database.rows<{ pid: number }>(sql`
        select pid, state = 'idle' and pg_terminate_backend(pid, 1000) as ended from pg_stat_activity
        where usename = session_user and datname = current_database() and pid <> pg_backend_pid() and pid <> ${own}::int
          and backend_type = 'client backend' and backend_start < ${now}::timestamptz`)
      if (older.length > 0) continue
      await set(settledPath)
      return true
    }
    return false
  } finally {
    await session.release()
    await database.close()
  }
}
