// Takes out of a record what it says about somebody who was erased: what is marked personal in the Shape, within the
// object that names the person. Numbers of hours and money stay: others are paid by them.
import { AsText } from './list-text.ts'
import { type Node, nodeOf, type TSchema, withoutNull } from './shape.ts'
import type { StoredRecord } from './stored.ts'

/** What somebody is called who was erased. */
export const erasedName = 'Erased worker'

/** Whether the person that a record is of was erased: what says so is kept, and nothing else of them. */
export const isErasedRecord = ({ facts }: Pick<StoredRecord, 'facts'>): boolean => facts.erased === true

type Values = Record<string, unknown>
type Person = { type: string; id: string }

/** The Shapes of a kind of record. */
type Shapes = { record: TSchema; facts: TSchema }

export function erasePersonal(type: Shapes, { record, facts }: StoredRecord, person: Person): void {
  const isAbout = names(nodeOf(type.record), record, person)
  eraseIn(nodeOf(type.record), record, person, isAbout)
  eraseIn(nodeOf(type.facts), facts, person, isAbout)
}

/** Whether an object itself says who it is about. */
const names = ({ properties = {} }: Node, value: Values, { type, id }: Person) =>
  Object.entries(properties).some(
    ([name, child]) =>
      withoutNull(child).node['x-reference'] === type && (value[name] as { id?: unknown } | null)?.id === id,
  )

function eraseIn(node: Node, value: Values, person: Person, isAbout: boolean): void {
  for (const [name, given] of Object.entries(node.properties ?? {})) {
    if (value[name] === undefined || value[name] === null) continue
    const child = withoutNull(given)
    if (given['x-own-name']) {
      if (given['x-own-name'] === person.type && value.id === person.id) value[name] = erasedName
    } else if (given['x-personal'] && isAbout) {
      if (child.nullable) value[name] = null
      else if (node.required?.includes(name)) value[name] = nothing(child.node)
      else delete value[name]
    } else if (!child.node['x-reference']) eraseInside(given, value, name, person, isAbout)
  }
}

const nothing = ({ type }: Node) => (type === 'array' ? [] : type === 'string' ? '' : null)

function eraseInside(given: Node, value: Values, name: string, person: Person, isAbout: boolean): void {
  const { node } = withoutNull(given)
  if (node.type === 'object') eraseObject(node, value[name] as Values, person, isAbout)
  if (node.type !== 'array' || !(given['x-personal'] || holdsPersonal(node))) return
  const held = value[name]
  const items = (held instanceof AsText ? held.toJSON() : held) as Values[]
  const item = withoutNull(node.items!).node
  const kept = given['x-personal'] ? items.flatMap(one => withoutPerson(item, one, person)) : items
  for (const one of kept) eraseObject(item, one, person, isAbout)
  value[name] = kept
}

const eraseObject = (node: Node, value: Values, person: Person, isAbout: boolean) =>
  eraseIn(node, value, person, isAbout || names(node, value, person))

/** The item without the person, a copy where it lists others too; nothing where it is about this one alone. */
function withoutPerson(node: Node, value: Values, { type, id }: Person): Values[] {
  if (names(node, value, { type, id })) return []
  const left = { ...value }
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    const ids = child['x-ids'] === type ? (value[name] as string[]) : []
    if (!ids.includes(id)) continue
    const others = ids.filter(one => one !== id)
    if (others.length === 0) return []
    left[name] = others
  }
  return [left]
}

/** Where a record has ids of people besides those that it mentions: lists of ids, and objects that are a person. */
export type PersonPath = { type: string; names: readonly string[] }

export function personPaths(node: Node, prefix: readonly string[] = []): PersonPath[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, given]) => {
    const names = [...prefix, name]
    if (given['x-ids']) return [{ type: given['x-ids'], names }]
    if (given['x-own-name']) return [{ type: given['x-own-name'], names: [...prefix, 'id'] }]
    let child = withoutNull(given).node
    while (child.type === 'array' && child.items) child = withoutNull(child.items).node
    return personPaths(child, names)
  })
}

const marked = new WeakMap<Node, boolean>()

/** Whether anything in there may have to go: of most lists nothing. */
function holdsPersonal(node: Node): boolean {
  const known = marked.get(node)
  if (known !== undefined) return known
  const inside = [node.items, ...Object.values(node.properties ?? {})].filter(child => child !== undefined)
  const found: boolean = inside.some(
    child =>
      child['x-personal'] !== undefined ||
      child['x-own-name'] !== undefined ||
      holdsPersonal(withoutNull(child).node),
  )
  marked.set(node, found)
  return found
}
