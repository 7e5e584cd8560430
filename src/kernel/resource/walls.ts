// Refuses a mistaken declaration in one line, when it is read: unknown words, paths that lead nowhere, and paths to
// values that a caller is not shown, as filtering, searching, sorting, dating, grouping or adding up by a hidden value
// would reveal it. Words that narrow to the caller's own entries may use such paths.

import { type CallerKind, callerKinds } from '../../access/caller.ts'
import { ownership } from '../../access/ownership.ts'
import { isHiddenFrom } from '../../access/shown-to.ts'
import { pascalCase } from '../../formats/words.ts'
import { factDatePaths } from '../../record-types/columns.ts'
import type { Filter } from '../../record-types/filter.ts'
import { sourceOf } from '../../record-types/record-type.ts'
import {
  leadsNowhere,
  type PathStep,
  type PathWord,
  stepsAlong,
  storedPaths,
  unknownWord,
} from '../../record-types/walls.ts'
import { type DatePath, datesOf } from '../../record-types/words.ts'
import { placeAt } from '../../shape/path.ts'
import { type Node, nodeOf, type TSchema, withoutNull } from '../../shape/shape.ts'
import type { CollectionDeclaration } from './declaration.ts'
import { selectionWords } from './reading-walls.ts'

type Word = PathWord & {
  /** Whether the word itself looks only at what the caller is shown there. */
  narrows?(crossed: PathStep, kind: CallerKind): boolean
  /** What callers are told of it. */
  told?: string | undefined
}

const known: readonly (keyof CollectionDeclaration)[] = [
  ...(['path', 'noun', 'type', 'scope', 'callers', 'record', 'facts', 'owners', 'filters'] as const),
  ...(['search', 'dates', 'sorts', 'defaultSort', 'parts', 'operations', 'reading'] as const),
  ...(['rules', 'derived'] as const),
]

const forms = { list: 'list…', get: 'get…', totals: 'get…Totals', topic: '…' }

/** Documents and programs call them by these names, and tools by what follows from them. */
function checkOperations(
  { operations = {}, noun }: Pick<CollectionDeclaration, 'noun'> & Partial<CollectionDeclaration>,
  among: (what: string, word: string, words: readonly string[]) => void,
  refuse: (message: string) => Error,
): void {
  for (const [word, name] of Object.entries(operations)) {
    among(`operations.${word} is not a word of operations`, word, Object.keys(forms))
    const form = forms[word as keyof typeof forms]
    if (word === 'topic' || new RegExp(`^${form.replace('…', '[A-Z][A-Za-z]*')}$`).test(name)) continue
    const example = form.replace('…', `${pascalCase(noun)}${word === 'list' ? 's' : ''}`)
    throw refuse(`operations.${word} is "${name}": call it ${form}, such as ${example}`)
  }
}

export function checkDeclaration(declared: CollectionDeclaration): void {
  const refuse = (message: string) => new Error(`${declared.path}: ${message}`)
  const unless = (fault: string | undefined) => {
    if (fault) throw refuse(fault)
  }
  const among = (what: string, word: string, words: readonly string[]) =>
    unless(unknownWord(what, word, words))
  for (const word of Object.keys(declared)) among(`"${word}" is not a word of a collection`, word, known)
  for (const name of Object.keys(declared.owners === 'everyone' ? {} : declared.owners))
    among(`owners.${name} is not a word of owners`, name, ['company', 'agency', 'linkedAt', 'needs'])
  checkOperations(declared, among, refuse)
  const [sort, direction] = declared.defaultSort.split(' ')
  among(`defaultSort "${declared.defaultSort}" is not one of its sorts`, sort!, Object.keys(declared.sorts))
  among(`defaultSort "${declared.defaultSort}" has no direction`, direction ?? '', ['asc', 'desc'])
  if (declared.filters?.id) throw refuse('filters.id: every list has an id parameter; call it something else')
  const asked = wordsOf(declared)
  const source = sourceOf(declared)
  for (const word of [...asked, ...storedPaths({ ...declared, type: declared.type ?? declared.noun })])
    unless(leadsNowhere(source, word))
  if (!/^\w+$/.test(declared.type ?? declared.noun))
    throw refuse(
      `"${declared.noun}" needs a type: one word that lines call it by, such as "${camel(declared.noun)}"`,
    )
  for (const [name, date] of Object.entries(datesOf(declared))) {
    if (typeof date === 'object' && 'isPrivate' in date && isConnected(declared))
      throw refuse(
        `dates.${name} looks at private items of records whose company says which agencies see them; it cannot`,
      )
    for (const path of plainPaths(date))
      if (!placeAt(source, path)!.node['x-instant'])
        throw refuse(
          `dates.${name} looks at "${path}", which is not a date: make it an instant, or take it out`,
        )
  }
  checkParts(declared, refuse)
  checkOwners(declared, source, unless)
  checkAsked(declared, source, unless)
  checkTotals(declared, source, refuse)
  const kinds: readonly CallerKind[] = declared.callers ? [declared.callers] : callerKinds
  const [facts, shown] = [true, false].map(are =>
    asked.filter(({ path }) => are === path.startsWith('facts.')),
  )
  for (const { place, path, told } of facts!)
    if (!told)
      throw refuse(
        `${place} looks at ${path}, which no answer shows: give it a note that tells callers so, or show it`,
      )
  for (const { place, path, narrows } of shown!)
    for (const crossed of stepsAlong(nodeOf(declared.record), path))
      for (const kind of kinds) {
        const hides = hiddenFrom(kind, crossed.node)
        if (hides && !narrows?.(crossed, kind))
          throw refuse(
            `${place} looks at ${crossed.path}, ${hides}; take it out, or use a word that looks at the caller's own entries only`,
          )
      }
  if (declared.reading?.totals && declared.operations.totals === undefined)
    throw refuse(
      `reading.totals need a name: give operations.totals, such as get${pascalCase(declared.noun)}Totals`,
    )
}

/** What is shown only on demand. */
function checkParts(declared: CollectionDeclaration, refuse: (fault: string) => Error): void {
  for (const [name, { property, on, merge, feature }] of Object.entries(declared.parts ?? {})) {
    if (nodeOf(declared.record).properties![property]!['x-hidden'] && !merge)
      throw refuse(`parts.${name} adds ${property}, which nobody is shown`)
    if (feature !== undefined && !isConnected(declared))
      throw refuse(
        `parts.${name} needs a feature of the record's company, and owners do not say which that is: give owners.company the path of one`,
      )
    if (on === 'always') continue
    if (!name.startsWith('include')) throw refuse(`parts.${name} is a flag: call it include…`)
    if (nodeOf(declared.record).required?.includes(property))
      throw refuse(`parts.${name} adds ${property}, which must be maybe(…): records are shown without it`)
  }
}

/** The id of another kind of record would be nobody's, or by chance somebody else's. */
function checkOwners(
  { owners }: CollectionDeclaration,
  source: TSchema,
  unless: (fault: string | undefined) => void,
): void {
  if (owners === 'everyone') return
  for (const kind of ['company', 'agency'] as const) {
    const form = owners[kind]
    const path = typeof form === 'string' ? form : form?.named
    const [, holder] = /^(.+)\.id$/.exec(path ?? '') ?? []
    if (holder === undefined) continue
    const { node } = placeAt(source, holder)!
    const named = withoutNull(node.items ?? node).node['x-reference']
    if (named !== undefined && named !== kind)
      unless(`owners.${kind} looks at "${path}", which is the id of a ${named} and not of a ${kind}`)
  }
}

/** What filters and searches say besides their paths. */
function checkAsked(
  { filters = {}, search }: CollectionDeclaration,
  source: TSchema,
  unless: (fault: string | undefined) => void,
): void {
  for (const [name, filter] of Object.entries(filters)) {
    const place = `filters.${name}`
    if (filter.kind === 'ids' && filter.reference)
      unless(leadsNowhere(source, { place: `${place}.reference`, path: filter.reference }))
    if (filter.kind !== 'choice') continue
    const { alias = {}, meanings = {}, agency = [] } = filter
    const listed = placeAt(source, filter.path)?.node.enum
    if (!listed)
      unless(
        `${place} looks at "${filter.path}", which lists no words to choose from: make it words({…}), or take the filter out`,
      )
    const words = [...Object.keys(alias), ...(listed ?? [])]
    for (const [option, given] of Object.entries({ meanings: Object.keys(meanings), agency }))
      for (const word of given)
        unless(unknownWord(`${place}.${option} has "${word}", which is no word of it`, word, words))
  }
  for (const [path, repeated] of Object.entries(search?.through ?? {})) {
    if (!placeAt(source, path)!.node['x-reference'])
      unless(`search.through has "${path}", which is no reference`)
    for (const one of repeated)
      unless(
        unknownWord(`search.through.${path} has "${one}", which is not searched within`, one, search!.within),
      )
  }
}

/** Totals are those of the list as it is shown, each record in one group. */
function checkTotals(
  declared: CollectionDeclaration,
  source: TSchema,
  refuse: (message: string) => Error,
): void {
  const { reading: { totals } = {}, operations } = declared
  if (!totals) {
    if (operations.totals === undefined) return
    throw refuse(
      'operations.totals is the name of totals that are not declared: give reading.totals their groups',
    )
  }
  if (declared.owners === 'everyone')
    throw refuse('reading.totals needs owners: figures are kept until one of them sees a change')
  const apart = Object.values(declared.parts ?? {}).map(({ property }) => property)
  for (const { place, path } of totalsWords(declared)) {
    const { node, many } = placeAt(source, path)!
    const say = (why: string) => refuse(`${place} looks at "${path}", ${why}`)
    if (path.startsWith('facts.')) throw say('which is never shown')
    if (apart.includes(path.split('.')[0]!)) throw say('which lists do not show')
    if (many) throw say('of which a record has several')
    const isNumber = node.type === 'number' || node.type === 'integer'
    if (!place.endsWith('groups') && !isNumber) throw say('which is not a number')
    if (place.endsWith('groups') && !node['x-reference'] && node.type !== 'string')
      throw say('which is neither a reference nor a word nor a date')
    if (['count', 'sums'].includes(path)) throw say('which totals have a figure of that name for')
  }
  for (const path of totals.kept ?? []) {
    if (!totals.groups.includes(path)) throw refuse(`reading.totals.kept has "${path}", which is no group`)
    const { node, required } = placeAt(source, path)!
    if (node['x-instant'] && !required)
      throw refuse(`reading.totals.kept has "${path}", a date that not every record has`)
    if (!node['x-instant'] && !node['x-reference'] && !node.enum)
      throw refuse(`reading.totals.kept has "${path}", a text that may be empty`)
  }
}

/** Agencies see such records, and what is theirs in them, where they are connected to the record's company. */
const isConnected = ({ owners }: CollectionDeclaration) =>
  owners !== 'everyone' && ownership(owners).connectedTo !== undefined

const totalsWords = ({ reading: { totals } = {} }: CollectionDeclaration): Word[] =>
  (['groups', 'sums', 'moreSums'] as const).flatMap(word =>
    (totals?.[word] ?? []).map(path => ({ place: `reading.totals.${word}`, path })),
  )

const camel = (words: string) => words.replace(/ +(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Why this kind of caller is not shown all that is there. */
function hiddenFrom(kind: CallerKind, node: Node): string | undefined {
  if (callerKinds.every(each => isHiddenFrom(each, node))) return 'which nobody is shown'
  if (isHiddenFrom(kind, node)) return `which ${kind} keys are not shown`
  if (node['x-owned']) return `of which ${kind} keys are not shown every item`
  const limited = kind === 'agency' ? ['x-own-agency'] : ['x-own-company', 'x-linked-agency']
  if (limited.some(mark => node[mark as 'x-own-agency']))
    return `of which ${kind} keys are shown their own entries`
  return node['x-restricted'] ? 'which is shown to those who could fetch the record it names' : undefined
}

/** Everything that callers can query by. */
function wordsOf(declared: CollectionDeclaration): Word[] {
  const { filters = {}, sorts, search } = declared
  return [
    ...Object.entries(filters).flatMap(([name, filter]) => filterWords(`filters.${name}`, filter)),
    ...Object.entries(sorts).map(([name, path]) => ({ place: `sorts.${name}`, path })),
    ...Object.entries(datesOf(declared)).flatMap(([name, date]) => dateWords(`dates.${name}`, date)),
    // What is found in a reference is asked of those who see it (search_restricted).
    ...[search?.exactly ?? [], search?.within ?? []].flat().map(path => ({
      place: `search for ${path}`,
      path,
      narrows: ({ node }: PathStep) => node['x-restricted'] === true,
      told: search?.note,
    })),
    ...totalsWords(declared),
    // What it looks at is said of its parameters.
    ...selectionWords(declared).map(word => ({ ...word, told: 'by its parameters' })),
  ]
}

/** Ids of references are narrowed to those the caller could fetch, and ids of agencies to those it is shown. */
function filterWords(place: string, filter: Filter): Word[] {
  const { alias = {}, meanings = {} } = filter.kind === 'choice' ? filter : {}
  const aliases = Object.entries(alias).map(([word, path]) => ({ place, path, told: meanings[word] }))
  const narrows = ({ node }: PathStep, kind: CallerKind) =>
    filter.kind === 'ids' &&
    (node['x-restricted'] === true ||
      (filter.agencies === true && (kind === 'agency' || node['x-linked-agency'] !== undefined)))
  const told = filter.kind === 'ids' ? filter.note : undefined
  return [{ place, path: filter.path, narrows, told }, ...aliases]
}

function dateWords(place: string, date: DatePath): Word[] {
  if (typeof date === 'string' || 'path' in date)
    return plainPaths(date).map(path => ({
      place,
      path,
      told: typeof date === 'string' ? undefined : date.note,
    }))
  const narrows = ({ path, node }: PathStep) =>
    date.each.includes(path) &&
    (date.isPrivate ? node['x-owned'] === true : node['x-own-agency'] === date.owner)
  return date.each.map(each => ({ place, path: `${each}.${date.date}`, narrows }))
}

/** The paths of a date that a record has once. */
const plainPaths = (date: DatePath): readonly string[] =>
  typeof date === 'string' ? [date] : 'path' in date ? factDatePaths(date) : []
