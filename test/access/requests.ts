// Random requests: any operation, with filters, searches, ranges, sorts, includes, fields and pages that
// the specification lists, and now and then one that must be refused.
import type { Dice } from './dice.ts'
import type { Caller, Request } from './oracle-basics.ts'
import { collections } from './oracle-collections.ts'
import { supplierFields, userFields } from './oracle-computed.ts'
import { metricFields } from './oracle-metrics.ts'
import { steps, totals } from './oracle-totals.ts'
import type { Any, World } from './worlds.ts'

type Pair = [string, string]
type Rules = (typeof collections)[string]

const lists = Object.keys(collections).filter(path => path !== '/companies')
const noSingle = ['/sites', '/companies/{id}/tags', '/master-trades', '/master-qualifications']
const singles = Object.keys(collections).filter(
  path => !noSingle.includes(path) && !collections[path]!.everyones,
)

export function randomRequest(dice: Dice, world: World, caller: Caller, path: string, get: boolean): Request {
  const special = workedOut[path]
  if (special) return special(dice, world, caller)
  const rules = collections[path]!
  if (get) {
    const names = [
      'includeConfig',
      'includeRates',
      'includeStageTracking',
      'includeDocumentValidations',
      'includeTimelogs',
    ]
    const open = (caller.kind === 'agency' ? rules.flags?.agencyGet : rules.flags?.get) ?? []
    const flags = dice.chance(0.05) ? names.filter(name => dice.chance(0.3) || open.includes(name)) : open
    const query = flags
      .filter(() => dice.chance(0.6))
      .map(name => [name, dice.pick(['true', 'true', 'false'])])
    return { path, id: anyId(dice, world, rules.type), query: query as Pair[] }
  }
  const query = listQuery(dice, world, caller, path)
  return path === '/companies/{id}/tags'
    ? { path, id: companyName(dice, world, caller), query }
    : { path, query }
}

/** One request for each operation's list and single form, in a random order. */
export function everyOperation(dice: Dice): { path: string; get: boolean }[] {
  const all = [
    ...lists.map(path => ({ path, get: false })),
    ...singles.map(path => ({ path, get: true })),
    ...Object.keys(workedOut).map(path => ({ path, get: false })),
  ]
  return all
    .map(one => ({ one, at: dice.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

function anyId(dice: Dice, world: World, type: string): string {
  const lines = world.of(type)
  if (lines.length === 0 || dice.chance(0.03)) return 'nothing-here'
  const { record, nanoid } = dice.pick(lines)
  return dice.chance(0.3) ? nanoid : record.id
}

function companyName(dice: Dice, world: World, caller: Caller): string {
  const lines = world.of('company')
  const own = lines.filter(line => caller.owners.includes(line.record.id))
  const { record, nanoid } = dice.pick(own.length > 0 && dice.chance(0.85) ? own : lines)
  return dice.pick([record.id, nanoid, record.prefix, record.prefix.toLowerCase()])
}

function listQuery(dice: Dice, world: World, caller: Caller, path: string): Pair[] {
  const query = filterQuery(dice, world, caller, path)
  const rules = collections[path]!
  const add = choose(dice, query)
  if (!rules.everyones) {
    add(0.4, 'sortBy', () => dice.pick(Object.keys(rules.sorts ?? { createdAt: '' })))
    add(0.4, 'sortOrder', () => dice.pick(['asc', 'desc']))
  }
  if (dice.chance(0.2)) query.push(['fields', someFields(dice, world, rules.type, rules.fields)])
  add(0.25, 'limit', () => dice.pick(['1', '2', '3', '5', '200', '500']))
  add(0.2, 'page', () => dice.pick(['1', '2', '2', '3', '99']))
  for (const flag of rules.flags?.list ?? []) add(0.4, flag, () => dice.pick(['true', 'true', 'false']))
  return query
}

/** What chooses among the records of a list. */
function filterQuery(dice: Dice, world: World, caller: Caller, path: string): Pair[] {
  const rules = collections[path]!
  const query: Pair[] = []
  const add = choose(dice, query)
  if (!rules.everyones && path !== '/companies/{id}/tags') addCompany(dice, world, caller, query)
  for (const [name, { of, agency }] of Object.entries(rules.choices ?? {})) {
    const allowed = caller.kind === 'agency' && agency && dice.chance(0.9) ? agency : of
    add(0.2, name, () => dice.pick(allowed))
  }
  for (const name of Object.keys(rules.ids ?? {})) {
    if (dice.chance(0.15)) query.push(...idFilter(dice, world, rules, name))
  }
  if (world.of(rules.type).some(line => line.record.id))
    add(0.25, 'id', () =>
      Array.from({ length: dice.between(1, 6) }, () => anyId(dice, world, rules.type)).join(),
    )
  const searches = rules.search !== undefined && path !== '/rates'
  if (searches) add(0.25, 'query', () => someWords(dice, world, rules.type))
  if (!rules.everyones && path !== '/companies/{id}/tags') addRange(dice, rules, query)
  return query
}

/** Any groups and sums that there are, of any records that the list can be asked for. */
function totalsRequest(list: string, dice: Dice, world: World, caller: Caller): Request {
  const { groups, dates, sums } = totals[list]!
  const query = dice.chance(0.4) ? [] : filterQuery(dice, world, caller, list)
  const add = choose(dice, query)
  const word = () =>
    dice.chance(0.6) ? dice.pick(groups.split(',')) : `${dice.pick(dates.split(','))}:${dice.pick(steps)}`
  const words = Array.from({ length: dice.between(1, 3) }, word)
  add(0.8, 'groupBy', () =>
    dice.chance(0.03) ? dice.pick([...dates.split(','), 'timesheet']) : words.join(),
  )
  const figures = sums.split(',')
  if (sums !== '') {
    add(0.8, 'sum', () => (dice.chance(0.03) ? 'figures' : dice.some(figures, 1).join()))
    add(0.2, 'sortBy', () => dice.pick(['group', 'count', ...figures]))
  } else add(0.2, 'sortBy', () => dice.pick(['group', 'count']))
  add(0.2, 'sortOrder', () => dice.pick(['asc', 'desc']))
  add(0.2, 'limit', () => dice.pick(['1', '2', '500']))
  add(0.2, 'page', () => dice.pick(['1', '2', '99']))
  return { path: `${list}/totals`, query }
}

function addCompany(dice: Dice, world: World, caller: Caller, query: Pair[]): void {
  if (!dice.chance(0.2)) return
  const all = world.of('company').map(line => line.record.id)
  const own = caller.kind === 'company' && dice.chance(0.8) ? caller.owners : all
  query.push(['company', [...new Set([dice.pick(own), dice.pick(own)])].join(',')])
}

/** One to three ids: mostly such as records of this kind have, whoever they belong to. */
function idFilter(dice: Dice, world: World, rules: Rules, name: string): Pair[] {
  const owners = world.of('company').map(line => line.record.id as string)
  const all = {
    world,
    caller: { kind: 'company', owners },
    companies: new Set(owners),
    narrowed: false,
  } as const
  const lines = world.of(rules.type)
  const held = () => {
    const line = dice.pick(lines)
    return name === 'timesheet'
      ? line.record.timesheet?.id
      : dice.pick(rules.ids![name]!(line.record, line, all))
  }
  const any = () => dice.pick([...world.of(name).map(line => line.record.id), 'nothing'])
  const one = (): string => (lines.length > 0 && dice.chance(0.8) ? held() : undefined) ?? any()
  const ids = Array.from({ length: rules.single?.includes(name) ? 1 : dice.between(1, 3) }, one)
  if (rules.repeats?.includes(name) && dice.chance(0.5)) return ids.map(id => [name, id])
  return [[name, ids.join(',')]]
}

const searchable = (record: Any): string[] =>
  ['reference', 'name', 'email', 'category', 'description'].flatMap(name =>
    typeof record[name] === 'string' ? [record[name]] : [],
  )

/** Words that somebody's record has, whole or a piece, in any case; or characters that mean something else. */
function someWords(dice: Dice, world: World, type: string): string {
  const source = dice.pick([type, type, 'company', 'agency', 'worker', 'project', 'timesheet'])
  const lines = world.of(source)
  const texts = lines.length > 0 ? searchable(dice.pick(lines).record) : []
  if (texts.length === 0 || dice.chance(0.1)) return dice.pick(['%', '_', 'É', 'alpha', '\\', "'"])
  const text = dice.pick(texts)
  const start = dice.int(text.length)
  const piece = dice.chance(0.4) ? text : text.slice(start, start + dice.between(1, 6))
  const short = type === 'timesheet' && dice.chance(0.3) ? piece.replace(/^[^-]+-/, '') : piece
  const words = short.trim() || text
  return dice.pick([words, words.toUpperCase(), words.toLowerCase()])
}

function addRange(dice: Dice, rules: Rules, query: Pair[]): void {
  if (rules.dateField && dice.chance(0.4)) query.push(['dateField', dice.pick(Object.keys(rules.dates!))])
  if (!dice.chance(0.35)) return
  const day = () => `2026-0${dice.between(1, 2)}-${String(dice.between(1, 28)).padStart(2, '0')}`
  const mistaken = dice.chance(0.05)
  const [from, to] = mistaken ? [day(), day()] : [day(), day()].sort()
  if (dice.chance(0.7)) query.push(['from', from!])
  if (dice.chance(0.7)) query.push(['to', to!])
}

function someFields(dice: Dice, world: World, type: string, all: string): string {
  if (dice.chance(0.05)) return 'id,facts'
  const names = dice.some(all.split(',').filter(() => dice.chance(0.4)))
  const deeper = names.map(name => {
    const record = dice.chance(0.6)
      ? world
          .of(type)
          .flatMap(line => line.record[name])
          .find(isObject)
      : undefined
    return record && Object.keys(record).length > 0 ? `${name}.${dice.pick(Object.keys(record))}` : name
  })
  return deeper.length > 0 ? deeper.join(',') : all.split(',')[0]!
}

type Special = (dice: Dice, world: World, caller: Caller) => Request

/** Operations that are no list of stored records. */
const workedOut: Record<string, Special> = {
  '/requisitions/recruitment-metrics': metricRequest,
  '/companies/{id}/user-permissions': (...asked) =>
    usersRequest('/companies/{id}/user-permissions', ...asked),
  '/companies/{id}/user-assignments': (...asked) =>
    usersRequest('/companies/{id}/user-assignments', ...asked),
  '/companies/{id}/competency-matrix': matrixRequest,
  '/projects/{id}/connected-agencies': suppliersRequest,
  ...Object.fromEntries(
    Object.keys(totals).map(list => [`${list}/totals`, (...asked) => totalsRequest(list, ...asked)]),
  ),
}

const choose = (dice: Dice, query: Pair[]) => (part: number, name: string, value: () => string) => {
  if (dice.chance(part)) query.push([name, value()])
}

function addPage(dice: Dice, query: Pair[], fields: string): void {
  const add = choose(dice, query)
  const names = () =>
    dice.some(
      fields.split(',').filter(() => dice.chance(0.4)),
      1,
    )
  add(0.2, 'fields', () => names().join() || fields.split(',')[0]!)
  add(0.25, 'limit', () => dice.pick(['1', '2', '5', '500']))
  add(0.2, 'page', () => dice.pick(['1', '2', '99']))
}

function addDays(dice: Dice, query: Pair[]): void {
  if (dice.chance(0.3)) addRange(dice, { dateField: false } as Rules, query)
}

function metricRequest(dice: Dice, world: World, caller: Caller): Request {
  const query: Pair[] = []
  const add = choose(dice, query)
  const metric = dice.pick(Object.keys(metricFields))
  if (metric !== 'rows' || dice.chance(0.5)) query.push(['metric', metric])
  addCompany(dice, world, caller, query)
  const ids = (type: string) => () =>
    [...new Set([1, 2].map(() => dice.pick(world.of(type)).record.id))].join()
  add(0.2, 'project', ids('project'))
  add(0.2, 'agency', ids('agency'))
  const words = ['company', 'project', 'agency', 'month', 'week']
  add(0.7, 'groupBy', () => dice.pick(['all', dice.pick(words), dice.some(words, 2).join()]))
  add(0.3, 'hoursThreshold', () => dice.pick(['20', '48.25', '76.5', '0.5']))
  addDays(dice, query)
  add(0.3, 'sortBy', () => dice.pick(['createdAt', 'reqRef']))
  add(0.3, 'sortOrder', () => dice.pick(['asc', 'desc']))
  addPage(dice, query, metricFields[dice.chance(0.95) ? metric : 'timeToFill']!)
  return { path: '/requisitions/recruitment-metrics', query }
}

function usersRequest(path: string, dice: Dice, world: World, caller: Caller): Request {
  const query: Pair[] = []
  choose(dice, query)(0.4, 'status', () => dice.pick(['active', 'inactive', 'inactive', 'Active']))
  choose(dice, query)(0.3, 'id', () => idsOf(dice, world, 'user'))
  addPage(dice, query, userFields)
  return { path, id: companyName(dice, world, caller), query }
}

function matrixRequest(dice: Dice, world: World, caller: Caller): Request {
  const query: Pair[] = []
  choose(dice, query)(0.6, 'projectId', () => anyId(dice, world, 'project'))
  return { path: '/companies/{id}/competency-matrix', id: companyName(dice, world, caller), query }
}

function suppliersRequest(dice: Dice, world: World): Request {
  const query: Pair[] = []
  const add = choose(dice, query)
  add(0.25, 'query', () => dice.pick(['backend', 'alpha', 'LABOUR', '%', 'e']))
  addDays(dice, query)
  add(0.4, 'sortBy', () => dice.pick(['createdAt', 'updatedAt', 'name', 'tier']))
  add(0.4, 'sortOrder', () => dice.pick(['asc', 'desc']))
  add(0.3, 'id', () => idsOf(dice, world, 'connection'))
  addPage(dice, query, supplierFields)
  return { path: '/projects/{id}/connected-agencies', id: anyId(dice, world, 'project'), query }
}

/** Some ids, whoever the records belong to. */
const idsOf = (dice: Dice, world: World, type: string): string =>
  dice.some([...world.of(type).map(line => line.record.id as string), 'nothing-here'], 1).join()

const isObject = (value: Any) => value !== null && typeof value === 'object'
