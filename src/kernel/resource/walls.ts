// Refuses a mistaken declaration in one line, when it is read: a word that there is none of, a path that leads nowhere,
// and one by which a caller could ask by what it is not shown: to filter, search, sort or date by a hidden value tells
// it. Words that narrow to the caller's own entries may look where those are.
import type { CallerKind } from '../../access/caller.ts'
import type { AgencyPath, CompanyPath } from '../../access/ownership.ts'
import { placeAt } from '../../shape/path.ts'
import { type Node, nodeOf, type TSchema, withoutNull } from '../../shape/shape.ts'
import { nearest } from '../operation/parameter.ts'
import type { Filter } from '../query/filter.ts'
import { type Declared, datesOf } from './declaration.ts'
import { sourceOf } from './record-type.ts'

type Crossed = { path: string; node: Node }
type Word = {
  /** As it is written in the declaration: `sorts.cost`. */
  place: string
  path: string
  /** Whether the word itself looks only at what the caller is shown there. */
  narrows?(crossed: Crossed, kind: CallerKind): boolean
}

const known: readonly (keyof Declared)[] = [
  ...(['path', 'noun', 'type', 'scope', 'callers', 'record', 'facts', 'owners', 'filters'] as const),
  ...(['search', 'dates', 'sorts', 'defaultSort', 'parts', 'tools', 'reading', 'rules', 'derived'] as const),
]

export function checkDeclaration(declared: Declared): void {
  const refuse = (message: string) => new Error(`${declared.path}: ${message}`)
  const among = (what: string, word: string, words: readonly string[]) => {
    if (!words.includes(word))
      throw refuse(`${what}${words.length > 0 ? `; the nearest is "${nearest(word, words)}"` : ''}`)
  }
  for (const word of Object.keys(declared)) among(`"${word}" is not a word of a collection`, word, known)
  const [sort, direction] = declared.defaultSort.split(' ')
  among(`defaultSort "${declared.defaultSort}" is not one of its sorts`, sort!, Object.keys(declared.sorts))
  among(`defaultSort "${declared.defaultSort}" has no direction`, direction ?? '', ['asc', 'desc'])
  const source = sourceOf(declared)
  for (const { place, path } of [...wordsOf(declared), ...otherWords(declared)]) {
    const [names, name] = lost(source, path)
    if (names) among(`${place} looks at "${path}", which is not in the record`, name!, names)
  }
  const kinds: readonly CallerKind[] = declared.callers ? [declared.callers] : ['company', 'agency']
  for (const { place, path, narrows } of wordsOf(declared))
    for (const crossed of crossedBy(nodeOf(declared.record), path))
      for (const kind of kinds) {
        const hides = hiddenFrom(kind, crossed.node)
        if (hides && !narrows?.(crossed, kind))
          throw refuse(
            `${place} looks at ${crossed.path}, ${hides}; take it out, or use a word that looks at the caller's own entries only`,
          )
      }
}

/** Where a path leads nowhere: the names that there are at that place, and the one it has. */
function lost(source: TSchema, path: string): [names: string[], name: string] | [] {
  const names = path.split('.')
  const at = names.findIndex((_, index) => !placeAt(source, names.slice(0, index + 1).join('.')))
  if (at < 0) return []
  const { node } = at === 0 ? { node: nodeOf(source) } : placeAt(source, names.slice(0, at).join('.'))!
  return [Object.keys(node.properties ?? {}), names[at]!]
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

/** What callers ask by. */
function wordsOf(declared: Declared): Word[] {
  const { filters = {}, sorts, search } = declared
  return [
    ...Object.entries(filters).flatMap(([name, filter]) => filterWords(`filters.${name}`, filter)),
    ...Object.entries(sorts).map(([name, path]) => ({ place: `sorts.${name}`, path })),
    ...Object.entries(datesOf(declared)).map(([name, date]) => ({
      place: `dates.${name}`,
      ...(typeof date === 'string'
        ? { path: date }
        : {
            path: `${date.each}.${date.date}`,
            narrows: ({ path, node }: Crossed) => path === date.each && node['x-own-agency'] === date.owner,
          }),
    })),
    // What is found in a reference is asked of those who see it (search_restricted).
    ...[search?.exactly ?? [], search?.within ?? []].flat().map(path => ({
      place: `search for ${path}`,
      path,
      narrows: ({ node }: Crossed) => node['x-restricted'] === true,
    })),
  ]
}

/** The other words that are paths. */
function otherWords({ owners, parts = {}, search, derived }: Declared): Word[] {
  return [
    ...Object.entries(owners === 'everyone' ? {} : owners).flatMap(([name, owner]) =>
      pathsOf(owner).map(path => ({ place: `owners.${name}`, path })),
    ),
    ...Object.entries(parts).map(([name, { property }]) => ({ place: `parts.${name}`, path: property })),
    ...Object.keys(search?.through ?? {}).map(path => ({ place: 'search.through', path })),
    ...(derived?.columns ?? []).map(path => ({ place: 'derived.columns', path })),
    ...(derived?.figures ?? []).flatMap(({ owner, day, each, by, of }) =>
      [owner, day, each, by, ...of].map(path => ({ place: 'derived.figures', path })),
    ),
  ]
}

function pathsOf(owner: CompanyPath | AgencyPath): string[] {
  if (typeof owner === 'string') return [owner]
  if ('many' in owner) return [owner.many]
  if ('via' in owner) return [owner.project]
  return 'orGeneric' in owner ? [owner.orGeneric, ...[owner.project ?? []].flat()] : []
}

function filterWords(place: string, filter: Filter): Word[] {
  const aliases = filter.kind === 'choice' ? Object.values(filter.alias ?? {}) : []
  return [
    { place, path: filter.path, narrows: ({ node }, kind) => filterNarrows(filter, node, kind) },
    ...aliases.map(path => ({ place, path })),
  ]
}

/** Ids of references are narrowed to those the caller could fetch, and ids of agencies to those it is shown. */
const filterNarrows = (filter: Filter, node: Node, kind: CallerKind): boolean =>
  filter.kind === 'ids' &&
  (node['x-restricted'] === true ||
    (filter.agencies === true && (kind === 'agency' || node['x-linked-agency'] !== undefined)))

/** Everything that a path leads through; facts are never shown, and are there to be asked by. */
export function crossedBy(record: Node, path: string): Crossed[] {
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
