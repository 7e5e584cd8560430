// A list whose records are worked out for the request, or are part of the program: few enough to be filtered, sorted
// and paged in memory, by the same rules as stored ones.

import { byCodePoints, fold } from '../../formats/fold.ts'
import { list, type TSchema } from '../../shape/shape.ts'
import { type Fields, fieldsParameter, project } from '../query/fields.ts'
import { pageOf, pageParameters } from '../query/paging.ts'
import { listOfValues } from './answer.ts'
import {
  type Context,
  type Input,
  type Operation,
  type OperationDeclaration,
  operation,
} from './operation.ts'
import { calendarDay, choice, type Parameter, requireOrder, words } from './parameter.ts'

type Basics = 'path' | 'tool' | 'summary' | 'scope' | 'callers' | 'badId' | 'noun'

export type ComputedList<T> = Pick<OperationDeclaration, Basics> & {
  record: TSchema
  parameters?: readonly Parameter[]
  /** What each sort looks at, the default first; without any, items stay as they come. */
  sorts?: Readonly<Record<string, (item: T) => string | number | undefined>>
  /** Set where the caller may choose the sort. */
  sortable?: true
  searches?: { described: string; texts: (item: T) => readonly string[] }
  /** The date that from and to apply to. */
  dated?: (item: T) => string
  /** Set where items have something that is only searched. */
  show?: (item: T) => object
  work(input: Input, context: Context): Promise<readonly T[]>
}

export function computedList<T extends object>(declared: ComputedList<T>): Operation {
  const { record, parameters = [], sorts, sortable, searches, dated, show, work, ...basics } = declared
  const names = Object.keys(sorts ?? {})
  return operation({
    method: 'GET',
    ...basics,
    parameters: [
      ...parameters,
      ...pageParameters,
      ...(searches ? [words('query', `Searches ${searches.described}`)] : []),
      ...(dated
        ? [calendarDay('from', 'First day, inclusive (UTC)'), calendarDay('to', 'Last day, inclusive (UTC)')]
        : []),
      ...(sortable
        ? [
            choice('sortBy', names, `Sort field, default ${names[0]}`),
            choice('sortOrder', ['asc', 'desc'], 'Sort direction, default asc'),
          ]
        : []),
      fieldsParameter(record),
    ],
    answers: list(record),
    shape: 'list',
    run: async (input, context) => {
      const { query } = input
      // What is wrong with the query is said before anything is worked out.
      const { page, limit, offset } = pageOf(query)
      requireOrder(query)
      const found = (await work(input, context)).filter(item => matches(declared, item, query))
      const sort = sorts?.[(query.sortBy as string | undefined) ?? names[0]!]
      const ordered = sort ? found.toSorted((a, b) => compare(a, b, sort, query.sortOrder === 'desc')) : found
      const onPage = ordered.slice(offset, offset + limit).map(item => show?.(item) ?? item)
      const fields = query.fields as Fields | undefined
      const shown = fields ? onPage.map(item => project(item, fields)) : onPage
      return listOfValues(shown, { page, limit, total: found.length })
    },
  })
}

function matches<T>({ searches, dated }: ComputedList<T>, item: T, query: Input['query']): boolean {
  const { from, to } = query as { from?: string; to?: string }
  const day = dated?.(item).slice(0, 10) ?? ''
  if ((from && day < from) || (to && day > to)) return false
  if (query.query === undefined) return true
  const wanted = fold((query.query as string).trim())
  return searches!.texts(item).some(text => fold(text).includes(wanted))
}

/** Missing values last, ties by id in the direction of the sort. */
function compare<T>(a: T, b: T, sort: (item: T) => string | number | undefined, descending: boolean): number {
  const [left, right] = [keyOf(sort(a)), keyOf(sort(b))]
  if (left === undefined || right === undefined) {
    if (left !== right) return left === undefined ? 1 : -1
  } else if (left !== right) return byCodePoints(left, right) * (descending ? -1 : 1)
  const [one, other] = [a, b] as { id: string }[]
  return byCodePoints(one!.id, other!.id) * (descending ? -1 : 1)
}

const keyOf = (value: string | number | undefined) => (typeof value === 'string' ? fold(value) : value)
