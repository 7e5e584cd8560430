// The columns beside a stored record: what filters, sorts, dates and searches look at, named after their paths. Each says
// how its value is read from a record, and how rows are found by it.

import { companiesIn, grantsColumnName } from '../access/ownership.ts'
import { type GuardPlace, guardsIn, guardText } from '../access/redact.ts'
import { foldedText } from '../formats/fold.ts'
import { firstAt, namesIn, placeAt } from '../shape/path.ts'
import { seenByProperty, type TSchema } from '../shape/shape.ts'
import { columnName, firstStoredAt, type StoredRecord, storedAt } from '../shape/stored.ts'

export type ColumnKind = 'text' | 'folded' | 'instant' | 'number' | 'flag' | 'texts'

export type ColumnValue = string | number | boolean | readonly string[] | null

export type Column = {
  name: string
  kind: ColumnKind
  /** Every record has a value. */
  required: boolean
  /** Where its value comes from: the first that has one, or all for lists and the search text. */
  paths: readonly string[]
  /** What it takes of the values there, in words that change when it takes something else. */
  takes?: string
  read(stored: StoredRecord): ColumnValue
  /** The inverted index that finds rows by what is in the value. Those by whole values are declared for the type. */
  index?: InvertedIndex
  /** The columns that have its items one by one, as few have many, and the column that has the items beyond those. */
  split?: { items: readonly string[]; rest?: string }
}

export type InvertedIndex = {
  of: 'items' | 'letters'
  /** Only of rows that have a value. */
  filled?: true
  /** Rows are in the index at once: the writer finds some by it, by the thousand, right after it has written others. */
  atOnce?: true
}

type Read = Column['read']

const allAt = (paths: readonly string[]) => {
  const places = paths.map(namesIn)
  return (stored: StoredRecord) => [...new Set(places.flatMap(names => storedAt(stored, names) as string[]))]
}

const firstOf = (paths: readonly string[]) => {
  const places = paths.map(namesIn)
  return (stored: StoredRecord): ColumnValue => {
    for (const names of places) {
      const found = firstStoredAt(stored, names)
      if (found !== undefined) return found as ColumnValue
    }
    return null
  }
}

/** An index entry has a largest size; text that long sorts by its beginning. */
export const sortKeyLength = 200

/** A column for a path: compared as it is, or folded for sorting text. */
export function columnFor(
  source: TSchema,
  path: string,
  use: 'match' | 'sort',
  paths: readonly string[] = [path],
): Column {
  const place = placeAt(source, path)
  if (!place) throw new Error(`There is no "${path}" in this Shape`)
  const { node, required, many } = place
  const kind = kindOf(node)
  const first = firstOf(paths)
  if (kind === 'text' && use === 'sort' && !node.enum) {
    const read: Read = stored => {
      const text = first(stored)
      return text === null ? null : foldedText(String(text)).slice(0, sortKeyLength)
    }
    return { name: `${columnName(path)}_key`, kind: 'folded', required, paths, read }
  }
  const name = columnName(path)
  if (!many) return { name, kind, required, paths, read: first }
  const all = allAt(paths)
  // In whose names a reference is seen is asked of rows, and no row is found by it.
  if (path.endsWith(`.${seenByProperty}`))
    return { name, kind: 'texts', required, paths, read: stored => someOrNull(all(stored)) }
  return { name, kind: 'texts', required, paths, read: all, index: { of: 'items' } }
}

function kindOf(node: { type?: unknown; 'x-instant'?: unknown }): Exclude<ColumnKind, 'folded' | 'texts'> {
  if (node['x-instant']) return 'instant'
  if (node.type === 'number' || node.type === 'integer') return 'number'
  return node.type === 'boolean' ? 'flag' : 'text'
}

const someOrNull = (values: readonly string[]) => (values.length > 0 ? values : null)

/** Found by the writer right after it has written others. */
export const indexedAtOnce = (column: Column): Column => ({
  ...column,
  ...(column.index && { index: { of: 'items', atOnce: true } }),
})

/** A number that is only added up: a 0 adds nothing, and takes no room. */
export const withoutZeros = (column: Column): Column => ({
  ...column,
  required: false,
  takes: 'other than 0 of ',
  read: stored => column.read(stored) || null,
})

/** The first items of a list of owners one by one. */
export const itemColumns = (list: Column, most: number): Column[] =>
  Array.from({ length: most }, (_, at) => ({
    name: `${list.name}_${at + 1}`,
    kind: 'text',
    required: false,
    paths: list.paths,
    takes: `value ${at + 1} of `,
    read: stored => ownersIn(list, stored)[at] ?? null,
  }))

/** What is beyond those; nothing for most. */
export const restColumn = (list: Column, most: number): Column => ({
  name: `${list.name}_more`,
  kind: 'texts',
  required: false,
  paths: list.paths,
  takes: `values beyond ${most} of `,
  read: stored => someOrNull(ownersIn(list, stored).slice(most)),
  index: { of: 'items', filled: true },
})

/** Beside companies that others open a record to there are pairs, which are no owners. */
function ownersIn({ name, read }: Column, stored: StoredRecord): readonly string[] {
  const items = read(stored) as readonly string[]
  return name === grantsColumnName ? companiesIn(items) : items
}

/** What records are grouped by: the id of a reference, else the value itself. */
export const groupPath = (source: TSchema, path: string) =>
  placeAt(source, path)?.node['x-reference'] ? `${path}.id` : path

/** The UTC day that a column's moment lies in, as its first instant. */
export const dayColumn = (column: Column): Column => ({
  ...column,
  name: `${column.name}_day`,
  takes: 'the day of ',
  read: stored => {
    const moment = column.read(stored) as string | null
    return moment === null ? null : `${moment.slice(0, 10)}T00:00:00.000Z`
  },
})

/** Holds what other records find this one by, besides its id. */
export const aliasColumn = (alias: Alias): Column => ({
  name: 'alias',
  kind: 'text',
  required: false,
  paths: [],
  read: stored => (alias.only(stored) ? aliasOf(stored, alias.paths) : null),
})

export type Alias = {
  paths: readonly string[]
  only(stored: StoredRecord): boolean
  /** Of several that go by one alias, those that come before the others. */
  first?(stored: StoredRecord): boolean
}

export const aliasOf = (stored: StoredRecord, paths: readonly string[]) =>
  paths.map(path => firstAt(stored.record, namesIn(path)) ?? '').join(' ')

/** Owners that guard entries of a record. An entry that no stored text may show has a value no owner equals. */
export const guardColumn = (name: string, places: readonly GuardPlace[]): Column => ({
  ...{ name, kind: 'texts', required: true },
  paths: places.map(guardText),
  read: stored => guardsIn(places, stored),
})

/** Companies a record is open to through others; kept by the store. A new one has those at paths of its own, in the order
 * in which the database keeps them. */
export const grantsColumn = (own: readonly string[]): Column => {
  const all = allAt(own)
  return {
    name: grantsColumnName,
    kind: 'texts',
    required: true,
    paths: [],
    read: stored => all(stored).sort(),
    index: { of: 'items' },
  }
}

/** A date of the items of some lists. With `isPrivate`, items may be without an owner: whoever sees the
 * record is shown those. */
export type OwnedDate = {
  each: readonly string[]
  owner: string
  date: string
  isPrivate?: true
  note?: string
}

/** Dates that belong to somebody, as `owner date`: a caller's filter looks only at those it is shown. Those of nobody have
 * nothing before the space. */
export const ownedDatesColumn = (owned: OwnedDate): Column => ({
  name: columnName([...owned.each, owned.date].join('.')),
  kind: 'texts',
  required: true,
  paths: [],
  read: stored => ownedDates(owned, stored),
})

/** The first and the last of them, whoever's they are: what lies outside a range is not looked at one by one. */
export const ownedDateEnds = (owned: OwnedDate): [Column, Column] => {
  const { name } = ownedDatesColumn(owned)
  const endOf = (end: 'first' | 'last'): Column => ({
    name: endColumn(name, end),
    kind: 'instant',
    required: false,
    paths: [],
    read: stored => {
      const dates = ownedDates(owned, stored).map(text => text.slice(text.indexOf(' ') + 1))
      return dates.sort().at(end === 'first' ? 0 : -1) ?? null
    },
  })
  return [endOf('first'), endOf('last')]
}
export const endColumn = (column: string, end: 'first' | 'last') => `${column}_${end}`

const ownedDates = ({ each, owner, date }: OwnedDate, stored: StoredRecord): string[] =>
  each
    .flatMap(list => storedAt(stored, namesIn(list)) as Record<string, unknown>[])
    .flatMap(item => (typeof item[date] === 'string' ? [`${item[owner] ?? ''} ${item[date]}`] : []))

/** A date that no answer shows: what callers are told of it, and the date that counts where there is none. */
export type FactDate = { path: string; orElse?: string; note: string }

export const factDatePaths = ({ path, orElse }: FactDate): string[] => [path, ...(orElse ? [orElse] : [])]

/** A column for a date: the first of its paths that a record has something at. */
export const dateColumn = (source: TSchema, date: string | FactDate): Column =>
  typeof date === 'string'
    ? columnFor(source, date, 'match')
    : columnFor(source, date.path, 'match', factDatePaths(date))
