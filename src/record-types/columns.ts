// The columns beside a stored record: what filters, sorts, dates and searches look at, named after their paths.

import { grantsColumnName } from '../access/ownership.ts'
import { placeAt } from '../shape/path.ts'
import type { TSchema } from '../shape/shape.ts'
import { columnName } from '../shape/stored.ts'

export type ColumnKind = 'text' | 'folded' | 'instant' | 'number' | 'flag' | 'texts'

export type Column = {
  name: string
  kind: ColumnKind
  /** Every record has a value. */
  required: boolean
  /** Where its value comes from: the first that has one, or all for the search text. */
  paths: readonly string[]
  /** Which of the values at its path it has, where those have a column each. */
  place?: number
  /** The columns that have its values one by one, where there are few. */
  places?: readonly string[]
  /** Where a record says itself whom it is open to: a new one has no more. */
  own?: readonly string[]
  /** The column that has those beyond the places. */
  more?: string
  ownedDate?: OwnedDate
  /** Which of those dates it has, where it has one. */
  end?: 'first' | 'last'
  /** The writer finds rows by it, by the thousand, right after it has written others. */
  lookedUp?: true
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

/** A column for each of the first values at a path. */
export const placeColumns = ({ name, paths, own }: Column, most: number): Column[] =>
  Array.from({ length: most }, (_, place) => ({
    name: `${name}_${place + 1}`,
    kind: 'text',
    required: false,
    paths,
    ...(own && { own }),
    place,
  }))

/** What is beyond those places; nothing for most. */
export const moreColumn = ({ name, paths, own }: Column, most: number): Column => ({
  name: `${name}_more`,
  kind: 'texts',
  required: false,
  paths,
  ...(own && { own }),
  place: most,
})

/** What records are grouped by: the id of a reference, else the value itself. */
export const groupPath = (source: TSchema, path: string) =>
  placeAt(source, path)?.node['x-reference'] ? `${path}.id` : path

/** The UTC day that a column's moment lies in. */
export const dayColumn = (column: Column): Column => ({ ...column, name: `${column.name}_day`, day: true })

/**
 * What a search looks inside: short enough to be carried in an index, or else by itself; what is repeated of an owner is
 * not in it: the owners that have the words are found first. Where some of it is restricted, who may find the record by
 * which words, as `name words`, those of everybody first; such a record is looked for as if its words were long. Where
 * other records are searched in its place, what it has from none.
 */
export function searchColumns(
  paths: readonly string[],
  through: readonly SearchedReference[],
  owner: string | undefined,
  restricted: readonly string[],
): Column[] {
  const owners = through.filter(({ column }) => column === owner)
  const words = { kind: 'folded', required: false, paths, through: owners, restricted } as const
  return [
    { name: searchedShort, ...words },
    { name: searchedLong, ...words },
    ...(restricted.length > 0
      ? [{ name: searchedRestricted, kind: 'texts', required: false, paths, restricted } as const]
      : []),
    ...(through.length > 0
      ? [{ name: searchedOwn, kind: 'folded', required: true, paths, through } as const]
      : []),
  ]
}

export const searchedShort = 'search_short'
export const searchedLong = 'search_long'
export const searchedOwn = 'search_own'
export const searchedRestricted = 'search_restricted'
/** The name for words by which everybody finds a record. */
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

/** Dates that belong to somebody, as `owner date`: a caller's filter looks only at those it is shown. */
export const ownedDatesColumn = ({ each, owner, date }: OwnedDate): Column => ({
  name: columnName(`${each}.${date}`),
  kind: 'texts',
  required: true,
  paths: [],
  ownedDate: { each, owner, date },
})

/** The first and the last of them, whoever's they are: what lies outside a range is not looked at one by one. */
export const ownedDateEnds = (owned: OwnedDate): [Column, Column] => {
  const { name } = ownedDatesColumn(owned)
  const endOf = (end: 'first' | 'last'): Column => ({
    name: endColumn(name, end),
    kind: 'instant',
    required: false,
    paths: [],
    ownedDate: owned,
    end,
  })
  return [endOf('first'), endOf('last')]
}
export const endColumn = (column: string, end: 'first' | 'last') => `${column}_${end}`

/** A date that no answer shows: what callers are told of it, and the date that counts where there is none. */
export type FactDate = { path: string; orElse?: string; note: string }

export const factDatePaths = ({ path, orElse }: FactDate): string[] => [path, ...(orElse ? [orElse] : [])]

/** A column for a date: the first of its paths that a record has something at. */
export const dateColumn = (source: TSchema, date: string | FactDate): Column =>
  typeof date === 'string'
    ? columnFor(source, date, 'match')
    : { ...columnFor(source, date.path, 'match'), paths: factDatePaths(date) }

export type OwnedDate = { each: string; owner: string; date: string }

/** Companies a record is open to through others; kept by the store. A new one has those at paths of its own. */
export const grantsColumn = (own: readonly string[]): Column => ({
  name: grantsColumnName,
  kind: 'texts',
  required: true,
  paths: [],
  own,
})
