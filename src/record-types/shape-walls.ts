// Refuses what a Shape says and nothing enforces: a keyword that no code reads, a mark where none is looked for, a mark
// that names what does not exist. Accepted silently, it would show what is marked as hidden, or promise what is never
// checked.

import { nearestOrAll } from '../errors/nearest.ts'
import { placeAt } from '../shape/path.ts'
import { type Marks, type Node, ownerProperty, withoutNull } from '../shape/shape.ts'

/** What a mark is written as, where it decides who is shown what: it counts on a property, and nowhere else. */
const accessMarks: Partial<Record<keyof Marks, string>> = {
  'x-hidden': 'hidden',
  'x-only': 'companyOnly',
  'x-own-agency': 'ownAgencyOnly',
  'x-own-company': 'ownCompanyOnly',
  'x-linked-agency': 'linkedAgencyOnly',
  'x-owned': 'privateItems',
  'x-shown-with': 'shownWith',
}
/** The others that are looked for by the names on the way to them, and so in no map and no choice of Shapes. */
const placedMarks: Partial<Record<keyof Marks, string>> = {
  'x-reference': 'reference',
  'x-file': 'fileLink',
  'x-personal': 'personal',
  'x-derived': 'derived',
  'x-own-name': 'ownName',
  'x-ids': 'idList',
}
const freeMarks = [
  'x-postcode',
  'x-currency',
  'x-null-unset',
  'x-instant',
  'x-words',
  'x-long',
  'x-copied',
  'x-restricted',
  'x-filled',
  'x-discreet',
  'x-sealed',
  'x-doubt',
]
const marks = [...Object.keys(accessMarks), ...Object.keys(placedMarks), ...freeMarks]
const keywords = [
  ...['type', 'description', 'properties', 'required', 'additionalProperties', 'patternProperties'],
  ...['items', 'anyOf', 'enum', 'format'],
]

type Place = {
  at: string
  /** Whether it is a property itself, and not what is in its list or beside its null. */
  isProperty: boolean
  /** Whether the names of properties alone lead to it. */
  isNamed: boolean
  /** The object that it is a property of. */
  within: Node
  isFact: boolean
}

/** What is wrong with the first place that has something wrong. */
export const shapeFault = (at: 'record' | 'facts', node: Node): string | undefined =>
  faultIn(node, { at, isProperty: false, isNamed: true, within: node, isFact: at === 'facts' })

function faultIn(node: Node, place: Place): string | undefined {
  const own = keywordFault(node) ?? markFault(node, place)
  if (own) return `${place.at} ${own}`
  const patterns = (node as { patternProperties?: Record<string, Node> }).patternProperties
  const { node: open } = withoutNull(node)
  const inside = { ...place, isProperty: false }
  const unnamed = { ...inside, isNamed: false }
  const children: [Node, Place][] = [
    ...Object.entries(node.properties ?? {}).map(([name, child]): [Node, Place] => [
      child,
      { ...place, at: `${place.at}.${name}`, isProperty: true, within: node },
    ]),
    ...(node.items ? [[node.items, isList(node.items) ? unnamed : inside] as [Node, Place]] : []),
    ...(node.anyOf ?? []).map((one): [Node, Place] => [one, open === node ? unnamed : inside]),
    ...Object.values(patterns ?? {}).map((one): [Node, Place] => [one, unnamed]),
  ]
  for (const [child, where] of children) {
    const fault = faultIn(child, where)
    if (fault) return fault
  }
  return undefined
}

const isList = (node: Node) => withoutNull(node).node.type === 'array'

function keywordFault(node: Node): string | undefined {
  const { format } = node as { format?: string }
  if (format !== undefined && !(format === 'date-time' && node['x-instant']))
    return `has the format "${format}", which no code reads or writes; there is only "date-time", which instant has`
  for (const word of Object.keys(node)) {
    const known = word.startsWith('x-') ? marks : keywords
    if (!known.includes(word))
      return `has the ${word.startsWith('x-') ? 'mark' : 'keyword'} "${word}", which no code looks at; ${nearestOrAll(word, known)}`
  }
  return undefined
}

function markFault(node: Node, place: Place): string | undefined {
  const has = (among: Partial<Record<keyof Marks, string>>) =>
    Object.entries(among).find(([mark]) => node[mark as keyof Marks] !== undefined)?.[1]
  const access = has(accessMarks)
  if (access && !place.isProperty)
    return `is marked ${access} inside a list or beside null, where nothing looks for it; write ${access}(…) around the whole property`
  const placed = access ?? has(placedMarks)
  if (placed && !place.isNamed)
    return `has something marked ${placed} in a map, a choice or a list of lists, where nothing looks for it; make it a property`
  if (node['x-sealed'] && !(place.isFact && /^facts\.\w+$/.test(place.at)))
    return 'is marked sealed, which only facts can be; move it there'
  if (node['x-filled'] && node.type !== 'array') return 'is marked filled, which only a list can be'
  if (node['x-own-name'] && !place.within.properties?.id)
    return 'is marked ownName, and there is no id beside it that says whose'
  return itemFault(node)
}

/** Marks that look at what is in an item. */
function itemFault(node: Node): string | undefined {
  const open = withoutNull(node).node
  const item = open.items ? withoutNull(open.items).node : open
  for (const mark of ['x-own-agency', 'x-own-company', 'x-linked-agency'] as const) {
    const path = node[mark]
    if (path !== undefined && !placeAt(item, path)) return `is ${accessMarks[mark]}: ${missing(path, item)}`
  }
  for (const name of node['x-shown-with'] ?? []) {
    if (!item.properties?.[name]) return `is shownWith: ${missing(name, item)}`
    if (!withoutNull(item.properties[name]).node['x-restricted'])
      return `is shownWith "${name}", which everybody is shown who sees the record; take it out`
  }
  if (node['x-owned'] && !item.properties?.[ownerProperty])
    return `is marked privateItems, and its items have no ${ownerProperty} that says whose they are`
  return undefined
}

const missing = (path: string, { properties = {} }: Node) =>
  `it looks at "${path}", which is not in it; ${nearestOrAll(path.split('.')[0]!, Object.keys(properties))}`
