// The log of requests over the operator's interface, and over that of a key's holder for the key alone.

import type { Statements } from '../database/database.ts'
import { type AnyProblemCode, meaningOf } from '../errors/problem.ts'
import { Type } from '../shape/schema.ts'
import { list, oneOf, record, text } from '../shape/shape.ts'
import {
  type ClosedSteps,
  errorShape,
  summaryOfRequests,
  summaryShape,
} from '../store/requests/request-summary.ts'
import { requests } from '../store/requests/requests.ts'
import { countFrom, listFrom } from './list-operations.ts'
import { operatorOperation } from './operation.ts'

const word = Type.String({ minLength: 1, maxLength: 200 })

const spans = {
  hour: { step: 'minute', buckets: 60, keptMs: 1_000 },
  day: { step: 'hour', buckets: 24, keptMs: 2_000 },
  week: { step: 'hour', buckets: 168, keptMs: 10_000 },
} as const
type Span = keyof typeof spans

export const requestSpan = oneOf('hour', 'day', 'week')

export const RequestSummary = record({
  span: requestSpan,
  step: oneOf('minute', 'hour'),
  ...summaryShape,
  errors: list(record({ ...errorShape, fix: text })),
})

type KeptSummaries = Map<string, { until: number; summary: Promise<object>; closed: ClosedSteps }>
const kept = new WeakMap<Statements, KeptSummaries>()
/** Each has up to 2 MB of steps that are over. */
const mostKept = 50

/** Worked out once for all who ask within a moment, and of what is over once for all. */
export function requestSummary(
  database: Statements,
  query: Record<string, string>,
  key = query.key,
): Promise<object> {
  const name = (query.span ?? 'hour') as Span
  const held: KeptSummaries = kept.get(database) ?? new Map()
  kept.set(database, held)
  const id = `${name} ${key}`
  const known = held.get(id)
  if (known && known.until > Date.now()) return known.summary
  const closed: ClosedSteps = known?.closed ?? new Map()
  const summary = summaryOver(database, name, key, closed)
  if (held.size >= mostKept && !known) held.clear()
  held.set(id, { until: Date.now() + spans[name].keptMs, summary, closed })
  summary.catch(() => held.delete(id))
  return summary
}

async function summaryOver(database: Statements, name: Span, key: string | undefined, closed: ClosedSteps) {
  const { step, buckets } = spans[name]
  const options = { step, buckets, ...(key !== undefined && { key }) }
  const { errors, ...rest } = await summaryOfRequests(database, options, closed)
  const known = errors.map(error => ({ ...error, fix: fixOf(error.code) }))
  return { span: name, step, ...rest, errors: known }
}

/** What puts an error right. */
const fixOf = (code: string | null): string =>
  code === null
    ? 'The answer had no code; the requests themselves say which address it was.'
    : (meaningOf[code as AnyProblemCode] ?? '')

export const requestOperations = [
  operatorOperation('GET', '/requests', {
    summary:
      'Requests, newest first, of all keys and of none; they appear within seconds. after is the last of the page before',
    for: 'read',
    ...listFrom(requests),
  }),
  operatorOperation('GET', '/requests/count', {
    summary: 'How many requests these filters leave, on all pages of the list',
    for: 'read',
    ...countFrom(requests),
  }),
  operatorOperation('GET', '/requests/summary', {
    summary: 'How requests ended and how long they took, by minute or hour, and what went wrong',
    for: 'read',
    query: { span: requestSpan, key: word },
    answers: RequestSummary,
    run: ({ query, database }) => requestSummary(database, query),
  }),
]
