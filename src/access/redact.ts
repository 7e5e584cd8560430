// What a caller is not shown is cut out of a record here, by the marks on its Shape, compiled once.
// It decides nothing: the marks say who, the viewer says which owners are theirs.
import { memoized } from '../shape/memoized.ts'
import { firstAt, namesIn, valuesAt } from '../shape/path.ts'
import {
  type Node,
  nodeOf,
  ownerProperty,
  seenByProperty,
  type TSchema,
  withoutNull,
} from '../shape/shape.ts'
import { type Stored, storedAt } from '../shape/stored.ts'
import { asAgency, nobody } from './ownership.ts'
import type { Viewer } from './viewer.ts'

type Kind = Viewer['kind']
type Holder = Record<string, unknown>
type Eyes = { owners: ReadonlySet<string>; linked: ReadonlySet<string>; names: ReadonlySet<string> }
type Cut = (value: Holder, eyes: Eyes) => void
type Keep = (item: Holder, eyes: Eyes) => boolean

export type Redaction = {
  /** Whether anything in a record of this Shape may be hidden from this kind of caller. */
  hides(kind: Kind): boolean
  redact(value: unknown, viewer: Viewer): void
}

/** A stored text that begins with this has a reference in it that not everybody may see who sees the record: it is
 * never handed on as it is. So no column has to be read to know, and nothing searched. */
export const restrictedMark = ' '

/** `connectedTo` leads to the company that an agency must be connected to for its entries to be its own. */
export function redaction(schema: TSchema, connectedTo?: string): Redaction {
  const cuts = { company: cutsOf(nodeOf(schema), 'company'), agency: cutsOf(nodeOf(schema), 'agency') }
  return {
    hides: kind => cuts[kind] !== undefined,
    redact(value, viewer) {
      const eyes = eyesOf(viewer)
      const cut = cuts[viewer.kind]
      if (viewer.kind === 'company' || connectedTo === undefined) return cut?.(value as Holder, eyes)
      const company = firstAt(value, namesIn(connectedTo)) as string
      const owners = viewer.owners.filter(id => eyes.names.has(asAgency(id, company)))
      cut?.(value as Holder, { ...eyes, owners: new Set(owners) })
    },
  }
}

/** Worked out once for all records of an answer. */
const eyesOf = memoized(
  ({ owners, names, linked }: Viewer): Eyes => ({
    owners: new Set(owners),
    names: new Set(names),
    linked: new Set(linked),
  }),
)

function cutsOf(node: Node, kind: Kind): Cut | undefined {
  const cuts = Object.entries(node.properties ?? {}).flatMap(
    ([name, child]) => cutOf(name, child, kind) ?? [],
  )
  if (cuts.length === 0) return undefined
  return (value, eyes) => {
    for (const cut of cuts) cut(value, eyes)
  }
}

/** Whether this kind of caller is never shown it. */
const isHiddenFrom = (kind: Kind, node: Node): boolean =>
  node['x-hidden'] === true || (node['x-only'] !== undefined && node['x-only'] !== kind)

function cutOf(name: string, child: Node, kind: Kind): Cut | undefined {
  if (isHiddenFrom(kind, child)) {
    return value => {
      delete value[name]
    }
  }
  const keeps = keepsOf(child, kind)
  const inner = cutsOf(insideOf(child), kind)
  if (keeps.length === 0 && !inner) return undefined
  return (value, eyes) => {
    if (keeps.length > 0) keepItems(value, name, item => keeps.every(keep => keep(item, eyes)))
    if (inner) for (const item of valuesAt(value[name], [])) inner(item as Holder, eyes)
  }
}

/** What is kept of a list, or whether an object is. */
function keepItems(value: Holder, name: string, keep: (item: Holder) => boolean): void {
  const held = value[name]
  if (Array.isArray(held)) value[name] = held.filter(keep)
  else if (held !== null && held !== undefined && !keep(held as Holder)) delete value[name]
}

function keepsOf(child: Node, kind: Kind): Keep[] {
  const keeps: Keep[] = []
  const own = child[kind === 'agency' ? 'x-own-agency' : 'x-own-company']?.split('.')
  if (own) keeps.push((item, { owners }) => valuesAt(item, own).some(id => owners.has(id as string)))
  const linked = kind === 'company' ? child['x-linked-agency']?.split('.') : undefined
  if (linked) keeps.push((item, eyes) => valuesAt(item, linked).some(id => eyes.linked.has(id as string)))
  if (child['x-owned']) keeps.push((item, { owners }) => keepOwned(item, kind, owners))
  const references = child['x-shown-with']
  if (references)
    keeps.push((item, eyes) => references.every(name => isSeen(item[name] as Holder | undefined, eyes)))
  if (insideOf(child)['x-restricted']) keeps.push(isSeen)
  return keeps
}

function keepOwned(item: Holder, kind: Kind, owners: ReadonlySet<string>): boolean {
  const owner = item[ownerProperty]
  delete item[ownerProperty]
  return owner === undefined || (kind === 'agency' && owners.has(owner as string))
}

function isSeen(reference: Holder | undefined, { names }: Eyes): boolean {
  const seenBy = reference?.[seenByProperty] as readonly string[] | undefined
  return seenBy === undefined || seenBy.some(name => names.has(name))
}

function insideOf(child: Node): Node {
  const open = withoutNull(child).node
  return open.type === 'array' && open.items ? withoutNull(open.items).node : open
}

/** Paths of owners that guard items of a Shape from one kind of caller: theirs, as `items owner`, and those nobody's
 * bytes may show. */
export function guardPaths(schema: TSchema, kind: Kind, prefix = ''): { own: string[]; always: string[] } {
  const own: string[] = []
  const always = new Set<string>()
  const node = nodeOf(schema)
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    // A text with such a reference in it has the mark of one.
    if (node['x-restricted'] && name === seenByProperty) continue
    const owner = child[kind === 'agency' ? 'x-own-agency' : 'x-own-company']
    if (owner) own.push(`${prefix}${name} ${owner}`)
    if (child['x-owned']) always.add(`${prefix}${name}.${ownerProperty}`)
    if (child['x-linked-agency'] && kind === 'company')
      always.add(`${prefix}${name}.${child['x-linked-agency']}`)
    if (isHiddenFrom(kind, child)) always.add(`${prefix}${name}`)
    const inner = guardPaths(insideOf(child), kind, `${prefix}${name}.`)
    own.push(...inner.own)
    for (const path of inner.always) always.add(path)
  }
  return { own, always: [...always] }
}

/** Whose items a stored record has at such places, as a column keeps them: `items owner`, and `!path` for nobody's. */
export function guardsIn(paths: readonly string[], stored: Stored): string[] {
  const found = paths.flatMap(path =>
    path.startsWith('!') ? (isPresent(stored, path.slice(1)) ? [nobody] : []) : ownersAt(stored, path),
  )
  return [...new Set(found)]
}

/** Whose the items at a place are. One whose owner has no id is nobody's. */
function ownersAt(stored: Stored, path: string): string[] {
  const [items, owner] = path.split(' ') as [string, string]
  return storedAt(stored, namesIn(items)).flatMap(item => {
    const found = valuesAt(item, namesIn(owner)) as string[]
    return found.length > 0 ? found : [nobody]
  })
}

/** Whether any record inside has the property, an empty list included. */
function isPresent(stored: Stored, path: string): boolean {
  const holders = path.includes('.')
    ? storedAt(stored, namesIn(path.slice(0, path.lastIndexOf('.'))))
    : [stored.record]
  const property = path.slice(path.lastIndexOf('.') + 1)
  return (holders as Record<string, unknown>[]).some(holder => holder[property] !== undefined)
}

/** Paths of agencies whose items companies see that are linked to them. */
export function linkedAgencyPaths(schema: TSchema, prefix = ''): string[] {
  return Object.entries(nodeOf(schema).properties ?? {}).flatMap(([name, child]) => {
    const own = child['x-linked-agency']
    const inner = linkedAgencyPaths(insideOf(child), `${prefix}${name}.`)
    return own ? [`${prefix}${name}.${own}`, ...inner] : inner
  })
}
