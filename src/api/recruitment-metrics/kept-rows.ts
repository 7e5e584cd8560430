// What metrics need of requisitions and of companies' stages, kept in rows of its own by the writer (§2.17).

import { fold } from '../../formats/fold.ts'
import { child } from '../../kernel/resource/child.ts'
import type { ColumnValue } from '../../kernel/resource/columns.ts'
import type { Stored } from '../../shape/stored.ts'
import { dayOf, daysToFill } from './days.ts'

type Named = { id: string | null; name?: string }
type Entry = { stage: string; at: string | null }
type Tracked = { worker: Named; agency: Named; submittedAt: string | null; stage: string; history: Entry[] }
type Submitted = { worker: Named; submittedAt: string | null; isRejected: boolean }
type Response = Named & { dateAccepted: string | null; submissions: Submitted[] }
type Requisition = {
  reference: string
  createdAt: string
  approvedDate?: string
  startDate?: string
  company: Named
  project: Named
  trade?: Named
  agencies: Response[]
}

const requisitionOf = ({ record }: Stored) => record as unknown as Requisition
const reopenedAt = ({ facts }: Stored) => (facts.reopenedAt as string | undefined) ?? null

/** One for every worker submitted, tracked or not. Entries are `stage date`, in the order they were made. */
export const submissionRows = child({
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
  rows(stored) {
    const trackings = [...((stored.facts.stages ?? []) as Tracked[])]
    return requisitionOf(stored).agencies.flatMap(response =>
      response.submissions.map(submitted => ({
        ...ofRequisition(stored),
        ...ofResponse(response),
        ...ofSubmission(submitted, takeTracking(trackings, response, submitted)),
      })),
    )
  },
})

function ofRequisition(stored: Stored) {
  const { reference, createdAt, startDate, company, project, trade } = requisitionOf(stored)
  return {
    companyId: company.id,
    projectId: project.id,
    createdAt,
    referenceKey: fold(reference).slice(0, 200),
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

function ofSubmission({ worker, submittedAt, isRejected }: Submitted, tracked: Tracked | undefined) {
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
function takeTracking(trackings: Tracked[], response: Response, { worker }: Submitted): Tracked | undefined {
  const at = trackings.findIndex(
    one =>
      one.agency.id === response.id &&
      one.worker.id === worker.id &&
      (worker.id !== null || one.worker.name === worker.name),
  )
  return at < 0 ? undefined : trackings.splice(at, 1)[0]
}

/** One for every accepted response to an approved requisition: what has no approval date is not counted (§4.11). */
export const acceptedRows = child({
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
  rows(stored) {
    const { company, project, approvedDate, agencies } = requisitionOf(stored)
    return agencies.flatMap(({ id, dateAccepted }) => {
      const base = dayOf(approvedDate)
      if (base === null || dateAccepted === null) return []
      const days = daysToFill(base, dayOf(reopenedAt(stored)), dayOf(dateAccepted))
      return [{ companyId: company.id, projectId: project.id, agencyId: id, dateAccepted, days }]
    })
  },
})

type Configuration = {
  order?: string[]
  labels?: Record<string, string>
  excluded?: string[]
  baseStages?: Record<string, string>
}

/** One for every stage a company has set anything about; those in its order come first, in that order. */
export const stageRows = child({
  name: 'stage',
  figures: true,
  edition: 1,
  columns: { stage: 'text', ordered: 'flag', label: 'text', base: 'text', excluded: 'flag' },
  indexes: [],
  rows({ facts }) {
    const {
      order = [],
      labels = {},
      excluded = [],
      baseStages = {},
    } = (facts.stageTracking ?? {}) as Configuration
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
