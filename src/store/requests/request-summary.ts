// The log of requests summed up by minute or by hour: how requests ended, how long they took and what went wrong. Hours
// that are over are counted once and kept, so that a week costs the same however much was asked in it.

import type { Statements } from '../../database/database.ts'
import { none, sql } from '../../database/sql.ts'
import { byCodePoints } from '../../formats/fold.ts'
import { instant, integer, list, number, orNull, record, type Static, text } from '../../shape/shape.ts'

export const outcomeCounts = { success: integer, client: integer, limited: integer, failed: integer }
const timed = { ...outcomeCounts, p50: orNull(number), p95: orNull(number) }

/** How requests ended: well, by a fault of the client, by a limit, by a fault of ours. */
export const Outcomes = record(outcomeCounts)
export type Outcomes = Static<typeof Outcomes>

/** `code` is null where an answer has none, such as that of a page that is not there. */
export const errorShape = { code: orNull(text), status: integer, count: integer, lastAt: instant }
export const summaryShape = {
  from: instant,
  until: instant,
  buckets: list(record({ at: instant, ...timed })),
  totals: record(timed),
  errors: list(record(errorShape)),
}
const Summary = record(summaryShape)
type RequestSummary = Static<typeof Summary>

/** Requests of one step with the same status and code that took about as long. */
type CountedRequests = {
  bucket: Date
  status: number
  code: string | null
  slot: number
  count: number
  last: Date
}

/** Durations are told to 3 %: they are counted by how long they are, not sorted. */
const slotsPerFold = 16

type Step = 'minute' | 'hour'
const hourMs = 3_600_000

/** By the moment at which each step began. */
export type ClosedSteps = Map<number, CountedRequests[]>

/** After so long a step has all its requests: they are written every second, and kept while the database is away. */
const closedAfterMs = 300_000

/** The last `buckets` steps, the present one included. Of those that are over `closed` remembers what was counted, so that
 * the next who asks counts only what is new. */
export async function summaryOfRequests(
  database: Statements,
  { step, buckets, key }: { step: Step; buckets: number; key?: string },
  closed: ClosedSteps = new Map(),
): Promise<RequestSummary> {
  const stepMs = step === 'minute' ? 60_000 : hourMs
  const now = Date.now()
  const last = Math.floor(now / stepMs) * stepMs
  const first = last - (buckets - 1) * stepMs
  for (const at of closed.keys()) if (at < first) closed.delete(at)
  const steps = Array.from({ length: buckets }, (_, index) => first + index * stepMs)
  const notClosed = steps.find(at => !closed.has(at))!
  if (step === 'hour')
    for (const [at, counted] of await keptHours(database, [notClosed, last], key)) closed.set(at, counted)
  const unknown = steps.find(at => !closed.has(at))!
  const fresh = Map.groupBy(await countedIn(database, step, [unknown, last + stepMs], key), ({ bucket }) =>
    bucket.getTime(),
  )
  for (const at of steps) if (at >= unknown && isOver(at, stepMs, now)) closed.set(at, fresh.get(at) ?? [])
  const countsAt = (at: number) => closed.get(at) ?? fresh.get(at) ?? []
  const counted = steps.flatMap(countsAt)
  return {
    from: new Date(first).toISOString(),
    until: new Date(last + stepMs).toISOString(),
    buckets: steps.map(at => ({ at: new Date(at).toISOString(), ...outcomesOf(countsAt(at)) })),
    totals: outcomesOf(counted),
    errors: errorsIn(counted),
  }
}

const isOver = (at: number, stepMs: number, now: number) => at + stepMs + closedAfterMs < now

type TimeRange = [fromMs: number, untilMs: number]

/** The statements of this file put durations into the same classes. */
const slot = sql`floor(ln(greatest(ms, 0.01)) * ${slotsPerFold})::int`
const between = (from: number, until: number) =>
  sql`at >= to_timestamp(${from / 1000}::float8) and at < to_timestamp(${until / 1000}::float8)`

const countedIn = (database: Statements, step: Step, [from, until]: TimeRange, key?: string) =>
  database.rows<CountedRequests>(sql`
    select date_trunc(${step}::text, at) as bucket, status, code,
      ${slot} as slot, count(*)::int as count, max(at) as last
    from request where ${between(from, until)} ${key === undefined ? none : sql`and key_id = ${key}`}
    group by 1, 2, 3, 4`)

type KeptRow = [status: number, code: string | null, slot: number, count: number, lastMs: number | null]

/** An hour in which a key asked nothing has no row of that key, but one of the sum. */
async function keptHours(database: Statements, [from, until]: TimeRange, key?: string): Promise<ClosedSteps> {
  const rows = await database.rows<{ at: Date; counted: string | null }>(sql`
    select every.at, own.counted
    from (select at from request_hour where key_id = '' and ${between(from, until)}) every
      left join request_hour own on own.at = every.at and own.key_id = ${key ?? ''}`)
  const requestsIn = (bucket: Date, kept: KeptRow[]) =>
    kept.map(([status, code, slot, count, lastMs]) => {
      const last = new Date(lastMs ?? bucket.getTime())
      return { bucket, status, code, slot, count, last }
    })
  return new Map(rows.map(({ at, counted }) => [at.getTime(), requestsIn(at, JSON.parse(counted ?? '[]'))]))
}

/** Counts the hours that are over and that nobody has counted, the oldest first. */
export async function countHours(database: Statements, hours: number, stopped = () => false): Promise<void> {
  const now = Date.now()
  const present = Math.floor(now / hourMs) * hourMs
  const first = present - hours * hourMs
  const known = await keptHours(database, [first, present])
  for (let at = first; isOver(at, hourMs, now) && !stopped(); at += hourMs)
    if (!known.has(at)) await countHour(database, at)
}

/** In one statement, so that an hour has all its rows or none. */
const countHour = (database: Statements, at: number) =>
  database.rows(sql`
    with each as (
      select key_id, status, code, ${slot} as slot, count(*) as count, max(at) as last
      from request where ${between(at, at + hourMs)} group by 1, 2, 3, 4
    ), summed as (
      select '' as key_id, status, code, slot, sum(count) as count, max(last) as last from each group by 2, 3, 4
      union all select * from each where key_id <> ''
    ), counted as (
      select key_id, json_agg(json_build_array(status, code, slot, count,
        case when status >= 400 then floor(extract(epoch from last) * 1000) end))::text as counted
      from summed group by 1
      union all select '', '[]' where not exists (select 1 from each)
    )
    insert into request_hour (key_id, at, counted)
    select key_id, to_timestamp(${at / 1000}::float8), counted from counted
    on conflict (key_id, at) do nothing`)

export const outcomeOf = (status: number): keyof Outcomes =>
  status < 400 ? 'success' : status === 429 ? 'limited' : status < 500 ? 'client' : 'failed'

function outcomesOf(rows: readonly CountedRequests[]): RequestSummary['totals'] {
  const sums = { success: 0, client: 0, limited: 0, failed: 0 }
  for (const { status, count } of rows) sums[outcomeOf(status)] += count
  const slots = rows.toSorted((one, other) => one.slot - other.slot)
  return { ...sums, p50: quantile(slots, 0.5), p95: quantile(slots, 0.95) }
}

/** In the middle of the slot that has it. */
function quantile(slots: readonly CountedRequests[], share: number): number | null {
  let left = Math.ceil(slots.reduce((sum, { count }) => sum + count, 0) * share)
  const slot = slots.find(({ count }) => {
    left -= count
    return left <= 0
  })
  return slot ? Number(Math.exp((slot.slot + 0.5) / slotsPerFold).toPrecision(3)) : null
}

/** Every request that did not end well is in one of them; the most frequent first. */
function errorsIn(rows: readonly CountedRequests[]): RequestSummary['errors'] {
  const errors = rows.filter(({ status }) => outcomeOf(status) !== 'success')
  const groups = Map.groupBy(errors, ({ code, status }) => `${code ?? ''} ${status}`)
  return [...groups]
    .map(([name, own]) => ({
      name,
      code: own[0]!.code,
      status: own[0]!.status,
      count: own.reduce((sum, { count }) => sum + count, 0),
      lastAt: new Date(Math.max(...own.map(({ last }) => last.getTime()))).toISOString(),
    }))
    .sort((one, other) => other.count - one.count || byCodePoints(one.name, other.name))
    .map(({ name: _, ...error }) => error)
}
