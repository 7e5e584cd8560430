// §2.10, §4.21: rates. What is stored is before any markup; what is shown has the agency's added to it.

import { nobody, noParticularAgency, orGeneric } from '../access/ownership.ts'
import { collection, namedAsPath } from '../kernel/resource/collection.ts'
import { agencyIds, ids } from '../record-types/filter.ts'
import { maybe, record, text } from '../shape/shape.ts'
import { rateRechecks } from './billing-checks/rechecks.ts'
import { addMarkup } from './rules/markup.ts'
import { Rate } from './shapes/rate.ts'

export const rateOwners = {
  company: 'company.id',
  agency: orGeneric('facts.agency', 'facts.project'),
} as const

export const rates = collection({
  path: '/rates',
  noun: 'rate',
  scope: 'read:rates',
  record: Rate,
  facts: record({
    agency: [maybe(text), 'Worked out: the agency that may see it, or that any may.'],
    project: [maybe(text), 'Worked out: the project it is confined to, or that it is not.'],
  }),
  owners: rateOwners,
  filters: {
    trade: ids('trade.id'),
    project: ids('project.id'),
    agency: agencyIds('agency.id'),
    region: ids('region.id'),
    sector: ids('sector.id'),
  },
  dates: ['createdAt'],
  sorts: namedAsPath('createdAt', 'updatedAt'),
  defaultSort: 'createdAt desc',
  operations: { list: 'listRates', get: 'getRate' },
  reading: { badId: 400, list: addMarkup, get: addMarkup },
  derived: { rechecks: rateRechecks },
  rules: {
    /** A generic rate is shown to every linked agency, any other to its own agency alone. */
    complete({ record, facts }) {
      facts.agency = meant(record.agency)
      facts.project = meant(record.project)
    },
  },
})

/** An agency that is only a name still counts: a rate of an agency that is gone is shown to nobody. */
const meant = (named: { id: string | null } | null) => (named ? (named.id ?? nobody) : noParticularAgency)
