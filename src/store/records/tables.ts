// From a record type to its tables: a narrow one with what is filtered, sorted and searched, one with the ready text,
// joined by id, and one with the Parts where there are any. Child rows have a table of their own. docs/decisions.md says
// why it is not one wide table.

import { name, Sql, sql } from '../../database/sql.ts'
import type { ColumnKind } from '../../record-types/columns.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { snake } from '../../shape/stored.ts'

export const narrowTable = (type: string) => snake(type)
/** The narrow table of a type, or of what has one, in a statement. */
export const narrowRows = ({ type }: { type: string }): Sql => name(narrowTable(type))
export const textTable = (type: string) => `${snake(type)}_text`
/** Apart, so that the text, which every read wants, lies in its row and not out of line. */
export const partTable = (type: string) => `${snake(type)}_part`
/** Tables with one row for each record, by its id. */
export const recordTables = ({ type, parts }: Pick<RecordType, 'type' | 'parts'>): [string, ...string[]] => [
  narrowTable(type),
  textTable(type),
  ...(parts.length > 0 ? [partTable(type)] : []),
]
export const childTable = (type: string, child: string) => `${snake(type)}_${snake(child)}`
/** What a column of such rows is declared as that was added to them. */
export const childColumn = (type: string, child: string, column: string) =>
  `${childTable(type, child)}.${column}`
/** The same, and those of the rows beside each record. */
export const allTables = (type: Pick<RecordType, 'type' | 'parts' | 'children'>): string[] => [
  ...recordTables(type),
  ...type.children.map(child => childTable(type.type, child.name)),
]
export const tallyTable = (type: string) => `${snake(type)}_tally`
/** Where a tally has the sum of a column. */
export const tallySum = (column: string) => `sum_${column}`
/** Where in a text there is something that not everybody is shown, and who is (access/spans.ts). In the row of the text, so
 * that one is never written without the other. */
export const spansColumn = 'spans'
/** Where the text of a narrow row lies. It is right until the text is written again without the narrow row, and then
 * the text is looked up by its id. */
export const textPlace = 'text_at'
export const partColumn = (property: string) => `part_${snake(property)}`

export const sqlTypes = {
  text: 'text collate "C"',
  folded: 'text collate "C"',
  instant: 'timestamptz',
  number: 'double precision',
  flag: 'boolean',
  texts: 'text[]',
} as const satisfies Record<ColumnKind, string>

/** Whether anything in its texts is hidden from some who see the record. */
export const hasSpans = ({ guards }: Pick<RecordType, 'guards'>) => Object.keys(guards).length > 0

/** Text of ours that is part of a statement: an option, a type, a place in a list. */
export const sqlText = (text: string) => new Sql([text], [])

/** The type that the text of a column's value is read back as. */
export const castTo = ({ columns }: Pick<RecordType, 'columns'>, column: string): Sql =>
  sqlText(sqlTypes[column === 'id' ? 'text' : columns.find(known => known.name === column)!.kind])

export const columnSql = (column: string, type: (typeof sqlTypes)[ColumnKind] | 'text' | 'tid'): Sql =>
  sql`${name(column)} ${sqlText(type)}`
