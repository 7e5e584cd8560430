// §2.3, §4.4: a company's own labels for users and trades.

import { collection, namedAsPath } from '../kernel/resource/collection.ts'
import { choice } from '../record-types/filter.ts'
import { flag, longText, maybe, record, text, words } from '../shape/shape.ts'
import { recordId, stamps } from './shapes.ts'

const Tag = record({
  id: recordId,
  reference: [maybe(text), 'The number people quote, with the company’s prefix, such as BRK-TAG1.'],
  name: [text, 'The label itself, such as Safety critical.'],
  description: [maybe(longText), 'What the company means by it; absent when not set.'],
  company: [text, 'Id of the company whose label it is.'],
  mandatory: [flag, 'Whether one has to be chosen.'],
  resourceType: [
    words({ user: 'people of the company', trade: 'what the company hires for' }),
    'What it is put on.',
  ],
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
  sorts: namedAsPath('createdAt', 'updatedAt', 'name'),
  defaultSort: 'name asc',
  operations: { list: 'listCompanyTags' },
  rules: { names: { company: 'company' } },
})
