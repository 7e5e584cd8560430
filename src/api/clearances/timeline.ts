// The days on which an assignment runs, in stretches on which the same is held and the same is missing. All that is asked of
// one day or of several comes from these (day-shown.ts).
import { type AskedNeed, askedOf } from './asked.ts'
import { type NeedOnDay, needOn, provableNeed, turningDays } from './needs.ts'
import type {
  ClearanceNeed,
  ClearanceRecords,
  ClearanceStretch,
  ClearanceTimeline,
  EndingNeed,
} from './records.ts'
import { nextDay, runningDays } from './running-days.ts'
import { whyText } from './sentences.ts'
import { type NeedStatus, type SettledState, statusRank, worstStatus } from './words.ts'

/** Empty where the assignment runs on no day. */
export function clearanceTimeline(records: ClearanceRecords): ClearanceTimeline {
  const running = runningDays(records.assignment)
  if (!running) return []
  const { first, last } = running
  const needs = askedOf(records).map(asked => provableNeed(asked, records))
  const days = [first, ...turningDays(needs, first)]
  const grid: Grid = {
    asked: needs.map(({ asked }) => asked),
    days,
    results: days.map(day => needs.map(need => needOn(need, day))),
  }
  const inside = last === undefined ? days : days.filter(day => day <= last)
  const stretches = inside.map((_, at) => stretchAt(grid, at, inside.length))
  return joined(stretches, last === undefined ? undefined : nextDay(last))
}

/** What is held from each of these days until the next, also after the assignment's end. */
type Grid = {
  asked: readonly AskedNeed[]
  days: readonly string[]
  results: readonly (readonly NeedOnDay[])[]
}

const stateIn: Readonly<Record<NeedStatus, SettledState>> = {
  held: 'cleared',
  unknown: 'unknown',
  notHeld: 'notCleared',
}

const stateAt = ({ results }: Grid, at: number): SettledState =>
  stateIn[worstStatus(results[at]!.map(({ status }) => status))]

/** `length`: how many of the days are within the assignment. */
function stretchAt(grid: Grid, at: number, length: number): ClearanceStretch {
  const { asked, days } = grid
  const state = stateAt(grid, at)
  const turn = days.findIndex((_, later) => later > at && later < length && stateAt(grid, later) !== state)
  return {
    from: days[at]!,
    state,
    needs: asked.map((_, need) => needAt(grid, at, need)),
    ...(turn !== -1 && { until: days[turn]! }),
    ends: turn === -1 ? [] : endingAt(grid, turn),
  }
}

function needAt({ asked, days, results }: Grid, at: number, need: number): ClearanceNeed {
  const { source, what, names } = asked[need]!
  const { status, reason, papers } = results[at]![need]!
  const until =
    status === 'held'
      ? days.find((_, later) => later > at && results[later]![need]!.status !== 'held')
      : endedBefore(days[at]!, results[at]![need]!)
  return {
    source,
    what,
    names: [...names],
    status,
    documents: papers.map(({ id, documentType }) => ({ id, documentType })),
    ...(until !== undefined && { until }),
    ...(reason && { reason, why: whyText(reason, what, papers[0]) }),
  }
}

/** The day from which an expired document is good no longer, where that is past. */
function endedBefore(day: string, { reason, papers }: NeedOnDay): string | undefined {
  const lastDay = papers[0]?.lastDay
  return reason === 'expired' && lastDay !== undefined && lastDay < day ? nextDay(lastDay) : undefined
}

/** What is worse on a day than on the day before it. */
const endingAt = ({ asked, results }: Grid, turn: number): EndingNeed[] =>
  asked
    .filter((_, need) => {
      const [before, after] = [results[turn - 1]![need]!.status, results[turn]![need]!.status]
      return statusRank(after) > statusRank(before)
    })
    .map(({ source, what, names }) => ({ source, what, names: [...names] }))

/** Neighbours that say the same as one; each ends where the next begins, the last where the assignment is over. */
function joined(stretches: readonly ClearanceStretch[], end: string | undefined): ClearanceStretch[] {
  const heads = stretches.filter(
    (one, at) => at === 0 || JSON.stringify(one.needs) !== JSON.stringify(stretches[at - 1]!.needs),
  )
  return heads.map((one, at) => {
    const { from, ...rest } = one
    const to = heads[at + 1]?.from ?? end
    return { from, ...(to !== undefined && { to }), ...rest }
  })
}
