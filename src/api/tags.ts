// §2.3, §4.4: a company's own labels for users and trades.

import { choice } from '../kernel/query/filter.ts'
import { collection, same } from '../kernel/resource/collection.ts'
import { flag, maybe, oneOf, record, text } from '../shape/shape.ts'
import { stamps } from './shapes.ts'

const Tag = record({
  id: text,
  reference: maybe(text),
  name: text,
  description: maybe(text),
  company: text,
  mandatory: flag,
  resourceType: oneOf('user', 'trade'),
  ...stamps,
})

export const tags = collection({
  path: '/companies/{id}/tags',
  noun: 'tag',
  scope: 'read:companies',
  callers: 'company',
  record: Tag,
  owners: { company: 'company' },
  filters: { resourceType: choice('resourceType') },
  search: { within: ['name'] },
  dates: [],
  sorts: same('createdAt', 'updatedAt', 'name'),
  defaultSort: 'name asc',
  tools: { list: 'open_api_list_company_tags' },
  rules: { names: { company: 'company' } },
})
