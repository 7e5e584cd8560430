// §2.6, §4.9, §4.10: requests for workers, who answered them, and how far each worker has come.

import { many } from '../access/ownership.ts'
import { collection, namedAsPath, ownedDate, part } from '../kernel/resource/collection.ts'
import { agencyIds, choice, ids } from '../record-types/filter.ts'
import type { Derivation, NamedProperties } from '../record-types/rules.ts'
import { acceptedRows, responseRows, submissionRows } from './recruitment-metrics/kept-rows.ts'
import { keepAnswers, unshowAnswers } from './rules/saved-answers.ts'
import { setOrNot } from './rules/set-or-not.ts'
import { checkStages, stageLabels } from './rules/stages.ts'
import type { StoredCompany } from './shapes/company.ts'
import { Requisition, RequisitionFacts, type StoredRequisition } from './shapes/requisition.ts'

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
      meanings: { open: 'approved, short of workers, and not switched off, which no answer shows' },
      agency: ['open', 'approved', 'filled', 'cancelled'],
    }),
    project: ids('project.id'),
    site: ids('site.id'),
    costCode: ids('facts.costCodes', { note: 'no answer shows those of a requisition' }),
    trade: ids('trade.id'),
    agency: agencyIds('agencies.id'),
  },
  search: { within: ['reference'] },
  dates: {
    ...namedAsPath('createdAt', 'updatedAt', 'approvedDate', 'startDate', 'endDate'),
    dateAccepted: ownedDate('agencies', 'id', 'dateAccepted'),
  },
  sorts: { ...namedAsPath('createdAt', 'updatedAt', 'approvedDate'), reqRef: 'reference' },
  defaultSort: 'createdAt desc',
  parts: { includeStageTracking: part('stageTracking', { feature: 'stageTracking' }) },
  operations: { list: 'listRequisitions', get: 'getRequisition' },
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
    children: [submissionRows, responseRows, acceptedRows],
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
function settleRequisition({ record, facts }: StoredRequisition, named: NamedProperties): void {
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
