// The part of the Python client that is generated: the types of records and parameters, and a class for each resource.

import { statusOf } from '../errors/problem.ts'
import { capitalized, singular } from '../formats/words.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { type Parameter, parameterText } from '../kernel/operation/parameter.ts'
import { exportFormats } from '../tables/export-formats.ts'
import { exchangeOf, followedIn, paramsName, recordSchemas, takesSeveral } from './client.ts'
import { clientNameOf, recordNameOf } from './names.ts'
import { type OpenApi, openApiDocument } from './openapi.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document, walked freely
type Any = any

const notice = 'Generated from the declarations by npm run contract: do not edit.'
const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

export const pythonName = (text: string) =>
  named(text.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
/** As the API has it; what is a word of Python gets an underscore. */
const named = (name: string) => (keywords.has(name) ? `${name}_` : name)
const quoted = (value: unknown) => (value === null ? 'None' : value === true ? 'True' : JSON.stringify(value))
const docstring = (text: string) => `"""${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"""`
const widest = 100

/** Literal["a", "b"], on lines of its own where it is long. */
function literal(values: readonly unknown[], indent: string): string {
  const words = values.map(quoted)
  const short = `Literal[${words.join(', ')}]`
  if (indent.length + short.length <= widest) return short
  return `Literal[\n${words.map(word => `${indent}    ${word},`).join('\n')}\n${indent}]`
}

export function pythonTypes(operations: readonly Operation[]): string {
  const document = openApiDocument(operations)
  const book = typeBook(Object.keys(document.components.schemas))
  const bodies = operations.flatMap(one => exchangeOf(one, document).body?.$ref ?? [])
  const isBody = (name: string) => bodies.some(ref => String(ref).endsWith(`/${name}`))
  const { ListMeta, FeedMeta } = document.components.schemas
  for (const [name, schema] of [
    ...recordSchemas(document),
    ...Object.entries({ ListMeta, ...(FeedMeta && { FeedMeta }) }),
  ])
    book.define(name, schema, isBody(name))
  return `${[
    `"""The records and parameters of the API. ${notice}"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .documents import Upload`,
    `ProblemCode: TypeAlias = ${literal(Object.keys(statusOf), '')}`,
    `Format: TypeAlias = ${literal(
      exportFormats.map(({ name }) => name),
      '',
    )}`,
    ...book.blocks,
    ...operations.flatMap(one => metaType(one, document, book)),
    ...operations.flatMap(one => fieldsType(one, document)),
    ...operations.flatMap(one => paramsType(paramsName(one), listed(one))),
    ...followedIn(operations).flatMap(one => paramsType(syncName(one), partsOf(one))),
  ].join('\n\n\n')}\n`
}

type TypeBook = {
  blocks: string[]
  /** Writes a class for an object, with one for each object in it; the type. */
  define(name: string, schema: Any, input: boolean): string
}

/** `taken` are names that have a schema of their own. */
function typeBook(taken: readonly string[]): TypeBook {
  const blocks: string[] = []
  const bodies = new Map<string, string>()

  /** The name for what lies in a record: its path; a list that shows less shares what is the same. */
  function add(name: string, body: (name: string) => string): string {
    const twin = name.replace('Summary', '')
    if (twin !== name && bodies.get(twin) === body('')) return twin
    let own = name
    while (bodies.has(own) || (taken.includes(own) && own !== top)) own = `${own}Entry`
    bodies.set(own, body(''))
    blocks.push(body(own))
    return own
  }

  let top = ''
  function define(name: string, schema: Any, input: boolean): string {
    top = name
    return typeOf(schema, name, input)
  }

  function typeOf(schema: Any, name: string, input: boolean): string {
    if (schema.$ref) return schema.$ref.split('/').at(-1)
    if (schema.const !== undefined) return `Literal[${quoted(schema.const)}]`
    if (schema.enum) return add(name, own => `${own}: TypeAlias = ${literal(schema.enum, '')}`)
    if (schema.anyOf)
      return schema.anyOf
        .map((one: Any, index: number) => typeOf(one, one.properties ? `${name}${index + 1}` : name, input))
        .join(' | ')
    if (Array.isArray(schema.type))
      return schema.type.map((type: string) => typeOf({ ...schema, type }, name, input)).join(' | ')
    return plainType(schema, name, input)
  }

  function plainType(schema: Any, name: string, input: boolean): string {
    if (schema.type === 'array')
      return `${input ? 'Sequence' : 'list'}[${typeOf(schema.items, singular(name), input)}]`
    if (schema.type === 'object') return objectType(schema, name, input)
    return scalars[schema.type] ?? 'Any'
  }

  function objectType(schema: Any, name: string, input: boolean): string {
    const { properties, required = [], additionalProperties = {}, description } = schema
    if (!properties) return `dict[str, ${typeOf(additionalProperties, `${name}Value`, input)}]`
    const fields = Object.entries(properties as Record<string, Any>).map(([field, inner]): PythonField => {
      const type = typeOf(inner, `${name}${capitalized(field)}`, input)
      const said = inner.description
      return { name: field, type: required.includes(field) ? type : `NotRequired[${type}]`, said }
    })
    const made = add(name, own => typedDict(own, fields, '', description))
    return input && 'fileName' in properties && 'content' in properties ? `${made} | Upload` : made
  }

  return { blocks, define }
}

const scalars: Record<string, string> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
}

type PythonField = { name: string; type: string; said?: string }

/** A class, or a call where the name of a field is a word of Python. */
function typedDict(name: string, fields: readonly PythonField[], more: string, description?: string): string {
  if (fields.some(field => keywords.has(field.name))) {
    const lines = fields.map(field => `    ${quoted(field.name)}: ${quoted(field.type)},`)
    return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.map(line => `    ${line}`).join('\n')}\n    },\n)`
  }
  const lines = fields.flatMap(field => [
    `    ${field.name}: ${field.type}`,
    ...(field.said ? [`    ${docstring(field.said)}`] : []),
  ])
  const said = description ? [`    ${docstring(description)}`, ''] : []
  return [`class ${name}(TypedDict${more}):`, ...said, ...lines].join('\n')
}

/** What `meta` says of a list besides where the page is. */
function metaType(operation: Operation, document: OpenApi, book: TypeBook): string[] {
  const { meta } = exchangeOf(operation, document)
  if (!meta || meta.$ref) return []
  const before = book.blocks.length
  book.define(metaName(operation), meta, false)
  return book.blocks.splice(before)
}

const metaName = (operation: Operation) => `${recordNameOf(operation)}Meta`
const fieldsName = (operation: Operation) => `${recordNameOf(operation)}Field`

/** Every path that `fields` takes. */
function fieldsType(operation: Operation, document: OpenApi): string[] {
  if (!operation.parameters.some(({ name }) => name === 'fields')) return []
  const paths = pathsIn(exchangeOf(operation, document).record, document, '')
  return [`${fieldsName(operation)}: TypeAlias = ${literal([...new Set(paths)], '')}`]
}

function pathsIn(schema: Any, document: OpenApi, before: string): string[] {
  if (schema.$ref)
    return pathsIn(document.components.schemas[schema.$ref.split('/').at(-1)], document, before)
  if (schema.anyOf) return schema.anyOf.flatMap((one: Any) => pathsIn(one, document, before))
  if (schema.items) return pathsIn(schema.items, document, before)
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    `${before}${name}`,
    ...pathsIn(inner, document, `${before}${name}.`),
  ])
}

/** Which page and in which form is said where the rows are read, not where they are chosen. */
const ofForm = ['page', 'limit', 'format', 'explode']
const listed = (operation: Operation): PythonField[] =>
  operation.parameters
    .filter(({ name }) => operation.shape === 'single' || !ofForm.includes(name))
    .map(parameter => paramOf(parameter, operation))

const partsOf = (operation: Operation): PythonField[] =>
  operation.parameters.filter(({ adds }) => adds).map(parameter => paramOf(parameter, operation))

function paramOf(parameter: Parameter, operation: Operation): PythonField {
  const { name, schema } = parameter
  const { type, enum: words, format } = schema as Any
  const one = words ? literal(words, '    ') : format === 'date' ? 'str | date' : scalars[type]!
  const many = takesSeveral(parameter) ? `${one} | Sequence[${one}]` : one
  const given = name === 'fields' ? `Sequence[${fieldsName(operation)}]` : many
  return { name: named(name), type: `${given} | None`, said: parameterText(parameter) }
}

const paramsType = (name: string, fields: readonly PythonField[]): string[] =>
  fields.length > 0 ? [typedDict(name, fields, ', total=False')] : []

const syncName = (operation: Operation) => `Sync${capitalized(clientNameOf(operation).resource)}Params`

export function pythonResources(operations: readonly Operation[]): string {
  const document = openApiDocument(operations)
  const followed = new Set(followedIn(operations))
  const resources = Map.groupBy(operations, one => clientNameOf(one).resource)
  const classes = [...resources].map(([resource, own]) => {
    const methods = own.flatMap(one => methodsOf(one, document, followed.has(one)))
    return `class ${capitalized(resource)}(Resource):\n${methods.join('\n\n')}`
  })
  const made = [...resources.keys()].map(
    resource => `        self.${pythonName(resource)} = ${capitalized(resource)}(transport)`,
  )
  const text = [
    ...classes,
    `class Resources:\n    def __init__(self, transport: Transport) -> None:\n${made.join('\n')}`,
  ].join('\n\n\n')
  const used = (word: string) => text.includes(`${word}[`)
  const typing = ['TYPE_CHECKING', ...['Literal', 'Unpack'].filter(used)].join(', ')
  return `"""A class for each resource, with a method for each operation. ${notice}"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ${typing}

${used('Export') ? 'from .export import Export\n' : ''}from .feeds import Feed
from .pages import Pages
from .resource import Resource, at
from .sync import Batch, SyncState

if TYPE_CHECKING:
    import pandas

    from . import types
    from .transport import Transport


${text}
`
}

function methodsOf(operation: Operation, document: OpenApi, isFollowed: boolean): string[] {
  const { method, path, shape, parameters } = operation
  const { record, meta, body } = exchangeOf(operation, document)
  const id = path.endsWith('{id}') ? 'id' : `${pythonName(singular(clientNameOf(operation).resource))}_id`
  const ids = path.includes('{id}') ? [`${id}: str`] : []
  const at = path.includes('{id}') ? `at("${path}", ${id})` : `"${path}"`
  const named = clientNameOf(operation).method
  const name = named === undefined || shape === 'feed' ? '__call__' : pythonName(named)
  const params = listed(operation).length > 0 ? [`**params: Unpack[types.${paramsName(operation)}]`] : []
  const given = params.length > 0 ? 'params' : '{}'
  const said = `${operation.summary}: ${method} ${path}.`
  const row = typeName(record)
  if (body) {
    const sent = [...ids, `body: ${typeName(body)}`]
    if (operation.idempotent)
      return [definition(name, [...sent, ...params], row, said, `self._post(${at}, body, None, ${given})`)]
    const keyed = [...sent, '*', 'idempotency_key: str | None = None', ...params]
    const safe = `${said} An \`idempotency_key\` makes it safe to send the same again.`
    return [definition(name, keyed, row, safe, `self._post(${at}, body, idempotency_key, ${given})`)]
  }
  if (shape === 'single')
    return [definition(name, [...ids, ...params], row, said, `self._one(${at}, ${given})`)]
  if (shape === 'feed') return [definition(name, params, `Feed[${row}]`, said, `self._feed(${at}, ${given})`)]
  const pages = `Pages[${row}, types.${meta!.$ref ? 'ListMeta' : metaName(operation)}]`
  const format = parameters.find(one => one.name === 'format')
  const how = [...(hasId(record, document) ? ['keyed=True'] : []), ...(format ? ['streams=True'] : [])]
  const asked = `self._pages(${[at, given, ...how].join(', ')})`
  const list = definition(name, [...ids, ...params], pages, said, asked)
  if (name !== 'list') return [list]
  const passed = params.length > 0 ? '**params' : ''
  return [
    list,
    ...(format ? [exportMethod(operation, format, row, params)] : []),
    definition(
      'to_dataframe',
      params,
      'pandas.DataFrame',
      'The same rows as a pandas DataFrame.',
      `self.list(${passed}).to_dataframe()`,
    ),
    ...(isFollowed ? [syncMethod(operation, row)] : []),
  ]
}

/** Whether every row of a list has an id, by which it is told from others. */
function hasId(schema: Any, document: OpenApi): boolean {
  if (schema.anyOf) return schema.anyOf.every((one: Any) => hasId(one, document))
  return pathsIn(schema, document, '').includes('id')
}

function exportMethod(
  { parameters }: Operation,
  format: Parameter,
  row: string,
  params: readonly string[],
): string {
  const explode = parameters.find(({ name }) => name === 'explode')
  const words = (parameter: Parameter) => literal((parameter.schema as Any).enum, '        ')
  const more = explode ? ['*', `explode: ${words(explode)} | None = None`] : []
  return definition(
    'export',
    [`format: ${words(format)}`, ...more, ...params],
    `Export[${row}]`,
    'The same rows in one answer that is read as it comes.',
    `self.list(${params.length > 0 ? '**params' : ''}).export(format${explode ? ', explode=explode' : ''})`,
  )
}

function syncMethod(operation: Operation, row: string): string {
  const parts = partsOf(operation).length > 0
  return definition(
    'sync',
    ['state: SyncState | None = None', ...(parts ? [`**parts: Unpack[types.${syncName(operation)}]`] : [])],
    `Iterator[Batch[${row}]]`,
    'Keeps a copy: gives everything at first, then what has changed since `state`. Keep the state together with the rows of its batch.',
    `self._sync("${operation.path}", "${operation.reads}", state, ${parts ? 'parts' : '{}'})`,
  )
}

function typeName(schema: Any): string {
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' | ')
  return `types.${schema.$ref.split('/').at(-1)}`
}

function definition(
  name: string,
  parameters: readonly string[],
  gives: string,
  said: string,
  body: string,
): string {
  const short = `    def ${name}(${['self', ...parameters].join(', ')}) -> ${gives}:`
  const long = `    def ${name}(\n${['self', ...parameters].map(one => `        ${one},`).join('\n')}\n    ) -> ${gives}:`
  const head = short.length <= widest ? short : long
  return `${head}\n        ${docstring(said)}\n        return ${body}`
}
