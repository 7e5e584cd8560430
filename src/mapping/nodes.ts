// What a mapping needs to know of a Shape: what a property takes, what it requires, and its name in messages.
import { type Node, withoutNull } from '../shape/shape.ts'

export type Path = (string | number)[]

/** What a property takes, in words. */
export function acceptedKind(given: Node): string {
  const { node } = withoutNull(given)
  if (node['x-reference'])
    return `the id of ${/^[aeio]/.test(node['x-reference']) ? 'an' : 'a'} ${node['x-reference']}`
  if (node['x-instant']) return 'a date'
  if (node['x-file']) return 'a file'
  if (node.enum) return `one of ${node.enum.join(', ')}`
  if (node.type === 'array') return 'a list'
  if (node.type === 'object') return `an object with ${Object.keys(node.properties ?? {}).join(', ')}`
  if (node.type === 'integer') return 'a whole number'
  if (node.type === 'boolean') return 'yes or no'
  return node.type === 'number' ? 'a number' : node.type === 'string' ? 'text' : 'anything'
}

/** By its way through the record or the item that it is in: `values.pay`. */
export const propertyName = (path: Path) => {
  const names = path.filter(name => typeof name === 'string')
  const inside = names.slice(names.findLastIndex(name => ['record', 'facts', 'rows'].includes(name)) + 1)
  if (inside.length > 0 && inside[0] !== 'records') return `"${inside.join('.')}"`
  const last = names.findLast(name => name !== 'rows')
  return last === undefined || last === 'records' ? 'the record' : `"${last}"`
}

export function mapValues(node: Node): Node | undefined {
  const patterns = (node as { patternProperties?: Record<string, Node> }).patternProperties
  return patterns && Object.values(patterns)[0]
}

/** The empty value of a required property: null, or an object of nulls. */
export function emptyOf(child: Node): unknown {
  const { node, nullable } = withoutNull(child)
  if (nullable) return null
  const required = node.required ?? []
  if (node.type !== 'object' || node['x-reference'] || required.length === 0) return undefined
  const isHollow = required.every(name => withoutNull(node.properties![name]!).nullable)
  return isHollow ? Object.fromEntries(required.map(name => [name, null])) : undefined
}

/** What is copied from the record that it names is filled in by the server. */
export function referenceNode(node: Node): Node {
  const copied = node['x-copied'] ?? []
  const kept = Object.entries(node.properties!).filter(([name]) => !copied.includes(name))
  const id = { ...withoutNull(node.properties!.id!).node, 'x-id-of': node['x-reference'] }
  return {
    ...node,
    'x-reference': undefined,
    properties: { ...Object.fromEntries(kept), id },
    required: ['id', ...besidesId(node)],
  } as unknown as Node
}

/** What a reference has to have besides its id, such as whether the worker is still with the agency. */
export const besidesId = (node: Node): string[] =>
  (node.required ?? []).filter(name => name !== 'id' && !(node['x-copied'] ?? []).includes(name))
