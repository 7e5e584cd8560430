// The one hook every answer in the suite goes through: it must be what the published OpenAPI document says of its
// operation, no property more. Operations that a test declares are held to the document of their own.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { operations } from '../../src/api/index.ts'
import { type OpenApi, openApiDocument } from '../../src/describe/openapi.ts'
import { isPartialRef } from '../../src/describe/schema.ts'
import { statusOf } from '../../src/errors/problem.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document, walked freely
type Any = any
type Checker = ReturnType<typeof Compile>

const published: OpenApi = JSON.parse(
  readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'),
)

const documents = new Map<Operation, OpenApi>(operations.map(operation => [operation, published]))
const checkers = new Map<Operation, { whole?: Checker; cut?: Checker }>()

/** The schema with its references followed, and closed: what is not listed may not come. */
export function resolved(node: Any, document: OpenApi): Any {
  if (Array.isArray(node)) return node.map(item => resolved(item, document))
  if (node === null || typeof node !== 'object') return node
  if (node.$ref) return resolved(at(document, node.$ref), document)
  const entries = Object.entries(node).map(([key, value]) => [key, resolved(value, document)])
  const inner = Object.fromEntries(entries)
  return node.properties === undefined || node.additionalProperties === true
    ? inner
    : { ...inner, additionalProperties: false }
}

/** An item of a list is a whole record or a partial one: which of these it has to be is known from the request. */
function withItems(schema: Any, cut: boolean): Any {
  const { items } = schema.properties.data
  if (!items?.anyOf) return schema
  const anyOf = items.anyOf.filter((option: Any) => isPartialRef(option) === cut)
  const data = { ...schema.properties.data, items: { ...items, anyOf } }
  return { ...schema, properties: { ...schema.properties, data } }
}

const at = (document: Any, ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce((place, name) => place[name], document)

function responseSchema(document: OpenApi, operation: Operation, status: number): Any {
  const item = document.paths[operation.path]?.[operation.method.toLowerCase()] as Any
  let response = item?.responses[status]
  if (response?.$ref) response = at(document, response.$ref)
  return response?.content['application/json'].schema
}

function checkerOf(operation: Operation, cut: boolean): Checker {
  const known = checkers.get(operation) ?? {}
  checkers.set(operation, known)
  const document = documents.get(operation) ?? openApiDocument([operation])
  documents.set(operation, document)
  const make = () =>
    Compile(resolved(withItems(responseSchema(document, operation, 200), cut), document) as TSchema)
  const kind = cut ? 'cut' : 'whole'
  known[kind] ??= make()
  return known[kind]
}

const Failure = Compile(resolved({ $ref: '#/components/schemas/Problem' }, published) as TSchema)

export function checkAnswer(
  operation: Operation | undefined,
  url: string,
  status: number,
  headers: Headers,
  body: unknown,
): void {
  assert.match(headers.get('x-request-id') ?? '', /^[\w-]{8,64}$/, `${url}: no request id`)
  if (status >= 400) {
    checkProblem(operation, url, status, headers, body)
    return
  }
  assert.ok(operation, `${url}: answered ${status} without an operation`)
  if (status === 304) {
    assert.ok(operation.hasTag && headers.get('etag') && !body, `${url}: a 304 of what does not last`)
    return
  }
  const check = checkerOf(operation, new URL(url).searchParams.has('fields'))
  const wrong = check.Check(body) ? [] : check.Errors(body).slice(0, 3)
  assert.deepEqual(wrong, [], `${url}: the answer is not what the document says of ${operation.path}`)
}

/** Problems of the connection come before any operation, and are no operation's own. */
const anywhere = new Set([405, 408, 414, 431])

function checkProblem(
  operation: Operation | undefined,
  url: string,
  status: number,
  headers: Headers,
  body: unknown,
): void {
  const problem = body as { error: { code: keyof typeof statusOf } }
  assert.ok(Failure.Check(body), `${url}: ${status} without the error envelope: ${JSON.stringify(body)}`)
  assert.equal(statusOf[problem.error.code], status, `${url}: ${problem.error.code} came with ${status}`)
  if (status === 401)
    assert.match(headers.get('www-authenticate')!, /^(Bearer|Basic realm="Muster", charset="UTF-8")$/, url)
  if (!operation || anywhere.has(status)) return
  const document = documents.get(operation)
  if (document)
    assert.ok(responseSchema(document, operation, status), `${url}: ${status} is not in the document`)
}
