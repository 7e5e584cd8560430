// What a caller is not shown is cut out of a record here, by the marks on its Shape, compiled once.
// It decides nothing: the marks say who, the viewer says which owners are theirs.
import { valuesAt } from './path.ts'
import type { Viewer } from './plan.ts'
import { type Node, nodeOf, ownerProperty, type TSchema, withoutNull } from './shape.ts'

type Kind = Viewer['kind']
type Holder = Record<string, unknown>
type Eyes = { owners: ReadonlySet<string>; linked: ReadonlySet<string> }
type Cut = (value: Holder, eyes: Eyes) => void

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
      const eyes = { owners: new Set(viewer.owners), linked: new Set(viewer.linked) }
      cuts[viewer.kind]?.(value as Holder, eyes)
    },
  }
}

function cutsOf(node: Node, kind: Kind): Cut | undefined {
  const cuts = Object.entries(node.properties ?? {}).flatMap(
    ([name, child]) => cutOf(name, child, kind) ?? [],
  )
  if (cuts.length === 0) return undefined
  return (value, eyes) => {
    for (const cut of cuts) cut(value, eyes)
  }
}

function cutOf(name: string, child: Node, kind: Kind): Cut | undefined {
  if (child['x-only'] && child['x-only'] !== kind) {
    return value => {
      delete value[name]
    }
  }
  const keep = keepOf(child, kind)
  const inner = cutsOf(insideOf(child), kind)
  if (!keep && !inner) return undefined
  return (value, eyes) => {
    if (keep) keepItems(value, name, item => keep(item, eyes))
    if (inner) for (const item of valuesAt(value[name], [])) inner(item as Holder, eyes)
  }
}

/** What is kept of a list, or whether an object is. */
function keepItems(value: Holder, name: string, keep: (item: Holder) => boolean): void {
  const held = value[name]
  if (Array.isArray(held)) value[name] = held.filter(keep)
  else if (held !== null && held !== undefined && !keep(held as Holder)) delete value[name]
}

function keepOf(child: Node, kind: Kind): ((item: Holder, eyes: Eyes) => boolean) | undefined {
  const own = child[kind === 'agency' ? 'x-own-agency' : 'x-own-company']?.split('.')
  const linked = kind === 'company' ? child['x-linked-agency']?.split('.') : undefined
  const owned = child['x-owned']
  if (!own && !linked && !owned) return undefined
  return (item, eyes) => {
    if (own && !valuesAt(item, own).some(id => eyes.owners.has(id as string))) return false
    if (linked && !valuesAt(item, linked).some(id => eyes.linked.has(id as string))) return false
    return !owned || keepOwned(item, kind, owned.companies, eyes)
  }
}

function keepOwned(item: Holder, kind: Kind, companies: boolean, eyes: Eyes): boolean {
  const owner = item[ownerProperty]
  delete item[ownerProperty]
  if (owner === undefined) return true
  return kind === 'company' ? companies : eyes.owners.has(owner as string)
}

function insideOf(child: Node): Node {
  const open = withoutNull(child).node
  return open.type === 'array' && open.items ? withoutNull(open.items).node : open
}

/** Paths of owners that guard items of a Shape from one kind of caller: theirs, as `items owner`, and those nobody's
 * bytes may show. */
export function guardPaths(schema: TSchema, kind: Kind, prefix = ''): { own: string[]; always: string[] } {
  const found = { own: [] as string[], always: [] as string[] }
  for (const [name, child] of Object.entries(nodeOf(schema).properties ?? {})) {
    const own = child[kind === 'agency' ? 'x-own-agency' : 'x-own-company']
    if (own) found.own.push(`${prefix}${name} ${own}`)
    if (child['x-owned']) found.always.push(`${prefix}${name}.${ownerProperty}`)
    if (child['x-linked-agency'] && kind === 'company')
      found.always.push(`${prefix}${name}.${child['x-linked-agency']}`)
    if (child['x-only'] && child['x-only'] !== kind) found.always.push(`${prefix}${name}`)
    const inner = guardPaths(insideOf(child), kind, `${prefix}${name}.`)
    found.own.push(...inner.own)
    found.always.push(...inner.always)
  }
  return found
}
