// What a key did in the last days, added up: by day, by operation and by how it ended, with each refusal by its name.
import { type AnyProblemCode, meaningOf, statuses } from '../errors/problem.ts'
import { dayMs, utcDay } from '../formats/day.ts'
import { integer, list, record, type Static, text } from '../shape/shape.ts'
import type { usage } from '../store/keys/ledger.ts'
import type { RowIn } from '../store/lists/list.ts'
import { outcomeCounts, outcomeOf } from '../store/requests/request-summary.ts'

const counts = { requests: integer, ...outcomeCounts }
const Refusal = record({ code: text, status: integer, requests: integer, fix: text })

export const UsageSummary = record({
  from: text,
  until: text,
  totals: record(counts),
  /** Every day, those without a request too. */
  days: list(record({ day: text, ...counts })),
  /** The most used first. An operation without a name is an address where there is none. */
  operations: list(record({ operation: text, today: integer, ...counts, refusals: list(Refusal) })),
})
type UsageSummary = Static<typeof UsageSummary>

type UsageRow = RowIn<typeof usage>

const dayBefore = (at: number, days: number) => utcDay(new Date(at - days * dayMs))

/** The status that an outcome stands for: itself, or that of a problem's code. */
const statusIn = (outcome: string): number =>
  /^\d+$/.test(outcome) ? Number(outcome) : (statuses[outcome as AnyProblemCode] ?? 500)

export function usageSummary(rows: readonly UsageRow[], days: number): UsageSummary {
  const now = Date.now()
  const every = Array.from({ length: days }, (_, at) => dayBefore(now, days - 1 - at))
  const today = every.at(-1)!
  const operations = [...Map.groupBy(rows, ({ operation }) => operation)].map(([operation, own]) => ({
    operation,
    today: requestsIn(own.filter(({ day }) => day === today)),
    ...countsOf(own),
    refusals: refusalsIn(own),
  }))
  return {
    from: every[0]!,
    until: today,
    totals: countsOf(rows),
    days: every.map(day => ({ day, ...countsOf(rows.filter(row => row.day === day)) })),
    operations: operations.sort((one, other) => other.requests - one.requests),
  }
}

const requestsIn = (rows: readonly UsageRow[]) => rows.reduce((sum, { requests }) => sum + requests, 0)

function countsOf(rows: readonly UsageRow[]) {
  const counted = { requests: requestsIn(rows), success: 0, client: 0, limited: 0, failed: 0 }
  for (const { outcome, requests } of rows) counted[outcomeOf(statusIn(outcome))] += requests
  return counted
}

function refusalsIn(rows: readonly UsageRow[]) {
  const refused = rows.filter(({ outcome }) => outcomeOf(statusIn(outcome)) !== 'success')
  return [...Map.groupBy(refused, ({ outcome }) => outcome)]
    .map(([code, own]) => ({
      code,
      status: statusIn(code),
      requests: requestsIn(own),
      fix: meaningOf[code as AnyProblemCode] ?? '',
    }))
    .sort((one, other) => other.requests - one.requests)
}
