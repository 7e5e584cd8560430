// The fields of a record or a body as a tree: what each is called, takes, means, and who is shown it.
import { type Node, withoutNull } from '../../shape/shape.ts'
import { propertyNotes, wordMeanings } from '../schema.ts'

export type ReferenceField = {
  name: string
  /** Its dot path, as `fields` takes it. */
  path: string
  /** What kind of value it is, in Markdown. */
  kind: string
  required: boolean
  /** What it means, in Markdown. */
  said: string
  /** To whom it is shown, where not to everybody. */
  shown: string
  fields: ReferenceField[]
}

export function referenceFields(node: Node, under = ''): ReferenceField[] {
  return Object.entries(node.properties ?? {})
    .filter(([, child]) => !child['x-hidden'])
    .map(([name, child]) => fieldOf(name, child, under + name, node.required?.includes(name) ?? false))
}

function fieldOf(name: string, node: Node, path: string, required: boolean): ReferenceField {
  const words = wordMeanings(node)
  return {
    name,
    path,
    kind: fieldKind(node),
    // What only one kind of key is shown is missing for the other.
    required: required && !node['x-only'],
    said: [node.description, ...words].filter(Boolean).join(' '),
    shown: propertyNotes(node).slice(words.length).filter(Boolean).join(' '),
    fields: referenceFields(innermost(node), `${path}.`),
  }
}

/** The object inside lists, maps and nullable values. */
function innermost(node: Node): Node {
  const { node: plain } = withoutNull(node)
  const inside = plain.items ?? namedValue(plain)
  return inside ? innermost(inside) : plain
}

const namedValue = (node: Node) =>
  Object.values((node as { patternProperties?: Record<string, Node> }).patternProperties ?? {})[0]

function fieldKind(given: Node): string {
  const { node, nullable } = withoutNull(given)
  return `${plainKind(node)}${nullable ? ' or null' : ''}`
}

function plainKind(node: Node): string {
  const { format, minimum, maximum } = node as { format?: string; minimum?: number; maximum?: number }
  const value = namedValue(node)
  if (node.enum) return node.enum.map(word => `\`${word}\``).join(' ')
  if ('const' in node) return `always \`${node.const}\``
  if (node['x-instant'] || format === 'date-time') return 'time'
  if (format === 'date') return 'date, `YYYY-MM-DD`'
  if (node['x-file']) return 'link'
  if (node.type === 'array') return `list of ${manyOf(fieldKind(node.items!))}`
  if (value) return `object with any names, each ${fieldKind(value)}`
  if (node.properties) return 'object'
  if (node.anyOf) return 'a record, as its list shows it'
  if (node.type === 'string') return 'text'
  if (node.type === 'boolean') return '`true` or `false`'
  const whole = node.type === 'integer' ? 'whole number' : node.type === 'number' ? 'number' : 'anything'
  return minimum !== undefined && maximum !== undefined ? `${whole}, ${minimum} to ${maximum}` : whole
}

const manyOf = (kind: string) => (/^(object|text|number|link|time)$/.test(kind) ? `${kind}s` : kind)

/** All of a tree, each before what is in it. */
export const allFields = (fields: readonly ReferenceField[]): ReferenceField[] =>
  fields.flatMap(field => [field, ...allFields(field.fields)])
