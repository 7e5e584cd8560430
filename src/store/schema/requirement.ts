// Something that the tables of a record type must have, and how they come to have it.
import type { Statements } from '../../database/database.ts'
import type { Sql } from '../../database/sql.ts'

export type Requirement = {
  name: string
  /** Changes when it must be redone. */
  definition: string
  /** Definitions of earlier versions that others only add to: what is there by one of them stays. */
  formers?: readonly string[]
  /** What it came with where that is declared so. */
  within?: { name: string; definition: string }
  /** Without it answers come later and are the same. */
  isOptional?: true
  /** In a new database, where it is not part of the tables themselves. */
  create?: readonly Sql[]
  /** Brings it into tables that are there, empty. */
  add?(tx: Statements, isNew: boolean): Promise<void> | undefined
  fill: Fill
}

/** How it gets its values from the records that are stored. */
export type Fill =
  /** Rows of these tables are made anew from their records. */
  | { by: 'records'; tables: readonly RowTable[] }
  /** Each row of a table is written once more as it is: setting this column, for a trigger or for how rows lie, does it. */
  | { by: 'rewriting'; table: string; set: Sql }
  /** All in one statement, into its own table. */
  | { by: 'statement'; table: string; insert: Sql }
  | { by: 'index'; create: Sql }

export type RowTable = 'narrow' | 'text' | 'parts' | 'children'

/** What a definition says of the statements that make it. */
export const statementsText = (statements: readonly Sql[]): string =>
  statements.map(statement => statement.compile().text).join(';\n')

/** Whether what is declared so can stay beside this, or under it. */
export const staysBeside = ({ definition, formers }: Requirement, declared: string): boolean =>
  declared === definition || (formers?.includes(declared) ?? false)
