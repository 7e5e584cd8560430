// The gangs at work, one after the other: their people, assignments and timesheets. Each pass works the gangs
// out anew, so that a million timesheets need no more memory than a hundred.
import { assignmentLine } from './assignments.ts'
import { type Gang, gangOf, gangSize, isOld } from './gangs.ts'
import type { LoadLine } from './load-line.ts'
import { type Placement, placementOf, placementsOf, weeksOf } from './placements.ts'
import { timesheetLine } from './timesheets.ts'
import { workersOf } from './workers.ts'
import type { World } from './world.ts'

export type Staffing = { gangs: number; timesheets: number; keep: number }

export const gangsPerScale = 30
export const timesheetsPerScale = 2400

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

export function* workers(world: World, staffing: Staffing): Generator<LoadLine> {
  for (const gang of gangsIn(world, staffing)) yield* workersOf(world, gang)
}

export function* assignments(world: World, staffing: Staffing): Generator<LoadLine> {
  for (const gang of gangsIn(world, staffing)) {
    for (const placement of placementsOf(gang)) yield assignmentLine(world, placement)
  }
}

/** Those at work in a week; old gangs' weeks come before all others. */
function* atWork(world: World, staffing: Staffing, week: number, old: boolean): Generator<Placement> {
  for (let index = 0; index < staffing.gangs; index++) {
    if (isOld(index) !== old) continue
    const gang = gangOf(world, index)
    const stint = gang.stints.find(one => one.first >= week && week >= one.last)
    for (let member = 0; stint && member < gangSize; member++) {
      const placement = placementOf(gang, member, stint)
      if (weeksOf(placement) > 0 && placement.first >= week && week >= placement.last) yield placement
    }
  }
}

/** Oldest weeks first, as they would have been written; thinned out evenly where fewer are asked for. */
export function* timesheets(world: World, staffing: Staffing): Generator<LoadLine> {
  const { timesheets: all, keep } = staffing
  let [seen, kept] = [0, 0]
  for (const old of [true, false]) {
    for (let week = 25; week >= 0; week--) {
      for (const placement of atWork(world, staffing, week, old)) {
        seen++
        if (Math.floor((seen * keep) / all) > kept) yield timesheetLine(world, placement, week, ++kept)
      }
    }
  }
}
