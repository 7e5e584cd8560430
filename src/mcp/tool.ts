// An operation as a tool: its name, its inputs from its own parameters, and nothing that an assistant can do
// without, because the list is read into every conversation.

import type { CallerKind } from '../access/caller.ts'
import { chapterOf } from '../api/chapters.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import type { Parameter } from '../kernel/operation/parameter.ts'
import { type Node, nodeOf } from '../shape/shape.ts'
import { inputsOf, pathNames } from './arguments.ts'
import { hasGist } from './concise.ts'
import { mostMessageBytes, postTargetName, type ToolDefinition } from './protocol.ts'

type Schema = Record<string, unknown>

/** Reference lists are topics of the tool that describes, not tools of their own. */
export const isTool = ({ topic }: Operation) => topic === undefined

export function definitionOf(operation: Operation, kind: CallerKind): ToolDefinition {
  const own = inputsOf(operation, kind)
  const body = operation.body && nodeOf(operation.body.schema)
  const properties: Schema = {
    ...Object.fromEntries(pathNames(operation).map(name => [name, pathInput(operation)])),
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
        : {
            readOnlyHint: false,
            destructiveHint: false,
            idempotentHint: operation.idempotent === true,
            openWorldHint: false,
          },
    ...(isLarge(operation) && {
      _meta: { [postTargetName]: { path: operation.path, query: own.map(({ name }) => name) } },
    }),
  }
}

/** Whether what it is sent may be more than a message holds. */
const isLarge = ({ body }: Operation) => body !== undefined && body.maxBytes > mostMessageBytes

/** One tool for several lists: what they take in few words, of which the lists and the topic of the tool tell. */
export function sharedDefinition(tool: readonly Operation[], kind: CallerKind): ToolDefinition {
  const each = tool.map(one => definitionOf(one, kind))
  const inputs = Map.groupBy(
    each.flatMap(({ inputSchema }) => Object.entries(inputSchema.properties as Schema)),
    ([name]) => name,
  )
  const properties = [...inputs].map(([name, given]) => {
    const forms = new Set(given.map(([, input]) => JSON.stringify(input)))
    const [input] = forms.size === 1 ? (given[0]!.slice(1) as Schema[]) : []
    return [name, { type: input && input.enum === undefined ? input.type : 'string' }]
  })
  const list = { type: 'string', enum: tool.map(one => one.list), description: 'What to count' }
  return {
    ...each[0]!,
    description: sharedDescriptions[tool[0]!.tool]!,
    inputSchema: {
      type: 'object',
      properties: { list, ...Object.fromEntries(properties) },
      required: ['list'],
    },
  }
}

const sharedDescriptions: Record<string, string> = {
  open_api_get_totals:
    'Count the records of a list and add them up, by groups: groupBy=project,weekEnding:month, sum=values.charge.total. It takes what the list takes; the topic "totals" tells more.',
}

/** Of one record the tool itself says what it is. */
const pathInput = ({ noun, path }: Operation): Schema => ({
  type: 'string',
  description: path.endsWith('{id}') ? 'id or nanoid' : `${noun} id or nanoid`,
})

/** The main list of a chapter is described as the chapter is, which says what its records are. */
function descriptionOf(operation: Operation): string {
  const { shape, reads, path, brief, summary } = operation
  if (shape !== 'list') return brief ?? summary
  const isOfChapter = reads !== undefined && path.lastIndexOf('/') === 0
  return isOfChapter ? chapterOf(operation).description : summary
}

const requiredOf = (operation: Operation) =>
  operation.parameters.filter(({ name }) => name === 'topic').map(({ name }) => name)

/** What tools take alike, in few words or none: the instructions say it once, and the list is read into every conversation. */
const shared: Readonly<Record<string, string>> = {
  page: '',
  limit: '',
  from: '',
  to: '',
  dateField: '',
  fields: 'paths',
}

/** What a parameter means, in as few words as it can be said in. */
const briefOf = ({ name, description, brief }: Parameter): string => brief ?? shared[name] ?? description

function inputOf(parameter: Parameter, kind: CallerKind): Schema {
  const { schema, several, choices } = parameter
  const { type, enum: all } = nodeOf(schema)
  const values = choices?.[kind] ?? all
  const description = briefOf(parameter)
  const said = description && { description }
  if (values) return { type: 'string', enum: values, ...said }
  return { type: several ? 'string' : type, ...said }
}

/** A body's properties as they are declared, without our marks. */
function bodyInput(node: Node): Schema {
  const { type, enum: values, items, properties, required, description } = node
  if (values) return { type: 'string', enum: values, ...(description && { description }) }
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
