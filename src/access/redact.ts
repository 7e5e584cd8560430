// Cuts out of a record what a caller is not shown, by the marks on its Shape, compiled once. It decides nothing: the
// marks say who, the viewer says which owners are theirs.
import { firstAt, namesIn, valuesAt } from '../shape/path.ts'
import { type Node, nodeOf, ownerProperty, seenByProperty, type TSchema } from '../shape/shape.ts'
import { type StoredRecord, storedAt } from '../shape/stored.ts'
import { nobody } from './ownership.ts'
import {
  type Guards,
  guardsFor,
  guardsOf,
  insideOf,
  namesOf,
  type RecordObject,
  type ShownCondition,
} from './shown-to.ts'
import type { Viewer } from './viewer.ts'

type Kind = Viewer['kind']

export type Redaction = {
  /** Whether anything in a record of this Shape may be hidden from this kind of caller. */
  hides(kind: Kind): boolean
  redact(value: unknown, viewer: Viewer): void
}

/** A stored text that begins with this has a reference in it that not everybody may see who sees the record: it is
 * never handed on as it is. So no column has to be read to know, and nothing searched. */
export const restrictedMark = ' '

/** `connectedTo` leads to the company that an agency must be connected to for its entries to be its own. */
export function schemaRedaction(schema: TSchema, connectedTo?: string): Redaction {
  const all = guardsOf(nodeOf(schema))
  const guards = { company: guardsFor('company', all), agency: guardsFor('agency', all) }
  return {
    hides: kind => guards[kind] !== undefined,
    redact(value, viewer) {
      const own = guards[viewer.kind]
      if (own)
        cut(value as RecordObject, own, {
          names: namesOf(viewer),
          company: connectedCompany(value, connectedTo),
        })
    },
  }
}

/** A record that does not name it is at no company that anybody is connected to. */
export const connectedCompany = (record: unknown, connectedTo: string | undefined): string | undefined =>
  connectedTo === undefined
    ? undefined
    : ((firstAt(record, namesIn(connectedTo)) as string | undefined) ?? '')

type Eyes = { names: ReadonlySet<string>; company: string | undefined }

function cut(value: RecordObject, guards: Guards, eyes: Eyes): void {
  for (const [name, { property, items, inner }] of guards) {
    if (!isShown(property, undefined, eyes)) {
      delete value[name]
      continue
    }
    if (items.length > 0) keepItems(value, name, item => isShown(items, item, eyes))
    if (inner) for (const item of valuesAt(value[name], [])) cut(item as RecordObject, inner, eyes)
  }
}

const isShown = (
  conditions: readonly ShownCondition[],
  item: RecordObject | undefined,
  { names, company }: Eyes,
) => conditions.every(({ shownTo }) => shownTo(item, company)?.some(name => names.has(name)) ?? true)

/** Keeps some items of a list, or keeps or drops an object. */
function keepItems(value: RecordObject, name: string, keep: (item: RecordObject) => boolean): void {
  const held = value[name]
  if (Array.isArray(held)) value[name] = held.filter(keep)
  else if (held !== null && held !== undefined && !keep(held as RecordObject)) delete value[name]
}

/** Whether this kind of caller is never shown it. */
const isHiddenFrom = (kind: Kind, node: Node): boolean =>
  node['x-hidden'] === true || (node['x-only'] !== undefined && node['x-only'] !== kind)

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
export function guardsIn(paths: readonly string[], stored: StoredRecord): string[] {
  const found = paths.flatMap(path =>
    path.startsWith('!') ? (isPresent(stored, path.slice(1)) ? [nobody] : []) : ownersAt(stored, path),
  )
  return [...new Set(found)]
}

/** The owners of the items at a place. An item whose owner has no id belongs to nobody. */
function ownersAt(stored: StoredRecord, path: string): string[] {
  const [items, owner] = path.split(' ') as [string, string]
  return storedAt(stored, namesIn(items)).flatMap(item => {
    const found = valuesAt(item, namesIn(owner)) as string[]
    return found.length > 0 ? found : [nobody]
  })
}

/** Whether any record inside has the property, an empty list included. */
function isPresent(stored: StoredRecord, path: string): boolean {
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
