// The gist of a record: its plain values, whom it names, small objects of plain values. What is personal or
// confidential, links to files and long lists are left for those who ask for the full record.

import type { Operation } from '../kernel/operation/operation.ts'
import { fieldsAt, project } from '../kernel/query/fields.ts'
import { type Node, nodeOf, withoutNull } from '../shape/shape.ts'

const mostInside = 12

const isPlain = (node: Node) =>
  ['string', 'number', 'integer', 'boolean'].includes(node.type ?? '') && !node['x-file']

function isSmall(given: Node): boolean {
  const { node } = withoutNull(given)
  if (isPlain(node)) return true
  const inside = Object.values(node.properties ?? {}).map(child => withoutNull(child).node)
  return inside.length > 0 && inside.length <= mostInside && inside.every(isPlain)
}

/** A list of names, such as the trades of a worker. */
function isNames(given: Node): boolean {
  const { node } = withoutNull(given)
  const names = Object.keys(withoutNull(node.items ?? ({} as Node)).node.properties ?? {})
  return names.length > 0 && names.every(name => ['id', 'name', 'reference', 'active'].includes(name))
}

function gistOf(record: Node): string[] {
  return Object.entries(record.properties ?? {})
    .filter(([, node]) => !node['x-discreet'] && !node['x-hidden'] && (isSmall(node) || isNames(node)))
    .map(([name]) => name)
}

/** Whether an operation's records have more than their gist: figures have not. */
export const hasGist = (operation: Operation) =>
  operation.method === 'GET' &&
  operation.list === undefined &&
  (operation.reads !== undefined || operation.shape === 'list')

const kept = new WeakMap<Operation, readonly string[]>()

function gistNames(operation: Operation): readonly string[] {
  const known = kept.get(operation)
  if (known) return known
  const node = nodeOf(operation.answers)
  const record = operation.shape === 'list' ? node.items! : node
  const names = [...new Set((record.anyOf ?? [record]).flatMap(gistOf))]
  kept.set(operation, names)
  return names
}

/** The data of an answer cut down to the gist, and to what was asked for by a flag. */
export function concise(operation: Operation, query: Record<string, unknown>, data: unknown): unknown {
  const added = operation.parameters
    .filter(({ name }) => String(query[name]) === 'true')
    .flatMap(({ adds }) => adds ?? [])
  return project(data, fieldsAt([...gistNames(operation), ...added]))
}
