// The values of a record's columns, read from it at the paths that the columns are declared with.

import { companiesIn } from '../../access/ownership.ts'
import { guardsIn } from '../../access/redact.ts'
import { fold } from '../../formats/fold.ts'
import {
  type Column,
  type ColumnValue,
  everybody,
  type OwnedDate,
  type SearchedReference,
  searchedOwn,
  searchedRestricted,
  searchedShort,
  separator,
} from '../../record-types/columns.ts'
import { namesIn } from '../../shape/path.ts'
import { seenByProperty } from '../../shape/shape.ts'
import { firstStoredAt, type StoredRecord, storedAt } from '../../shape/stored.ts'

/** An index entry has a largest size; text that long sorts by its beginning. */
const sortKeyLength = 200
const searchedShortLength = 400

/** A function from a record to a column's value. */
export function reader(column: Column): (stored: StoredRecord) => ColumnValue {
  const paths = column.paths.map(path => path.split('.'))
  const all = (stored: StoredRecord) => paths.flatMap(names => storedAt(stored, names))
  if (column.name.startsWith('guarded_')) return stored => guardsIn(column.paths, stored)
  if (column.ownedDate && column.end) {
    const at = column.end === 'first' ? 0 : -1
    return stored => datesIn(column.ownedDate!, stored).sort().at(at) ?? null
  }
  if (column.ownedDate) return stored => ownedDates(column.ownedDate!, stored)
  if (column.name === searchedRestricted) return stored => restrictedWords(column, stored)
  if (column.own) return ownGrants(column, column.own)
  if (column.place !== undefined) {
    const { place } = column
    return stored => ([...new Set(all(stored))][place] as string | undefined) ?? null
  }
  if (column.kind === 'texts') {
    const values = (stored: StoredRecord) => [...new Set(all(stored) as string[])]
    if (!column.paths[0]?.endsWith(`.${seenByProperty}`)) return values
    return stored => {
      const found = values(stored)
      return found.length > 0 ? found : null
    }
  }
  if (column.through) return searchedWords(column, column.through)
  const first = (stored: StoredRecord) => {
    for (const names of paths) {
      const found = firstStoredAt(stored, names)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (column.day) return stored => dayOf(first(stored) as string | undefined)
  if (column.kind !== 'folded') return stored => (first(stored) as ColumnValue | undefined) ?? null
  return stored => {
    const text = first(stored)
    return text === undefined ? null : fold(String(text)).slice(0, sortKeyLength)
  }
}

/** Whom a record opens itself to, in the order in which the database keeps it (tables.ts). */
function ownGrants({ kind, place }: Column, own: readonly string[]): (stored: StoredRecord) => ColumnValue {
  const paths = own.map(namesIn)
  return stored => {
    const companies = [...new Set(paths.flatMap(names => storedAt(stored, names) as string[]))].sort()
    if (place === undefined) return companies
    const placed = companiesIn(companies)
    if (kind === 'text') return placed[place] ?? null
    return placed.length > place ? placed.slice(place) : null
  }
}

/** What a mention without an id says is the record's own. */
function searchedWords(
  { name, paths, restricted = [] }: Column,
  through: readonly SearchedReference[],
): (stored: StoredRecord) => ColumnValue {
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

const isRestricted = (stored: StoredRecord, path: string) =>
  referencesAt(stored, path).some(reference => reference[seenByProperty] !== undefined)

const referencesAt = (stored: StoredRecord, path: string) =>
  at(stored, path.slice(0, path.lastIndexOf('.'))) as Record<string, unknown>[]

function restrictedWords({ paths, restricted = [] }: Column, stored: StoredRecord): string[] | null {
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

const at = (stored: StoredRecord, path: string) => storedAt(stored, namesIn(path))

function ownedDates({ each, owner, date }: OwnedDate, stored: StoredRecord): string[] {
  return (at(stored, each) as Record<string, unknown>[]).flatMap(item =>
    typeof item[date] === 'string' ? [`${item[owner]} ${item[date]}`] : [],
  )
}

const datesIn = (owned: OwnedDate, stored: StoredRecord): string[] =>
  ownedDates(owned, stored).map(text => text.slice(text.indexOf(' ') + 1))
