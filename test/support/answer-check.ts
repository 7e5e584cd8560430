// The one hook every answer in the suite goes through: it must be what its operation declares, no property more.
import assert from 'node:assert/strict'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Operation } from '../../src/kernel/operation.ts'
import { statusOf } from '../../src/kernel/problem.ts'

const Failure = Compile(
  Type.Object(
    {
      success: Type.Literal(false),
      error: Type.Object(
        {
          code: Type.Unsafe<string>({ type: 'string', enum: Object.keys(statusOf) }),
          message: Type.String({ minLength: 8 }),
        },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  ),
)

const whole = new Map<string, ReturnType<typeof Compile>>()
const partial = new Map<string, ReturnType<typeof Compile>>()

/** The same schema with nothing required, for answers that `fields` has cut down. */
function loosened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(loosened)
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => (key === 'required' ? [] : [[key, loosened(value)]])),
  )
}

function envelopeOf(operation: Operation, cut: boolean): ReturnType<typeof Compile> {
  const cache = cut ? partial : whole
  const key = `${operation.method} ${operation.path}`
  const known = cache.get(key)
  if (known) return known
  const data = (cut ? loosened(operation.answers) : operation.answers) as TSchema
  const meta =
    operation.shape === 'feed'
      ? Type.Object(
          { limit: Type.Integer(), next: Type.String(), more: Type.Boolean() },
          { additionalProperties: false },
        )
      : Type.Object(
          { page: Type.Integer(), limit: Type.Integer(), total: Type.Integer() },
          { additionalProperties: true },
        )
  const made = Compile(
    Type.Object(
      { success: Type.Literal(true), data, ...(operation.shape !== 'single' && { meta }) },
      { additionalProperties: false },
    ),
  )
  cache.set(key, made)
  return made
}

export function checkAnswer(
  operation: Operation | undefined,
  url: string,
  status: number,
  headers: Headers,
  body: unknown,
): void {
  assert.match(headers.get('x-request-id') ?? '', /^[\w-]{8,64}$/, `${url}: no request id`)
  if (status >= 400) {
    const problem = body as { error: { code: keyof typeof statusOf } }
    assert.ok(Failure.Check(body), `${url}: ${status} without the error envelope: ${JSON.stringify(body)}`)
    assert.equal(statusOf[problem.error.code], status, `${url}: ${problem.error.code} came with ${status}`)
    if (status === 401) assert.equal(headers.get('www-authenticate'), 'Bearer', url)
    return
  }
  assert.ok(operation, `${url}: answered ${status} without an operation`)
  const check = envelopeOf(operation, new URL(url).searchParams.has('fields'))
  const wrong = check.Check(body) ? [] : check.Errors(body).slice(0, 3)
  assert.deepEqual(wrong, [], `${url}: the answer is not what ${operation.path} declares`)
}
