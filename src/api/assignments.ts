// §2.11: a worker placed with a company. The answers saved with an assignment are the snapshot that its
// timesheets show too.

import { collection, factDate, getOnly, namedAsPath } from '../kernel/resource/collection.ts'
import { agencyIds, choice, ids } from '../record-types/filter.ts'
import { assignmentRechecks } from './billing-checks/rechecks.ts'
import { assignmentClearanceRechecks } from './clearances/rechecks.ts'
import { countFullWeeks, forgetOwnersOfNamed, sameEnd, settleAssignment } from './rules/assignments.ts'
import { unshowAnswers } from './rules/saved-answers.ts'
import { supplierConnection } from './rules/supplier-type.ts'
import { warnOfBlocks } from './rules/uplifts.ts'
import { Assignment, AssignmentFacts } from './shapes/assignment.ts'

export const assignments = collection({
  path: '/assignments',
  noun: 'assignment',
  scope: 'read:assignments',
  record: Assignment,
  facts: AssignmentFacts,
  owners: { company: 'company.id', agency: 'agency.id' },
  filters: {
    status: choice('status'),
    project: ids('project.id', { repeats: true }),
    site: ids('site.id', { repeats: true }),
    trade: ids('trade.id', { repeats: true }),
    worker: ids('worker.id', { repeats: true }),
    agency: agencyIds('agency.id', { repeats: true }),
    requisition: ids('requisition.id', { repeats: true }),
  },
  search: {
    within: ['reference', 'worker.name', 'worker.reference', 'agency.name'],
    through: { worker: ['worker.name', 'worker.reference'], agency: ['agency.name'] },
  },
  dates: {
    ...namedAsPath('createdAt', 'updatedAt', 'startDate', 'endDate', 'completedDate'),
    approvedDate: factDate(
      'facts.approvedDate',
      'when the placement was approved, which no answer shows; confirmationDate where that is not recorded',
      'confirmationDate',
    ),
  },
  sorts: { ...namedAsPath('createdAt', 'updatedAt', 'startDate', 'endDate'), assignmentRef: 'reference' },
  defaultSort: 'createdAt desc',
  parts: getOnly(
    'workActivity',
    'rateOverrides',
    'workerDistanceToSite',
    'workerLodgeDistanceToSite',
    'weeksElapsed',
  ),
  operations: { list: 'listAssignments', get: 'getAssignment', totals: 'getAssignmentTotals' },
  reading: {
    get: countFullWeeks,
    totals: {
      groups: [
        ...(['company', 'project', 'site', 'trade', 'agency', 'worker'] as const),
        ...(['status', 'payType', 'rateType', 'supplierType'] as const),
        ...(['startDate', 'endDate', 'completedDate', 'createdAt'] as const),
      ],
    },
  },
  rules: {
    complete: settleAssignment,
    warnings: warnOfBlocks,
    linked: ['company.id', 'agency.id'],
    asLoaded: unshowAnswers,
    upgrade: forgetOwnersOfNamed,
    forbiddenTransitions: {
      completed: ['pending', 'cancelled', ...sameEnd('confirmed', 'ended')],
      ended: ['completed', 'cancelled'],
      cancelled: ['completed', 'ended'],
    },
  },
  derived: {
    derivations: [supplierConnection()],
    rechecks: change => [...assignmentRechecks(change), ...assignmentClearanceRechecks(change)],
  },
})
