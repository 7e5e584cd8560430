// Which problems an operation can answer with, and how each status is published.

import { allowsKind } from '../access/permit.ts'
import { meaningOf, type ProblemCode, statusOf } from '../errors/problem.ts'
import { problemDetailsType } from '../http/problem-details.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import type { Schema } from './schema.ts'

const always: readonly ProblemCode[] = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'EXPIRED_API_KEY',
  'REVOKED_API_KEY',
  'KEY_OWNER_DELETED',
  'IP_NOT_ALLOWED',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]

const ofBodies: readonly ProblemCode[] = [
  'INVALID_JSON',
  'VALIDATION_ERROR',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]

/** Every code an operation can answer with, as far as its declaration tells. */
export function problemsOf(operation: Operation): ProblemCode[] {
  const takes = (name: string) => operation.parameters.some(parameter => parameter.name === name)
  const codes = new Set<ProblemCode>([
    ...always,
    'BAD_REQUEST',
    ...(operation.scopes.length > 0 ? (['INSUFFICIENT_SCOPE'] as const) : []),
    ...(allowsKind(operation, 'agency') ? [] : (['COMPANY_KEY_REQUIRED'] as const)),
    ...(allowsKind(operation, 'company') ? [] : (['AGENCY_KEY_REQUIRED'] as const)),
    ...(takes('company') ? (['COMPANY_ACCESS_DENIED'] as const) : []),
    ...(operation.feature ? (['FEATURE_NOT_ENABLED'] as const) : []),
    ...(operation.path.includes('{') ? (['NOT_FOUND'] as const) : []),
    ...(takes('after') ? (['RESYNC_REQUIRED'] as const) : []),
    ...(operation.body ? ofBodies : []),
    ...(operation.body && !operation.idempotent ? (['IDEMPOTENCY_CONFLICT'] as const) : []),
    ...(operation.problems ?? []),
  ])
  return (Object.keys(statusOf) as ProblemCode[]).filter(code => codes.has(code))
}

const titles: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'ServerError',
  503: 'Unavailable',
}

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } })

const headersOf = (status: number) => ({
  ...header('X-Request-Id'),
  ...(status === 401
    ? header('WWW-Authenticate')
    : { ...header('RateLimit'), ...header('RateLimit-Policy') }),
  ...(status === 405 ? header('Allow') : {}),
  ...(status === 429 || status === 503 ? header('Retry-After') : {}),
})

/** One response for each status that any of these operations has, with an example for each of its codes. */
export function problemResponses(operations: readonly Operation[]): Record<string, Schema> {
  const codes = [...new Set(operations.flatMap(problemsOf))]
  const used = Object.entries(titles).filter(([status]) =>
    codes.some(code => statusOf[code] === Number(status)),
  )
  return Object.fromEntries(
    used.map(([status, title]) => {
      const own = codes.filter(code => statusOf[code] === Number(status))
      const examples = Object.fromEntries(own.map(code => [code, { value: example(code) }]))
      return [
        title,
        {
          description: own.map(code => `\`${code}\`: ${meaningOf[code]}`).join('\n\n'),
          headers: headersOf(Number(status)),
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Problem' }, examples },
            [problemDetailsType]: { schema: { $ref: '#/components/schemas/ProblemDetails' } },
          },
        },
      ]
    }),
  )
}

const example = (code: ProblemCode) => ({ success: false, error: { code, message: meaningOf[code] } })

/** References to those responses, by status. */
export function responsesFor(operation: Operation): Record<string, Schema> {
  const statuses = [...new Set(problemsOf(operation).map(code => statusOf[code]))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map(status => [String(status), { $ref: `#/components/responses/${titles[status]}` }]),
  )
}

export const problemDetailsSchema: Schema = {
  type: 'object',
  description:
    'An error as problem details (RFC 9457), for whoever asks for them by `Accept: application/problem+json`.',
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Where this kind of error is described.' },
    title: { type: 'string', description: 'What kind of error it is.' },
    status: { type: 'integer', description: 'The status of the answer.' },
    detail: { type: 'string', description: 'What was wrong and what would be right, for people.' },
    code: { type: 'string', description: 'What went wrong, for programs: one of the codes of `Problem`.' },
    requestId: { type: 'string', description: 'Names this request in the logs.' },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
}

export const problemSchema: Schema = {
  type: 'object',
  properties: {
    success: { type: 'boolean', const: false, description: 'Always false with any other status than 200.' },
    error: {
      type: 'object',
      description: 'What went wrong.',
      properties: {
        code: { type: 'string', enum: Object.keys(statusOf), description: 'What went wrong, for programs.' },
        message: { type: 'string', description: 'What was wrong and what would be right, for people.' },
      },
      required: ['code', 'message'],
    },
  },
  required: ['success', 'error'],
}
