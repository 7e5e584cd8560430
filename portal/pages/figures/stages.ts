// What rows of recruitment come to: how far submissions got, who withdrew, how suppliers answered, who
// worked too long.
import type { GridCell } from '../../charts/grid.tsx'
import type { Rung } from '../../charts/ladder.tsx'
import { median } from './every.ts'

type StageDate = {
  stage: string
  label: string
  enabled: boolean
  at: string
  daysFromSubmitted: number | null
}

export type Submission = {
  stageDates: StageDate[]
  currentStage: string
  hasWithdrawn: boolean
  cvRejected: 'Yes' | 'No'
  timeToWithdrawalDays: number | null
}

/** Ends of the way, and not steps on it. */
const ends = ['withdrew', 'offerRejected', 'missingCompliance']

const hasLeft = ({ hasWithdrawn, cvRejected, currentStage }: Submission) =>
  hasWithdrawn || cvRejected === 'Yes' || ends.includes(currentStage)

/** The steps in their order: those that are in use, or that somebody reached. */
function steps(rows: readonly Submission[]): StageDate[] {
  const found = new Map<string, StageDate>()
  for (const { stageDates } of rows)
    for (const stage of stageDates)
      if (!ends.includes(stage.stage) && (stage.at !== '' || stage.enabled) && !found.has(stage.stage))
        found.set(stage.stage, stage)
  return [...found.values()].filter(({ stage }) =>
    rows.some(({ stageDates }) => stageDates.some(one => one.stage === stage && one.at !== '')),
  )
}

/** The furthest step of each: whoever reached a step has passed those before it, dated or not. */
const furthest = ({ stageDates }: Submission, order: readonly string[]) =>
  Math.max(-1, ...stageDates.filter(({ at }) => at !== '').map(({ stage }) => order.indexOf(stage)))

export function stagesOf(rows: readonly Submission[]): Rung[] {
  const order = steps(rows)
  const names = order.map(({ stage }) => stage)
  const got = rows.map(row => ({ row, far: furthest(row, names) }))
  return order.map(({ label, stage }, at) => {
    const stopped = got.filter(({ far }) => far === at && at < order.length - 1)
    const left = stopped.filter(({ row }) => hasLeft(row)).length
    const days = at === 0 ? [] : rows.flatMap(row => daysBetween(row, names[at - 1]!, stage))
    return {
      name: label,
      reached: got.filter(({ far }) => far >= at).length,
      days: days.length > 0 ? { median: median(days), count: days.length } : null,
      left,
      waiting: stopped.length - left,
    }
  })
}

/** Where both are dated, and in this order. */
function daysBetween({ stageDates }: Submission, from: string, to: string): number[] {
  const at = (stage: string) => stageDates.find(one => one.stage === stage)?.daysFromSubmitted ?? null
  const [first, second] = [at(from), at(to)]
  return first !== null && second !== null && second >= first ? [second - first] : []
}

export function withdrawalsOf(rows: readonly Submission[]) {
  const order = steps(rows)
  const names = order.map(({ stage }) => stage)
  const gone = rows.filter(({ hasWithdrawn }) => hasWithdrawn)
  const days = gone.flatMap(({ timeToWithdrawalDays }) => timeToWithdrawalDays ?? [])
  return {
    withdrawn: gone.length,
    share: rows.length === 0 ? 0 : (gone.length / rows.length) * 100,
    days: days.length > 0 ? median(days) : undefined,
    byStage: order.flatMap(({ label }, at) => {
      const count = gone.filter(row => furthest(row, names) === at).length
      return count > 0 ? [{ name: label, count }] : []
    }),
  }
}

type Response = {
  id: string | null
  name: string
  offered?: number
  assigned?: number
  dateReceived?: string | null
  dateAccepted: string | null
}
export type RequisitionResponses = {
  reference: string
  approvedDate?: string
  company?: { name: string }
  project?: { name: string }
  agencies: Response[]
}

const dayOf = (instant: string) => Math.floor(Date.parse(instant) / 86_400_000)

/** Most asked first. */
export function responsesOf(rows: readonly RequisitionResponses[]) {
  const all = rows.flatMap(({ agencies }) => agencies)
  return [...Map.groupBy(all, ({ id, name }) => id ?? name).values()]
    .map(of => {
      const accepted = of.filter(({ dateAccepted }) => dateAccepted !== null)
      const days = accepted.flatMap(({ dateReceived, dateAccepted }) =>
        dateReceived ? [dayOf(dateAccepted!) - dayOf(dateReceived)] : [],
      )
      return {
        name: of[0]!.name,
        asked: of.length,
        accepted: accepted.length,
        share: accepted.length / of.length,
        days: days.length > 0 ? median(days) : undefined,
        offered: of.reduce((sum, { offered = 0 }) => sum + offered, 0),
        assigned: of.reduce((sum, { assigned = 0 }) => sum + assigned, 0),
      }
    })
    .sort((a, b) => b.asked - a.asked)
}

type Group = 'agency' | 'project' | 'company' | 'month'
type FillGroup = { group: string; excludedOutliers: number; iqrBounds: { lower: number; upper: number } }

/**
 * The values that a group leaves out, from the requisitions themselves. They do not say when they were reopened, so these
 * are shown only where they are as many as the metric counted.
 */
export function outliersOf(
  { group, excludedOutliers, iqrBounds: { lower, upper } }: FillGroup,
  rows: readonly RequisitionResponses[],
  by: Group,
  { from, to, agency }: { from: string; to: string; agency: string },
): number[] {
  if (excludedOutliers === 0) return []
  const found = rows.flatMap(row =>
    row.agencies.flatMap(response => {
      const accepted = response.dateAccepted
      if (!row.approvedDate || !accepted || accepted.slice(0, 10) < from || accepted.slice(0, 10) > to)
        return []
      if (agency && response.id !== agency) return []
      const name = {
        agency: response.name,
        project: row.project?.name,
        company: row.company?.name,
        month: accepted.slice(0, 7),
      }[by]
      const days = dayOf(accepted) - dayOf(row.approvedDate)
      return name === group && (days < lower || days > upper) ? [days] : []
    }),
  )
  return found.length === excludedOutliers ? found : []
}

export type WeeklyHours = {
  group: string
  values: { workerWeeks: number; workersOverThreshold: number; totalHours: number; maxWeeklyHours: number }
}

/** `Fennick Wharf | 2026-W46`; a name may have a bar of its own. */
export const projectAndWeek = (group: string): [project: string, week: string] => {
  const at = group.lastIndexOf(' | ')
  return [group.slice(0, at), group.slice(at + 3)]
}

export function gridOf(rows: readonly WeeklyHours[]) {
  const weeks = [...new Set(rows.map(({ group }) => projectAndWeek(group)[1]))].sort()
  const projects = [...Map.groupBy(rows, ({ group }) => projectAndWeek(group)[0])].map(([name, of]) => ({
    name,
    cells: new Map(
      of.map(({ group, values }): [string, GridCell] => [
        projectAndWeek(group)[1],
        { value: values.workersOverThreshold, of: values.workerWeeks },
      ]),
    ),
  }))
  return { weeks, projects }
}
