// An operation as a tool: its name, its inputs from its own parameters, and nothing that an assistant can do
// without, because the list is read into every conversation.

import type { Caller, CallerKind } from '../access/caller.ts'
import { allows } from '../access/permit.ts'
import { groupOf } from '../api/groups.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import type { Parameter } from '../kernel/operation/parameter.ts'
import { type Node, nodeOf } from '../shape/shape.ts'
import { pathNames } from './arguments.ts'
import { hasGist } from './concise.ts'

type Schema = Record<string, unknown>

export type ToolDefinition = {
  name: string
  description: string
  inputSchema: { type: 'object' } & Schema
  outputSchema: { type: 'object' } & Schema
  annotations: Schema
}

/** Reference lists are topics of the tool that describes, not tools of their own. */
export const isTool = ({ tool }: Operation) => !tool.startsWith('reference:')

export const mayCall = (operation: Operation, caller: Pick<Caller, 'kind' | 'scopes'>) =>
  allows(operation, caller.kind) && (!operation.scope || caller.scopes.has(operation.scope))

export function definitionOf(operation: Operation, kind: CallerKind): ToolDefinition {
  const own = operation.parameters.filter(
    ({ callers, httpOnly }) => !httpOnly && (!callers || callers === kind),
  )
  const body = operation.body && nodeOf(operation.body.schema)
  const properties: Schema = {
    ...Object.fromEntries(pathNames(operation).map(name => [name, { type: 'string' }])),
    ...Object.fromEntries(own.map(parameter => [parameter.name, inputOf(parameter, kind)])),
    ...(body && Object.fromEntries(Object.entries(body.properties ?? {}).map(([k, v]) => [k, bodyInput(v)]))),
    ...(hasGist(operation) && { detail: { type: 'string', enum: ['concise', 'full'] } }),
  }
  const required = [...pathNames(operation), ...(body?.required ?? []), ...requiredOf(operation)]
  return {
    name: operation.tool,
    description: descriptionOf(operation),
    inputSchema: {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
    },
    outputSchema: outputOf(operation),
    annotations:
      operation.method === 'GET'
        ? { readOnlyHint: true }
        : { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  }
}

/** Lists say what their records are; single records follow from them. */
function descriptionOf(operation: Operation): string {
  const known = operation.shape === 'list'
  return known ? `${operation.summary}. ${groupOf(operation).description}` : operation.summary
}

const requiredOf = (operation: Operation) =>
  operation.parameters.filter(({ name }) => name === 'topic').map(({ name }) => name)

/** Words that say the same for every tool are in the server's instructions. */
const explained = new Set(['page', 'limit', 'from', 'to', 'sortBy', 'sortOrder', 'fields', 'after'])

function inputOf({ name, schema, description, several, choices }: Parameter, kind: CallerKind): Schema {
  const { type, enum: all } = nodeOf(schema)
  const values = choices?.[kind] ?? all
  if (values) return { type: 'string', enum: values }
  const plain = { type: several ? 'string' : type }
  return several || type === 'boolean' || explained.has(name) || /^The id of one/.test(description)
    ? plain
    : { ...plain, description }
}

/** A body's properties as they are declared, without our marks. */
function bodyInput(node: Node): Schema {
  const { type, enum: values, items, properties, required, description } = node
  if (values) return { type: 'string', enum: values }
  return {
    ...(type && { type }),
    ...(description && { description }),
    ...(items && { items: bodyInput(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, bodyInput(v)])),
    }),
    ...(required && required.length > 0 && { required }),
  }
}

/** Thin: the fields are described by open_api_describe_metadata. */
function outputOf({ shape, answers }: Operation): ToolDefinition['outputSchema'] {
  const single = nodeOf(answers).type === 'object' ? { type: 'object' } : {}
  const data = shape === 'single' ? single : { type: 'array' }
  return {
    type: 'object',
    properties: shape === 'single' ? { data } : { data, meta: { type: 'object' } },
    required: ['data'],
  }
}
