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
import type { Stored } from '../shape/stored.ts'
import { costCode, pair, ref, stamps, userRef } from './shapes.ts'

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

/** The timesheet's end decides on which side of the company's cutoff an expense lies. */
const timesheetEnd: Derivation = {
  type: 'timesheet',
  by: ['timesheet.id'],
  aspect: ({ record }) => record.end,
  apply({ facts }, timesheet) {
    delete facts.timesheetEnd
    if (timesheet) facts.timesheetEnd = timesheet.record.end
  },
}

const companyCutoff: Derivation = {
  type: 'company',
  by: ['company.id'],
  aspect: company => company.facts.timesheetCutoff,
  apply({ record, facts }: Stored, company) {
    const cutoff = company?.facts.timesheetCutoff as string | undefined
    const end = facts.timesheetEnd as string | undefined
    delete facts.timesheet
    if (end !== undefined && (cutoff === undefined || end >= cutoff)) {
      facts.timesheet = (record.timesheet as { id: string }).id
    }
  },
}

export const expenses = collection({
  path: '/expenses',
  noun: 'expense',
  scope: 'read:expenses',
  record: Expense,
  facts: record({
    timesheetEnd: maybe(instant),
    timesheet: maybe(text),
  }),
  owners: { company: 'company.id', agency: 'agency.id' },
  filters: {
    status: choice('status'),
    project: ids('project.id'),
    timesheet: ids('facts.timesheet', { repeats: true, reference: 'timesheet' }),
    worker: ids('worker.id'),
    agency: agencyIds('agency.id'),
    category: choice('category'),
  },
  keep: ['timesheet.id'],
  search: { within: ['category', 'description'] },
  dates: ['date', 'createdAt', 'updatedAt', 'approvalDate'],
  sorts: same('createdAt', 'updatedAt', 'date', 'value', 'status', 'category'),
  defaultSort: 'createdAt desc',
  derivations: [timesheetEnd, companyCutoff],
  forbiddenTransitions: { approved: ['pending', 'rejected'], rejected: ['pending', 'approved'] },
  tools: { list: 'open_api_list_expenses', get: 'open_api_get_expense' },
})
