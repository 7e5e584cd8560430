// Records as CSV (RFC 4180, UTF-8, no byte order mark): a header, then a row for each record, or for each item of one
// of its lists. No text in it can run as a formula of a spreadsheet.

import { csvText, quotedCell } from '../formats/csv-cell.ts'
import { onlyFields } from '../shape/fields.ts'
import { writeMarked } from '../shape/file-mark.ts'
import { cellAt, itemsOf, type Table, type TableColumn } from './columns.ts'

export const csvHeader = ({ columns }: Table): string => `${columns.map(({ name }) => name).join(',')}\r\n`

/** Writes the rows of a record, one by one: there may be thousands, and what they repeat is written once. */
export function csvRows(table: Table): (record: unknown) => Generator<string> {
  const columns = table.columns.map(column => ({ ofItem: column.ofItem, cell: cellOf(column) }))
  return function* (record) {
    const own = columns.map(({ ofItem, cell }) => (ofItem ? '' : cell(record)))
    for (const item of itemsOf(record, table))
      yield `${columns.map(({ ofItem, cell }, index) => (ofItem ? cell(item) : own[index])).join(',')}\r\n`
  }
}

function cellOf(column: TableColumn): (holder: unknown) => string {
  const { path, keep } = column
  const [first, second] = path as [string, string]
  const write = (value: unknown) => {
    if (value === undefined || value === null) return ''
    if (typeof value === 'string') return csvText(value)
    if (typeof value !== 'object') return String(value)
    return quotedCell(writeMarked(keep ? onlyFields(value, keep) : value))
  }
  // Most paths have one or two names, which are quicker to read without a loop.
  if (path.length === 1) return holder => write((holder as Record<string, unknown> | undefined)?.[first])
  if (path.length === 2)
    return holder => {
      const inner = (holder as Record<string, unknown> | undefined)?.[first]
      return write((inner as Record<string, unknown> | null | undefined)?.[second])
    }
  return holder => write(cellAt(holder, path))
}
