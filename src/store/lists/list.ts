// A list that operators and holders of keys look at, made from its declaration: the type of a row, the statement with its
// cursor and filters, and what the interface says of it.
import { Problem } from '../../errors/problem.ts'
import { Type } from '../../shape/schema.ts'
import { type Node, nodeOf, record, type TSchema, withoutNull } from '../../shape/shape.ts'
import type { Statements } from '../database/database.ts'
import { join, name, none, type Sql, sql } from '../database/sql.ts'
import {
  type AnyDeclaration,
  type Column,
  type Columns,
  type Declaration,
  type Filter,
  type Filters,
  type Order,
  type RowOf,
  type RowSchema,
  refuseMistakes,
} from './declaration.ts'

export type Page = { limit?: number | undefined; after?: string | undefined }
/** May be left out where nothing in it is needed. */
type Optional<T> = Record<never, never> extends T ? [T?] : [T]
type Asked<F, G> = G & { [K in keyof F]?: string | undefined } & Page

export type List<
  C extends Columns = Columns,
  P extends Columns = Columns,
  N extends Columns = Columns,
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
  rows(db: Statements, ...asked: Optional<Asked<F, G>>): Promise<RowOf<C & N>[]>
  find(db: Statements, id: string, ...given: Optional<G>): Promise<RowOf<C & P & N> | undefined>
  missing(): Problem
}

export type AnyList = {
  noun: string
  declared: AnyDeclaration
  source(given: object): Sql
  Row: TSchema
  Whole: TSchema
  query: Record<string, TSchema>
  rows(db: Statements, asked?: object): Promise<Record<string, unknown>[]>
  find(db: Statements, id: string, given?: object): Promise<Record<string, unknown> | undefined>
  missing(): Problem
}

/** The type of a row, as the store reads it. */
export type RowIn<L> = L extends { rows(...all: never): Promise<(infer R)[]> } ? R : never

export const upTo999 = Type.String({
  pattern: '^[1-9][0-9]{0,2}$',
  description: 'a whole number from 1 to 999',
})
const word = Type.String({ minLength: 1, maxLength: 200 })

export function declareList<
  const C extends Columns,
  const P extends Columns = Record<never, never>,
  const N extends Columns = Record<never, never>,
  const F extends Readonly<Record<string, Filter<keyof C>>> = Record<never, never>,
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
  const { noun, columns, parts, facts, filters = {}, order, confined, listed } = declared
  const whole = { ...columns, ...parts }
  const source = (given: object) =>
    typeof declared.from === 'function' ? declared.from(given) : declared.from
  const missing = () => new Problem('NOT_FOUND', declared.missing ?? `There is no ${noun} with this id`)
  const find = async (db: Statements, id: string, given: object = {}) => {
    if ('table' in order && !isByTime(order) && !isNumber.test(id)) return undefined
    const conditions = [...(confined?.(given) ?? []), hasId(order, id)]
    return (await read(db, { ...whole, ...facts }, { from: source(given), conditions, rest: none }))[0]
  }
  return {
    noun,
    declared,
    source,
    Row: schemaOf(columns),
    Whole: schemaOf(whole),
    query: queryOf(noun, columns, filters, order),
    missing,
    find,
    async rows(db, asked = {}) {
      const { after, limit = 'most' in order ? order.most : undefined, ...given } = asked as Page & Given
      if (after !== undefined && isByTime(order) && !(await find(db, after, given))) throw missing()
      const conditions = [
        ...(confined?.(given) ?? []),
        ...Object.entries(filters).map(([filter, how]) => conditionOf(columns, how, given[filter])),
        listed,
        afterCondition(order, after),
      ]
      const rest = sql`order by ${orderOf(order)} ${limit === undefined ? none : sql`limit ${limit}::int`}`
      return read(db, { ...columns, ...facts }, { from: source(given), conditions, rest })
    },
  }
}

type Given = Record<string, unknown>

const schemaOf = <C extends Columns>(columns: C): RowSchema<C> =>
  record(
    Object.fromEntries(Object.entries(columns).map(([column, [schema]]) => [column, schema])),
  ) as unknown as RowSchema<C>

function queryOf(noun: string, columns: Columns, filters: Filters, order: Order): Record<string, TSchema> {
  const query = Object.fromEntries(
    Object.entries(filters).map(([filter, how]) => [
      filter,
      typeof how === 'string' ? askedAs(columns[how]![0]) : how[0],
    ]),
  )
  if (!('table' in order)) return query
  const after = isByTime(order)
    ? Type.String({ minLength: 1, maxLength: 64 })
    : Type.String({ pattern: '^[0-9]{1,18}$', description: `the id of a ${noun}` })
  return { ...query, limit: upTo999, after }
}

/** Texts that can be chosen from are asked for as they are shown. */
function askedAs(schema: TSchema): TSchema {
  const { node } = withoutNull(nodeOf(schema))
  return node.enum ? node : word
}

function conditionOf(columns: Columns, filter: Filter<string>, value: unknown): Sql | undefined {
  if (value === undefined) return undefined
  return typeof filter === 'string' ? sql`${columns[filter]![1]!} = ${value}` : filter[1](value as string)
}

const isNumber = /^\d{1,18}$/
const isByTime = (order: Order): boolean => 'table' in order && order.columns.length === 2

const placed = (alias: string, columns: readonly string[]) =>
  columns.map(column => sql`${name(alias)}.${name(column)}`)

const orderOf = (order: Order): Sql =>
  'all' in order
    ? order.all
    : join(
        placed(order.alias, order.columns).map(column => sql`${column} desc`),
        ', ',
      )

function hasId(order: Order, id: string): Sql {
  if ('all' in order) return sql`${order.id!} = ${id}`
  const key = placed(order.alias, order.columns).at(-1)!
  return isByTime(order) ? sql`${key} = ${id}` : sql`${key} = ${id}::text::bigint`
}

function afterCondition(order: Order, after: string | undefined): Sql | undefined {
  if ('all' in order || after === undefined) return undefined
  const { table, alias, columns } = order
  const here = join(placed(alias, columns), ', ')
  if (!isByTime(order)) return sql`${here} < ${after}::text::bigint`
  const there = join(placed('p', columns), ', ')
  return sql`(${here}) < (select ${there} from ${name(table)} p where ${placed('p', columns).at(-1)!} = ${after})`
}

const snake = (column: string) => column.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
const alias = (column: string): Sql => name(snake(column))

type Statement = { from: Sql; conditions: readonly (Sql | undefined)[]; rest: Sql }

/** What a list selects, and what a start asks of it. */
export const selected = (columns: Columns): Sql =>
  join(
    Object.entries(columns).flatMap(([column, [, from]]) => (from ? [sql`${from} as ${alias(column)}`] : [])),
    ', ',
  )

async function read(db: Statements, columns: Columns, { from, conditions, rest }: Statement) {
  const held = conditions.filter(condition => condition !== undefined)
  const where = held.length > 0 ? sql`where ${join(held, ' and ')}` : none
  const rows = await db.rows<Record<string, unknown>>(
    sql`select ${selected(columns)} from ${from} ${where} ${rest}`,
  )
  const readers = Object.entries(columns).flatMap(([column, declared]) =>
    declared[1] ? [[column, snake(column), readerOf(declared)] as const] : [],
  )
  return rows.map(row => {
    const shown: Record<string, unknown> = {}
    for (const [column, key, reader] of readers) {
      const value = reader(row[key])
      if (value !== undefined) shown[column] = value
    }
    return shown
  })
}

/** Undefined is left out: what may be missing and is null. */
function readerOf([schema, , given]: Column): (value: unknown) => unknown {
  const { node } = withoutNull(nodeOf(schema))
  const absent = '~optional' in schema ? undefined : null
  const read = (given as ((value: unknown) => unknown) | undefined) ?? readAs(node)
  return value => (value === null ? absent : read(value))
}

function readAs(node: Node): (value: unknown) => unknown {
  if (node['x-instant']) return value => (value as Date).toISOString()
  // Large integers come as text, and so do objects that are stored as text.
  if (node.type === 'integer' || node.type === 'number') return Number
  if (node.type === 'object' || node.type === 'array')
    return value => (typeof value === 'string' ? JSON.parse(value) : value)
  return value => value
}
