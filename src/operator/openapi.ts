// The operator's interface as an OpenAPI document of its own, built from its operations.

import { rolesFor } from '../access/operators.ts'
import { operatorStatusOf, statusOf } from '../errors/problem.ts'
import { version } from '../settings/version.ts'
import { Type } from '../shape/schema.ts'
import type { OperatorOperation } from './operation.ts'

const envelope = (success: boolean, name: 'data' | 'error', content: object) => ({
  type: 'object',
  required: ['success', name],
  properties: { success: { const: success }, [name]: content },
})

/** No API key is accepted here, so errors about keys are left out. */
const codes = [
  ...Object.keys(statusOf).filter(code => !code.endsWith('_API_KEY')),
  ...Object.keys(operatorStatusOf),
]

const failure = {
  description: 'What was wrong, and what would be right',
  content: {
    'application/json': {
      schema: envelope(false, 'error', {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'string', enum: codes }, message: { type: 'string' } },
      }),
    },
  },
}

const document = {
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
  additionalProperties: true,
}

function contentOf(answers: OperatorOperation['answers']) {
  if (answers === 'text') return { 'text/plain': { schema: Type.String() } }
  return {
    'application/json': { schema: answers === 'document' ? document : envelope(true, 'data', answers) },
  }
}

/** A missing body counts as an empty object. */
const needed = (body: OperatorOperation['body']) =>
  typeof body === 'object' && ((body as { required?: string[] }).required ?? []).length > 0

function described(operation: OperatorOperation) {
  const { method, path, summary, query, meanings = {}, body, answers, status } = operation
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const parameters = [
    ...inPath.map(name => ({ name, in: 'path', required: true, schema: Type.String() })),
    ...Object.entries(query).map(([name, schema]) => ({
      name,
      in: 'query',
      ...(meanings[name] && { description: meanings[name] }),
      required: false,
      schema,
    })),
  ]
  const content =
    body === 'lines'
      ? { 'application/x-ndjson': { schema: Type.String() } }
      : { 'application/json': { schema: body } }
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[{}]/g, '').replace(/[/-]\w/g, part => part.slice(1).toUpperCase())}`,
    summary,
    description: `For the role ${rolesFor(operation.for).join(', ')}.`,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: needed(body), content } }),
    responses: {
      [status]: { description: 'Done', content: contentOf(answers) },
      '4XX': { $ref: '#/components/responses/Failure' },
      '5XX': { $ref: '#/components/responses/Failure' },
    },
  }
}

export function operatorOpenApi(operations: readonly OperatorOperation[], prefix: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    paths[operation.path]![operation.method.toLowerCase()] = described(operation)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster, the operator’s interface',
      version,
      description:
        'Keys, loads, webhooks, matches, people, figures, and who may do what. Tokens come from ./muster tokens create, each with a role; every operation says which roles may call it. An API key opens none of it.',
    },
    servers: [{ url: prefix }],
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: { Failure: failure },
    },
    paths,
  }
}
