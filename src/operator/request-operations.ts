// The log of requests over the operator's interface, and over that of a key's holder for the key alone.
import { type AnyProblemCode, meaningOf } from '../errors/problem.ts'
import { Type } from '../shape/schema.ts'
import { instant, integer, list, number, oneOf, orNull, record, text } from '../shape/shape.ts'
import type { Statements } from '../store/database/database.ts'
import { type ClosedSteps, summaryOfRequests } from '../store/keys/request-summary.ts'
import { requests } from '../store/keys/requests.ts'
import { listFrom } from './list-operations.ts'
import { operatorOperation } from './operation.ts'

const word = Type.String({ minLength: 1, maxLength: 200 })

type Query = Record<string, string>

const spans = {
  hour: { step: 'minute', buckets: 60, keptMs: 1_000 },
  day: { step: 'hour', buckets: 24, keptMs: 2_000 },
  week: { step: 'hour', buckets: 168, keptMs: 10_000 },
} as const

export const span = oneOf('hour', 'day', 'week')

const outcomes = { success: integer, client: integer, limited: integer, failed: integer }
const counted = { ...outcomes, p50: orNull(number), p95: orNull(number) }

export const RequestSummary = record({
  span,
  step: oneOf('minute', 'hour'),
  from: instant,
  until: instant,
  buckets: list(record({ at: instant, ...counted })),
  totals: record(counted),
  errors: list(record({ code: text, status: integer, count: integer, lastAt: instant, fix: text })),
})
export const Outcomes = record(outcomes)

type Kept = Map<string, { until: number; summary: Promise<object>; closed: ClosedSteps }>
const kept = new WeakMap<Statements, Kept>()
/** Each has up to 2 MB of steps that are over. */
const mostKept = 50

/** Worked out once for all who ask within a moment, and of what is over once for all. */
export function summaryAsked(database: Statements, query: Query, key = query.key): Promise<object> {
  const name = (query.span ?? 'hour') as keyof typeof spans
  const held = kept.get(database) ?? new Map()
  kept.set(database, held)
  const known = held.get(`${name} ${key}`)
  if (known && known.until > Date.now()) return known.summary
  const closed: ClosedSteps = known?.closed ?? new Map()
  const summary = summarised(database, name, key, closed)
  if (held.size >= mostKept && !known) held.clear()
  held.set(`${name} ${key}`, { until: Date.now() + spans[name].keptMs, summary, closed })
  summary.catch(() => held.delete(`${name} ${key}`))
  return summary
}

async function summarised(
  database: Statements,
  name: keyof typeof spans,
  key: string | undefined,
  closed: ClosedSteps,
) {
  const { step, buckets } = spans[name]
  const asked = { step, buckets, ...(key !== undefined && { key }) }
  const { errors, ...rest } = await summaryOfRequests(database, asked, closed)
  const known = errors.map(error => ({ ...error, fix: meaningOf[error.code as AnyProblemCode] ?? '' }))
  return { span: name, step, ...rest, errors: known }
}

export const requestOperations = [
  operatorOperation('GET', '/requests', {
    summary:
      'Requests, newest first, of all keys and of none; they appear within seconds. after is the last of the page before',
    for: 'read',
    ...listFrom(requests),
  }),
  operatorOperation('GET', '/requests/summary', {
    summary: 'How requests ended and how long they took, by minute or hour, and what went wrong',
    for: 'read',
    query: { span, key: word },
    answers: RequestSummary,
    run: ({ query }, { database }) => summaryAsked(database, query),
  }),
]
