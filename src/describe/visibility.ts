// Which fields each kind of key is shown, read off the marks on the Shapes.
import type { CallerKind } from '../access/caller.ts'
import { allowsKind } from '../access/permit.ts'
import { shownFields } from '../access/shown-fields.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import type { RecordType } from '../record-types/record-type.ts'
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
  const refused = kinds.filter(kind => !allowsKind(operation, kind))
  return [
    `## ${operation.method} ${operation.path}`,
    '',
    `${operation.scopes.length > 1 ? 'Scopes' : 'Scope'} ${operation.scopes.join(' and ') || 'none'}.${refused.length > 0 ? ` Refused to ${refused.join(' and ')} keys.` : ''}`,
    '',
    '| field | company key | agency key |',
    '|---|---|---|',
    ...shownFields(record).map(row => {
      const cells = kinds.map(kind => (refused.includes(kind) ? 'no' : row[kind]))
      return `| ${row.path} | ${cells.join(' | ')} |`
    }),
  ]
}

/** What the records of others say about a worker, and goes when the worker is erased: rows of a table, from the marks on the
 * Shapes. */
export function personalTable(types: readonly RecordType[]): string {
  const rows = types.flatMap(({ type, record, facts }) => {
    const paths = [...pathsIn(nodeOf(record), ''), ...pathsIn(nodeOf(facts), 'facts.')]
    return paths.length > 0 ? [`| ${type} | ${paths.map(path => `\`${path}\``).join(', ')} |`] : []
  })
  return ['| record | what goes |', '|---|---|', ...rows].join('\n')
}

function pathsIn(node: Node, prefix: string): string[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, given]) => {
    if (given['x-personal'] || given['x-own-name']) return [prefix + name]
    let child = withoutNull(given).node
    while (child.type === 'array' && child.items) child = withoutNull(child.items).node
    return pathsIn(child, `${prefix}${name}.`)
  })
}
