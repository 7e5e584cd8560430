// Projects of a company: what is known of them beyond their name. Agencies see those they are connected to.

import { viaLinks } from '../access/ownership.ts'
import { collection, namedAsPath } from '../kernel/resource/collection.ts'
import { ids, onOff } from '../record-types/filter.ts'
import { derived, flag, instant, integer, maybe, record, text } from '../shape/shape.ts'
import { projectClearanceRechecks } from './clearances/rechecks.ts'
import { address, recordId, ref, stamps } from './shapes.ts'

const Project = record({
  id: recordId,
  reference: [maybe(text), 'The number people quote, with the company’s prefix, such as TRN-P102.'],
  name: [text, 'What the company calls it.'],
  active: [flag, 'Whether it still hires.'],
  company: [ref('company'), 'Whose project it is.'],
  region: maybe(ref('region')),
  sector: maybe(ref('sector')),
  address: [maybe(address), 'Where it is built.'],
  startDate: [maybe(instant), 'The first day planned.'],
  endDate: [maybe(instant), 'The last day planned.'],
  sites: [derived(integer), 'How many sites it has.'],
  ...stamps,
})

export const projectOwners = { company: 'company.id', agency: viaLinks('id') } as const

export const projects = collection({
  path: '/projects',
  noun: 'project',
  scope: 'read:projects',
  record: Project,
  owners: projectOwners,
  filters: { status: onOff('active'), region: ids('region.id'), sector: ids('sector.id') },
  search: { within: ['name', 'reference'] },
  dates: ['createdAt', 'updatedAt', 'startDate', 'endDate'],
  sorts: namedAsPath('createdAt', 'updatedAt', 'name', 'reference', 'startDate', 'endDate'),
  defaultSort: 'createdAt desc',
  derived: { counts: { sites: { type: 'site', by: 'project.id' } }, rechecks: projectClearanceRechecks },
  operations: { list: 'listProjects', get: 'getProject' },
})
