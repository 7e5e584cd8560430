// Rows kept beside a record, one each of something inside it: what is counted and measured over many records is
// read from these, and no document is parsed for it.

import { columnName, type StoredRecord } from '../shape/stored.ts'
import type { ColumnKind, ColumnValue } from './columns.ts'

export type Child = {
  name: string
  columns: readonly { name: string; kind: ColumnKind }[]
  /** Column names of each index, in order; the record's id and the row's number are always the last. */
  indexes: readonly (readonly string[])[]
  edition: number
  /** Of columns that came later, with which edition: the others are of any earlier one as they are of this. */
  since: Readonly<Record<string, number>>
  /** Companies are shown figures made of these rows. */
  figures: boolean
  rows(stored: StoredRecord): readonly (readonly ColumnValue[])[]
}

type Declaration<C extends Record<string, ColumnKind>> = {
  name: string
  columns: C
  indexes: readonly (readonly (keyof C & string)[])[]
  /** Raised when `rows` gives something else of the same record, so that those stored are made again. */
  edition: number
  /** Columns that came with an edition that changed nothing else: until they are filled, the rows do without them. */
  since?: Readonly<Partial<Record<keyof C & string, number>>>
  figures?: boolean
  rows(stored: StoredRecord): readonly { [K in keyof C]: ColumnValue }[]
}

export function childRows<const C extends Record<string, ColumnKind>>(declared: Declaration<C>): Child {
  const keys = Object.keys(declared.columns)
  return {
    figures: false,
    ...declared,
    since: Object.fromEntries(
      Object.entries(declared.since ?? {}).map(([key, edition]) => [columnName(key), edition as number]),
    ),
    columns: keys.map(key => ({ name: columnName(key), kind: declared.columns[key]! })),
    indexes: declared.indexes.map(index => index.map(columnName)),
    rows: stored => declared.rows(stored).map(row => keys.map(key => row[key]!)),
  }
}
