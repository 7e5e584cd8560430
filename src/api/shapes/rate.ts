// §2.10: a rate.

import { amount, list, maybe, orNull, record, type Static, type TSchema, text } from '../../shape/shape.ts'
import { frequency, itemId, money, moneyParts, recordId, ref, stamps } from '../shapes.ts'

const hourly = record({
  ...moneyParts,
  comparablePayRate: [maybe(amount), 'What the company’s own staff get for the same work, in pounds.'],
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
export type Rate = Static<typeof Rate>
