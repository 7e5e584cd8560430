// The list operation of a collection: its parameters, and the way from a query to a Plan.

import type { Caller } from '../../access/caller.ts'
import type { Narrowing } from '../../access/ownership.ts'
import { redaction } from '../../access/redact.ts'
import { type OwnEntries, ownEntries, viewerOf } from '../../access/viewer.ts'
import { fold } from '../../formats/fold.ts'
import { notFound } from '../../problem.ts'
import { list, published, type TSchema, without } from '../../shape/shape.ts'
import { listOfRows, listOfValues, recordOf } from '../operation/answer.ts'
import { type Context, type Input, type Operation, operation } from '../operation/operation.ts'
import { calendarDay, choice, idList, type Parameter, requireOrder, words } from '../operation/parameter.ts'
import { type Fields, fieldsParameter, project } from '../query/fields.ts'
import { conditionsOf, type Filter, filterParameter, narrowsReach } from '../query/filter.ts'
import { pageOf, pageParameters } from '../query/paging.ts'
import type { Condition, Plan, Search } from '../query/plan.ts'
import { asked, featureOf, partParameters, partsOn, requireFeatures, viewFor } from '../query/view.ts'
import { columnFor, ownedDatesColumn } from './columns.ts'
import { callersOf, type DatePath, type Declared, datesOf, lasts, listParts } from './declaration.ts'
import { noFacts, type RecordType, sourceOf } from './record-type.ts'

export function listOperation(declared: Declared, stored: RecordType): Operation {
  const { path, noun, tools, record, badId } = declared
  const onGet = Object.values(declared.parts ?? {}).filter(part => part.on === 'get')
  const shown = published(
    without(
      record,
      onGet.map(part => part.property),
    ),
  )
  const callers = callersOf(declared, 'list')
  return operation({
    method: 'GET',
    path,
    tool: tools.list!,
    summary: `List ${declared.plural ?? `${noun}s`}`,
    ...(declared.scope && { scope: declared.scope }),
    ...(callers && { callers }),
    parameters: listParameters(declared, shown),
    answers: list(shown),
    shape: 'list',
    reads: stored.type,
    lasting: lasts(declared, 'list'),
    noun: declared.within ?? noun,
    ...(badId && { badId }),
    ...featureOf(partsOn(declared, 'list')),
    run: runList(declared, stored),
  })
}

function listParameters(declared: Declared, shown: TSchema): Parameter[] {
  const { filters = {}, search, sorts } = declared
  const dates = Object.keys(datesOf(declared))
  const [sort, direction] = declared.defaultSort.split(' ')
  const source = sourceOf(declared.record, declared.facts ?? noFacts)
  const free = declared.within === undefined && declared.owners !== 'everyone'
  return [
    ...(free
      ? [idList('company', 'Company ids, comma-separated; omitted = all companies available to the key')]
      : []),
    ...pageParameters,
    ...Object.entries(filters).map(([name, filter]) => filterParameter(name, filter, source)),
    ...(search
      ? [words('query', `Searches ${search.within.map(path => path.replace('facts.', '')).join(', ')}`)]
      : []),
    ...(dates.length > 1
      ? [choice('dateField', dates, `The date that from and to apply to, default ${dates[0]}`)]
      : []),
    ...(dates.length > 0
      ? [calendarDay('from', 'First day, inclusive (UTC)'), calendarDay('to', 'Last day, inclusive (UTC)')]
      : []),
    choice('sortBy', Object.keys(sorts), `Sort field, default ${sort}`),
    choice('sortOrder', ['asc', 'desc'], `Sort direction, default ${direction}`),
    fieldsParameter(shown),
    ...partParameters(partsOn(declared, 'list')),
  ]
}

function runList(declared: Declared, stored: RecordType): Operation['run'] {
  const source = sourceOf(declared.record, declared.facts ?? noFacts)
  const hidden = redaction(declared.record, stored.owners?.connectedTo)
  const dates = datesOf(declared)
  const filters = Object.entries(declared.filters ?? {})
  const possible = partsOn(declared, 'list')
  const lists = listParts(declared)
  return async ({ path, query }, context) => {
    const { caller, world, reach } = context
    const { page, limit, offset } = pageOf(query)
    const range = rangeOf(query, dates, source, ownEntries(viewerOf(caller), stored.owners?.connectedTo))
    const parts = asked(possible, query)
    const narrowing = narrowingOf(declared, filters, path, query, caller)
    const within = reach(declared.owners, narrowing)
    requireFeatures(parts, caller, narrowing.companies)
    const view = { ...viewFor(caller, hidden, parts, query.fields as Fields | undefined), lists }
    const plan: Plan = {
      type: stored.type,
      reach: within,
      where: [
        ...filters.flatMap(([name, filter]) =>
          name in query ? conditionsOf(filter, query[name], source, caller) : [],
        ),
        ...range,
      ],
      ...(query.query ? { search: searchOf(query.query as string, declared, caller, source) } : {}),
      order: orderOf(query, declared, source),
      offset,
      limit,
      parts: view.parts,
      viewer: view.viewer,
    }
    const found = await world.records.page(plan)
    if (!declared.enrich) return listOfRows(found, view, { page, limit })
    const values = found.rows.map(row => recordOf(row, view))
    await declared.enrich(values, context)
    const shown = view.fields ? values.map(value => project(value, view.fields!)) : values
    return listOfValues(shown, { page, limit, total: found.total })
  }
}

function narrowingOf(
  declared: Declared,
  filters: readonly (readonly [string, Filter])[],
  path: Input['path'],
  query: Input['query'],
  caller: Caller,
): Narrowing {
  const companies = declared.within
    ? [companyInPath(path.id!, caller)]
    : (query.company as string[] | undefined)
  const [asked] = filters.filter(([name, filter]) => name in query && narrowsReach(filter, caller))
  return { ...(companies && { companies }), ...(asked && { agencies: query[asked[0]] as string[] }) }
}

/** A company in the path goes by its id, its nanoid, or its prefix in any case (§4.4). */
export function companyInPath(id: string, caller: Context['caller']): string {
  const { companies } = caller
  const found =
    companies.find(company => company.id === id) ??
    companies.find(company => company.nanoid === id) ??
    companies.find(company => fold(company.prefix) === fold(id))
  if (!found) throw notFound('company')
  return found.id
}

function rangeOf(
  query: Input['query'],
  dates: Record<string, DatePath>,
  source: TSchema,
  owned: OwnEntries,
): Condition[] {
  const { from, to } = query as { from?: string; to?: string }
  if (!from && !to) return []
  requireOrder(query)
  const path = dates[(query.dateField as string | undefined) ?? Object.keys(dates)[0]!]!
  const range = {
    ...(from && { from: new Date(`${from}T00:00:00.000Z`) }),
    ...(to && { to: new Date(`${to}T23:59:59.999Z`) }),
  }
  if (typeof path === 'string') return [{ column: columnFor(source, path, 'match').name, ...range }]
  return [{ column: ownedDatesColumn(path).name, ...range, owned }]
}

/** References are looked for whole first, with and without a company's prefix; then as part of the text. */
function searchOf(text: string, declared: Declared, caller: Caller, source: TSchema): Search {
  const wanted = fold(text.trim())
  if (!declared.search?.exactly) return { exactly: [], within: wanted }
  const prefixed = caller.companies.flatMap(({ prefix }) =>
    ['-', '/', '_', '.', ' ', ''].map(separator => fold(prefix) + separator + wanted),
  )
  const column = columnFor(source, declared.search.exactly, 'sort').name
  return { exactly: [wanted, ...prefixed], column, within: wanted }
}

function orderOf(query: Input['query'], declared: Declared, source: TSchema): Plan['order'] {
  const [sort, direction] = declared.defaultSort.split(' ') as [string, string]
  const column = columnFor(source, declared.sorts[(query.sortBy as string | undefined) ?? sort]!, 'sort')
  return {
    column: column.name,
    descending: ((query.sortOrder as string | undefined) ?? direction) === 'desc',
    nullable: !column.required,
  }
}
