// What every part of the oracle is made of: who asks, values at paths, connections, pages and projections. Written
// from the text of the specification, with nothing of the server.
import type { Any, Line, World } from './worlds.ts'

export type Caller = { kind: 'company' | 'agency'; owners: readonly string[] }
export type Request = { path: string; id?: string; query: readonly (readonly [string, string])[] }
export type Answer = { status: number; code?: string; data?: Any; meta?: Any }

export class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, code: string) {
    super(code)
    this.answer = { status, code }
  }
}

export const badRequest = () => new Refused(400, 'BAD_REQUEST')

/** Who asks, of which companies (all that the key has, or those that the request names). */
export type View = { world: World; caller: Caller; companies: ReadonlySet<string>; narrowed: boolean }

export type Flags = ReadonlySet<string>
export type Values = (shown: Any, line: Line, view: View) => Any[]
export type Rules = {
  type: string
  /** Set where agency keys are refused. */
  companyOnly?: 'list' | 'both'
  visible(line: Line, view: View): boolean
  show?(line: Line, view: View, flags: Flags): Any
  /** Properties of the single record that records of a list lack. */
  getOnly?: readonly string[]
  fields: string
  choices?: Record<string, { of: readonly string[]; agency?: readonly string[]; values: Values }>
  ids?: Record<string, Values>
  repeats?: readonly string[]
  single?: readonly string[]
  search?: Values
  dates?: Record<string, Values>
  /** Whether `dateField` is a parameter; lists without it look at createdAt. */
  dateField?: boolean
  sorts?: Record<string, string>
  sort?: string
  flags?: { list?: readonly string[]; get?: readonly string[]; agencyGet?: readonly string[] }
  /** Read by every key, whatever its companies. */
  everyones?: boolean
}

/** Whether an entry of an agency at a company is the caller's to see: a company's all are. */
export const own = ({ world, caller }: View, agency: string, company: string) =>
  caller.kind === 'company' || (caller.owners.includes(agency) && linked(world, agency, company))

/** Values at a dot path, through lists, without what is unset. */
export function at(value: Any, path: string): Any[] {
  const [first, ...rest] = path.split('.')
  if (Array.isArray(value)) return value.flatMap(item => at(item, path))
  const found = value?.[first!]
  if (found === undefined || found === null) return []
  if (rest.length === 0) return Array.isArray(found) ? found : [found]
  return at(found, rest.join('.'))
}
export const path =
  (name: string): Values =>
  shown =>
    at(shown, name)
export const paths =
  (...names: string[]): Values =>
  shown =>
    names.flatMap(name => at(shown, name))
export const same = (...names: string[]) => Object.fromEntries(names.map(name => [name, path(name)]))
export const sortsBy = (...names: string[]) => Object.fromEntries(names.map(name => [name, name]))

export const active = (world: World) =>
  world
    .of('connection')
    .filter(line => line.record.active)
    .map(({ record, facts }) => ({ ...record, listed: facts.projects ?? [] }))

export const linked = (world: World, agency: string, company: string) =>
  active(world).some(one => one.agency.id === agency && one.company.id === company)

/** Connected to a project: itself, or through its company unless that is restricted to other projects. */
export const connected = (world: World, agency: string, project: string) => {
  const company = world.find('project', project)!.record.company.id
  return active(world).some(
    one =>
      one.agency.id === agency &&
      one.company.id === company &&
      (one.project ? one.project.id === project : !one.restricted || one.listed.includes(project)),
  )
}

/** The companies that are available to a key. */
export const companiesOf = (world: World, { kind, owners }: Caller): string[] =>
  kind === 'company'
    ? [...owners]
    : world
        .of('company')
        .map(line => line.record.id)
        .filter(company => owners.some(agency => linked(world, agency, company)))

/** The values of a parameter, comma-separated or repeated; undefined where it is not given. */
export function valuesOf(query: Request['query'], name: string): string[] | undefined {
  const given = query.filter(([key]) => key === name).flatMap(([, value]) => value.split(','))
  return given.length > 0 ? given : undefined
}

export const codePoints = (text: string) => [...text].map(char => char.codePointAt(0)!)

export function compare(a: Any, b: Any): number {
  if (typeof a === 'number') return a - b
  const [left, right] = [codePoints(a), codePoints(b)]
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    if (left[i] !== right[i]) return left[i]! - right[i]!
  }
  return left.length - right.length
}

export function pageOf({ query }: Request, records: Any[]): Answer {
  const number = (name: string, otherwise: number) => Number(valuesOf(query, name)?.[0] ?? otherwise)
  const page = number('page', 1)
  const limit = Math.min(200, number('limit', valuesOf(query, 'id') ? 200 : 50))
  const names = valuesOf(query, 'fields')
  const rows = records.slice((page - 1) * limit, page * limit)
  return {
    status: 200,
    data: names ? rows.map(row => project(row, names)) : rows,
    meta: { page, limit, total: records.length },
  }
}

/** The named properties of a record: whole, or through dot paths; lists are mapped. */
export function project(value: Any, names: readonly string[]): Any {
  if (Array.isArray(value)) return value.map(item => project(item, names))
  if (value === null || typeof value !== 'object') return value
  const kept: Any = {}
  for (const [name, child] of Object.entries(value)) {
    if (names.includes(name)) kept[name] = child
    else {
      const deeper = names.filter(one => one.startsWith(`${name}.`)).map(one => one.slice(name.length + 1))
      if (deeper.length > 0) kept[name] = project(child, deeper)
    }
  }
  return kept
}
