// §2.4, §4.3: hiring companies, and what is known of them that is never shown.
import { collection, part } from '../kernel/resource/collection.ts'
import {
  anything,
  derived,
  discreet,
  flag,
  instant,
  integer,
  list,
  mapOf,
  maybe,
  record,
  text,
} from '../shape/shape.ts'
import type { StoredOf } from '../shape/stored.ts'
import { stageRows } from './recruitment-metrics/kept-rows.ts'
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
  finance: discreet(
    maybe(
      record({
        vat: maybe(text),
        accountName: maybe(text),
        bankName: maybe(text),
        accountNumber: maybe(text),
        sortCode: maybe(text),
        paymentTerms: maybe(paymentTerms),
      }),
    ),
  ),
  projectCount: derived(integer),
  ...stamps,
  config: maybe(mapOf(anything)),
})

/** How a company tracks the stages of recruitment (§2.6). */
export const stageConfiguration = record({
  enabled: flag,
  order: maybe(list(text)),
  labels: maybe(mapOf(text)),
  excluded: maybe(list(text)),
  baseStages: maybe(mapOf(text)),
})

const CompanyFacts = record({
  stageTracking: maybe(stageConfiguration),
  timesheetCutoff: maybe(instant),
  msp: maybe(flag),
  features: maybe(mapOf(flag)),
})
export type StoredCompany = StoredOf<typeof Company, typeof CompanyFacts>

export const companies = collection({
  path: '/companies',
  noun: 'company',
  scope: 'read:companies',
  callers: 'company',
  record: Company,
  facts: CompanyFacts,
  owners: { company: 'id' },
  dates: ['createdAt'],
  sorts: { createdAt: 'createdAt' },
  defaultSort: 'createdAt desc',
  parts: { includeConfig: part('config') },
  tools: { get: 'open_api_get_company' },
  reading: { badId: 400 },
  derived: {
    keyOwner: {
      kind: 'company',
      prefix: 'prefix',
      features: { stageTracking: 'facts.stageTracking.enabled' },
    },
    counts: { projectCount: { type: 'project', by: 'company.id' } },
    children: [stageRows],
    columns: ['prefix', 'facts.stageTracking.enabled'],
  },
})
