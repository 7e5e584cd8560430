// The columns of a table of records: the dot paths of their Shape, as one kind of caller is shown it. They follow from
// the request alone, whatever the rows hold.

import type { CallerKind } from '../access/caller.ts'
import { isHiddenFrom } from '../access/shown-to.ts'
import { orNearestOrAll } from '../errors/nearest.ts'
import { badRequest } from '../errors/problem.ts'
import { type Fields, requestedPaths } from '../shape/fields.ts'
import { type Node, nodeOf, type TSchema, withoutNull } from '../shape/shape.ts'

/** `open` holds whatever a record has there; lists and maps are written as JSON. */
type CellKind = 'text' | 'number' | 'money' | 'flag' | 'instant' | 'open'

export type TableColumn = {
  name: string
  /** From the record, or from the item where it is the item's. */
  path: readonly string[]
  kind: CellKind
  ofItem: boolean
  /** What to keep of a list or map, where `fields` asks for less than all of it. */
  keep?: Fields
}

export type Table = {
  columns: readonly TableColumn[]
  /** The list of which each item has a row. */
  explode?: readonly string[]
}

/** What of the records a table is to show. */
export type TableOptions = {
  kind: CallerKind
  /** Properties that only an include flag adds, and was not given for. */
  absent: ReadonlySet<string>
  fields?: Fields | undefined
  explode?: string | undefined
}

export function tableOf(shown: TSchema, { kind, absent, fields, explode }: TableOptions): Table {
  const visible = (node: Node) => (name: string) => {
    const child = node.properties?.[name]
    return child && !isHiddenFrom(kind, child) ? withoutNull(child).node : undefined
  }
  const columns = new Map<string, TableColumn>()
  const add = (names: readonly string[], node: Node, from: number, keep?: Fields | true) => {
    const name = names.join('.')
    const isItem = from > 0
    columns.set(name, {
      name,
      path: names.slice(from),
      kind: kindOf(node),
      ofItem: isItem,
      ...(keep && keep !== true && { keep }),
    })
  }
  /** `from` is where the names of an item begin; `rest` are the names that are still to follow. */
  const walk = (node: Node, names: readonly string[], rest: readonly string[], from: number): void => {
    const isExploded = names.length > 0 && names.join('.') === explode && from === 0
    if (isExploded && node.type === 'array') {
      walk(withoutNull(node.items!).node, names, rest, names.length)
      return
    }
    const [name, ...others] = rest
    if (!node.properties) {
      const keep = fields && keptAt(fields, names)
      const isOpen = node.type === 'array' || node.type === undefined || node.type === 'object'
      if (name === undefined || isOpen) add(names, node, from, keep)
      return
    }
    const inside = visible(node)
    for (const each of name === undefined ? Object.keys(node.properties) : [name]) {
      const child = names.length === 0 && absent.has(each) ? undefined : inside(each)
      if (child) walk(child, [...names, each], others, from)
    }
  }
  const root = nodeOf(shown)
  for (const path of fields ? requestedPaths(fields) : []) {
    if (!isThere(root, path.split('.'))) throw noField(path, shown, kind)
    walk(root, [], path.split('.'), 0)
  }
  if (!fields) walk(root, [], [], 0)
  if (columns.size === 0)
    throw badRequest(
      'fields names nothing that this key is shown in this list, so there is no column; parts need their include flag, or explode',
    )
  const found = [...columns.values()]
  if (explode === undefined) return { columns: found }
  if (!found.some(({ ofItem }) => ofItem))
    throw badRequest(`explode=${explode}: name ${explode}, or something in it, among the fields as well`)
  return { columns: found, explode: explode.split('.') }
}

/** Whether a record can have something there, whoever is shown it. */
function isThere(node: Node, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  if (node.type === 'array') return isThere(withoutNull(node.items!).node, [name, ...rest])
  const child = node.properties?.[name]
  if (child) return isThere(withoutNull(child).node, rest)
  return !node.properties && (node.type === undefined || node.type === 'object')
}

function noField(path: string, shown: TSchema, kind: CallerKind) {
  const all = tableOf(shown, { kind, absent: new Set() }).columns.map(({ name }) => name)
  return badRequest(`fields: there is no "${path}" in a record${orNearestOrAll(path, all)}`)
}

function kindOf(node: Node): CellKind {
  if (node['x-instant']) return 'instant'
  if (node.type === 'string') return 'text'
  if (node['x-currency']) return 'money'
  if (node.type === 'number' || node.type === 'integer') return 'number'
  return node.type === 'boolean' ? 'flag' : 'open'
}

function keptAt(fields: Fields, names: readonly string[]): Fields | true | undefined {
  let kept: Fields | true | undefined = fields
  for (const name of names) {
    if (kept === true || kept === undefined) return kept
    kept = kept.get(name)
  }
  return kept
}

/** The lists of a record, by their paths: not those inside another list. */
function listsIn(shown: TSchema, kind: CallerKind, names: readonly string[] = []): string[] {
  return Object.entries(nodeOf(shown).properties ?? {}).flatMap(([name, child]) => {
    if (isHiddenFrom(kind, child)) return []
    const { node } = withoutNull(child)
    const path = [...names, name]
    return node.type === 'array' ? [path.join('.')] : listsIn(node, kind, path)
  })
}

/** The lists of which a caller may ask for rows; undefined where there are none. */
export function explodableLists(
  shown: TSchema,
): readonly string[] | Record<CallerKind, readonly string[]> | undefined {
  const [company, agency] = [listsIn(shown, 'company'), listsIn(shown, 'agency')]
  if (company.length === 0 && agency.length === 0) return undefined
  return company.join() === agency.join() ? company : { company, agency }
}

/** After so many characters of a table others have their turn: a millisecond or two of work. */
export const turnLength = 64 * 1024

type Holder = Record<string, unknown>

/** The value at a path that crosses no list. */
export function cellAt(value: unknown, path: readonly string[]): unknown {
  let found = value
  for (const name of path) {
    if (found === null || found === undefined) return undefined
    found = (found as Holder)[name]
  }
  return found
}

const nothing = [undefined]

/** The items that a record has rows for; one without any has a row with nothing in their columns. */
export function itemsOf(record: unknown, { explode }: Table): readonly unknown[] {
  if (!explode) return nothing
  const items = cellAt(record, explode)
  return Array.isArray(items) && items.length > 0 ? items : nothing
}
