// The part of the SDK that is generated: the types of records and parameters, and the list of operations.

import { statusOf } from '../errors/problem.ts'
import { capitalized } from '../formats/words.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { type Parameter, parameterText } from '../kernel/operation/parameter.ts'
import { nodeOf } from '../shape/shape.ts'
import { exportFormats } from '../tables/export-formats.ts'
import { clientNameOf } from './names.ts'
import { type OpenApi, openApiDocument } from './openapi.ts'
import { isPartial, isPartialRef, type Schema } from './schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document, walked freely
type Any = any

export function clientSource(operations: readonly Operation[]): string {
  const document = openApiDocument(operations)
  return `${[
    '// Generated from the declarations by npm run contract. Do not edit.',
    "import type { Upload } from './documents.ts'\nimport type { FieldOf, Narrow } from './narrow.ts'\nimport type { Page, PageMeta, Pages } from './pages.ts'",
    `export type ProblemCode =\n${Object.keys(statusOf)
      .map(code => `  | '${code}'`)
      .join('\n')}`,
    `export type Format = ${exportFormats.map(({ name }) => quoted(name)).join(' | ')}`,
    ...recordSchemas(document).map(
      ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema, '')}`,
    ),
    ...operations.map(operation => paramsType(operation)),
    callsType(operations, document),
    operationList(operations),
    followedList(operations),
  ].join('\n\n')}\n`
}

/** What has a name in a client: the runtime brings what is about pages and errors. */
export const recordSchemas = ({ components }: OpenApi): [string, Schema][] =>
  Object.entries(components.schemas).filter(
    ([name]) => !['Problem', 'ListMeta', 'FeedMeta'].includes(name) && !isPartial(name),
  )

const comment = ({ description }: Schema) => (description ? `/** ${description} */\n` : '')

function typeOf(schema: Any, indent: string): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value: unknown) => quoted(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((one: Any) => typeOf(one, indent)).join(' | ')
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => typeOf({ ...schema, type }, indent)).join(' | ')
  return plainType(schema, indent)
}

const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))

function plainType(schema: Any, indent: string): string {
  switch (schema.type) {
    case 'array': {
      const item = typeOf(schema.items, indent)
      return /[|\n]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      return objectType(schema, indent)
    case 'integer':
      return 'number'
    case undefined:
      return 'unknown'
    default:
      return schema.type
  }
}

function objectType({ properties, required = [], additionalProperties }: Any, indent: string): string {
  if (!properties) return `Record<string, ${typeOf(additionalProperties ?? {}, indent)}>`
  const inner = `${indent}  `
  const lines = Object.entries(properties as Record<string, Any>).map(([name, schema]) => {
    const said = schema.description ? `${inner}/** ${schema.description} */\n` : ''
    return `${said}${inner}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

export const paramsName = (operation: Operation) => `${capitalized(operation.name)}Params`

export const takesSeveral = ({ several, joined }: Parameter) => several === true || joined === true

function paramsType(operation: Operation): string {
  const lines = operation.parameters
    .filter(({ name, httpOnly }) => name !== 'fields' && !httpOnly)
    .map(parameter => {
      const { name, schema } = parameter
      const several = takesSeveral(parameter)
      const one = several && !nodeOf(schema).enum ? 'string' : typeOf(schema, '  ')
      const type = several ? `${one} | readonly ${one.includes('|') ? `(${one})` : one}[]` : one
      return `  /** ${parameterText(parameter)} */\n  ${name}?: ${type}`
    })
  const more =
    operation.body && !operation.idempotent
      ? ['  /** Makes it safe to send the same again. */', '  idempotencyKey?: string']
      : []
  return `export type ${paramsName(operation)} = {\n${[...lines, ...more, '  signal?: AbortSignal'].join('\n')}\n}`
}

function callsType(operations: readonly Operation[], document: OpenApi): string {
  const resources = Map.groupBy(operations, operation => clientNameOf(operation).resource)
  const lines = [...resources].map(([resource, own]) => {
    if (own.length === 1 && clientNameOf(own[0]!).method === undefined)
      return `${said(own[0]!, '  ')}  ${resource}${signatureOf(own[0]!, document)}`
    const methods = own.map(
      one => `${said(one, '    ')}    ${clientNameOf(one).method}${signatureOf(one, document)}`,
    )
    return `  ${resource}: {\n${methods.join('\n')}\n  }`
  })
  return `export type Calls = {\n${lines.join('\n')}\n}`
}

const said = ({ summary, method, path }: Operation, indent: string) =>
  `${indent}/** ${summary}: ${method} ${path}. */\n`

/** What an operation is sent and answers: of lists one whole record, and what `meta` says of its page. */
export function exchangeOf(
  { path, method, shape }: Operation,
  document: OpenApi,
): { record: Schema; meta?: Schema; body?: Schema } {
  const { responses, requestBody } = document.paths[path]![method.toLowerCase()] as Any
  const { data, meta } = responses[200].content['application/json'].schema.properties
  return {
    record: shape === 'single' ? data : wholeItem(data.items),
    ...(meta && { meta }),
    ...(requestBody && { body: requestBody.content['application/json'].schema }),
  }
}

function signatureOf(operation: Operation, document: OpenApi): string {
  const { path, shape, parameters } = operation
  const told = exchangeOf(operation, document)
  const id = path.includes('{id}') ? ['id: string'] : []
  const record = typeOf(told.record, '')
  const meta = told.meta?.$ref ? '' : told.meta ? `, ${typeOf(told.meta, '    ')}` : ''
  if (shape === 'single') {
    const sent = told.body ? [`body: WithUploads<${typeOf(told.body, '')}>`] : []
    return `(${[...id, ...sent, `params?: ${paramsName(operation)}`].join(', ')}): Promise<${record}>`
  }
  if (shape === 'feed') return `(params?: ${paramsName(operation)}): Promise<Page<${record}, FeedMeta>>`
  if (!parameters.some(({ name }) => name === 'fields'))
    return `(${[...id, `params?: ${paramsName(operation)}`].join(', ')}): Pages<${record}${meta}>`
  const params = `params?: ${paramsName(operation)} & { fields?: F }`
  return `<const F extends readonly FieldOf<${record}>[] | undefined = undefined>(${[...id, params].join(', ')}): Pages<Narrow<${record}, F>${meta}>`
}

/** What `fields` leaves of a record has a type made of the fields that are asked for. */
const wholeItem = (item: Any): Any =>
  item.anyOf ? { anyOf: item.anyOf.filter((one: Schema) => !isPartialRef(one)) } : item

const hasIds = ({ answers }: Operation) => nodeOf(answers).items?.properties?.id !== undefined

const streams = ({ parameters }: Operation) => parameters.some(({ name }) => name === 'format')

function operationList(operations: readonly Operation[]): string {
  const rows = operations.map(operation => {
    const { resource, method } = clientNameOf(operation)
    const name = method ? `'${method}'` : 'undefined'
    return `  { resource: '${resource}', method: ${name}, verb: '${operation.method}', path: '${operation.path}', shape: '${operation.shape}', body: ${operation.body !== undefined}, ids: ${hasIds(operation)}, streams: ${streams(operation)} },`
  })
  return `/** Where to go on reading a feed from, and whether there is more now. */
export type FeedMeta = { limit: number; next: string; more: boolean; total?: number }

/** A body whose files may be given as Blobs. */
export type WithUploads<T> = T extends { fileName: string; content: string }
  ? T | Upload
  : T extends readonly (infer I)[]
    ? WithUploads<I>[]
    : T extends object
      ? { [K in keyof T]: WithUploads<T[K]> }
      : T

type Listed = {
  resource: string
  method: string | undefined
  verb: 'GET' | 'POST'
  path: string
  shape: 'single' | 'list' | 'feed'
  body: boolean
  /** Whether the rows of a list have ids. */
  ids: boolean
  /** Whether a list also comes whole in one answer. */
  streams: boolean
}

export const operations: readonly Listed[] = [\n${rows.join('\n')}\n]`
}

/** Lists of resources with changes to follow. */
export function followedIn(operations: readonly Operation[]): Operation[] {
  return operations.filter(one => one.shape === 'list' && one.followed && !one.path.includes('{'))
}

function followedList(operations: readonly Operation[]): string {
  const rows = followedIn(operations).map(
    one => `  ${clientNameOf(one).resource}: { path: '${one.path}', type: '${one.reads}' },`,
  )
  return `export const followed = {\n${rows.join('\n')}\n} as const

/** What can be kept a copy of. */
export type Resource = keyof typeof followed

/** A row of a resource, as its list gives it. */
export type Row<R extends Resource> = Awaited<ReturnType<ReturnType<Calls[R]['list']>['page']>>['data'][number]

export type { Page, PageMeta }`
}
