// What a database needs behind a connection pooler: connections that it lends set nothing of their own, so the role has the
// search path.
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from './database.ts'
import { locks } from './locks.ts'
import { searchPath } from './pool.ts'
import { sql } from './sql.ts'

const patienceMs = 10_000
/** A setting of ours that the role has once all its connections have the search path. */
const isDone = 'muster.pooled'

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
    const [known] = await database.rows<{ known: boolean }>(sql`
      select exists (
        select 1 from pg_db_role_setting s join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase
        where r.rolname = session_user and d.datname = current_database()
          and s.setconfig @> ${[`search_path=${searchPath}`, `${isDone}=yes`]}::text[]
      ) as known`)
    if (known!.known) return true
    const set = (what: string) =>
      database.script(`do $$ begin
        execute format('alter role %I in database %I set ${what}', session_user, current_database());
      end $$`)
    const [own] = await session.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const [now] = await database.rows<{ at: string }>(sql`select clock_timestamp()::text as at`)
    await set(`search_path = ${searchPath}`)
    for (const endsMs = performance.now() + patienceMs; performance.now() < endsMs; await wait(200)) {
      const older = await database.rows<{ pid: number }>(sql`
        select pid, state = 'idle' and pg_terminate_backend(pid, 1000) as ended from pg_stat_activity
        where usename = session_user and datname = current_database() and pid <> pg_backend_pid() and pid <> ${own!.pid}::int
          and backend_type = 'client backend' and backend_start < ${now!.at}::timestamptz`)
      if (older.length > 0) continue
      await set(`${isDone} = yes`)
      return true
    }
    return false
  } finally {
    await session.release()
    await database.close()
  }
}
