// A list whose records are worked out for the request, or are part of the program: few enough to be filtered, sorted
// and paged in memory, by the same rules as stored ones.

import { schemaRedaction } from '../../access/redact.ts'
import { viewerOf } from '../../access/viewer.ts'
import { byCodePoints, foldedText } from '../../formats/fold.ts'
import { type Fields, onlyFields } from '../../shape/fields.ts'
import { list, nodeOf, publishedShape, type TSchema } from '../../shape/shape.ts'
import { explodableLists } from '../../tables/columns.ts'
import { pageOfValues } from '../operation/answer.ts'
import { exportAnswer, tableFor, valuesSource } from '../operation/export.ts'
import { exportParameters } from '../operation/format.ts'
import {
  type Context,
  type Input,
  type Operation,
  type OperationDeclaration,
  operation,
} from '../operation/operation.ts'
import {
  type Parameter,
  rangeOf,
  rangeParameters,
  searchParameter,
  sortParameters,
} from '../operation/parameter.ts'
import { fieldsParameter } from '../query/fields.ts'
import { byIdsParameter, pageOf, pageParameters } from '../query/paging.ts'

type Basics = 'path' | 'name' | 'topic' | 'summary' | 'scope' | 'callers' | 'badId' | 'noun'

type ComputedList<T> = Pick<OperationDeclaration, Basics> & {
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
  const cut = schemaRedaction(record)
  const hasIds = nodeOf(record).properties?.id !== undefined
  return operation({
    method: 'GET',
    ...basics,
    parameters: [
      ...parameters,
      ...pageParameters,
      ...(hasIds ? [byIdsParameter('ids')] : []),
      ...(searches ? [searchParameter(searches.described)] : []),
      ...(dated ? rangeParameters : []),
      ...(sortable ? sortParameters(names, names[0]!, 'asc') : []),
      fieldsParameter(publishedShape(record)),
      ...exportParameters(explodableLists(record)),
    ],
    answers: list(record),
    shape: 'list',
    run: async (input, context) => {
      // What is wrong with the query is said before anything is worked out.
      const { page, limit, offset } = pageOf(input.query)
      const { from, to } = rangeOf(input.query)
      const { sortBy = names[0]!, sortOrder, fields, query, id } = input.query as ListQuery
      const wanted = foldedText((query ?? '').trim())
      const found = (await work(input, context)).filter(item => {
        const at = dated && new Date(dated(item))
        if (id && !id.includes((item as { id?: string }).id!)) return false
        if (at && ((from && at < from) || (to && at > to))) return false
        return wanted === '' || searches!.texts(item).some(text => foldedText(text).includes(wanted))
      })
      const sort = sorts?.[sortBy]
      const viewer = viewerOf(context.caller)
      const shownTo = (item: T) => {
        const shown = show?.(item) ?? item
        if (!cut.hides(viewer.kind)) return shown
        const copy = structuredClone(shown)
        cut.redact(copy, viewer)
        return copy
      }
      const ordered = sort ? found.toSorted((a, b) => compare(a, b, sort, sortOrder === 'desc')) : found
      if (input.format) {
        const { kind } = context.caller
        const explode = input.query.explode as string | undefined
        const all = ordered.map(shownTo)
        return exportAnswer(valuesSource(all, fields), {
          format: input.format,
          table: tableFor(input.format, publishedShape(record), { kind, absent: new Set(), fields, explode }),
          links: context.world.links,
          caller: context.caller,
          name: basics.path.split('/').at(-1)!,
        })
      }
      const onPage = ordered.slice(offset, offset + limit).map(shownTo)
      const shown = fields ? onPage.map(item => onlyFields(item, fields)) : onPage
      return pageOfValues(shown, { page, limit, total: found.length })
    },
  })
}

/** What the parameters read, besides the page and the days. */
type ListQuery = { sortBy?: string; sortOrder?: string; fields?: Fields; query?: string; id?: string[] }

/** Missing values last, ties by id in the direction of the sort. */
function compare<T>(a: T, b: T, sort: (item: T) => string | number | undefined, descending: boolean): number {
  const [left, right] = [keyOf(sort(a)), keyOf(sort(b))]
  if (left === undefined || right === undefined) {
    if (left !== right) return left === undefined ? 1 : -1
  } else if (left !== right) return byCodePoints(left, right) * (descending ? -1 : 1)
  const [one, other] = [a, b] as { id: string }[]
  return byCodePoints(one!.id, other!.id) * (descending ? -1 : 1)
}

const keyOf = (value: string | number | undefined) => (typeof value === 'string' ? foldedText(value) : value)
