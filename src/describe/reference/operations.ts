// What the reference tells of an operation, from its declaration and the OpenAPI document: for Markdown and HTML alike.
import type { CallerKind } from '../../access/caller.ts'
import { scopesText } from '../../access/permit.ts'
import { meaningOf, type ProblemCode, statusOf } from '../../errors/problem.ts'
import type { Operation } from '../../kernel/operation/operation.ts'
import { type Node, nodeOf } from '../../shape/shape.ts'
import { takesSeveral } from '../client.ts'
import { bodyExamples, type Example, examples } from '../examples.ts'
import { clientNameOf } from '../names.ts'
import { feedMeta, listMeta, type OpenApi } from '../openapi.ts'
import { problemsOf } from '../problems.ts'
import { pythonName } from '../python.ts'
import type { Schema } from '../schema.ts'
import type { SampleCall, SampleInput } from './samples.js'
import { type ReferenceField, referenceFields } from './tree.ts'

export type OperationDescription = {
  key: string
  anchor: string
  summary: string
  who: string
  scope?: string
  callers?: CallerKind
  parameters: ParameterField[]
  body?: ReferenceField[]
  /** What it answers in `data`: several forms where it has them; and what stands beside. */
  answers: { title: string; fields: ReferenceField[] }[]
  /** What the headers of its answer say. */
  headers: { name: string; said: string }[]
  problems: { status: number; code: ProblemCode; meaning: string }[]
  call: SampleCall
  cases: Case[]
}

/** What is sent and what comes back, as somebody did it. */
export type Case = { title: string; given: SampleInput; answer?: unknown }

export type ParameterField = ReferenceField & { in: 'path' | 'query' | 'header'; choices: readonly string[] }

export const operationKey = ({ method, path }: Operation) => `${method} ${path}`

export const anchorOf = (operation: Operation) =>
  operationKey(operation)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

export function describeOperation(operation: Operation, document: OpenApi): OperationDescription {
  const { path, method, scopes, callers, summary, body } = operation
  const { parameters, responses } = document.paths[path]![method.toLowerCase()] as PublishedOperation
  const fields = parameters.map(parameterField)
  return {
    key: operationKey(operation),
    anchor: anchorOf(operation),
    summary,
    who: whoMay(operation),
    ...(scopes.length > 0 && { scope: scopes.join(' and ') }),
    ...(callers && { callers }),
    parameters: fields,
    ...(body && { body: referenceFields(nodeOf(body.schema)) }),
    answers: answersOf(operation),
    headers: Object.keys(responses[200].headers).map(name => ({
      name,
      said: (document.components.headers![name] as { description: string }).description,
    })),
    problems: problemsOf(operation).map(code => ({ status: statusOf[code], code, meaning: meaningOf[code] })),
    call: callOf(operation),
    cases: casesOf(operation, parameters),
  }
}

function whoMay({ callers, scopes, feature }: Operation): string {
  const who = callers ? `For ${callers}-scoped keys` : 'For company- and agency-scoped keys'
  const with_ = scopes.length > 0 ? `with ${scopesText(scopes, '`')}` : 'with any scope'
  return `${who} ${with_}.${feature ? ` Needs a company with \`${feature}\`.` : ''}`
}

type PublishedOperation = {
  parameters: OpenApiOperation[]
  responses: { 200: { headers: Record<string, Schema> } }
}

type OpenApiOperation = {
  name: string
  in: ParameterField['in']
  required?: boolean
  description: string
  schema: Schema
  example?: unknown
}

function parameterField({
  name,
  in: place,
  required = false,
  description,
  schema,
}: OpenApiOperation): ParameterField {
  const { type, enum: words } = (schema.items ?? schema) as { type?: string; enum?: string[] }
  const single = schema.type !== 'array'
  return {
    name,
    path: name,
    in: place,
    kind: takes(schema),
    required,
    said: description,
    shown: '',
    fields: [],
    choices: single ? (words ?? (type === 'boolean' ? ['true', 'false'] : [])) : [],
  }
}

function takes(schema: Schema): string {
  const { type, format, enum: words, default: usual, items } = schema as Schema & { enum?: string[] }
  if (type === 'array') {
    const several = (items as { enum?: string[] }).enum
    return several ? `${quoted(several)}, separated by commas` : 'ids, separated by commas'
  }
  const standard = usual === undefined ? '' : `, ${usual} unless given`
  if (words) return quoted(words)
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'integer') return `whole number${standard}`
  if (type === 'number') return `number${standard}`
  return format === 'date' ? 'date, `YYYY-MM-DD`' : 'text'
}

const quoted = (words: readonly string[]) => words.map(word => `\`${word}\``).join(' ')

function answersOf(operation: Operation): OperationDescription['answers'] {
  const node = nodeOf(operation.answers)
  const record = operation.shape === 'single' ? node : node.items!
  const forms = record.anyOf ?? [record]
  const data = forms.map((form, index) => ({
    title: forms.length > 1 ? `\`data\`, form ${index + 1} of ${forms.length}` : '`data`',
    fields: referenceFields(form),
  }))
  return operation.shape === 'single' ? data : [...data, { title: '`meta`', fields: metaOf(operation) }]
}

function metaOf({ shape, meta }: Operation): ReferenceField[] {
  const usual = referenceFields(nodeOf((shape === 'feed' ? feedMeta : listMeta) as Node))
  const own = meta ? referenceFields(nodeOf(meta)) : []
  return [...usual.filter(({ name }) => !own.some(one => one.name === name)), ...own]
}

function callOf(operation: Operation): SampleCall {
  const { method, path, shape, tool, list, topic, parameters } = operation
  const { resource, method: name } = clientNameOf(operation)
  const called = name ? `.${name}` : ''
  const kinds = parameters.flatMap(parameter => {
    const { type } = nodeOf(parameter.schema)
    const kind = takesSeveral(parameter)
      ? 'several'
      : type === 'integer' || type === 'number'
        ? 'number'
        : type === 'boolean'
          ? type
          : undefined
    return kind ? [[parameter.name, kind] as const] : []
  })
  return {
    method,
    path,
    shape,
    client: `${resource}${called}`,
    python: `${pythonName(resource)}${shape === 'feed' ? '' : called && `.${pythonName(name!)}`}`,
    kinds: Object.fromEntries(kinds),
    tool,
    ...(list && { list }),
    ...(topic && { topic }),
  }
}

function casesOf(operation: Operation, parameters: readonly OpenApiOperation[]): Case[] {
  const example: Example | undefined = examples.get(operationKey(operation))
  const path = example?.path ?? exampleIds(parameters)
  const headers = Object.fromEntries(
    parameters
      .filter(one => operation.body && one.in === 'header')
      .map(one => [one.name, String(one.example)]),
  )
  const sent = { ...(Object.keys(path).length > 0 && { path }), headers }
  const bodies = bodyExamples[operationKey(operation)]
  if (bodies)
    return bodies.map(({ title, body, answer }, index) => ({
      title,
      given: { ...sent, headers: numbered(headers, index), body },
      answer,
    }))
  const given: SampleInput = {
    ...sent,
    ...(example?.query && { query: example.query }),
    ...(example?.body !== undefined && { body: example.body }),
  }
  return [{ title: '', given, ...(example && { answer: example.answer }) }]
}

/** One attempt has one Idempotency-Key, so that all the examples can be sent one after the other. */
const numbered = (headers: Record<string, string>, index: number) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      index === 0 ? value : `${value.slice(0, -1)}${index}`,
    ]),
  )

const exampleIds = (parameters: readonly OpenApiOperation[]): Record<string, string> =>
  Object.fromEntries(
    parameters
      .filter(one => one.in === 'path')
      .map(({ name, example = '65f0c0ffee00000000001234' }) => [name, String(example)]),
  )
