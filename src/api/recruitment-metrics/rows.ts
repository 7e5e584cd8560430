// One submission's dates and day figures (§2.17). Pure: from the kept row and the company's stages to the answer.
import { builtInStages, stageLabel } from '../rules/stages.ts'
import { type Day, dayOf, daysBetween, daysToFill, shownDay } from './days.ts'

/** A submission as it is kept. */
export type SubmissionRow = {
  reference: string
  created_at: string
  reopened_at: string | null
  start_date: string | null
  date_accepted: string | null
  project: string
  trade: string
  supplier: string
  worker: string
  submitted_at: string | null
  rejected: boolean
  stage: string
  /** `stage date`, in the order they were made; the date may be missing. */
  entries: readonly string[]
}

/** What a company has set about a stage, in its order. */
export type StageSetting = {
  stage: string
  ordered: boolean
  label: string | null
  base: string | null
  excluded: boolean
}

export function metricRow(kept: SubmissionRow, settings: readonly StageSetting[]) {
  const dates = datesByStage(kept)
  const at = (stage: keyof typeof builtInStages): Day => dates.get(stage) ?? null
  const [created, reopened] = [dayOf(kept.created_at), dayOf(kept.reopened_at)]
  const submitted = at('submitted')
  return {
    reqRef: kept.reference,
    reqCreated: shownDay(created),
    reqReopened: shownDay(reopened),
    reqStart: shownDay(dayOf(kept.start_date)),
    project: kept.project,
    trade: kept.trade,
    supplier: kept.supplier,
    worker: kept.worker,
    ...Object.fromEntries(shownStages.map(stage => [stage, shownDay(at(stage))])),
    currentStage: kept.stage,
    currentStageLabel: stageLabel(kept.stage, labelsOf(settings)),
    cvRejected: kept.rejected ? 'Yes' : 'No',
    managerReviewDays: daysBetween(submitted, at('cvReviewed')),
    timeToInterviewDays: daysBetween(submitted, at('interviewed')),
    timeToOfferDays: daysBetween(submitted, at('offerMade')),
    // To the offer, or to the accepted response where no offer is recorded.
    timeToFillDays: daysToFill(created, reopened, at('offerMade') ?? dayOf(kept.date_accepted)),
    timeToOfferAcceptedDays: daysBetween(created, at('offerAccepted')),
    offerToStartDays: daysBetween(at('offerAccepted'), dayOf(kept.start_date)),
    requestToBookingDays: daysBetween(at('interviewRequested'), at('interviewBooked')),
    bookingToInterviewDays: daysBetween(at('interviewBooked'), at('interviewed')),
    timeToWithdrawalDays: daysBetween(submitted, at('withdrew')),
    hasWithdrawn: at('withdrew') !== null,
    stageDates: stageDates(kept, dates, settings),
  }
}

/** The stages with a field of their own, in the order of §2.17. */
export const shownStages = [
  'submitted',
  'cvReviewed',
  'interviewed',
  'offerMade',
  'offerAccepted',
  'offerRejected',
  'assigned',
  'missingCompliance',
  'interviewRequested',
  'interviewBooked',
  'withdrew',
] as const satisfies readonly (keyof typeof builtInStages)[]

export const stageOf = (entry: string) => entry.slice(0, entry.lastIndexOf(' '))

/** A stage's date is its first dated entry; one who was submitted without an entry has the submission's date. */
export function datesByStage({
  entries,
  submitted_at,
}: Pick<SubmissionRow, 'entries' | 'submitted_at'>): Map<string, Day> {
  const dates = new Map<string, Day>()
  for (const entry of entries) {
    const stage = stageOf(entry)
    const day = dayOf(entry.slice(stage.length + 1))
    if (day !== null && !dates.has(stage)) dates.set(stage, day)
  }
  if (!dates.has('submitted')) dates.set('submitted', dayOf(submitted_at))
  return dates
}

export const labelsOf = (settings: readonly StageSetting[]): Record<string, string> =>
  Object.fromEntries(settings.flatMap(({ stage, label }) => (label === null ? [] : [[stage, label]])))

/** Those that the company has put in an order, in that order. */
export const stageOrder = (settings: readonly StageSetting[]): string[] =>
  settings.filter(setting => setting.ordered).map(setting => setting.stage)

/** In the company's order, then the remaining built-in stages, then what only the history still knows. */
function stageDates(
  { entries }: SubmissionRow,
  dates: ReadonlyMap<string, Day>,
  settings: readonly StageSetting[],
) {
  const bySetting = new Map(settings.map(setting => [setting.stage, setting]))
  const labels = labelsOf(settings)
  const stages = new Set([...stageOrder(settings), ...Object.keys(builtInStages), ...entries.map(stageOf)])
  const submitted = dates.get('submitted') ?? null
  return [...stages].map(stage => {
    const setting = bySetting.get(stage)
    const base = setting?.base ?? 'submitted'
    const day = dates.get(stage) ?? null
    const elapsed = daysBetween(dates.get(base) ?? null, day)
    return {
      stage,
      label: stageLabel(stage, labels),
      enabled: setting ? !setting.excluded : Object.hasOwn(builtInStages, stage),
      at: shownDay(day),
      daysFromSubmitted: daysBetween(submitted, day),
      elapsedFromStage: base,
      elapsedFromStageLabel: stageLabel(base, labels),
      elapsedDays: elapsed !== null && elapsed >= 0 ? elapsed : null,
    }
  })
}
