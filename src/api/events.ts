// §6: every event, in the order in which those of one write are told. They fire on edges only: a value really
// changed, in the transaction that changed it.
import { isDeepStrictEqual } from 'node:util'
import { withDefaults } from '../shape/defaults.ts'
import { isErasedRecord } from '../shape/personal.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { billingCheckScopes } from './billing-checks/codes.ts'
import { type ClearanceNews, newsIn } from './clearances/news.ts'
import { rowOwner, type StoredClearance } from './clearances/shape.ts'
import { isUsual, usualExpiringDays } from './clearances/telling.ts'
import { clearanceScopes } from './clearances/words.ts'
import { type EventType, eventType, type FiredEvent, type RecordWrite } from './event.ts'
import { enhancedUplifts as upliftShape } from './shapes/uplifts.ts'

type RecordFields = StoredRecord['record']
type Ref = { id: string | null }

const once: readonly FiredEvent[] = [{}]
const never: readonly FiredEvent[] = []
const when = (fired: boolean) => (fired ? once : never)

const becomes =
  (...statuses: string[]) =>
  ({ before, after }: RecordWrite) =>
    when(
      before !== undefined &&
        before.record.status !== after.record.status &&
        statuses.some(status => status === after.record.status),
    )

/** Whether the status became one of these, and still is. */
const hasBecome = (...statuses: string[]) => ({
  statuses,
  fires: becomes(...statuses),
  holds: ({ record }: StoredRecord) => statuses.some(status => status === record.status),
})

const idOf = (value: unknown) => (value as Ref | undefined)?.id ?? undefined
const idsOf = (value: unknown) => ((value ?? []) as Ref[]).map(({ id }) => id).sort()
const dayOf = (value: unknown) => (value as string | undefined)?.slice(0, 10)

/** Whether the record looks different than before, whatever the order of its properties. */
function differs({ before, after }: RecordWrite, look: (record: RecordFields) => unknown): boolean {
  if (before === undefined) return false
  const [was, is] = [before, after].map(({ record }) => JSON.stringify(look(record) ?? null))
  return was !== is && !isDeepStrictEqual(JSON.parse(was!), JSON.parse(is!))
}

const requisition = {
  key: 'requisition',
  object: 'requisition',
  fetch: '/requisitions/{id}',
  scope: 'read:requisitions',
} as const
const assignment = {
  key: 'assignment',
  object: 'assignment',
  fetch: '/assignments/{id}',
  scope: 'read:assignments',
} as const

const billingCheck = {
  key: 'billingCheck',
  object: 'billingCheck',
  fetch: '/billing-checks/{id}',
  scope: billingCheckScopes,
} as const

/** A clearance is worked out for each side apart, and only that side hears of it. */
const clearance = {
  ...assignment,
  scope: clearanceScopes,
  cause: 'clearance',
  atCreation: true,
} as const

/** Once for each time that a row says it has something to tell. */
const tells =
  (event: ClearanceNews['event']) =>
  ({ before, after }: RecordWrite): FiredEvent[] => {
    const { record, facts } = after as unknown as StoredClearance
    if (facts.tells === undefined || facts.tells === before?.facts.tells) return []
    const news = newsIn(facts.tells)
    if (news?.event !== event) return []
    const heard = { id: record.assignment.id!, owner: rowOwner(facts) }
    if (news.event === 'lost') return [heard]
    return [{ ...heard, end: news.end, ...(!isUsual(news.end) && { apart: true }) }]
  }

type Submission = { worker: Ref; isRejected: boolean }
type AgencySubmission = Submission & { agency: string }

/** Of each submission who made it, found by agency and worker. */
function submissionsOf(stored: StoredRecord | undefined): Map<string, AgencySubmission> {
  const responses = (stored?.record.agencies ?? []) as { id: string; submissions: Submission[] }[]
  return new Map(
    responses
      .filter(({ id }) => id !== null)
      .flatMap(({ id, submissions }) =>
        submissions.map(one => [`${id} ${one.worker.id}`, { ...one, agency: id }] as const),
      ),
  )
}

/** One event for each submission of which this is so, for the agency that made it alone. */
const eachSubmission =
  (isNews: (is: AgencySubmission, was: AgencySubmission | undefined) => boolean) =>
  ({ before, after }: RecordWrite): FiredEvent[] => {
    const was = submissionsOf(before)
    const news = [...submissionsOf(after)].filter(([key, is]) => isNews(is, was.get(key)))
    return news.map(([, { agency }]) => ({ agency }))
  }

type TrackedWorker = { worker: Ref; agency: Ref; history: { stage: string }[] }

/**
 * One event for each entry new to a worker's history; the first `submitted` tells nothing new. An entry is known by
 * its stage, so that another label, comment or date of one is no news.
 */
function stageEntries({ before, after }: RecordWrite): FiredEvent[] {
  if (after.record.stageTracking === undefined) return []
  const tracked = (stored: StoredRecord | undefined) => (stored?.facts.stages ?? []) as TrackedWorker[]
  const keyOf = ({ worker, agency }: TrackedWorker) => `${agency.id} ${worker.id}`
  const known = new Map(tracked(before).map(one => [keyOf(one), stagesOf(one)]))
  return tracked(after).flatMap(one => {
    const seen = known.get(keyOf(one)) ?? []
    return without(stagesOf(one), seen).map(() => ({ agency: one.agency.id! }))
  })
}

const stagesOf = ({ history }: TrackedWorker) =>
  history.map(({ stage }) => stage).slice(history[0]?.stage === 'submitted' ? 1 : 0)

/** What is left of a list when each of the others has taken one equal to it. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return list.filter(one => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** An end date that moves with the end of an assignment is no news of its own. */
function datesMoved(write: RecordWrite): boolean {
  const over = becomes('cancelled', 'ended')(write).length > 0
  return differs(write, ({ startDate, endDate, timesheetStartDate }) =>
    [startDate, timesheetStartDate, ...(over ? [] : [endDate])].map(dayOf),
  )
}

const wasOver = ({ before }: RecordWrite) =>
  ['cancelled', 'ended'].some(status => status === before?.record.status)

const reinstated = hasBecome('pending', 'confirmed')
/** A finding that waits, such as for its bill, counts later. */
const counts = ({ facts }: StoredRecord) => facts.state === 'current' && facts.told === true
const isPutRight = ({ facts }: StoredRecord) => facts.state === 'resolved'

export const events: readonly EventType[] = [
  eventType({
    ...requisition,
    name: 'requisition_worker_submitted',
    summary: 'A worker was submitted; one event for each worker',
    fires: eachSubmission((_, was) => was === undefined),
  }),
  eventType({
    ...requisition,
    name: 'requisition_worker_stage_updated',
    summary: 'A submitted worker came to another stage, where the company tracks stages',
    fires: stageEntries,
  }),
  eventType({
    ...requisition,
    name: 'requisition_worker_rejected',
    summary: 'A submitted worker was rejected',
    fires: eachSubmission((is, was) => is.isRejected && !was?.isRejected),
  }),
  eventType({
    ...requisition,
    name: 'requisition_assigned',
    summary: 'An assignment that names the requisition was created; one event for each assignment',
    cause: 'assignment',
    atCreation: true,
    fires: ({ before, after }) => {
      const id = idOf(after.record.requisition)
      return before || id === undefined ? [] : [{ id, agency: idOf(after.record.agency)! }]
    },
  }),
  eventType({
    ...requisition,
    name: 'requisition_filled',
    summary: 'The status became filled',
    ...hasBecome('filled'),
  }),
  eventType({
    ...requisition,
    name: 'requisition_cancelled',
    summary: 'The status became cancelled',
    ...hasBecome('cancelled'),
  }),
  eventType({
    ...assignment,
    name: 'assignment_trade_updated',
    summary: 'Another trade was chosen',
    fires: write => when(differs(write, ({ trade }) => idOf(trade))),
  }),
  eventType({
    ...assignment,
    name: 'assignment_rates_updated',
    summary: 'Rates, overrides, uplifts, pay type or rate type changed',
    fires: write =>
      when(
        differs(write, ({ rates, rateOverrides, rateUplifts, enhancedUplifts, payType, rateType }) => [
          // One that was stored without its lists is the same with them empty.
          [rates, rateOverrides, rateUplifts, withDefaults(upliftShape, enhancedUplifts)],
          [payType, rateType],
        ]),
      ),
  }),
  eventType({
    ...assignment,
    name: 'assignment_shift_updated',
    summary: 'Any part of the shift pattern changed',
    fires: write => when(differs(write, ({ shiftPattern }) => shiftPattern)),
  }),
  eventType({
    ...assignment,
    name: 'assignment_dates_updated',
    summary: 'Start, end or timesheet start moved to another day',
    fires: write => when(datesMoved(write)),
  }),
  eventType({
    ...assignment,
    name: 'assignment_cancelled',
    summary: 'The status became cancelled',
    ...hasBecome('cancelled'),
  }),
  eventType({
    ...assignment,
    name: 'assignment_reinstated',
    summary: 'The status went from cancelled or ended to pending or confirmed',
    ...reinstated,
    fires: write => when(wasOver(write) && reinstated.fires(write).length > 0),
  }),
  eventType({
    ...assignment,
    name: 'assignment_ended',
    summary: 'The status became ended',
    ...hasBecome('ended'),
  }),
  eventType({
    key: 'timesheet',
    object: 'timesheet',
    fetch: '/timesheets/{id}',
    scope: 'read:timesheets',
    name: 'timesheet_approval_requested',
    summary: 'The status became pending_approval',
    ...hasBecome('pending_approval'),
  }),
  eventType({
    key: 'purchaseOrder',
    object: 'purchaseOrder',
    fetch: '/purchase-orders/{id}',
    scope: 'read:purchase-orders',
    hears: ['company'],
    name: 'purchase_order_amended',
    summary: 'Value, dates, site, agency, projects, trades or tag changed; companies only',
    fires: write => when(differs(write, amendable)),
  }),
  eventType({
    key: 'worker',
    object: 'worker',
    fetch: '/workers/{id}',
    scope: 'read:workers',
    name: 'worker_erased',
    summary: 'The person was erased: whoever keeps a copy of what was shown of them has to erase it too',
    fires: ({ before, after }) => when(isErasedRecord(after) && !(before && isErasedRecord(before))),
    holds: isErasedRecord,
  }),
  eventType({
    ...billingCheck,
    name: 'billing_check_found',
    summary: 'The billing checks found something wrong that counts from now on',
    atCreation: true,
    fires: ({ before, after }) => when(counts(after) && !(before && counts(before))),
    holds: counts,
  }),
  eventType({
    ...billingCheck,
    name: 'billing_check_resolved',
    summary: 'What was wrong with a bill is put right: its records do not say so any more',
    fires: ({ before, after }) => when(before !== undefined && counts(before) && isPutRight(after)),
    holds: isPutRight,
  }),
  eventType({
    ...clearance,
    name: 'clearance_lost',
    summary:
      'Somebody who was cleared for site is not any more, or it is not known; docs/clearances.md has the rules',
    fires: tells('lost'),
  }),
  eventType({
    ...clearance,
    name: 'clearance_expiring',
    summary:
      'The clearance of somebody on site ends within 30, 14, 7 or 1 days, or as an endpoint asks; one event for each of these',
    usualDays: usualExpiringDays,
    fires: tells('expiring'),
  }),
]

/** What an amendment changes; revoking, reinstating and expiring do not amend. */
const amendable = (order: RecordFields) => [
  order.value,
  dayOf(order.startDate),
  dayOf(order.endDate),
  [order.site, order.agency, order.tag].map(ref => idOf(ref) ?? null),
  [idsOf(order.projects), idsOf(order.trades)],
  [order.allTrades ?? null, order.tradeOption ?? null],
]

/** Endpoints may ask for what is about some projects only. */
export const narrowedBy = { type: 'project', paths: ['project.id', 'projects.id'] } as const

export const eventNamed = (name: string): EventType | undefined => events.find(event => event.name === name)
