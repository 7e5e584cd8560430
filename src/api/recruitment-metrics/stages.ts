// How far submissions got and how suppliers answered, as figures. Pure: from kept rows to what is shown.
import { byCodePoints } from '../../formats/fold.ts'
import { builtInStages, stageLabel } from '../rules/stages.ts'
import { type Day, dayOf, daysBetween } from './days.ts'
import { quantile, twoDecimals } from './quantiles.ts'
import { datesByStage, labelsOf, type StageSetting, type SubmissionRow, stageOf, stageOrder } from './rows.ts'

/** Ways to leave, and not steps on the way. */
const exits: readonly string[] = [
  'withdrew',
  'offerRejected',
  'missingCompliance',
] satisfies (keyof typeof builtInStages)[]

export type TrackedRow = Pick<SubmissionRow, 'submitted_at' | 'rejected' | 'stage' | 'entries'>

/** What counts of one submission. */
type Progress = {
  dates: ReadonlyMap<string, Day>
  last: string
  exit: string | undefined
  everWithdrew: boolean
}

function progressOf(row: TrackedRow): Progress {
  const dates = datesByStage(row)
  const steps = [...row.entries.map(stageOf), row.stage].filter(stage => !exits.includes(stage))
  const left = exits.includes(row.stage) ? row.stage : undefined
  return {
    dates,
    last: steps.at(-1) ?? 'submitted',
    exit: left ?? (row.rejected ? 'rejected' : undefined),
    everWithdrew: (dates.get('withdrew') ?? null) !== null,
  }
}

const has = ({ dates, last }: Progress, stage: string) =>
  last === stage || (dates.get(stage) ?? null) !== null

/** The steps that somebody reached: in the order of the companies, one after another, and each once. */
function stepsOf(all: readonly Progress[], settings: ReadonlyMap<string, readonly StageSetting[]>) {
  const reached = new Set(all.flatMap(({ dates, last }) => [last, ...dates.keys()]))
  const ordered = [...settings.values()].flatMap(each => stageOrder(each))
  const labels = Object.assign({}, ...[...settings.values()].toReversed().map(labelsOf))
  return [...new Set([...ordered, ...Object.keys(builtInStages), ...reached])]
    .filter(stage => !exits.includes(stage) && all.some(one => has(one, stage)))
    .map(stage => ({ stage, label: stageLabel(stage, labels) }))
}

const median = (values: readonly number[]): number | null =>
  values.length === 0
    ? null
    : twoDecimals(
        quantile(
          values.toSorted((a, b) => a - b),
          0.5,
        ),
      )

const percent = (part: number, whole: number) => (whole === 0 ? 0 : twoDecimals(part * 100, whole))

/** A stage with the one before it and those after it. */
type Step = { stage: string; before: string | undefined; later: readonly string[] }

const leftFrom =
  (exit: string) =>
  (one: Progress, { stage }: Step) =>
    one.last === stage && one.exit === exit

/** Whom each number of a stage counts. */
const ofStage = {
  reached: (one: Progress, { stage }: Step) => has(one, stage),
  passed: (one: Progress, { stage, later }: Step) => !has(one, stage) && later.some(step => has(one, step)),
  here: (one: Progress, { stage }: Step) => one.last === stage && one.exit === undefined,
  left: (one: Progress, { stage }: Step) => one.last === stage && one.exit !== undefined,
  withdrew: leftFrom('withdrew'),
  rejected: leftFrom('rejected'),
  offerRejected: leftFrom('offerRejected'),
  missingCompliance: leftFrom('missingCompliance'),
  medianOf: (one: Progress, { stage, before }: Step) => daysFrom(one, before, stage).length > 0,
}

/** Whom each number of the summary counts. */
const ofAll = {
  submissions: (_: Progress) => true,
  here: ({ exit }: Progress) => exit === undefined,
  left: ({ exit }: Progress) => exit !== undefined,
  withdrawn: ({ exit }: Progress) => exit === 'withdrew',
  cameBack: ({ everWithdrew, exit }: Progress) => everWithdrew && exit !== 'withdrew',
}

export const stageNumbers = Object.keys(ofStage) as (keyof typeof ofStage)[]
export const summaryNumbers = Object.keys(ofAll) as (keyof typeof ofAll)[]

const stepAt = (names: readonly string[], at: number): Step => ({
  stage: names[at]!,
  before: names[at - 1],
  later: names.slice(at + 1),
})

export function stageFigures(
  rows: readonly TrackedRow[],
  settings: ReadonlyMap<string, readonly StageSetting[]>,
) {
  const all = rows.map(progressOf)
  const steps = stepsOf(all, settings)
  const names = steps.map(({ stage }) => stage)
  const stages = steps.map(({ stage, label }, at) => {
    const step = stepAt(names, at)
    const count = (name: keyof typeof ofStage) => all.filter(one => ofStage[name](one, step)).length
    return {
      stage,
      label,
      reached: count('reached'),
      reachedPercent: percent(count('reached'), all.length),
      passed: count('passed'),
      here: count('here'),
      left: count('left'),
      leftBy: {
        withdrew: count('withdrew'),
        rejected: count('rejected'),
        offerRejected: count('offerRejected'),
        missingCompliance: count('missingCompliance'),
      },
      medianDays: median(all.flatMap(one => daysFrom(one, step.before, stage))),
      medianOf: count('medianOf'),
    }
  })
  return { stages, summary: summaryOf(all) }
}

function summaryOf(all: readonly Progress[]) {
  const those = (name: keyof typeof ofAll) => all.filter(ofAll[name])
  const withdrawn = those('withdrawn')
  return {
    submissions: all.length,
    here: those('here').length,
    left: those('left').length,
    withdrawn: withdrawn.length,
    withdrawnPercent: percent(withdrawn.length, all.length),
    cameBack: those('cameBack').length,
    medianDaysToWithdrawal: median(withdrawn.flatMap(one => daysFrom(one, 'submitted', 'withdrew'))),
  }
}

/** The rows that a number counts, of a stage or of them all, each with its date there and its days from the stage
 * before; and what the stage is called. */
export function countedSubmissions<T extends TrackedRow>(
  rows: readonly T[],
  settings: ReadonlyMap<string, readonly StageSetting[]>,
  counted: { name: string; stage?: string | undefined },
) {
  const all = rows.map(row => ({ row, progress: progressOf(row) }))
  const steps = stepsOf(
    all.map(({ progress }) => progress),
    settings,
  )
  const at = steps.findIndex(({ stage }) => stage === counted.stage)
  const step = stepAt(
    steps.map(({ stage }) => stage),
    at,
  )
  const isCounted = (one: Progress) =>
    counted.stage === undefined
      ? ofAll[counted.name as keyof typeof ofAll](one)
      : at >= 0 && ofStage[counted.name as keyof typeof ofStage](one, step)
  return {
    label: steps[at]?.label,
    found: all
      .filter(({ progress }) => isCounted(progress))
      .map(({ row, progress }) => ({
        row,
        day: progress.dates.get(counted.stage ?? 'submitted') ?? null,
        days: at < 0 ? null : (daysFrom(progress, step.before, step.stage)[0] ?? null),
      })),
  }
}

/** Where both are dated, and in this order. */
function daysFrom({ dates }: Progress, from: string | undefined, to: string): number[] {
  const days = from === undefined ? null : daysBetween(dates.get(from) ?? null, dates.get(to) ?? null)
  return days !== null && days >= 0 ? [days] : []
}

export type ResponseRow = {
  agency_id: string | null
  supplier: string
  date_received: string | null
  date_accepted: string | null
  offered: number
  assigned: number
}

/** What responses are put together by: the agency, or its name where only that is known. */
export const supplierOf = ({ agency_id, supplier }: Pick<ResponseRow, 'agency_id' | 'supplier'>) =>
  agency_id ?? supplier

export const daysToAccept = ({ date_received, date_accepted }: ResponseRow) =>
  daysBetween(dayOf(date_received), dayOf(date_accepted))

/** Those asked most often come first. */
export function supplierResponses(rows: readonly ResponseRow[]) {
  return [...Map.groupBy(rows, supplierOf).values()]
    .map(of => {
      const accepted = of.filter(({ date_accepted }) => date_accepted !== null)
      const days = accepted.flatMap(row => daysToAccept(row) ?? [])
      const sum = (name: 'offered' | 'assigned') => of.reduce((total, row) => total + row[name], 0)
      return {
        agencyId: of[0]!.agency_id,
        supplier: of[0]!.supplier,
        asked: of.length,
        accepted: accepted.length,
        acceptedPercent: percent(accepted.length, of.length),
        offered: sum('offered'),
        assigned: sum('assigned'),
        medianDays: median(days),
        medianOf: days.length,
      }
    })
    .toSorted((a, b) => b.asked - a.asked || byCodePoints(a.supplier, b.supplier))
}
