// §2.6, §4.9, §4.10: requests for workers, who answered them, and how far each worker has come.

import { many } from '../access/ownership.ts'
import { agencyIds, choice, ids } from '../kernel/query/filter.ts'
import { collection, ownedDate, part, same } from '../kernel/resource/collection.ts'
import type { Derivation, Named } from '../kernel/resource/record-type.ts'
import {
  flag,
  instant,
  integer,
  list,
  maybe,
  number,
  oneOf,
  orNull,
  ownAgencyOnly,
  personal,
  record,
  referenceWith,
  text,
} from '../shape/shape.ts'
import type { StoredOf } from '../shape/stored.ts'
import type { StoredCompany } from './companies.ts'
import { acceptedRows, submissionRows } from './recruitment-metrics/kept-rows.ts'
import { keepAnswers, unshowAnswers } from './saved-answers.ts'
import {
  customField,
  nameEmail,
  ref,
  stamps,
  submissionAnswer,
  submissionAnswers,
  userRef,
} from './shapes.ts'
import { setOrNot } from './shared-rules.ts'
import { checkStages, stageLabels } from './stages.ts'

const submission = record({
  worker: ref('worker'),
  submittedAt: orNull(instant),
  isRejected: flag,
  rejectionReason: personal(orNull(text)),
  submittedBy: maybe(userRef),
  assignedBy: maybe(userRef),
})

const response = referenceWith('agency', ['name'], {
  offered: integer,
  assigned: integer,
  dateReceived: orNull(instant),
  dateAccepted: orNull(instant),
  submissions: list(submission),
})

const stageTracking = record({
  worker: ref('worker'),
  agency: ref('agency'),
  submittedAt: maybe(instant),
  isRejected: flag,
  stage: text,
  stageLabel: maybe(text),
  history: list(
    record({
      stage: text,
      stageLabel: maybe(text),
      at: orNull(instant),
      byUserId: orNull(text),
      byName: maybe(text),
      comments: personal(maybe(text)),
    }),
  ),
})

const Requisition = record({
  id: text,
  reference: text,
  status: oneOf('raised', 'approved', 'filled', 'cancelled', 'rejected'),
  quantity: number,
  autoAssign: maybe(flag),
  requestor: maybe(nameEmail),
  approver: maybe(nameEmail),
  approvalStages: list(
    record({
      stage: integer,
      name: text,
      approved: flag,
      approvedAt: orNull(instant),
      approver: orNull(nameEmail),
    }),
  ),
  approvedDate: maybe(instant),
  company: ref('company'),
  project: ref('project'),
  region: maybe(ref('region')),
  sector: maybe(ref('sector')),
  site: maybe(ref('site')),
  trade: maybe(ref('trade')),
  activity: maybe(ref('activity')),
  agencies: ownAgencyOnly('id', list(response)),
  cancellation: maybe(record({ reason: maybe(text), date: orNull(instant), comments: maybe(text) })),
  customFields: maybe(list(customField)),
  startDate: maybe(instant),
  endDate: maybe(instant),
  submissionAnswers,
  ...stamps,
  stageTracking: maybe(ownAgencyOnly('agency.id', list(stageTracking))),
})

const RequisitionFacts = record({
  active: maybe(flag),
  refusal: maybe(record({ stage: integer, at: maybe(instant), by: maybe(text) })),
  reopenedAt: maybe(instant),
  costCodes: list(text),
  stages: maybe(list(stageTracking)),
  answers: personal(maybe(list(submissionAnswer))),
  agencies: list(text),
  submitted: list(text),
  open: maybe(flag),
})
export type StoredRequisition = StoredOf<typeof Requisition, typeof RequisitionFacts>

const stageNames: Derivation<StoredRequisition, StoredCompany> = {
  type: 'company',
  by: ['company.id'],
  aspect: company => company.facts.stageTracking,
  apply: stageLabels,
}

export const requisitions = collection({
  path: '/requisitions',
  noun: 'requisition',
  scope: 'read:requisitions',
  record: Requisition,
  facts: RequisitionFacts,
  owners: { company: 'company.id', agency: many('facts.agencies') },
  filters: {
    status: choice('status', {
      alias: { open: 'facts.open' },
      agency: ['open', 'approved', 'filled', 'cancelled'],
    }),
    project: ids('project.id'),
    site: ids('site.id'),
    costCode: ids('facts.costCodes'),
    trade: ids('trade.id'),
    agency: agencyIds('agencies.id'),
  },
  search: { within: ['reference'] },
  dates: {
    ...same('createdAt', 'updatedAt', 'approvedDate', 'startDate', 'endDate'),
    dateAccepted: ownedDate('agencies', 'id', 'dateAccepted'),
  },
  sorts: { ...same('createdAt', 'updatedAt', 'approvedDate'), reqRef: 'reference' },
  defaultSort: 'createdAt desc',
  parts: { includeStageTracking: part('stageTracking', { feature: 'stageTracking' }) },
  tools: { list: 'open_api_list_requisitions', get: 'open_api_get_requisition' },
  rules: {
    complete: settleRequisition,
    asLoaded: unsettleRequisition,
    forbiddenTransitions: {
      cancelled: ['raised', 'filled', 'rejected'],
      filled: ['raised', 'rejected'],
      approved: ['raised', 'rejected'],
    },
  },
  derived: {
    derivations: [stageNames],
    children: [submissionRows, acceptedRows],
    // Whom a submission opens a worker to (workers.ts).
    columns: ['agencies.submissions.worker.id', 'facts.submitted'],
  },
})

/** As it is stored, both are whole in facts; a refused one is raised. */
function unsettleRequisition({ record, facts }: StoredRequisition): void {
  if (record.status === 'rejected' && facts.refusal !== undefined) record.status = 'raised'
  delete record.stageTracking
  unshowAnswers({ record })
  for (const name of ['agencies', 'submitted', 'open']) Reflect.deleteProperty(facts, name)
}

/** A refused stage makes it rejected; what is raised or rejected is not the agencies' to see (§3). */
function settleRequisition({ record, facts }: StoredRequisition, named: Named): void {
  if (record.status === 'raised' && facts.refusal !== undefined) record.status = 'rejected'
  if (record.status !== 'cancelled') delete record.cancellation
  // Both may be given where they are shown; they are kept whole, and shown as their company has it.
  if (named.record.has('stageTracking') && !named.facts.has('stages'))
    setOrNot(facts, 'stages', record.stageTracking)
  delete record.stageTracking
  checkStages(facts)
  keepAnswers('requisition', { record, facts }, named)
  const hidden = record.status === 'raised' || record.status === 'rejected'
  const known = hidden ? [] : record.agencies.filter(({ id }) => id !== null)
  facts.agencies = known.flatMap(({ id }) => id ?? [])
  facts.submitted = known.flatMap(({ id, submissions }) =>
    submissions.flatMap(({ worker }) => (worker.id === null ? [] : [`${id} ${worker.id}`])),
  )
  const assigned = record.agencies.reduce((sum, response) => sum + response.assigned, 0)
  facts.open = record.status === 'approved' && facts.active !== false && assigned < record.quantity
}
