// How far each week's timesheet has come.
import type { Placement } from './placements.ts'
import { Dice } from './random.ts'

export type Status = 'pending' | 'pending_approval' | 'approved' | 'cancelled' | 'absent'

/** How far the weeks have come, the newest first; the last row is for all older ones. */
const progress: readonly (readonly (readonly [number, Status])[])[] = [
  [
    [58, 'pending'],
    [91, 'pending_approval'],
    [95, 'cancelled'],
    [100, 'absent'],
  ],
  [
    [6, 'pending'],
    [30, 'pending_approval'],
    [93, 'approved'],
    [96, 'cancelled'],
    [100, 'absent'],
  ],
  [
    [2, 'pending_approval'],
    [94, 'approved'],
    [97, 'cancelled'],
    [100, 'absent'],
  ],
]

/** Placements have 64 numbers each for their weeks. */
export const timesheetIndex = (placement: Placement, week: number): number => placement.index * 64 + week

export function statusOf(placement: Placement, week: number): Status {
  const roll = new Dice('timesheet status', timesheetIndex(placement, week)).next() * 100
  const row = placement.gang.before > 0 ? 2 : Math.min(week, 2)
  return progress[row]!.find(([below]) => roll < below)![1]
}
