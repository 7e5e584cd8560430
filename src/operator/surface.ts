// The operator's HTTP interface: its own prefix and tokens; API keys are refused.
import type { IncomingMessage } from 'node:http'
import { isWellFormed, kindOfSecret } from '../access/key-format.ts'
import { splitQuery } from '../http/query-string.ts'
import { routesOf } from '../http/routes.ts'
import { bearer, type Extra, type Reply } from '../http/server.ts'
import { Problem } from '../problem.ts'
import type { Database } from '../store/engine/database.ts'
import { operatorTokenWith } from '../store/keys/keys.ts'
import { keyOperations } from './key-operations.ts'
import { loadOperations } from './load-operations.ts'
import { matchOperations } from './match-operations.ts'
import { operatorOpenApi } from './openapi.ts'
import {
  type OperatorBackend,
  type OperatorOperation,
  type OperatorToken,
  operatorOperation,
  plain,
  readBody,
  readOperatorQuery,
} from './operation.ts'
import { peopleOperations } from './people-operations.ts'
import { recordOperations } from './record-operations.ts'
import { requestOperations } from './request-operations.ts'
import { serverOperations } from './server-operations.ts'
import { todayOperations } from './today.ts'
import { webhookOperations } from './webhook-operations.ts'

export const operatorPrefix = '/operator'

const page = operatorOperation('GET', '/openapi.json', {
  summary: 'This document',
  answers: 'document',
  run: async () => operatorOpenApi(operatorOperations, operatorPrefix),
})

export const operatorOperations: readonly OperatorOperation[] = [
  ...serverOperations,
  ...todayOperations,
  ...requestOperations,
  ...loadOperations,
  ...keyOperations,
  ...webhookOperations,
  ...matchOperations,
  ...peopleOperations,
  ...recordOperations,
  page,
]

export function operatorSurface(backend: OperatorBackend): Extra {
  const routes = routesOf(operatorOperations)
  const extra: Extra = async (request, { path, search }, _take, called) => {
    if (path !== operatorPrefix && !path.startsWith(`${operatorPrefix}/`)) return undefined
    const token = await requireToken(backend.database, request.headers.authorization)
    const found = routes(request.method ?? '', path.slice(operatorPrefix.length) || '/')
    const { operation } = found
    called(`${operatorPrefix}${operation.path}`)
    for (const [name, value] of Object.entries(found.path)) plain(value, name)
    const query = readOperatorQuery(operation, splitQuery(search))
    const body = await bodyOf(operation, request)
    const answer = await operation.run({ path: found.path, query, body, request, token }, backend)
    return { ...replyTo(operation, answer, backend), route: `${operatorPrefix}${operation.path}` }
  }
  return Object.assign(extra, { surface: 'operator' as const })
}

const bodyOf = (operation: OperatorOperation, request: IncomingMessage): Promise<unknown> =>
  operation.body === undefined || operation.body === 'lines'
    ? Promise.resolve(undefined)
    : readBody(request, operation.body)

function replyTo(operation: OperatorOperation, answer: unknown, { measured }: OperatorBackend): Reply {
  if (operation.answers === 'text')
    return { status: 200, headers: { 'Content-Type': measured.contentType }, body: answer as string }
  const body = operation.answers === 'document' ? answer : { success: true, data: answer }
  return {
    status: operation.status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    body: JSON.stringify(body),
  }
}

async function requireToken(database: Database, header: string | undefined): Promise<OperatorToken> {
  const secret = bearer(header)
  if (!secret)
    throw new Problem(
      'MISSING_OPERATOR_TOKEN',
      'An operator token is required; send the header "Authorization: Bearer <OPERATOR_TOKEN>"; ./muster tokens create makes one',
    )
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
