// To whom each property of a record, and each item of its lists, is shown: read off the marks on its Shape. What cuts values
// (redact.ts) and what cuts bytes (spans.ts) both go by this, and decide nothing themselves.
import { memoized } from '../shape/memoized.ts'
import { valuesAt } from '../shape/path.ts'
import {
  type Node,
  nodeOf,
  ownerProperty,
  seenByProperty,
  type TSchema,
  withoutNull,
} from '../shape/shape.ts'
import { type CallerKind, callerKinds } from './caller.ts'
import { asAgency, asCompany, asOwner } from './owners.ts'
import type { Viewer } from './viewer.ts'

export type RecordObject = Record<string, unknown>

export type ShownCondition = {
  /** The kind of caller that it concerns, where it does not concern both. */
  kind?: CallerKind
  /** The names of those who are shown it; undefined where everybody is. `company` is the one that agencies must be connected
   * to, where the record has one. */
  shownTo(item: RecordObject | undefined, company: string | undefined): readonly string[] | undefined
}

export type FieldGuard = {
  /** Of the property itself. */
  property: readonly ShownCondition[]
  /** Of each item of a list, or of an object. */
  items: readonly ShownCondition[]
  /** Guards inside it. */
  inner?: Guards
}

/** By the names of properties, those with something in them that is not shown to everybody. */
export type Guards = ReadonlyMap<string, FieldGuard>

const linkedTo = (agency: string) => `l:${agency}`

/** The names in which a viewer is shown something: its own, and of a company those of the agencies linked to it. */
export const namesOf = memoized(
  ({ kind, owners, names, linked }: Viewer): ReadonlySet<string> =>
    new Set([
      ...owners.map(id => asOwner(kind, id)),
      ...names,
      ...(kind === 'company' ? linked.map(linkedTo) : []),
    ]),
)

/** Undefined where everything is shown to everybody. */
export function guardsOf(node: Node, isOwned = false): Guards | undefined {
  const found = new Map<string, FieldGuard>()
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    const property = ofProperty(child)
    const items = ofItems(child)
    const inner = guardsOf(insideOf(child), child['x-owned'])
    if (property.length + items.length > 0 || inner)
      found.set(name, { property, items, ...(inner && { inner }) })
  }
  if (isOwned) found.set(ownerProperty, { property: [toNobody], items: [] })
  return found.size > 0 ? found : undefined
}

/** The guards that concern one kind of caller. */
export function guardsFor(kind: CallerKind, guards: Guards | undefined): Guards | undefined {
  const found = new Map<string, FieldGuard>()
  const isTheirs = (condition: ShownCondition) => condition.kind === undefined || condition.kind === kind
  for (const [name, guard] of guards ?? []) {
    const [property, items] = [guard.property.filter(isTheirs), guard.items.filter(isTheirs)]
    const inner = guardsFor(kind, guard.inner)
    if (property.length + items.length > 0 || inner)
      found.set(name, { property, items, ...(inner && { inner }) })
  }
  return found.size > 0 ? found : undefined
}

const toNobody: ShownCondition = { shownTo: () => [] }

/** Whether no caller of this kind is ever shown a property. */
export const isHiddenFrom = (kind: CallerKind, property: Node): boolean =>
  property['x-hidden'] === true || (property['x-only'] !== undefined && property['x-only'] !== kind)

function ofProperty(child: Node): ShownCondition[] {
  const kinds = callerKinds.filter(kind => isHiddenFrom(kind, child))
  return kinds.length === callerKinds.length ? [toNobody] : kinds.map(kind => ({ ...toNobody, kind }))
}

function ofItems(child: Node): ShownCondition[] {
  const found: ShownCondition[] = []
  const byIds = (
    kind: CallerKind,
    path: string | undefined,
    nameOf: (id: string, company?: string) => string,
  ) => {
    const names = path?.split('.')
    if (names)
      found.push({
        kind,
        shownTo: (item, company) => valuesAt(item, names).map(id => nameOf(id as string, company)),
      })
  }
  byIds('agency', child['x-own-agency'], agencyName)
  byIds('company', child['x-own-company'], asCompany)
  byIds('company', child['x-linked-agency'], linkedTo)
  if (child['x-owned'])
    found.push({
      shownTo(item, company) {
        const owner = item?.[ownerProperty]
        return owner === undefined ? undefined : [agencyName(owner as string, company)]
      },
    })
  for (const name of child['x-shown-with'] ?? [])
    found.push({ shownTo: item => seenBy(item?.[name] as RecordObject | undefined) })
  if (insideOf(child)['x-restricted']) found.push({ shownTo: seenBy })
  return found
}

const agencyName = (id: string, company: string | undefined) =>
  company === undefined ? asOwner('agency', id) : asAgency(id, company)

const seenBy = (reference: RecordObject | null | undefined) =>
  reference?.[seenByProperty] as readonly string[] | undefined

const marks = [
  'x-hidden',
  'x-only',
  'x-own-agency',
  'x-own-company',
  'x-linked-agency',
  'x-owned',
  'x-shown-with',
  'x-restricted',
] as const

/** Every mark by which something is hidden, with its place: another list where other things are hidden. */
export function guardMarks(schema: TSchema, prefix = ''): string[] {
  return Object.entries(nodeOf(schema).properties ?? {}).flatMap(([name, child]) => {
    const inside = insideOf(child)
    const said = marks.flatMap(mark => {
      const found = child[mark] ?? (mark === 'x-restricted' ? inside[mark] : undefined)
      return found === undefined ? [] : `${prefix}${name} ${mark} ${JSON.stringify(found)}`
    })
    return [...said, ...guardMarks(inside, `${prefix}${name}.`)]
  })
}

export function insideOf(child: Node): Node {
  const open = withoutNull(child).node
  return open.type === 'array' && open.items ? withoutNull(open.items).node : open
}
