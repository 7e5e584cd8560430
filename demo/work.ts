// The gangs at work, one after the other: their people, assignments, timesheets and bills. Each pass works the gangs
// out anew, so that a million timesheets need no more memory than a hundred.
import { assignmentsOf } from './assignments.ts'
import { afpsOf, invoicesOf } from './bills.ts'
import { creditNotesOf } from './credit-notes.ts'
import { earlyExpenses, expensesOf } from './expense-lines.ts'
import { type Gang, gangOf, gangSize, isOld, oldestWeek, stintIn } from './gangs.ts'
import type { LoadLine } from './load-line.ts'
import { type Placement, placementOf, placementsOf, weeksOf } from './placements.ts'
import { purchaseOrdersOf } from './purchase-orders.ts'
import { requisitionsOf } from './requisitions.ts'
import { type Batch, type KeptWeek, settlements, type Unbilled } from './settlements.ts'
import { timesheetLine } from './timesheets.ts'
import { workersOf } from './workers.ts'
import type { World } from './world.ts'

export type Staffing = { gangs: number; timesheets: number; keep: number }

export const gangsPerScale = 100
export const timesheetsPerScale = 9000

/** Gangs for this scale, and more where they would not fill the timesheets asked for. */
export function staffingFor(world: World, scale: number, asked: number | undefined): Staffing {
  const least = Math.max(1, Math.ceil(gangsPerScale * scale))
  let [gangs, timesheets] = [0, 0]
  while (gangs < least || timesheets < (asked ?? 0)) {
    for (const placement of placementsOf(gangOf(world, gangs))) timesheets += weeksOf(placement)
    gangs++
  }
  return { gangs, timesheets, keep: asked ?? timesheets }
}

function* gangsIn(world: World, { gangs }: Staffing): Generator<Gang> {
  for (let index = 0; index < gangs; index++) yield gangOf(world, index)
}

type OfGang = (world: World, gang: Gang) => Iterable<LoadLine>

const ofGangs = (make: OfGang) =>
  function* (world: World, staffing: Staffing): Generator<LoadLine> {
    for (const gang of gangsIn(world, staffing)) yield* make(world, gang)
  }

export const workers = ofGangs(workersOf)
export const requisitions = ofGangs(requisitionsOf)
export const purchaseOrders = ofGangs(purchaseOrdersOf)
export const assignments = ofGangs(assignmentsOf)

/** Those at work in a week; old gangs' weeks come before all others. */
function* atWork(world: World, staffing: Staffing, week: number, old: boolean): Generator<Placement> {
  for (let index = 0; index < staffing.gangs; index++) {
    if (isOld(index) !== old) continue
    const at = stintIn(index, week)
    if (at < 0) continue
    const gang = gangOf(world, index)
    for (let member = 0; member < gangSize; member++) {
      const placement = placementOf(gang, member, gang.stints[at]!)
      if (weeksOf(placement) > 0 && placement.first >= week && week >= placement.last) yield placement
    }
  }
}

/** Oldest weeks first, as they would have been written; thinned out evenly where fewer are asked for. */
function* keptWeeks(world: World, staffing: Staffing): Generator<KeptWeek> {
  const { timesheets: all, keep } = staffing
  let [seen, kept] = [0, 0]
  for (const old of [true, false]) {
    for (let week = oldestWeek; week >= 0; week--) {
      for (const placement of atWork(world, staffing, week, old)) {
        seen++
        if (Math.floor((seen * keep) / all) <= kept) continue
        kept++
        yield { placement, week }
      }
    }
  }
}

export function* timesheets(world: World, staffing: Staffing): Generator<LoadLine> {
  let number = 0
  for (const { placement, week } of keptWeeks(world, staffing)) {
    yield timesheetLine(world, placement, week, ++number)
  }
}

type OfBatch = (world: World, batch: Batch) => Iterable<LoadLine>

const ofBatches = (make: OfBatch) =>
  function* (world: World, staffing: Staffing): Generator<LoadLine> {
    for (const one of settlements(keptWeeks(world, staffing))) if (isBatch(one)) yield* make(world, one)
  }

const isBatch = (one: Batch | Unbilled): one is Batch => one.number !== undefined

export const invoices = ofBatches(invoicesOf)
export const afps = ofBatches(afpsOf)
export const creditNotes = ofBatches(creditNotesOf)

export function* expenses(world: World, staffing: Staffing): Generator<LoadLine> {
  for (const gang of gangsIn(world, staffing)) yield* earlyExpenses(world, gang)
  for (const one of settlements(keptWeeks(world, staffing))) yield* expensesOf(world, one)
}
