// What metrics need of requisitions and of companies' stages, kept in rows of its own by the writer (§2.17).

import { foldedText } from '../../formats/fold.ts'
import { childRows } from '../../record-types/child.ts'
import type { ColumnValue } from '../../record-types/columns.ts'
import type { StoredCompany } from '../shapes/company.ts'
import type { StoredRequisition } from '../shapes/requisition.ts'
import { dayOf, daysToFill } from './days.ts'

type Response = StoredRequisition['record']['agencies'][number]
type SubmissionEntry = Response['submissions'][number]
type TrackedStages = NonNullable<StoredRequisition['facts']['stages']>[number]

const reopenedAt = ({ facts }: StoredRequisition) => facts.reopenedAt ?? null

/** One for every worker submitted, tracked or not. Entries are `stage date`, in the order they were made. */
export const submissionRows = childRows({
  name: 'submission',
  figures: true,
  edition: 1,
  columns: {
    companyId: 'text',
    projectId: 'text',
    agencyId: 'text',
    createdAt: 'instant',
    referenceKey: 'folded',
    reference: 'text',
    reopenedAt: 'instant',
    startDate: 'instant',
    dateAccepted: 'instant',
    project: 'text',
    trade: 'text',
    supplier: 'text',
    worker: 'text',
    submittedAt: 'instant',
    rejected: 'flag',
    stage: 'text',
    entries: 'texts',
    withdrew: 'flag',
  },
  indexes: [
    ['companyId', 'createdAt'],
    ['companyId', 'referenceKey'],
  ],
  rows(stored: StoredRequisition) {
    const trackings = [...(stored.facts.stages ?? [])]
    return stored.record.agencies.flatMap(response =>
      response.submissions.map(submitted => ({
        ...ofRequisition(stored),
        ...ofResponse(response),
        ...ofSubmission(submitted, takeTracking(trackings, response, submitted)),
      })),
    )
  },
})

function ofRequisition(stored: StoredRequisition) {
  const { reference, createdAt, startDate, company, project, trade } = stored.record
  return {
    companyId: company.id,
    projectId: project.id,
    createdAt,
    referenceKey: foldedText(reference).slice(0, 200),
    reference,
    reopenedAt: reopenedAt(stored),
    startDate: startDate ?? null,
    project: project.name ?? '',
    trade: trade?.name ?? '',
  }
}

const ofResponse = ({ id, name, dateAccepted }: Response) => ({
  agencyId: id,
  supplier: name ?? '',
  dateAccepted,
})

function ofSubmission(
  { worker, submittedAt, isRejected }: SubmissionEntry,
  tracked: TrackedStages | undefined,
) {
  const history = tracked?.history ?? []
  return {
    worker: worker.name ?? '',
    submittedAt: submittedAt ?? tracked?.submittedAt ?? null,
    rejected: isRejected,
    stage: history.at(-1)?.stage ?? tracked?.stage ?? 'submitted',
    entries: history.map(({ stage, at }): string => `${stage} ${at ?? ''}`),
    withdrew: history.some(({ stage, at }) => stage === 'withdrew' && at !== null),
  }
}

/** A worker submitted twice by the same agency is tracked twice, in the same order. */
function takeTracking(
  trackings: TrackedStages[],
  response: Response,
  { worker }: SubmissionEntry,
): TrackedStages | undefined {
  const at = trackings.findIndex(
    one =>
      one.agency.id === response.id &&
      one.worker.id === worker.id &&
      (worker.id !== null || one.worker.name === worker.name),
  )
  return at < 0 ? undefined : trackings.splice(at, 1)[0]
}

/** One for every agency that was asked, whether it accepted or not. */
export const responseRows = childRows({
  name: 'response',
  figures: true,
  edition: 1,
  columns: {
    companyId: 'text',
    projectId: 'text',
    agencyId: 'text',
    createdAt: 'instant',
    supplier: 'text',
    dateReceived: 'instant',
    dateAccepted: 'instant',
    offered: 'number',
    assigned: 'number',
  },
  indexes: [['companyId', 'createdAt']],
  rows({ record: { company, project, createdAt, agencies } }: StoredRequisition) {
    return agencies.map(response => ({
      companyId: company.id,
      projectId: project.id,
      createdAt,
      ...ofResponse(response),
      dateReceived: response.dateReceived,
      offered: response.offered,
      assigned: response.assigned,
    }))
  },
})

/** One for every accepted response to an approved requisition: what has no approval date is not counted (§4.11). */
export const acceptedRows = childRows({
  name: 'accepted',
  figures: true,
  edition: 1,
  columns: {
    companyId: 'text',
    projectId: 'text',
    agencyId: 'text',
    dateAccepted: 'instant',
    days: 'number',
  },
  indexes: [['companyId', 'dateAccepted']],
  rows(stored: StoredRequisition) {
    const { company, project, approvedDate, agencies } = stored.record
    return agencies.flatMap(({ id, dateAccepted }) => {
      const base = dayOf(approvedDate)
      if (base === null || dateAccepted === null) return []
      const days = daysToFill(base, dayOf(reopenedAt(stored)), dayOf(dateAccepted))
      return [{ companyId: company.id, projectId: project.id, agencyId: id, dateAccepted, days }]
    })
  },
})

/** One for every stage a company has set anything about; those in its order come first, in that order. */
export const stageRows = childRows({
  name: 'stage',
  figures: true,
  edition: 1,
  columns: { stage: 'text', ordered: 'flag', label: 'text', base: 'text', excluded: 'flag' },
  indexes: [],
  rows({ facts }: StoredCompany) {
    const { order = [], labels = {}, excluded = [], baseStages = {} } = facts.stageTracking ?? {}
    const stages = new Set([...order, ...Object.keys(labels), ...excluded, ...Object.keys(baseStages)])
    return [...stages].map(
      (stage): Record<'stage' | 'ordered' | 'label' | 'base' | 'excluded', ColumnValue> => ({
        stage,
        ordered: order.includes(stage),
        label: labels[stage] ?? null,
        base: baseStages[stage] ?? null,
        excluded: excluded.includes(stage),
      }),
    )
  },
})
