// The log of requests: gathered in memory, written in batches beside the ledger, bounded by age and by number.
import { copy } from '../engine/copy.ts'
import type { Database, Statements } from '../engine/database.ts'
import { join, none, type Sql, sql } from '../engine/sql.ts'

export const surfaces = ['http', 'tool', 'operator'] as const
export type RequestSurface = (typeof surfaces)[number]

/** Neither addresses nor queries nor anything of an answer. */
export type NewRequest = {
  requestId: string
  keyId?: string
  surface: RequestSurface
  method: string
  operation: string
  status: number
  code?: string
  ms: number
}

export type RequestLog = {
  note(request: NewRequest): void
  /** Writes what is still only in memory; on failure it stays there. */
  flush(): Promise<void>
}

/** What is kept while the database cannot be reached: about 10 MB. */
const mostWaiting = 50_000
const columns = ['at', 'request_id', 'key_id', 'surface', 'method', 'operation', 'status', 'code', 'ms']

type Row = (string | number | null)[]

export function requestLog(database: Database, mostRows: number): RequestLog {
  let rows: Row[] = []
  return {
    note({ requestId, keyId, surface, method, operation, status, code, ms }) {
      if (rows.length >= mostWaiting) return
      const at = new Date().toISOString()
      rows.push([
        at,
        requestId,
        keyId ?? null,
        surface,
        method.slice(0, 16),
        operation,
        status,
        code ?? null,
        ms,
      ])
    },
    async flush() {
      if (rows.length === 0) return
      const written = rows
      rows = []
      try {
        await database.transaction(tx => copy(tx, 'request', columns, written))
      } catch (error) {
        rows = [...written, ...rows].slice(0, mostWaiting)
        throw error
      }
      await removeOldest(database, mostRows, written.length + slice)
    },
  }
}

const slice = 10_000

/** What is beyond the number that is kept, but no more than this at once. */
async function removeOldest(database: Statements, mostRows: number, most: number): Promise<void> {
  await database.rows(sql`
    delete from request where n in (
      select n from request where n <= (select max(n) from request) - ${mostRows}::bigint
      order by n limit ${most}::int
    )`)
}

/** Forgets what is older than it has to be kept, a slice at a time. */
export async function sweepRequests(
  database: Statements,
  keptDays: number,
  stopped: () => boolean,
): Promise<void> {
  for (let gone = slice; gone === slice && !stopped(); ) {
    const rows = await database.rows<{ gone: number }>(sql`
      with old as (
        delete from request where n in (select n from request order by n limit ${slice}::int)
          and at < now() - ${keptDays} * interval '1 day' returning 1
      ) select count(*)::int as gone from old`)
    gone = rows[0]!.gone
  }
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

/** How requests ended: well, by a fault of the client, by a limit, by a fault of ours. */
export type Outcomes = { success: number; client: number; limited: number; failed: number }

const classes = sql`
  (count(*) filter (where status < 400))::int as success,
  (count(*) filter (where status >= 400 and status < 500 and status <> 429))::int as client,
  (count(*) filter (where status = 429))::int as limited,
  (count(*) filter (where status >= 500))::int as failed`

export type Bucket = Outcomes & { at: string; p50: number | null; p95: number | null }
export type ErrorGroup = { code: string; status: number; count: number; lastAt: string }
export type RequestSummary = {
  from: string
  until: string
  buckets: Bucket[]
  totals: Omit<Bucket, 'at'>
  errors: ErrorGroup[]
}

type Counted = Outcomes & { bucket: Date | null; p50: number | null; p95: number | null }

/** The last `buckets` steps, the present one included. */
export async function summaryOfRequests(
  database: Statements,
  { step, buckets, key }: { step: 'minute' | 'hour'; buckets: number; key?: string },
): Promise<RequestSummary> {
  const stepMs = step === 'minute' ? 60_000 : 3_600_000
  const bucket = step === 'minute' ? sql`date_trunc('minute', at)` : sql`date_trunc('hour', at)`
  const last = Math.floor(Date.now() / stepMs) * stepMs
  const first = last - (buckets - 1) * stepMs
  const [from, until] = [first, last + stepMs].map(ms => new Date(ms).toISOString()) as [string, string]
  const within = sql`at >= ${from}::text::timestamptz and at < ${until}::text::timestamptz
    ${key === undefined ? none : sql`and key_id = ${key}`}`
  const counted = await database.rows<Counted>(sql`
    select ${bucket} as bucket, ${classes},
      percentile_disc(0.5) within group (order by ms) as p50, percentile_disc(0.95) within group (order by ms) as p95
    from request where ${within} group by grouping sets ((${bucket}), ())`)
  const errors = await database.rows<Omit<ErrorGroup, 'lastAt'> & { last: Date }>(sql`
    select code, min(status) as status, count(*)::int as count, max(at) as last
    from request where code is not null and ${within} group by code order by count(*) desc, code limit 100`)
  const found = new Map(counted.map(row => [row.bucket?.getTime(), row]))
  return {
    from,
    until,
    buckets: Array.from({ length: buckets }, (_, index) => {
      const at = first + index * stepMs
      return { at: new Date(at).toISOString(), ...outcomesOf(found.get(at)) }
    }),
    totals: outcomesOf(found.get(undefined)),
    errors: errors.map(({ last: at, ...error }) => ({ ...error, lastAt: at.toISOString() })),
  }
}

const outcomesOf = (row: Counted | undefined): Omit<Bucket, 'at'> => ({
  success: row?.success ?? 0,
  client: row?.client ?? 0,
  limited: row?.limited ?? 0,
  failed: row?.failed ?? 0,
  p50: row?.p50 == null ? null : rounded(row.p50),
  p95: row?.p95 == null ? null : rounded(row.p95),
})
