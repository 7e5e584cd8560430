// Makes loaded records fit a Shape: refuses what the Shape does not know, puts keys in the Shape's order, so that
// "unchanged" is byte-equal. Mentions keep their id; the rest is filled in later.

import { nearest } from '../kernel/operation/parameter.ts'
import { type Fit, invalid, kindOf, type Trail } from '../shape/invalid-value.ts'
import { type Node, nodeOf, type TSchema, withoutNull } from '../shape/shape.ts'
import {
  fitAnything,
  fitChoice,
  fitFile,
  fitFlag,
  fitId,
  fitInstant,
  fitNumber,
  fitText,
} from './fit-value.ts'

export type Conform = (value: unknown, at: string) => Record<string, unknown>

export function conformTo(schema: TSchema): Conform {
  const fit = fitFor(nodeOf(schema))
  return (value, at) => fit(value, [at]) as Record<string, unknown>
}

function fitFor(node: Node): Fit {
  const open = withoutNull(node)
  if (open.nullable) {
    const inner = fitFor(open.node)
    return (value, at) => (value === null ? null : inner(value, at))
  }
  if (node['x-reference']) return fitMention(node)
  if (node['x-instant']) return fitInstant
  if (node['x-file']) return fitFile
  if (node.enum) return fitChoice(node.enum)
  if (node.type === 'object') return node.properties ? fitObject(node) : fitMap(node)
  if (node.type === 'array') return fitList(fitFor(node.items!))
  if (node.type === 'string') return fitText
  if (node.type === 'number' || node.type === 'integer') return fitNumber(node.type === 'integer')
  if (node.type === 'boolean') return fitFlag
  return fitAnything
}

const fitList =
  (fitItem: Fit): Fit =>
  (value, at) => {
    if (!Array.isArray(value))
      throw invalid(at, `must be a list, not ${kindOf(value)}`, 'write it in square brackets')
    for (const [index, item] of value.entries()) {
      at.push(String(index))
      value[index] = fitItem(item, at)
      at.pop()
    }
    return value
  }

function within<T>(at: Trail, name: string, run: () => T): T {
  at.push(name)
  const result = run()
  at.pop()
  return result
}

function asObject(value: unknown, at: Trail): Record<string, unknown> {
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return value as Record<string, unknown>
  if (value === undefined) throw invalid(at, 'is missing', 'write it in braces')
  throw invalid(at, `must be an object, not ${kindOf(value)}`, 'write it in braces')
}

function fitMap(node: Node): Fit {
  const values = (node as { patternProperties?: Record<string, Node> }).patternProperties ?? {}
  const inner = fitFor(Object.values(values)[0]!)
  return (value, at) =>
    Object.fromEntries(
      Object.entries(asObject(value, at)).map(([name, item]) => [
        fitText(name, at),
        within(at, name, () => inner(item, at)),
      ]),
    )
}

type Property = {
  name: string
  fit: Fit
  required: boolean
  nullable: boolean
  list: boolean
  filled: boolean
}

function fitObject(node: Node): Fit {
  const names = Object.keys(node.properties!)
  const properties = names
    .map(name => ({ name, node: node.properties![name]! }))
    .filter(property => !property.node['x-derived'])
    .map(({ name, node: child }) => ({
      name,
      fit: fitFor(child),
      required: node.required?.includes(name) ?? false,
      nullable: withoutNull(child).nullable || (!child.type && !child.enum),
      list: child.type === 'array',
      filled: child['x-filled'] === true,
    }))
  return (given, at) => {
    const value = asObject(given, at)
    if (isOrdered(value, properties)) return fitInPlace(value, properties, at)
    for (const name of Object.keys(value)) if (!names.includes(name)) throw unknownProperty(name, names, at)
    return reordered(value, properties, at)
  }
}

/** Whether everything is known, there and in the Shape's order already, as an export mostly writes it. */
function isOrdered(value: Record<string, unknown>, properties: readonly Property[]): boolean {
  let next = 0
  for (const name in value) {
    while (next < properties.length && properties[next]!.name !== name)
      if (properties[next++]!.required) return false
    if (next === properties.length || isAbsent(value[name], properties[next]!)) return false
    next++
  }
  while (next < properties.length) if (properties[next++]!.required) return false
  return true
}

const isAbsent = (value: unknown, { nullable, filled }: Property) =>
  value === undefined ||
  (value === null && !nullable) ||
  (filled && Array.isArray(value) && value.length === 0)

/** A third of the time and none of the memory that a copy takes. */
function fitInPlace(value: Record<string, unknown>, properties: readonly Property[], at: Trail) {
  for (const { name, fit } of properties) {
    const inner = value[name]
    if (inner === undefined) continue
    at.push(name)
    const fitted = fit(inner, at)
    if (fitted !== inner) value[name] = fitted
    at.pop()
  }
  return value
}

function reordered(value: Record<string, unknown>, properties: readonly Property[], at: Trail) {
  const ordered: Record<string, unknown> = {}
  for (const property of properties) {
    const { name, fit, required, list } = property
    const inner = value[name]
    if (isAbsent(inner, property)) {
      if (required && list) ordered[name] = []
      else if (required) throw invalid([...at, name], 'is missing', `every record of this kind has "${name}"`)
      continue
    }
    at.push(name)
    ordered[name] = fit(inner, at)
    at.pop()
  }
  return ordered
}

const unknownProperty = (name: string, names: readonly string[], at: Trail) =>
  invalid(
    [...at, name.slice(0, 60)],
    'is not a property of this kind of record',
    `the nearest one is "${nearest(name, names)}"`,
  )

/** An id alone is enough; the properties that follow the named record are filled in later, whatever was given. */
function fitMention(node: Node): Fit {
  const copied = new Set(node['x-copied'])
  const names = Object.keys(node.properties!)
  const own = names.filter(name => name !== 'id' && !copied.has(name))
  const optional = new Set(names.filter(name => !node.required?.includes(name)))
  const isNameEnough = withoutNull(node.properties!.id!).nullable
  const fitOwn = fitObject({
    ...node,
    properties: Object.fromEntries(own.map(name => [name, node.properties![name]!])),
  } as Node)
  return (given, at) => {
    const value = asObject(given, at)
    for (const name of Object.keys(value)) if (!names.includes(name)) throw unknownProperty(name, names, at)
    const rest = Object.fromEntries(own.flatMap(name => (name in value ? [[name, value[name]]] : [])))
    if (value.id === null && isNameEnough)
      return Object.assign(snapshot(value, [...copied], optional, at), fitOwn(rest, at))
    const filled: Record<string, unknown> = { id: within(at, 'id', () => fitId(value.id, at)) }
    for (const name of copied) filled[name] = ''
    return Object.assign(filled, fitOwn(rest, at))
  }
}

/** A name without a record behind it stays as it was given. */
function snapshot(
  value: Record<string, unknown>,
  copied: readonly string[],
  optional: ReadonlySet<string>,
  at: Trail,
): Record<string, unknown> {
  const kept: Record<string, unknown> = { id: null }
  for (const name of copied)
    if (value[name] != null || !optional.has(name))
      kept[name] = within(at, name, () => fitText(value[name], at))
  return kept
}
