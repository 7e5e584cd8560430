// The list operation of a collection: its parameters, and the way from a query to a Plan.

import type { Caller } from '../../access/caller.ts'
import type { Narrowing } from '../../access/ownership.ts'
import { schemaRedaction } from '../../access/redact.ts'
import { ownEntries, privateEntries, type Viewer, viewerOf } from '../../access/viewer.ts'
import { notFound } from '../../errors/problem.ts'
import { daysAfter, utcDay } from '../../formats/day.ts'
import { foldedText } from '../../formats/fold.ts'
import { columnFor, dateColumn, ownedDatesColumn } from '../../record-types/columns.ts'
import type { Filter } from '../../record-types/filter.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { type DatePath, datesOf } from '../../record-types/words.ts'
import { type Fields, onlyFields } from '../../shape/fields.ts'
import { linksFiles } from '../../shape/file-mark.ts'
import { list, publishedShape, type TSchema, withoutProperties } from '../../shape/shape.ts'
import { explodableLists } from '../../tables/columns.ts'
import { listOfRows, pageOfValues, recordOf } from '../operation/answer.ts'
import { exportAnswer, rowsSource, tableFor } from '../operation/export.ts'
import { exportParameters } from '../operation/format.ts'
import { type Context, type Input, type Operation, operation } from '../operation/operation.ts'
import {
  choiceParameter,
  companyParameter,
  countParameter,
  type Parameter,
  rangeOf,
  rangeParameters,
  searchParameter,
  sortParameters,
} from '../operation/parameter.ts'
import { fieldsParameter } from '../query/fields.ts'
import { conditionsOf, filterParameter, narrowsReach } from '../query/filter.ts'
import { byIdsParameter, pageOf, pageParameters } from '../query/paging.ts'
import type { Condition, Plan, Search } from '../query/plan.ts'
import { periodOf, periodParameters, selectedBy } from '../query/selection.ts'
import type { Standing, Stretches } from '../query/standing.ts'
import { featureOf, partParameters, partsOn, requireFeatures, viewsOf, wantedParts } from '../query/view.ts'
import { recordsByIds } from './by-ids.ts'
import type { CollectionDeclaration } from './declaration.ts'

export function listOperation(declared: CollectionDeclaration, stored: RecordType): Operation {
  const { path, noun, record, scope, callers, reading, operations } = declared
  const elsewhere = Object.values(declared.parts ?? {}).filter(part => part.on !== 'both')
  const shown = publishedShape(
    withoutProperties(
      record,
      elsewhere.map(part => part.property),
    ),
  )
  return operation({
    method: 'GET',
    path,
    name: operations.list!,
    ...(operations.topic && { topic: operations.topic }),
    summary: `List ${noun}s`,
    ...(scope && { scope }),
    ...(callers && { callers }),
    parameters: listParameters(declared, stored.source, shown),
    answers: list(shown),
    shape: 'list',
    reads: stored.type,
    cacheable: isCacheable(declared) && !reading?.list,
    ...(stored.computed && { followed: false }),
    ...(reading?.meta && { meta: reading.meta.shape }),
    ...(isUnderCompany(declared) ? { noun: 'company', badId: 400 } : { noun }),
    ...featureOf(partsOn(declared, 'list')),
    byIds: recordsByIds(declared, stored, 'list'),
    run: runList(declared, stored, shown),
  })
}

/** Whether answers stay the same until a version moves: they do not where they go by the day or by what a key may read. */
const isCacheable = ({ owners, reading = {} }: CollectionDeclaration): boolean =>
  owners !== 'everyone' &&
  !owners.needs &&
  !reading.selection &&
  !reading.stretches &&
  !reading.period &&
  !reading.meta

const queryParameter = ({ within, exactly, note }: NonNullable<CollectionDeclaration['search']>) =>
  searchParameter(
    within.map(path => path.replace('facts.', '')),
    { exactly, note },
  )

const isUnderCompany = ({ path }: CollectionDeclaration) => path.includes('{id}')

export function listParameters(
  declared: CollectionDeclaration,
  source: TSchema,
  shown: TSchema,
): Parameter[] {
  const { filters = {}, search, sorts, reading } = declared
  const { selection, stretches, period } = reading ?? {}
  const dates = Object.keys(datesOf(declared))
  const [sort, direction] = declared.defaultSort.split(' ')
  const free = !isUnderCompany(declared) && declared.owners !== 'everyone'
  return [
    ...(free ? [companyParameter] : []),
    ...pageParameters,
    byIdsParameter('ids or nanoids'),
    ...Object.entries(filters).map(([name, filter]) => filterParameter(name, filter, source)),
    ...(search ? [queryParameter(search)] : []),
    ...(dates.length > 1 ? [dateFieldParameter(declared, dates)] : []),
    ...(selection?.parameters ?? []),
    ...(stretches?.parameters ?? []),
    ...Object.entries(reading?.soon ?? {}).map(([name, { said }]) => soonParameter(name, said)),
    ...(dates.length > 0 ? (period ? periodParameters(period) : rangeParameters) : []),
    ...sortParameters(Object.keys(sorts), sort!, direction!),
    fieldsParameter(shown),
    ...partParameters(partsOn(declared, 'list'), declared.record),
    ...exportParameters(explodableLists(shown)),
  ]
}

const mostDaysAhead = 366

const soonParameter = (name: string, said: string): Parameter => ({
  ...countParameter(name, `Only those with ${said} from today (UTC) to so many days later`, {
    most: mostDaysAhead,
    example: 30,
  }),
  brief: 'days',
  byTheDay: true,
  // Assistants ask by the date itself.
  httpOnly: true,
})

function dateFieldParameter(declared: CollectionDeclaration, dates: readonly string[]): Parameter {
  const said = `The date that from and to apply to, default ${dates[0]}`
  const notes = Object.entries(datesOf(declared)).flatMap(([name, date]) =>
    typeof date === 'object' && date.note ? `${name} is ${date.note}` : [],
  )
  return { ...choiceParameter('dateField', dates, said), ...(notes.length > 0 && { note: notes.join('; ') }) }
}

/** Which records a query selects: its Reach and conditions. */
export function selectionOf(declared: CollectionDeclaration, { type, source, owners: stored }: RecordType) {
  const { owners, reading: { selection, stretches, period, soon = {} } = {} } = declared
  const dates = datesOf(declared)
  const besides = selectedBy(selection, source)
  const standing = stretches && standingBy(stretches, type, source)
  const filters = Object.entries(declared.filters ?? {})
  const conditions = filters.map(([name, filter]) => [name, conditionsOf(filter, source)] as const)
  return ({ path, query }: Input, { caller, reach, world }: Context) => {
    const today = utcDay(world.now())
    // Without a date of its own, from and to are for the declaration to read.
    const ranged = Object.keys(dates).length > 0 ? rangeOf(query) : {}
    const days = period ? periodOf(period, query, today) : ranged
    const viewer = viewerOf(caller)
    const rangeOn = (date: string, range: { from?: Date; to?: Date }) =>
      dateRange(dates[date], range, source, viewer, stored?.connectedTo)
    const coming = Object.entries(soon).flatMap(([name, { date }]) =>
      name in query
        ? rangeOn(date, rangeOf({ from: today, to: daysAfter(today, query[name] as number) }))
        : [],
    )
    const narrowing = narrowingOf(declared, filters, path, query, caller)
    const selected = {
      reach: reach(owners, narrowing),
      where: [
        ...conditions.flatMap(([name, of]) => (name in query ? of(query[name], caller) : [])),
        ...rangeOn((query.dateField as string | undefined) ?? Object.keys(dates)[0]!, days),
        ...coming,
        ...besides(query, today),
        ...(standing?.(query, today) ?? []),
      ],
      ...(query.id ? { ids: query.id as string[] } : {}),
      ...(query.query ? { search: searchOf(query.query as string, declared, caller, source) } : {}),
    }
    return { selected, companies: narrowing.companies }
  }
}

/** Which of its stretches show how a thing stands. */
function standingBy({ paths, words, asked }: Stretches, type: string, source: TSchema) {
  const columns = Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, columnFor(source, path, 'match').name]),
  ) as Standing['columns']
  return (query: Input['query'], today: string): (Condition & { standing: Standing })[] => [
    { column: columns.of, standing: { ...asked(query, today), type, columns, words } },
  ]
}

function runList(declared: CollectionDeclaration, stored: RecordType, shown: TSchema): Operation['run'] {
  const { reading } = declared
  const { type, source } = stored
  const view = viewsOf(declared, schemaRedaction(declared.record, stored.owners?.connectedTo))
  const select = selectionOf(declared, stored)
  const possible = partsOn(declared, 'list')
  const links = linksFiles(shown)
  const work = workOf(declared)
  return async (input, context) => {
    const { query, format } = input
    const { caller, world } = context
    const { page, limit, offset } = pageOf(query)
    const explode = query.explode as string | undefined
    const parts = wantedParts(possible, query, explode)
    const { selected, companies } = select(input, context)
    requireFeatures(parts, caller, companies)
    const seen = view(caller, parts, query.fields as Fields | undefined)
    const plan = {
      type,
      ...selected,
      order: orderOf(query, declared, source),
      parts: seen.parts,
      viewer: seen.viewer,
    }
    if (format) {
      const absent = new Set(
        possible.map(([, part]) => part.property).filter(name => !seen.parts.includes(name)),
      )
      const table = tableFor(format, shown, { kind: caller.kind, absent, fields: seen.fields, explode })
      const snapshot = await world.exports.begin(caller, plan)
      const within = { ...context, world: { ...world, records: snapshot.records } }
      const enrich = work && ((values: object[]) => work(values, within, query))
      return exportAnswer(rowsSource(snapshot, seen, enrich), {
        format,
        table,
        links: links ? world.links : undefined,
        caller,
        name: declared.path.split('/').at(-1)!,
      })
    }
    const more = await reading?.meta?.of(context)
    const found = await world.records.page({ ...plan, offset, limit, cut: true })
    if (!work) return listOfRows(found, seen, { page, limit }, more)
    const values = found.rows.map(row => recordOf(row, seen))
    await work(values, context, query)
    const cut = seen.fields ? values.map(value => onlyFields(value, seen.fields!)) : values
    return pageOfValues(cut, { page, limit, total: found.total, ...more })
  }
}

/** What makes a record as it is stored one as it is shown, where that is not the same. */
function workOf({ reading: { list, stretches } = {} }: CollectionDeclaration) {
  if (!list && !stretches) return undefined
  return async (values: object[], context: Context, query: Input['query']) => {
    const asked = stretches?.asked(query, utcDay(context.world.now()))
    if (asked) for (const value of values) stretches!.show(value as Record<string, unknown>, asked)
    await list?.(values, context)
  }
}

function narrowingOf(
  declared: CollectionDeclaration,
  filters: readonly (readonly [string, Filter])[],
  path: Input['path'],
  query: Input['query'],
  caller: Caller,
): Narrowing {
  const companies = isUnderCompany(declared)
    ? [companyInPath(path.id!, caller)]
    : (query.company as string[] | undefined)
  const [asked] = filters.filter(([name, filter]) => name in query && narrowsReach(filter, caller))
  return { ...(companies && { companies }), ...(asked && { agencies: query[asked[0]] as string[] }) }
}

/** A company in the path goes by its id, its nanoid, or its prefix in any case (§4.4). */
export function companyInPath(id: string, { companies }: Caller): string {
  const found =
    companies.find(company => company.id === id) ??
    companies.find(company => company.nanoid === id) ??
    companies.find(company => foldedText(company.prefix) === foldedText(id))
  if (!found) throw notFound('company')
  return found.id
}

function dateRange(
  path: DatePath | undefined,
  range: { from?: Date; to?: Date },
  source: TSchema,
  viewer: Viewer,
  connectedTo: string | undefined,
): Condition[] {
  if ((!range.from && !range.to) || path === undefined) return []
  if (typeof path === 'string' || 'path' in path) return [{ column: dateColumn(source, path).name, ...range }]
  const owned = path.isPrivate ? privateEntries(viewer) : ownEntries(viewer, connectedTo)
  return [{ column: ownedDatesColumn(path).name, ...range, owned }]
}

/** References are looked for whole first, with and without a company's prefix; then as part of the text. */
function searchOf(text: string, declared: CollectionDeclaration, caller: Caller, source: TSchema): Search {
  const wanted = foldedText(text.trim())
  if (!declared.search?.exactly) return { exactly: [], within: wanted }
  const prefixed = caller.companies.flatMap(({ prefix }) =>
    ['-', '/', '_', '.', ' ', ''].map(separator => foldedText(prefix) + separator + wanted),
  )
  const column = columnFor(source, declared.search.exactly, 'sort').name
  return { exactly: [wanted, ...prefixed], column, within: wanted }
}

function orderOf(query: Input['query'], declared: CollectionDeclaration, source: TSchema): Plan['order'] {
  const [sort, direction] = declared.defaultSort.split(' ') as [string, string]
  const column = columnFor(source, declared.sorts[(query.sortBy as string | undefined) ?? sort]!, 'sort')
  return {
    column: column.name,
    descending: ((query.sortOrder as string | undefined) ?? direction) === 'desc',
    nullable: !column.required,
  }
}
