// §2.13, §4.7: the suppliers of a project: its own connections, and the company's that apply to it.

import { notFound } from '../errors/problem.ts'
import type { Context } from '../kernel/operation/operation.ts'
import { readAll, readOne, readUncut } from '../kernel/query/read-all.ts'
import { computedList } from '../kernel/resource/computed-list.ts'
import { withDefaults } from '../shape/defaults.ts'
import { nodeOf, record, type Static, withoutProperties, words } from '../shape/shape.ts'
import { agencies, Connection, connectionOwners, connections } from './agencies.ts'
import { projectOwners, projects } from './projects.ts'
import { supplierType } from './shapes.ts'

const { properties } = nodeOf(withoutProperties(Connection, ['company', 'project', 'active', 'projects']))
const { id, agency, supplierType: _, ...rest } = properties!

const ConnectedAgency = record({
  id: id!,
  agency: agency!,
  supplierType,
  connectionLevel: [
    words({
      project: 'agreed for this project',
      company: 'agreed for all the company’s projects, or several',
    }),
    'What the connection is to; the project’s own goes before the company’s.',
  ],
  ...rest,
})

type ConnectionRecord = Static<typeof Connection>

export const connectedAgencies = computedList({
  path: '/projects/{id}/connected-agencies',
  name: 'listProjectConnectedAgencies',
  summary: 'List the agencies connected to a project',
  scope: 'read:projects',
  callers: 'company',
  record: ConnectedAgency,
  work: async ({ path, query }, context) => {
    const project = await projectOf(path.id!, context)
    const reach = context.reach(connectionOwners, { companies: [project.company] })
    const suppliers = suppliersOf(project.id, await readAll(context, connections, reach))
    return withOwnEmails(suppliers, query.query === undefined ? [] : await agenciesOf(suppliers, context))
  },
  sorts: {
    name: ({ agency }) => agency.name,
    createdAt: ({ createdAt }) => createdAt,
    updatedAt: ({ updatedAt }) => updatedAt,
    tier: ({ tier }) => tier,
  },
  sortable: true,
  searches: {
    described: 'agency name and e-mail, the agency’s own and the connection’s',
    texts: ({ agency, email, ownEmail }) => [agency.name, email ?? '', ownEmail ?? ''],
  },
  dated: ({ createdAt }) => createdAt,
  show: ({ ownEmail: _, ...shown }) => shown,
  badId: 400,
  noun: 'project',
})

type Supplier = ReturnType<typeof suppliersOf>[number]

/** Whoever sees a connection may look for its agency's e-mail (§4.7), though no answer shows it. */
function agenciesOf(suppliers: readonly Supplier[], context: Context) {
  const where = [{ column: 'id', in: suppliers.flatMap(({ agency }) => agency.id ?? []) }]
  return readUncut(context, agencies, context.reach('everyone'), where)
}

function withOwnEmails(suppliers: readonly Supplier[], found: readonly { id: string; email?: string }[]) {
  const emails = new Map<string | null, string | undefined>(found.map(({ id, email }) => [id, email]))
  return suppliers.map(supplier => ({ ...supplier, ownEmail: emails.get(supplier.agency.id) }))
}

async function projectOf(id: string, context: Context): Promise<{ id: string; company: string }> {
  const project = await readOne(context, projects.stored, context.reach(projectOwners), id)
  if (!project) throw notFound('project')
  return { id: project.id, company: project.company.id! }
}

/** A project's own connection replaces the company's for the same agency; the supplier type stays the company's,
 * be that connection active or not (§2.1). */
function suppliersOf(project: string, held: readonly ConnectionRecord[]) {
  const activeLast = held.toSorted((one, other) => Number(one.active) - Number(other.active))
  const ofCompany = new Map(activeLast.filter(one => !one.project).map(one => [one.agency.id, one]))
  const ofProject = held.filter(one => one.active && one.project?.id === project)
  const replaced = new Set(ofProject.map(one => one.agency.id))
  const applying = [...ofCompany.values()].filter(
    one => one.active && !replaced.has(one.agency.id) && (!one.restricted || one.projects?.includes(project)),
  )
  return [...ofProject, ...applying].map(one => shown(one, ofCompany.get(one.agency.id)))
}

function shown(connection: ConnectionRecord, company: ConnectionRecord | undefined) {
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
  return withDefaults(ConnectedAgency, {
    id,
    agency,
    supplierType: company?.supplierType ?? 'agency',
    connectionLevel: project ? 'project' : 'company',
    ...rest,
  })
}
