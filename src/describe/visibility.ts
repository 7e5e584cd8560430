// Which fields each kind of key is shown, read off the marks on the Shapes.
import type { CallerKind } from '../access/caller.ts'
import { allows } from '../access/permit.ts'
import { shownFields } from '../access/shown-fields.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { nodeOf } from '../shape/shape.ts'

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
    ...shownFields(record).map(row => {
      const cells = kinds.map(kind => (refused.includes(kind) ? 'no' : row[kind]))
      return `| ${row.path} | ${cells.join(' | ')} |`
    }),
  ]
}
