// The totals of a collection: how many of its records there are and what they add up to, by groups. The same filters as
// its list, within the same reach, so that the figures are those of the list as this caller sees it.

import { viewerOf } from '../../access/viewer.ts'
import { badRequest } from '../../errors/problem.ts'
import { decimalOf, decimalText, scaledTo } from '../../formats/decimal.ts'
import { byCodePoints, foldedText } from '../../formats/fold.ts'
import { columnFor, groupPath } from '../../record-types/columns.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { allSums, type Totals } from '../../record-types/words.ts'
import { type Fields, onlyFields } from '../../shape/fields.ts'
import { placeAt } from '../../shape/path.ts'
import {
  describe,
  fields,
  integer,
  list,
  mapOf,
  maybe,
  type Node,
  nodeOf,
  number,
  orNull,
  publishedShape,
  record,
  type TSchema,
  text,
} from '../../shape/shape.ts'
import { type Answer, exactNumber, type PageMeta, pageOfValues } from '../operation/answer.ts'
import { type Operation, operation } from '../operation/operation.ts'
import { type Figures, type RecordLabels, stepOf, type Total } from '../query/figures.ts'
import { pageOf } from '../query/paging.ts'
import type { CollectionDeclaration } from './declaration.ts'
import { selectionOf } from './list-operation.ts'
import { type GroupBy, totalsParameters } from './totals-parameters.ts'

const mostGroups = 10_000

export function totalsOperation(
  declared: CollectionDeclaration,
  totals: Totals,
  stored: RecordType,
): Operation {
  const { path, noun, operations, scope, callers, reading } = declared
  const row = rowOf(totals, stored.source, reading?.stretches?.named)
  return operation({
    method: 'GET',
    path: `${path}/totals`,
    name: operations.totals!,
    tool: 'open_api_get_totals',
    list: path.slice(1),
    summary: `Count ${noun}s and add them up, by groups`,
    ...(scope && { scope }),
    ...(callers && { callers }),
    parameters: totalsParameters(declared, totals, stored.source, row),
    answers: list(row),
    meta: record({
      limit: [integer, 'Groups a page, as it was read: at most 200.'],
      total: [integer, 'Groups, on all pages.'],
      all: [record(figuresOf(totals)), 'Of everything that matches, on all pages.'],
      ...(reading?.meta && nodeOf(reading.meta.shape).properties),
    }),
    shape: 'list',
    noun: `${noun} total`,
    run: runTotals(declared, stored),
  })
}

const figuresOf = (totals: Totals) =>
  fields({
    count: [integer, 'How many records.'],
    sums: [
      mapOf(number),
      allSums(totals).length > 0
        ? 'What they add up to, exactly: a number for each path that `sum` asked for.'
        : 'Always empty: these records have nothing to add up.',
    ],
  })

function rowOf(totals: Totals, source: TSchema, named: string | undefined): TSchema {
  const keys = totals.groups.map(path => {
    const { node } = placeAt(source, path)!
    const value = node['x-instant'] ? text : (publishedShape(node) as typeof text)
    return [path, describe(maybe(orNull(value)), groupSaid(node, path))] as const
  })
  const names = named === undefined ? {} : { [named]: describe(maybe(text), groupSaid(nodeOf(text), named)) }
  return record({ ...Object.fromEntries(keys), ...names, ...figuresOf(totals) })
}

function groupSaid(node: Node, path: string): string {
  if (node['x-instant'])
    return `The ${path} of its records, such as 2026-11 by month; null for records without one.`
  return `What its records have in common, if groupBy has ${path}; null for records without one.`
}

type TotalsQuery = {
  groupBy?: GroupBy[]
  sum?: string[]
  sortBy?: string
  sortOrder?: 'asc' | 'desc'
  fields?: Fields
}

function runTotals(declared: CollectionDeclaration, stored: RecordType): Operation['run'] {
  const { type, source } = stored
  const select = selectionOf(declared, stored)
  const columnOf = (path: string) => columnFor(source, path, 'match').name
  const { named, paths: { state = undefined } = {} } = declared.reading?.stretches ?? {}
  const grouped = ({ path, every }: GroupBy) => {
    if (path === named) return { column: columnOf(state!), standing: 'names' } as const
    if (path === state) return { column: columnOf(path), standing: 'state' } as const
    return { column: columnOf(groupPath(source, path)), ...(every && { every }) }
  }
  return async (input, context) => {
    const { caller, world } = context
    const { groupBy = [], sum = [], sortBy = 'group', sortOrder, fields } = input.query as TotalsQuery
    const page = pageOf(input.query)
    const more = await declared.reading?.meta?.of(context)
    const sums = [...new Set([...sum, ...(['group', 'count'].includes(sortBy) ? [] : [sortBy])])]
    const plan = {
      type,
      ...select(input, context).selected,
      viewer: viewerOf(caller),
      keyId: caller.keyId,
      groups: groupBy.map(grouped),
      sums: sums.map(columnOf),
      most: mostGroups,
    }
    const found = await world.figures.totals(plan)
    if (found.length > mostGroups)
      throw badRequest(
        `groupBy: this gives more than ${mostGroups} groups; group by less, by longer steps, or filter`,
      )
    const keys = await keysOf(groupBy, found, source, world.figures)
    const scaled = sums.map((_, at) => scaledTo(found.map(total => decimalOf(total.sums[at]!))))
    // By names, a record may be in several groups.
    const [whole] = groupBy.some(({ path }) => path === named)
      ? await world.figures.totals({ ...plan, groups: [] })
      : []
    const rows = found.map((total, at) => ({ total, at, keys: keys.map(values => values[at]!) }))
    const sortedBy =
      sortBy === 'count' ? found.map(({ count }) => BigInt(count)) : scaled[sums.indexOf(sortBy)]?.units
    const ordered = rows.toSorted(orderOf(sortedBy, sortOrder))
    const shown = ordered.slice(page.offset, page.offset + page.limit).map(({ keys: own, total }) => ({
      ...Object.fromEntries(groupBy.map(({ path }, at) => [path, own[at]!.shown])),
      ...figures(sums, total.count, total.sums),
    }))
    return answer(shown, fields, {
      page: page.page,
      limit: page.limit,
      total: rows.length,
      all: figures(
        sums,
        whole?.count ?? found.reduce((all, { count }) => all + count, 0),
        scaled.map(sumOfAll),
      ),
      ...more,
    })
  }
}

const sumOfAll = ({ units, places }: ReturnType<typeof scaledTo>): string =>
  decimalText({ units: units.reduce((all, one) => all + one, 0n), places })

const answer = (
  rows: readonly object[],
  fields: Fields | undefined,
  meta: PageMeta & { all: object },
): Answer => pageOfValues(fields ? rows.map(row => onlyFields(row, fields)) : rows, meta)

const figures = (sums: readonly string[], count: number, values: readonly string[]) => ({
  count,
  sums: Object.fromEntries(sums.map((path, at) => [path, exactNumber(values[at]!)])),
})

/** A group as it is shown, and its place among the others. */
type Key = { shown: unknown; place: number }
type GroupLabel = { shown: unknown; order: readonly string[] }

/** For each grouping, the keys of all rows. */
function keysOf(
  groupBy: readonly GroupBy[],
  found: readonly Total[],
  source: TSchema,
  labels: Pick<Figures, 'labels'>,
): Promise<Key[][]> {
  return Promise.all(
    groupBy.map(async ({ path, every }, at) => {
      const values = found.map(({ keys }) => keys[at]!)
      const distinct = [...new Set(values)].filter(value => value !== null)
      const { 'x-reference': type, 'x-copied': copied = [] } = placeAt(source, path)?.node ?? {}
      const named = type ? await labels.labels(type, distinct) : undefined
      const called = distinct.map((value): [string, GroupLabel] => {
        if (named) return [value, referenceTo(value, copied, named.get(value) ?? {})]
        const shown = every ? stepOf(value, every) : value
        return [value, { shown, order: [shown] }]
      })
      const ordered = called.toSorted(([, one], [, other]) => inOrder(one.order, other.order))
      const known = new Map(ordered.map(([value, { shown }], place) => [value, { shown, place }]))
      return values.map(value => (value === null ? none : known.get(value)!))
    }),
  )
}

const none: Key = { shown: null, place: Number.POSITIVE_INFINITY }

/** As a record repeats it of the one it names. */
function referenceTo(id: string, copied: readonly string[], label: RecordLabels): GroupLabel {
  const repeated = copied.flatMap(name => (label[name] === undefined ? [] : [[name, label[name]]]))
  const called = String(label.name ?? label.reference ?? '')
  return { shown: { id, ...Object.fromEntries(repeated) }, order: [foldedText(called), called, id] }
}

function inOrder(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((text, at) => text !== other[at])
  return differs < 0 ? 0 : byCodePoints(one[differs]!, other[differs]!)
}

type TotalRow = { total: Total; at: number; keys: Key[] }

/** Groups of the same figure are in the order of what they are of, and none comes last. */
function orderOf(figures: readonly bigint[] | undefined, sortOrder: 'asc' | 'desc' | undefined) {
  const sign = (sortOrder ?? (figures ? 'desc' : 'asc')) === 'asc' ? 1 : -1
  if (!figures) return (a: TotalRow, b: TotalRow) => byKeys(a, b, sign)
  return (a: TotalRow, b: TotalRow) => {
    const [one, other] = [figures[a.at]!, figures[b.at]!]
    return one === other ? byKeys(a, b, 1) : one < other ? -sign : sign
  }
}

function byKeys(a: TotalRow, b: TotalRow, sign: number): number {
  for (const [at, { place }] of a.keys.entries()) {
    const other = b.keys[at]!.place
    if (place === other) continue
    return place < other === (sign > 0 || !Number.isFinite(Math.max(place, other))) ? -1 : 1
  }
  return 0
}
