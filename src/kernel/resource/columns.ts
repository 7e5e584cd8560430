// The columns beside a stored record: what filters, sorts, dates and searches look at, named after their
// paths and read from the record by the same code that declares them.

import { grantsColumnName } from '../../access/ownership.ts'
import { guardsIn } from '../../access/redact.ts'
import { fold } from '../../formats/fold.ts'
import { namesIn, placeAt } from '../../shape/path.ts'
import { seenByProperty, type TSchema } from '../../shape/shape.ts'
import { columnName, firstStoredAt, type Stored, storedAt } from '../../shape/stored.ts'

export type ColumnKind = 'text' | 'folded' | 'instant' | 'number' | 'flag' | 'texts'

export type Column = {
  name: string
  kind: ColumnKind
  /** Every record has a value. */
  required: boolean
  /** Where its value comes from; several for the search text. */
  paths: readonly string[]
  ownedDate?: OwnedDate
  /** Only the UTC day of a moment counts, as its first instant. */
  day?: true
  through?: readonly SearchedReference[]
  /** Of what is searched: paths into references, which not everybody may be shown who sees the record. */
  restricted?: readonly string[]
}

export type ColumnValue = string | number | boolean | readonly string[] | null

/** A column for a path: compared as it is, or folded for sorting text. */
export function columnFor(source: TSchema, path: string, use: 'match' | 'sort'): Column {
  const place = placeAt(source, path)
  if (!place) throw new Error(`There is no "${path}" in this Shape`)
  const type = place.node.type
  const kind = place.node['x-instant']
    ? 'instant'
    : type === 'number' || type === 'integer'
      ? 'number'
      : type === 'boolean'
        ? 'flag'
        : 'text'
  if (kind === 'text' && use === 'sort' && !place.node.enum) {
    return { name: `${columnName(path)}_key`, kind: 'folded', required: place.required, paths: [path] }
  }
  return {
    name: columnName(path),
    kind: place.many ? 'texts' : kind,
    required: place.required,
    paths: [path],
  }
}

/** The UTC day that a column's moment lies in. */
export const dayColumn = (column: Column): Column => ({ ...column, name: `${column.name}_day`, day: true })

/**
 * What a search looks inside: short enough to be carried in an index, or else by itself. What is repeated of an owner
 * is not in it: the owners that have the words are found first.
 */
export const searchColumns = (
  paths: readonly string[],
  owners: readonly SearchedReference[],
  restricted: readonly string[],
): Column[] =>
  [searchedShort, searchedLong].map(name => ({
    name,
    kind: 'folded',
    required: false,
    paths,
    through: owners,
    restricted,
  }))

/**
 * Where some of what is searched is restricted: who may find the record by which words, as `name words`, the words that
 * everybody may find it by first. Such a record is looked for as if its words were long.
 */
export const restrictedSearchColumn = (paths: readonly string[], restricted: readonly string[]): Column => ({
  name: searchedRestricted,
  kind: 'texts',
  required: false,
  paths,
  restricted,
})

/** Of that, what a record has from no other. */
export const ownSearchColumn = (paths: readonly string[], through: readonly SearchedReference[]): Column => ({
  name: searchedOwn,
  kind: 'folded',
  required: true,
  paths,
  through,
})

export const searchedShort = 'search_short'
export const searchedLong = 'search_long'
export const searchedOwn = 'search_own'
export const searchedRestricted = 'search_restricted'
/** In whose name everybody finds a record. */
export const everybody = '*'
/** Stands between the words of a search text, and between a name and its words. */
export const separator = '\u001f'

/** A mentioned record, by the column of its id, that is searched in place of what these paths repeat of it. */
export type SearchedReference = { type: string; id: string; column: string; repeated: readonly string[] }

/** Holds what other records find this one by, besides its id; filled by the writer. */
export const aliasColumn: Column = { name: 'alias', kind: 'text', required: false, paths: [] }

/** Owners that guard entries of a record. An entry that no stored text may show has a value no owner equals. */
export const guardColumn = (name: string, own: readonly string[], always: readonly string[]): Column => ({
  name,
  kind: 'texts',
  required: true,
  paths: [...own, ...always.map(path => `!${path}`)],
})

/** Who could fetch the record that a reference names; nothing where everybody could who sees the reference. */
export const seenByColumn = (path: string): Column => ({
  name: columnName(path),
  kind: 'texts',
  required: false,
  paths: [path],
})

/** Dates that belong to somebody, as `owner date`: a caller's filter looks only at those it is shown. */
export const ownedDatesColumn = ({ each, owner, date }: OwnedDate): Column => ({
  name: columnName(`${each}.${date}`),
  kind: 'texts',
  required: true,
  paths: [],
  ownedDate: { each, owner, date },
})

export type OwnedDate = { each: string; owner: string; date: string }

/** Companies a record is open to through others; kept by the store. */
export const grantsColumn: Column = { name: grantsColumnName, kind: 'texts', required: true, paths: [] }

/** An index entry has a largest size; text that long sorts by its beginning. */
const sortKeyLength = 200
const searchedShortLength = 400

/** A function from a record to a column's value. */
export function reader(column: Column): (stored: Stored) => ColumnValue {
  const paths = column.paths.map(path => path.split('.'))
  const all = (stored: Stored) => paths.flatMap(names => storedAt(stored, names))
  if (column.name.startsWith('guarded_')) return stored => guardsIn(column.paths, stored)
  if (column.ownedDate) return stored => ownedDates(column.ownedDate!, stored)
  if (column.name === searchedRestricted) return stored => restrictedWords(column, stored)
  if (column.kind === 'texts') {
    const values = (stored: Stored) => [...new Set(all(stored) as string[])]
    if (!column.paths[0]?.endsWith(`.${seenByProperty}`)) return values
    return stored => {
      const found = values(stored)
      return found.length > 0 ? found : null
    }
  }
  if (column.through) return searchedWords(column, column.through)
  const first = (stored: Stored) => (paths[0] ? firstStoredAt(stored, paths[0]) : undefined)
  if (column.day) return stored => dayOf(first(stored) as string | undefined)
  if (column.kind !== 'folded') return stored => (first(stored) as ColumnValue | undefined) ?? null
  return stored => {
    const text = first(stored)
    return text === undefined ? null : fold(String(text)).slice(0, sortKeyLength)
  }
}

/** What a mention without an id says is the record's own. */
function searchedWords(
  { name, paths, restricted = [] }: Column,
  through: readonly SearchedReference[],
): (stored: Stored) => ColumnValue {
  const read = paths.map(path => ({
    names: path.split('.'),
    id: through.find(({ repeated }) => repeated.includes(path))?.id.split('.'),
  }))
  return stored => {
    const own = read.filter(({ id }) => !id || typeof firstStoredAt(stored, id) !== 'string')
    const text = fold(own.flatMap(({ names }) => storedAt(stored, names)).join(separator))
    if (name === searchedOwn) return text
    const isShort = text.length <= searchedShortLength && !restricted.some(path => isRestricted(stored, path))
    return isShort === (name === searchedShort) ? text : null
  }
}

const isRestricted = (stored: Stored, path: string) =>
  referencesAt(stored, path).some(reference => reference[seenByProperty] !== undefined)

const referencesAt = (stored: Stored, path: string) =>
  at(stored, path.slice(0, path.lastIndexOf('.'))) as Record<string, unknown>[]

function restrictedWords({ paths, restricted = [] }: Column, stored: Stored): string[] | null {
  if (!restricted.some(path => isRestricted(stored, path))) return null
  const words = paths.flatMap(path => {
    if (!restricted.includes(path)) return at(stored, path).map(word => ({ word, seenBy: [everybody] }))
    const property = path.slice(path.lastIndexOf('.') + 1)
    return referencesAt(stored, path).map(reference => ({
      word: reference[property],
      seenBy: (reference[seenByProperty] ?? [everybody]) as string[],
    }))
  })
  const byName = Map.groupBy(
    words.flatMap(({ word, seenBy }) => seenBy.map(name => ({ name, word }))),
    ({ name }) => name,
  )
  return [...byName].map(([name, found]) =>
    [name, fold(found.map(({ word }) => word).join(separator))].join(separator),
  )
}

const dayOf = (moment: string | undefined) =>
  moment === undefined ? null : `${moment.slice(0, 10)}T00:00:00.000Z`

const at = (stored: Stored, path: string) => storedAt(stored, namesIn(path))

function ownedDates({ each, owner, date }: OwnedDate, stored: Stored): string[] {
  return (at(stored, each) as Record<string, unknown>[]).flatMap(item =>
    typeof item[date] === 'string' ? [`${item[owner]} ${item[date]}`] : [],
  )
}
