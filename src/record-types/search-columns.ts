// The columns that a search looks into, and how it finds a record through those that it mentions.
import { foldedText } from '../formats/fold.ts'
import { namesIn } from '../shape/path.ts'
import { seenByProperty } from '../shape/shape.ts'
import { firstStoredAt, type StoredRecord, storedAt } from '../shape/stored.ts'
import type { Column } from './columns.ts'

/** How the records of a type are searched. */
export type SearchLayout = {
  /** The column whose letters are indexed. */
  letters: string
  /** Not everybody who sees a record may find it by all of its words. */
  isRestricted: boolean
  through: readonly SearchedReference[]
  /** Of those, the owner: the owners that have the words are found first. */
  owner?: SearchedReference
}

/** A mentioned record, by the column of its id, that is searched in place of what these paths repeat of it. */
type SearchedReference = { type: string; id: string; column: string; repeated: readonly string[] }

export const searchedShort = 'search_short'
export const searchedLong = 'search_long'
export const searchedOwn = 'search_own'
export const searchedRestricted = 'search_restricted'
/** The name for words by which everybody finds a record. */
export const foundByEverybody = '*'
/** Stands between the words of a search text, and between a name and its words. */
export const wordSeparator = '\u001f'

const shortLength = 400

/**
 * What a search looks inside: short enough to be carried in an index, or else by itself; what is repeated of an owner is
 * not in it. Where some of it is restricted, who may find the record by which words, as `name words`, those of everybody
 * first; such a record is looked for as if its words were long. Where other records are searched in its place, what it
 * has from none.
 */
export function searchColumns(
  paths: readonly string[],
  { letters, through, owner }: SearchLayout,
  restricted: readonly string[],
): Column[] {
  const words = wordsOf(paths, owner ? [owner] : [])
  const isShort = (stored: StoredRecord, text: string) =>
    text.length <= shortLength && !restricted.some(path => isRestricted(stored, path))
  const folded = { kind: 'folded', required: false, paths } as const
  const columns: Column[] = [
    {
      name: searchedShort,
      ...folded,
      read: stored => {
        const text = words(stored)
        return isShort(stored, text) ? text : null
      },
    },
    {
      name: searchedLong,
      ...folded,
      read: stored => {
        const text = words(stored)
        return isShort(stored, text) ? null : text
      },
      index: { of: 'letters', filled: true },
    },
  ]
  if (restricted.length > 0)
    columns.push({
      name: searchedRestricted,
      kind: 'texts',
      required: false,
      paths,
      read: stored => restrictedWords(paths, restricted, stored),
    })
  if (through.length > 0)
    columns.push({ name: searchedOwn, ...folded, required: true, read: wordsOf(paths, through) })
  return columns.map(column =>
    column.name === letters ? { ...column, index: { of: 'letters' } as const } : column,
  )
}

/** What a mention without an id says is the record's own. */
function wordsOf(
  paths: readonly string[],
  through: readonly SearchedReference[],
): (stored: StoredRecord) => string {
  const places = paths.map(path => ({
    names: namesIn(path),
    id: through.find(({ repeated }) => repeated.includes(path))?.id.split('.'),
  }))
  return stored => {
    const own = places.filter(({ id }) => !id || typeof firstStoredAt(stored, id) !== 'string')
    return foldedText(own.flatMap(({ names }) => storedAt(stored, names)).join(wordSeparator))
  }
}

const isRestricted = (stored: StoredRecord, path: string) =>
  referencesAt(stored, path).some(reference => reference[seenByProperty] !== undefined)

const referencesAt = (stored: StoredRecord, path: string) =>
  storedAt(stored, namesIn(path.slice(0, path.lastIndexOf('.')))) as Record<string, unknown>[]

function restrictedWords(
  paths: readonly string[],
  restricted: readonly string[],
  stored: StoredRecord,
): string[] | null {
  if (!restricted.some(path => isRestricted(stored, path))) return null
  const words = paths.flatMap(path => {
    if (!restricted.includes(path))
      return storedAt(stored, namesIn(path)).map(word => ({ word, seenBy: [foundByEverybody] }))
    const property = path.slice(path.lastIndexOf('.') + 1)
    return referencesAt(stored, path).map(reference => ({
      word: reference[property],
      seenBy: (reference[seenByProperty] ?? [foundByEverybody]) as string[],
    }))
  })
  const byName = Map.groupBy(
    words.flatMap(({ word, seenBy }) => seenBy.map(name => ({ name, word }))),
    ({ name }) => name,
  )
  return [...byName].map(([name, found]) =>
    [name, foldedText(found.map(({ word }) => word).join(wordSeparator))].join(wordSeparator),
  )
}
