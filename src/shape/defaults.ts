// Fills in what every record of a Shape has and a line may leave out, empty lists and nulls, for records that were stored
// before the Shape said so.
import { defaultOf, hasDefault, type Node, nodeOf, type TSchema, withoutNull } from './shape.ts'

/** In the Shape's order; nothing else is changed. */
export const withDefaults = <T>(schema: TSchema, value: T): T => completed(nodeOf(schema), value) as T

function completed(given: Node, value: unknown): unknown {
  const { node } = withoutNull(given)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return node.items ? value.map(item => completed(node.items!, item)) : value
  if (!node.properties) return value
  const held = value as Record<string, unknown>
  const whole: Record<string, unknown> = {}
  for (const [name, child] of Object.entries(node.properties)) {
    if (held[name] !== undefined) whole[name] = completed(child, held[name])
    else if (hasDefault(child) && node.required?.includes(name)) whole[name] = defaultOf(child)
  }
  return { ...whole, ...Object.fromEntries(Object.entries(held).filter(([name]) => !(name in whole))) }
}
