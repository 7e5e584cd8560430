// Which billing checks a write may change, as keys that the checker resolves to weeks: the cheapest that can be told from the
// record alone, as every load asks for them.

import { isDeepStrictEqual } from 'node:util'
import { asCompany, asOwner, asUntold } from '../../access/owners.ts'
import type { Recheck, WorkKey } from '../../record-types/rules.ts'

/** Found in this work by the id or the reference of a record are weeks and orders, which are worked out. */
export type LookedUpBilling = 'timesheet' | 'invoice' | 'afp' | 'assignment' | 'order' | 'all'
type BillingWork = LookedUpBilling | 'week' | 'check' | 'spending'

declare module '../../record-types/rules.ts' {
  interface WorkKinds extends Record<BillingWork, true> {}
}

type Ref = { id: string | null } | undefined
type Parties = { company: { id: string | null }; agency?: Ref }
type Change<R> = { before?: { record: R }; after?: { record: R } }

/** As it was and as it is. */
const states = <R>({ before, after }: Change<R>): R[] =>
  [before, after].flatMap(state => (state ? [state.record] : []))

/** For the company of a record and its agency, who both see it. Whoever is not told of the change is not told of this either. */
function forParties({ company, agency }: Parties, key: WorkKey, isTold = true): Recheck[] {
  if (company.id == null) return []
  const noted = { company: company.id, key }
  if (!agency?.id) return [noted]
  return [noted, { ...noted, owner: isTold ? asOwner('agency', agency.id) : asUntold(agency.id) }]
}

/** Whether a change may be of nothing but what other agencies answered when they put the worker forward. Logs may have come as
 * text, and are not looked at. */
function isOfOthers<R extends object>({ before, after }: Change<R>): boolean {
  const rest = ({ submissionAnswers: _, timelogs: __, ...own }: R & Apart) => own
  return (
    before !== undefined && after !== undefined && isDeepStrictEqual(rest(before.record), rest(after.record))
  )
}
type Apart = { submissionAnswers?: unknown; timelogs?: unknown }

/** Whom a bill is shown to, which follows from its flow. */
type Seen<R> = {
  record: R
  facts: { companies?: readonly string[] | undefined; agency?: string | undefined }
}
type SeenChange<R> = { before?: Seen<R>; after?: Seen<R> }

/** For those who see it alone. Its agency is named where it does not, as it is asked whether the two bill each other. */
function forViewers({ record, facts }: Seen<Parties>, key: WorkKey): Recheck[] {
  const company = record.company.id
  if (company == null) return []
  const agency = record.agency?.id
  const owners = [
    ...(facts.companies ?? [company]).map(id => (id === company ? '' : asCompany(id))),
    ...(facts.agency === undefined ? [] : [asOwner('agency', facts.agency)]),
    ...(agency == null || agency === facts.agency ? [] : [asUntold(agency)]),
  ]
  return owners.map(owner => ({ company, key, owner }))
}

const dayOf = (time: string) => time.slice(0, 10)

/** The timesheets of its week, and whatever bills them. */
export const timesheetRechecks = (change: Change<Parties & { weekEnding: string }>): Recheck[] =>
  states(change).flatMap(record =>
    forParties(record, `week:${dayOf(record.weekEnding)}`, !isOfOthers(change)),
  )

type Bill = Parties & {
  id: string
  weekEnding?: string | undefined
  createdAt: string
  timesheets: readonly { id: string | null }[]
}

/** Its week and those of its timesheets. Which timesheets it named before is known only now. */
export const billRechecks =
  (type: 'invoice' | 'afp') =>
  ({ before, after }: SeenChange<Bill>): Recheck[] => {
    const named = new Set(after?.record.timesheets.map(({ id }) => id))
    const was = before?.record
    const dropped = was?.timesheets.flatMap(({ id }) => (id === null || named.has(id) ? [] : [id])) ?? []
    return [
      ...(after ? forViewers(after, `${type}:${after.record.id}`) : []),
      ...(before ? forViewers(before, `check:${dayOf(was!.weekEnding ?? was!.createdAt)}`) : []),
      ...dropped.flatMap(id => forViewers(before!, `timesheet:${id}`)),
    ]
  }

type Claim = Parties & { status: string; timesheet?: Ref; invoice?: Ref }

/** Only approved ones are on a bill. */
export const expenseRechecks = (change: Change<Claim>): Recheck[] =>
  states(change)
    .filter(({ status }) => status === 'approved')
    .flatMap(record => [
      ...(record.timesheet?.id ? forParties(record, `timesheet:${record.timesheet.id}`) : []),
      ...(record.invoice?.id ? forParties(record, `invoice:${record.invoice.id}`) : []),
    ])

export const creditNoteRechecks = ({ before, after }: SeenChange<Parties & { invoice?: Ref }>): Recheck[] =>
  [before, after].flatMap(one =>
    one?.record.invoice?.id ? forViewers(one, `invoice:${one.record.invoice.id}`) : [],
  )

/** A new one has no timesheets yet, and one that has some is not deleted. */
export const assignmentRechecks = ({ before, after }: Change<Parties & { id: string }>): Recheck[] =>
  before && after
    ? states({ before, after }).flatMap(one =>
        forParties(one, `assignment:${one.id}`, !isOfOthers({ before, after })),
      )
    : []

/** Nobody but the company sees its orders. */
export const orderRechecks = (
  change: Change<{ company: { id: string | null }; reference: string }>,
): Recheck[] =>
  states(change).flatMap(({ company, reference }) => forParties({ company }, `order:${reference}`))

/** All weeks, as nothing says which have the trade; what has no piece rates is compared with nothing. */
export const rateRechecks = (
  change: Change<
    Omit<Parties, 'agency'> & { agency: { id: string | null } | null; pieceRates: readonly unknown[] }
  >,
): Recheck[] =>
  states(change)
    .filter(({ pieceRates }) => pieceRates.length > 0)
    .flatMap(({ company, agency }) => forParties({ company, agency: agency ?? undefined }, 'all'))

/** An agency gains or loses sight of a company, or its rates are marked up differently. */
export const connectionRechecks = (change: Change<Parties>): Recheck[] =>
  states(change).flatMap(({ company, agency }) => forParties({ company, agency }, 'all'))
