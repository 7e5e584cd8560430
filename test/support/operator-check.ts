// Holds every answer of the operator's interface to the document it publishes: status, content type and schema, no
// property more.
import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import { operatorStatusOf, statusOf } from '../../src/errors/problem.ts'
import { routesOf } from '../../src/http/routes.ts'
import { operatorOpenApi } from '../../src/operator/openapi.ts'
import type { OperatorOperation } from '../../src/operator/operation.ts'
import { operatorOperations, operatorPrefix } from '../../src/operator/surface.ts'
import { resolved } from './answer-check.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document, walked freely
type Any = any

export const operatorDocument = operatorOpenApi(operatorOperations, operatorPrefix) as Any
const routes = routesOf(operatorOperations)
const statuses: Record<string, number> = { ...statusOf, ...operatorStatusOf }

/** Operations that were answered with what they promise. */
export const answered = new Set<OperatorOperation>()

function operationAt(method: string, path: string): OperatorOperation | undefined {
  try {
    return routes(method, path.split('?')[0]!).operation
  } catch {
    return undefined
  }
}

/** `path` is under the prefix; `text` is the body as it came. */
export function checkOperatorAnswer(method: string, path: string, response: Response, text: string): void {
  const { status, headers } = response
  const where = `${method} ${path} ${status}`
  assert.match(headers.get('x-request-id') ?? '', /^[\w-]{8,64}$/, where)
  const operation = operationAt(method, path)
  // What leads nowhere is refused as everything else here is.
  const { responses } =
    operatorDocument.paths[(operation ?? operatorOperations[0]!).path][
      (operation?.method ?? operatorOperations[0]!.method).toLowerCase()
    ]
  const described = resolved(responses[status] ?? responses[`${String(status)[0]}XX`], operatorDocument)
  assert.ok(described, `${where} is not in the document`)
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  const content = described.content[type]
  assert.ok(content, `${where}: ${type} is not in the document`)
  const body = type === 'application/json' ? JSON.parse(text) : text
  const check = Compile(content.schema)
  assert.deepEqual(check.Check(body) ? [] : check.Errors(body).slice(0, 3), [], where)
  if (status >= 400) assert.equal(statuses[body.error.code], status, where)
  if (status === 401) assert.equal(headers.get('www-authenticate'), 'Bearer', where)
  if (status < 300 && operation) answered.add(operation)
}

/** The operations that a test file of their own answers; all others are answered in test/process/webhooks.slow.ts. */
export const answeredApart = {
  matches: /^\w+ \/matches/,
  people: /^\w+ \/people/,
  requests: /^GET \/requests/,
  loads: /^GET \/loads/,
  today: /^GET \/(today|deliveries|deliveries\/count)$/,
  keys: /^GET \/(keys\/\{id\}\/(explain|operations)|key-tasks|scopes|owners)$/,
  mappings: /^\w+ \/mapping/,
  jobs: /^\w+ \/(jobs|backups|secret-rotation)/,
  views: /^\w+ \/views/,
  billing: /^POST \/billing-checks/,
  access: /^\w+ \/(tokens|sessions|audit)/,
  records: /^GET \/record|^GET \/webhooks\/\{id\}\/samples$|^POST \/signatures/,
}

/** Every operation of this part was answered with what it promises. */
export function expectAnswered(part: keyof typeof answeredApart): void {
  const missing = operatorOperations
    .filter(one => !answered.has(one))
    .map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(
    missing.filter(named => answeredApart[part].test(named)),
    [],
  )
}
