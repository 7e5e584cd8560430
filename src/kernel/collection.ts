// A collection is a declaration of a kind of record and how it is read. From it follow a list operation, a
// single-record operation and a stored record type. It knows no record type and no SQL.
import { listOfRows, singleRow, type View } from './answer.ts'
import type { Caller } from './caller.ts'
import { columnFor, type Stored } from './columns.ts'
import { type Fields, fieldsParameter } from './fields.ts'
import { conditionOf, type Filter, filterParameter } from './filter.ts'
import { fold } from './fold.ts'
import { type Context, type Input, type Operation, operation, type Scope } from './operation.ts'
import { calendarDay, choice, idList, type Parameter, wholeNumber, words, yesNo } from './parameter.ts'
import type { At, PathIn } from './path.ts'
import type { Condition, Plan, Search, Viewer } from './plan.ts'
import { badRequest, Problem } from './problem.ts'
import type { Many, Owners, Via } from './reach.ts'
import { type Follow, type Never, noFacts, type RecordType, recordType, sourceOf } from './record-type.ts'
import { type Redaction, redaction } from './redact.ts'
import { list, type Static, type TSchema, without } from './shape.ts'

export type Part = { property: string; on: 'both' | 'get' }

export const part = <const P extends string>(
  property: P,
  { on }: { on: 'both' | 'get' } = { on: 'both' },
) => ({
  property,
  on,
})

/** Sorts that are called as their paths are. */
export const same = <const P extends string>(...paths: P[]) =>
  Object.fromEntries(paths.map(path => [path, path])) as { [K in P]: K }

type Words = {
  owners: Owners
  filters?: Record<string, Filter>
  search?: { exactly?: string; within: readonly string[] }
  dates: readonly string[] | Record<string, string>
  sorts: Record<string, string>
  parts?: Record<string, Part>
}

type Basics<R extends TSchema, F extends TSchema, D extends Words> = {
  path: string
  noun: string
  type?: string
  plural?: string
  scope: Scope
  callers?: 'company' | 'agency'
  record: R
  facts?: F
  defaultSort: `${keyof D['sorts'] & string} ${'asc' | 'desc'}`
  tools: { list?: string; get?: string }
  badId?: 400 | 404
  follows?: readonly Follow[]
  never?: Never
  complete?(stored: Stored): void
}

type OwnerIn<T, O> = O extends Many
  ? { many: PathIn<T, O['many']> }
  : O extends Via
    ? { via: 'links'; project: PathIn<T, O['project']> }
    : PathIn<T, O>

/** The declaration with every path that leads nowhere turned into never, so that the compiler points at it. */
type Checked<T, D extends Words> = {
  owners: { [K in keyof D['owners']]: OwnerIn<T, D['owners'][K]> }
  filters?: {
    [K in keyof D['filters']]: D['filters'][K] extends { path: infer P }
      ? KeptIf<T, P, D['filters'][K]>
      : never
  }
  search?: { [K in keyof D['search']]: PathsIn<T, D['search'][K]> }
  dates: D['dates'] extends readonly unknown[]
    ? PathsIn<T, D['dates']>
    : { [K in keyof D['dates']]: PathIn<T, D['dates'][K]> }
  sorts: { [K in keyof D['sorts']]: PathIn<T, D['sorts'][K]> }
  parts?: {
    [K in keyof D['parts']]: D['parts'][K] extends { property: infer P } ? KeptIf<T, P, D['parts'][K]> : never
  }
}
type PathsIn<T, P> = P extends readonly (infer Path)[] ? readonly PathIn<T, Path>[] : PathIn<T, P>
type KeptIf<T, P, F> = P extends string ? ([At<T, P>] extends [never] ? never : F) : never

export type Collection = { operations: readonly Operation[]; stored: RecordType }

export function collection<R extends TSchema, const D extends Words, F extends TSchema = typeof noFacts>(
  declaration: Basics<R, F, D> & D & Checked<Static<R> & { facts: Static<F> }, D>,
): Collection {
  const declared = declaration as unknown as Declared
  const stored = storedOf(declared)
  const operations = [
    ...(declared.tools.list ? [listOperation(declared, stored)] : []),
    ...(declared.tools.get ? [getOperation(declared, stored)] : []),
  ]
  return { operations, stored }
}

type Declared = Basics<TSchema, TSchema, Words> & Words

const datesOf = (declared: Declared): Record<string, string> =>
  Array.isArray(declared.dates)
    ? Object.fromEntries(declared.dates.map(path => [path, path]))
    : (declared.dates as Record<string, string>)

const partsOf = (declared: Declared, on: 'list' | 'get') =>
  Object.entries(declared.parts ?? {}).filter(([, part]) => part.on === 'both' || on === 'get')

function storedOf(declared: Declared): RecordType {
  const { filters = {}, sorts, search } = declared
  return recordType({
    type: declared.type ?? declared.noun,
    record: declared.record,
    ...(declared.facts && { facts: declared.facts }),
    parts: Object.values(declared.parts ?? {}).map(part => part.property),
    owners: declared.owners,
    matched: Object.values(filters).map(filter => filter.path),
    sorted: Object.values(sorts),
    dated: Object.values(datesOf(declared)),
    defaultSort: sorts[declared.defaultSort.split(' ')[0]!]!,
    ...(declared.follows && { follows: declared.follows }),
    ...(declared.never && { never: declared.never }),
    ...(declared.complete && { complete: declared.complete }),
    ...(search && { searched: [...new Set(search.within)] }),
  })
}

function listOperation(declared: Declared, stored: RecordType): Operation {
  const { path, noun, tools, record } = declared
  const shown = without(
    record,
    Object.values(declared.parts ?? {})
      .filter(part => part.on === 'get')
      .map(part => part.property),
  )
  return operation({
    method: 'GET',
    path,
    tool: tools.list!,
    summary: `List ${declared.plural ?? `${noun}s`}`,
    scope: declared.scope,
    ...(declared.callers && { callers: declared.callers }),
    parameters: listParameters(declared, shown),
    answers: list(shown),
    shape: 'list',
    noun,
    run: runList(declared, stored),
  })
}

function listParameters(declared: Declared, shown: TSchema): Parameter[] {
  const { filters = {}, search, sorts } = declared
  const dates = Object.keys(datesOf(declared))
  const [sort, direction] = declared.defaultSort.split(' ')
  const source = sourceOf(declared.record, declared.facts ?? noFacts)
  return [
    idList('company', 'Company ids, comma-separated; omitted = all companies available to the key'),
    wholeNumber('page', 'Page number', { default: 1 }),
    wholeNumber('limit', 'Records a page; above 200 is read as 200', { default: 50, maximum: 200 }),
    ...Object.entries(filters).map(([name, filter]) => filterParameter(name, filter, source)),
    ...(search
      ? [words('query', `Searches ${search.within.map(path => path.replace('facts.', '')).join(', ')}`)]
      : []),
    ...(dates.length > 1
      ? [choice('dateField', dates, `The date that from and to apply to, default ${dates[0]}`)]
      : []),
    calendarDay('from', 'First day, inclusive (UTC)'),
    calendarDay('to', 'Last day, inclusive (UTC)'),
    choice('sortBy', Object.keys(sorts), `Sort field, default ${sort}`),
    choice('sortOrder', ['asc', 'desc'], `Sort direction, default ${direction}`),
    fieldsParameter(shown),
    ...partsOf(declared, 'list').map(([name, part]) => yesNo(name, `Adds ${part.property} to each record`)),
  ]
}

function runList(declared: Declared, stored: RecordType): Operation['run'] {
  const source = sourceOf(declared.record, declared.facts ?? noFacts)
  const hidden = redaction(declared.record)
  const dates = datesOf(declared)
  const filters = Object.entries(declared.filters ?? {})
  return async ({ query }, { caller, world, reach }) => {
    const page = (query.page as number | undefined) ?? 1
    const limit = Math.min((query.limit as number | undefined) ?? 50, 200)
    const parts = partsOf(declared, 'list')
      .filter(([name]) => query[name])
      .map(([, part]) => part.property)
    const view = viewOf(caller, hidden, parts, query.fields as Fields | undefined)
    const plan: Plan = {
      type: stored.type,
      reach: reach(declared.owners, {
        ...(query.company ? { companies: query.company as string[] } : {}),
        ...(query.agency ? { agencies: query.agency as string[] } : {}),
      }),
      where: [
        ...filters.flatMap(([name, filter]) =>
          name in query ? [conditionOf(filter, query[name], source)] : [],
        ),
        ...rangeOf(query, dates, source),
      ],
      ...(query.query ? { search: searchOf(query.query as string, declared, caller, source) } : {}),
      order: orderOf(query, declared, source),
      offset: offsetOf(page, limit),
      limit,
      parts,
      viewer: view.viewer,
    }
    return listOfRows(await world.records.page(plan), view, { page, limit })
  }
}

function offsetOf(page: number, limit: number): number {
  const offset = (page - 1) * limit
  if (Number.isSafeInteger(offset)) return offset
  throw badRequest(`page=${page} is too far: page times limit must stay a safe integer`)
}

function rangeOf(query: Input['query'], dates: Record<string, string>, source: TSchema): Condition[] {
  const { from, to } = query as { from?: string; to?: string }
  if (!from && !to) return []
  if (from && to && from > to) throw badRequest(`from=${from} is after to=${to}; give the earlier day first`)
  const path = dates[(query.dateField as string | undefined) ?? Object.keys(dates)[0]!]!
  return [
    {
      column: columnFor(source, path, 'match').name,
      ...(from && { from: new Date(`${from}T00:00:00.000Z`) }),
      ...(to && { to: new Date(`${to}T23:59:59.999Z`) }),
    },
  ]
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

const viewOf = (caller: Caller, redaction: Redaction, parts: readonly string[], fields?: Fields): View => ({
  redaction,
  viewer: viewerOf(caller),
  parts,
  ...(fields && { fields }),
})

const viewerOf = (caller: Caller): Viewer => ({
  kind: caller.kind,
  owners: (caller.kind === 'agency' ? caller.agencies : caller.companies).map(owner => owner.id),
  version: caller.version,
})

function getOperation(declared: Declared, stored: RecordType): Operation {
  const { noun, tools, record, badId } = declared
  const hidden = redaction(record)
  const switches = partsOf(declared, 'get')
  const run = async ({ path, query }: Input, { caller, world, reach }: Context) => {
    const parts = switches.filter(([name]) => query[name]).map(([, part]) => part.property)
    const view = viewOf(caller, hidden, parts)
    const plan = {
      type: stored.type,
      reach: reach(declared.owners),
      id: path.id!,
      parts,
      viewer: view.viewer,
    }
    const row = await world.records.one(plan)
    if (!row) throw notFound(noun)
    return singleRow(row, view)
  }
  return operation({
    method: 'GET',
    path: `${declared.path}/{id}`,
    tool: tools.get!,
    summary: `Get one ${noun} by its id or nanoid`,
    scope: declared.scope,
    ...(declared.callers && { callers: declared.callers }),
    parameters: switches.map(([name, part]) => yesNo(name, `Adds ${part.property}`)),
    answers: record,
    badId: badId ?? 404,
    noun,
    run,
  })
}

/** The same words whether it does not exist or is not the caller's to see. */
export const notFound = (noun: string) =>
  new Problem('NOT_FOUND', `${noun[0]!.toUpperCase()}${noun.slice(1)} not found`)
