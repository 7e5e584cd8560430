// A list whose records are worked out for the request: few enough to be filtered, sorted and paged in memory,
// by the same rules as stored ones.

import { byCodePoints, fold } from '../../formats/fold.ts'
import type { TSchema } from '../../shape/shape.ts'
import { type Fields, fieldsParameter, project } from '../query/fields.ts'
import { pageOf, pageParameters } from '../query/paging.ts'
import { type Answer, listOfValues } from './answer.ts'
import { calendarDay, choice, type Parameter, requireOrder, words } from './parameter.ts'

type Item = Record<string, unknown> & { id: string }

export type WorkedOutList = {
  record: TSchema
  /** Each sort with the property it looks at, the default first. */
  sorts: Readonly<Record<string, (item: Item) => string | number | undefined>>
  /** Set where the caller may choose the sort. */
  sortable: boolean
  searches?: { described: string; texts: (item: Item) => readonly string[] }
  /** The date that from and to apply to. */
  dated?: string
  /** Set where items have something that is only searched. */
  show?: (item: Item) => Item
}

export function workedOutParameters({
  record,
  sorts,
  sortable,
  searches,
  dated,
}: WorkedOutList): Parameter[] {
  return [
    ...pageParameters,
    ...(searches ? [words('query', `Searches ${searches.described}`)] : []),
    ...(dated
      ? [calendarDay('from', 'First day, inclusive (UTC)'), calendarDay('to', 'Last day, inclusive (UTC)')]
      : []),
    ...(sortable
      ? [
          choice('sortBy', Object.keys(sorts), `Sort field, default ${Object.keys(sorts)[0]}`),
          choice('sortOrder', ['asc', 'desc'], 'Sort direction, default asc'),
        ]
      : []),
    fieldsParameter(record),
  ]
}

/** What is wrong with the query is said before anything is worked out. */
export async function workedOutPage(
  list: WorkedOutList,
  query: Record<string, unknown>,
  work: () => Promise<readonly Item[]>,
): Promise<Answer> {
  const { page, limit, offset } = pageOf(query)
  requireOrder(query)
  const found = (await work()).filter(item => matches(list, item, query))
  const sort = list.sorts[(query.sortBy as string | undefined) ?? Object.keys(list.sorts)[0]!]!
  const ordered = found.toSorted((a, b) => compare(a, b, sort, query.sortOrder === 'desc'))
  const onPage = ordered.slice(offset, offset + limit)
  const shown = list.show ? onPage.map(list.show) : onPage
  const fields = query.fields as Fields | undefined
  return listOfValues(fields ? shown.map(item => project(item, fields)) : shown, {
    page,
    limit,
    total: found.length,
  })
}

function matches({ searches, dated }: WorkedOutList, item: Item, query: Record<string, unknown>): boolean {
  const { from, to } = query as { from?: string; to?: string }
  const day = dated ? String(item[dated] ?? '').slice(0, 10) : ''
  if ((from && day < from) || (to && (day === '' || day > to))) return false
  if (query.query === undefined) return true
  const wanted = fold((query.query as string).trim())
  return searches!.texts(item).some(text => fold(text).includes(wanted))
}

/** Missing values last, ties by id in the direction of the sort. */
function compare(a: Item, b: Item, sort: WorkedOutList['sorts'][string], descending: boolean): number {
  const [left, right] = [keyOf(sort(a)), keyOf(sort(b))]
  if (left === undefined || right === undefined) {
    if (left !== right) return left === undefined ? 1 : -1
  } else if (left !== right) return byCodePoints(left, right) * (descending ? -1 : 1)
  return byCodePoints(a.id, b.id) * (descending ? -1 : 1)
}

const keyOf = (value: string | number | undefined) => (typeof value === 'string' ? fold(value) : value)
