// What a mapping says of a record, property by property, compiled against its Shape: from rows to the value of each.

import { guessOrAll } from '../formats/nearest.ts'
import { localTime } from '../formats/zone.ts'
import type { Fault } from '../shape/invalid-value.ts'
import { type Node, withoutNull } from '../shape/shape.ts'
import { converter, type Told } from './convert.ts'
import { columnsIn, type Expression, evaluator, expressionWords, sources } from './expression.ts'
import type { Row } from './rows.ts'
import type { Forms } from './values.ts'

/** What is wrong in a mapping, and where. */
export type Trouble = { path: (string | number)[]; message: string }

/** Rows of another source that belong to a record, found by what both have; each with its line. */
export type Beside = (source: string, key: string, value: unknown) => readonly { line: number; row: Row }[]

type Values = Record<string, unknown>
/** What a row, and those that belong to it, give for an object of the record; and what is wrong in them. */
export type Plan = ((
  row: Row,
  rows: readonly Row[],
  beside?: Beside,
) => { value: Values; faults: Fault[] }) & {
  /** The other sources it looks into, each with the column that ties its rows. */
  readonly beside: readonly { source: string; key: string }[]
  readonly columns: readonly string[]
}

type Context = {
  forms: Forms
  type: string
  tell: (path: Trouble['path'], message: string) => void
  /** Whether what is required may be missing. */
  partial?: boolean
  group?: string | undefined
  /** A property that is mapped elsewhere. */
  without?: string
}

/** What one property gets; undefined where there is nothing. */
type Fill = (row: Row, state: State) => unknown
type State = Told & { rows: readonly Row[]; beside: Beside }

const isObject = (value: unknown): value is Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

export function planFor(given: unknown, node: Node, path: Trouble['path'], context: Context): Plan {
  const found = { beside: [] as { source: string; key: string }[], columns: [] as string[] }
  const root = path.at(-1) === 'facts' ? 'facts' : 'record'
  const fill = objectFill(given, node, path, { ...context, ...found })
  const plan = (row: Row, rows: readonly Row[], beside: Beside = () => []) => {
    const faults: Fault[] = []
    const value = fill(row, { rows, beside, faults, at: root }) as Values | undefined
    return { value: value ?? {}, faults }
  }
  return Object.assign(plan, found)
}

type Inner = Context &
  Pick<Plan, 'columns'> & { beside: { source: string; key: string }[]; columns: string[] }

/** Names with dots reach into objects: `values.pay.total`. */
function nested(given: Values): Values {
  const result: Values = {}
  for (const [name, value] of Object.entries(given)) {
    const [head, ...rest] = name.split('.')
    if (rest.length === 0) result[name] = value
    else
      result[head!] = nested({
        ...(isObject(result[head!]) ? (result[head!] as Values) : {}),
        [rest.join('.')]: value,
      })
  }
  return result
}

function objectFill(given: unknown, node: Node, path: Trouble['path'], context: Inner): Fill {
  const { tell } = context
  if (!isObject(given)) {
    tell(path, `${named(path)} takes properties, each with its column`)
    return () => undefined
  }
  const properties = node.properties ?? {}
  const names = Object.keys(properties).filter(
    name => !properties[name]!['x-derived'] && name !== context.without,
  )
  const inner: Inner = { ...context, partial: false, without: '' }
  const fills = Object.entries(nested(given)).flatMap(([name, value]): [string, Fill][] => {
    const at = [...path, name]
    const open = mapValues(node)
    const child = properties[name] ?? open
    if (name === context.without) tell(at, `"${name}" stands beside "record", not in it`)
    else if (!child) tell(at, `${named(path)} has no "${name}"${guessOrAll(name, names)}`)
    else if (child['x-derived']) tell(at, `"${name}" is worked out by the server; leave it out`)
    else return [[name, propertyFill(value, child, at, inner)]]
    return []
  })
  if (!context.partial)
    for (const name of node.required ?? []) {
      const child = properties[name]!
      const isNeeded = names.includes(name) && child.type !== 'array' && emptyOf(child) === undefined
      if (isNeeded && !fills.some(([known]) => known === name))
        tell(path, `${named(path)} needs "${name}": ${kindOf(child)}`)
    }
  const needed = context.partial ? [] : names.filter(name => node.required?.includes(name))
  const constants = new Set(
    Object.entries(nested(given)).flatMap(([name, one]) => (isConstant(one) ? [name] : [])),
  )
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

/** What says that there is nothing where something must be: null, or an object of nulls. */
function emptyOf(child: Node): unknown {
  const { node, nullable } = withoutNull(child)
  if (nullable) return null
  const required = node.required ?? []
  if (node.type !== 'object' || node['x-reference'] || required.length === 0) return undefined
  const isHollow = required.every(name => withoutNull(node.properties![name]!).nullable)
  return isHollow ? Object.fromEntries(required.map(name => [name, null])) : undefined
}

/** By its way through the record or the item that it is in: `values.pay`. */
const named = (path: Trouble['path']) => {
  const names = path.filter(name => typeof name === 'string')
  const inside = names.slice(names.findLastIndex(name => ['record', 'facts', 'rows'].includes(name)) + 1)
  if (inside.length > 0 && inside[0] !== 'records') return `"${inside.join('.')}"`
  const last = names.findLast(name => name !== 'rows')
  return last === undefined || last === 'records' ? 'the record' : `"${last}"`
}

function mapValues(node: Node): Node | undefined {
  const patterns = (node as { patternProperties?: Record<string, Node> }).patternProperties
  return patterns && Object.values(patterns)[0]
}

/** What a property takes, in words. */
export function kindOf(given: Node): string {
  const { node } = withoutNull(given)
  if (node['x-reference'])
    return `the id of ${/^[aeio]/.test(node['x-reference']) ? 'an' : 'a'} ${node['x-reference']}`
  if (node['x-instant']) return 'a date'
  if (node['x-file']) return 'a file'
  if (node.enum) return `one of ${node.enum.join(', ')}`
  if (node.type === 'array') return 'a list'
  if (node.type === 'object') return `an object with ${Object.keys(node.properties ?? {}).join(', ')}`
  if (node.type === 'integer') return 'a whole number'
  if (node.type === 'boolean') return 'yes or no'
  return node.type === 'number' ? 'a number' : node.type === 'string' ? 'text' : 'anything'
}

const isExpression = (given: unknown) =>
  typeof given === 'string' || (isObject(given) && sources.some(name => name in given))

function propertyFill(given: unknown, child: Node, path: Trouble['path'], context: Inner): Fill {
  const { node } = withoutNull(child)
  if (node.type === 'array') return listFill(given, node, path, context)
  const isReference = node['x-reference'] !== undefined
  if (node.type === 'object' && isObject(given) && !(isReference && isExpression(given)))
    return isReference
      ? objectFill(given, referenceNode(node), path, context)
      : objectFill(given, node, path, context)
  if (node.type === 'object' && !isReference) {
    context.tell(path, `${named(path)} is ${kindOf(node)}; map each of them`)
    return () => undefined
  }
  return valueFill(given, node, path, context)
}

/** What is copied from the record that it names is filled in by the server. */
function referenceNode(node: Node): Node {
  const copied = node['x-copied'] ?? []
  const kept = Object.entries(node.properties!).filter(([name]) => !copied.includes(name))
  const id = { ...withoutNull(node.properties!.id!).node, 'x-id-of': node['x-reference'] }
  return {
    ...node,
    'x-reference': undefined,
    properties: { ...Object.fromEntries(kept), id },
    required: ['id', ...besidesId(node)],
  } as unknown as Node
}

/** What a reference has to have besides its id, such as whether the worker is still with the agency. */
const besidesId = (node: Node): string[] =>
  (node.required ?? []).filter(name => name !== 'id' && !(node['x-copied'] ?? []).includes(name))

function listFill(given: unknown, node: Node, path: Trouble['path'], context: Inner): Fill {
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
      `${named(path)} is a list: give [{…}], a list of its items, or {rows: …}, or a column with split`,
    )
    return () => undefined
  }
  if (item.type === 'object' && !item['x-reference']) {
    tell(path, `the items of ${named(path)} are objects: give {rows: …}, or a list of its items`)
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
      `each of ${named(path)} needs ${missing.map(name => `"${name}"`).join(' and ')}, too: write [{id: ${column}, ${others.join(', ')}}]`,
    )
    return () => undefined
  }
  const expression = checked(given as Expression, path, context)
  const read = evaluator(expression, item['x-reference'] ?? context.type, context.forms)
  const convert = converter(item, expression, path, context)
  return (row, state) => {
    const found = read(row)
    if (found === undefined) return undefined
    return listed(
      (Array.isArray(found) ? found : [found]).map((one, index) =>
        convert(one, { ...state, at: `${state.at}.${index}` }),
      ),
    )
  }
}

const listed = (items: readonly unknown[]) => {
  const there = items.filter(one => one !== undefined)
  return there.length > 0 ? there : undefined
}

/** One item for each row of the record's group, or for each row of another source that has the same key. */
function rowsFill(given: Values, item: Node, path: Trouble['path'], context: Inner): Fill {
  const { tell } = context
  const { rows, from, by, ...rest } = given
  for (const name of Object.keys(rest))
    tell([...path, name], `"${name}" is no word here; a list of rows has rows, from and by`)
  const shown = item['x-reference'] ? referenceNode(item) : item
  const fill = objectFill(rows, shown, [...path, 'rows'], context)
  if (from === undefined && context.group === undefined)
    tell(
      path,
      `say which rows are the items of ${named(path)}: from another file with "from" and "by", or of this one with "group"`,
    )
  if (from !== undefined && by === undefined)
    tell(path, `say with "by" which column ties the rows of ${from} to the record`)
  const [own, other] = isObject(by) ? [String(by.record), String(by.rows)] : [String(by), String(by)]
  if (from !== undefined) context.beside.push({ source: String(from), key: other })
  if (from !== undefined) context.columns.push(own)
  return (row, state) => {
    const at = (index: number) => `${state.at}.${index}`
    if (from === undefined)
      return state.rows.flatMap((one, index) => fill(one, { ...state, at: at(index) }) ?? [])
    const items = state.beside(String(from), other, row[own])
    return items.flatMap(
      ({ line, row: one }, index) =>
        fill(one, { ...state, at: at(index), place: `${from}, line ${line}` }) ?? [],
    )
  }
}

function checked(given: Expression, path: Trouble['path'], { tell, columns }: Inner): Expression {
  checkedExpression(given, path, tell)
  columns.push(...columnsIn(given))
  return given
}

/** Refuses words that an expression does not have. */
export function checkedExpression(given: unknown, path: Trouble['path'], tell: Context['tell']): void {
  if (typeof given === 'string') return
  if (!isExpression(given)) {
    tell(path, `${named(path)} takes the name of a column, or {idFrom: …}, {value: …} and the like`)
    return
  }
  const words = given as Exclude<Expression, string>
  for (const name of Object.keys(words))
    if (!expressionWords.includes(name as never))
      tell([...path, name], `"${name}" is no word of an expression${guessOrAll(name, expressionWords)}`)
  const several = sources.filter(name => name in words)
  if (several.length > 1) tell(path, `give one of ${several.join(' and ')}, not both`)
  if (words.timezone !== undefined && !localTime(words.timezone))
    tell([...path, 'timezone'], `there is no time zone "${words.timezone}"; write it like Europe/London`)
}

function valueFill(given: unknown, node: Node, path: Trouble['path'], context: Inner): Fill {
  const { tell, forms } = context
  if (!isExpression(given)) {
    tell(path, `${named(path)} takes ${kindOf(node)}: name its column, or write {value: …} for a constant`)
    return () => undefined
  }
  const expression = checked(given as Expression, path, context)
  const referred = (node as { 'x-id-of'?: string })['x-id-of'] ?? node['x-reference']
  const read = evaluator(expression, referred ?? ownName(context.type, path), forms)
  const convert = converter(node, expression, path, context)
  return (row, state) => {
    const found = read(row)
    return found === undefined ? undefined : convert(found, state)
  }
}

/** What ids of items are made for: the type and the names on the way, wherever the mapping stands in its file. */
function ownName(type: string, path: Trouble['path']): string {
  const inside = path.slice(path.findIndex(name => name === 'record' || name === 'facts') + 1, -1)
  return [type, ...inside.filter(name => typeof name === 'string' && name !== 'rows')].join('.')
}
