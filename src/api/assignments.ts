// §2.11: a worker placed with a company. The answers saved with an assignment are the snapshot that its
// timesheets show too.

import { agencyIds, choice, ids } from '../kernel/query/filter.ts'
import { collection, getOnly, same } from '../kernel/resource/collection.ts'
import {
  anything,
  derived,
  fileLink,
  flag,
  instant,
  integer,
  list,
  mapOf,
  maybe,
  number,
  oneOf,
  orNull,
  personal,
  record,
  reference,
  restrictedReference,
  shownWith,
  text,
} from '../shape/shape.ts'
import type { StoredOf } from '../shape/stored.ts'
import { elapse, sameEnd, settleAssignment } from './assignment-rules.ts'
import { unshowAnswers } from './saved-answers.ts'
import {
  address,
  costCode,
  customField,
  pair,
  ref,
  requirement,
  stamps,
  submissionAnswer,
  submissionAnswers,
  supplierType,
  userRef,
} from './shapes.ts'
import { supplierConnection } from './supplier-type.ts'
import { enhancedUplifts } from './uplifts.ts'

const requisition = restrictedReference('requisition', 'reference', 'nanoid')
const other = pair('assignment')
const shift = record({ start: number, end: number, active: flag, break: number, night: flag })
const turn = record({
  reason: personal(maybe(text)),
  date: maybe(instant),
  comments: personal(maybe(text)),
  user: maybe(userRef),
})
const statement = record({ status: maybe(text), attachment: personal(maybe(fileLink)) })
const override = record({ active: flag, value: number })

const percents = record(
  Object.fromEntries(['bh', 'bhNw', 'wdOt', 'sat', 'sun', 'wdNw', 'weNw'].map(name => [name, maybe(number)])),
)

const lodge = record({
  dailyAmountOverride: maybe(number),
  address: personal(maybe(address)),
  distanceMiles: personal(maybe(number)),
  travel: personal(
    maybe(
      record({
        walkMinutes: maybe(number),
        busMinutes: maybe(number),
        carMinutes: maybe(number),
        trainMinutes: maybe(number),
        calculatedAt: maybe(instant),
      }),
    ),
  ),
})

const customDocument = record({
  id: text,
  name: text,
  description: maybe(text),
  required: flag,
  uploadPermissions: record({ company: flag, supplier: flag }),
  attachment: personal(orNull(fileLink)),
  uploadedBy: personal(orNull(text)),
  uploadedAt: maybe(instant),
  expiry: orNull(instant),
  inactive: maybe(flag),
})

const activity = record({
  created: instant,
  activityType: text,
  user: maybe(text),
  userId: maybe(text),
  /** Another assignment, by its reference. */
  entity: maybe(restrictedReference('assignment', 'name')),
  reason: personal(maybe(text)),
  comments: personal(maybe(text)),
  message: personal(maybe(text)),
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
  worker: reference('worker', 'reference', 'name'),
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
  clone: shownWith(['original'], maybe(record({ date: instant, original: other }))),
  replacement: shownWith(
    ['replacedBy', 'replacementFor'],
    maybe(
      record({
        replacedBy: maybe(other),
        replacementFor: maybe(other),
        requisition: maybe(requisition),
        reason: personal(maybe(text)),
        type: maybe(oneOf('temporary', 'permanent')),
      }),
    ),
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
      value: personal(anything),
      display: list(oneOf('ui', 'pdf')),
    }),
  ),
  submissionAnswers,
  lodgeApplicable: maybe(flag),
  lodge: maybe(lodge),
  sdc: maybe(statement),
  sds: maybe(statement),
  kid: personal(maybe(fileLink)),
  ...stamps,
  workActivity: maybe(text),
  rateOverrides: maybe(record({ markup: maybe(override), employerCosts: maybe(override) })),
  workerDistanceToSite: personal(maybe(number)),
  workerLodgeDistanceToSite: personal(maybe(number)),
  weeksElapsed: derived(maybe(integer)),
})

const AssignmentFacts = record({
  approvedDate: maybe(instant),
  costCode: maybe(text),
  rateType: maybe(text),
  answers: personal(maybe(list(submissionAnswer))),
})
export type StoredAssignment = StoredOf<typeof Assignment, typeof AssignmentFacts>

export const assignments = collection({
  path: '/assignments',
  noun: 'assignment',
  scope: 'read:assignments',
  record: Assignment,
  facts: AssignmentFacts,
  owners: { company: 'company.id', agency: 'agency.id' },
  filters: {
    status: choice('status'),
    project: ids('project.id', { repeats: true }),
    site: ids('site.id', { repeats: true }),
    trade: ids('trade.id', { repeats: true }),
    worker: ids('worker.id', { repeats: true }),
    agency: agencyIds('agency.id', { repeats: true }),
    requisition: ids('requisition.id', { repeats: true }),
  },
  search: {
    within: ['reference', 'worker.name', 'worker.reference', 'agency.name'],
    through: { worker: ['worker.name', 'worker.reference'], agency: ['agency.name'] },
  },
  dates: {
    ...same('createdAt', 'updatedAt', 'startDate', 'endDate', 'completedDate'),
    approvedDate: 'facts.approvedDate',
  },
  sorts: { ...same('createdAt', 'updatedAt', 'startDate', 'endDate'), assignmentRef: 'reference' },
  defaultSort: 'createdAt desc',
  parts: getOnly(
    'workActivity',
    'rateOverrides',
    'workerDistanceToSite',
    'workerLodgeDistanceToSite',
    'weeksElapsed',
  ),
  tools: { list: 'open_api_list_assignments', get: 'open_api_get_assignment' },
  reading: {
    get: elapse,
    totals: {
      groups: [
        ...(['company', 'project', 'site', 'trade', 'agency', 'worker'] as const),
        ...(['status', 'payType', 'rateType', 'supplierType'] as const),
        ...(['startDate', 'endDate', 'completedDate', 'createdAt'] as const),
      ],
      sums: [],
    },
  },
  rules: {
    complete: settleAssignment,
    asLoaded: unshowAnswers,
    forbiddenTransitions: {
      completed: ['pending', 'cancelled', ...sameEnd('confirmed', 'ended')],
      ended: ['completed', 'cancelled'],
      cancelled: ['completed', 'ended'],
    },
  },
  derived: { derivations: [supplierConnection()] },
})
