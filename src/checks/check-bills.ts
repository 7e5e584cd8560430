// Keeps findings up to date: takes the weeks that writes have touched, works them out from records of one moment, and writes what
// is new, different and gone in one transaction with the end of that work. Whatever happens in between, the work is still there.

import { agencyOfWork, asCompany, asOwner, asUntold, isCompanyOwner } from '../access/owners.ts'
import { checkOrder } from '../api/billing-checks/check-week.ts'
import type { StoredBillingCheck } from '../api/billing-checks/shape.ts'
import { sundayOf } from '../api/billing-checks/terms.ts'
import { recordTypes, typeNamed } from '../api/index.ts'
import type { PurchaseOrder } from '../api/purchase-orders.ts'
import type { Database, Statements, Transaction } from '../database/database.ts'
import { daysAfter } from '../formats/day.ts'
import { decimalOf, differenceOf, sumOf } from '../formats/decimal.ts'
import { foldedText } from '../formats/fold.ts'
import { batchWriter } from '../load/write.ts'
import { sortKeyLength } from '../record-types/columns.ts'
import type { WorkKey } from '../record-types/rules.ts'
import { type BillingPair, keepBillingPairs } from '../store/checks/billing-pairs.ts'
import { findIds } from '../store/checks/find-records.ts'
import { crossingOf, replaceSpending } from '../store/checks/order-spending.ts'
import {
  type NotedWork,
  noteWork,
  removeTaken,
  stages,
  takeWork,
  workKind,
  workSubject,
} from '../store/checks/work.ts'
import { lockWriter } from '../store/schema/writer-lock.ts'
import type { CheckOptions } from './check-clearances.ts'
import { unitText } from './checked-units.ts'
import { findingEntry, findingIds, findingWrites, type UnitFindings } from './finding-records.ts'
import { resolveWork } from './resolve-work.ts'
import { readStored } from './stored.ts'
import { asSpending, findingsOfWeek, type WeekResult } from './week-findings.ts'
import { type WeekRows, weekReader } from './week-rows.ts'

export type BillCheckOptions = CheckOptions & {
  /** Works out a week, elsewhere if need be. */
  workOut?(week: WeekRows): Promise<WeekResult>
}

/** So many weeks of a company are written together, so that what moves from one to another stays the same finding. */
const weeksAtOnce = 8
const ordersAtOnce = 20

/** One step: finds out what work amounts to, or does some of it. False where nothing waits. */
export async function checkSomeBills(database: Database, options: BillCheckOptions): Promise<boolean> {
  const { agedMs = 0 } = options
  const taken = await database.transaction(async tx => {
    await lockWriter(tx)
    if (await resolveWork(tx)) return 'resolved'
    const weeks = await takeWork(tx, { stage: stages.weeks, agedMs }, weeksAtOnce)
    // An order is held against its weeks once these are known.
    return weeks.length > 0 ? weeks : takeWork(tx, { stage: stages.orders }, ordersAtOnce)
  })
  if (taken === 'resolved') return true
  const [first] = taken
  if (!first) return false
  if (workKind(first.key) === 'spending') await checkOrders(database, first.company, taken, options)
  else await checkWeeks(database, first.company, taken, options)
  return true
}

type WeekWork = { week: string; works: readonly NotedWork[]; silent: boolean }
type WorkedOut = WeekWork & WeekResult & { pairs: readonly BillingPair[] }

async function checkWeeks(
  database: Database,
  company: string,
  taken: readonly NotedWork[],
  { workOut = async week => findingsOfWeek(week), ...options }: BillCheckOptions,
): Promise<void> {
  const byWeek = Map.groupBy(taken, ({ key }) => sundayOf(workSubject(key)).slice(0, 10))
  // All of one moment, so that nothing is lost or found twice that moves from one to another.
  const results = await database.transaction(async tx => {
    const found: WorkedOut[] = []
    const read = weekReader(tx, company)
    for (const week of [...byWeek.keys()].sort()) {
      const works = byWeek.get(week)!
      const agencies = works.flatMap(({ owner = '' }) => agencyOfWork(owner) ?? [])
      const rows = await read(week, [...new Set(agencies)])
      const silent = works.every(work => work.silent)
      found.push({ week, works, silent, pairs: pairsIn(rows), ...(await workOut(rows)) })
    }
    return found
  }, 'read')
  const units = results.map(({ week, silent, findings }) => ({
    silent,
    findings,
    unit: { kind: 'week', company, subject: week } as const,
  }))
  await database.transaction(async tx => {
    await lockWriter(tx)
    await writeUnits(tx, units, options)
    for (const result of results) await keepBeside(tx, company, result, new Set(byWeek.keys()))
    await removeTaken(tx, company, [...new Set(taken.map(({ key }) => key))])
  })
}

const pairsIn = ({ company, billing: { agencies, client, agency } }: WeekRows): BillingPair[] =>
  agencies.flatMap(id => [
    { side: asCompany(company), agency: id, bills: client.includes(id) },
    { side: asOwner('agency', id), agency: id, bills: agency.includes(id) },
  ])

/** What else a week leaves: what it takes from orders, who bills whom, and the weeks that follow from changed timesheets. */
async function keepBeside(
  tx: Transaction,
  company: string,
  { week, works, silent, spending, pairs, otherWeeks }: WorkedOut,
  together: ReadonlySet<string>,
): Promise<void> {
  const note = (keys: readonly WorkKey[], owner = '') =>
    noteWork(
      tx,
      keys.map(key => ({ company, owner, key })),
      silent,
    )
  const orders = await replaceSpending(tx, company, week, spending)
  await note(orders.map((reference): WorkKey => `spending:${reference}`))
  for (const { side, agency } of await keepBillingPairs(tx, company, pairs)) {
    const isCompanys = isCompanyOwner(side)
    if (isCompanys) await note(['all'])
    await note(['all'], isCompanys ? asUntold(agency) : side)
  }
  const changed = works.filter(({ key }) => workKind(key) === 'week')
  if (changed.length === 0) return
  const next = daysAfter(week, 7)
  const follows = await findIds(tx, typeNamed('timesheet'), [
    { column: 'company_id', in: [company] },
    { column: 'week_ending', from: daysAfter(week, 1), before: daysAfter(next, 1) },
  ])
  const weeks = [...otherWeeks, ...(follows.length > 0 ? [next] : [])].filter(day => !together.has(day))
  for (const owner of new Set(changed.map(({ owner }) => owner)))
    await note(
      weeks.map((day): WorkKey => `check:${day}`),
      owner,
    )
}

async function checkOrders(
  database: Database,
  company: string,
  taken: readonly NotedWork[],
  options: BillCheckOptions,
): Promise<void> {
  const references = [...new Set(taken.map(({ key }) => workSubject(key)))]
  const units = await database.transaction(async tx => {
    const found: UnitFindings[] = []
    for (const reference of references) {
      const silent = taken.filter(({ key }) => workSubject(key) === reference).every(work => work.silent)
      const findings = await orderFindings(tx, company, reference)
      const side = { kind: 'client', id: company } as const
      found.push({
        silent,
        unit: { kind: 'order', company, subject: reference },
        findings: findings.map(finding => ({ side, finding })),
      })
    }
    return found
  }, 'read')
  await database.transaction(async tx => {
    await lockWriter(tx)
    await writeUnits(tx, units, options)
    await removeTaken(tx, company, [...new Set(taken.map(({ key }) => key))])
  })
}

/** Where two orders have a reference, or none has, it is not known which is meant. */
async function orderFindings(tx: Transaction, company: string, reference: string) {
  const type = typeNamed('purchaseOrder')
  const ids = await findIds(tx, type, [
    { column: 'company_id', in: [company] },
    { column: 'reference_key', in: [foldedText(reference).slice(0, sortKeyLength)] },
  ])
  const orders = [...(await readStored<{ record: PurchaseOrder }>(tx, 'purchaseOrder', ids)).values()]
    .map(({ record }) => record)
    .filter(order => order.reference === reference)
  const [order] = orders
  if (!order || orders.length > 1) return []
  const crossing = await crossingOf(tx, company, reference, order.value)
  if (!crossing) return []
  // What came before and after counts by its sum alone.
  const at = asSpending(crossing)
  const before = decimalOf(crossing.before)
  const after = differenceOf(decimalOf(crossing.total), sumOf([before, at.charge]))
  return checkOrder(order, [{ ...at, charge: before }, at, { ...at, charge: after }])
}

const findingsAtOnce = 250

async function writeUnits(
  tx: Transaction,
  units: readonly UnitFindings[],
  { now = () => new Date(), skipped }: BillCheckOptions,
): Promise<void> {
  const stored = await storedFindings(tx, units)
  const writes = findingWrites(units, stored, now())
  for (const [silent, some] of Map.groupBy(writes, write => write.silent)) {
    const write = batchWriter(run => run(tx), recordTypes, { events: !silent })
    for (let from = 0; from < some.length; from += findingsAtOnce) {
      const { rejected } = await write(some.slice(from, from + findingsAtOnce).map(findingEntry), true)
      // Something that they name was deleted since, which has noted the week anew.
      if (rejected.length > 0) skipped?.(rejected.length)
    }
  }
}

async function storedFindings(db: Statements, units: readonly UnitFindings[]) {
  const type = typeNamed('billingCheck')
  const ids = await findIds(
    db,
    type,
    [{ column: 'facts_unit', in: units.map(({ unit }) => unitText(unit)) }],
    [{ column: 'id', in: findingIds(units) }],
  )
  return readStored<StoredBillingCheck>(db, 'billingCheck', ids)
}
