// §2.2, §4.2: the places of work within a project.

import { collection, namedAsPath } from '../kernel/resource/collection.ts'
import { id, onOff } from '../record-types/filter.ts'
import { flag, maybe, postcode, record, text } from '../shape/shape.ts'
import { phone, recordId, ref, stamps } from './shapes.ts'

const Site = record({
  id: recordId,
  name: [text, 'What it is called on site and on timesheets.'],
  active: [flag, 'Whether work is still done there.'],
  project: [ref('project'), 'The project it is part of.'],
  company: ref('company'),
  email: [maybe(text), 'Where to write to the people on site.'],
  phone: [maybe(phone), 'Where to call the people on site.'],
  address: [
    maybe(
      record({
        line1: [maybe(text), 'House and street.'],
        city: [maybe(text), 'Town or city.'],
        postcode: [
          maybe(postcode),
          'Postcode or Eircode, in its standard form, such as EC1A 1BB or D02 X285.',
        ],
      }),
    ),
    'Where to go; parts that are not known are absent.',
  ],
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
  sorts: namedAsPath('createdAt', 'updatedAt', 'name'),
  defaultSort: 'name asc',
  operations: { list: 'listSites' },
})
