// Dot paths into records: typed one at a time, read from values and looked up in Shapes.
// A path crosses arrays by itself, so `agencies.name` is every agency's name.
import { type Node, nodeOf, type TSchema, withoutNull } from './shape.ts'

type Inner<T> = T extends readonly (infer Item)[] ? Inner<NonNullable<Item>> : T

/** The type at a path, or never where there is none. Checked path by path: a union of all paths is 20× slower. */
type At<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Inner<T>
    ? At<NonNullable<Inner<T>[Head]>, Rest>
    : never
  : P extends keyof Inner<T>
    ? NonNullable<Inner<T>[P]>
    : never

/** P where it leads somewhere in T, else never. */
export type PathIn<T, P> = P extends string ? ([At<T, P>] extends [never] ? never : P) : never

/** Every value at a path, in order; nulls and absences left out. */
export function valuesAt(value: unknown, path: readonly string[], from = 0): unknown[] {
  let inner = value
  let at = from
  while (at < path.length && inner !== null && inner !== undefined && !Array.isArray(inner))
    inner = (inner as Record<string, unknown>)[path[at++]!]
  if (inner === null || inner === undefined) return []
  if (!Array.isArray(inner)) return [inner]
  const found: unknown[] = []
  collect(inner, path, at, found)
  return found
}

/** The first of these values, without a list of them. */
export function firstAt(value: unknown, path: readonly string[], from = 0): unknown {
  let found = value
  for (let at = from; at < path.length; at++) {
    if (found === null || found === undefined) return undefined
    if (Array.isArray(found)) return valuesAt(found, path, at)[0]
    found = (found as Record<string, unknown>)[path[at]!]
  }
  return Array.isArray(found) ? valuesAt(found, [])[0] : (found ?? undefined)
}

const split = new Map<string, readonly string[]>()

/** The names of a declared path; split once. */
export function namesIn(path: string): readonly string[] {
  const known = split.get(path)
  if (known) return known
  const names = path.split('.')
  split.set(path, names)
  return names
}

function collect(value: unknown, path: readonly string[], from: number, found: unknown[]): void {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) for (const item of value) collect(item, path, from, found)
  else if (from === path.length) found.push(value)
  else collect((value as Record<string, unknown>)[path[from]!], path, from + 1, found)
}

type SchemaPlace = { node: Node; required: boolean; many: boolean }

/** The schema at a path; `required` when every record has a value there. */
export function placeAt(schema: TSchema, path: string): SchemaPlace | undefined {
  let node = nodeOf(schema)
  let required = true
  let many = false
  for (const name of path.split('.')) {
    ;({ node, required, many } = crossLists(node, required, many))
    const child = node.properties?.[name]
    if (!child) return undefined
    required &&= node.required?.includes(name) ?? false
    const open = withoutNull(child)
    required &&= !open.nullable
    node = open.node
  }
  return { ...crossLists(node, required, many) }
}

/** What is said beside a property. */
function meaningAt(schema: TSchema, path: string): string | undefined {
  const at = path.lastIndexOf('.')
  const { node } = at < 0 ? { node: nodeOf(schema) } : (placeAt(schema, path.slice(0, at)) ?? {})
  return node?.properties?.[path.slice(at + 1)]?.description
}

/** The gist of it, to be put into another sentence: "Hours after breaks; never negative." as "hours after breaks". */
export function gistAt(schema: TSchema, path: string): string | undefined {
  const [gist] = meaningAt(schema, path)?.split(/[.;:](?: |$)/) ?? []
  return gist && (/^[A-Z][a-z ]/.test(gist) ? gist[0]!.toLowerCase() + gist.slice(1) : gist)
}

function crossLists(node: Node, required: boolean, many: boolean): SchemaPlace {
  while (node.type === 'array' && node.items) {
    node = withoutNull(node.items).node
    required = false
    many = true
  }
  return { node, required, many }
}
