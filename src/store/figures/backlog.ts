// What waits and who is connected, for those who watch a server: one statement whose cost does not grow with the records.

import type { Statements } from '../../database/database.ts'
import { isServer, serverNamed, whichServer } from '../../database/servers.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { lastLoadBeat } from '../writing/loads.ts'

type Queue = { waiting: number; oldestSeconds: number }

export type Backlog = {
  bytes: number
  deliveries: Queue
  matches: Queue
  refreshes: Queue
  checks: Queue
  endpoints: Record<'active' | 'failing' | 'paused' | 'disabled', number>
  loads: {
    running: number
    interrupted: number
    ended: { outcome: string; loads: number; lines: number; rejected: number }[]
  }
  /** Connections of this server by what they are at, and servers by version. */
  connections: Record<'active' | 'idle' | 'in_transaction', number>
  servers: Record<string, number>
}

/** Rows that are counted at most. */
const mostCounted = 100_000

/** The first of these rows, counted, and the age of the oldest. */
const queue = (rows: Sql) => sql`(
  select json_build_object('waiting', count(*),
    'oldestSeconds', coalesce(extract(epoch from greatest(clock_timestamp() - min(at), interval '0')), 0))
  from (${rows} limit ${mostCounted}::int) waiting)`

export async function readBacklog(database: Statements): Promise<Backlog> {
  const row = await database.value<BacklogRow>(sql`
    select json_build_object(
      'bytes', pg_database_size(current_database()),
      'deliveries', ${queue(sql`select created_at as at from delivery where state = 'waiting'`)},
      'matches', ${queue(sql`select created_at as at from match_attempt where state = 'open'`)},
      'refreshes', ${queue(sql`select at from follow_job`)},
      'checks', ${queue(sql`select since as at from check_work`)},
      'endpoints', (
        select json_build_object(
          'disabled', count(*) filter (where state = 'disabled'),
          'paused', count(*) filter (where state = 'active' and paused_until > clock_timestamp()),
          'failing', count(*) filter (where state = 'active' and failing_since is not null
            and paused_until > clock_timestamp() is not true),
          'active', count(*) filter (where state = 'active' and failing_since is null))
        from endpoint),
      'loads', (
        select json_build_object(
          'running', count(*) filter (where beat_at >= ${lastLoadBeat}),
          'interrupted', count(*) filter (where beat_at < ${lastLoadBeat}
            and beat_at > clock_timestamp() - interval '1 day'),
          'ended', (select coalesce(json_agg(t), '[]') from load_total t))
        from load where state = 'running' and began_at > clock_timestamp() - interval '7 days'),
      'sessions', (
        select coalesce(json_agg(s), '[]') from (
          select application_name as name, application_name = current_setting('application_name') as own, state,
            count(*) as connections
          from pg_stat_activity where ${isServer}
          group by 1, 2, 3) s)
    )`)
  const { sessions, ...waiting } = row!
  return { ...waiting, ...connected(sessions) }
}

type SessionGroup = { name: string; own: boolean; state: string | null; connections: number }
type BacklogRow = Omit<Backlog, 'connections' | 'servers'> & { sessions: SessionGroup[] }

function connected(sessions: readonly SessionGroup[]): Pick<Backlog, 'connections' | 'servers'> {
  const connections = { active: 0, idle: 0, in_transaction: 0 }
  for (const { own, state, connections: count } of sessions) {
    const at = state?.startsWith('idle in') ? 'in_transaction' : state === 'active' ? 'active' : 'idle'
    if (own) connections[at] += count
  }
  const running = new Map(
    sessions.map(({ name }) => {
      const server = serverNamed(name)
      return [server ? whichServer(server) : name, server?.version ?? 'unknown']
    }),
  )
  const servers: Record<string, number> = {}
  for (const version of running.values()) servers[version] = (servers[version] ?? 0) + 1
  return { connections, servers }
}
