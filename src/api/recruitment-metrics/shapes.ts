// What a recruitment metric row looks like, in each of the three modes (§2.17).
import { Type } from '../../shape/schema.ts'
import { flag, integer, list, maybe, nodeOf, number, oneOf, orNull, record, text } from '../../shape/shape.ts'
import { shownStages } from './rows.ts'

const stageDate = record({
  stage: text,
  label: text,
  enabled: flag,
  at: text,
  daysFromSubmitted: orNull(integer),
  elapsedFromStage: text,
  elapsedFromStageLabel: text,
  elapsedDays: orNull(integer),
})

const submissionRow = record({
  reqRef: text,
  reqCreated: text,
  reqReopened: text,
  reqStart: text,
  project: text,
  trade: text,
  supplier: text,
  worker: text,
  ...Object.fromEntries(shownStages.map(stage => [stage, text])),
  currentStage: text,
  currentStageLabel: text,
  cvRejected: oneOf('Yes', 'No'),
  managerReviewDays: orNull(integer),
  timeToInterviewDays: orNull(integer),
  timeToOfferDays: orNull(integer),
  timeToFillDays: orNull(integer),
  timeToOfferAcceptedDays: orNull(integer),
  offerToStartDays: orNull(integer),
  requestToBookingDays: orNull(integer),
  bookingToInterviewDays: orNull(integer),
  timeToWithdrawalDays: orNull(integer),
  hasWithdrawn: flag,
  stageDates: list(stageDate),
})

const fillRow = record({
  group: text,
  rawCount: integer,
  excludedOutliers: integer,
  iqrBounds: record({ lower: number, upper: number }),
  values: record({
    count: integer,
    averageDays: number,
    medianDays: number,
    minDays: number,
    maxDays: number,
    p25Days: number,
    p75Days: number,
  }),
})

const hoursRow = record({
  group: text,
  values: record({
    thresholdHours: number,
    hoursField: text,
    workerWeeks: integer,
    workersOverThreshold: integer,
    distinctWorkersOverThreshold: integer,
    totalHours: number,
    averageWeeklyHours: number,
    maxWeeklyHours: number,
  }),
})

export const metricShapes = { rows: submissionRow, timeToFill: fillRow, workersOverHours: hoursRow }
export type Metric = keyof typeof metricShapes
export const metrics = Object.keys(metricShapes) as Metric[]

export const anyMetricRow = Type.Union([submissionRow, fillRow, hoursRow])

/** Of rows: how many withdrew, of all that match. Of the others: what was measured, and how. */
export const metricMeta = record({
  withdrawalSummary: maybe(record({ submissions: integer, withdrawn: integer, ratePercent: number })),
  metric: maybe(text),
  groupBy: maybe(text),
  dateField: maybe(text),
  outlierRule: maybe(text),
  hoursField: maybe(text),
})

export const fieldsOf = (metric: Metric): string[] => Object.keys(nodeOf(metricShapes[metric]).properties!)
/** Every field of any mode, so that one parameter can be checked before the mode is known. */
export const allFields = record(Object.fromEntries(metrics.flatMap(fieldsOf).map(name => [name, text])))
