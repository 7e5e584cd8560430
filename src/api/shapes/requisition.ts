// The Shape of a requisition (§2.6).

import {
  flag,
  instant,
  integer,
  list,
  longText,
  maybe,
  number,
  orNull,
  ownAgencyOnly,
  personal,
  record,
  referenceWith,
  text,
  words,
} from '../../shape/shape.ts'
import type { StoredOf } from '../../shape/stored.ts'
import {
  customFields,
  nameEmail,
  plannedDates,
  recordId,
  ref,
  stamps,
  submissionAnswer,
  submissionAnswers,
  userRef,
  workplace,
} from '../shapes.ts'

const submission = record({
  worker: [ref('worker'), 'Who was put forward.'],
  submittedAt: [orNull(instant), 'When that was; null when not recorded.'],
  isRejected: [flag, 'Whether the company turned the worker down.'],
  rejectionReason: [personal(orNull(longText)), 'Why it did; null when it did not, or gave no reason.'],
  submittedBy: [maybe(userRef), 'Who put the worker forward; absent where history does not tell.'],
  assignedBy: [maybe(userRef), 'Who gave the worker the job; absent where history does not tell.'],
})
const response = referenceWith('agency', ['name'], {
  offered: [integer, 'How many workers it has put forward.'],
  assigned: [integer, 'How many of them have got the job; cancelled assignments do not count.'],
  dateReceived: [orNull(instant), 'When the request reached it; null when that is not known.'],
  dateAccepted: [orNull(instant), 'When it agreed to supply; null before that.'],
  submissions: [list(submission), 'The workers it has put forward.'],
})
const stageMeans =
  'A built-in stage such as cvReviewed, or one of the company’s own as custom_…; it never changes.'
const labelMeans = 'What the company calls that stage now.'
const stageTracking = record({
  worker: [ref('worker'), 'Who was put forward.'],
  agency: [ref('agency'), 'Who put the worker forward.'],
  submittedAt: [maybe(instant), 'When that was.'],
  isRejected: [flag, 'Whether the company turned the worker down.'],
  stage: [text, 'The stage that the worker is at, as history names it.'],
  stageLabel: [maybe(text), labelMeans],
  history: [
    list(
      record({
        stage: [text, stageMeans],
        stageLabel: [maybe(text), labelMeans],
        at: [orNull(instant), 'When the worker came to it; null when not recorded.'],
        byUserId: [orNull(text), 'Id of the user who moved the worker; null when not recorded.'],
        byName: [maybe(text), 'What that user was called.'],
        comments: [personal(maybe(longText)), 'What was written about it.'],
      }),
    ),
    'Every stage the worker came to, in order; also of stages that are not offered any more.',
  ],
})
export const Requisition = record({
  id: recordId,
  reference: [text, 'The number people quote, with the company’s prefix, such as TRN-RQ00007.'],
  status: [
    words({
      raised: 'waiting for approval; agencies do not see it',
      approved: 'agencies may put workers forward',
      filled: 'as many workers as asked for have the job',
      cancelled: 'called off',
      rejected: 'a stage of approval was refused; agencies do not see it',
    }),
    'How far the request has come.',
  ],
  quantity: [number, 'How many workers are asked for.'],
  autoAssign: [maybe(flag), 'Whether workers put forward get the job without being chosen.'],
  requestor: [maybe(nameEmail), 'Who asked.'],
  approver: [maybe(nameEmail), 'Who gave the last approval, or is to.'],
  approvalStages: [
    list(
      record({
        stage: [integer, 'Its place in the order, from 1.'],
        name: [text, 'What the company calls it, such as Director.'],
        approved: [flag, 'Whether it has been passed.'],
        approvedAt: [orNull(instant), 'When that was; null before it, and for some old ones.'],
        approver: [orNull(nameEmail), 'Who passed it; null before that.'],
      }),
    ),
    'Who has to approve, in order.',
  ],
  approvedDate: [maybe(instant), 'When the last stage was passed; absent before that.'],
  ...workplace,
  activity: maybe(ref('activity')),
  agencies: [ownAgencyOnly('id', list(response)), 'The agencies that were asked, with what each answered.'],
  cancellation: [
    maybe(
      record({
        reason: [maybe(longText), 'Why, in the company’s words.'],
        date: [orNull(instant), 'When; null when not recorded.'],
        comments: [maybe(longText), 'What else was written about it.'],
      }),
    ),
    'Why it was called off; only while the status is cancelled, and known.',
  ],
  customFields,
  ...plannedDates,
  submissionAnswers: [
    submissionAnswers,
    'Answers given with submissions, with amendments, that are set to show here; empty when there are none.',
  ],
  ...stamps,
  stageTracking: [
    maybe(ownAgencyOnly('agency.id', list(stageTracking))),
    'How far each worker has come; only with includeStageTracking=true, where the company tracks stages.',
  ],
})
export const RequisitionFacts = record({
  active: [maybe(flag), 'false takes it out of status=open.'],
  refusal: [
    maybe(
      record({
        stage: [integer, 'Which stage of approval was refused.'],
        at: [maybe(instant), 'When it was.'],
        by: [maybe(text), 'Who refused.'],
      }),
    ),
    'Makes a raised requisition a rejected one.',
  ],
  reopenedAt: [maybe(instant), 'When it was last opened again, which metrics count from.'],
  costCodes: [list(text), 'Ids that the costCode filter finds it by.'],
  stages: [maybe(list(stageTracking)), 'What stageTracking shows, whether or not the company has that on.'],
  answers: [personal(maybe(list(submissionAnswer))), 'Every answer that was saved, shown or not.'],
  agencies: [list(text), 'Worked out: the agencies that may see it.'],
  submitted: [list(text), 'Worked out: who put whom forward.'],
  open: [maybe(flag), 'Worked out: approved, active, and still short of workers.'],
})
export type StoredRequisition = StoredOf<typeof Requisition, typeof RequisitionFacts>
