// §2.5, §4.8: what a worker spent or earned beside the hours of a timesheet.

import { agencyIds, choice, ids } from '../kernel/query/filter.ts'
import { collection, same } from '../kernel/resource/collection.ts'
import type { Derivation } from '../kernel/resource/record-type.ts'
import {
  fileLink,
  flag,
  instant,
  list,
  maybe,
  number,
  oneOf,
  personal,
  record,
  reference,
  text,
} from '../shape/shape.ts'
import type { StoredOf } from '../shape/stored.ts'
import type { StoredCompany } from './companies.ts'
import { costCode, pair, ref, stamps, userRef } from './shapes.ts'
import type { StoredTimesheet } from './timesheets.ts'

const Expense = record({
  id: text,
  worker: reference('worker', 'reference', 'name'),
  timesheet: maybe(pair('timesheet')),
  company: ref('company'),
  project: ref('project'),
  agency: ref('agency'),
  status: oneOf('pending', 'approved', 'rejected'),
  category: oneOf(
    'Accommodation',
    'Bonus',
    'Driving hours',
    'Flat rate hours',
    'Fuel',
    'Manager authorised hours',
    'Mileage',
    'On-call',
    'Other',
    'Out-of-hours callout',
    'Parking',
    'Plant',
    'Price work',
    'Training hours',
    'Vehicles',
  ),
  description: personal(maybe(text)),
  date: instant,
  value: number,
  hours: maybe(number),
  rate: maybe(record({ value: number, description: maybe(text) })),
  wra: maybe(record({ applicable: flag, dailyAmount: maybe(number), daysPaid: maybe(number) })),
  costCode: maybe(costCode),
  receipts: personal(list(record({ fileName: maybe(text), url: maybe(fileLink), created: maybe(instant) }))),
  noReceiptReason: personal(maybe(text)),
  createdBy: maybe(userRef),
  approvedBy: maybe(userRef),
  approvalDate: maybe(instant),
  invoice: maybe(pair('invoice')),
  afp: maybe(pair('afp')),
  ...stamps,
})

const ExpenseFacts = record({ timesheetEnd: maybe(instant), timesheet: maybe(text) })
type StoredExpense = StoredOf<typeof Expense, typeof ExpenseFacts>

/** The timesheet's end decides on which side of the company's cutoff an expense lies. */
const timesheetEnd: Derivation<StoredExpense, StoredTimesheet> = {
  type: 'timesheet',
  by: ['timesheet.id'],
  aspect: ({ record }) => record.end,
  apply({ facts }, timesheet) {
    delete facts.timesheetEnd
    if (timesheet) facts.timesheetEnd = timesheet.record.end
  },
}

const companyCutoff: Derivation<StoredExpense, StoredCompany> = {
  type: 'company',
  by: ['company.id'],
  aspect: company => company.facts.timesheetCutoff,
  apply({ record, facts }, company) {
    const cutoff = company?.facts.timesheetCutoff
    const end = facts.timesheetEnd
    delete facts.timesheet
    if (end !== undefined && (cutoff === undefined || end >= cutoff)) facts.timesheet = record.timesheet!.id
  },
}

export const expenses = collection({
  path: '/expenses',
  noun: 'expense',
  scope: 'read:expenses',
  record: Expense,
  facts: ExpenseFacts,
  owners: { company: 'company.id', agency: 'agency.id' },
  filters: {
    status: choice('status'),
    project: ids('project.id'),
    timesheet: ids('facts.timesheet', { repeats: true, reference: 'timesheet' }),
    worker: ids('worker.id'),
    agency: agencyIds('agency.id'),
    category: choice('category'),
  },
  search: { within: ['category', 'description'] },
  dates: ['date', 'createdAt', 'updatedAt', 'approvalDate'],
  sorts: same('createdAt', 'updatedAt', 'date', 'value', 'status', 'category'),
  defaultSort: 'createdAt desc',
  tools: { list: 'open_api_list_expenses', get: 'open_api_get_expense' },
  reading: {
    totals: {
      groups: [
        ...(['company', 'project', 'agency', 'worker', 'status', 'category'] as const),
        ...(['date', 'approvalDate', 'createdAt'] as const),
      ],
      sums: ['value', 'hours'],
    },
  },
  rules: {
    forbiddenTransitions: { approved: ['pending', 'rejected'], rejected: ['pending', 'approved'] },
  },
  derived: { derivations: [timesheetEnd, companyCutoff] },
})
