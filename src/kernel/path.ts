// Dot paths into records: typed one at a time, read from values and looked up in Shapes.
// A path crosses arrays by itself, so `agencies.name` is every agency's name.
import { type Node, nodeOf, type TSchema, withoutNull } from './shape.ts'

type Inside<T> = T extends readonly (infer Item)[] ? Inside<NonNullable<Item>> : T

/** The type at a path, or never where there is none. Checked path by path: a union of all paths is 20× slower. */
export type At<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Inside<T>
    ? At<NonNullable<Inside<T>[Head]>, Rest>
    : never
  : P extends keyof Inside<T>
    ? NonNullable<Inside<T>[P]>
    : never

/** P where it leads somewhere in T, else never. */
export type PathIn<T, P> = P extends string ? ([At<T, P>] extends [never] ? never : P) : never

/** Every value at a path, in order; nulls and absences left out. */
export function valuesAt(value: unknown, path: readonly string[], from = 0): unknown[] {
  const found: unknown[] = []
  collect(value, path, from, found)
  return found
}

function collect(value: unknown, path: readonly string[], from: number, found: unknown[]): void {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) for (const item of value) collect(item, path, from, found)
  else if (from === path.length) found.push(value)
  else collect((value as Record<string, unknown>)[path[from]!], path, from + 1, found)
}

export type Place = { node: Node; required: boolean; many: boolean }

/** The schema at a path; `required` when every record has a value there. */
export function placeAt(schema: TSchema, path: string): Place | undefined {
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

function crossLists(node: Node, required: boolean, many: boolean): Place {
  while (node.type === 'array' && node.items) {
    node = withoutNull(node.items).node
    required = false
    many = true
  }
  return { node, required, many }
}
