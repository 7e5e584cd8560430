// How far submissions got and how suppliers answered, as figures. Pure: from kept rows to what is shown.
import { builtInStages, stageLabel } from '../rules/stages.ts'
import { type Day, dayOf, daysBetween } from './days.ts'
import { quantile, rounded } from './quantiles.ts'
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
    : rounded(
        quantile(
          values.toSorted((a, b) => a - b),
          0.5,
        ),
      )

const percent = (part: number, whole: number) => (whole === 0 ? 0 : rounded(part * 100, whole))

export function stageFigures(
  rows: readonly TrackedRow[],
  settings: ReadonlyMap<string, readonly StageSetting[]>,
) {
  const all = rows.map(progressOf)
  const steps = stepsOf(all, settings)
  const names = steps.map(({ stage }) => stage)
  const stages = steps.map(({ stage, label }, at) => {
    const reached = all.filter(one => has(one, stage))
    const later = names.slice(at + 1)
    const last = all.filter(one => one.last === stage)
    const days = at === 0 ? [] : reached.flatMap(one => daysFrom(one, names[at - 1]!, stage))
    const leftBy = Object.fromEntries(
      ['rejected', ...exits].map(exit => [exit, last.filter(one => one.exit === exit).length]),
    )
    return {
      stage,
      label,
      reached: reached.length,
      reachedPercent: percent(reached.length, all.length),
      passed: all.filter(one => !has(one, stage) && later.some(step => has(one, step))).length,
      here: last.filter(({ exit }) => exit === undefined).length,
      left: last.filter(({ exit }) => exit !== undefined).length,
      leftBy,
      medianDays: median(days),
      medianOf: days.length,
    }
  })
  return { stages, summary: summaryOf(all) }
}

function summaryOf(all: readonly Progress[]) {
  const withdrawn = all.filter(({ exit }) => exit === 'withdrew')
  return {
    submissions: all.length,
    here: all.filter(({ exit }) => exit === undefined).length,
    left: all.filter(({ exit }) => exit !== undefined).length,
    withdrawn: withdrawn.length,
    withdrawnPercent: percent(withdrawn.length, all.length),
    cameBack: all.filter(({ everWithdrew, exit }) => everWithdrew && exit !== 'withdrew').length,
    medianDaysToWithdrawal: median(withdrawn.flatMap(one => daysFrom(one, 'submitted', 'withdrew'))),
  }
}

/** Where both are dated, and in this order. */
function daysFrom({ dates }: Progress, from: string, to: string): number[] {
  const days = daysBetween(dates.get(from) ?? null, dates.get(to) ?? null)
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

/** Those asked most often come first. */
export function supplierResponses(rows: readonly ResponseRow[]) {
  return [...Map.groupBy(rows, ({ agency_id, supplier }) => agency_id ?? supplier).values()]
    .map(of => {
      const accepted = of.filter(({ date_accepted }) => date_accepted !== null)
      const days = accepted.flatMap(
        ({ date_received, date_accepted }) => daysBetween(dayOf(date_received), dayOf(date_accepted)) ?? [],
      )
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
    .toSorted((a, b) => b.asked - a.asked || (a.supplier < b.supplier ? -1 : 1))
}
