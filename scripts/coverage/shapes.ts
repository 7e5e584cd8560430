// Every property of a declared answer and every word of its choices, and which of them records show.
import { type Node, nodeOf, type TSchema, withoutNull } from '../../src/shape/shape.ts'
import type { Any } from './ask.ts'

/** Dot paths of a Shape; a choice is one path for each of its words. */
export function pathsOf(schema: TSchema, base = ''): string[] {
  const node = withoutNull(nodeOf(schema)).node
  if (node.anyOf) return [...new Set(node.anyOf.flatMap(option => pathsOf(option, base)))]
  if (node.items) return pathsOf(node.items, base)
  if (node.enum) return node.enum.map(word => `${base}=${word}`)
  if (!node.properties) return base === '' ? [] : [base]
  return Object.entries(node.properties).flatMap(([name, child]) =>
    pathsOf(child as Node, base === '' ? name : `${base}.${name}`),
  )
}

/** The plain rate is not uplifted: null is its value. */
const nullIsIt = /(^|\.)wd\.uplift$/

/** Marks off the paths that a value shows. */
export function show(value: Any, base: string, missing: Set<string>): void {
  if (value === undefined || (value === null && !nullIsIt.test(base))) return
  if (Array.isArray(value)) {
    for (const item of value) show(item, base, missing)
    return
  }
  missing.delete(base)
  if (typeof value === 'string') missing.delete(`${base}=${value}`)
  if (value === null || typeof value !== 'object') return
  for (const [name, child] of Object.entries(value))
    show(child, base === '' ? name : `${base}.${name}`, missing)
}
