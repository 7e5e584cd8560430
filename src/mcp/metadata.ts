// open_api_describe_metadata: the index of what this key can call, one resource, or a reference list. It is an operation
// like the others, so that it is admitted, counted and logged as they are.

import type { Caller, CallerKind } from '../access/caller.ts'
import { hindranceTo } from '../access/permit.ts'
import { isHiddenFrom } from '../access/shown-to.ts'
import { orNearest } from '../errors/nearest.ts'
import { badRequest } from '../errors/problem.ts'
import { singleAnswer } from '../kernel/operation/answer.ts'
import { type Context, type Operation, operation } from '../kernel/operation/operation.ts'
import { numberParameter, type Parameter, textParameter } from '../kernel/operation/parameter.ts'
import { Type } from '../shape/schema.ts'
import { anything, type Node, nodeOf, withoutNull } from '../shape/shape.ts'
import { inputsOf, pathNames } from './arguments.ts'
import { isTool } from './tool.ts'

const topicParameter: Parameter<string> = {
  name: 'topic',
  description: '"index", a resource ("timesheets") or a reference list ("genders")',
  schema: Type.String({ minLength: 1, maxLength: 80 }),
  read: text => text,
}

/** So many entries of any reference list fit into a result. */
const listed = 50

export const metadataPath = '/metadata'

export function metadataOperation(operations: readonly Operation[]): Operation {
  const resources = Map.groupBy(operations.filter(isTool), topicOf)
  const lists = new Map(operations.flatMap(one => (one.topic ? [[one.topic, one] as const] : [])))
  return operation({
    method: 'GET',
    path: metadataPath,
    name: 'describeMetadata',
    summary:
      'Describe resources, their fields and filters, and the reference lists, as this key may use them',
    parameters: [
      topicParameter,
      textParameter('search', 'Narrows an index or a reference list'),
      numberParameter('page', 'Page of a reference list', {}),
    ],
    answers: anything,
    noun: 'topic',
    async run({ query }, context) {
      const {
        topic = 'index',
        search,
        page = 1,
      } = query as { topic?: string; search?: string; page?: number }
      const list = lists.get(topic)
      if (list)
        return list.run(
          { path: {}, query: { page, limit: listed, ...(search && { query: search }) } },
          context,
        )
      if (topic === 'index') return singleAnswer(index(resources, lists, context.caller, search))
      const found = resources.get(topic)
      if (found) return singleAnswer(describeResource(topic, found, context))
      const close = orNearest(topic, ['index', ...resources.keys(), ...lists.keys()])
      throw badRequest(
        `There is no topic "${topic.slice(0, 80)}"${close || '; the topic "index" lists them all'}`,
      )
    },
  })
}

/** timesheets for /timesheets and /timesheets/{id}; recruitment-metrics for what lies under another. */
function topicOf({ path }: Operation): string {
  const words = path.split('/').filter(word => word !== '' && !word.startsWith('{'))
  return words.at(-1)!
}

function index(
  resources: ReadonlyMap<string, readonly Operation[]>,
  lists: ReadonlyMap<string, Operation>,
  caller: Caller,
  search: string | undefined,
) {
  const wanted = (search ?? '').toLowerCase()
  const found = [...resources].filter(([topic]) => topic.includes(wanted))
  return {
    key: { kind: caller.kind, name: caller.name, scopes: [...caller.scopes] },
    resources: Object.fromEntries(
      found.map(([topic, own]) => [topic, own.map(one => `${calledAs(one)}${refusal(one, caller)}`)]),
    ),
    referenceLists: [...lists.keys()].filter(topic => topic.toLowerCase().includes(wanted)),
  }
}

const calledAs = ({ tool, list }: Operation) => (list === undefined ? tool : `${tool} list=${list}`)

function refusal(operation: Operation, caller: Caller): string {
  const hindrance = hindranceTo(operation, caller)
  if (!hindrance) return ''
  const why =
    'missing' in hindrance ? `needs ${hindrance.missing.join(' and ')}` : `${hindrance.isFor} keys only`
  return ` (not for this key: ${why})`
}

function describeResource(topic: string, own: readonly Operation[], { caller }: Context) {
  const whole = own.find(({ shape, method }) => shape === 'single' && method === 'GET') ?? own[0]!
  const node = nodeOf(whole.answers)
  const record = whole.shape === 'list' ? node.items! : node
  return {
    topic,
    tools: Object.fromEntries(own.map(one => [calledAs(one), describeTool(one, caller)])),
    fields: eitherOf((record.anyOf ?? [record]).map(one => fieldsOf(one, caller.kind))),
  }
}

/** A field that several forms have in different ways is told in each. */
function eitherOf(forms: readonly Record<string, string>[]): Record<string, string> {
  const told = Map.groupBy(forms.flatMap(Object.entries<string>), ([name]) => name)
  const textsOf = (entries: readonly [string, string][]) => [...new Set(entries.map(([, text]) => text))]
  return Object.fromEntries([...told].map(([name, entries]) => [name, textsOf(entries).join(' Or ')]))
}

function describeTool(one: Operation, caller: Caller) {
  return {
    summary: `${one.summary}${refusal(one, caller)}`,
    ...(one.scopes.length > 0 && { scope: one.scopes.join(' and ') }),
    ...(one.feature && { needsFeature: one.feature }),
    parameters: Object.fromEntries(
      inputsOf(one, caller.kind).map(parameter => [parameter.name, parameterText(parameter, caller.kind)]),
    ),
    example: { name: one.tool, arguments: exampleOf(one) },
  }
}

function parameterText({ schema, description, takes, note, choices }: Parameter, kind: CallerKind): string {
  const values = choices?.[kind] ?? nodeOf(schema).enum ?? (takes && [takes])
  const said = note ? `${description}; ${note}` : description
  return values ? `${said}: ${values.join(' | ')}` : said
}

function exampleOf(one: Operation): Record<string, unknown> {
  const takes = (name: string) => one.parameters.find(parameter => parameter.name === name)
  const status = takes('status')
  return {
    ...(one.list && { list: one.list }),
    ...Object.fromEntries(pathNames(one).map(name => [name, `<${one.noun} id>`])),
    ...(status && { status: nodeOf(status.schema).enum?.[0] }),
    ...(takes('from') && { from: '2026-11-01' }),
    ...(takes('limit') && { limit: 10 }),
  }
}

const fieldsOf = (node: Node, kind: CallerKind): Record<string, string> =>
  Object.fromEntries(
    Object.entries(node.properties ?? {})
      .filter(([, child]) => !isHiddenFrom(kind, child))
      .map(([name, child]) => [name, said(kindOf(child, kind), child)]),
  )

const said = (kind: string, { description }: Node) => (description ? `${kind}: ${description}` : kind)

function kindOf(given: Node, kind: CallerKind): string {
  const { node, nullable } = withoutNull(given)
  const own = node[kind === 'agency' ? 'x-own-agency' : 'x-own-company'] ? ' (your own only)' : ''
  return `${plainKind(node, kind)}${nullable ? ' or null' : ''}${own}`
}

function plainKind(node: Node, kind: CallerKind): string {
  if (node.enum) return node.enum.join(' | ')
  if (node['x-instant']) return 'time'
  if (node['x-file']) return 'link'
  if (node.type === 'array') return `[${kindOf(node.items!, kind)}]`
  if (node.properties) return `{${Object.keys(fieldsOf(node, kind)).join(', ')}}`
  return node.type ?? 'anything'
}
