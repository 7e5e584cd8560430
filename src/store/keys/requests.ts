// The log of requests: gathered in memory, written in batches beside the ledger, bounded by age and by number.
import { copy } from '../engine/copy.ts'
import type { Database, Statements } from '../engine/database.ts'
import { join, none, type Sql, sql } from '../engine/sql.ts'

export const surfaces = ['http', 'tool', 'operator'] as const
export type RequestSurface = (typeof surfaces)[number]

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
  // Put into rows when they are written, in one go: to do it with each request took four times as long.
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

export type Bucket = Outcomes & { at: string; p50: number | null; p95: number | null }
export type ErrorGroup = { code: string; status: number; count: number; lastAt: string }
export type RequestSummary = {
  from: string
  until: string
  buckets: Bucket[]
  totals: Omit<Bucket, 'at'>
  errors: ErrorGroup[]
}

/** Requests of one step with the same status and code that took about as long. */
type Counted = { bucket: Date; status: number; code: string | null; slot: number; count: number; last: Date }

/** Durations are told to 3 %: they are counted by how long they are, not sorted. The statement has the same number. */
const slotsPerFold = 16

/** By the moment at which each step began. */
export type ClosedSteps = Map<number, Counted[]>

/** After so long a step has all its requests: they are written every second, and kept while the database is away. */
const closedAfterMs = 300_000

/** The last `buckets` steps, the present one included. Of those that are over `closed` remembers what was counted, so that
 * the next who asks counts only what is new. */
export async function summaryOfRequests(
  database: Statements,
  { step, buckets, key }: { step: 'minute' | 'hour'; buckets: number; key?: string },
  closed: ClosedSteps = new Map(),
): Promise<RequestSummary> {
  const stepMs = step === 'minute' ? 60_000 : 3_600_000
  const now = Date.now()
  const last = Math.floor(now / stepMs) * stepMs
  const first = last - (buckets - 1) * stepMs
  for (const at of closed.keys()) if (at < first) closed.delete(at)
  const steps = Array.from({ length: buckets }, (_, index) => first + index * stepMs)
  const unknown = steps.find(at => !closed.has(at))!
  const fresh = Map.groupBy(await countedIn(database, step, [unknown, last + stepMs], key), ({ bucket }) =>
    bucket.getTime(),
  )
  for (const at of steps)
    if (at >= unknown && at + stepMs + closedAfterMs < now) closed.set(at, fresh.get(at) ?? [])
  const found = (at: number) => closed.get(at) ?? fresh.get(at) ?? []
  const counted = steps.flatMap(found)
  return {
    from: new Date(first).toISOString(),
    until: new Date(last + stepMs).toISOString(),
    buckets: steps.map(at => ({ at: new Date(at).toISOString(), ...outcomesOf(found(at)) })),
    totals: outcomesOf(counted),
    errors: errorsIn(counted),
  }
}

const countedIn = (
  database: Statements,
  step: 'minute' | 'hour',
  [from, until]: [number, number],
  key: string | undefined,
) =>
  database.rows<Counted>(sql`
    select ${step === 'minute' ? sql`date_trunc('minute', at)` : sql`date_trunc('hour', at)`} as bucket, status, code,
      floor(ln(greatest(ms, 0.01)) * 16)::int as slot, count(*)::int as count, max(at) as last
    from request where at >= to_timestamp(${from / 1000}::float8) and at < to_timestamp(${until / 1000}::float8)
      ${key === undefined ? none : sql`and key_id = ${key}`}
    group by 1, 2, 3, 4`)

export const outcomeOf = (status: number): keyof Outcomes =>
  status < 400 ? 'success' : status === 429 ? 'limited' : status < 500 ? 'client' : 'failed'

function outcomesOf(rows: readonly Counted[]): Omit<Bucket, 'at'> {
  const sums = { success: 0, client: 0, limited: 0, failed: 0 }
  for (const { status, count } of rows) sums[outcomeOf(status)] += count
  const slots = rows.toSorted((one, other) => one.slot - other.slot)
  return { ...sums, p50: quantile(slots, 0.5), p95: quantile(slots, 0.95) }
}

/** In the middle of the slot that has it. */
function quantile(slots: readonly Counted[], share: number): number | null {
  let left = Math.ceil(slots.reduce((sum, { count }) => sum + count, 0) * share)
  const slot = slots.find(({ count }) => {
    left -= count
    return left <= 0
  })
  return slot ? Number(Math.exp((slot.slot + 0.5) / slotsPerFold).toPrecision(3)) : null
}

/** The most frequent first. */
function errorsIn(rows: readonly Counted[]): ErrorGroup[] {
  const failed = Map.groupBy(
    rows.filter(({ code }) => code !== null),
    ({ code }) => code!,
  )
  const groups = [...failed].map(([code, own]) => ({
    code,
    status: own[0]!.status,
    count: own.reduce((sum, { count }) => sum + count, 0),
    lastAt: new Date(Math.max(...own.map(({ last }) => last.getTime()))).toISOString(),
  }))
  return groups.sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1))
}
