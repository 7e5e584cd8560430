// Which fields of a record each kind of key is shown, read off the marks on its Shape.
import { type Node, withoutNull } from '../shape/shape.ts'
import { type CallerKind, callerKinds } from './caller.ts'
import { isHiddenFrom } from './shown-to.ts'

/** Of answers that come in several shapes, the fields of all. */
export const shownFields = (record: Node): ShownField[] => [
  ...new Map(
    (record.anyOf ?? [record]).flatMap(one => rowsFor(one, '')).map(row => [row.path, row]),
  ).values(),
]

type FieldVisibility = 'yes' | 'own' | 'fetched' | 'no'
export type ShownField = { path: string } & Record<CallerKind, FieldVisibility>

/** Top-level fields, and whatever inside them is marked; nothing of what no key is shown. */
function rowsFor(node: Node, prefix: string): ShownField[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    if (callerKinds.every(kind => isHiddenFrom(kind, child))) return []
    const row = { path: prefix + name, company: shownTo(child, 'company'), agency: shownTo(child, 'agency') }
    let inside = withoutNull(child).node
    while (inside.type === 'array' && inside.items) inside = withoutNull(inside.items).node
    const inner = rowsFor(inside, `${prefix}${name}.`)
    return prefix === '' || row.company !== 'yes' || row.agency !== 'yes' ? [row, ...inner] : inner
  })
}

function shownTo(node: Node, kind: CallerKind): FieldVisibility {
  if (isHiddenFrom(kind, node)) return 'no'
  if (node[kind === 'agency' ? 'x-own-agency' : 'x-own-company']) return 'own'
  const inside = withoutNull(node).node
  return node['x-shown-with'] || (inside.items ?? inside)['x-restricted'] ? 'fetched' : 'yes'
}
