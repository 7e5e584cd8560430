// Which parts of a value to keep: top-level names and dot paths, as `fields` asks for them.

/** What to keep: true for the whole value, else the names to keep inside it. */
export type Fields = ReadonlyMap<string, Fields | true>

/** The paths as they were asked for: where records become columns, in this order. */
const given = new WeakMap<Fields, readonly string[]>()
export const requestedPaths = (fields: Fields): readonly string[] => given.get(fields) ?? [...fields.keys()]

/** These paths and nothing else. */
export function fieldsAt(paths: readonly string[]): Fields {
  const fields = new Map<string, Fields | true>()
  given.set(fields, paths)
  for (const path of paths) keep(fields, path.split('.'))
  return fields
}

function keep(fields: Map<string, Fields | true>, names: readonly string[]): void {
  const [name, ...rest] = names as [string, ...string[]]
  const held = fields.get(name)
  if (held === true) return
  if (rest.length === 0) {
    fields.set(name, true)
    return
  }
  const inner = (held as Map<string, Fields | true> | undefined) ?? new Map()
  fields.set(name, inner)
  keep(inner, rest)
}

/** The value with only those fields, in the record's own order; lists are mapped, null stays null. */
export function onlyFields(value: unknown, fields: Fields): unknown {
  if (value === null) return null
  if (typeof value !== 'object') return undefined
  if (Array.isArray(value))
    return value.map(item => onlyFields(item, fields)).filter(item => item !== undefined)
  const kept: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const want = fields.get(name)
    if (!want) continue
    const part = want === true ? inner : onlyFields(inner, want)
    if (part !== undefined) kept[name] = part
  }
  return kept
}
