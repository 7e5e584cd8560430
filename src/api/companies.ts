// §2.4: hiring companies, and what is known of them that is never shown.

import { viaLinks } from '../kernel/reach.ts'
import { recordType } from '../kernel/record-type.ts'
import { anything, flag, instant, integer, list, mapOf, maybe, record, text } from '../kernel/shape.ts'
import { address, paymentTerms, phone, stamps } from './shapes.ts'

export const Company = record({
  id: text,
  name: text,
  prefix: text,
  active: flag,
  companyNumber: maybe(text),
  industry: maybe(text),
  email: maybe(text),
  phone: maybe(phone),
  address: maybe(address),
  finance: maybe(
    record({
      vat: maybe(text),
      accountName: maybe(text),
      bankName: maybe(text),
      accountNumber: maybe(text),
      sortCode: maybe(text),
      paymentTerms: maybe(paymentTerms),
    }),
  ),
  projectCount: maybe(integer),
  config: maybe(mapOf(anything)),
  ...stamps,
})

/** How a company tracks the stages of recruitment (§2.6). */
const stageConfiguration = record({
  enabled: flag,
  order: maybe(list(text)),
  labels: maybe(mapOf(text)),
  excluded: maybe(list(text)),
  baseStages: maybe(mapOf(text)),
})

export const companies = recordType({
  type: 'company',
  record: Company,
  facts: record({
    stageTracking: maybe(stageConfiguration),
    timesheetCutoff: maybe(instant),
    msp: maybe(flag),
    features: maybe(mapOf(flag)),
  }),
  parts: ['config'],
  owners: { company: 'id', agency: viaLinks('id') },
  matched: ['prefix'],
})
