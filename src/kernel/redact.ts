// What a caller is not shown is cut out of a record here, by the marks on its Shape, compiled once.
// It decides nothing: the marks say who, the viewer says which owners are theirs.
import { valuesAt } from './path.ts'
import type { Viewer } from './plan.ts'
import { type Node, nodeOf, type TSchema, withoutNull } from './shape.ts'

type Cut = (value: Record<string, unknown>, owners: ReadonlySet<string>) => void
type Kind = Viewer['kind']

export type Redaction = {
  /** Whether anything in a record of this Shape may be hidden from this kind of caller. */
  hides(kind: Kind): boolean
  redact(value: unknown, viewer: Viewer): void
}

export function redaction(schema: TSchema): Redaction {
  const cuts = { company: cutsOf(nodeOf(schema), 'company'), agency: cutsOf(nodeOf(schema), 'agency') }
  return {
    hides: kind => cuts[kind] !== undefined,
    redact(value, viewer) {
      cuts[viewer.kind]?.(value as Record<string, unknown>, new Set(viewer.owners))
    },
  }
}

function cutsOf(node: Node, kind: Kind): Cut | undefined {
  const cuts: Cut[] = []
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    const cut = cutOf(name, child, kind)
    if (cut) cuts.push(cut)
  }
  if (cuts.length === 0) return undefined
  return (value, owners) => {
    for (const cut of cuts) cut(value, owners)
  }
}

function cutOf(name: string, child: Node, kind: Kind): Cut | undefined {
  if (child['x-only'] && child['x-only'] !== kind) {
    return value => {
      delete value[name]
    }
  }
  const own = child[kind === 'agency' ? 'x-own-agency' : 'x-own-company']?.split('.')
  const open = withoutNull(child).node
  const inner = cutsOf(open.type === 'array' && open.items ? withoutNull(open.items).node : open, kind)
  if (!own && !inner) return undefined
  return (value, owners) => {
    if (own && Array.isArray(value[name])) {
      value[name] = value[name].filter(item => valuesAt(item, own).some(id => owners.has(id as string)))
    }
    if (inner) for (const item of valuesAt(value[name], [])) inner(item as Record<string, unknown>, owners)
  }
}

/** The paths of the owners that guard items of a Shape, for one kind of caller. */
export function guardPaths(schema: TSchema, kind: Kind, prefix = ''): string[] {
  const paths: string[] = []
  for (const [name, child] of Object.entries(nodeOf(schema).properties ?? {})) {
    const own = child[kind === 'agency' ? 'x-own-agency' : 'x-own-company']
    if (own) paths.push(`${prefix}${name}.${own}`)
    const open = withoutNull(child).node
    const inside = open.type === 'array' && open.items ? withoutNull(open.items).node : open
    paths.push(...guardPaths(inside, kind, `${prefix}${name}.`))
  }
  return paths
}

/** Whether a Shape has values that this kind never sees, so that no row of it is clean for them. */
export function alwaysHides(schema: TSchema, kind: Kind): boolean {
  return Object.values(nodeOf(schema).properties ?? {}).some(child => {
    if (child['x-only'] && child['x-only'] !== kind) return true
    const open = withoutNull(child).node
    return alwaysHides(open.type === 'array' && open.items ? withoutNull(open.items).node : open, kind)
  })
}
