// Lists that every key may read: the trades and qualifications that workers are created with (§4.12).

import { collection, namedAsPath } from '../kernel/resource/collection.ts'
import { choice } from '../record-types/filter.ts'
import { recordType } from '../record-types/record-type.ts'
import { fields, flag, instant, integer, longText, maybe, record, text, words } from '../shape/shape.ts'
import { qualificationClearanceRechecks } from './clearances/rechecks.ts'
import { recordId } from './shapes.ts'

const stamps = fields({
  createdAt: [maybe(instant), 'When the entry was made.'],
  updatedAt: [maybe(instant), 'When the entry last changed.'],
})

export const masterTrades = collection({
  path: '/master-trades',
  noun: 'master trade',
  type: 'masterTrade',
  record: record({
    id: [text, 'What POST /workers takes in trades.'],
    name: [text, 'The trade, as all companies understand it.'],
    ...stamps,
  }),
  owners: 'everyone',
  search: { within: ['name'] },
  dates: [],
  sorts: namedAsPath('name'),
  defaultSort: 'name asc',
  operations: { list: 'listMasterTrades', topic: 'masterTrades' },
})

/** What a document must have: where it goes, its number, its expiry, how many files. */
export const masterQualifications = collection({
  path: '/master-qualifications',
  noun: 'master qualification',
  type: 'masterQualification',
  record: record({
    id: [text, 'What POST /workers takes as documentId.'],
    name: [text, 'The document, as workers’ documentType repeats it.'],
    collection: [
      words({ attachment: 'any other document', rightToWork: 'proves the right to work' }),
      'Which list of a worker it goes into: attachments or rightToWork.',
    ],
    documentNumber: [
      words({ required: 'has to be given', optional: 'may be given', none: 'has none, and one is refused' }),
      'Whether it has a number to give.',
    ],
    expiry: [
      words({
        required: 'has to be given',
        optional: 'may be given',
        none: 'never expires, and a date is refused',
      }),
      'Whether it has an expiry to give.',
    ],
    minimumFiles: [integer, 'How many files it needs at least, such as 2 for both sides.'],
    smartCheck: [maybe(text), 'The card scheme that is asked about it; absent when none is.'],
    agencySpecific: [flag, 'Whether only the agency that uploads it sees it, as with a CV.'],
    mayBePast: [maybe(flag), 'Whether it counts even when it has expired.'],
    homeOfficeCheck: [maybe(flag), 'Whether a passed Home Office check has to be on file, as for a Visa.'],
    ...stamps,
  }),
  owners: 'everyone',
  filters: { collection: choice('collection') },
  search: { within: ['name'] },
  dates: [],
  sorts: namedAsPath('name'),
  defaultSort: 'name asc',
  operations: { list: 'listMasterQualifications', topic: 'masterQualifications' },
  derived: { rechecks: qualificationClearanceRechecks },
})

/** Small records that others name: loaded, never listed. */
const named = (type: string) =>
  recordType({
    type,
    record: record({ id: recordId, name: [text, 'What records that refer to it show.'] }),
  })

export const regions = named('region')
export const sectors = named('sector')
export const activities = named('activity')

export const costCodes = recordType({
  type: 'costCode',
  record: record({
    id: recordId,
    name: [text, 'The code with its title, such as 02-210 Groundworks.'],
    description: [maybe(longText), 'What is booked under it.'],
  }),
})
