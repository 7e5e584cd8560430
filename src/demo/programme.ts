// The demo programme: what a system of record would send of a few companies and agencies, up to today. The
// same day gives the same lines; another day gives the same records with other dates.
import { connections } from './connection-lines.ts'
import { files } from './files.ts'
import type { FileLoadLine, LoadLine } from './load-line.ts'
import { agencies, companies } from './organisation-lines.ts'
import { agencyId, companyId } from './organisations.ts'
import { projects, sites } from './project-lines.ts'
import { referenceLists } from './reference-lists.ts'
import { companyTags, trades } from './trades.ts'
import { users } from './users.ts'
import { assignments, staffingFor, timesheets, timesheetsPerScale, workers } from './work.ts'
import { worldFor } from './world.ts'

export type { LoadLine } from './load-line.ts'

export type ProgrammeOptions = {
  /** How many times the usual number of workers, assignments and timesheets. */
  scale?: number
  /** Exactly so many timesheets. */
  timesheets?: number
}

/** Whose data the demo keys open: Brackenholt and Tarnside for the company, Heronsgill for the agency. */
export const demoKeys = { company: [companyId(0), companyId(1)], agency: [agencyId(0)] }

/** Every line comes after those it refers to. */
export function* demoProgramme(
  today: Date,
  options: ProgrammeOptions = {},
): Generator<LoadLine | FileLoadLine> {
  const { scale = Math.max(1, (options.timesheets ?? 0) / timesheetsPerScale) } = options
  const world = worldFor(today, scale)
  const staffing = staffingFor(world, scale, options.timesheets)
  yield* files()
  yield* referenceLists()
  yield* users(world)
  yield* companies(world)
  yield* agencies(world)
  yield* projects(world)
  yield* companyTags(world)
  yield* trades(world)
  yield* connections(world)
  yield* sites(world)
  yield* workers(world, staffing)
  yield* assignments(world, staffing)
  yield* timesheets(world, staffing)
}
