// The demo programme: what a system of record would send of a few companies and agencies, up to today. The
// same day gives the same lines; another day gives the same records with other dates.
import { competencyEntries } from './competency-entries.ts'
import { connections } from './connection-lines.ts'
import { files } from './files.ts'
import type { FileLine, LoadLine } from './load-line.ts'
import { agencies, companies } from './organisation-lines.ts'
import { agencyId, companyId } from './organisations.ts'
import { permissions, projectRules, roles, userPermissions } from './permissions.ts'
import { projects, sites } from './project-lines.ts'
import { masterQualifications } from './qualifications.ts'
import { castFrom } from './random.ts'
import { rates } from './rate-lines.ts'
import { referenceLists } from './reference-lists.ts'
import { rightToWorkChecks, smartCheckConfigurations } from './saved-checks.ts'
import { companyTags, trades } from './trades.ts'
import { users } from './user-lines.ts'
import * as work from './work.ts'
import { staffingFor, timesheetsPerScale } from './work.ts'
import { worldFor } from './world.ts'

export type { FileLine, LoadLine } from './load-line.ts'

export type ProgrammeOptions = {
  /** How many times the usual number of workers, assignments and timesheets. */
  scale?: number
  /** Exactly so many timesheets. */
  timesheets?: number
  /** Another seed gives other people and other weeks, under the same ids. */
  seed?: number
  /** With the content of the files that records refer to. */
  files?: boolean
}

/** Whose data the demo keys open: Brackenholt and Tarnside for the company, Heronsgill for the agency. */
export const demoKeys = { company: [companyId(0), companyId(1)], agency: [agencyId(0)] }

const stage = [
  users,
  companies,
  roles,
  projectRules,
  userPermissions,
  agencies,
  projects,
  companyTags,
  trades,
  connections,
  sites,
  rates,
  competencyEntries,
  smartCheckConfigurations,
  rightToWorkChecks,
]

function* linesOf(today: Date, options: ProgrammeOptions): Generator<LoadLine | FileLine> {
  const { scale = Math.max(1, (options.timesheets ?? 0) / timesheetsPerScale) } = options
  const world = worldFor(today, scale)
  const staffing = staffingFor(world, scale, options.timesheets)
  if (options.files ?? true) yield* files()
  yield* referenceLists()
  yield* masterQualifications()
  yield* permissions()
  for (const make of stage) yield* make(world)
  yield* work.workers(world, staffing)
  yield* work.requisitions(world, staffing)
  yield* work.purchaseOrders(world, staffing)
  yield* work.assignments(world, staffing)
  yield* work.timesheets(world, staffing)
  yield* work.invoices(world, staffing)
  yield* work.afps(world, staffing)
  yield* work.creditNotes(world, staffing)
  yield* work.expenses(world, staffing)
}

/** Every line comes after those it refers to. Others may throw dice of their own between two lines. */
export function* demoProgramme(today: Date, options: ProgrammeOptions = {}): Generator<LoadLine | FileLine> {
  const lines = linesOf(today, options)
  while (true) {
    castFrom(options.seed ?? 1)
    const { done, value } = lines.next()
    if (done) return
    yield value
  }
}
