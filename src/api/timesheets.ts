// §2.8, §4.14, §4.15: what a worker did in a week, what it pays and what it is charged at.

import { agencyIds, choice, ids } from '../kernel/query/filter.ts'
import { collection, part, same } from '../kernel/resource/collection.ts'
import type { ForbiddenTransition, Named, Warning } from '../kernel/resource/record-type.ts'
import { numbersIn } from '../shape/list-text.ts'
import {
  derived,
  filled,
  flag,
  instant,
  integer,
  list,
  maybe,
  number,
  oneOf,
  orNull,
  ownName,
  personal,
  record,
  reference,
  type TSchema,
  text,
} from '../shape/shape.ts'
import type { StoredOf } from '../shape/stored.ts'
import { assignmentAnswers } from './saved-answers.ts'
import { costCode, money, pair, ref, stamps, submissionAnswers, supplierType, userRef } from './shapes.ts'
import { setOrNot, warnOfNegative, warnOfSum } from './shared-rules.ts'
import { supplierConnection } from './supplier-type.ts'

const keyed = <K extends string>(names: readonly K[], value: TSchema) =>
  record(Object.fromEntries(names.map(name => [name, maybe(value)])))

const rate = record({ pay: number, emp: number, margin: number, charge: number, uplift: orNull(number) })
const rates = keyed(['wd', 'wdNw', 'weNw', 'bh', 'bhNight', 'sat', 'sun', 'ot'], rate)

const hourValues = keyed(
  [
    'wdBasic',
    'wdOvertime',
    'wdNightwork',
    'weNightwork',
    'bankHoliday',
    'bankHolidayNight',
    'saturday',
    'sunday',
    'saturdayNightwork',
    'sundayNightwork',
    'total',
  ],
  number,
)
const values = record({ pay: hourValues, charge: hourValues, expense: maybe(number) })

const amounts = { payValue: number, empValue: number, marginValue: number, chargeValue: number }

const pieceRateEntry = record({
  id: text,
  pieceRateId: text,
  code: text,
  name: text,
  unitLabel: text,
  unitLabelPlural: text,
  frequency: oneOf('daily', 'weekly'),
  rateType: text,
  values: money,
  totals: record({ units: number, ...amounts }),
  lines: list(
    record({
      id: text,
      date: maybe(instant),
      units: number,
      ...amounts,
      comment: personal(maybe(text)),
      costCode: maybe(costCode),
    }),
  ),
})

const spread = record({ standard: number, overtime: number, total: number })

const timelog = record({
  id: text,
  status: text,
  date: instant,
  start: instant,
  end: instant,
  shiftType: maybe(text),
  breaks: number,
  rateDescription: maybe(text),
  hours: spread,
  rates: money,
  values: record({ pay: spread, emp: spread, margin: spread, charge: spread }),
  absenceAuthorized: maybe(flag),
  absenceReason: personal(maybe(text)),
  costCodeAllocations: maybe(filled(list(record({ costCode, hours: number })))),
})

const versionSnapshot = record({
  version: integer,
  snapshotReason: text,
  snapshotAt: instant,
  netHours: number,
  expenseValue: number,
  values,
  rates,
})

export const Timesheet = record({
  id: text,
  reference: text,
  status: oneOf('pending', 'pending_approval', 'approved', 'cancelled', 'absent'),
  supplierType: derived(supplierType),
  worker: ref('worker'),
  assignment: maybe(pair('assignment')),
  company: ref('company'),
  project: ref('project'),
  site: maybe(ref('site')),
  agency: ref('agency'),
  payType: maybe(text),
  rateType: maybe(text),
  start: instant,
  end: instant,
  weekEnding: instant,
  version: integer,
  approvedDate: maybe(instant),
  approvalRequestedBy: maybe(record({ id: text, name: ownName('worker'), type: oneOf('user', 'candidate') })),
  approvedBy: maybe(userRef),
  timesheetApprovers: list(userRef),
  netHours: number,
  rates: maybe(rates),
  values: maybe(values),
  pieceRateEntries: list(pieceRateEntry),
  submissionAnswers: derived(submissionAnswers),
  ...stamps,
  timelogs: maybe(list(timelog)),
  versionHistory: maybe(filled(list(versionSnapshot))),
})

const loggedTimes = ['hours.total', 'breaks'] as const

const TimesheetFacts = record({
  worker: maybe(reference('worker', 'reference')),
  rateType: maybe(text),
  pieceRateTypes: maybe(list(text)),
})
export type StoredTimesheet = StoredOf<typeof Timesheet, typeof TimesheetFacts>

const invoiced: ForbiddenTransition = {
  to: 'cancelled',
  while: 'an invoice or AfP names it',
  named: ['invoice', 'afp'],
  hint: 'take it off the invoice first',
}

export const timesheets = collection({
  path: '/timesheets',
  noun: 'timesheet',
  scope: 'read:timesheets',
  record: Timesheet,
  facts: TimesheetFacts,
  owners: { company: 'company.id', agency: 'agency.id' },
  filters: {
    status: choice('status'),
    project: ids('project.id'),
    site: ids('site.id'),
    assignment: ids('assignment.id'),
    worker: ids('worker.id'),
    agency: agencyIds('agency.id'),
  },
  search: {
    exactly: 'reference',
    within: ['reference', 'worker.name', 'facts.worker.reference', 'agency.name'],
    through: { worker: ['worker.name', 'facts.worker.reference'], agency: ['agency.name'] },
  },
  dates: ['createdAt', 'updatedAt', 'start', 'end', 'weekEnding', 'approvedDate'],
  sorts: {
    ...same('createdAt', 'updatedAt', 'start', 'weekEnding', 'approvedDate'),
    timesheetRef: 'reference',
  },
  defaultSort: 'createdAt desc',
  parts: {
    includeTimelogs: part('timelogs', { asText: loggedTimes }),
    includeVersionHistory: part('versionHistory', { on: 'get', asText: [] }),
  },
  tools: { list: 'open_api_list_timesheets', get: 'open_api_get_timesheet' },
  reading: {
    badId: 400,
    totals: {
      groups: [
        ...(['company', 'project', 'site', 'agency', 'worker', 'status', 'supplierType', 'payType'] as const),
        ...(['weekEnding', 'approvedDate', 'createdAt'] as const),
      ],
      sums: ['netHours', 'values.pay.total', 'values.charge.total', 'values.expense'],
      kept: ['company', 'agency', 'weekEnding', 'createdAt', 'project', 'site', 'status', 'supplierType'],
    },
  },
  rules: {
    complete: keepWhatWasGiven,
    asLoaded: giveBackRateTypes,
    warnings: warningsIn,
    distinct: [{ code: 'SAME_REFERENCE', path: 'reference', among: 'company.id' }],
    sameCompany: ['project', 'site'],
    forbiddenTransitions: {
      pending: [invoiced],
      pending_approval: [invoiced],
      approved: ['pending', 'absent', invoiced],
      absent: [invoiced],
      cancelled: ['pending', 'pending_approval', 'approved', 'absent'],
    },
  },
  derived: {
    derivations: [supplierConnection(showRateTypes), assignmentAnswers],
    // Workers over hours (§4.11).
    figures: [
      {
        owner: 'company.id',
        day: 'weekEnding',
        each: 'worker.id',
        by: 'agency.id',
        of: ['netHours', 'status', 'project.id'],
      },
    ],
  },
})

function warningsIn({ record }: StoredTimesheet): Warning[] {
  const totals = (['pay', 'charge'] as const).flatMap(side => {
    const { total, ...parts } = record.values?.[side] ?? {}
    return warnOfSum(`record.values.${side}.total`, total, Object.values(parts))
  })
  if (!record.timelogs) return totals
  const logged = numbersIn(record.timelogs, loggedTimes)
  const hours = logged.map(([total, breaks]) => total! - breaks! / 60)
  const below = logged.flatMap(([total], index) =>
    total! < 0 ? warnOfNegative(`record.timelogs.${index}.hours.total`) : [],
  )
  return [...totals, ...warnOfSum('record.netHours', record.netHours, hours), ...below]
}

function keepWhatWasGiven({ record, facts }: StoredTimesheet, named: Named): void {
  // Its reference is copied when the worker is looked up.
  Object.assign(facts, { worker: { id: record.worker.id } })
  if (!named.facts.has('rateType')) setOrNot(facts, 'rateType', record.rateType)
  const types = record.pieceRateEntries.map(entry => entry.rateType)
  if (!named.facts.has('pieceRateTypes'))
    setOrNot(facts, 'pieceRateTypes', types.length > 0 ? types : undefined)
}

function giveBackRateTypes(stored: StoredTimesheet): void {
  rewriteRateTypes(stored, given => given)
}

/** Umbrella suppliers' rate types are shown without their prefix; the stored ones stay (§2.1). */
function showRateTypes(stored: StoredTimesheet, supplier: string): void {
  const prefix = supplier === 'umbrella' ? /^(Agency|Umbrella) / : ''
  rewriteRateTypes(stored, given => given.replace(prefix, ''))
}

function rewriteRateTypes({ record, facts }: StoredTimesheet, shown: (given: string) => string): void {
  if (facts.rateType !== undefined) record.rateType = shown(facts.rateType)
  for (const [index, entry] of record.pieceRateEntries.entries())
    entry.rateType = shown(facts.pieceRateTypes?.[index] ?? entry.rateType)
}
