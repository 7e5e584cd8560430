// What a recruitment metric row looks like with each metric (§2.17).
import { Type } from '../../shape/schema.ts'
import {
  describe,
  flag,
  integer,
  list,
  maybe,
  nodeOf,
  number,
  orNull,
  record,
  type TSchema,
  text,
  words,
} from '../../shape/shape.ts'
import { shownStages } from './rows.ts'

const stageDate = record({
  stage: [text, 'A built-in stage such as cvReviewed, or one of the company’s own as custom_….'],
  label: [text, 'What the company calls it now.'],
  enabled: [flag, 'Whether the company still uses it.'],
  at: [text, 'When the worker first came to it, as DD/MM/YYYY; empty when never.'],
  daysFromSubmitted: [orNull(integer), 'Days from being put forward; null when either date is missing.'],
  elapsedFromStage: [
    text,
    'The stage that elapsedDays counts from; submitted unless the company chose another.',
  ],
  elapsedFromStageLabel: [text, 'What the company calls that stage.'],
  elapsedDays: [
    orNull(integer),
    'Days from that stage; null when a date is missing or that stage came later.',
  ],
})

const days = orNull(integer)

const stageSaid: Record<(typeof shownStages)[number], string> = {
  submitted: 'When the agency put the worker forward.',
  cvReviewed: 'When the company had read the CV.',
  interviewed: 'When the interview took place.',
  offerMade: 'When the company offered the job.',
  offerAccepted: 'When the worker took the offer.',
  offerRejected: 'When the worker turned the offer down.',
  assigned: 'When the worker got the assignment.',
  missingCompliance: 'When documents were found missing.',
  interviewRequested: 'When the company asked for an interview.',
  interviewBooked: 'When a time for it was agreed.',
  withdrew: 'When the worker withdrew.',
}
const stageDays = Object.fromEntries(
  shownStages.map(stage => [stage, describe(text, `${stageSaid[stage]} DD/MM/YYYY; empty when never.`)]),
)

const submissionRow = record({
  reqRef: [text, 'The number people quote for the requisition.'],
  reqCreated: [text, 'When the requisition was made, as DD/MM/YYYY.'],
  reqReopened: [text, 'When it was last opened again, as DD/MM/YYYY; empty when never.'],
  reqStart: [text, 'The first day planned, as DD/MM/YYYY; empty when not set.'],
  project: [text, 'What the project is called.'],
  trade: [text, 'What the trade is called.'],
  supplier: [text, 'What the agency is called.'],
  worker: [text, 'First and last name of who was put forward.'],
  ...stageDays,
  currentStage: [text, 'The stage that was entered last, for programs.'],
  currentStageLabel: [text, 'What the company calls that stage now.'],
  cvRejected: [
    words({ Yes: 'turned down', No: 'not turned down so far' }),
    'Whether the company turned the worker down.',
  ],
  managerReviewDays: [days, 'Days from submitted to cvReviewed; null when either is missing.'],
  timeToInterviewDays: [days, 'Days from submitted to interviewed; null when either is missing.'],
  timeToOfferDays: [days, 'Days from submitted to offerMade; null when either is missing.'],
  timeToFillDays: [
    days,
    'Days from creation (or the latest reopening before it) to the offer, else to the accepted response; or null.',
  ],
  timeToOfferAcceptedDays: [days, 'Days from reqCreated to offerAccepted; null when either is missing.'],
  offerToStartDays: [
    days,
    'Days from offerAccepted to reqStart; negative when work began first; null when unknown.',
  ],
  requestToBookingDays: [
    days,
    'Days from interviewRequested to interviewBooked; null when either is missing.',
  ],
  bookingToInterviewDays: [days, 'Days from interviewBooked to interviewed; null when either is missing.'],
  timeToWithdrawalDays: [days, 'Days from submitted to withdrew; null when either is missing.'],
  hasWithdrawn: [flag, 'Whether a withdrawal was ever dated, even if the worker came back later.'],
  stageDates: [
    list(stageDate),
    'Every stage in the company’s order, then the other built-in and former ones.',
  ],
})

const group = describe(
  text,
  'What groupBy asked for: names, YYYY-MM or YYYY-Www, joined with " | "; empty for all.',
)

const groupKey = describe(
  maybe(text),
  'Its ids (~ for none) and first days, joined with commas, as group takes it; only where fields names it.',
)

const fillRow = record({
  group,
  groupKey,
  rawCount: [integer, 'Accepted supplier responses, outliers included.'],
  excludedOutliers: [integer, 'How many of them lie outside the bounds and are not in values.'],
  iqrBounds: [
    record({
      lower: [number, 'Days; the first quartile less 1.5 times the interquartile range.'],
      upper: [number, 'Days; the third quartile plus 1.5 times the interquartile range.'],
    }),
    'What counts as usual in this group, both ends included.',
  ],
  outliers: [
    maybe(list(number)),
    'The durations that are left out, in days, the shortest first; only where fields names it.',
  ],
  values: [
    record({
      count: [integer, 'Responses that are left.'],
      averageDays: [number, 'Their mean.'],
      medianDays: [number, 'Half took no longer.'],
      minDays: [number, 'The quickest.'],
      maxDays: [number, 'The slowest.'],
      p25Days: [number, 'A quarter took no longer.'],
      p75Days: [number, 'Three quarters took no longer.'],
    }),
    'Days from approval (or the latest reopening) to the accepted response, without outliers.',
  ],
})

const hoursRow = record({
  group,
  groupKey,
  values: [
    record({
      thresholdHours: [number, 'The hoursThreshold that was asked for.'],
      hoursField: [text, 'What is added up: netHours, after breaks.'],
      workerWeeks: [integer, 'Weeks in which somebody worked, counted once for each worker.'],
      workersOverThreshold: [integer, 'How many of those weeks have more hours than the threshold.'],
      distinctWorkersOverThreshold: [integer, 'How many people had such a week.'],
      totalHours: [number, 'Net hours of all the weeks.'],
      averageWeeklyHours: [number, 'Net hours of a week, over all of them.'],
      maxWeeklyHours: [number, 'Net hours of the longest week.'],
    }),
    'Of timesheets that are neither cancelled nor absent.',
  ],
})

const counted = 'How many of them have both dates, in that order, which medianDays is of.'

const stageRow = record({
  stage: [text, 'A built-in stage such as cvReviewed, or one of the company’s own as custom_….'],
  label: [text, 'What the company calls it now.'],
  reached: [integer, 'Submissions with a date at this stage, or whose last stage it is.'],
  reachedPercent: [number, 'Of all submissions that match, to two decimals.'],
  passed: [integer, 'Submissions that reached a later stage and have no date at this one.'],
  here: [integer, 'Submissions that are at this stage now.'],
  left: [integer, 'Submissions that have left, and were at this stage last.'],
  leftBy: [
    record({
      withdrew: [integer, 'The worker withdrew, and has not come back.'],
      rejected: [integer, 'The company turned the worker down.'],
      offerRejected: [integer, 'The worker turned the offer down.'],
      missingCompliance: [integer, 'Documents were missing.'],
    }),
    'How they left; they add up to left.',
  ],
  medianDays: [
    orNull(number),
    'Days from the stage before to this one: half took no longer; null when unknown.',
  ],
  medianOf: [integer, counted],
})

const responsesRow = record({
  agencyId: [orNull(text), 'Id of the agency; null where only its name is known.'],
  supplier: [text, 'What the agency is called.'],
  asked: [integer, 'Requisitions that were sent to it.'],
  accepted: [integer, 'How many of them it agreed to supply.'],
  acceptedPercent: [number, 'Of those asked, to two decimals.'],
  offered: [integer, 'Workers it put forward.'],
  assigned: [integer, 'How many of them got the job.'],
  medianDays: [
    orNull(number),
    'Days from receiving the request to accepting it: half took no longer; null when unknown.',
  ],
  medianOf: [integer, counted],
})

export const metricShapes = {
  rows: submissionRow,
  timeToFill: fillRow,
  workersOverHours: hoursRow,
  stages: stageRow,
  supplierResponses: responsesRow,
}
export type Metric = keyof typeof metricShapes
export const metrics = Object.keys(metricShapes) as Metric[]

const mentioned = (what: string) =>
  orNull(
    record({
      id: [orNull(text), 'Finds the record; null where only a name is known.'],
      name: [orNull(text), what],
    }),
  )

/** With `records`: one of what a number counts. */
export const countedRecord = record({
  requisition: [
    orNull(
      record({
        id: [text, 'Finds the record.'],
        reference: [orNull(text), 'The number people quote for it.'],
      }),
    ),
    'The requisition it is about; null for hours.',
  ],
  project: [mentioned('What the project is called.'), 'Where it is.'],
  agency: [mentioned('What the agency is called.'), 'Who was asked; null for hours.'],
  worker: [mentioned('First and last name.'), 'Who was submitted, or worked; null for responses.'],
  stage: [orNull(text), 'What the company calls the stage that a submission is at now; null for the others.'],
  date: [
    orNull(text),
    'Of the stage, else of submitting, accepting, receiving, or the week ending; YYYY-MM-DD, null when unknown.',
  ],
  value: [
    orNull(number),
    'Its days, its hours, or the workers of a response; null where nothing is measured.',
  ],
})

export const anyMetricRow = Type.Union([...Object.values(metricShapes), countedRecord])

/** Of rows: how many withdrew, of all that match. Of the others: what was measured, and how. */
export const metricMeta = record({
  withdrawalSummary: [
    maybe(
      record({
        submissions: [integer, 'How many workers were put forward.'],
        withdrawn: [integer, 'How many of them have a dated withdrawal.'],
        ratePercent: [number, 'Percent of them, such as 12.5, to two decimals; 0 when there are none.'],
      }),
    ),
    'With metric=rows: of everything that matches, not of this page alone.',
  ],
  stageSummary: [
    maybe(
      record({
        submissions: [integer, 'How many workers were put forward: here and left together.'],
        here: [integer, 'How many are still on their way, or have arrived.'],
        left: [integer, 'How many have left: withdrawn, turned down, or without their documents.'],
        withdrawn: [integer, 'How many of those withdrew and have not come back.'],
        withdrawnPercent: [number, 'Of all submissions, to two decimals.'],
        cameBack: [integer, 'How many withdrew once and came back.'],
        medianDaysToWithdrawal: [
          orNull(number),
          'From being put forward to withdrawing, of those withdrawn; null when unknown.',
        ],
      }),
    ),
    'With metric=stages: of everything that matches.',
  ],
  metric: [maybe(text), 'What was measured; not with rows.'],
  groupBy: [maybe(text), 'What groups were made by; not with rows.'],
  dateField: [maybe(text), 'The date that from and to apply to; not with rows.'],
  outlierRule: [maybe(text), 'IQR_1_5; with timeToFill.'],
  hoursField: [maybe(text), 'netHours; with workersOverHours.'],
  counted: [maybe(text), 'With records: what they have in common, in words.'],
  sum: [maybe(orNull(number)), 'With records: what their values add up to; null where none has one.'],
})

const namesIn = (shape: TSchema): string[] => Object.keys(nodeOf(shape).properties!)
export const fieldsOf = (metric: Metric): string[] => namesIn(metricShapes[metric])
export const countedFields = namesIn(countedRecord)
/** Every field of any mode, so that one parameter can be checked before the mode is known. */
export const allFields = record(
  Object.fromEntries([...metrics.flatMap(fieldsOf), ...countedFields].map(name => [name, text])),
)

/** What a number of a metric counts, as its own description says. */
export function meaningOf(shape: TSchema, name: string): string | undefined {
  const { properties = {}, anyOf = [] } = nodeOf(shape)
  const inner = [...Object.values(properties), ...anyOf]
  return properties[name]?.description ?? inner.map(each => meaningOf(each, name)).find(Boolean)
}
