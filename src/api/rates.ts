// §2.10, §4.21: rates. What is stored is before any markup; what is shown has the agency's added to it.

import { generic, nobody, orGeneric } from '../access/ownership.ts'
import { collection, same } from '../kernel/resource/collection.ts'
import { agencyIds, ids } from '../record-types/filter.ts'
import { list, maybe, number, orNull, record, type TSchema, text } from '../shape/shape.ts'
import { addMarkup } from './rules/markup.ts'
import { frequency, itemId, money, moneyParts, recordId, ref, stamps } from './shapes.ts'

const hourly = record({
  ...moneyParts,
  comparablePayRate: [maybe(number), 'What the company’s own staff get for the same work, in pounds.'],
})
const perType = <T extends TSchema>(value: T) =>
  record({
    cis: [orNull(value), 'For the self-employed in the Construction Industry Scheme; null when not agreed.'],
    paye: [orNull(value), 'For workers on the payroll; null when not agreed.'],
    psc: [orNull(value), 'For workers with a company of their own; null when not agreed.'],
  })

export const Rate = record({
  id: recordId,
  region: maybe(ref('region')),
  sector: maybe(ref('sector')),
  project: [orNull(ref('project')), 'The only project it holds for; null for any.'],
  agency: [orNull(ref('agency')), 'The only agency it holds for; null for any.'],
  trade: ref('trade'),
  company: ref('company'),
  rates: [perType(hourly), 'Pounds an hour; an agency’s own have its markup in margin and charge.'],
  dayRates: [perType(hourly), 'Pounds a day; an agency’s own have its markup in margin and charge.'],
  pieceRates: [
    list(
      record({
        id: itemId,
        code: [text, 'The short code of the kind of work.'],
        name: [text, 'The kind of work, such as Boarding.'],
        unitLabel: [text, 'What is counted, for one, such as square metre.'],
        unitLabelPlural: [text, 'What is counted, for several.'],
        frequency,
        values: [perType(money), 'Pounds for one unit.'],
      }),
    ),
    'What work is paid by the piece; empty when none is.',
  ],
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
