// Lists that every key may read: the trades and qualifications that workers are created with (§4.12).

import { choice } from '../kernel/query/filter.ts'
import { collection, same } from '../kernel/resource/collection.ts'
import { recordType } from '../kernel/resource/record-type.ts'
import { flag, instant, integer, maybe, oneOf, record, text } from '../shape/shape.ts'

const stamps = { createdAt: maybe(instant), updatedAt: maybe(instant) }

export const masterTrades = collection({
  path: '/master-trades',
  noun: 'master trade',
  type: 'masterTrade',
  record: record({ id: text, name: text, ...stamps }),
  owners: 'everyone',
  search: { within: ['name'] },
  dates: [],
  sorts: same('name'),
  defaultSort: 'name asc',
  tools: { list: 'reference:masterTrades' },
})

/** What a document must have: where it goes, its number, its expiry, how many files. */
export const masterQualifications = collection({
  path: '/master-qualifications',
  noun: 'master qualification',
  type: 'masterQualification',
  record: record({
    id: text,
    name: text,
    collection: oneOf('attachment', 'rightToWork'),
    documentNumber: oneOf('required', 'optional', 'none'),
    expiry: oneOf('required', 'optional', 'none'),
    minimumFiles: integer,
    smartCheck: maybe(text),
    agencySpecific: flag,
    /** It counts even when its expiry is past. */
    mayBePast: maybe(flag),
    /** It needs a kept result of a Home Office check. */
    homeOfficeCheck: maybe(flag),
    ...stamps,
  }),
  owners: 'everyone',
  filters: { collection: choice('collection') },
  search: { within: ['name'] },
  dates: [],
  sorts: same('name'),
  defaultSort: 'name asc',
  tools: { list: 'reference:masterQualifications' },
})

/** Small records that others name: loaded, never listed. */
const named = (type: string) => recordType({ type, record: record({ id: text, name: text }) })

export const regions = named('region')
export const sectors = named('sector')
export const activities = named('activity')

export const costCodes = recordType({
  type: 'costCode',
  record: record({ id: text, name: text, description: maybe(text) }),
})
