// What a key may see, worked out the slow and obvious way from the text of the specification and from
// nothing of the server: plain objects are shown, filtered, sorted, cut into pages and projected.
import {
  type Answer,
  badRequest,
  type Caller,
  companiesOf,
  compare,
  type Flags,
  pageOf,
  path,
  Refused,
  type Request,
  type Rules,
  same,
  type View,
  valuesOf,
} from './oracle-basics.ts'
import { collections } from './oracle-collections.ts'
import { companyNamed, matrix, suppliers, users } from './oracle-computed.ts'
import { metrics } from './oracle-metrics.ts'
import { tracks } from './oracle-records.ts'
import { isTotals, listOf, refuseTotals, totalled } from './oracle-totals.ts'
import type { Any, Line, World } from './worlds.ts'
import { refer } from './worlds.ts'

export function expected(world: World, caller: Caller, request: Request): Answer {
  try {
    if (request.path === '/me') return { status: 200, data: keyOwners(world, caller) }
    if (request.path === '/companies/{id}/tags') return tagsOf(world, caller, request)
    const special = workedOut[request.path]
    if (special) return special(world, caller, request)
    if (isTotals(request.path)) return totalled(request, records(world, caller, request, true))
    return request.id === undefined ? listed(world, caller, request) : single(world, caller, request)
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}

export const metricsPath = '/requisitions/recruitment-metrics'

/** Collections whose answers have a tag: no addresses of files in them, no clock, nothing that others decide. */
const tagged = [
  '/sites',
  '/companies',
  '/companies/{id}/tags',
  '/requisitions',
  '/timesheets',
  '/credit-notes',
  '/trades',
  '/purchase-orders',
  '/projects',
]

/** Those whose answers may be remembered: links to files are filled in afterwards. */
const kept = [...tagged, '/expenses', '/workers', '/invoices', '/afps', '/assignments']

/** Everything that a key can see or ask for: records of answers with a tag, of all that are told by versions and what
 * these hang on, all answers, and what figures may hang on. */
export type Seen = { records: string; versioned: string; all: string; figures: string }

export function everythingSeen(world: World, caller: Caller): Seen {
  const companies = companiesOf(world, caller)
  const of = (path: string) => recordsSeen(collections[path]!, world, caller, companies)
  const tracking = companies.map(id => tracks(world, id))
  const asked = (path: string, id: string) => expected(world, caller, { path, id, query: [['limit', '200']] })
  const projects = world.of('project').map(line => line.record.id)
  const figures = (metric: string) =>
    expected(world, caller, {
      path: metricsPath,
      query: [
        ['metric', metric],
        ['limit', '200'],
      ],
    })
  const others = [
    keyOwners(world, caller),
    ...['rows', 'timeToFill', 'workersOverHours'].map(figures),
    ...companies.map(id => asked('/companies/{id}/user-permissions', id)),
    ...companies.map(id => asked('/companies/{id}/competency-matrix', id)),
    ...projects.map(id => asked('/projects/{id}/connected-agencies', id)),
  ]
  const records = JSON.stringify(tagged.map(of))
  const versioned = JSON.stringify([tracking, kept.map(of)])
  const all = JSON.stringify([versioned, Object.keys(collections).map(of), others])
  const ofOwn = ({ record }: Line) => companies.includes(record.company?.id ?? record.id)
  const counted = [...world.of('company'), ...world.of('requisition')].filter(ofOwn)
  const hangsOn = counted.map(({ facts }) => [facts.stageTracking, facts.reopenedAt, facts.stages])
  return { records, versioned, all, figures: caller.kind === 'company' ? JSON.stringify(hangsOn) : '' }
}

/** Every record of every list that a key can fetch, as it is shown whole. */
export function allRecordsSeen(world: World, caller: Caller): string {
  const companies = companiesOf(world, caller)
  return JSON.stringify(Object.values(collections).map(rules => recordsSeen(rules, world, caller, companies)))
}

function recordsSeen(rules: Rules, world: World, caller: Caller, companies: readonly string[]): Any[] {
  if (rules.companyOnly === 'both' && caller.kind === 'agency') return []
  const flags = new Set((caller.kind === 'agency' ? rules.flags?.agencyGet : rules.flags?.get) ?? [])
  const seen = (view: View) => world.of(rules.type).filter(line => rules.visible(line, view))
  const whole: View = { world, caller, companies: new Set(companies), narrowed: false }
  const asked = (line: Line, record: Any) =>
    [rules.ids, rules.dates].flatMap(values =>
      Object.values(values ?? {}).map(read => read(record, line, whole)),
    )
  return [
    ...seen(whole).map(line => {
      const record = shown(rules, line, whole, flags)
      const choices = Object.values(rules.choices ?? {}).map(({ values }) => values(record, line, whole))
      return [line.nanoid, record, choices, asked(line, record)]
    }),
    ...companies.map(id =>
      seen({ ...whole, companies: new Set([id]), narrowed: true }).map(line => line.record.id),
    ),
  ]
}

/** A record as its list shows it, or as it is shown by itself where this kind of key has no list of it. */
export function recordSeen(world: World, caller: Caller, type: string, id: string): Any {
  const rules = Object.values(collections).find(one => one.type === type)!
  if (rules.companyOnly === 'both' && caller.kind === 'agency') return undefined
  const view = { world, caller, companies: new Set(companiesOf(world, caller)), narrowed: false }
  const line = world.find(type, id)
  if (!line || !rules.visible(line, view)) return undefined
  const record = shown(rules, line, view, new Set())
  return Object.fromEntries(Object.entries(record).filter(([name]) => !rules.getOnly?.includes(name)))
}

type WorkedOut = (world: World, caller: Caller, request: Request) => Answer

const workedOut: Record<string, WorkedOut> = {
  '/requisitions/recruitment-metrics': metrics,
  '/companies/{id}/user-permissions': (...asked) => users(...asked, true),
  '/companies/{id}/user-assignments': (...asked) => users(...asked, false),
  '/companies/{id}/competency-matrix': matrix,
  '/projects/{id}/connected-agencies': suppliers,
}

const keyOwners = (world: World, { kind, owners }: Caller): Any => {
  const refs = world.of(kind).filter(line => owners.includes(line.record.id))
  const sorted = refs.map(line => refer(line.record)).sort((a, b) => (a.id < b.id ? -1 : 1))
  return { [kind === 'company' ? 'companies' : 'agencies']: sorted }
}

function refuseAgencies(rules: Rules, caller: Caller, shape: 'list' | 'get'): void {
  const refused = rules.companyOnly === 'both' || (rules.companyOnly === 'list' && shape === 'list')
  if (refused && caller.kind === 'agency') throw new Refused(403, 'COMPANY_KEY_REQUIRED')
}

const shown = (rules: Rules, line: Line, view: View, flags: Flags): Any =>
  rules.show ? rules.show(line, view, flags) : line.record

function flagsIn(query: Request['query'], allowed: readonly string[]): Flags {
  const given = query.filter(([name]) => name.startsWith('include'))
  if (given.some(([name]) => !allowed.includes(name))) throw badRequest()
  return new Set(given.filter(([, value]) => value === 'true').map(([name]) => name))
}

function single(world: World, caller: Caller, { path: route, id, query }: Request): Answer {
  const rules = collections[route]!
  refuseAgencies(rules, caller, 'get')
  const allowed = caller.kind === 'agency' ? rules.flags?.agencyGet : rules.flags?.get
  const flags = flagsIn(query, allowed ?? [])
  const view = { world, caller, companies: new Set(companiesOf(world, caller)), narrowed: false }
  const line = world.find(rules.type, id!)
  if (!line || !rules.visible(line, view)) throw new Refused(404, 'NOT_FOUND')
  if (flags.has('includeStageTracking') && !tracks(world, line.record.company.id)) {
    throw new Refused(403, 'FEATURE_NOT_ENABLED')
  }
  return { status: 200, data: shown(rules, line, view, flags) }
}

/** A company's tags: by its id, its nanoid, or its prefix in any case. */
function tagsOf(world: World, caller: Caller, request: Request): Answer {
  refuseAgencies(collections[request.path]!, caller, 'list')
  const company = companyNamed(world, caller, request.id!)
  if (!company) {
    refuseMistakes(collections[request.path]!, caller, request.query)
    throw new Refused(404, 'NOT_FOUND')
  }
  return listed(world, { ...caller, owners: [company.record.id] }, request)
}

const listed = (world: World, caller: Caller, request: Request): Answer =>
  pageOf(request, records(world, caller, request))

/** All that a list shows, in its order. */
function records(world: World, caller: Caller, request: Request, added = false): Any[] {
  const rules = collections[added ? listOf(request.path) : request.path]!
  refuseAgencies(rules, caller, 'list')
  const flags = flagsIn(request.query, rules.flags?.list ?? [])
  refuseMistakes(rules, caller, request.query)
  if (added) refuseTotals(request)
  const available = companiesOf(world, caller)
  const asked = valuesOf(request.query, 'company')
  if (asked?.some(id => !available.includes(id))) throw new Refused(403, 'COMPANY_ACCESS_DENIED')
  const view = { world, caller, companies: new Set(asked ?? available), narrowed: asked !== undefined }
  if (flags.has('includeStageTracking') && ![...view.companies].some(id => tracks(world, id))) {
    throw new Refused(403, 'FEATURE_NOT_ENABLED')
  }
  const rows = world
    .of(rules.type)
    .filter(line => rules.visible(line, view))
    .map(line => ({ line, shown: shown(rules, line, view, flags) }))
  const found = filtered(rules, view, request.query, rows)
  const kept = added ? found : sorted(rules, found, request.query)
  const lacking = new Set(rules.getOnly)
  return kept.map(row => Object.fromEntries(Object.entries(row.shown).filter(([name]) => !lacking.has(name))))
}

/** What is wrong with the request itself is said before whose companies it asks for. */
function refuseMistakes(rules: Rules, caller: Caller, query: Request['query']): void {
  for (const [name, { of, agency }] of Object.entries(rules.choices ?? {})) {
    const wanted = valuesOf(query, name)?.join(',')
    const allowed = caller.kind === 'agency' && agency ? agency : of
    if (wanted !== undefined && !allowed.includes(wanted)) throw badRequest()
  }
  const [from, to] = [valuesOf(query, 'from')?.[0], valuesOf(query, 'to')?.[0]]
  if (from !== undefined && to !== undefined && from > to) throw badRequest()
  const known = rules.fields.split(',')
  if (valuesOf(query, 'fields')?.some(name => !known.includes(name.split('.')[0]!))) throw badRequest()
}

type Row = { line: Line; shown: Any }

function filtered(rules: Rules, view: View, query: Request['query'], rows: Row[]): Row[] {
  const ids = valuesOf(query, 'id')
  let kept = ids ? rows.filter(({ line }) => ids.includes(line.record.id) || ids.includes(line.nanoid)) : rows
  for (const [name, { values }] of Object.entries(rules.choices ?? {})) {
    const wanted = valuesOf(query, name)?.join(',')
    if (wanted === undefined) continue
    kept = kept.filter(row => values(row.shown, row.line, view).includes(wanted))
  }
  for (const [name, values] of Object.entries(rules.ids ?? {})) {
    const wanted = valuesOf(query, name)
    if (wanted === undefined) continue
    kept = kept.filter(row => values(row.shown, row.line, view).some(id => wanted.includes(id)))
  }
  return searched(rules, view, query, rows, inRange(rules, view, query, kept))
}

function inRange(rules: Rules, view: View, query: Request['query'], rows: Row[]): Row[] {
  const [from] = valuesOf(query, 'from') ?? []
  const [to] = valuesOf(query, 'to') ?? []
  if (from === undefined && to === undefined) return rows
  const dates = rules.dates ?? same('createdAt')
  const field = valuesOf(query, 'dateField')?.[0] ?? Object.keys(dates)[0]!
  return rows.filter(row =>
    dates[field]!(row.shown, row.line, view)
      .map((moment: string) => moment.slice(0, 10))
      .some((day: string) => (from === undefined || day >= from) && (to === undefined || day <= to)),
  )
}

const isReference = (world: World, { shown }: Row, words: string): boolean => {
  const { prefix } = world.find('company', shown.company.id)!.record
  const whole = shown.reference.toLowerCase()
  const short = whole.startsWith(`${prefix.toLowerCase()}-`) ? whole.slice(prefix.length + 1) : whole
  return whole === words || short === words
}

/** A search looks for text in what is shown; a timesheet's own reference gives exactly that timesheet. */
function searched(rules: Rules, view: View, query: Request['query'], all: Row[], rows: Row[]): Row[] {
  const text = query.find(([name]) => name === 'query')?.[1]
  if (text === undefined) return rows
  const words = text.toLowerCase()
  const exactly = (row: Row) => isReference(view.world, row, words)
  if (rules.type === 'timesheet' && all.some(exactly)) return rows.filter(exactly)
  const search = rules.search ?? path('reference')
  return rows.filter(row =>
    search(row.shown, row.line, view).some((one: string) => one.toLowerCase().includes(words)),
  )
}

function sorted(rules: Rules, rows: Row[], query: Request['query']): Row[] {
  const [sort, direction] = (rules.sort ?? 'createdAt desc').split(' ') as [string, string]
  if (sort === 'none') return rows
  const by = valuesOf(query, 'sortBy')?.[0] ?? sort
  const property = rules.sorts?.[by] ?? by
  const order = (valuesOf(query, 'sortOrder')?.[0] ?? direction) === 'asc' ? 1 : -1
  const key = ({ shown }: Row) =>
    typeof shown[property] === 'string' ? shown[property].toLowerCase() : shown[property]
  return [...rows].sort((a, b) => {
    const [left, right] = [key(a), key(b)]
    const ties = compare(a.shown.id, b.shown.id) * order
    if (left === undefined || right === undefined) {
      return left === right ? ties : left === undefined ? 1 : -1
    }
    return compare(left, right) * order || ties
  })
}
