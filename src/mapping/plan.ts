// A mapping compiled against the Shape of its record, property by property: from rows to values.

import { orNearestOrAll } from '../errors/nearest.ts'
import { isObject } from '../formats/json-object.ts'
import type { Fault } from '../shape/invalid-value.ts'
import { declaredWord, howMany, sentence } from '../shape/sentence.ts'
import { hasDefault, type Node, withoutNull } from '../shape/shape.ts'
import {
  checkBy,
  checkExpression,
  type ExpressionContext,
  isExpression,
  mostDays,
} from './check-expression.ts'
import { type ConversionState, type Convert, kindTakenBy, valueConverter } from './convert.ts'
import {
  type Expression,
  expressionEvaluator,
  MissingRow,
  type OtherTables,
  type RowTie,
  tieColumns,
} from './expression.ts'
import {
  acceptedKind,
  besidesId,
  emptyOf,
  mapValues,
  type Path,
  propertyName,
  referenceNode,
} from './nodes.ts'
import type { TableRow } from './rows.ts'
import type { Forms } from './values.ts'

type Values = Record<string, unknown>
/** What a row, and those that belong to it, give for an object of the record; and what is wrong in them. */
export type RowMapping = (
  row: TableRow,
  rows: readonly TableRow[],
  beside: OtherTables,
) => { value: Values; faults: Fault[] }

type Context = ExpressionContext & {
  forms: Forms
  type: string
  /** Whether what is required may be missing. */
  partial?: boolean
  group?: string | undefined
  /** A property that is mapped elsewhere. */
  without?: string
}

/** The value of one property; undefined where there is none. */
type Fill = (row: TableRow, state: State) => unknown
type State = ConversionState & { rows: readonly TableRow[]; beside: OtherTables }

export function planFor(given: unknown, node: Node, path: Path, context: Context): RowMapping {
  const root = path.at(-1) === 'facts' ? 'facts' : 'record'
  const fill = objectFill(given, node, path, context)
  return (row, rows, beside) => {
    const faults: Fault[] = []
    const value = fill(row, { rows, beside, faults, at: root }) as Values | undefined
    return { value: value ?? {}, faults }
  }
}

/** Names with dots reach into objects: `values.pay.total`. What is said twice is told. */
function nested(given: Values, twice: (name: string) => void): Values {
  // A name like __proto__ must stay a name.
  const result: Values = Object.create(null)
  for (const [name, value] of Object.entries(given)) {
    const dot = name.indexOf('.')
    const [head, more] = dot < 0 ? [name, value] : [name.slice(0, dot), { [name.slice(dot + 1)]: value }]
    const before = result[head]
    result[head] = more
    if (before === undefined) continue
    if (!isObject(before) || !isObject(more)) {
      twice(name)
      continue
    }
    for (const inner of Object.keys(more)) if (Object.hasOwn(before, inner)) twice(`${head}.${inner}`)
    result[head] = { ...before, ...more }
  }
  return result
}

function objectFill(given: unknown, node: Node, path: Path, context: Context): Fill {
  const { tell } = context
  if (!isObject(given)) {
    tell(path, `${propertyName(path)} takes properties, each with its column`)
    return () => undefined
  }
  const properties = node.properties ?? {}
  const names = Object.keys(properties).filter(
    name => !properties[name]!['x-derived'] && name !== context.without,
  )
  const inner: Context = { ...context, partial: false, without: '' }
  const all = nested(given, name => tell([...path, name], `"${name}" is given twice; say it once`))
  const fills = Object.entries(all).flatMap(([name, value]): [string, Fill][] => {
    const at = [...path, name]
    const open = mapValues(node)
    const child = Object.hasOwn(properties, name) ? properties[name] : open
    if (name === context.without) tell(at, `"${name}" stands beside "record", not in it`)
    else if (!child)
      tell(
        at,
        `${propertyName(path)} has no "${name}"${names.length === 0 ? `; records of this type have no ${path.at(-1)}` : orNearestOrAll(name, names)}`,
      )
    else if (child['x-derived']) tell(at, `"${name}" is worked out by the server; leave it out`)
    else return [[name, propertyFill(value, child, at, inner)]]
    return []
  })
  if (!context.partial)
    for (const name of node.required ?? []) {
      const child = properties[name]!
      const isNeeded = names.includes(name) && !hasDefault(child) && emptyOf(child) === undefined
      if (isNeeded && !fills.some(([known]) => known === name))
        tell(path, `${propertyName(path)} needs "${name}": ${acceptedKind(child)}`)
    }
  const needed = context.partial ? [] : names.filter(name => node.required?.includes(name))
  const constants = new Set(Object.entries(all).flatMap(([name, one]) => (isConstant(one) ? [name] : [])))
  return (row, state) => {
    const value: Values = {}
    // Constants alone make no object.
    let isThere = fills.every(([name]) => constants.has(name))
    for (const [name, fill] of fills) {
      const found = fill(row, { ...state, at: `${state.at}.${name}` })
      if (found === undefined) continue
      value[name] = found
      isThere ||= !constants.has(name)
    }
    if (!isThere) return undefined
    for (const name of needed) {
      const empty = value[name] === undefined ? emptyOf(properties[name]!) : undefined
      if (empty !== undefined) value[name] = empty
    }
    return value
  }
}

const isConstant = (given: unknown) => isObject(given) && 'value' in given

function propertyFill(given: unknown, child: Node, path: Path, context: Context): Fill {
  const { node } = withoutNull(child)
  if (node.type === 'array') return listFill(given, node, path, context)
  const isReference = node['x-reference'] !== undefined
  if (node.type === 'object' && isObject(given) && !(isReference && isExpression(given)))
    return isReference
      ? objectFill(given, referenceNode(node), path, context)
      : objectFill(given, node, path, context)
  if (node.type === 'object' && !isReference) {
    context.tell(path, `${propertyName(path)} is ${acceptedKind(node)}; map each of them`)
    return () => undefined
  }
  return valueFill(given, node, path, context)
}

function listFill(given: unknown, node: Node, path: Path, context: Context): Fill {
  const { tell } = context
  const item = withoutNull(node.items!).node
  if (Array.isArray(given)) {
    const fills = given.map((one, index) => propertyFill(one, item, [...path, index], context))
    return (row, state) =>
      listed(fills.map((fill, index) => fill(row, { ...state, at: `${state.at}.${index}` })))
  }
  if (isObject(given) && 'rows' in given) return rowsFill(given, item, path, context)
  if (!isExpression(given)) {
    tell(
      path,
      `${propertyName(path)} is a list: give [{…}], a list of its items, or {rows: …}, or a column with split`,
    )
    return () => undefined
  }
  if (item.type === 'object' && !item['x-reference']) {
    tell(path, `the items of ${propertyName(path)} are objects: give {rows: …}, or a list of its items`)
    return () => undefined
  }
  const missing = item['x-reference'] ? besidesId(item) : []
  if (missing.length > 0) {
    const column = typeof given === 'string' ? given : '…'
    const others = missing.map(
      name => `${name}: ${item.properties![name]!.type === 'boolean' ? '{value: true}' : '…'}`,
    )
    tell(
      path,
      `each of ${propertyName(path)} needs ${missing.map(name => `"${name}"`).join(' and ')}, too: write [{id: ${column}, ${others.join(', ')}}]`,
    )
    return () => undefined
  }
  const found = readerOf(given, item, path, context, item['x-reference'] ?? context.type, true)
  return (row, state) => {
    const value = found.read(row, state)
    if (value === undefined) return undefined
    return listed(
      (Array.isArray(value) ? value : [value]).map((one, index) =>
        found.convert(one, { ...state, at: `${state.at}.${index}` }),
      ),
    )
  }
}

const listed = (items: readonly unknown[]) => {
  const there = items.filter(one => one !== undefined)
  return there.length > 0 ? there : undefined
}

/** One item for each row of the record's group, or for each row of another source that has the same key. */
function rowsFill(given: Values, item: Node, path: Path, context: Context): Fill {
  const { tell, forms, type } = context
  const { rows, from, by, ...rest } = given
  for (const name of Object.keys(rest))
    tell([...path, name], `"${name}" is no word here; a list of rows has rows, from and by`)
  const shown = item['x-reference'] ? referenceNode(item) : item
  const table = from === undefined ? undefined : String(from)
  const fill = objectFill(rows, shown, [...path, 'rows'], { ...context, table })
  if (table === undefined) {
    if (by !== undefined) tell([...path, 'by'], '"by" does nothing without "from"')
    if (context.group === undefined)
      tell(
        path,
        `say which rows are the items of ${propertyName(path)}: from another file with "from" and "by", or of this one with "group"`,
      )
    return (_, state) =>
      state.rows.flatMap((one, index) => fill(one, { ...state, at: `${state.at}.${index}` }) ?? [])
  }
  if (!checkBy(by, table, [...path, 'by'], context, true)) return () => undefined
  const { record, rows: key } = tieColumns(by as RowTie)
  const own = expressionEvaluator(record, type, forms)
  return (row, state) => {
    const value = own(row, state.beside)
    if (value instanceof MissingRow) return fault(state, value)
    return state.beside(table, key, value).flatMap(
      ({ line, row: one }, index) =>
        fill(one, {
          ...state,
          at: `${state.at}.${index}`,
          place: sentence` of ${declaredWord(table)}, line ${howMany(line)},`,
        }) ?? [],
    )
  }
}

function fault({ faults, at }: State, { reason, hint }: MissingRow): undefined {
  faults.push({ path: at, reason, hint })
}

type Reader = { read: Fill; convert: Convert }
const readsNothing: Reader = { read: () => undefined, convert: () => undefined }

/** What an expression gives, and how that is taken; with all that is written in it looked at first. */
function readerOf(
  given: unknown,
  node: Node,
  path: Path,
  context: Context,
  idsOf: string,
  isList = false,
): Reader {
  if (!checkExpression(given, path, isList ? 'list' : kindTakenBy(node), context)) return readsNothing
  const expression = given as Expression
  const evaluate = expressionEvaluator(expression, idsOf, context.forms)
  const convert = valueConverter(node, expression, context.forms)
  for (const constant of constantsIn(expression)) {
    const faults: Fault[] = []
    convert(constant, { at: '', faults })
    if (faults.length > 0)
      context.tell(
        path,
        `${propertyName(path)} cannot be ${JSON.stringify(constant)}: it takes ${acceptedKind(node)}`,
      )
  }
  const read: Fill = (row, state) => {
    const value = evaluate(row, state.beside)
    return value instanceof MissingRow ? fault(state, value) : value
  }
  return { read, convert }
}

/** What an expression may give whatever the row has. */
function constantsIn(expression: Expression): unknown[] {
  if (typeof expression === 'string') return []
  const { value, split, words, default: fallback } = expression
  const constant = split === undefined && words === undefined ? value : undefined
  return [constant ?? [], fallback ?? [], ...Object.values(words ?? {})].flat().filter(one => one !== null)
}

function valueFill(given: unknown, node: Node, path: Path, context: Context): Fill {
  if (!isExpression(given)) {
    context.tell(
      path,
      `${propertyName(path)} takes ${acceptedKind(node)}: name its column, or write {value: …} for a constant`,
    )
    return () => undefined
  }
  const referred = (node as { 'x-id-of'?: string })['x-id-of'] ?? node['x-reference']
  const { read, convert } = readerOf(given, node, path, context, referred ?? ownName(context.type, path))
  const later = daysIn(given as Expression, context)
  return (row, state) => {
    const found = read(row, state)
    const plusDays = later?.(row, state)
    return found === undefined || (later && plusDays === undefined)
      ? undefined
      : convert(found, plusDays === undefined ? state : { ...state, plusDays })
  }
}

const wholeNumber = { type: 'integer' } as unknown as Node

/** How many days later than it is written a date is; where that is not known, neither is the date. */
function daysIn(given: Expression, { forms, type }: Context) {
  const days = typeof given === 'string' ? undefined : given.plusDays
  if (days === undefined) return undefined
  if (typeof days === 'number') return () => days
  const evaluate = expressionEvaluator(days, type, forms)
  const convert = valueConverter(wholeNumber, days, forms)
  return (row: TableRow, state: State): number | undefined => {
    const found = evaluate(row, state.beside)
    if (found instanceof MissingRow) return fault(state, found)
    const read = found === undefined ? undefined : (convert(found, state) as number | undefined)
    if (read === undefined || Math.abs(read) <= mostDays) return read
    return fault(
      state,
      new MissingRow(
        sentence`${howMany(read)} days are more than a hundred years`,
        'see what the column has',
      ),
    )
  }
}

/** What ids of items are made for: the type and the names on the way, wherever the mapping stands in its file. */
function ownName(type: string, path: Path): string {
  const inside = path.slice(path.findIndex(name => name === 'record' || name === 'facts') + 1, -1)
  return [type, ...inside.filter(name => typeof name === 'string' && name !== 'rows')].join('.')
}

const flag = { type: 'boolean' } as unknown as Node

/** Whether a row says that its record is deleted; where words for it are given, all others say no. */
export function deletionIn(given: unknown, path: Path, context: Context) {
  const { read, convert } = readerOf(given, flag, path, context, context.type)
  const isTold = isObject(given) && ('words' in given || 'yes' in given)
  return (row: TableRow, beside: OtherTables, faults: Fault[]): boolean => {
    const found = read(row, { rows: [], beside, faults, at: 'deleted' })
    return found !== undefined && convert(found, { at: 'deleted', faults: isTold ? [] : faults }) === true
  }
}
