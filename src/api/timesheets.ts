// §2.8, §4.14, §4.15: what a worker did in a week, what it pays and what it is charged at.

import { collection, namedAsPath, part } from '../kernel/resource/collection.ts'
import { agencyIds, choice, ids } from '../record-types/filter.ts'
import type { ForbiddenTransition, NamedProperties } from '../record-types/rules.ts'
import { timesheetRechecks } from './billing-checks/rechecks.ts'
import { assignmentAnswers } from './rules/saved-answers.ts'
import { setOrNot } from './rules/set-or-not.ts'
import { supplierConnection } from './rules/supplier-type.ts'
import { loggedTimes, timesheetWarnings } from './rules/timesheet-warnings.ts'
import { type StoredTimesheet, Timesheet, TimesheetFacts, valuesByKindOfTime } from './shapes/timesheet.ts'

const invoiced: ForbiddenTransition = {
  to: 'cancelled',
  while: 'an invoice or AfP names it',
  named: ['invoice', 'afp'],
  hint: 'take it off the invoice first',
}

export const timesheets = collection({
  path: '/timesheets',
  noun: 'timesheet',
  scope: 'read:timesheets',
  record: Timesheet,
  facts: TimesheetFacts,
  owners: { company: 'company.id', agency: 'agency.id' },
  filters: {
    status: choice('status'),
    project: ids('project.id'),
    site: ids('site.id'),
    assignment: ids('assignment.id'),
    worker: ids('worker.id'),
    agency: agencyIds('agency.id'),
  },
  search: {
    exactly: 'reference',
    within: ['reference', 'worker.name', 'facts.worker.reference', 'agency.name'],
    through: { worker: ['worker.name', 'facts.worker.reference'], agency: ['agency.name'] },
    note: 'the reference of the worker is shown by GET /workers/{id}, and not here',
  },
  dates: ['createdAt', 'updatedAt', 'start', 'end', 'weekEnding', 'approvedDate'],
  sorts: {
    ...namedAsPath('createdAt', 'updatedAt', 'start', 'weekEnding', 'approvedDate'),
    timesheetRef: 'reference',
  },
  defaultSort: 'createdAt desc',
  parts: {
    includeTimelogs: part('timelogs', { asText: loggedTimes }),
    includeVersionHistory: part('versionHistory', { on: 'get', asText: [] }),
  },
  operations: { list: 'listTimesheets', get: 'getTimesheet', totals: 'getTimesheetTotals' },
  reading: {
    badId: 400,
    totals: {
      groups: [
        ...(['company', 'project', 'site', 'agency', 'worker', 'status', 'supplierType', 'payType'] as const),
        ...(['weekEnding', 'approvedDate', 'createdAt'] as const),
      ],
      sums: ['netHours', 'values.pay.total', 'values.charge.total', 'values.expense'],
      moreSums: valuesByKindOfTime,
      kept: ['company', 'agency', 'weekEnding', 'createdAt', 'project', 'site', 'status', 'supplierType'],
    },
  },
  rules: {
    complete: keepWhatWasGiven,
    asLoaded: giveBackRateTypes,
    warnings: timesheetWarnings,
    distinct: [{ code: 'SAME_REFERENCE', path: 'reference', among: ['company.id'] }],
    same: { agency: ['assignment'] },
    linked: ['company.id', 'agency.id'],
    forbiddenTransitions: {
      pending: [invoiced],
      pending_approval: [invoiced],
      approved: ['pending', 'absent', invoiced],
      absent: [invoiced],
      cancelled: ['pending', 'pending_approval', 'approved', 'absent'],
    },
  },
  derived: {
    derivations: [supplierConnection(showRateTypes), assignmentAnswers],
    rechecks: timesheetRechecks,
    // Workers over hours (§4.11).
    figures: [
      {
        owner: 'company.id',
        day: 'weekEnding',
        each: 'worker.id',
        by: 'agency.id',
        of: ['netHours', 'status', 'project.id'],
      },
    ],
  },
})

function keepWhatWasGiven({ record, facts }: StoredTimesheet, named: NamedProperties): void {
  // Its reference is copied when the worker is looked up.
  Object.assign(facts, { worker: { id: record.worker.id } })
  if (!named.facts.has('rateType')) setOrNot(facts, 'rateType', record.rateType)
  const types = record.pieceRateEntries.map(entry => entry.rateType)
  if (!named.facts.has('pieceRateTypes'))
    setOrNot(facts, 'pieceRateTypes', types.length > 0 ? types : undefined)
}

function giveBackRateTypes(stored: StoredTimesheet): void {
  rewriteRateTypes(stored, given => given)
}

/** Umbrella suppliers' rate types are shown without their prefix; the stored ones stay (§2.1). */
function showRateTypes(stored: StoredTimesheet, supplier: string): void {
  const prefix = supplier === 'umbrella' ? /^(Agency|Umbrella) / : ''
  rewriteRateTypes(stored, given => given.replace(prefix, ''))
}

function rewriteRateTypes({ record, facts }: StoredTimesheet, shown: (given: string) => string): void {
  if (facts.rateType !== undefined) record.rateType = shown(facts.rateType)
  for (const [index, entry] of record.pieceRateEntries.entries())
    entry.rateType = shown(facts.pieceRateTypes?.[index] ?? entry.rateType)
}
