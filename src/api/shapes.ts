// Shapes that several resources share (§2.1).
import { sumsDiffer } from '../record-types/usual-warnings.ts'
import { declaredWord, sentence } from '../shape/sentence.ts'
import {
  amount,
  anything,
  describe,
  doubted,
  fields,
  idList,
  instant,
  list,
  longText,
  maybe,
  number,
  orNull,
  ownAgencyOnly,
  personal,
  postcode,
  record,
  reference,
  restrictedReference,
  text,
  words,
} from '../shape/shape.ts'

/** Of an item in a record, which no path takes. */
export const itemId = describe(text, 'Tells it from the others in the list; it stays the same.')
export const recordId = describe(text, 'Finds the record wherever an id is asked for; it never changes.')

/** What a record of each type is to those that name it; a property may say it better. */
const roles: Readonly<Record<string, string>> = {
  company: 'The company that hires.',
  project: 'The company’s project that it is for.',
  site: 'Where on the project the work is done.',
  agency: 'The supplier of the workers.',
  region: 'The part of the country, which rates may depend on.',
  sector: 'The kind of construction, such as Rail or Residential.',
  trade: 'What is hired for, out of the company’s own trades.',
  tag: 'One of the company’s own labels.',
  worker: 'The person who works, or is put forward to.',
  masterTrade: 'An entry of the master trades list, which is the same for all companies.',
  activity: 'The kind of work that is asked for, out of the company’s list; absent when not set.',
}

/** A named record: EntityRef and UserRef. The name follows the record it names. */
export const ref = (type: string) =>
  describe(reference(type, 'name'), roles[type] ?? 'Another record by its id, with what it is called now.')
export const userRef = describe(reference('user', 'name'), 'Somebody who works for the company.')
/** A record by its reference, shown only to those who could fetch it. */
export const referenceRef = (type: string) =>
  describe(restrictedReference(type, 'reference'), 'Another record by its id, with the number people quote.')

/** Value objects without an id are snapshots and never change by themselves. */
export const nameEmail = describe(
  record({
    name: [text, 'What they were called when it was recorded.'],
    email: [maybe(text), 'Their address when it was recorded; absent when none was.'],
  }),
  'Somebody as recorded at the time; later changes do not reach it.',
)
export const phone = describe(
  record({
    countryCode: [text, 'The dialling code with its leading +, such as +44.'],
    number: [text, 'What follows the dialling code, without a leading 0.'],
  }),
  'A telephone number in two parts.',
)

export const address = describe(
  record({
    lineOne: [maybe(text), 'House and street.'],
    lineTwo: [maybe(text), 'Flat, floor or building.'],
    city: [maybe(text), 'Town or city.'],
    region: [maybe(text), 'County, or a larger part of the country.'],
    country: [maybe(text), 'As in `GET /countries`.'],
    code: [maybe(postcode), 'Postcode or Eircode, in its standard form, such as EC1A 1BB or D02 X285.'],
    latitude: [maybe(number), 'Degrees north of the equator; negative is south.'],
    longitude: [maybe(number), 'Degrees east of Greenwich; negative is west.'],
  }),
  'A postal address; parts that are not known are absent.',
)

export const supplierType = describe(
  words({
    agency: 'supplies its own workers',
    umbrella: 'employs workers whom others place',
  }),
  'What the supplier is, by its connection to the company, not to the project; agency by default.',
)
export const paymentTerms = describe(
  record({
    days: [number, 'How many days there are to pay.'],
    term: [text, 'What the days are counted from, in words.'],
  }),
  'When bills fall due.',
)
export const costCode = describe(
  record({
    name: [text, 'The code with its title, such as 02-210 Groundworks.'],
    description: [maybe(longText), 'What is booked under it; absent when not given.'],
  }),
  'What the cost is booked to, as it was called when recorded.',
)
const chargeParts = ['pay', 'emp', 'margin']
/** What is charged is pay with what comes on top of it. */
const charge = doubted(amount, (charge, beside) => {
  const sum = chargeParts.reduce((total, part) => total + (beside[part] as number), 0)
  if (typeof charge !== 'number' || !sumsDiffer(charge, sum)) return undefined
  return {
    code: 'CHARGE',
    reason: sentence`is ${charge}, but ${declaredWord(chargeParts.join(', '))} come to ${Number(sum.toFixed(2))}`,
    hint: 'correct the charge, or what it is made of',
  }
})

const sunday = 0
/** The last day of a week. */
export const weekEnding = doubted(instant, value =>
  typeof value !== 'string' || new Date(value).getUTCDay() === sunday
    ? undefined
    : {
        code: 'WEEK_ENDING',
        reason: 'is no Sunday',
        hint: 'weeks run from Monday to Sunday; give the Sunday',
      },
)

export const moneyParts = fields({
  pay: [amount, 'What the worker gets.'],
  emp: [amount, 'The employer’s costs on top of pay; 0 for CIS and PSC.'],
  margin: [amount, 'What the supplier keeps.'],
  charge: [charge, 'What the company is charged, before VAT: pay + emp + margin.'],
})
export const money = describe(record(moneyParts), 'Pay, and what makes it up to the charge, in pounds.')

const customField = describe(
  record({
    fieldId: [
      orNull(text),
      'Which of the company’s fields it fills; null for one that is not known any more.',
    ],
    label: [text, 'The question on the form.'],
    fieldType: [text, 'How it is filled in, such as text or date.'],
    value: [personal(anything), 'What was filled in: any JSON, or null.'],
  }),
  'A field that the company added to its forms.',
)
export const customFields = describe(
  maybe(list(customField)),
  'What was filled in on the company’s form; absent when nothing was.',
)

/** Of a scan: the two sides of a card or page. */
export const sides = { Front: 'the side to read first', Back: 'the other side' } as const

/** Of piece rates. */
export const frequency = describe(
  words({ daily: 'for each day', weekly: 'for the week as a whole' }),
  'How units are counted.',
)

const qualification = record({ name: [text, 'A qualification, as in `GET /master-qualifications`.'] })

export const requirement = describe(
  record({
    rule: [text, 'all: every item, and one of each group; any: one item, or one whole group.'],
    items: [list(qualification), 'What is asked for by itself.'],
    groups: [
      list(record({ items: [list(qualification), 'The members of the group.'] })),
      'What is asked for together, as the rule says.',
    ],
  }),
  'What a worker has to hold: valid, and not expired on the day.',
)

export const submissionAnswer = record({
  fieldId: [text, 'Which question of the company’s submission form it answers.'],
  label: [text, 'The question as the form puts it.'],
  fieldType: [text, 'How it is answered, such as text, date or select.'],
  value: [anything, 'Text, a date as text, a list of the options chosen, or null.'],
  answerScope: [
    words({ submission: 'the whole submission', worker: 'one worker of it' }),
    'What the answer is about.',
  ],
  submissionId: [text, 'Tells apart what was put forward at different times.'],
  workerIds: [idList('worker'), 'Ids of the workers whom the answer covers.'],
  agency: [ref('agency'), 'Who put the worker forward and answered.'],
  worker: [orNull(ref('worker')), 'Whom it is about; null for an answer about the whole submission.'],
  displayLocations: [
    list(
      words({
        requisition: 'the request that it was given for',
        assignment: 'the placement that came of it',
        timesheet: 'the weeks worked under that',
      }),
    ),
    'Kinds of record that the company has it shown on.',
  ],
  submittedAt: [maybe(instant), 'When it was first answered.'],
  submittedBy: [maybe(userRef), 'Who answered first.'],
  updatedAt: [orNull(instant), 'When it was last amended; null when it never was.'],
  updatedBy: [orNull(userRef), 'Who amended it last; null when nobody did.'],
})

/** Agency callers receive only the answers their own agencies gave, whoever else submitted the same worker. */
export const submissionAnswers = describe(
  personal(ownAgencyOnly('agency.id', list(submissionAnswer))),
  'Answers given when the worker was put forward that are set to show here; empty when there are none.',
)

/** Who hires, for what and where. */
export const workplace = fields({
  company: ref('company'),
  project: ref('project'),
  region: maybe(ref('region')),
  sector: maybe(ref('sector')),
  site: maybe(ref('site')),
  trade: maybe(ref('trade')),
})

export const plannedDates = fields({
  startDate: [maybe(instant), 'The first day planned.'],
  endDate: [maybe(instant), 'The last day planned.'],
})

export const stamps = fields({
  createdAt: [instant, 'When the record was made.'],
  updatedAt: [
    instant,
    'When its own values last changed; a new name of a record it refers to does not count.',
  ],
})

/** What these are called in the documents, wherever they appear. */
export const namedShapes = {
  EntityRef: ref('any'),
  ReferenceRef: referenceRef('any'),
  NameEmail: nameEmail,
  Phone: phone,
  Address: address,
  PaymentTerms: paymentTerms,
  CostCode: costCode,
  Money: money,
  CustomField: customField,
  Requirement: requirement,
  SubmissionAnswer: submissionAnswer,
}
