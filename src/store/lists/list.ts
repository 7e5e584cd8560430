// A list that operators and holders of keys look at, made from its declaration: the type of a row, the statement with its
// cursor and filters, and what the interface says of it.

import type { Statements } from '../../database/database.ts'
import { and, commas, name, none, type Sql, sql } from '../../database/sql.ts'
import { badRequest, Problem } from '../../errors/problem.ts'
import { Type } from '../../shape/schema.ts'
import { type Node, nodeOf, record, type TSchema, withoutNull } from '../../shape/shape.ts'
import {
  type AnyDeclaration,
  type Declaration,
  type Filters,
  type ListColumn,
  type ListColumns,
  type ListFilter,
  type Order,
  type RowOf,
  type RowSchema,
  refuseMistakes,
} from './declaration.ts'

type Page = { limit?: number | undefined; after?: string | undefined }
/** May be left out where nothing in it is needed. */
type Optional<T> = Record<never, never> extends T ? [T?] : [T]
/** Whose rows are asked for, and by which filters. */
type ListRequest<F, G> = G & { [K in keyof F]?: string | undefined } & Page

type List<
  C extends ListColumns = ListColumns,
  P extends ListColumns = ListColumns,
  N extends ListColumns = ListColumns,
  F = object,
  G = object,
> = {
  noun: string
  declared: Declaration<C, P, N, F, G>
  /** A row of the list, and one that was asked for by its id, as the interface shows them. */
  Row: RowSchema<C>
  Whole: RowSchema<C & P>
  /** The parameters by which a query asks for a page. */
  query: Record<string, TSchema>
  rows(db: Statements, ...request: Optional<ListRequest<F, G>>): Promise<RowOf<C & N>[]>
  /** How many there are on all pages. */
  count(db: Statements, ...request: Optional<ListRequest<F, G>>): Promise<number>
  find(db: Statements, id: string, ...reader: Optional<G>): Promise<RowOf<C & P & N> | undefined>
  missing(): Problem
}

type Row = Record<string, unknown>

export type AnyList = Pick<List, 'noun' | 'query' | 'missing'> & {
  declared: AnyDeclaration
  source(reader: object): Sql
  Row: TSchema
  Whole: TSchema
  rows(db: Statements, request?: object): Promise<Row[]>
  count(db: Statements, request?: object): Promise<number>
  find(db: Statements, id: string, reader?: object): Promise<Row | undefined>
}

/** A moment that a filter takes, as a value of a statement. */
export function momentFilter(name: string, text: string): Sql {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw badRequest(`${name} is not a timestamp`)
  return sql`${at}::timestamptz`
}

/** The type of a row, as the store reads it. */
export type RowIn<L> = L extends { rows(...all: never): Promise<(infer R)[]> } ? R : never

export const upTo999 = Type.String({
  pattern: '^[1-9][0-9]{0,2}$',
  description: 'a whole number from 1 to 999',
})
const word = Type.String({ minLength: 1, maxLength: 200 })

export function declareList<
  const C extends ListColumns,
  const P extends ListColumns = Record<never, never>,
  const N extends ListColumns = Record<never, never>,
  const F extends Readonly<Record<string, ListFilter<keyof C>>> = Record<never, never>,
  G extends object = object,
>(declared: Declaration<C, P, N, F, G>): List<C, P, N, F, G> {
  const any = declared as unknown as AnyDeclaration
  refuseMistakes(any, declaredLists)
  const list = listOf(any)
  declaredLists.push(list)
  return list as unknown as List<C, P, N, F, G>
}

/** All that are declared. */
export const declaredLists: AnyList[] = []

function listOf(declared: AnyDeclaration): AnyList {
  const { noun, columns, parts, facts, filters = {}, order, confined = () => [], listed } = declared
  const whole = { ...columns, ...parts }
  const sorting = sortingOf(order)
  const source = (reader: object) =>
    typeof declared.from === 'function' ? declared.from(reader) : declared.from
  const missing = () => new Problem('NOT_FOUND', declared.missing ?? `There is no ${noun} with this id`)
  const find = async (db: Statements, id: string, reader: object = {}) => {
    if (isByNumber(order) && !isNumber.test(id)) return undefined
    const conditions = [...confined(reader), sorting.hasId(id)]
    return (await read(db, { ...whole, ...facts }, { from: source(reader), conditions, rest: none }))[0]
  }
  const matching = (reader: Row) => [
    ...confined(reader),
    ...Object.entries(filters).map(([filter, how]) => conditionOf(columns, how, reader[filter])),
    listed,
  ]
  return {
    noun,
    declared,
    source,
    Row: schemaOf(columns),
    Whole: schemaOf(whole),
    query: queryOf(noun, columns, filters, order),
    missing,
    find,
    async count(db, request = {}) {
      const { after: _, limit: __, ...reader } = request as Page & Row
      const count = sql`select count(*)::int from ${source(reader)} ${where(matching(reader))}`
      return (await db.value<number>(count))!
    },
    async rows(db, request = {}) {
      const { after, limit = 'most' in order ? order.most : undefined, ...reader } = request as Page & Row
      if (after !== undefined && isByTime(order) && !(await find(db, after, reader))) throw missing()
      const conditions = [...matching(reader), after === undefined ? undefined : sorting.after(after)]
      const rest = sql`order by ${sorting.by} ${limit === undefined ? none : sql`limit ${limit}::int`}`
      return read(db, { ...columns, ...facts }, { from: source(reader), conditions, rest })
    },
  }
}

const schemaOf = (columns: ListColumns) =>
  record(Object.fromEntries(Object.entries(columns).map(([column, [schema]]) => [column, schema])))

function queryOf(
  noun: string,
  columns: ListColumns,
  filters: Filters,
  order: Order,
): Record<string, TSchema> {
  const schemas = Object.entries(filters).map(([filter, how]) => {
    if (typeof how !== 'string') return [filter, how[0]]
    // Texts that can be chosen from are asked for as they are shown.
    const { node } = withoutNull(nodeOf(columns[how]![0]))
    return [filter, node.enum ? node : word]
  })
  const query = Object.fromEntries(schemas)
  if ('all' in order) return query
  const after = isByTime(order)
    ? Type.String({ minLength: 1, maxLength: 64 })
    : Type.String({ pattern: '^[0-9]{1,18}$', description: `the id of a ${noun}` })
  return { ...query, limit: upTo999, after }
}

function conditionOf(columns: ListColumns, filter: ListFilter<string>, value: unknown): Sql | undefined {
  if (value === undefined) return undefined
  return typeof filter === 'string' ? sql`${columns[filter]![1]!} = ${value}` : filter[1](value as string)
}

const isNumber = /^\d{1,18}$/
const isByTime = (order: Order) => 'table' in order && order.columns.length === 2
const isByNumber = (order: Order) => 'table' in order && order.columns.length === 1

type Sorting = { by: Sql; hasId(id: string): Sql; after(id: string): Sql | undefined }

function sortingOf(order: Order): Sorting {
  if ('all' in order) return { by: order.all, hasId: id => sql`${order.id!} = ${id}`, after: () => undefined }
  const { table, alias, columns } = order
  const columnsOf = (alias: string) => columns.map(column => sql`${name(alias)}.${name(column)}`)
  const [here, there] = [columnsOf(alias), columnsOf('p')]
  const by = commas(here.map(column => sql`${column} desc`))
  const key = here.at(-1)!
  if (isByNumber(order)) {
    const number = (id: string) => sql`${id}::text::bigint`
    return { by, hasId: id => sql`${key} = ${number(id)}`, after: id => sql`${key} < ${number(id)}` }
  }
  return {
    by,
    hasId: id => sql`${key} = ${id}`,
    after: id => sql`(${commas(here)}) < (
      select ${commas(there)} from ${name(table)} p where ${there.at(-1)!} = ${id})`,
  }
}

const snake = (column: string) => column.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

type Statement = { from: Sql; conditions: readonly (Sql | undefined)[]; rest: Sql }

/** What a list selects, and what a start asks of it. */
export const selectedColumns = (columns: ListColumns): Sql =>
  commas(
    Object.entries(columns).flatMap(([column, [, from]]) =>
      from ? [sql`${from} as ${name(snake(column))}`] : [],
    ),
  )

function where(conditions: readonly (Sql | undefined)[]): Sql {
  const held = conditions.filter(condition => condition !== undefined)
  return held.length > 0 ? sql`where ${and(held)}` : none
}

async function read(db: Statements, columns: ListColumns, { from, conditions, rest }: Statement) {
  const rows = await db.rows<Row>(
    sql`select ${selectedColumns(columns)} from ${from} ${where(conditions)} ${rest}`,
  )
  const readers = Object.entries(columns).flatMap(([column, declared]) =>
    declared[1] ? [[column, snake(column), readerOf(declared)] as const] : [],
  )
  return rows.map(row => {
    const shown: Row = {}
    for (const [column, key, reader] of readers) {
      const value = reader(row[key])
      if (value !== undefined) shown[column] = value
    }
    return shown
  })
}

/** Undefined is left out: what may be missing and is null. */
function readerOf([schema, , declared]: ListColumn): Read {
  const { node } = withoutNull(nodeOf(schema))
  const absent = '~optional' in schema ? undefined : null
  const read = (declared as Read | undefined) ?? readAs(node)
  return value => (value === null ? absent : read(value))
}

type Read = (value: unknown) => unknown

function readAs(node: Node): Read {
  if (node['x-instant']) return value => (value as Date).toISOString()
  // Large integers come as text, and so do objects that are stored as text.
  if (node.type === 'integer' || node.type === 'number') return Number
  if (node.type === 'object' || node.type === 'array')
    return value => (typeof value === 'string' ? JSON.parse(value) : value)
  return value => value
}
