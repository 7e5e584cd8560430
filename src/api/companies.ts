// §2.4, §4.3: hiring companies, and what is known of them that is never shown.
import { collection, part } from '../kernel/resource/collection.ts'
import { stageRows } from './recruitment-metrics/kept-rows.ts'
import { Company, CompanyFacts } from './shapes/company.ts'

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
  operations: { get: 'getCompany' },
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
