// What other records say about a worker, read off the marks on the Shapes: it is removed when the worker is erased.
import type { RecordType } from '../record-types/record-type.ts'
import { type Node, nodeOf, withoutNull } from '../shape/shape.ts'

/** Rows of a table: a type, and its properties that go. */
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
