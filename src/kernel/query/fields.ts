// The `fields` parameter: a comma-separated list of top-level names and dot paths (§2.1, §4.18).
// It only ever takes away, and runs after redaction.

import { guessOrAll } from '../../formats/nearest.ts'
import { badRequest } from '../../problem.ts'
import { Type } from '../../shape/schema.ts'
import { nodeOf, type TSchema } from '../../shape/shape.ts'
import type { Parameter } from '../operation/parameter.ts'

/** What to keep: true for the whole value, else the names to keep inside it. */
export type Fields = ReadonlyMap<string, Fields | true>

export function fieldsParameter(schema: TSchema): Parameter<Fields> {
  const known = Object.keys(nodeOf(schema).properties ?? {})
  return {
    name: 'fields',
    description: 'Comma-separated top-level fields or dot paths to return; omitted = the whole record',
    schema: Type.String({ minLength: 1, maxLength: 2000 }),
    example: known.slice(0, 2).join(','),
    read: text => readFields(text, known),
  }
}

/** The paths as they were asked for: where records become columns, in this order. */
const given = new WeakMap<Fields, readonly string[]>()
export const givenPaths = (fields: Fields): readonly string[] => given.get(fields) ?? [...fields.keys()]

function readFields(text: string, known: readonly string[]): Fields {
  const fields = new Map<string, Fields | true>()
  const entries = text.split(',')
  given.set(fields, entries)
  for (const entry of entries) {
    if (entry === '') throw badRequest('fields has an empty entry; separate names with single commas')
    const names = entry.split('.')
    if (!names.every(name => /^[A-Za-z0-9_]+$/.test(name))) {
      throw badRequest(
        `fields: "${entry.slice(0, 80)}" is not a field; write names or dot paths such as worker.name`,
      )
    }
    if (!known.includes(names[0]!)) {
      const close = guessOrAll(names[0]!, known)
      throw badRequest(`fields: there is no field "${names[0]!.slice(0, 80)}"${close}`)
    }
    keep(fields, names)
  }
  return fields
}

/** These paths and nothing else. */
export function fieldsAt(paths: Iterable<string>): Fields {
  const fields = new Map<string, Fields | true>()
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
export function project(value: unknown, fields: Fields): unknown {
  if (value === null) return null
  if (typeof value !== 'object') return undefined
  if (Array.isArray(value)) return value.map(item => project(item, fields)).filter(item => item !== undefined)
  const kept: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const want = fields.get(name)
    if (!want) continue
    const part = want === true ? inner : project(inner, want)
    if (part !== undefined) kept[name] = part
  }
  return kept
}
