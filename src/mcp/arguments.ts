// Turns the arguments of a tool into the call they stand for: path, query and body.
import type { CallerKind } from '../access/caller.ts'
import { orNearest } from '../errors/nearest.ts'
import { badRequest } from '../errors/problem.ts'
import type { RouteMatch } from '../kernel/call/call.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { openParameters, type RawQuery } from '../kernel/operation/parameter.ts'
import { nodeOf } from '../shape/shape.ts'
import { defaultToolLimit } from './protocol.ts'

/** A feed goes on from a cursor, so that its pages cannot be cut afterwards. */
const mostOfFeed = 100

export type ToolArguments = Record<string, unknown>
type Detail = 'concise' | 'full'

export const pathNames = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
/** What a tool takes besides: where an id is in the path, that is what `id` means. */
export const inputsOf = (operation: Operation, kind: CallerKind) =>
  openParameters(operation.parameters, kind, 'tools').filter(
    ({ name }) => !pathNames(operation).includes(name),
  )
const bodyNamesOf = ({ body }: Operation) => (body ? Object.keys(nodeOf(body.schema).properties ?? {}) : [])
const takesLimit = ({ parameters }: Operation) => parameters.some(({ name }) => name === 'limit')

/** Among the operations of one tool, the one that is meant. */
export function operationFor(tool: readonly Operation[], { list }: ToolArguments): Operation {
  if (tool[0]!.list === undefined) return tool[0]!
  const found = tool.find(one => one.list === list)
  if (found) return found
  const lists = tool.map(one => one.list!)
  throw badRequest(
    list === undefined
      ? `list is missing; give one of ${lists.join(', ')}`
      : `list=${String(list).slice(0, 80)}: must be one of ${lists.join(', ')}${orNearest(String(list), lists)}`,
  )
}

export function routeFor(operation: Operation, given: ToolArguments): RouteMatch {
  const path = Object.fromEntries(
    pathNames(operation).map(name => {
      if (given[name] === undefined) throw badRequest(`${name} is missing; give the ${operation.noun}'s id`)
      return [name, textOf(name, given[name])]
    }),
  )
  return { operation, path }
}

export function queryOf(operation: Operation, given: ToolArguments): RawQuery {
  const chosen = operation.list === undefined ? [] : ['list']
  const elsewhere = new Set(['detail', ...chosen, ...pathNames(operation), ...bodyNamesOf(operation)])
  const query = new Map<string, string[]>()
  for (const [name, value] of Object.entries(given)) {
    if (!elsewhere.has(name) && value !== null && value !== undefined) query.set(name, [textOf(name, value)])
  }
  if (takesLimit(operation) && !query.has('limit') && !query.has('id'))
    query.set('limit', [String(defaultToolLimit)])
  if (operation.shape === 'feed' && Number(query.get('limit')) > mostOfFeed)
    query.set('limit', [String(mostOfFeed)])
  return query
}

export function bodyOf(operation: Operation, given: ToolArguments): Record<string, unknown> {
  const names = bodyNamesOf(operation)
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)))
}

export function detailOf(given: ToolArguments): Detail {
  const { detail = 'concise' } = given
  if (detail === 'concise' || detail === 'full') return detail
  throw badRequest(`detail=${String(detail).slice(0, 80)}: must be concise or full`)
}

/** Refuses characters that an address could not hold either. */
function plainText(name: string, text: string): string {
  if (!text.includes('\0') && text.isWellFormed()) return text
  throw badRequest(`${name} has a character that no text may have; remove it`)
}

/** Numbers, flags and lists are written as a query string has them. */
function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return plainText(name, value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value) && !value.some(Array.isArray))
    return value.map(item => textOf(name, item)).join(',')
  throw badRequest(`${name} is not a form we read; give a text, a number, true or false`)
}
