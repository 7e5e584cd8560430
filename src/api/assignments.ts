// §2.11: a worker placed with a company. The answers saved with an assignment are the snapshot that its
// timesheets show too.
import type { Stored } from '../kernel/columns.ts'
import { type Follow, recordType } from '../kernel/record-type.ts'
import {
  anything,
  derived,
  fileLink,
  flag,
  instant,
  list,
  mapOf,
  maybe,
  mention,
  number,
  oneOf,
  orNull,
  ownAgencyOnly,
  record,
  text,
} from '../kernel/shape.ts'
import {
  address,
  costCode,
  customField,
  ref,
  requirement,
  stamps,
  submissionAnswer,
  submissionAnswers,
  supplierType,
  userRef,
} from './shapes.ts'

const requisition = record({ id: text, reference: maybe(text), nanoid: maybe(text) })
const other = record({ id: text, reference: maybe(text) })
const shift = record({ start: number, end: number, active: flag, break: number, night: flag })
const turn = record({
  reason: maybe(text),
  date: maybe(instant),
  comments: maybe(text),
  user: maybe(userRef),
})
const statement = record({ status: maybe(text), attachment: maybe(fileLink) })
const thresholds = maybe(mapOf(number))

const enhancedUplifts = record({
  enabled: flag,
  mode: maybe(text),
  weekly: maybe(
    record({
      threshold: maybe(number),
      enforce: maybe(flag),
      reduce: maybe(flag),
      nightThreshold: maybe(number),
      nightEnforce: maybe(flag),
      backshiftThreshold: maybe(number),
      backshiftEnforce: maybe(flag),
      blockThresholds: thresholds,
      nightBlockThresholds: thresholds,
      backshiftBlockThresholds: thresholds,
    }),
  ),
  breakdown: maybe(
    list(
      record({
        date: instant,
        dayOfWeek: text,
        shiftType: maybe(text),
        blockStartHour: number,
        blockEndHour: number,
        blockHours: number,
        upliftPercentage: number,
        chargeRate: number,
        chargeValue: number,
        payRate: number,
        payValue: number,
      }),
    ),
  ),
})

const percents = record(
  Object.fromEntries(['bh', 'bhNw', 'wdOt', 'sat', 'sun', 'wdNw', 'weNw'].map(name => [name, maybe(number)])),
)

const lodge = record({
  dailyAmountOverride: maybe(number),
  address: maybe(address),
  distanceMiles: maybe(number),
  travel: maybe(
    record({
      walkMinutes: maybe(number),
      busMinutes: maybe(number),
      carMinutes: maybe(number),
      trainMinutes: maybe(number),
      calculatedAt: maybe(instant),
    }),
  ),
})

const customDocument = record({
  id: text,
  name: text,
  description: maybe(text),
  required: flag,
  uploadPermissions: record({ company: flag, supplier: flag }),
  attachment: orNull(fileLink),
  uploadedBy: orNull(text),
  uploadedAt: maybe(instant),
  expiry: orNull(instant),
  inactive: maybe(flag),
})

const activity = record({
  created: instant,
  activityType: text,
  user: maybe(text),
  userId: maybe(text),
  entity: maybe(record({ id: text, name: text })),
  reason: maybe(text),
  comments: maybe(text),
  message: maybe(text),
})

export const Assignment = record({
  id: text,
  reference: text,
  status: oneOf('pending', 'confirmed', 'cancelled', 'completed', 'ended'),
  payType: oneOf('hourly', 'daily'),
  rateType: oneOf('cis', 'paye', 'psc'),
  supplierType: derived(supplierType),
  company: ref('company'),
  project: ref('project'),
  region: maybe(ref('region')),
  sector: maybe(ref('sector')),
  site: maybe(ref('site')),
  trade: maybe(ref('trade')),
  tag: maybe(ref('tag')),
  agency: ref('agency'),
  umbrella: maybe(text),
  worker: mention('worker', 'reference', 'name'),
  requisition: maybe(requisition),
  costCode: maybe(costCode),
  startDate: maybe(instant),
  endDate: maybe(instant),
  timesheetStartDate: maybe(instant),
  completedDate: maybe(instant),
  confirmationDate: maybe(instant),
  purchaseOrder: maybe(text),
  rates: maybe(record({ pay: number, charge: number })),
  values: maybe(mapOf(anything)),
  rateUplifts: maybe(percents),
  enhancedUplifts: maybe(enhancedUplifts),
  shiftPattern: maybe(
    record(Object.fromEntries(['m', 't', 'w', 'th', 'f', 's', 'su'].map(day => [day, maybe(shift)]))),
  ),
  cancellation: maybe(turn),
  reinstatement: maybe(turn),
  ended: maybe(turn),
  clone: maybe(record({ date: instant, original: other })),
  replacement: maybe(
    record({
      replacedBy: maybe(other),
      replacementFor: maybe(other),
      requisition: maybe(requisition),
      reason: maybe(text),
      type: maybe(oneOf('temporary', 'permanent')),
    }),
  ),
  assignedBy: maybe(userRef),
  activities: list(activity),
  competencyRequirements: maybe(list(requirement)),
  customDocuments: list(customDocument),
  customFields: maybe(list(customField)),
  metaFields: list(
    record({
      id: text,
      title: text,
      type: oneOf('freeText', 'dynamicField'),
      value: anything,
      display: list(oneOf('ui', 'pdf')),
    }),
  ),
  submissionAnswers,
  lodgeApplicable: maybe(flag),
  lodge: maybe(lodge),
  sdc: maybe(statement),
  sds: maybe(statement),
  kid: maybe(fileLink),
  ...stamps,
})

type Answer = { displayLocations: string[] }
type Location = 'requisition' | 'assignment' | 'timesheet'

/** Answers that are configured to show in a place, out of all that were saved. */
const shownOn = (location: Location, answers: unknown) =>
  structuredClone(((answers ?? []) as Answer[]).filter(answer => answer.displayLocations.includes(location)))

/** Shows the answers saved with the assignment that a record names. */
export const assignmentAnswers = (location: Location): Follow => ({
  type: 'assignment',
  by: ['assignment.id'],
  aspect: assignment => assignment.facts.answers,
  apply(stored, assignment) {
    stored.record.submissionAnswers = shownOn(location, assignment?.facts.answers)
  },
})

function saveAnswers({ record, facts }: Stored): void {
  facts.answers ??= record.submissionAnswers
  record.submissionAnswers = shownOn('assignment', facts.answers)
}

export const assignments = recordType({
  type: 'assignment',
  record: Assignment,
  facts: record({
    costCode: maybe(text),
    rateType: maybe(text),
    answers: maybe(ownAgencyOnly('agency.id', list(submissionAnswer))),
  }),
  owners: { company: 'company.id', agency: 'agency.id' },
  matched: ['worker.id', 'company.id', 'agency.id'],
  complete: saveAnswers,
  never: {
    completed: ['pending', 'cancelled'],
    ended: ['completed', 'cancelled'],
    cancelled: ['completed', 'ended'],
  },
})
