// The life of a call, read top to bottom: admit → find → permit → parse → run. HTTP and MCP differ only in
// how they decode what comes in and encode what goes out.

import type { Caller, Trace } from '../../access/caller.ts'
import { requirePermission } from '../../access/permit.ts'
import { reachOf } from '../../access/reach.ts'
import { Refusal } from '../../access/refusal.ts'
import { badRequest, diskFullCodes, notFound, Problem } from '../../errors/problem.ts'
import { isId } from '../../formats/id.ts'
import type { Answer, LinkFiller } from '../operation/answer.ts'
import type { Body, BodyRule, Decode } from '../operation/body.ts'
import { formatOf } from '../operation/format.ts'
import type { Freshness, Operation, World } from '../operation/operation.ts'
import { openParameters, type RawQuery, readParameters } from '../operation/parameter.ts'
import type { AnswerMemory } from './answer-memory.ts'
import { entityTag, namesTag } from './entity-tag.ts'

export type RouteMatch = { operation: Operation; path: Record<string, string> }

/** What a request was made to. */
export const requestSurfaces = ['http', 'tool', 'operator'] as const
export type RequestSurface = (typeof requestSurfaces)[number]

export type Call = {
  secret: string | undefined
  ip: string
  /** The operation of the call; refuses with 404 or 405. Called only once the key was admitted. */
  find(): RouteMatch
  query(): RawQuery
  /** The body; read only for operations that take one, once the caller may call them. */
  body?(rule: BodyRule): Promise<Buffer>
  /** Names this attempt, so that it can be repeated without being done twice. */
  idempotencyKey?: string | undefined
  /** What was asked, word for word, and the tags of answers to it that the client still has. */
  known?: { address: string; tags: string | undefined }
  /** Set where an answer may be a stream, with the media types that are asked for. */
  streams?: { accept: string | undefined }
}

export type Backend = {
  /** Who holds this secret, once; refuses with 401, 403 or 429. */
  admit(secret: string | undefined, ip: string): Promise<Caller>
  /** The same without consuming anything: for what is not a call. */
  look?(secret: string | undefined, ip: string): Promise<Caller>
  /** Takes this call out of the day's count. */
  giveBack?(caller: Caller): Promise<void>
  world: World
  /** Where answers are kept that stay the same; without it, none is. */
  answers?: AnswerMemory
  decode?: Decode
  /** Told how each call of a known key ended. */
  note?(trace: Trace): void
}

export type CallOutcome =
  | { caller?: Caller; operation?: Operation; answer: Answer }
  | { caller?: Caller; operation?: Operation; problem: unknown }

/** How fresh the list is that was asked for. It is no part of the answer, which stays the same where nothing changed. */
export const freshnessIn = (
  { caller, operation }: CallOutcome,
  { freshness }: World,
): Freshness | undefined =>
  caller && operation?.shape === 'list' && operation.reads !== undefined
    ? freshness.of(caller, operation.reads)
    : undefined

export async function answerCall(request: Call, backend: Backend): Promise<CallOutcome> {
  const outcome = await carryOut(request, backend)
  const trace = traceOf(outcome)
  if (trace) backend.note?.(trace)
  return outcome
}

async function carryOut(request: Call, backend: Backend): Promise<CallOutcome> {
  let caller: Caller | undefined
  let operation: Operation | undefined
  try {
    caller = await backend.admit(request.secret, request.ip)
    const found = request.find()
    operation = found.operation
    requirePermission(operation, caller)
    const sent = operation.body && (await sentBody(request, operation.body))
    const asked = readQuery(request, operation, caller)
    checkIds(operation, found.path)
    const tag =
      asked.stays && operation.hasTag && request.known ? entityTag(caller, request.known.address) : undefined
    if (tag && namesTag(request.known?.tags, tag)) {
      caller = await withoutThisCall(caller, backend)
      return { caller, operation, answer: { status: 304, body: [], headers: tagged(tag) } }
    }
    const body = sent && (await backend.decode?.(sent))
    const answer = await answerTo(found, asked, { body, caller, request, backend })
    if (tag)
      return { caller, operation, answer: { ...answer, headers: { ...answer.headers, ...tagged(tag) } } }
    if (!operation.links || answer.stream) return { caller, operation, answer }
    return { caller, operation, answer: filled(answer, backend.world.links(caller)) }
  } catch (problem) {
    return { ...(caller && { caller }), ...(operation && { operation }), problem }
  }
}

async function sentBody(request: Call, rule: BodyRule): Promise<Buffer | undefined> {
  const sent = await request.body?.(rule)
  if (sent && sent.length > rule.maxBytes)
    throw new Problem('PAYLOAD_TOO_LARGE', `The body is larger than ${rule.maxBytes} bytes`)
  return sent
}

/** What is asked for. Its answer `stays` where versions tell of all that may change it. */
function readQuery({ streams, query: read }: Call, operation: Operation, { kind }: Caller) {
  const parameters = openParameters(operation.parameters, kind, streams ? 'http' : 'tools')
  const given = read()
  const query = readParameters(parameters, given, kind)
  const format = streams && formatOf(operation, query, streams.accept)
  const goesByTheDay = parameters.some(({ name, byTheDay }) => byTheDay && name in query)
  // A search looks at names of others that this record may not repeat yet.
  return { given, query, format, stays: query.query === undefined && !format && !goesByTheDay }
}

/** The caller with this call taken back. */
async function withoutThisCall(caller: Caller, backend: Backend): Promise<Caller> {
  const { usage } = caller
  const told = backend.giveBack?.(caller)
  if (usage.perDay - usage.usedToday < littleLeft) await told
  return { ...caller, usage: { ...usage, usedToday: usage.usedToday - 1 } }
}

type Running = { body: Body | undefined; caller: Caller; request: Call; backend: Backend }

/** From memory where somebody who is shown the same has asked the same. */
function answerTo(
  found: RouteMatch,
  { given, query, format, stays }: ReturnType<typeof readQuery>,
  { body, caller, request: { idempotencyKey }, backend: { world, answers } }: Running,
): Promise<Answer> {
  const run = () =>
    found.operation.run(
      {
        path: found.path,
        query,
        ...(format && { format }),
        ...(body && { body }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      },
      { caller, world, reach: (owners, narrowing) => reachOf(caller, owners, narrowing) },
    )
  if (!stays || !found.operation.cacheable || !answers) return run()
  const { sees, version } = caller
  return answers.of({ sees, version, question: questionOf(found, given) }, run)
}

const filled = ({ filledBy, ...answer }: Answer, filling: LinkFiller): Answer => ({
  ...answer,
  body: filledBy?.(filling) ?? filling.fill(answer.body),
})

/** Whoever has less than this left of the day may be refused by what was not taken back yet; nobody else waits for it. */
const littleLeft = 1000

/** The operation and what it was given, the same in whatever order. */
const questionOf = ({ operation, path }: RouteMatch, given: RawQuery) =>
  JSON.stringify([
    operation.method,
    operation.path,
    Object.values(path),
    [...given].map(([name, texts]) => [name, texts.join()]).sort(),
  ])

/** It may be kept, and is revalidated each time. */
const tagged = (tag: string) => ({ ETag: tag, 'Cache-Control': 'private, no-cache' })

function checkIds(operation: Operation, path: Record<string, string>): void {
  for (const value of Object.values(path)) {
    if (isId(value)) continue
    if (operation.badId === 404) throw notFound(operation.noun)
    throw value === ''
      ? badRequest(`The ${operation.noun} id is missing from the path`)
      : badRequest(`"${value.slice(0, 80)}" is not an id: ids are 1 to 64 letters, digits, "_" or "-"`)
  }
}

/** Calls with unknown keys leave none. */
function traceOf(outcome: CallOutcome): Trace | undefined {
  const { caller, operation } = outcome
  const refused = 'problem' in outcome && outcome.problem instanceof Refusal ? outcome.problem : undefined
  const who = caller ? { keyId: caller.keyId, at: caller.usage.at } : refused
  if (!who) return undefined
  const trace = {
    keyId: who.keyId,
    at: who.at,
    operation: operation ? `${operation.method} ${operation.path}` : '',
  }
  if ('problem' in outcome) return { ...trace, outcome: problemOf(outcome.problem, '').code }
  const { status, body } = outcome.answer
  if (!operation?.audited || status !== 200) return { ...trace, outcome: String(status) }
  const { id } = JSON.parse(Buffer.concat(body).toString()).data
  if (id === undefined) return { ...trace, outcome: String(status) }
  return { ...trace, outcome: String(status), read: { kind: operation.audited, id } }
}

/** Anything that is not a Problem becomes one that tells nothing internal. */
export function problemOf(thrown: unknown, requestId: string): Problem {
  if (thrown instanceof Problem) return thrown
  const later = laterIn(thrown)
  if (later) return new Problem('SERVICE_UNAVAILABLE', later.message, { 'Retry-After': later.retryAfter })
  return new Problem(
    'INTERNAL_ERROR',
    `Something went wrong here; quote request ${requestId} when you report it`,
  )
}

type Later = { codes: RegExp; message: string; retryAfter: string }

/** What the database, or the way to it, says for "not now": by the codes of PostgreSQL, our client for it and the system. */
const laters: readonly Later[] = [
  {
    codes: /^(CONNECTION_\w+|CONNECT_TIMEOUT|E(CONN|HOST|NET)\w+|ENOENT|EPIPE|ETIMEDOUT|08\w{3}|57P0\d)$/,
    message: 'The database is not reachable just now; try again',
    retryAfter: '2',
  },
  {
    codes: /^(NO_ANSWER|57014)$/,
    message: 'The database takes too long to answer just now; try again',
    retryAfter: '5',
  },
  {
    codes: /^(53300|53400|53200)$/,
    message: 'The database has no room for another connection just now; try again',
    retryAfter: '2',
  },
  { codes: /^(25006)$/, message: 'The database takes no changes just now; try again', retryAfter: '5' },
  {
    codes: diskFullCodes,
    message: 'The server has no disk space left; its operator must make some',
    retryAfter: '60',
  },
  {
    codes: /^(58030|EIO)$/,
    message: 'The server cannot read or write its disk, which reports an error; its operator must look at it',
    retryAfter: '60',
  },
  {
    codes: /^(40001|40P01|55P03)$/,
    message: 'Others are changing the same at this moment; try again',
    retryAfter: '1',
  },
]

const unknownFate =
  'The database did not say whether this was written: look before you repeat it, or repeat it with the same Idempotency-Key'

function laterIn(thrown: unknown): Pick<Later, 'message' | 'retryAfter'> | undefined {
  const { code = '', mayBeWritten = false } =
    thrown instanceof Error ? (thrown as { code?: unknown; mayBeWritten?: boolean }) : {}
  const later = laters.find(({ codes }) => codes.test(String(code)))
  return later && mayBeWritten ? { ...later, message: unknownFate } : later
}
