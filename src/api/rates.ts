// §2.10, §4.21: rates. What is stored is before any markup; what is shown has the agency's added to it.

import { generic, nobody, orGeneric } from '../access/ownership.ts'
import { agencyIds, ids } from '../kernel/query/filter.ts'
import { collection, same } from '../kernel/resource/collection.ts'
import { list, maybe, number, oneOf, orNull, record, type TSchema, text } from '../shape/shape.ts'
import { addMarkup } from './markup.ts'
import { money, ref, stamps } from './shapes.ts'

const hourly = record({
  pay: number,
  emp: number,
  margin: number,
  charge: number,
  comparablePayRate: maybe(number),
})
const perType = <T extends TSchema>(value: T) =>
  record({ cis: orNull(value), paye: orNull(value), psc: orNull(value) })

export const Rate = record({
  id: text,
  region: maybe(ref('region')),
  sector: maybe(ref('sector')),
  project: orNull(ref('project')),
  agency: orNull(ref('agency')),
  trade: ref('trade'),
  company: ref('company'),
  rates: perType(hourly),
  dayRates: perType(hourly),
  pieceRates: list(
    record({
      id: text,
      code: text,
      name: text,
      unitLabel: text,
      unitLabelPlural: text,
      frequency: oneOf('daily', 'weekly'),
      values: perType(money),
    }),
  ),
  ...stamps,
})

export const rateOwners = {
  company: 'company.id',
  agency: orGeneric('facts.agency', 'facts.project'),
} as const

export const rates = collection({
  path: '/rates',
  noun: 'rate',
  scope: 'read:rates',
  record: Rate,
  facts: record({ agency: maybe(text), project: maybe(text) }),
  owners: rateOwners,
  filters: {
    trade: ids('trade.id'),
    project: ids('project.id'),
    agency: agencyIds('agency.id'),
    region: ids('region.id'),
    sector: ids('sector.id'),
  },
  dates: ['createdAt'],
  sorts: same('createdAt', 'updatedAt'),
  defaultSort: 'createdAt desc',
  tools: { list: 'open_api_list_rates', get: 'open_api_get_rate' },
  reading: { badId: 400, list: addMarkup, get: addMarkup },
  rules: {
    /** A generic rate is every linked agency's to see; another only its own agency's. */
    complete({ record, facts }) {
      facts.agency = meant(record.agency)
      facts.project = meant(record.project)
    },
  },
})

/** One that is only a name is not none: a rate of an agency that is gone is nobody's to see. */
const meant = (named: { id: string | null } | null) => (named ? (named.id ?? nobody) : generic)
