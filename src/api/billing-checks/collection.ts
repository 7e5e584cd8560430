// What does not fit between timesheets, invoices and what belongs to them: findings that are worked out here, for each side
// apart. docs/billing-checks.md says when there is one.
import { furtherScopes, many } from '../../access/ownership.ts'
import { collection, namedAsPath } from '../../kernel/resource/collection.ts'
import { agencyIds, choice, ids } from '../../record-types/filter.ts'
import { listMeta, period, selection } from './asking.ts'
import { billingCheckScopes, scopesOfCodes } from './codes.ts'
import { BillingCheck, billingCheckFacts } from './shape.ts'

export const billingChecks = collection({
  path: '/billing-checks',
  noun: 'billing check',
  type: 'billingCheck',
  scope: billingCheckScopes,
  record: BillingCheck,
  facts: billingCheckFacts,
  owners: {
    company: many('facts.companies', { most: 1 }),
    agency: 'facts.agency',
    linkedAt: 'company.id',
    needs: furtherScopes('code', scopesOfCodes),
  },
  filters: {
    code: choice('code'),
    severity: choice('severity'),
    side: choice('side'),
    project: ids('project.id'),
    agency: agencyIds('agency.id'),
    worker: ids('worker.id'),
    invoice: ids('invoices.id'),
    timesheet: ids('timesheets.id'),
  },
  dates: ['weekEnding'],
  sorts: { amount: 'atStake', ...namedAsPath('weekEnding', 'since') },
  defaultSort: 'amount desc',
  operations: { list: 'listBillingChecks', get: 'getBillingCheck', totals: 'getBillingCheckTotals' },
  reading: {
    totals: {
      groups: ['code', 'severity', 'side', 'company', 'agency', 'project', 'weekEnding'],
      sums: ['amount', 'atStake'],
    },
    selection,
    period,
    meta: listMeta,
  },
  derived: {
    computed: true,
    columns: ['facts.unit', 'facts.state', 'facts.countsFrom', 'facts.markedUntil', 'mark.state', 'atStake'],
  },
})
