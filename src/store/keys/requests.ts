// The log of requests: gathered in memory, written in batches beside the ledger, bounded by age and by number.
import type { RequestSurface } from '../../kernel/call/call.ts'
import { copy } from '../database/copy.ts'
import type { Database, Statements } from '../database/database.ts'
import { join, type Sql, sql } from '../database/sql.ts'

/** Neither addresses nor queries nor anything of an answer. */
export type SeenRequest = {
  requestId: string
  keyId?: string
  surface: RequestSurface
  ms: number
  method: string
  route: string
  status: number
  code?: string
  /** What counts instead, where a tool called an operation. */
  tool?: { method: string; operation: string; status: number; code?: string }
}

export type RequestLog = {
  /** Remembers it as it is; it must not be changed after that. */
  note(request: SeenRequest): void
  /** Writes what is still only in memory; on failure it stays there. */
  flush(): Promise<void>
}

/** What is kept while the database cannot be reached: about 10 MB. */
const mostWaiting = 50_000
const columns = ['at', 'request_id', 'key_id', 'surface', 'method', 'operation', 'status', 'code', 'ms']

export function requestLog(database: Database, mostRows: number): RequestLog {
  // Put into rows when they are written, all at once, which costs a request less.
  let seen: SeenRequest[] = []
  let times: number[] = []
  return {
    note(request) {
      if (seen.length >= mostWaiting) return
      seen.push(request)
      times.push(Date.now())
    },
    async flush() {
      if (seen.length === 0) return
      const [written, at] = [seen, times]
      ;[seen, times] = [[], []]
      try {
        const rows = written.map((request, index) => rowOf(request, at[index]!))
        await database.transaction(tx => copy(tx, 'request', columns, rows))
      } catch (error) {
        seen = [...written, ...seen].slice(0, mostWaiting)
        times = [...at, ...times].slice(0, mostWaiting)
        throw error
      }
      await removeOldest(database, mostRows, written.length + slice)
    },
  }
}

function rowOf(
  { requestId, keyId, surface, ms, method, route, status, code, tool }: SeenRequest,
  at: number,
) {
  const called = tool ?? { method, operation: route, status, code }
  return [
    new Date(at).toISOString(),
    requestId,
    keyId ?? null,
    surface,
    called.method.slice(0, 16),
    called.operation,
    called.status,
    called.code ?? null,
    ms,
  ]
}

const slice = 10_000

/** What is beyond the number that is kept, but no more than this at once. */
async function removeOldest(database: Statements, mostRows: number, most: number): Promise<void> {
  await database.rows(sql`
    delete from request where n <= (select max(n) from request) - ${mostRows}::bigint
      and n < (select min(n) from request) + ${most}::bigint`)
}

/** Forgets what is older than it has to be kept, a slice at a time. */
export async function sweepRequests(
  database: Statements,
  keptDays: number,
  stopped: () => boolean,
): Promise<void> {
  for (let gone = 1; gone > 0 && !stopped(); ) {
    const rows = await database.rows<{ gone: number }>(sql`
      with old as (
        delete from request where n < (select min(n) from request) + ${slice}::bigint
          and at < now() - ${keptDays} * interval '1 day' returning 1
      ) select count(*)::int as gone from old`)
    gone = rows[0]!.gone
  }
  await database.rows(
    sql`delete from request_hour where at < now() - ${keptDays} * interval '1 day' - interval '1 hour'`,
  )
}

export type RequestFilter = {
  key?: string
  /** A status, or the first digit of several. */
  status?: number
  code?: string
  operation?: string
  surface?: string
  requestId?: string
  since?: string
  until?: string
  limit: number
  after?: string
}

export type RequestLine = {
  id: string
  at: string
  requestId: string
  keyId: string | null
  /** What the key is called now. */
  keyName: string | null
  surface: RequestSurface
  method: string
  operation: string
  status: number
  code: string | null
  ms: number
}

/** Newest first. */
export async function listRequests(database: Statements, filter: RequestFilter): Promise<RequestLine[]> {
  const { key, status, code, operation, surface, requestId, since, until, limit, after } = filter
  const conditions: Sql[] = [sql`true`]
  const add = (value: unknown, condition: () => Sql) => value !== undefined && conditions.push(condition())
  add(key, () => sql`r.key_id = ${key}`)
  add(status, () => (status! < 10 ? sql`r.status / 100 = ${status}::int` : sql`r.status = ${status}::int`))
  add(code, () => sql`r.code = ${code}`)
  add(operation, () => sql`r.operation = ${operation}`)
  add(surface, () => sql`r.surface = ${surface}`)
  add(requestId, () => sql`r.request_id = ${requestId}`)
  add(since, () => sql`r.at >= ${since}::text::timestamptz`)
  add(until, () => sql`r.at < ${until}::text::timestamptz`)
  add(after, () => sql`r.n < ${after}::text::bigint`)
  const rows = await database.rows<Record<string, unknown> & { at: Date; ms: number }>(sql`
    select r.n as id, r.at, r.request_id as "requestId", r.key_id as "keyId", k.name as "keyName", r.surface, r.method,
      r.operation, r.status, r.code, r.ms
    from request r left join api_key k on k.id = r.key_id
    where ${join(conditions, ' and ')} order by r.n desc limit ${limit}::int`)
  return rows.map(row => ({ ...row, at: row.at.toISOString(), ms: rounded(row.ms) })) as RequestLine[]
}

const rounded = (ms: number) => Math.round(ms * 100) / 100
