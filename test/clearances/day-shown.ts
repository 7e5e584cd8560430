// What a timeline says of one day, as rules and lists say of the worst of several.
import { type ShownDay, worstDayShown } from '../../src/api/clearances/day-shown.ts'
import type { ClearanceTimeline } from '../../src/api/clearances/records.ts'

/** Undefined where the assignment does not run on that day. */
export const dayShown = (timeline: ClearanceTimeline, day: string, days: number): ShownDay | undefined =>
  worstDayShown(timeline, day, day, days)
