// Small records that others name: regions, sectors, activities, users, trades' masters. Loaded, never listed.
import { recordType } from '../kernel/record-type.ts'
import { flag, list, maybe, record, text } from '../kernel/shape.ts'

const named = (type: string) => recordType({ type, record: record({ id: text, name: text }) })

export const regions = named('region')
export const sectors = named('sector')
export const activities = named('activity')
export const masterTrades = named('masterTrade')

export const costCodes = recordType({
  type: 'costCode',
  record: record({ id: text, name: text, description: maybe(text) }),
})

export const users = recordType({
  type: 'user',
  record: record({
    id: text,
    name: text,
    email: maybe(text),
    jobTitle: maybe(text),
    inactive: maybe(flag),
    companies: maybe(list(text)),
  }),
})
