// Who may be on site on a day, and until when: worked out here for each assignment, for its company and its agency apart.
// docs/clearances.md has the rules.
import { many } from '../../access/ownership.ts'
import { collection } from '../../kernel/resource/collection.ts'
import { agencyIds, ids } from '../../record-types/filter.ts'
import { listMeta, stretches } from './asking.ts'
import { Clearance, clearanceFacts } from './shape.ts'
import { clearanceScopes } from './words.ts'

export const clearances = collection({
  path: '/clearances',
  noun: 'clearance',
  scope: clearanceScopes,
  record: Clearance,
  facts: clearanceFacts,
  owners: {
    company: many('facts.companies', { most: 1 }),
    agency: 'facts.agency',
    linkedAt: 'company.id',
  },
  filters: {
    project: ids('project.id'),
    site: ids('site.id'),
    trade: ids('trade.id'),
    agency: agencyIds('agency.id'),
    worker: ids('worker.id'),
  },
  dates: [],
  sorts: { until: 'until', worker: 'worker.name', site: 'site.name' },
  defaultSort: 'until asc',
  operations: { list: 'listClearances', totals: 'getClearanceTotals' },
  reading: {
    totals: { groups: ['state', 'site', 'trade', 'agency'], sums: [] },
    stretches,
    meta: listMeta,
  },
  derived: { computed: true, columns: ['assignment.id'] },
})
