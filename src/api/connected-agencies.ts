// §2.13, §4.7: the suppliers of a project: its own connections, and the company's that apply to it.

import { viewerOf } from '../access/viewer.ts'
import { type WorkedOutList, workedOutPage, workedOutParameters } from '../kernel/operation/computed-list.ts'
import { type Context, operation } from '../kernel/operation/operation.ts'
import { readAll } from '../kernel/query/read-all.ts'
import { notFound } from '../problem.ts'
import { list, nodeOf, oneOf, record, without } from '../shape/shape.ts'
import { Connection, connectionOwners } from './agencies.ts'
import { projectOwners } from './projects.ts'
import { supplierType } from './shapes.ts'

const { properties } = nodeOf(without(Connection, ['company', 'project', 'active', 'projects']))
const { id, agency, supplierType: _, ...rest } = properties!

export const ConnectedAgency = record({
  id: id!,
  agency: agency!,
  supplierType,
  connectionLevel: oneOf('project', 'company'),
  ...rest,
})

type Held = {
  id: string
  agency: { id: string; name: string }
  project?: { id: string }
  active: boolean
  restricted?: boolean
  projects?: string[]
  supplierType?: string
  email?: string | null
  [name: string]: unknown
}
/** With the agency's own e-mail, which is searched and not shown. */
type Searched = Held & { ownEmail?: string }

const shape: WorkedOutList = {
  record: ConnectedAgency,
  sorts: {
    name: item => (item as unknown as Held).agency.name,
    createdAt: item => item.createdAt as string,
    updatedAt: item => item.updatedAt as string,
    tier: item => item.tier as number | undefined,
  },
  sortable: true,
  searches: {
    described: 'agency name and e-mail, the agency’s own and the connection’s',
    texts: item => {
      const { agency, email, ownEmail } = item as unknown as Searched
      return [agency.name, email ?? '', ownEmail ?? '']
    },
  },
  dated: 'createdAt',
  show: ({ ownEmail: _, ...shown }) => shown,
}

export const connectedAgencies = operation({
  method: 'GET',
  path: '/projects/{id}/connected-agencies',
  tool: 'open_api_list_project_connected_agencies',
  summary: 'List the agencies connected to a project',
  scope: 'read:projects',
  callers: 'company',
  parameters: workedOutParameters(shape),
  answers: list(ConnectedAgency),
  shape: 'list',
  badId: 400,
  noun: 'project',
  run: ({ path, query }, context) =>
    workedOutPage(shape, query, async () => {
      const project = await projectOf(path.id!, context)
      const reach = context.reach(connectionOwners, { companies: [project.company] })
      const suppliers = suppliersOf(project.id, (await readAll(context, 'connection', reach)) as Held[])
      return query.query === undefined ? suppliers : withOwnEmails(suppliers, context)
    }),
})

/** Whoever sees a connection may look for its agency's e-mail (§4.7), though no answer shows it. */
async function withOwnEmails<T extends Pick<Held, 'agency'>>(suppliers: readonly T[], context: Context) {
  const where = [{ column: 'id', in: suppliers.map(({ agency }) => agency.id) }]
  const agencies = await readAll(context, 'agency', context.reach('everyone'), where)
  const emails = new Map(agencies.map(({ id, email }) => [id, email]))
  return suppliers.map(supplier => ({ ...supplier, ownEmail: emails.get(supplier.agency.id) }))
}

async function projectOf(
  id: string,
  { caller, world, reach }: Context,
): Promise<{ id: string; company: string }> {
  const row = await world.records.one({
    type: 'project',
    reach: reach(projectOwners),
    id,
    parts: [],
    viewer: viewerOf(caller),
  })
  if (!row) throw notFound('project')
  const project = JSON.parse(row.text.toString())
  return { id: project.id, company: project.company.id }
}

/** A project's own connection replaces the company's for the same agency; the supplier type stays the company's,
 * be that connection active or not (§2.1). */
function suppliersOf(project: string, held: readonly Held[]) {
  const activeLast = held.toSorted((one, other) => Number(one.active) - Number(other.active))
  const ofCompany = new Map(activeLast.filter(one => !one.project).map(one => [one.agency.id, one]))
  const ofProject = held.filter(one => one.active && one.project?.id === project)
  const replaced = new Set(ofProject.map(one => one.agency.id))
  const applying = [...ofCompany.values()].filter(
    one => one.active && !replaced.has(one.agency.id) && (!one.restricted || one.projects?.includes(project)),
  )
  return [...ofProject, ...applying].map(one => shown(one, ofCompany.get(one.agency.id)))
}

function shown(connection: Held, company: Held | undefined) {
  const {
    id,
    agency,
    company: _,
    project,
    active: __,
    projects: ___,
    supplierType: ____,
    ...rest
  } = connection
  return {
    id,
    agency,
    supplierType: company?.supplierType ?? 'agency',
    connectionLevel: project ? 'project' : 'company',
    ...rest,
  }
}
