// Which fields each kind of key is shown, read off the marks on the Shapes.
import type { CallerKind } from '../access/caller.ts'
import { allows } from '../access/permit.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { type Node, nodeOf, withoutNull } from '../shape/shape.ts'

export function visibilityDocument(operations: readonly Operation[]): string {
  const lines = [
    '# Who is shown what',
    '',
    'Every field of every operation, by kind of key. Generated from the marks on the Shapes by `npm run contract`.',
    '"yes": always; "own": only entries of the key\'s own agencies or companies; "fetched": only where the key could',
    'fetch the record that is named; "no": never. Fields inside a field follow it unless they are listed.',
  ]
  for (const operation of operations) lines.push('', ...sectionFor(operation))
  return `${lines.join('\n')}\n`
}

function sectionFor(operation: Operation): string[] {
  const node = nodeOf(operation.answers)
  const record = node.type === 'array' ? node.items! : node
  const kinds: CallerKind[] = ['company', 'agency']
  const refused = kinds.filter(kind => !allows(operation, kind))
  return [
    `## ${operation.method} ${operation.path}`,
    '',
    `Scope ${operation.scope ?? 'none'}.${refused.length > 0 ? ` Refused to ${refused.join(' and ')} keys.` : ''}`,
    '',
    '| field | company key | agency key |',
    '|---|---|---|',
    ...fieldsOf(record).map(row => {
      const cells = kinds.map(kind => (refused.includes(kind) ? 'no' : row[kind]))
      return `| ${row.path} | ${cells.join(' | ')} |`
    }),
  ]
}

/** Of answers that come in several shapes, the fields of all. */
const fieldsOf = (record: Node): Row[] => [
  ...new Map(
    (record.anyOf ?? [record]).flatMap(one => rowsFor(one, '')).map(row => [row.path, row]),
  ).values(),
]

type Row = { path: string; company: string; agency: string }

/** Top-level fields, and whatever inside them is marked. */
function rowsFor(node: Node, prefix: string): Row[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const row = { path: prefix + name, company: shownTo(child, 'company'), agency: shownTo(child, 'agency') }
    let inside = withoutNull(child).node
    while (inside.type === 'array' && inside.items) inside = withoutNull(inside.items).node
    const inner = rowsFor(inside, `${prefix}${name}.`).filter(
      deeper => deeper.company !== 'yes' || deeper.agency !== 'yes',
    )
    return prefix === '' || row.company !== 'yes' || row.agency !== 'yes' ? [row, ...inner] : inner
  })
}

function shownTo(node: Node, kind: CallerKind): string {
  if (node['x-only'] && node['x-only'] !== kind) return 'no'
  if (node[kind === 'agency' ? 'x-own-agency' : 'x-own-company']) return 'own'
  const inside = withoutNull(node).node
  return node['x-shown-with'] || (inside.items ?? inside)['x-restricted'] ? 'fetched' : 'yes'
}
