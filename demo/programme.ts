// The demo programme: what a system of record would send of a few companies and agencies, up to today. The same day
// gives the same lines; another day gives the same records with other dates.
import { assignmentsOf } from './assignments.ts'
import { afpsOf, billLinks, creditNotesOf, invoicesOf } from './bills.ts'
import { dayOf, lastSundayBefore } from './calendar.ts'
import { competencyEntries, masterQualifications } from './competency.ts'
import { connections, connectionsOf } from './connections.ts'
import { smartCheckConfigurations } from './documents.ts'
import { earlyExpenses, expensesOf } from './expenses.ts'
import { allFaults, noFaults } from './faults.ts'
import { files } from './files.ts'
import { gangOf, keptWeeks, type Staffing, staffingFor, timesheetsPerScale } from './gangs.ts'
import { agencies, agenciesFor, agencyId, companies, companiesFor, companyId } from './organisations.ts'
import { permissions, projectRules, roles, userPermissions, users } from './people-and-permissions.ts'
import { projects, projectsOf, sites } from './places.ts'
import { storiesIn } from './planted-stories.ts'
import { plantBeforehand, withBillFaults, withWeekFaults } from './planting.ts'
import { purchaseOrdersOf } from './purchase-orders.ts'
import { seedDice } from './random.ts'
import { rates } from './rates.ts'
import { companyTags, referenceLists, trades } from './reference-lists.ts'
import { requisitionsOf } from './requisitions.ts'
import { rightToWorkChecks } from './right-to-work.ts'
import { batchesOf, timesheetLine } from './timesheets.ts'
import { workersOf } from './workers.ts'
import type { Batch, Faults, FileLine, Gang, LoadLine, WeekFault, World } from './world.ts'

export type ProgrammeOptions = {
  /** How many times the usual number of workers, assignments and timesheets. */
  scale?: number
  /** Exactly so many timesheets; none of them is sent in twice. */
  timesheets?: number
  /** Another seed gives other people and other weeks, under the same ids. */
  seed?: number
  /** With the content of the files that records refer to. */
  files?: boolean
  /** False: without what went wrong with its bills. */
  faults?: boolean
}

/** Types of record that the programme has none of: documents and tests use the sample beside their declaration. */
export const notInDemo: readonly string[] = ['billingCheck', 'clearance']

/** Whose data the demo keys open: Brackenholt and Tarnside for the company, Heronsgill for the agency. */
export const demoKeys = { company: [companyId(0), companyId(1)], agency: [agencyId(0)] }

/** Above this scale there are more than the named companies and agencies. */
const manyFrom = 2

function worldFor(date: Date, scale: number, faults: Faults): World {
  const many = scale > manyFrom
  const agencies = agenciesFor(many ? Math.min(60, 8 + Math.ceil(scale / 2)) : 6)
  const firms = companiesFor(many ? Math.min(25, 4 + Math.ceil(scale / 4)) : 3).map(company => {
    const projects = projectsOf(company)
    return { company, projects, connections: connectionsOf(company, projects, agencies) }
  })
  const today = dayOf(date)
  const planted = {
    orders: new Map(),
    endedEarly: new Set<number>(),
    gangs: new Set<number>(),
    stories: new Map(),
  }
  return { today, sunday: lastSundayBefore(today), firms, agencies, faults, planted }
}

const listsOfAll = [referenceLists, masterQualifications, permissions]

const listsOfFirms = [
  companies,
  agencies,
  projects,
  roles,
  users,
  projectRules,
  userPermissions,
  companyTags,
  trades,
  connections,
  sites,
  rates,
  competencyEntries,
  smartCheckConfigurations,
  rightToWorkChecks,
]

type OfGang = (world: World, gang: Gang) => Iterable<LoadLine>
type OfBatch = (world: World, batch: Batch) => Iterable<LoadLine>

/** Each pass computes the gangs again, so that a million timesheets need no more memory than a hundred. */
function* work(world: World, staffing: Staffing): Generator<LoadLine> {
  function* ofGangs(make: OfGang) {
    for (let index = 0; index < staffing.gangs; index++) yield* make(world, gangOf(world, index))
  }
  const weeks = () => withWeekFaults(world, keptWeeks(world, staffing))
  const batches = () => withBillFaults(world, batchesOf(weeks()))
  function* ofBatches(make: OfBatch) {
    for (const one of batches()) if (one.number !== undefined) yield* make(world, one)
  }
  for (const make of [workersOf, requisitionsOf, purchaseOrdersOf, assignmentsOf]) yield* ofGangs(make)
  let number = 0
  for (const one of weeks()) yield timesheetLine(world, one, ++number)
  for (const make of [invoicesOf, afpsOf, creditNotesOf]) yield* ofBatches(make)
  yield* ofGangs(earlyExpenses)
  for (const one of batches()) yield* expensesOf(world, one, billLinks(world, one))
}

function* linesOf(today: Date, options: ProgrammeOptions): Generator<LoadLine | FileLine> {
  const { scale = Math.max(1, (options.timesheets ?? 0) / timesheetsPerScale) } = options
  const right = worldFor(today, scale, faultsFor(options))
  const staffing = staffingFor(right, scale, options.timesheets)
  const stories = storiesIn(right, staffing)
  const told = { ...right, planted: { ...right.planted, stories } }
  const world = { ...told, planted: { ...plantBeforehand(told, staffing), stories } }
  if (options.files ?? true) yield* files()
  for (const make of listsOfAll) yield* make()
  for (const make of listsOfFirms) yield* make(world)
  yield* work(world, staffing)
}

function faultsFor({ faults = true, timesheets }: ProgrammeOptions): Faults {
  if (!faults) return noFaults
  const isExtra = ({ sentAgain }: WeekFault) => timesheets !== undefined && sentAgain
  return { ...allFaults, weeks: allFaults.weeks.filter(fault => !isExtra(fault)) }
}

/** Every line comes after those it refers to. Dice are seeded for each line, as callers may use some in between. */
export function* demoProgramme(today: Date, options: ProgrammeOptions = {}): Generator<LoadLine | FileLine> {
  const lines = linesOf(today, options)
  while (true) {
    seedDice(options.seed ?? 1)
    const { done, value } = lines.next()
    if (done) return
    yield value
  }
}
