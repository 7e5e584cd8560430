// What a write noted, as the weeks that have to be worked out again: `week:` where timesheets may have changed, so that the
// weeks of their bills follow, `check:` for the week alone, `spending:` for an order over all its weeks.
import type { LookedUpBilling } from '../api/billing-checks/rechecks.ts'
import { sundayOf } from '../api/billing-checks/terms.ts'
import { typeNamed } from '../api/index.ts'
import type { Statements, Transaction } from '../database/database.ts'
import type { WorkKey } from '../record-types/rules.ts'
import { columnDays, everyDay, findDays, mentionedIds } from '../store/checks/find-records.ts'
import { spentOrders, weeksOfOrder } from '../store/checks/order-spending.ts'
import { noteWork, stages, takeAway } from '../store/checks/work.ts'

const mostAtOnce = 500

/** Resolves some of what waits; false where there was nothing to resolve. The caller holds the writer's lock. */
export async function resolveWork(tx: Transaction): Promise<boolean> {
  const taken = await takeAway(tx, { stage: stages.lookUp }, mostAtOnce)
  for (const { company, owner, silent, kind, subjects } of taken) {
    const resolve = resolvers[kind as LookedUpBilling] as Resolver | undefined
    if (!resolve) throw new Error(`There is no work of the kind "${kind}"`)
    const keys = await resolve({ db: tx, company, ids: subjects })
    await noteWork(
      tx,
      keys.map(key => ({ company, owner, key })),
      silent,
    )
  }
  return taken.length > 0
}

type Resolver = (work: Resolving) => Promise<WorkKey[]>
type Resolving = { db: Statements; company: string; ids: readonly string[] }

const inWeeks = (prefix: 'week' | 'check', days: readonly string[]) =>
  days.map((day): WorkKey => `${prefix}:${sundayOf(day).slice(0, 10)}`)

const sheetDays = (db: Statements, ids: readonly string[]) =>
  columnDays(db, typeNamed('timesheet'), 'week_ending', ids)

/** An MSP, who sees no timesheets, has a bill without a week in the week that it was made in. */
const billDays = async (db: Statements, type: 'invoice' | 'afp', ids: readonly string[]) => [
  ...(await columnDays(db, typeNamed(type), 'week_ending', ids)),
  ...(await findDays(db, typeNamed(type), 'created_at', [
    { column: 'id', in: ids },
    { column: 'week_ending', empty: true },
  ])),
]

const resolvers: Readonly<Record<LookedUpBilling, Resolver>> = {
  timesheet: async ({ db, ids }) => inWeeks('week', await sheetDays(db, ids)),
  async invoice({ db, ids }) {
    const sheets = await mentionedIds(db, typeNamed('invoice'), ids, 'timesheet')
    return inWeeks('check', [...(await billDays(db, 'invoice', ids)), ...(await sheetDays(db, sheets))])
  },
  async afp({ db, ids }) {
    const sheets = await mentionedIds(db, typeNamed('afp'), ids, 'timesheet')
    return [
      ...inWeeks('check', await billDays(db, 'afp', ids)),
      ...inWeeks('week', await sheetDays(db, sheets)),
    ]
  },
  async assignment({ db, ids }) {
    const own = [{ column: 'assignment_id', in: ids }]
    return inWeeks('check', await findDays(db, typeNamed('timesheet'), 'week_ending', own))
  },
  async order({ db, company, ids }) {
    const weeks = await Promise.all(ids.map(reference => weeksOfOrder(db, company, reference)))
    return [...inWeeks('check', weeks.flat()), ...ids.map((reference): WorkKey => `spending:${reference}`)]
  },
  async all({ db, company }) {
    const own = { column: 'company_id', id: company }
    const bills = (type: 'invoice' | 'afp') => everyDay(db, typeNamed(type), own, 'week_ending_day')
    const ownRows = { column: 'company_id', in: [company] }
    const undated = [ownRows, { column: 'week_ending', empty: true } as const]
    const days = [
      ...(await everyDay(db, typeNamed('timesheet'), own, 'week_ending')),
      ...(await bills('invoice')),
      ...(await bills('afp')),
      ...(await findDays(db, typeNamed('invoice'), 'created_at', undated)),
      ...(await findDays(db, typeNamed('billingCheck'), 'week_ending', [ownRows])),
    ]
    const orders = await spentOrders(db, company)
    return [...inWeeks('check', days), ...orders.map((reference): WorkKey => `spending:${reference}`)]
  },
}
