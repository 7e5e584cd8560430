// Shapes that several resources share (§2.1).
import {
  anything,
  idList,
  instant,
  integer,
  list,
  maybe,
  number,
  oneOf,
  orNull,
  ownAgencyOnly,
  personal,
  record,
  reference,
  restrictedReference,
  text,
} from '../shape/shape.ts'

/** A named record: EntityRef and UserRef. The name follows the record it names. */
export const ref = (type: string) => reference(type, 'name')
export const userRef = ref('user')
/** A record by its reference, shown only to those who could fetch it. */
export const pair = (type: string) => restrictedReference(type, 'reference')

/** Value objects without an id are snapshots and never change by themselves. */
export const nameEmail = record({ name: text, email: maybe(text) })
export const phone = record({ countryCode: text, number: text })

export const address = record({
  lineOne: maybe(text),
  lineTwo: maybe(text),
  city: maybe(text),
  region: maybe(text),
  country: maybe(text),
  code: maybe(text),
  latitude: maybe(number),
  longitude: maybe(number),
})

export const supplierType = oneOf('agency', 'umbrella')
export const paymentTerms = record({ days: number, term: text })
export const costCode = record({ name: text, description: maybe(text) })
export const money = record({ pay: number, emp: number, margin: number, charge: number })

export const customField = record({
  fieldId: orNull(text),
  label: text,
  fieldType: text,
  value: personal(anything),
})

export const requirement = record({
  rule: text,
  items: list(record({ name: text })),
  groups: list(record({ items: list(record({ name: text })) })),
})

export const submissionAnswer = record({
  fieldId: text,
  label: text,
  fieldType: text,
  value: anything,
  answerScope: oneOf('submission', 'worker'),
  submissionId: text,
  workerIds: idList('worker'),
  agency: ref('agency'),
  worker: orNull(ref('worker')),
  displayLocations: list(oneOf('requisition', 'assignment', 'timesheet')),
  submittedAt: maybe(instant),
  submittedBy: maybe(userRef),
  updatedAt: orNull(instant),
  updatedBy: orNull(userRef),
})

/** Agency callers receive only the answers their own agencies gave, whoever else submitted the same worker. */
export const submissionAnswers = personal(ownAgencyOnly('agency.id', list(submissionAnswer)))

export const stamps = { createdAt: instant, updatedAt: instant }

export const version = integer

/** What these are called in the documents, wherever they appear. */
export const namedShapes = {
  EntityRef: ref('any'),
  ReferenceRef: pair('any'),
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
