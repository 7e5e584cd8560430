// The Shape of an assignment (§2.11).

import {
  amount,
  anything,
  derived,
  fileLink,
  flag,
  instant,
  integer,
  list,
  longText,
  mapOf,
  maybe,
  number,
  orNull,
  personal,
  record,
  reference,
  restrictedReference,
  type Static,
  shownWith,
  text,
  words,
} from '../../shape/shape.ts'
import type { StoredOf } from '../../shape/stored.ts'
import {
  address,
  costCode,
  customFields,
  itemId,
  plannedDates,
  recordId,
  ref,
  referenceRef,
  requirement,
  stamps,
  submissionAnswer,
  submissionAnswers,
  supplierType,
  userRef,
  workplace,
} from '../shapes.ts'
import { enhancedUplifts } from './uplifts.ts'

const requisition = restrictedReference('requisition', 'reference', 'nanoid')
const other = referenceRef('assignment')
const shift = record({
  start: [number, 'Hour of the day that work begins, such as 7.5 for half past seven.'],
  end: [number, 'Hour of the day that work ends; at night it may be less than start.'],
  active: [flag, 'Whether the day is worked at all.'],
  break: [number, 'Minutes that are not worked in between.'],
  night: [flag, 'Whether it is a night shift.'],
})
const turn = record({
  reason: [personal(maybe(longText)), 'Why, in the company’s words.'],
  date: [maybe(instant), 'When it takes effect.'],
  comments: [personal(maybe(longText)), 'What else was written about it.'],
  user: [maybe(userRef), 'Who did it.'],
})
const statement = record({
  status: [maybe(text), 'What was found, as a word for programs.'],
  attachment: [personal(maybe(fileLink)), 'The statement itself.'],
})
const override = record({
  active: [flag, 'Whether it applies.'],
  value: [number, 'What applies in place of the usual one.'],
})
const percents = record({
  bh: [maybe(number), 'Bank holidays.'],
  bhNw: [maybe(number), 'Bank holiday nights.'],
  wdOt: [maybe(number), 'Weekday overtime.'],
  sat: [maybe(number), 'Saturdays.'],
  sun: [maybe(number), 'Sundays.'],
  wdNw: [maybe(number), 'Weekday nights.'],
  weNw: [maybe(number), 'Weekend nights.'],
})
const lodge = record({
  dailyAmountOverride: [
    maybe(amount),
    'Pounds a day; absent where the amount of the project or company applies.',
  ],
  address: [personal(maybe(address)), 'Where the worker stays during the work.'],
  distanceMiles: [personal(maybe(number)), 'From the lodgings to the site, in miles.'],
  travel: [
    personal(
      maybe(
        record({
          walkMinutes: [maybe(number), 'On foot.'],
          busMinutes: [maybe(number), 'By bus, door to door.'],
          carMinutes: [maybe(number), 'Driving.'],
          trainMinutes: [maybe(number), 'By train, door to door.'],
          calculatedAt: [maybe(instant), 'When these were worked out.'],
        }),
      ),
    ),
    'How long it takes from the lodgings to the site, in minutes one way.',
  ],
})
const customDocument = record({
  id: itemId,
  name: [text, 'What is asked for, such as Site induction.'],
  description: [maybe(longText), 'What it has to show.'],
  required: [flag, 'Whether the assignment needs it.'],
  uploadPermissions: [
    record({
      company: [flag, 'Whether the hiring company may.'],
      supplier: [flag, 'Whether the agency may.'],
    }),
    'Who may upload it.',
  ],
  attachment: [personal(orNull(fileLink)), 'What was uploaded; null before that.'],
  uploadedBy: [personal(orNull(text)), 'Id of whoever uploaded it; null before that.'],
  uploadedAt: [maybe(instant), 'When that was; absent before it.'],
  expiry: [orNull(instant), 'When it stops being valid; null when it does not.'],
  inactive: [maybe(flag), 'true when its requirement is no longer active; absent otherwise.'],
})
const activity = record({
  created: [instant, 'When it happened.'],
  activityType: [text, 'What happened, as a word for programs.'],
  user: [maybe(text), 'The name of whoever did it.'],
  userId: [maybe(text), 'Their id.'],
  entity: [maybe(restrictedReference('assignment', 'name')), 'Another assignment that it involved.'],
  reason: [personal(maybe(longText)), 'Why, where one was chosen.'],
  comments: [personal(maybe(longText)), 'What was written about it.'],
  message: [personal(maybe(text)), 'What happened, for people.'],
})

export const Assignment = record({
  id: recordId,
  reference: [text, 'The number people quote, with the company’s prefix, such as TRN-AS00085.'],
  status: [
    words({
      pending: 'not confirmed yet',
      confirmed: 'agreed, whether or not it has begun',
      cancelled: 'called off',
      completed: 'its end date has passed',
      ended: 'over before its end date',
    }),
    'How far the placement has come.',
  ],
  payType: [words({ hourly: 'for an hour', daily: 'for a day' }), 'What rates are for.'],
  rateType: [
    words({
      cis: 'self-employed, in the Construction Industry Scheme',
      paye: 'employed, taxed by the payroll',
      psc: 'through a company of their own',
    }),
    'How the worker is paid and taxed.',
  ],
  supplierType: derived(supplierType),
  ...workplace,
  tag: maybe(ref('tag')),
  agency: ref('agency'),
  umbrella: [maybe(text), 'Name of the umbrella company that employs the worker, as recorded then.'],
  worker: [reference('worker', 'reference', 'name'), 'Who was placed.'],
  requisition: [maybe(requisition), 'The request that it fills; absent when it fills none.'],
  costCode: maybe(costCode),
  ...plannedDates,
  timesheetStartDate: [maybe(instant), 'From when on timesheets are made.'],
  completedDate: [maybe(instant), 'When it was completed; absent before that.'],
  confirmationDate: [maybe(instant), 'When it was confirmed; absent before that.'],
  purchaseOrder: [maybe(text), 'Reference of the purchase order that covers it.'],
  rates: [
    maybe(
      record({
        pay: [amount, 'What the worker gets.'],
        charge: [amount, 'What the company is charged, before VAT.'],
      }),
    ),
    'Pounds for an hour or a day, by payType, in basic time.',
  ],
  values: [
    maybe(mapOf(anything)),
    'What it comes to, in pounds: pay and charge, and whatever else the source gives.',
  ],
  rateUplifts: [maybe(percents), 'Percent on top of rates, such as 50; absent where enhancedUplifts apply.'],
  enhancedUplifts: [maybe(enhancedUplifts), 'Uplifts by blocks of hours; absent where rateUplifts apply.'],
  shiftPattern: [
    maybe(
      record({
        m: [maybe(shift), 'Monday.'],
        t: [maybe(shift), 'Tuesday.'],
        w: [maybe(shift), 'Wednesday.'],
        th: [maybe(shift), 'Thursday.'],
        f: [maybe(shift), 'Friday.'],
        s: [maybe(shift), 'Saturday.'],
        su: [maybe(shift), 'Sunday.'],
      }),
    ),
    'The usual hours of each day of the week.',
  ],
  cancellation: [maybe(turn), 'Why and when it was called off.'],
  reinstatement: [maybe(turn), 'Why and when it was taken up again.'],
  ended: [maybe(turn), 'Why and when it was stopped early.'],
  clone: [
    shownWith(
      ['original'],
      maybe(record({ date: [instant, 'When it was copied.'], original: [other, 'What it is a copy of.'] })),
    ),
    'Where it was copied from; absent for an original.',
  ],
  replacement: [
    shownWith(
      ['replacedBy', 'replacementFor'],
      maybe(
        record({
          replacedBy: [maybe(other), 'The assignment that took over from this one.'],
          replacementFor: [maybe(other), 'The assignment that this one took over from.'],
          requisition: [maybe(requisition), 'The request that both are for.'],
          reason: [personal(maybe(longText)), 'Why another worker took over.'],
          type: [
            maybe(words({ temporary: 'for a while', permanent: 'for good' })),
            'How long the other worker is to stay.',
          ],
        }),
      ),
    ),
    'The assignment before or after it, where one worker took over from another.',
  ],
  assignedBy: [maybe(userRef), 'Who placed the worker; absent when the history does not tell.'],
  activities: [list(activity), 'What happened to it, in order.'],
  competencyRequirements: [
    maybe(list(requirement)),
    'What the worker must hold here, on top of what the competency matrix asks; absent when that is all.',
  ],
  customDocuments: [list(customDocument), 'Documents that the company asks for.'],
  customFields,
  metaFields: [
    list(
      record({
        id: itemId,
        title: [text, 'What stands before the value.'],
        type: [
          words({ freeText: 'written for this assignment', dynamicField: 'filled in from other data' }),
          'Where the value comes from.',
        ],
        value: [personal(anything), 'What is shown: any JSON.'],
        display: [list(words({ ui: 'on screens', pdf: 'on printed confirmations' })), 'Where it is shown.'],
      }),
    ),
    'Further lines that the company shows with it.',
  ],
  submissionAnswers: [
    submissionAnswers,
    'Answers as saved with the assignment that are set to show here; empty when there are none.',
  ],
  lodgeApplicable: [maybe(flag), 'Whether the worker is paid for lodgings.'],
  lodge: [maybe(lodge), 'Where the worker lodges, and what is paid for it; absent when not recorded.'],
  sdc: [maybe(statement), 'Whether the worker is under supervision, direction or control.'],
  sds: [maybe(statement), 'The status determination under IR35.'],
  kid: [personal(maybe(fileLink)), 'The key information document that the worker was given.'],
  ...stamps,
  workActivity: [maybe(text), 'What the worker does there; only on the single record.'],
  rateOverrides: [
    maybe(
      record({
        markup: [maybe(override), 'In place of the agency’s usual markup.'],
        employerCosts: [maybe(override), 'In place of the usual employer’s costs.'],
      }),
    ),
    'What was agreed for this assignment alone; only on the single record, when configured.',
  ],
  workerDistanceToSite: [
    personal(maybe(number)),
    'Miles from the worker’s home to the site; only on the single record.',
  ],
  workerLodgeDistanceToSite: [
    personal(maybe(number)),
    'Miles from the lodgings to the site; only on the single record, when known.',
  ],
  weeksElapsed: [
    derived(maybe(integer)),
    'Full weeks since it was confirmed, else since its start, until today or its end; single record only.',
  ],
})
export type Assignment = Static<typeof Assignment>
export const AssignmentFacts = record({
  approvedDate: [
    maybe(instant),
    'What dateField=approvedDate looks at; confirmationDate where it is not given.',
  ],
  costCode: [maybe(text), 'Id of the cost code.'],
  rateType: [maybe(text), 'How an umbrella’s worker is paid, as it came.'],
  answers: [personal(maybe(list(submissionAnswer))), 'Every answer that was saved, shown or not.'],
})
export type StoredAssignment = StoredOf<typeof Assignment, typeof AssignmentFacts>
