// A Shape as the schema that is published: what is hidden left out, marks turned into words, shared objects
// named once. Objects are left open: clients must expect properties that come later.
import { type Node, nodeOf, type TSchema, withoutNull } from '../shape/shape.ts'

export type Schema = { [keyword: string]: unknown }

/** Every schema that has a name, by that name. */
export type SchemaBook = {
  /** The published schema, or a reference to it where it has a name. */
  use(shape: TSchema): Schema
  /** Gives the published form of a Shape a name, or finds that it has one; the name, as it is kept. */
  keep(name: string, shape: TSchema): Schema
  /** A schema that was given here, with nothing required of it at any depth: what `fields` may leave. */
  partial(schema: Schema): Schema
  readonly schemas: Record<string, Schema>
}

const schemaPath = '#/components/schemas/'
const refTo = (name: string): Schema => ({ $ref: `${schemaPath}${name}` })
const nameIn = ($ref: unknown) => String($ref).slice(schemaPath.length)

const partialName = (name: string) => `Partial${name}`
export const isPartial = (name: string) => name.startsWith('Partial')
/** Of the alternatives that an item of a list has, those without and those with parts missing. */
export const isPartialRef = ({ $ref }: Schema) => $ref !== undefined && isPartial(nameIn($ref))

export function schemaBook(named: Readonly<Record<string, TSchema>>): SchemaBook {
  const schemas: Record<string, Schema> = {}
  const names = new Map<string, string>()
  /** A Shape that was kept keeps its name, also when something inside it has got one since. */
  const kept = new Map<Node, string>()

  function useNode(node: Node): Schema {
    const own = kept.get(node)
    if (own) return refTo(own)
    const plain = published(node, useNode)
    const name = names.get(keyOf(plain))
    if (!name) return plain
    // What a shared shape says itself is not repeated where it is used.
    const { description } = plain
    return description && description !== schemas[name]!.description
      ? { ...refTo(name), description }
      : refTo(name)
  }

  function keep(name: string, shape: TSchema): Schema {
    const plain = published(nodeOf(shape), useNode)
    const known = names.get(keyOf(plain))
    kept.set(nodeOf(shape), known ?? name)
    if (known) return refTo(known)
    if (schemas[name]) throw new Error(`Two different schemas are called ${name}`)
    schemas[name] = plain
    names.set(keyOf(plain), name)
    return refTo(name)
  }

  function partial(schema: Schema): Schema {
    if (schema.$ref === undefined) return withoutRequired(schema, partial)
    const name = nameIn(schema.$ref)
    const made = partialName(name)
    if (!schemas[made]) {
      const whole = schemas[name]!
      const cut = withoutRequired(whole, partial)
      if (keyOf(cut) === keyOf(whole)) return schema
      schemas[made] = { ...cut, description: `What \`fields\` may leave of ${name}.` }
    }
    return { ...schema, ...refTo(made) }
  }

  for (const [name, shape] of Object.entries(named)) keep(name, shape)
  return { use: shape => useNode(nodeOf(shape)), keep, partial, schemas }
}

function withoutRequired(schema: Schema, inside: (schema: Schema) => Schema): Schema {
  const { required: _, ...cut } = schema
  const { properties, items, anyOf, additionalProperties } = cut as Record<string, Schema | undefined>
  if (properties)
    cut.properties = Object.fromEntries(
      Object.entries(properties).map(([name, child]) => [name, inside(child as Schema)]),
    )
  if (items) cut.items = inside(items)
  if (anyOf) cut.anyOf = (anyOf as unknown as Schema[]).map(inside)
  if (additionalProperties) cut.additionalProperties = inside(additionalProperties)
  return cut
}

/** Two schemas are the same whatever is said of them. */
const keyOf = ({ description: _, ...rest }: Schema) => JSON.stringify(rest)

type SchemaFor = (node: Node) => Schema

function published(node: Node, inside: SchemaFor): Schema {
  const description = [node.description, ...propertyNotes(node)].filter(Boolean).join(' ')
  const said = description === '' ? {} : { description }
  if (node.anyOf) return { ...options(node, inside), ...said }
  const { minItems } = node as { minItems?: number }
  const least = minItems === undefined ? {} : { minItems }
  if (node.type === 'array') return { type: 'array', ...least, items: unsaid(inside(node.items!)), ...said }
  if (node.type === 'object') return { ...objectOf(node, inside), ...said }
  const { type, const: only, format, pattern, minimum, maximum, minLength, maxLength } = node as Schema
  const kept = { type, const: only, format, pattern, minimum, maximum, minLength, maxLength }
  const plain = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
  if (node['x-file']) plain.format = 'uri'
  if (node['x-currency']) plain['x-currency'] = node['x-currency']
  return { ...plain, ...(node.enum && { enum: node.enum }), ...meaningsOf(node), ...said }
}

/** For programs that show what a word means; for people it is in the description, too. */
const meaningsOf = ({ 'x-words': meanings = {} }: Node) =>
  Object.keys(meanings).length > 0 ? { 'x-enumDescriptions': meanings } : {}

/** Null beside one other type is written as a list of types where that has no name. */
function options(node: Node, inside: SchemaFor): Schema {
  const { node: rest, nullable } = withoutNull(node)
  if (!nullable) return { anyOf: node.anyOf!.map(inside) }
  const schema = unsaid(inside(rest))
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  return { ...schema, type: [schema.type, 'null'], ...(rest.enum && { enum: [...rest.enum, null] }) }
}

function objectOf(node: Node, inside: SchemaFor): Schema {
  const patterns = (node as { patternProperties?: Record<string, Node> }).patternProperties
  if (patterns) return { type: 'object', additionalProperties: inside(Object.values(patterns)[0]!) }
  const shown = Object.entries(node.properties ?? {}).filter(([, child]) => !child['x-hidden'])
  // What only one kind of key is shown is missing for the other.
  const always = new Set(shown.flatMap(([name, child]) => (child['x-only'] ? [] : [name])))
  const required = (node.required ?? []).filter(name => always.has(name))
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map(([name, child]) => [name, inside(child)])),
    ...(required.length > 0 && { required }),
  }
}

/** What is said of the whole is not said again of what is in it. */
const unsaid = ({ description: _, ...schema }: Schema): Schema => schema

/** What each of the words to choose from means. */
export const wordMeanings = (node: Node): string[] =>
  Object.entries(withoutNull(node.items ?? node).node['x-words'] ?? {}).map(
    ([word, meaning]) => `\`${word}\`: ${meaning}.`,
  )

/** What is said of a property besides its own sentence. */
export function propertyNotes(node: Node): string[] {
  return [
    ...wordMeanings(node),
    node['x-only'] ? `Only for ${node['x-only']}-scoped keys.` : '',
    node['x-own-agency'] ? 'Agency-scoped keys see the entries of their own agencies.' : '',
    node['x-own-company'] ? 'Company-scoped keys see the entries of their own companies.' : '',
    node['x-restricted'] || node['x-shown-with']
      ? 'Shown where the key could fetch the record it names.'
      : '',
    node['x-file'] ? 'A link for this key; one of ours works for five minutes.' : '',
  ]
}
