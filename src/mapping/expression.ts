// A small expression over the columns of a row: a column, a constant, several joined or added, the first that is there,
// of this row or of the row of another table; with a split, a table of words and a default.
import { createHash } from 'node:crypto'
import { declaredWord, jsonValue, type Sentence, sentence } from '../shape/sentence.ts'
import type { TableRow } from './rows.ts'
import { type Forms, numberIn } from './values.ts'

/** As a mapping writes it: the name of a column, or one of these. */
export type Expression =
  | string
  | {
      column?: string
      value?: string | number | boolean | readonly (string | number)[]
      join?: readonly Expression[]
      /** What is put between what is joined. */
      with?: string
      first?: readonly Expression[]
      sum?: readonly Expression[]
      idFrom?: string | readonly Expression[]
      /** The type of record that an id is made for, where that is not plain. */
      of?: string
      /** The table in whose row the columns are, and what ties that row to this one. */
      from?: string
      by?: RowTie
      split?: string
      /** Of what was split, the piece of this number, from 1; from the end where it is negative. */
      take?: number
      words?: Readonly<Record<string, string | number | boolean | null>>
      default?: string | number | boolean
      date?: string | readonly string[]
      /** So many days later: a number, or the column that has it. */
      plusDays?: number | Expression
      timezone?: string
      decimal?: DecimalStyle
      yes?: string | readonly string[]
      no?: string | readonly string[]
    }

type DecimalStyle = '.' | ',' | 'comma'
export const decimalMark = (given: DecimalStyle): '.' | ',' => (given === '.' ? '.' : ',')

/** A column that both tables have, or what it is in each. */
export type RowTie = string | { record: Expression; rows: string }
export const tieColumns = (by: RowTie) => (typeof by === 'string' ? { record: by, rows: by } : by)

export const sources = ['column', 'value', 'join', 'first', 'sum', 'idFrom'] as const
export const expressionWords = [
  ...sources,
  ...(['with', 'of', 'from', 'by', 'split', 'take', 'words', 'default'] as const),
  ...(['date', 'plusDays', 'timezone', 'decimal', 'yes', 'no'] as const),
]

/** Rows of another table that belong to a record, found by what both have; each with its line. */
export type OtherTables = (
  source: string,
  key: string,
  value: unknown,
) => readonly { line: number; row: TableRow }[]

/** What another table should have had. */
export class MissingRow {
  readonly reason: Sentence
  readonly hint: string

  constructor(reason: Sentence, hint: string) {
    this.reason = reason
    this.hint = hint
  }
}

/** Text, what JSON had, or undefined where there is nothing. */
export type Evaluate = (row: TableRow, beside: OtherTables) => unknown

type ValueForms = Pick<Forms, 'empty' | 'decimal'>

/** A column of a row; with dots, what is inside what JSON had. */
export function columnIn(row: TableRow, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name]
  let value: unknown = row
  for (const part of name.split('.')) value = (value as TableRow | null | undefined)?.[part]
  return value
}

const isNothing = (value: unknown, empty: readonly string[]) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && (value === '' || (empty.length > 0 && empty.includes(value.toLowerCase()))))

/** The same columns give the same id, in every load and on every machine. */
const madeId = (type: string, values: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify([type, ...values]))
    .digest('hex')
    .slice(0, 24)

/** `type` is what an id is made for unless the expression says it. */
export function expressionEvaluator(expression: Expression, type: string, forms: ValueForms): Evaluate {
  if (typeof expression === 'string') return expressionEvaluator({ column: expression }, type, forms)
  const { split, take, words, default: fallback } = expression
  const { empty } = forms
  const source = sourceOf(expression, type, forms)
  const translate = wordsOf(words)
  return (row, beside) => {
    let value = source(row, beside)
    if (value instanceof MissingRow) return fallback ?? value
    if (typeof value === 'string') value = value.trim()
    if (isNothing(value, empty)) return fallback
    if (split !== undefined) {
      const pieces = String(value)
        .split(split)
        .map(piece => piece.trim())
        .filter(piece => piece !== '')
      value = take === undefined ? pieces : pieces.at(take > 0 ? take - 1 : take)
    }
    const read = Array.isArray(value) ? value.map(translate) : translate(value)
    return isNothing(read, empty) ? fallback : read
  }
}

function wordsOf(words: Readonly<Record<string, unknown>> | undefined): (value: unknown) => unknown {
  if (!words) return value => value
  const known = new Map(Object.entries(words).map(([word, meaning]) => [word.toLowerCase(), meaning]))
  return value => {
    const found = known.get(String(value).toLowerCase())
    return found === undefined && !known.has(String(value).toLowerCase()) ? value : (found ?? undefined)
  }
}

type Words = Exclude<Expression, string>

function sourceOf({ from, by, ...expression }: Words, type: string, forms: ValueForms): Evaluate {
  if (from !== undefined && by !== undefined)
    return elsewhere(from, by, sourceOf(expression, type, forms), type, forms)
  const { column, value, join, first, sum, idFrom, of = type } = expression
  const { empty } = forms
  if (column !== undefined) return row => columnIn(row, column)
  if (value !== undefined) return () => value
  const several = join ?? first ?? sum ?? (typeof idFrom === 'string' ? [idFrom] : (idFrom ?? []))
  const parts = several.map(one => expressionEvaluator(one, type, forms))
  const there = (values: readonly unknown[]) => values.filter(part => !isNothing(part, empty))
  const made = (values: readonly unknown[]): unknown => {
    if (join !== undefined) return there(values).join(expression.with ?? ' ')
    if (sum !== undefined) return added(there(values), decimalMark(expression.decimal ?? forms.decimal))
    // What an id is made of is there, or there is no id.
    return there(values).length < values.length ? undefined : madeId(of, values.map(String))
  }
  return (row, beside) => {
    const values = parts.map(part => part(row, beside))
    const lacks = values.find(part => part instanceof MissingRow)
    if (first !== undefined) return there(values).find(part => !(part instanceof MissingRow)) ?? lacks
    return lacks ?? made(values)
  }
}

/** What the row of another table has; nothing where this row names none. */
function elsewhere(
  from: string,
  by: RowTie,
  read: Evaluate,
  type: string,
  { empty, decimal }: ValueForms,
): Evaluate {
  const { record, rows: key } = tieColumns(by)
  const own = expressionEvaluator(record, type, { empty, decimal })
  const told = (what: string, value: unknown, hint: string) =>
    new MissingRow(
      sentence`${declaredWord(from)} has ${declaredWord(what)} with ${declaredWord(key)} ${jsonValue(value)}`,
      hint,
    )
  return (row, beside) => {
    const value = own(row, beside)
    if (value === undefined || value instanceof MissingRow) return value
    const found = beside(from, key, value)
    if (found.length === 0)
      return told('no row', value, 'correct it at the source, or say with default what it is then')
    const [first, ...others] = found.map(one => read(one.row, beside))
    if (others.some(one => JSON.stringify(one) !== JSON.stringify(first)))
      return told('several rows', value, 'they differ: name a column that tells its rows apart')
    return first
  }
}

/** Nothing where there is nothing to add; what is no number is given back as it is, and told like any other. */
function added(parts: readonly unknown[], decimal: '.' | ','): unknown {
  let total = 0
  for (const part of parts) {
    const number = typeof part === 'number' ? part : numberIn(String(part), decimal)
    if (number === undefined) return part
    total += number
  }
  // 0.1 + 0.2 is 0.3 to whoever reads it.
  return parts.length === 0 ? undefined : Number(total.toFixed(6))
}

/** What an expression is made of. */
export const partsOf = ({ join = [], first = [], sum = [], idFrom = [] }: Words): Expression[] => [
  ...join,
  ...first,
  ...sum,
  ...(typeof idFrom === 'string' ? [idFrom] : idFrom),
]

/** The columns that an expression looks at, as messages name them. */
export function columnsIn(expression: Expression): string[] {
  if (typeof expression === 'string') return [expression]
  const { column } = expression
  return [...(column === undefined ? [] : [column]), ...partsOf(expression).flatMap(columnsIn)]
}
