// A small expression over the columns of a row: a column, a constant, several joined or added, the first that is there;
// with a split, a table of words and a default.
import { createHash } from 'node:crypto'
import type { Row } from './rows.ts'
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
      split?: string
      /** Of what was split, the piece of this number, from 1; from the end where it is negative. */
      take?: number
      words?: Readonly<Record<string, string | number | boolean | null>>
      default?: string | number | boolean
      date?: string | readonly string[]
      timezone?: string
      decimal?: '.' | ','
      yes?: string | readonly string[]
      no?: string | readonly string[]
    }

export const sources = ['column', 'value', 'join', 'first', 'sum', 'idFrom'] as const
export const expressionWords = [
  ...sources,
  ...(['with', 'of', 'split', 'take', 'words', 'default'] as const),
  ...(['date', 'timezone', 'decimal', 'yes', 'no'] as const),
]

/** Text, what JSON had, or undefined where there is nothing. */
export type Evaluate = (row: Row) => unknown

type Reading = Pick<Forms, 'empty' | 'decimal'>

/** A column of a row; with dots, what is inside what JSON had. */
export function columnIn(row: Row, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name]
  let value: unknown = row
  for (const part of name.split('.')) value = (value as Row | null | undefined)?.[part]
  return value
}

const isNothing = (value: unknown, empty: readonly string[]) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && (value === '' || empty.includes(value.toLowerCase())))

/** The same columns give the same id, in every load and on every machine. */
export const madeId = (type: string, values: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify([type, ...values]))
    .digest('hex')
    .slice(0, 24)

/** `type` is what an id is made for unless the expression says it. */
export function evaluator(expression: Expression, type: string, forms: Reading): Evaluate {
  if (typeof expression === 'string') return evaluator({ column: expression }, type, forms)
  const { split, take, words, default: fallback } = expression
  const { empty } = forms
  const source = sourceOf(expression, type, forms)
  const translate = wordsOf(words)
  return row => {
    let value = source(row)
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

function sourceOf(expression: Exclude<Expression, string>, type: string, forms: Reading): Evaluate {
  const { column, value, join, first, sum, idFrom, of = type } = expression
  const { empty } = forms
  if (column !== undefined) return row => columnIn(row, column)
  if (value !== undefined) return () => value
  const all = (given: readonly Expression[]) => given.map(one => evaluator(one, type, forms))
  if (join !== undefined) {
    const parts = all(join)
    const between = expression.with ?? ' '
    return row =>
      parts
        .map(part => part(row))
        .filter(part => !isNothing(part, empty))
        .join(between)
  }
  if (first !== undefined) {
    const parts = all(first)
    return row => parts.map(part => part(row)).find(part => !isNothing(part, empty))
  }
  if (sum !== undefined) {
    const parts = all(sum)
    const decimal = expression.decimal ?? forms.decimal
    return row =>
      added(
        parts.map(part => part(row)).filter(part => !isNothing(part, empty)),
        decimal,
      )
  }
  const parts = all(typeof idFrom === 'string' ? [idFrom] : (idFrom ?? []))
  return row => {
    const values = parts.map(part => part(row))
    // What an id is made of is there, or there is no id.
    return values.some(part => isNothing(part, empty)) ? undefined : madeId(of, values.map(String))
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

/** The columns that an expression looks at. */
export function columnsIn(expression: Expression): string[] {
  if (typeof expression === 'string') return [expression]
  const { column, join = [], first = [], sum = [], idFrom = [] } = expression
  const more = typeof idFrom === 'string' ? [idFrom] : idFrom
  return [
    ...(column === undefined ? [] : [column]),
    ...[...join, ...first, ...sum, ...more].flatMap(columnsIn),
  ]
}
