// The words in which a list is declared, and the mistakes that are refused in one line as soon as one is read.

import type { Sql } from '../../database/sql.ts'
import type { record, Static, TSchema } from '../../shape/shape.ts'

/** What is shown, and the SQL that it comes from; a value that is not shown as it comes is read by a function. A column
 * without SQL is filled in by whoever shows the list. */
export type ListColumn = readonly [schema: TSchema, from?: Sql, read?: (value: never) => unknown]
export type ListColumns = Readonly<Record<string, ListColumn>>

type Schemas<C extends ListColumns> = { [K in keyof C]: C[K][0] }
type Stored<C extends ListColumns> = { [K in keyof C as C[K] extends readonly [TSchema] ? never : K]: C[K] }
export type RowSchema<C extends ListColumns> = ReturnType<typeof record<Schemas<C>>>
export type RowOf<C extends ListColumns> = Static<RowSchema<Stored<C>>>

/** A column that a query compares with; or a parameter of its own, with what it means for a row. */
export type ListFilter<N> = N | readonly [TSchema, (value: string) => Sql]

/** How a list is ordered, the newest first: all of it at once, or in pages that begin after a row. */
export type Order =
  | { id?: Sql; all: Sql; most?: number }
  | { table: string; alias: string; columns: readonly [key: string] | readonly [time: string, key: string] }

/** What a terminal shows: by its heading a column, or what is said of a row; what is filled in may not be there yet. */
export type Headings<R, Shown = R> = Readonly<
  Record<string, (keyof R & string) | ((row: Shown) => string | number | null)>
>

export type Declaration<C extends ListColumns, P extends ListColumns, N extends ListColumns, F, G> = {
  /** What one of its rows is called. */
  noun: string
  /** What whoever asks for one that is not there is told, if not that there is none with this id. */
  missing?: string
  /** Tables and joins; they may depend on who reads. */
  from: Sql | ((reader: G) => Sql)
  columns: C
  /** Shown of one row alone, not in the list. */
  parts?: P
  /** Read with each row and never shown, for what is filled in. */
  facts?: N
  filters?: F
  order: Order
  /** Which rows there are at all for a reader. */
  confined?(reader: G): readonly (Sql | undefined)[]
  /** Which rows the list leaves out, though each can be asked for. */
  listed?: Sql
  table?: Headings<RowOf<C>, RowOf<C> & Partial<Static<RowSchema<C>>>>
}

export type Filters = Readonly<Record<string, ListFilter<string>>>
export type AnyDeclaration = Declaration<ListColumns, ListColumns, ListColumns, Filters, object>

export const listMistake = (noun: string, text: string) => new Error(`The list of each ${noun}: ${text}`)

/** The compiler refuses most of it, too. */
export function refuseMistakes(declared: AnyDeclaration, others: readonly { noun: string }[]): void {
  const { noun, columns, parts = {}, facts = {}, filters = {}, table = {}, order } = declared
  const refuse = (text: string) => {
    throw listMistake(noun, text)
  }
  if (others.some(other => other.noun === noun)) refuse('there is another list of the same')
  const names = [columns, parts, facts].flatMap(some => Object.keys(some))
  const twice = names.find((one, at) => names.indexOf(one) < at)
  if (twice) refuse(`column ${twice} is declared twice, among columns, parts or facts`)
  const isFilledIn = Object.values(columns).some(([, from]) => !from)
  if (!isFilledIn)
    for (const fact of Object.keys(facts))
      refuse(`fact ${fact} is shown to nobody, and no column without SQL is filled in from it`)
  for (const [filter, how] of Object.entries(filters)) {
    if (filter === 'limit' || filter === 'after') refuse(`filter ${filter}: every page takes that already`)
    if (typeof how === 'string' && !columns[how]?.[1]) refuse(`filter ${filter}: there is no column ${how}`)
  }
  for (const [heading, shown] of Object.entries(table))
    if (typeof shown === 'string' && !columns[shown]?.[1])
      refuse(`heading ${heading}: there is no column ${shown}`)
  if ('table' in order && !columns.id?.[1]) refuse('its pages begin after an id, and there is no column id')
}
