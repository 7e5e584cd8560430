// §2.6: the stages of recruitment. Identifiers are stable; labels are the hiring company's.

import { InvalidValue } from '../../shape/invalid-value.ts'
import { sentence } from '../../shape/sentence.ts'
import type { StoredCompany } from '../shapes/company.ts'
import type { StoredRequisition } from '../shapes/requisition.ts'

/** The stages every company has, in their usual order. */
export const builtInStages = {
  submitted: 'Submitted',
  cvReviewed: 'CV reviewed',
  interviewRequested: 'Interview requested',
  interviewBooked: 'Interview booked',
  interviewed: 'Interviewed',
  offerMade: 'Offer made',
  offerAccepted: 'Offer accepted',
  offerRejected: 'Offer rejected',
  assigned: 'Assigned',
  missingCompliance: 'Missing compliance',
  withdrew: 'Withdrew',
} as const

const usual: Readonly<Record<string, string>> = builtInStages

export const stageLabel = (stage: string, labels: Record<string, string> = {}): string =>
  labels[stage] ?? usual[stage] ?? stage

/** Shows the tracking of a company that has it switched on, under that company's names; where there is none yet, an empty
 * list, as an agency has it of which there is none. */
export function stageLabels({ record, facts }: StoredRequisition, company: StoredCompany | undefined): void {
  const configuration = company?.facts.stageTracking
  delete record.stageTracking
  if (!configuration?.enabled) return
  const named = <T extends { stage: string }>(entry: T) => ({
    ...entry,
    stageLabel: stageLabel(entry.stage, configuration.labels),
  })
  // Workers and agencies have their names filled in, here and in the facts each by itself.
  record.stageTracking = (facts.stages ?? []).map(tracked => ({
    ...named(tracked),
    worker: { ...tracked.worker },
    agency: { ...tracked.agency },
    history: tracked.history.map(named),
  }))
}

/** Stages are those that every company has, or a company's own (§2.6). */
export function checkStages({ stages = [] }: StoredRequisition['facts']): void {
  const strange = stages
    .flatMap(({ stage, history }) => [stage, ...history.map(entry => entry.stage)])
    .find(stage => !Object.hasOwn(builtInStages, stage) && !stage.startsWith('custom_'))
  if (strange === undefined) return
  throw new InvalidValue(
    'facts.stages',
    sentence`"${strange.slice(0, 60)}" is not a stage`,
    `use ${Object.keys(builtInStages).join(', ')}, or one that begins with custom_`,
  )
}
