// The operator's HTTP interface: its own prefix and tokens; API keys are refused.
import type { IncomingMessage } from 'node:http'
import type { TSchema } from 'typebox'
import type { Caller } from '../access/caller.ts'
import { hexHashOfSecret, isWellFormed, kindOfSecret } from '../access/key-format.ts'
import { type Operator, requireRole } from '../access/operators.ts'
import type { Database, Statements } from '../database/database.ts'
import { Problem } from '../errors/problem.ts'
import { bearerToken } from '../http/authorization.ts'
import { readCheckedBody, readCheckedQuery, storableText } from '../http/checked-request.ts'
import { type RoutesTo, routesOf } from '../http/routes.ts'
import { type Handler, jsonReply, type Reply, type RequestTarget, type TakeBody } from '../http/surface.ts'
import type { AuditEntry } from '../store/operators/audit.ts'
import { operatorTokenWith } from '../store/operators/tokens.ts'
import { accessOperations } from './access-operations.ts'
import { auditChange } from './audit.ts'
import { jobOperations } from './job-operations.ts'
import { keyOperations } from './key-operations.ts'
import { loadOperations } from './load-operations.ts'
import { mappingOperations } from './mapping-operations.ts'
import { markOperations } from './mark-operations.ts'
import { matchOperations } from './match-operations.ts'
import { operatorOpenApi } from './openapi.ts'
import {
  type CallArguments,
  type DeclaredOperation,
  type OperatorBackend,
  type OperatorOperation,
  type OwnOperation,
  operatorOperation,
} from './operation.ts'
import { ownOperations } from './own-operations.ts'
import { peopleOperations } from './people-operations.ts'
import { recordOperations } from './record-operations.ts'
import { requestOperations } from './request-operations.ts'
import { serverOperations } from './server-operations.ts'
import { todayOperations } from './today.ts'
import { viewOperations } from './view-operations.ts'
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
  ...mappingOperations,
  ...jobOperations,
  ...keyOperations,
  ...webhookOperations,
  ...matchOperations,
  ...markOperations,
  ...peopleOperations,
  ...accessOperations,
  ...recordOperations,
  ...viewOperations,
]

export const operatorOperations: readonly OperatorOperation[] = [...declaredOperations, page]

/** Answers an operator who is known, at a path under the prefix. */
export type OperatorAnswers = (
  request: IncomingMessage,
  target: RequestTarget,
  operator: Operator,
  take: TakeBody,
  found: (route: string) => void,
) => Promise<Reply>

export function operatorAnswers(backend: OperatorBackend): OperatorAnswers {
  const routes = routesOf(operatorOperations)
  return async (request, target, operator, take, found) => {
    const match = routes(request.method ?? '', target.path || '/')
    const route = `${operatorPrefix}${match.operation.path}`
    found(route)
    requireRole(operator, match.operation.for)
    const call = await readCall(match, request, target, take)
    const by = { who: operator, requestId: target.requestId }
    return { ...(await replyTo(match.operation, { ...backend, ...call, request, operator }, by)), route }
  }
}

/** Answers the holder of a key about the key's own things. */
export type OwnAnswers = (
  request: IncomingMessage,
  target: RequestTarget,
  caller: Caller,
  take: TakeBody,
) => Promise<Reply>

export function ownAnswers(backend: OperatorBackend): OwnAnswers {
  const routes = routesOf<OwnOperation>(ownOperations)
  return async (request, target, caller, take) => {
    const match = routes(request.method ?? '', target.path || '/')
    const call = await readCall(match, request, target, take)
    const { keyId, name } = caller
    const by = { who: { via: 'key' as const, id: keyId, name }, requestId: target.requestId }
    const reply = await replyTo(match.operation, { ...backend, ...call, caller }, by)
    return { ...reply, route: `/own${match.operation.path}`, keyId }
  }
}

async function readCall(
  { operation, path }: ReturnType<RoutesTo<Pick<OperatorOperation, 'query' | 'body' | 'mostBodyBytes'>>>,
  request: IncomingMessage,
  { search }: RequestTarget,
  take: TakeBody,
): Promise<CallArguments> {
  for (const [name, value] of Object.entries(path)) storableText(value, name)
  const query = readCheckedQuery(operation.query, search)
  const isRead = operation.body !== undefined && operation.body !== 'lines'
  return {
    path,
    query,
    body: isRead ? await readCheckedBody(request, take, operation.body as TSchema) : undefined,
  }
}

async function replyTo<C extends CallArguments & OperatorBackend>(
  { method, path, changes, answers, status, run }: DeclaredOperation<C>,
  call: C,
  by: Pick<AuditEntry, 'who' | 'requestId'>,
): Promise<Reply> {
  const isChange = changes !== undefined && changes !== 'nothing' && !isDryRun(call)
  const answer = isChange
    ? await auditChange(
        call.database,
        { ...by, operation: `${method} ${path}`, subject: changes, id: call.path.id },
        database => run({ ...call, database }),
      )
    : await run(call)
  if (answers === 'text')
    return { status, headers: { 'Content-Type': call.metrics.contentType }, body: answer as string }
  return jsonReply(status, answers === 'document' ? answer : { success: true, data: answer })
}

const isDryRun = ({ query, body }: CallArguments) =>
  query.dryRun === 'true' || (body as { dryRun?: boolean } | undefined)?.dryRun === true

/** `watching` is the database for those who watch the server: they need an answer also where it gives none. */
export function operatorSurface(database: Database, watching: Statements, answers: OperatorAnswers): Handler {
  const watcher = rememberedTokens(watching)
  const handler: Handler = async (request, target, take, found) => {
    const { path } = target
    if (path !== operatorPrefix && !path.startsWith(`${operatorPrefix}/`)) return undefined
    const { authorization } = request.headers
    const operator = await (path === metricsPath
      ? watcher(authorization)
      : requireToken(database, authorization))
    return answers(request, { ...target, path: path.slice(operatorPrefix.length) }, operator, take, found)
  }
  return Object.assign(handler, { surface: 'operator' as const })
}

const metricsPath = `${operatorPrefix}/metrics`

/** Knows a token again while the database cannot be asked: nobody can revoke it meanwhile. */
function rememberedTokens(database: Statements): (header: string | undefined) => Promise<Operator> {
  const known = new Map<string, Operator>()
  return async header => {
    const hash = hexHashOfSecret(bearerToken(header) ?? '')
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

async function requireToken(database: Statements, header: string | undefined): Promise<Operator> {
  const secret = bearerToken(header)
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
