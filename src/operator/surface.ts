// The operator's HTTP interface: its own prefix and tokens; API keys are refused.
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../access/caller.ts'
import { hexHashOfSecret, isWellFormed, kindOfSecret } from '../access/key-format.ts'
import { type Operator, requireRole } from '../access/operators.ts'
import { Problem } from '../errors/problem.ts'
import { splitQuery } from '../http/query-string.ts'
import { routesOf } from '../http/routes.ts'
import { bearer } from '../http/server.ts'
import type { Extra, Reply, RequestTarget, TakeBody } from '../http/surface.ts'
import type { Database, Statements } from '../store/database/database.ts'
import { operatorTokenWith } from '../store/keys/tokens.ts'
import { accessOperations } from './access-operations.ts'
import { keyOperations } from './key-operations.ts'
import { loadOperations } from './load-operations.ts'
import { matchOperations } from './match-operations.ts'
import { operatorOpenApi } from './openapi.ts'
import {
  type OperatorBackend,
  type OperatorCall,
  type OperatorOperation,
  operatorOperation,
  plain,
  readBody,
  readOperatorQuery,
} from './operation.ts'
import { ownOperations } from './own-operations.ts'
import { peopleOperations } from './people-operations.ts'
import { recordOperations } from './record-operations.ts'
import { requestOperations } from './request-operations.ts'
import { serverOperations } from './server-operations.ts'
import { audited, type Change } from './subjects.ts'
import { todayOperations } from './today.ts'
import { webhookOperations } from './webhook-operations.ts'

export const operatorPrefix = '/operator'

const page = operatorOperation('GET', '/openapi.json', {
  summary: 'This document',
  for: 'anyone',
  answers: 'document',
  run: async () => operatorOpenApi(operatorOperations, operatorPrefix),
})

export const declaredOperations = [
  ...serverOperations,
  ...todayOperations,
  ...requestOperations,
  ...loadOperations,
  ...keyOperations,
  ...webhookOperations,
  ...matchOperations,
  ...peopleOperations,
  ...accessOperations,
  ...recordOperations,
]

export const operatorOperations: readonly OperatorOperation[] = [...declaredOperations, page]

/** Answers an operator who is known, at a path under the prefix. */
export type OperatorAnswers = (
  request: IncomingMessage,
  asked: RequestTarget,
  operator: Operator,
  take: TakeBody,
  found: (route: string) => void,
) => Promise<Reply>

export function operatorAnswers(backend: OperatorBackend): OperatorAnswers {
  const routes = routesOf(operatorOperations)
  return async (request, { path, search, requestId }, operator, take, called) => {
    const found = routes(request.method ?? '', path || '/')
    const { operation } = found
    called(`${operatorPrefix}${operation.path}`)
    requireRole(operator, operation.for)
    for (const [name, value] of Object.entries(found.path)) plain(value, name)
    const query = readOperatorQuery(operation, splitQuery(search))
    const body = await bodyOf(operation, request, take)
    const call = { path: found.path, query, body, request, operator }
    const answer = await carriedOut(operation, call, { who: operator, requestId, backend })
    return { ...replyTo(operation, answer, backend), route: `${operatorPrefix}${operation.path}` }
  }
}

/** Answers the holder of a key about the key's own things. */
export type OwnAnswers = (
  request: IncomingMessage,
  asked: RequestTarget,
  caller: Caller,
  take: TakeBody,
) => Promise<Reply>

export function ownAnswers(backend: OperatorBackend): OwnAnswers {
  const routes = routesOf(ownOperations)
  return async (request, { path, search, requestId }, caller, take) => {
    const found = routes(request.method ?? '', path || '/')
    const { operation } = found
    for (const [name, value] of Object.entries(found.path)) plain(value, name)
    const query = readOperatorQuery(operation, splitQuery(search))
    const body = operation.body && (await readBody(request, take, operation.body))
    const call = { path: found.path, query, body }
    const who = { via: 'key' as const, id: caller.keyId, name: caller.name }
    const answer = await carriedOut(operation, call, { who, requestId, backend: { ...backend, caller } })
    return { ...replyTo(operation, answer, backend), route: `/own${operation.path}`, keyId: caller.keyId }
  }
}

type Carrying<B> = { who: Change['who']; requestId: string; backend: B }
type Carried<C, B> = Pick<OperatorOperation, 'method' | 'path' | 'changes'> & {
  run(call: C, backend: B): Promise<unknown>
}

function carriedOut<C extends Pick<OperatorCall, 'path' | 'query' | 'body'>, B extends OperatorBackend>(
  operation: Carried<C, B>,
  call: C,
  { who, requestId, backend }: Carrying<B>,
): Promise<unknown> {
  const { method, path, changes } = operation
  if (!changes || changes === 'nothing' || isDryRun(call)) return operation.run(call, backend)
  const change = { who, operation: `${method} ${path}`, subject: changes, id: call.path.id, requestId }
  return audited(backend.database, change, database => operation.run(call, { ...backend, database }))
}

const isDryRun = ({ query, body }: Pick<OperatorCall, 'query' | 'body'>) =>
  query.dryRun === 'true' || (body as { dryRun?: boolean } | undefined)?.dryRun === true

/** `watching` is the database for those who watch the server: they need an answer also where it gives none. */
export function operatorSurface(database: Database, watching: Statements, answers: OperatorAnswers): Extra {
  const watcher = rememberedTokens(watching)
  const extra: Extra = async (request, asked, take, found) => {
    const { path } = asked
    if (path !== operatorPrefix && !path.startsWith(`${operatorPrefix}/`)) return undefined
    const { authorization } = request.headers
    const operator = await (path === metricsPath
      ? watcher(authorization)
      : requireToken(database, authorization))
    return answers(request, { ...asked, path: path.slice(operatorPrefix.length) }, operator, take, found)
  }
  return Object.assign(extra, { surface: 'operator' as const })
}

const metricsPath = `${operatorPrefix}/metrics`

/** Knows a token again while the database cannot be asked: nobody can revoke it meanwhile. */
function rememberedTokens(database: Statements): (header: string | undefined) => Promise<Operator> {
  const known = new Map<string, Operator>()
  return async header => {
    const hash = hexHashOfSecret(bearer(header) ?? '')
    try {
      const operator = await requireToken(database, header)
      known.set(hash, operator)
      return operator
    } catch (error) {
      const operator = known.get(hash)
      if (error instanceof Problem || !operator) {
        known.delete(hash)
        throw error
      }
      return operator
    }
  }
}

const bodyOf = (operation: OperatorOperation, request: IncomingMessage, take: TakeBody): Promise<unknown> =>
  operation.body === undefined || operation.body === 'lines'
    ? Promise.resolve(undefined)
    : readBody(request, take, operation.body)

function replyTo(
  operation: Pick<OperatorOperation, 'answers' | 'status'>,
  answer: unknown,
  { measured }: OperatorBackend,
): Reply {
  if (operation.answers === 'text')
    return { status: 200, headers: { 'Content-Type': measured.contentType }, body: answer as string }
  const body = operation.answers === 'document' ? answer : { success: true, data: answer }
  return {
    status: operation.status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    body: JSON.stringify(body),
  }
}

async function requireToken(database: Statements, header: string | undefined): Promise<Operator> {
  const secret = bearer(header)
  if (!secret)
    throw new Problem(
      'MISSING_OPERATOR_TOKEN',
      'An operator token is required; send the header "Authorization: Bearer <OPERATOR_TOKEN>"; ./muster tokens create makes one',
    )
  return operatorWith(database, secret)
}

/** Whose operator token this is; refuses with 401. */
export async function operatorWith(database: Statements, secret: string): Promise<Operator> {
  const kind = kindOfSecret(secret)
  const token =
    kind === 'operator' && isWellFormed(secret) ? await operatorTokenWith(database, secret) : undefined
  if (token) return token
  throw new Problem(
    'INVALID_OPERATOR_TOKEN',
    kind === 'company' || kind === 'agency'
      ? 'This is an API key; the operator interface takes operator tokens only'
      : 'This operator token is mistyped, was revoked or does not exist',
  )
}
