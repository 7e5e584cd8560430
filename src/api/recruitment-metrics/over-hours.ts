// Of a group's worker-weeks, the figures that are shown (§2.17).
import type { Sums } from '../../kernel/query/figures.ts'
import { rounded } from './quantiles.ts'

/** Over counts worker-weeks, distinct people; the average is over all worker-weeks. */
export const hoursOf = (
  { sums, over, eachOver, total, largest }: Omit<Sums, 'group'>,
  threshold: number,
) => ({
  thresholdHours: threshold,
  hoursField: 'netHours',
  workerWeeks: sums,
  workersOverThreshold: over,
  distinctWorkersOverThreshold: eachOver,
  totalHours: rounded(total),
  averageWeeklyHours: rounded(total, sums),
  maxWeeklyHours: rounded(largest),
})
