// The log of requests: gathered in memory, written in batches beside the ledger, bounded by age and by number.

import { copyInto } from '../../database/copy.ts'
import type { Database, Statements } from '../../database/database.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { type RequestSurface, requestSurfaces } from '../../kernel/call/call.ts'
import { Type } from '../../shape/schema.ts'
import { instant, integer, number, oneOf, orNull, text } from '../../shape/shape.ts'
import { declareList, momentFilter } from '../lists/list.ts'

const surface = oneOf(...(requestSurfaces as unknown as ['http', 'tool', 'operator']))

const status = Type.String({
  pattern: '^([2-5]xx|[1-5][0-9]{2}|success|client|limited|failed|error)$',
  description: `a status such as 404, or 2xx, 3xx, 4xx or 5xx; or how it ended: success, client, limited, failed, or error for all but success`,
})

/** How requests end, as `outcomeOf` has it. */
const endings: Readonly<Record<string, Sql>> = {
  success: sql`r.status < 400`,
  client: sql`r.status between 400 and 499 and r.status <> 429`,
  limited: sql`r.status = 429`,
  failed: sql`r.status >= 500`,
  error: sql`r.status >= 400`,
}

const hasStatus = (text: string): Sql =>
  endings[text] ??
  (text.endsWith('xx') ? sql`r.status / 100 = ${Number(text[0])}::int` : sql`r.status = ${Number(text)}::int`)

const code = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'a code such as NOT_FOUND, or none for answers without one',
})

export const requests = declareList({
  noun: 'request',
  from: sql`request r left join api_key k on k.id = r.key_id`,
  columns: {
    id: [text, sql`r.n`],
    at: [instant, sql`r.at`],
    requestId: [text, sql`r.request_id`],
    keyId: [orNull(text), sql`r.key_id`],
    /** What the key is called now. */
    keyName: [orNull(text), sql`k.name`],
    surface: [surface, sql`r.surface`],
    method: [text, sql`r.method`],
    operation: [text, sql`r.operation`],
    status: [integer, sql`r.status`],
    code: [orNull(text), sql`r.code`],
    ms: [number, sql`r.ms`, (ms: number) => Math.round(ms * 100) / 100],
  },
  filters: {
    key: 'keyId',
    status: [status, hasStatus],
    code: [code, (text: string) => (text === 'none' ? sql`r.code is null` : sql`r.code = ${text}`)],
    method: 'method',
    operation: 'operation',
    surface: 'surface',
    requestId: 'requestId',
    since: [instant, (since: string) => sql`r.at >= ${momentFilter('since', since)}`],
    until: [instant, (until: string) => sql`r.at < ${momentFilter('until', until)}`],
  },
  order: { table: 'request', alias: 'r', columns: ['n'] },
})

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

export type RequestLog = ReturnType<typeof requestLog>

/** What is kept while the database cannot be reached: about 10 MB. */
const mostWaiting = 50_000
const columns = ['at', 'request_id', 'key_id', 'surface', 'method', 'operation', 'status', 'code', 'ms']

export function requestLog(database: Database, mostRows: number) {
  // Put into rows when they are written, all at once, which costs a request less.
  let seen: SeenRequest[] = []
  let times: number[] = []
  return {
    /** Remembers it as it is; it must not be changed after that. */
    note(request: SeenRequest): void {
      if (seen.length >= mostWaiting) return
      seen.push(request)
      times.push(Date.now())
    },
    /** Writes what is still only in memory; on failure it stays there. */
    async flush(): Promise<void> {
      if (seen.length === 0) return
      const [written, at] = [seen, times]
      ;[seen, times] = [[], []]
      try {
        const rows = written.map((request, index) => rowOf(request, at[index]!))
        await database.transaction(tx => copyInto(tx, 'request', columns, rows))
      } catch (error) {
        seen = [...written, ...seen].slice(0, mostWaiting)
        times = [...at, ...times].slice(0, mostWaiting)
        throw error
      }
      await removeOldest(database, mostRows, written.length + slice)
    },
  }
}

function rowOf({ requestId, keyId, surface, ms, tool, ...own }: SeenRequest, at: number) {
  const { method, operation, status, code } = tool ?? { ...own, operation: own.route }
  const called = [surface, method.slice(0, 16), operation, status, code ?? null]
  return [new Date(at).toISOString(), requestId, keyId ?? null, ...called, ms]
}

const slice = 10_000

/** What is beyond the number that is kept, but no more than this at once. */
const removeOldest = (database: Statements, mostRows: number, most: number) =>
  database.rows(sql`
    delete from request where n <= (select max(n) from request) - ${mostRows}::bigint
      and n < (select min(n) from request) + ${most}::bigint`)

/** Forgets what is older than it has to be kept, a slice at a time. */
export async function sweepRequests(database: Statements, keptDays: number, stopped: () => boolean) {
  for (let gone = 1; gone > 0 && !stopped(); ) {
    const count = await database.value<number>(sql`
      with old as (
        delete from request where n < (select min(n) from request) + ${slice}::bigint
          and at < now() - ${keptDays} * interval '1 day' returning 1
      ) select count(*)::int from old`)
    gone = count!
  }
  await database.rows(sql`
    delete from request_hour where at < now() - ${keptDays} * interval '1 day' - interval '1 hour'`)
}
