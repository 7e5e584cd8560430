// Findings of the billing checks: worked out here from timesheets, invoices and what belongs to them, for each side apart.
import { many } from '../../access/ownership.ts'
import { recordType } from '../../record-types/record-type.ts'
import { BillingCheck, billingCheckFacts } from './shape.ts'

export const billingChecks = {
  stored: recordType(
    {
      type: 'billingCheck',
      record: BillingCheck,
      facts: billingCheckFacts,
      owners: {
        company: many('facts.companies', { most: 1 }),
        agency: 'facts.agency',
        linkedAt: 'company.id',
      },
      sorts: { amount: 'atStake', weekEnding: 'weekEnding', since: 'since' },
      defaultSort: 'amount desc',
      derived: {
        computed: true,
        columns: [
          'facts.unit',
          'facts.state',
          'facts.countsFrom',
          'facts.markedUntil',
          'mark.state',
          'atStake',
        ],
      },
    },
    true,
  ),
}
