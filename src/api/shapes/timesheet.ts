// The Shape of a timesheet (§2.8).

import type { TSchema } from 'typebox'
import {
  amount,
  derived,
  describe,
  fields,
  filled,
  flag,
  instant,
  integer,
  list,
  longText,
  maybe,
  number,
  orNull,
  ownName,
  personal,
  record,
  reference,
  type Static,
  text,
  words,
} from '../../shape/shape.ts'
import type { StoredOf } from '../../shape/stored.ts'
import {
  costCode,
  frequency,
  itemId,
  money,
  moneyParts,
  recordId,
  ref,
  referenceRef,
  stamps,
  submissionAnswers,
  supplierType,
  userRef,
  weekEnding,
} from '../shapes.ts'

/** One value for each kind of time. */
const keyed = <K extends string, T extends TSchema>(meanings: Readonly<Record<K, string>>, value: T) =>
  record(
    Object.fromEntries(
      Object.entries<string>(meanings).map(([name, said]) => [name, describe(maybe(value), said)]),
    ) as Readonly<Record<K, ReturnType<typeof maybe<T>>>>,
  )
const rate = record({
  ...moneyParts,
  uplift: [
    orNull(number),
    'Percent that is already added to the others, such as 50; null when there is none.',
  ],
})
const rates = keyed(
  {
    wd: 'Weekdays, basic time.',
    wdNw: 'Weekday nights.',
    weNw: 'Weekend nights.',
    bh: 'Bank holidays.',
    bhNight: 'Bank holiday nights.',
    sat: 'Saturdays.',
    sun: 'Sundays.',
    ot: 'Weekday overtime.',
  },
  rate,
)
export const kindsOfTime = {
  wdBasic: 'Weekdays, basic time.',
  wdOvertime: 'Weekdays beyond basic time.',
  wdNightwork: 'Weekday nights.',
  weNightwork: 'Weekend nights.',
  bankHoliday: 'Bank holidays by day.',
  bankHolidayNight: 'Night shifts on bank holidays.',
  saturday: 'Saturdays by day.',
  sunday: 'Sundays by day.',
  saturdayNightwork: 'Saturday nights.',
  sundayNightwork: 'Sunday nights.',
} as const
const hourValues = keyed(
  {
    ...kindsOfTime,
    total: 'The ten others together; neither piece rates nor expenses are in it.',
  },
  amount,
)
/** What is earned and charged for each kind of time. */
export const valuesByKindOfTime = (['pay', 'charge'] as const).flatMap(side =>
  Object.keys(kindsOfTime).map(kind => `values.${side}.${kind}`),
)
const values = record({
  pay: [hourValues, 'What the worker earns for hours, in pounds, by kind of time.'],
  charge: [hourValues, 'What the company is charged for hours, in pounds before VAT, by kind of time.'],
  expense: [maybe(amount), 'Expenses of the week, in pounds; in neither total.'],
})
const amounts = fields({
  payValue: [amount, 'What the worker gets for them, in pounds.'],
  empValue: [amount, 'The employer’s costs on top, in pounds.'],
  marginValue: [amount, 'What the supplier keeps, in pounds.'],
  chargeValue: [amount, 'What the company is charged for them, in pounds before VAT.'],
})
const pieceRateEntry = record({
  id: itemId,
  pieceRateId: [text, 'The piece rate of the trade that was agreed, as rates have it.'],
  code: [text, 'The short code of the kind of work.'],
  name: [text, 'The kind of work, such as Boarding.'],
  unitLabel: [text, 'What is counted, for one, such as square metre.'],
  unitLabelPlural: [text, 'What is counted, for several.'],
  frequency,
  rateType: [text, 'How the worker is paid, such as PAYE; without a prefix for an umbrella.'],
  values: [money, 'For one unit, in pounds.'],
  totals: [
    record({ units: [number, 'How many were done, on all lines.'], ...amounts }),
    'All lines together.',
  ],
  lines: [
    list(
      record({
        id: itemId,
        date: [maybe(instant), 'The day they were done on; absent where they are counted for the week.'],
        units: [number, 'How many were done.'],
        ...amounts,
        comment: [personal(maybe(longText)), 'What whoever entered it wrote.'],
        costCode: maybe(costCode),
      }),
    ),
    'What was done, each time it was entered.',
  ],
})
const loggedHours = record({
  standard: [number, 'At the standard rate; gross, breaks are still in it.'],
  overtime: [number, 'At overtime rates.'],
  total: [number, 'Both together; gross: take breaks / 60 off for the hours worked.'],
})
const loggedValue = record({
  standard: [amount, 'For standard hours, in pounds.'],
  overtime: [amount, 'For overtime, in pounds.'],
  total: [amount, 'For both, in pounds.'],
})
const timelog = record({
  id: itemId,
  status: [text, 'Where this day stands, such as approved or absent.'],
  date: [instant, 'The day it counts for, at midnight UTC.'],
  start: [instant, 'When work began.'],
  end: [instant, 'When work ended; a night shift ends on the next day.'],
  shiftType: [maybe(text), 'Day or night.'],
  breaks: [number, 'Minutes, not hours, within start and end that were not worked.'],
  rateDescription: [maybe(longText), 'Which of the rates applies, in words.'],
  hours: [loggedHours, 'From start to end, in hours and gross: breaks are not taken off.'],
  rates: [money, 'What an hour of it is paid and charged at, in pounds.'],
  values: [
    record({
      pay: [loggedValue, 'What the worker gets for the day.'],
      emp: [loggedValue, 'The employer’s costs on top of pay.'],
      margin: [loggedValue, 'What the supplier keeps of the charge.'],
      charge: [loggedValue, 'What the company is charged, before VAT.'],
    }),
    'What the day comes to, in pounds, with breaks taken off.',
  ],
  absenceAuthorized: [maybe(flag), 'Whether the company agreed to the absence; only when one is recorded.'],
  absenceReason: [personal(maybe(longText)), 'Why the worker did not come; only when recorded.'],
  costCodeAllocations: [
    maybe(filled(list(record({ costCode, hours: [number, 'How many hours of the day it bears.'] })))),
    'How the day is split between cost codes; absent when it is not.',
  ],
})
const versionSnapshot = record({
  version: [integer, 'Which version this was, from 1.'],
  snapshotReason: [longText, 'Why this copy was kept.'],
  snapshotAt: [instant, 'When this copy was kept.'],
  netHours: [number, 'As it was in that version: hours after breaks.'],
  expenseValue: [amount, 'Expenses in that version, in pounds.'],
  values: [values, 'As they were in that version.'],
  rates: [rates, 'As they were in that version.'],
})

export const Timesheet = record({
  id: recordId,
  reference: [text, 'The number people quote, with the company’s prefix, such as BRK-TS001411.'],
  status: [
    words({
      pending: 'being filled in, or returned',
      pending_approval: 'approval has been asked for',
      approved: 'agreed, and to be paid',
      cancelled: 'does not count',
      absent: 'the worker did not work',
    }),
    'How far the week has come.',
  ],
  supplierType: derived(supplierType),
  worker: [ref('worker'), 'Whose week it is.'],
  assignment: [maybe(referenceRef('assignment')), 'What was worked under.'],
  company: ref('company'),
  project: ref('project'),
  site: maybe(ref('site')),
  agency: ref('agency'),
  payType: [maybe(text), 'Whether rates are for hours or for days.'],
  rateType: [maybe(text), 'How the worker is paid, such as Agency PAYE; without the prefix for an umbrella.'],
  start: [instant, 'The first moment of the period.'],
  end: [instant, 'The last moment of the period.'],
  weekEnding: [weekEnding, 'The Sunday that the week ends on, at midnight UTC.'],
  version: [integer, 'Counts up whenever an approved timesheet is amended, from 1.'],
  approvedDate: [maybe(instant), 'When it was approved; absent before that.'],
  approvalRequestedBy: [
    maybe(
      record({
        id: [text, 'Of the user or of the worker, as type says.'],
        name: [ownName('worker'), 'What they are called.'],
        type: [words({ user: 'somebody of the company or agency', candidate: 'the worker' }), 'Who that is.'],
      }),
    ),
    'Who asked for approval last; absent when nobody has.',
  ],
  approvedBy: [maybe(userRef), 'Who approved it; absent before that.'],
  timesheetApprovers: [
    list(userRef),
    'Who may approve, as the assignment is set up; not necessarily who did: see approvedBy.',
  ],
  netHours: [number, 'Hours worked in the week, after breaks.'],
  rates: [
    maybe(rates),
    'Pounds for an hour, or a day by payType, by kind of time; kinds without a rate are absent.',
  ],
  values: [maybe(values), 'What the week comes to, in pounds.'],
  pieceRateEntries: [list(pieceRateEntry), 'Work paid by the piece; empty when there is none.'],
  submissionAnswers: [
    derived(submissionAnswers),
    'Answers saved with the assignment that are set to show on timesheets; empty when there are none.',
  ],
  ...stamps,
  timelogs: [maybe(list(timelog)), 'A log for each day; only with includeTimelogs=true.'],
  versionHistory: [
    maybe(filled(list(versionSnapshot))),
    'Earlier versions; only with includeVersionHistory=true, of one timesheet, and where there are any.',
  ],
})
export type Timesheet = Static<typeof Timesheet>
export const TimesheetFacts = record({
  worker: [
    maybe(reference('worker', 'reference')),
    'Repeats the worker, so that its reference can be searched.',
  ],
  rateType: [maybe(text), 'The rate type as it came, with its prefix; taken from the record unless given.'],
  pieceRateTypes: [maybe(list(text)), 'The same for each piece rate entry, in their order.'],
})
export type StoredTimesheet = StoredOf<typeof Timesheet, typeof TimesheetFacts>
