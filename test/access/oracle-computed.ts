// What is worked out of several records, the slow and obvious way: users and what they may do, competency
// requirements, suppliers of a project, rates with their markup, a trade with both.
import {
  type Answer,
  active,
  badRequest,
  type Caller,
  companiesOf,
  compare,
  connected,
  type Flags,
  pageOf,
  Refused,
  type Request,
  type View,
  valuesOf,
} from './oracle-basics.ts'
import { projectVisible, rateVisible } from './oracle-records.ts'
import { type Any, type Line, refer, type World } from './worlds.ts'

const notFound = () => new Refused(404, 'NOT_FOUND')
const companyOnly = ({ kind }: Caller) => {
  if (kind === 'agency') throw new Refused(403, 'COMPANY_KEY_REQUIRED')
}
const byId = (a: Any, b: Any) => compare(a.id, b.id)
const records = (world: World, type: string): Any[] =>
  world
    .of(type)
    .map(line => line.record)
    .sort(byId)

/** A company in a path: by its id, its nanoid, or its prefix in any case; only one that is available. */
export function companyNamed(world: World, caller: Caller, wanted: string): Line | undefined {
  const available = companiesOf(world, caller)
  return world
    .of('company')
    .filter(({ record }) => available.includes(record.id))
    .find(
      ({ record, nanoid }) =>
        record.id === wanted || nanoid === wanted || record.prefix.toLowerCase() === wanted.toLowerCase(),
    )
}

const knownFields = (query: Request['query'], fields: string) => {
  const known = fields.split(',')
  if (valuesOf(query, 'fields')?.some(name => !known.includes(name.split('.')[0]!))) throw badRequest()
}

// Users (§2.14, §4.5)

export const userFields = 'id,name,email,role,customRole,jobTitle,status,projects'

export function users(world: World, caller: Caller, request: Request, permits: boolean): Answer {
  companyOnly(caller)
  const status = valuesOf(request.query, 'status')?.[0]
  if (status !== undefined && status !== 'active' && status !== 'inactive') throw badRequest()
  knownFields(request.query, userFields)
  const company = companyNamed(world, caller, request.id!)
  if (!company) throw notFound()
  const shown = world
    .of('user')
    .filter(({ record }) => record.companies.some((one: Any) => one.company === company.record.id))
    .map(({ record }) => userOf(world, record, company.record.id, permits))
    .filter(user => valuesOf(request.query, 'id')?.includes(user.id) ?? true)
    .filter(user => status === undefined || user.status.toLowerCase() === status)
    .sort((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || byId(a, b))
  return pageOf(request, shown)
}

function userOf(world: World, record: Any, company: string, permits: boolean): Any {
  const { role, customRole } = record.companies.find((one: Any) => one.company === company)
  const find = (id: string | undefined) => id && world.find('role', id)?.record
  const base = find(role)
  const custom = find(customRole)
  const own = custom?.company?.id === company ? custom : undefined
  const shownBase = base && (!base.company || base.company.id === company) ? base : undefined
  const projects = record.projects
    .map((id: string) => world.find('project', id)!.record)
    .filter((project: Any) => project.company.id === company)
  return {
    id: record.id,
    name: record.name,
    ...(record.email && { email: record.email }),
    ...(shownBase && { role: shownBase.name }),
    customRole: own ? refer(own) : null,
    ...(record.jobTitle && { jobTitle: record.jobTitle }),
    status: record.inactive === true ? 'Inactive' : 'Active',
    projects: projects.map((project: Any) => ({
      ...refer(project),
      ...(permits && { permissions: permissionsOf(world, record.id, project.id, [own, shownBase]) }),
    })),
  }
}

/** The user's own, then the project's rules, then the company's role, then the base role. */
function permissionsOf(world: World, user: string, project: string, roles: Any[]): Any[] {
  const held = roles.filter(role => role !== undefined)
  const said = (permission: string): boolean | undefined => {
    const own = world
      .of('userPermission')
      .find(
        ({ record }) =>
          record.user === user && record.project === project && record.permission === permission,
      )
    if (own) return own.record.permitted
    for (const role of held) {
      const rule = world
        .of('projectRule')
        .find(
          ({ record }) =>
            record.project === project && record.role === role.id && record.permission === permission,
        )
      if (rule) return rule.record.permitted
    }
    for (const role of held) {
      const value = role.defaults.find((one: Any) => one.permission === permission)
      if (value) return value.permitted
    }
    return undefined
  }
  return world
    .of('permission')
    .map(line => line.record)
    .sort((a, b) => compare(a.category, b.category) || compare(a.name, b.name))
    .flatMap(action => {
      const permitted = said(action.id)
      return permitted === undefined ? [] : [{ ...action, permitted }]
    })
}

// Competency (§2.10, §2.15, §4.6)

export function matrix(world: World, caller: Caller, { id, query }: Request): Answer {
  const company = companyNamed(world, caller, id!)?.record
  if (!company) throw notFound()
  const asked = valuesOf(query, 'projectId')?.[0]
  const project = asked === undefined ? undefined : world.find('project', asked)
  const view: View = { world, caller, companies: new Set([company.id]), narrowed: true }
  if (asked !== undefined && (!project || !projectVisible(project, view))) throw notFound()
  const entries = records(world, 'competencyEntry')
    .filter(entry => entry.company.id === company.id)
    .filter(
      entry =>
        !entry.project ||
        caller.kind === 'company' ||
        caller.owners.some(agency => connected(world, agency, entry.project.id)),
    )
  return {
    status: 200,
    data: {
      company: refer(company),
      ...(project && { project: refer(project.record) }),
      entries: project ? merged(entries, project.record) : entries.map(asStored),
    },
  }
}

const asStored = (entry: Any): Any => ({
  trade: entry.trade,
  project: entry.project ?? null,
  sector: entry.sector ?? null,
  source: entry.project ? 'project' : entry.sector ? 'sector' : 'company',
  requirements: entry.requirements,
})

function merged(entries: Any[], project: Any): Any[] {
  const trades = [...new Set(entries.map(entry => entry.trade.id))]
  return trades.flatMap(trade => {
    const own = entries.filter(entry => entry.trade.id === trade)
    const plain = own.filter(entry => !entry.project)
    const base =
      plain.find(entry => entry.sector && entry.sector.id === project.sector?.id) ??
      plain.find(entry => !entry.sector)
    const override = own.find(entry => entry.project?.id === project.id)
    if (!override) return base ? [asStored(base)] : []
    if (override.mode === 'replacement') return [asStored(override)]
    const both = [...(base?.requirements ?? []), ...override.requirements]
    return [{ ...asStored(override), requirements: both }]
  })
}

// Suppliers of a project (§2.13, §4.7)

export const supplierFields =
  'id,agency,supplierType,connectionLevel,cis,tier,restricted,invoice,drc,afp,email,paymentTerms,markupAdjustment,tradeMarkupAdjustments,rateUplifts,tradeUpliftOverrides,createdAt,updatedAt'

export function suppliers(world: World, caller: Caller, request: Request): Answer {
  companyOnly(caller)
  const { query } = request
  const [from, to] = [valuesOf(query, 'from')?.[0], valuesOf(query, 'to')?.[0]]
  if (from !== undefined && to !== undefined && from > to) throw badRequest()
  knownFields(query, supplierFields)
  const project = world.find('project', request.id!)?.record
  if (!project || !caller.owners.includes(project.company.id)) throw notFound()
  const words = query.find(([name]) => name === 'query')?.[1].toLowerCase()
  const shown = suppliersOf(world, project)
    .filter(one => valuesOf(query, 'id')?.includes(one.id) ?? true)
    .filter(one => from === undefined || one.createdAt.slice(0, 10) >= from)
    .filter(one => to === undefined || one.createdAt.slice(0, 10) <= to)
    .filter(
      one =>
        words === undefined ||
        [one.agency.name, one.email ?? '', world.find('agency', one.agency.id)?.record.email ?? ''].some(
          text => text.toLowerCase().includes(words),
        ),
    )
  const by = valuesOf(query, 'sortBy')?.[0] ?? 'name'
  const sign = valuesOf(query, 'sortOrder')?.[0] === 'desc' ? -1 : 1
  const key = (one: Any) => (by === 'name' ? one.agency.name.toLowerCase() : one[by])
  shown.sort((a, b) => {
    const [left, right] = [key(a), key(b)]
    if (left === undefined || right === undefined)
      return left === right ? byId(a, b) * sign : left === undefined ? 1 : -1
    return (compare(left, right) || byId(a, b)) * sign
  })
  return pageOf(request, shown)
}

/** Its own connections, and those of the company that apply to it and that none of its own replaces. */
function suppliersOf(world: World, project: Any): Any[] {
  const held = active(world).filter(one => one.company.id === project.company.id)
  const own = held.filter(one => one.project?.id === project.id)
  const general = held
    .filter(one => !one.project && (!one.restricted || one.listed.includes(project.id)))
    .filter(one => !own.some(other => other.agency.id === one.agency.id))
  return [...own, ...general].map(one => {
    const { company, project: at, active: _, listed: __, supplierType: ___, ...rest } = one
    const level = world
      .of('connection')
      .find(
        ({ record }) =>
          !record.project && record.company.id === company.id && record.agency.id === one.agency.id,
      )
    return {
      ...rest,
      cis: rest.cis ?? null,
      email: rest.email ?? null,
      paymentTerms: rest.paymentTerms ?? null,
      tradeMarkupAdjustments: rest.tradeMarkupAdjustments ?? [],
      rateUplifts: rest.rateUplifts ?? [],
      tradeUpliftOverrides: rest.tradeUpliftOverrides ?? [],
      supplierType: level?.record.supplierType ?? 'agency',
      connectionLevel: at ? 'project' : 'company',
    }
  })
}

// Rates and trades (§2.10, §4.20, §4.21)

/** Margin and charge with the points of the agency's connections: the project's, else the company's; of each the
 * trade's, else its own. */
export function showRate({ record }: Line, { world }: View): Any {
  if (!record.agency) return record
  const ties = active(world).filter(
    one => one.agency.id === record.agency.id && one.company.id === record.company.id,
  )
  const said = (tie: Any) =>
    tie?.tradeMarkupAdjustments?.find((one: Any) => one.trade.id === record.trade.id)?.adjustment ??
    tie?.markupAdjustment
  const own = ties.find(one => one.project && one.project.id === record.project?.id)
  const points = said(own) ?? said(ties.find(one => !one.project)) ?? 0
  const marked = (money: Any) => {
    if (!money) return null
    const added = Math.round((money.pay * 100 * points) / 100)
    const margin = Math.round(money.margin * 100) + added
    const charge = Math.round(money.pay * 100) + Math.round(money.emp * 100) + margin
    return { ...money, margin: margin / 100, charge: charge / 100 }
  }
  const all = ({ cis, paye, psc }: Any) => ({ cis: marked(cis), paye: marked(paye), psc: marked(psc) })
  return {
    ...record,
    rates: all(record.rates),
    dayRates: all(record.dayRates),
    pieceRates: record.pieceRates.map((piece: Any) => ({ ...piece, values: all(piece.values) })),
  }
}

export function showTrade({ record }: Line, view: View, flags: Flags): Any {
  const { world } = view
  const rates = () =>
    world
      .of('rate')
      .filter(line => line.record.trade.id === record.id && rateVisible(line, view))
      .map(line => showRate(line, view))
      .sort(byId)
      .map(({ trade, company, createdAt, updatedAt, ...rest }) => rest)
  const entries = () =>
    records(world, 'competencyEntry')
      .filter(entry => entry.trade.id === record.id && !entry.project)
      .map(entry => ({ sector: entry.sector ?? null, requirements: entry.requirements }))
  return {
    ...record,
    ...(flags.has('includeRates') && { rates: rates() }),
    ...(flags.has('includeCompetencyMatrix') && { competencyMatrix: entries() }),
  }
}
