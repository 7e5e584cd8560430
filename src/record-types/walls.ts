// Refuses a mistaken record type in one line, when it is read: a path that leads nowhere, an unknown status, and what its
// Shapes say that nothing enforces.

import { orNearestOrAll } from '../errors/nearest.ts'
import { placeAt } from '../shape/path.ts'
import { type Node, nodeOf, type TSchema, withoutNull } from '../shape/shape.ts'
import { shapeFault } from './shape-walls.ts'
import type { RecordWords } from './words.ts'

/** A path, and where it is written in the declaration: `sorts.cost`. */
export type PathWord = { place: string; path: string }

type Words = RecordWords<TSchema, TSchema>

export function checkRecordType(words: Words, source: TSchema): void {
  const fault =
    storedPaths(words).reduce<string | undefined>(
      (found, word) => found ?? leadsNowhere(source, word),
      undefined,
    ) ??
    statusFault(words) ??
    shapeFault('record', nodeOf(words.record)) ??
    (words.facts && shapeFault('facts', nodeOf(words.facts)))
  if (fault) throw new Error(`${words.type}: ${fault}`)
}

/** That a word is none of those that there are, with the nearest of them; nothing where it is one. */
export const unknownWord = (said: string, word: string, words: readonly string[]): string | undefined =>
  words.includes(word) ? undefined : `${said}${words.length > 0 ? orNearestOrAll(word, words) : ''}`

/** How far a path leads, where it does not lead to its end. */
export function leadsNowhere(source: TSchema, { place, path }: PathWord): string | undefined {
  const far = stepsAlong(nodeOf(source), path).at(-1)?.path ?? ''
  if (far === path) return undefined
  const { properties = {} } = far === '' ? nodeOf(source) : placeAt(source, far)!.node
  const [name] = path.slice(far === '' ? 0 : far.length + 1).split('.')
  return unknownWord(
    `${place} looks at "${path}", which is not in the record`,
    name!,
    Object.keys(properties),
  )
}

/** Paths that say what is stored and kept, of which nobody asks. */
export function storedPaths({ owners, parts = {}, search, rules = {}, derived = {} }: Words): PathWord[] {
  const at = (place: string, ...paths: readonly string[]) => paths.map(path => ({ place, path }))
  const { link, keyOwner, alias } = derived
  const { shows = [], ...linked } = link ?? {}
  return [
    ...Object.entries(!owners || owners === 'everyone' ? {} : owners).flatMap(([name, owner]) =>
      at(`owners.${name}`, ...ownerPaths(owner)),
    ),
    ...Object.entries(parts).flatMap(([name, { property, merge }]) => [
      ...at(`parts.${name}`, property),
      ...at(`parts.${name}.merge.into`, ...(merge?.into ?? [])),
    ]),
    ...at('search.through', ...Object.keys(search?.through ?? {})),
    ...at('rules.names', ...Object.keys(rules.names ?? {})),
    ...Object.entries(rules.same ?? {}).flatMap(([name, paths]) => at('rules.same', name, ...paths)),
    ...at('rules.linked', ...(rules.linked ?? [])),
    ...(rules.distinct ?? []).flatMap(({ path, among }) => at('rules.distinct', path, ...(among ?? []))),
    ...at('derived.columns', ...(derived.columns ?? [])),
    ...at('derived.counts', ...Object.keys(derived.counts ?? {})),
    ...(derived.derivations ?? []).flatMap(({ type, by }) => at(`derived.derivations of ${type}`, ...by)),
    ...(derived.figures ?? []).flatMap(({ of, ...by }) => at('derived.figures', ...Object.values(by), ...of)),
    ...at('derived.alias', ...(alias?.paths ?? [])),
    ...Object.entries(linked).flatMap(([name, path]) => at(`derived.link.${name}`, path)),
    ...at('derived.link.shows', ...shows),
    ...at('derived.keyOwner.prefix', ...(keyOwner?.prefix === undefined ? [] : [keyOwner.prefix])),
    ...Object.entries(keyOwner?.features ?? {}).flatMap(([name, path]) =>
      at(`derived.keyOwner.features.${name}`, path),
    ),
  ]
}

type Owner = string | { paths: readonly string[]; grants?: readonly object[] }

const ownerPaths = (owner: Owner): readonly string[] =>
  typeof owner === 'string'
    ? [owner]
    : [
        ...owner.paths,
        ...(owner.grants ?? []).flatMap(grant => ('own' in grant ? (grant.own as string) : [])),
      ]

/** A change that can never come about is forbidden in vain. */
function statusFault({ record, rules }: Words): string | undefined {
  const transitions = Object.entries(rules?.forbiddenTransitions ?? {})
  if (transitions.length === 0) return undefined
  const known = placeAt(record, 'status')?.node.enum ?? []
  const named = transitions.flatMap(([from, all]) => [
    from,
    ...all.map(one => (typeof one === 'string' ? one : one.to)),
  ])
  const wrong = named.find(status => !known.includes(status))
  return wrong && unknownWord(`rules.forbiddenTransitions has "${wrong}", which is no status`, wrong, known)
}

export type PathStep = { path: string; node: Node }

/** Everything that a path leads through, as far as it leads anywhere. */
export function stepsAlong(record: Node, path: string): PathStep[] {
  const crossed: PathStep[] = []
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
