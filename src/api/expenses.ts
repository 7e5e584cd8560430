// §2.5, §4.8: what a worker spent or earned beside the hours of a timesheet.

import { collection, namedAsPath } from '../kernel/resource/collection.ts'
import { agencyIds, choice, ids } from '../record-types/filter.ts'
import type { Derivation } from '../record-types/rules.ts'
import {
  amount,
  fileLink,
  flag,
  instant,
  list,
  longText,
  maybe,
  number,
  oneName,
  personal,
  record,
  reference,
  type Static,
  text,
  words,
} from '../shape/shape.ts'
import type { StoredOf } from '../shape/stored.ts'
import { expenseRechecks } from './billing-checks/rechecks.ts'
import { warnOfDay } from './rules/sum-and-hours-warnings.ts'
import type { StoredCompany } from './shapes/company.ts'
import type { StoredTimesheet } from './shapes/timesheet.ts'
import { costCode, recordId, ref, referenceRef, stamps, userRef } from './shapes.ts'

export const Expense = record({
  id: recordId,
  worker: [reference('worker', 'reference', 'name'), 'Who is paid for it.'],
  timesheet: [maybe(referenceRef('timesheet')), 'The week that it is claimed with.'],
  company: ref('company'),
  project: ref('project'),
  agency: ref('agency'),
  status: [
    words({
      pending: 'not decided yet',
      approved: 'the company has agreed to pay it',
      rejected: 'the company will not pay it',
    }),
    'Whether the company has agreed to pay it.',
  ],
  category: [
    oneName(
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
    'What it is for.',
  ],
  description: [personal(maybe(longText)), 'What the worker wrote about it.'],
  date: [instant, 'The day it arose on.'],
  value: [amount, 'Pounds claimed in all.'],
  hours: [maybe(number), 'For categories that are paid by the hour; absent when not recorded.'],
  rate: [
    maybe(
      record({
        value: [amount, 'Pounds for one.'],
        description: [maybe(longText), 'For one of what, such as a mile.'],
      }),
    ),
    'What one hour, mile or piece is paid at.',
  ],
  wra: [
    maybe(
      record({
        applicable: [flag, 'Whether the agreement applies.'],
        dailyAmount: [maybe(amount), 'Pounds a day.'],
        daysPaid: [maybe(number), 'How many days are paid.'],
      }),
    ),
    'Lodging allowance under the Working Rule Agreement.',
  ],
  costCode: maybe(costCode),
  receipts: [
    personal(
      list(
        record({
          fileName: [maybe(text), 'What it was called when it was uploaded.'],
          url: [maybe(fileLink), 'The picture or document.'],
          created: [maybe(instant), 'When it was uploaded.'],
        }),
      ),
    ),
    'What was uploaded as proof; empty when nothing was.',
  ],
  noReceiptReason: [personal(maybe(longText)), 'Why there is no proof; absent where there is.'],
  createdBy: [maybe(userRef), 'Who entered it.'],
  approvedBy: [maybe(userRef), 'Who agreed to it; absent before that.'],
  approvalDate: [maybe(instant), 'When it was agreed to; absent before that.'],
  invoice: [maybe(referenceRef('invoice')), 'The invoice that it is on; absent before it is invoiced.'],
  afp: [maybe(referenceRef('afp')), 'The application for payment that it is on; absent before that.'],
  ...stamps,
})
export type Expense = Static<typeof Expense>

const ExpenseFacts = record({
  timesheetEnd: [maybe(instant), 'Worked out: when the week of its timesheet ends.'],
  timesheet: [maybe(text), 'Worked out: the timesheet’s id, unless that lies before the company’s cutoff.'],
})
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
    timesheet: ids('facts.timesheet', {
      repeats: true,
      reference: 'timesheet',
      note: 'those before the company’s cutoff, which no answer shows, find nothing',
    }),
    worker: ids('worker.id'),
    agency: agencyIds('agency.id'),
    category: choice('category'),
  },
  search: { within: ['category', 'description'] },
  dates: ['date', 'createdAt', 'updatedAt', 'approvalDate'],
  sorts: namedAsPath('createdAt', 'updatedAt', 'date', 'value', 'status', 'category'),
  defaultSort: 'createdAt desc',
  operations: { list: 'listExpenses', get: 'getExpense', totals: 'getExpenseTotals' },
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
    warnings: ({ record }) => warnOfDay('record.hours', record.hours),
    same: { agency: ['timesheet'] },
    linked: ['company.id', 'agency.id'],
    forbiddenTransitions: { approved: ['pending', 'rejected'], rejected: ['pending', 'approved'] },
  },
  derived: { derivations: [timesheetEnd, companyCutoff], rechecks: expenseRechecks },
})
