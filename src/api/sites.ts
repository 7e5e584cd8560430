// §2.2, §4.2: the places of work within a project.

import { id, onOff } from '../kernel/query/filter.ts'
import { collection, same } from '../kernel/resource/collection.ts'
import { flag, maybe, record, text } from '../shape/shape.ts'
import { phone, ref, stamps } from './shapes.ts'

const Site = record({
  id: text,
  name: text,
  active: flag,
  project: ref('project'),
  company: ref('company'),
  email: maybe(text),
  phone: maybe(phone),
  address: maybe(record({ line1: maybe(text), city: maybe(text), postcode: maybe(text) })),
  ...stamps,
})

export const sites = collection({
  path: '/sites',
  noun: 'site',
  scope: 'read:projects',
  callers: 'company',
  record: Site,
  owners: { company: 'company.id' },
  filters: { status: onOff('active'), project: id('project.id') },
  search: { within: ['name'] },
  dates: ['createdAt'],
  sorts: same('createdAt', 'updatedAt', 'name'),
  defaultSort: 'name asc',
  tools: { list: 'open_api_list_sites' },
  rules: { sameCompany: ['project'] },
})
