// Checks an expression of a mapping: its words, what each takes and which belong together, and which columns of which
// table it names. What would do nothing is refused.
import { orNearestOrAll } from '../errors/nearest.ts'
import { isObject } from '../formats/json-object.ts'
import { localTime } from '../formats/zone.ts'
import { type Expression, expressionWords, partsOf, sources } from './expression.ts'
import { propertyName as called, type Path } from './nodes.ts'
import { badForm, dateForm } from './values.ts'

/** A column that a mapping names. */
export type NamedColumn = {
  column: string
  path: Path
  /** The other table that has it, where it is not the mapping's own. */
  source?: string | undefined
  /** What needs it even where it is declared optional. */
  needs?: string
}

/** Where something stands in a mapping, and what is noted of it there. */
export type ExpressionContext = {
  tell: (path: Path, message: string) => void
  named: NamedColumn[]
  /** Other tables that are looked into, each with the column that ties its rows. */
  beside: { source: string; key: string /** Whether its rows become items. */; hasItems?: boolean }[]
  /** The other table whose rows are read here. */
  table?: string | undefined
  /** The types of records. */
  types: readonly string[]
}

/** What a property takes; a part of an expression is turned into nothing by itself. */
export type ValueKind = 'date' | 'number' | 'flag' | 'id' | 'text' | 'list' | 'part'

const isText = (value: unknown) => typeof value === 'string' && value !== ''
export const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
const isList = (value: unknown, fits: (one: unknown) => boolean) =>
  Array.isArray(value) && value.length > 0 && value.every(fits)
const scalars = (value: unknown) => isScalar(value) || isList(value, isScalar)
const texts = (value: unknown) => isText(value) || isList(value, isText)

export const isExpression = (given: unknown) =>
  typeof given === 'string' || (isObject(given) && sources.some(name => name in given))

/** A hundred years. */
export const mostDays = 36_525

type Rule = { takes: string; fits(value: unknown): boolean }
const several: Rule = { takes: 'a list of columns', fits: value => isList(value, isExpression) }
const words: Rule = { takes: 'a word, or a list of words', fits: scalars }

/** What each word takes, but for what is looked at more closely. */
const rules: Record<Exclude<(typeof expressionWords)[number], 'by'>, Rule> = {
  column: { takes: 'the name of a column', fits: isText },
  value: { takes: 'a constant, or a list of constants', fits: scalars },
  join: several,
  first: several,
  sum: several,
  idFrom: {
    takes: 'a column, or a list of columns',
    fits: value => isText(value) || isList(value, isExpression),
  },
  with: { takes: 'a text', fits: value => typeof value === 'string' },
  of: { takes: 'a type of record', fits: isText },
  from: { takes: 'the name of a file', fits: isText },
  split: { takes: 'what parts the text', fits: isText },
  take: {
    takes: 'a whole number: 1 for the first piece, -1 for the last',
    fits: value => Number.isInteger(value) && value !== 0,
  },
  words: {
    takes: 'each word with its meaning, as in {A: approved, P: pending}',
    fits: value => isObject(value) && Object.values(value).every(one => one === null || isScalar(one)),
  },
  default: { takes: 'a constant', fits: isScalar },
  date: { takes: 'a form such as DD/MM/YYYY, or a list of such', fits: texts },
  plusDays: {
    takes: 'a whole number up to 36,525, or the column that has it',
    fits: value => (Number.isInteger(value) && Math.abs(value as number) <= mostDays) || isExpression(value),
  },
  timezone: {
    takes: 'the name of a time zone, such as Europe/London',
    fits: value => typeof value === 'string',
  },
  decimal: { takes: '"." or ","', fits: value => ['.', ',', 'comma'].includes(value as string) },
  yes: words,
  no: words,
}

/** Words that have no effect without another. */
const companions: Record<string, string> = {
  with: 'join',
  of: 'idFrom',
  take: 'split',
  by: 'from',
  from: 'by',
}
/** Words that only some properties use. */
const onlyFor: Record<string, ValueKind> = {
  date: 'date',
  plusDays: 'date',
  timezone: 'date',
  decimal: 'number',
  yes: 'flag',
  no: 'flag',
}
const takesWords = { date: 'dates', number: 'numbers', flag: 'what is yes or no' } as Record<
  ValueKind,
  string
>

/** Tells all that is wrong, and notes the columns that are named; false where it cannot be used. */
export function checkExpression(
  given: unknown,
  path: Path,
  takes: ValueKind,
  checking: ExpressionContext,
): boolean {
  const { tell, named, table } = checking
  if (typeof given === 'string') {
    if (given === '') tell(path, 'the name of a column is missing')
    named.push({ column: given, path, source: table })
    return given !== ''
  }
  if (!isExpression(given)) {
    tell(path, `${called(path)} takes the name of a column, or {idFrom: …}, {value: …} and the like`)
    return false
  }
  const expression = given as Exclude<Expression, string>
  let isRight = true
  const wrong = (name: string, message: string) => {
    isRight = false
    tell([...path, name], message)
  }
  for (const [name, value] of Object.entries(expression)) {
    const rule = rules[name as keyof typeof rules]
    if (!expressionWords.includes(name as never))
      wrong(name, `"${name}" is no word of an expression${orNearestOrAll(name, expressionWords)}`)
    else if (rule && !rule.fits(value)) wrong(name, `"${name}" takes ${rule.takes}`)
    else if (companions[name] && !(companions[name] in expression))
      wrong(name, `"${name}" does nothing without "${companions[name]}"`)
    else if (onlyFor[name] && onlyFor[name] !== takes && !(name === 'decimal' && 'sum' in expression))
      wrong(name, uselessWord(name, takes))
  }
  const both = sources.filter(name => name in expression)
  if (both.length > 1) {
    isRight = false
    tell(path, `give one of ${both.join(' and ')}, not both`)
  }
  return isRight && checkInside(expression, path, takes, checking, wrong) && isRight
}

const uselessWord = (name: string, takes: ValueKind) =>
  takes === 'part'
    ? `"${name}" is said of the whole, not of a part of it`
    : `"${name}" is for ${takesWords[onlyFor[name]!]}, and this is none`

function checkInside(
  expression: Exclude<Expression, string>,
  path: Path,
  takes: ValueKind,
  checking: ExpressionContext,
  wrong: (name: string, message: string) => void,
): boolean {
  const { of, split, take, timezone, date, words, from, by, column, plusDays } = expression
  const { types, named } = checking
  if (of !== undefined && !types.includes(of))
    wrong('of', `"${of}" is not a type of record${orNearestOrAll(of, types)}`)
  if (split !== undefined && take === undefined && takes !== 'list' && takes !== 'part')
    wrong('split', 'what is split is a list, and this takes one value: say with take which piece')
  if (timezone !== undefined && !localTime(timezone))
    wrong('timezone', `there is no time zone "${timezone}"; write it like Europe/London`)
  for (const form of [date ?? []].flat()) if (!dateForm(form)) wrong('date', badForm(form))
  const spelt = Object.keys(words ?? {}).map(word => word.toLowerCase())
  const twice = spelt.find((word, index) => spelt.indexOf(word) !== index)
  if (twice !== undefined) wrong('words', `"${twice}" is there twice: small and large letters are the same`)
  const inside = from === undefined ? checking : { ...checking, table: from }
  if (from !== undefined && !checkBy(by, from, [...path, 'by'], checking)) return false
  if (column !== undefined) named.push({ column, path: [...path, 'column'], source: inside.table })
  if (typeof plusDays === 'string' || isObject(plusDays))
    checkExpression(plusDays, [...path, 'plusDays'], 'part', checking)
  const name = sources.find(one => one in expression)!
  return partsOf(expression)
    .map((part, index) => checkExpression(part, [...path, name, index], 'part', inside))
    .every(Boolean)
}

/** What ties rows of another table to this one; noted for both. */
export function checkBy(
  by: unknown,
  from: string,
  path: Path,
  checking: ExpressionContext,
  hasItems = false,
): boolean {
  const { tell, named, beside } = checking
  if (by === undefined) {
    tell(path.slice(0, -1), `say with "by" which column ties the rows of ${from} to the record`)
    return false
  }
  const { record, rows, ...rest } = isObject(by) ? by : { record: by, rows: by }
  const [extra] = Object.keys(rest)
  if (!isExpression(record) || !isText(rows) || extra !== undefined) {
    tell(path, '"by" takes a column, or {record: the column here, rows: the column there}')
    return false
  }
  named.push({ column: rows as string, path, source: from, needs: 'by' })
  beside.push({ source: from, key: rows as string, hasItems })
  const own: NamedColumn[] = []
  const isRight = checkExpression(record, path, 'part', { ...checking, named: own })
  named.push(...own.map(one => ({ ...one, needs: 'by' })))
  return isRight
}
