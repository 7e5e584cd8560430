// Cuts out of a record what a caller is not shown, by the marks on its Shape, compiled once. It decides nothing: the
// marks say who, the viewer says which owners are theirs.
import { firstAt, namesIn, valuesAt } from '../shape/path.ts'
import { nodeOf, ownerProperty, seenByProperty, type TSchema } from '../shape/shape.ts'
import { type StoredRecord, storedAt } from '../shape/stored.ts'
import { nobody } from './ownership.ts'
import {
  type Guards,
  guardsFor,
  guardsOf,
  insideOf,
  isHiddenFrom,
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

/** Where a record has what one kind of caller is not always shown: entries of which an owner sees its own, or something that
 * nobody's bytes may show, such as the owners of items that each has to itself. */
export type GuardPlace = { items: string; owner: string } | { hidden: string; isItemOwner?: true }

/** All such places of a Shape, those with owners first. */
export function guardPlaces(schema: TSchema, kind: Kind): GuardPlace[] {
  const own: GuardPlace[] = []
  const hidden = new Map<string, GuardPlace>()
  const hide = (path: string, more?: { isItemOwner: true }) => {
    if (!hidden.has(path)) hidden.set(path, { hidden: path, ...more })
  }
  const look = (inside: TSchema, prefix: string) => {
    const node = nodeOf(inside)
    for (const [name, child] of Object.entries(node.properties ?? {})) {
      // A text with such a reference in it has the mark of one.
      if (node['x-restricted'] && name === seenByProperty) continue
      const path = `${prefix}${name}`
      const owner = child[kind === 'agency' ? 'x-own-agency' : 'x-own-company']
      if (owner) own.push({ items: path, owner })
      if (child['x-owned']) hide(`${path}.${ownerProperty}`, { isItemOwner: true })
      if (child['x-linked-agency'] && kind === 'company') hide(`${path}.${child['x-linked-agency']}`)
      if (isHiddenFrom(kind, child)) hide(path)
      look(insideOf(child), `${path}.`)
    }
  }
  look(schema, '')
  return [...own, ...hidden.values()]
}

/** The place as columns are declared with it. */
export const guardText = (place: GuardPlace): string =>
  'items' in place ? `${place.items} ${place.owner}` : `!${place.hidden}`

/** Whose items a stored record has at such places, as a column keeps them. */
export function guardsIn(places: readonly GuardPlace[], stored: StoredRecord): string[] {
  const found = places.flatMap(place =>
    'items' in place ? ownersAt(stored, place) : isPresent(stored, place.hidden) ? [nobody] : [],
  )
  return [...new Set(found)]
}

/** Owners that have items of a list to themselves, such as documents. */
export const itemOwnersIn = (places: readonly GuardPlace[], stored: StoredRecord): string[] =>
  places.flatMap(place =>
    'hidden' in place && place.isItemOwner ? (storedAt(stored, namesIn(place.hidden)) as string[]) : [],
  )

/** The owners of the items at a place. An item whose owner has no id belongs to nobody. */
function ownersAt(stored: StoredRecord, { items, owner }: { items: string; owner: string }): string[] {
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
