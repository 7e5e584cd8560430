// Refuses a declaration by which a caller could ask by what it is not shown: to filter, search, sort or date by a hidden
// value tells it. Words that narrow to the caller's own entries may look where those are.
import type { CallerKind } from '../../access/caller.ts'
import { type Node, nodeOf, withoutNull } from '../../shape/shape.ts'
import type { Filter } from '../query/filter.ts'
import type { OwnedDate } from './columns.ts'
import { callersOf, type Declared, datesOf } from './declaration.ts'

type Crossed = { path: string; node: Node }
type Word = {
  /** As it is written in the declaration: `sorts.cost`. */
  place: string
  path: string
  /** Whether the word itself looks only at what the caller is shown there. */
  narrows?(crossed: Crossed, kind: CallerKind): boolean
}

export function refuseHiddenPaths(declared: Declared): void {
  const asked = callersOf(declared, 'list')
  const kinds: readonly CallerKind[] = asked ? [asked] : ['company', 'agency']
  for (const { place, path, narrows } of wordsOf(declared))
    for (const crossed of crossedBy(nodeOf(declared.record), path))
      for (const kind of kinds) {
        const hides = hiddenFrom(kind, crossed.node)
        if (hides && !narrows?.(crossed, kind))
          throw new Error(
            `${declared.path}: ${place} looks at ${crossed.path}, ${hides}; take it out, or use a word that looks at the caller's own entries only`,
          )
      }
}

/** Why this kind of caller is not shown all that is there. */
function hiddenFrom(kind: CallerKind, node: Node): string | undefined {
  if (node['x-hidden']) return 'which nobody is shown'
  if (node['x-only'] && node['x-only'] !== kind) return `which ${kind} keys are not shown`
  if (node['x-owned']) return `of which ${kind} keys are not shown every item`
  const limited = kind === 'agency' ? ['x-own-agency'] : ['x-own-company', 'x-linked-agency']
  if (limited.some(mark => node[mark as 'x-own-agency']))
    return `of which ${kind} keys are shown their own entries`
  return node['x-restricted'] ? 'which is shown to those who could fetch the record it names' : undefined
}

function wordsOf(declared: Declared): Word[] {
  const { filters = {}, sorts, search } = declared
  return [
    ...Object.entries(filters).flatMap(([name, filter]) => filterWords(`filters.${name}`, filter)),
    ...Object.entries(sorts).map(([name, path]) => ({ place: `sorts.${name}`, path })),
    ...Object.entries(datesOf(declared)).map(([name, date]) => dateWord(`dates.${name}`, date)),
    // What is found in a reference is asked of those who see it (search_restricted).
    ...[search?.exactly ?? [], search?.within ?? []]
      .flat()
      .map(path => ({ place: `search for ${path}`, path, narrows: isRestricted })),
  ]
}

const isRestricted: Word['narrows'] = ({ node }) => node['x-restricted'] === true

function filterWords(place: string, filter: Filter): Word[] {
  const aliases = filter.kind === 'choice' ? Object.values(filter.alias ?? {}) : []
  return [
    { place, path: filter.path, narrows: ({ node }, kind) => filterNarrows(filter, node, kind) },
    ...aliases.map(path => ({ place, path })),
  ]
}

/** Ids of agencies are narrowed to those the caller is shown, and ids of references to those it could fetch. */
function filterNarrows(filter: Filter, node: Node, kind: CallerKind): boolean {
  if (filter.kind !== 'ids') return false
  if (node['x-restricted']) return true
  return filter.agencies === true && (kind === 'agency' || filter.linked === true)
}

const dateWord = (place: string, date: string | OwnedDate): Word =>
  typeof date === 'string'
    ? { place, path: date }
    : {
        place,
        path: `${date.each}.${date.date}`,
        narrows: ({ path, node }) => path === date.each && node['x-own-agency'] === date.owner,
      }

/** Everything that a path leads through; facts are never shown, and are there to be asked by. */
function crossedBy(record: Node, path: string): Crossed[] {
  if (path.startsWith('facts.')) return []
  const crossed: Crossed[] = []
  let node = record
  let at = ''
  for (const name of path.split('.')) {
    while (node.type === 'array' && node.items) node = withoutNull(node.items).node
    const given = node.properties?.[name]
    if (!given) return crossed
    at = at === '' ? name : `${at}.${name}`
    node = withoutNull(given).node
    crossed.push({ path: at, node: given })
    if (given !== node) crossed.push({ path: at, node })
  }
  return crossed
}
