// §2.10, §2.15, §4.6: what a worker must hold for a trade, by company, sector and project.

import { reachesProject } from '../access/links.ts'
import { viaLinks } from '../access/ownership.ts'
import { notFound } from '../errors/problem.ts'
import { singleAnswer } from '../kernel/operation/answer.ts'
import { type Context, operation } from '../kernel/operation/operation.ts'
import { oneIdParameter } from '../kernel/operation/parameter.ts'
import { readAll, readOne } from '../kernel/query/read-all.ts'
import { companyInPath } from '../kernel/resource/list-operation.ts'
import { recordType } from '../record-types/record-type.ts'
import { list, maybe, orNull, record, type Static, words } from '../shape/shape.ts'
import { matrixClearanceRechecks } from './clearances/rechecks.ts'
import { projectOwners, projects } from './projects.ts'
import { applyingEntries, sourceOfEntry } from './rules/competency.ts'
import { recordId, ref, requirement, stamps } from './shapes.ts'

const owners = { company: 'company.id', agency: viaLinks('company.id') } as const

export const competencyEntries = recordType({
  type: 'competencyEntry',
  record: record({
    id: recordId,
    company: [ref('company'), 'Who asks for it.'],
    trade: [ref('trade'), 'Whom it is asked of.'],
    sector: [maybe(ref('sector')), 'The only sector it holds in; absent for all.'],
    project: [maybe(ref('project')), 'The only project it holds on; absent for all.'],
    mode: [
      maybe(words({ additive: 'on top of the others', replacement: 'in place of the others' })),
      'How a project’s own go with those of its sector or company; additive unless given.',
    ],
    requirements: [list(requirement), 'All of them have to be met.'],
    ...stamps,
  }),
  owners,
  sorts: { createdAt: 'createdAt' },
  defaultSort: 'createdAt asc',
  derived: { columns: ['trade.id'], rechecks: matrixClearanceRechecks },
})

export type CompetencyEntry = Static<typeof competencyEntries.record>

const MatrixEntry = record({
  trade: [ref('trade'), 'Whom it is asked of.'],
  project: [
    orNull(ref('project')),
    'The project that asks for it itself; null where its sector or company does.',
  ],
  sector: [orNull(ref('sector')), 'The sector it holds in; null for every one.'],
  source: [
    words({
      project: 'asked for on this project alone',
      sector: 'asked for in all of a sector',
      company: 'asked for everywhere',
    }),
    'Which level the entry comes from.',
  ],
  requirements: [list(requirement), 'All of them have to be met.'],
})

export const competencyMatrix = operation({
  method: 'GET',
  path: '/companies/{id}/competency-matrix',
  name: 'getCompanyCompetencyMatrix',
  summary: 'The competency requirements of a company, or of one of its projects',
  scope: 'read:companies',
  parameters: [
    {
      ...oneIdParameter(
        'projectId',
        'The project whose requirements to work out; omitted = entries as they are stored',
      ),
      brief: 'The project whose requirements to work out',
    },
  ],
  answers: record({
    company: [ref('company'), 'Who asks.'],
    project: [maybe(ref('project')), 'The one that was asked about; absent without projectId.'],
    entries: [
      list(MatrixEntry),
      'One for each trade and level; with projectId one for each trade, put together.',
    ],
  }),
  badId: 400,
  noun: 'company',
  run: async ({ path, query }, context) => {
    const id = companyInPath(path.id!, context.caller)
    const { name } = context.caller.companies.find(company => company.id === id)!
    const asked = (query.projectId as string[] | undefined)?.[0]
    const project = asked === undefined ? undefined : await projectOf(asked, id, context)
    const reach = context.reach(owners, { companies: [id] })
    const entries = await readAll(context, competencyEntries, reach)
    const { kind, links } = context.caller
    const own = links.filter(link => link.company === id)
    const shown = entries.filter(entry => kind === 'company' || reachesProject(own, entry.project?.id))
    return singleAnswer({
      company: { id, name },
      ...(project && { project: { id: project.id, name: project.name } }),
      entries: project ? merged(shown, project) : shown.map(asStored),
    })
  },
})

type Project = Static<typeof projects.stored.record>

async function projectOf(id: string, company: string, context: Context): Promise<Project> {
  const reach = context.reach(projectOwners, { companies: [company] })
  const project = await readOne(context, projects.stored, reach, id)
  if (!project) throw notFound('project')
  return project
}

const asStored = (entry: CompetencyEntry) => ({
  trade: entry.trade,
  project: entry.project ?? null,
  sector: entry.sector ?? null,
  source: sourceOfEntry(entry),
  requirements: entry.requirements,
})

function merged(entries: readonly CompetencyEntry[], project: Project) {
  const trades = new Map(entries.map(entry => [entry.trade.id, entry.trade]))
  return [...trades.values()].flatMap(trade => {
    const own = entries.filter(entry => entry.trade.id === trade.id)
    const { base, ofProject, applying } = applyingEntries(own, project)
    const [shown] = [...ofProject, ...base]
    if (!shown) return []
    return [{ ...asStored(shown), requirements: applying.flatMap(entry => entry.requirements) }]
  })
}
