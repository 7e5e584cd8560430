// The result of a call as an assistant reads it: the data of the answer, cut to a page that fits, or the error's code and
// the next step.

import type { CallerKind } from '../access/caller.ts'
import { type CallOutcome, freshnessIn, problemOf } from '../kernel/call/call.ts'
import type { Operation, World } from '../kernel/operation/operation.ts'
import { detailOf, type ToolArguments } from './arguments.ts'
import { conciseData, flagsLeft, hasGist, leftOutOf } from './concise.ts'
import { type Finder, nextCall, whyOf } from './next-call.ts'
import { bodyWithoutUnwanted, problemResult, type ToolResult, textResult } from './protocol.ts'

/** About 8,000 tokens of the densest records (test/mcp/budget.test.ts). */
export const mostCharacters = 21_000

/** What stands around the records of a page that was cut, the note with it. */
const envelopeCharacters = 400

type Envelope = {
  success: true
  data: unknown
  meta?: Meta
  leftOut?: string
  loadedAt?: string
  note?: string
}
type Meta = { page?: number; limit: number; total?: number }

export function resultOf(
  operation: Operation,
  given: ToolArguments,
  outcome: CallOutcome,
  { finder, world }: { finder: Finder; world: World },
): ToolResult {
  if (!('problem' in outcome)) {
    const text = Buffer.concat(outcome.answer.body).toString()
    return answerResult(operation, given, text, {
      finder,
      kind: outcome.caller?.kind,
      loadedAt: freshnessIn(outcome, world)?.loadedAt,
    })
  }
  const problem = problemOf(outcome.problem, '')
  const why = whyOf(problem.code)
  return problemResult(problem, why && nextCall(operation, given, finder, why))
}

type AnswerContext = { finder: Finder; kind: CallerKind | undefined; loadedAt: string | undefined }

/** `text` is the body of an answer. */
function answerResult(
  operation: Operation,
  given: ToolArguments,
  text: string,
  { finder, kind, loadedAt }: AnswerContext,
): ToolResult {
  const answer = bodyWithoutUnwanted(text) as Envelope
  const brief = hasGist(operation) && !picksFields(operation, given) && detailOf(given) === 'concise'
  const cut = brief ? { ...answer, data: conciseData(operation, given, answer.data) } : answer
  const leftOut = brief ? leftOutText(operation, given, answer.data, kind) : undefined
  const about = { ...(leftOut && { leftOut }), ...(loadedAt && { loadedAt }) }
  const shown = fitted({ ...cut, ...about }, lessOf(operation, given, brief))
  if (shown.meta?.total === 0) {
    const next = nextCall(operation, given, finder, 'nothing found')
    if (next) shown.note = `Nothing matches. ${next}`
  }
  return textResult(shown)
}

/** What these records have besides, and how to ask for it. */
function leftOutText(
  operation: Operation,
  given: ToolArguments,
  data: unknown,
  kind: CallerKind | undefined,
): string | undefined {
  if (Array.isArray(data) && data.length === 0) return undefined
  const names = leftOutOf(operation, given, data)
  const takesFields = operation.parameters.some(({ name }) => name === 'fields')
  const besides = `${names.join(', ')}: ask with ${takesFields ? 'fields or ' : ''}detail=full`
  const flags = flagsLeft(operation, given, kind).map(
    ({ name, adds }) => `${name}=true adds ${adds!.join(', ')}`,
  )
  return [...(names.length > 0 ? [besides] : []), ...flags].join('; ') || undefined
}

const picksFields = ({ parameters }: Operation, { fields }: ToolArguments) =>
  fields !== undefined && fields !== null && parameters.some(({ name }) => name === 'fields')

/** What would make an answer shorter and was not asked for yet. */
function lessOf(operation: Operation, given: ToolArguments, isBrief: boolean): string {
  const ways = [
    ...(operation.parameters.some(({ name }) => name === 'fields') && !picksFields(operation, given)
      ? ['fields']
      : []),
    ...(hasGist(operation) && !isBrief && !picksFields(operation, given) ? ['detail=concise'] : []),
  ]
  return ways.length > 0 ? `, or ask for less with ${ways.join(' or ')}` : ''
}

/** A page that is too long is cut to a shorter page, so that the next one begins where it ends. */
function fitted(answer: Envelope, less: string): Envelope {
  const { data, meta, leftOut = '' } = answer
  if (!Array.isArray(data) || !meta || JSON.stringify(answer).length <= mostCharacters) return answer
  if (!meta.page) return withoutRecords(answer, data)
  const before = (meta.page - 1) * meta.limit
  const limit = lengthThatFits(data, before, leftOut.length)
  const page = before / limit + 1
  return {
    ...answer,
    data: data.slice(0, limit),
    meta: { ...meta, page, limit },
    note: `Cut to ${limit} records to stay short; go on with page=${page + 1} and limit=${limit}${less}.`,
  }
}

/** A page of a feed is whole, so that its cursor holds; of the records beside its entries, the first ones that fit stay. */
function withoutRecords(answer: Envelope, entries: readonly { record?: object }[]): Envelope {
  let room = mostCharacters - envelopeCharacters - (answer.leftOut?.length ?? 0)
  for (const { record: _, ...entry } of entries) room -= JSON.stringify(entry).length + 1
  const fits = entries.findIndex(({ record }) => {
    room -= record ? JSON.stringify(record).length + 10 : 0
    return room < 0
  })
  if (fits < 0) return answer
  return {
    ...answer,
    data: entries.map(({ record, ...entry }, index) =>
      index < fits && record ? { ...entry, record } : entry,
    ),
    note: `To stay short, entries from number ${fits + 1} on are without their records: list those by id, or ask for fewer with limit.`,
  }
}

/** The longest page that fits and with which a page begins where this one does. */
function lengthThatFits(data: readonly unknown[], before: number, besides: number): number {
  let room = mostCharacters - envelopeCharacters - besides
  const fits = data.findIndex(record => {
    room -= JSON.stringify(record).length + 1
    return room < 0
  })
  for (let length = Math.max(1, fits < 0 ? data.length : fits); length > 1; length--) {
    if (before % length === 0) return length
  }
  return 1
}
