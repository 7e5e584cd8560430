// Keeps clearances up to date: takes the assignments that writes may have changed something for, works them out from records of one
// moment, and writes what is different in one transaction with the end of that work.
import { untold } from '../access/owners.ts'
import type { LookedUpClearances } from '../api/clearances/rechecks.ts'
import type { StoredClearance } from '../api/clearances/shape.ts'
import { usualExpiringDays } from '../api/clearances/telling.ts'
import { recordTypes, typeNamed } from '../api/index.ts'
import type { Database, Transaction } from '../database/database.ts'
import { daysAfter, utcDay } from '../formats/day.ts'
import { batchWriter } from '../load/write.ts'
import { findIds } from '../store/checks/find-records.ts'
import {
  type AlikeWork,
  noteOfEach,
  removeTaken,
  stages,
  takeAway,
  takeWork,
  workSubject,
} from '../store/checks/work.ts'
import { lockWriter } from '../store/schema/writer-lock.ts'
import { daysAskedFor } from '../store/webhooks/endpoints.ts'
import { clearanceWrites, type StoredClearances, storedClearances } from './clearance-records.ts'
import { clearancesOf } from './clearance-rows.ts'
import { readStored } from './stored.ts'

export type CheckOptions = {
  /** What is noted is left alone for so long, as more of the same mostly follows. */
  agedMs?: number
  now?(): Date
  /** Told how many could not be records, as something that they name was deleted meanwhile. */
  skipped?(records: number): void
}

const assignmentsAtOnce = 100
const rowsAtOnce = 250
const lookUpsAtOnce = 500

/** One step: finds out what work amounts to, or does some of it. False where nothing waits. */
export async function checkSomeClearances(database: Database, options: CheckOptions): Promise<boolean> {
  const { agedMs = 0, now = () => new Date(), skipped } = options
  const taken = await database.transaction(async tx => {
    await lockWriter(tx)
    if (await lookUpClearances(tx)) return 'lookedUp'
    return takeWork(tx, { stage: stages.standings, agedMs }, assignmentsAtOnce)
  })
  if (taken === 'lookedUp') return true
  const [first] = taken
  if (!first) return false
  const { company } = first
  const ids = [...new Set(taken.map(({ key }) => workSubject(key)))]
  const found = await database.transaction(tx => clearancesOf(tx, company, ids), 'read')
  await database.transaction(async tx => {
    await lockWriter(tx)
    const today = utcDay(now())
    const silent = new Set(ids.filter(id => taken.every(work => workSubject(work.key) !== id || work.silent)))
    for (const isSilent of [true, false]) {
      const some = ids.filter(id => silent.has(id) === isSilent)
      const after = storedClearances(found.filter(({ assignment }) => some.includes(assignment.id)))
      await writeClearances(tx, company, some, after, { today, isSilent, ...(skipped && { skipped }) })
    }
    await removeTaken(tx, company, [...new Set(taken.map(({ key }) => key))])
  })
  return true
}

async function writeClearances(
  tx: Transaction,
  company: string,
  assignments: readonly string[],
  after: StoredClearances,
  { today, isSilent, skipped }: Pick<CheckOptions, 'skipped'> & { today: string; isSilent: boolean },
): Promise<void> {
  if (assignments.length === 0) return
  const before = await storedOf(tx, company, assignments, [...after.keys()])
  const asked = Map.groupBy(
    (await daysAskedFor(tx)).map(({ since, ...one }) => ({ ...one, since: since ?? undefined })),
    ({ owner }) => owner,
  )
  const { gone, written } = clearanceWrites(before, after, today, asked)
  const write = batchWriter(run => run(tx), recordTypes, { events: !isSilent })
  for (const entries of [gone, written])
    for (let from = 0; from < entries.length; from += rowsAtOnce) {
      const { rejected } = await write(entries.slice(from, from + rowsAtOnce), true)
      // Something that they name was deleted since, which has noted them anew.
      if (rejected.length > 0) skipped?.(rejected.length)
    }
}

/** Those of these assignments at this company, and what has the ids that are to be written. */
async function storedOf(
  tx: Transaction,
  company: string,
  assignments: readonly string[],
  ids: readonly string[],
): Promise<StoredClearances> {
  const type = typeNamed('clearance')
  const found = await findIds(
    tx,
    type,
    [
      { column: 'assignment_id', in: assignments },
      { column: 'company_id', in: [company] },
    ],
    [{ column: 'id', in: ids }],
  )
  return readStored<StoredClearance>(tx, 'clearance', found)
}

/** Notes what a new day changes without a write: other stretches have today in them, and others end soon. */
export async function noteClearancesOfDay(tx: Transaction, last: string, today: string): Promise<void> {
  const passing = (column: string, ahead = 0) => ({
    column,
    from: daysAfter(last, 1 + ahead),
    before: daysAfter(today, 1 + ahead),
  })
  const asked = await daysAskedFor(tx)
  const ways = [
    [passing('facts_from')],
    [passing('facts_to')],
    ...[...new Set([...usualExpiringDays, ...asked.map(({ days }) => days)])].map(days => [
      passing('until', days),
    ]),
  ]
  await noteOfEach(tx, typeNamed('clearance'), ways, {
    company: 'company_id',
    subject: 'assignment_id',
    kind: 'standing',
    owner: untold,
    silent: false,
  })
}

/** By which column an assignment is found, of what work is noted for. */
const columns: Readonly<Record<Exclude<LookedUpClearances, 'standings' | 'standingsOfAll'>, string>> = {
  standingsOfWorker: 'worker_id',
  standingsOfTrade: 'trade_id',
  standingsOfProject: 'project_id',
  standingsOfAgency: 'agency_id',
}

/** Notes the assignments that work is about; false where there was nothing to look up. The caller holds the writer's lock. */
async function lookUpClearances(tx: Transaction): Promise<boolean> {
  const taken = await takeAway(tx, { stage: stages.standingsLookUp }, lookUpsAtOnce)
  for (const works of taken) await noteAssignments(tx, works)
  return taken.length > 0
}

async function noteAssignments(
  tx: Transaction,
  { company, owner, silent, kind, subjects }: AlikeWork,
): Promise<void> {
  const own = company === '' ? [] : [{ column: 'company_id', in: [company] }]
  const note = (where: typeof own, whose: string | { agencyIn: string } = owner) =>
    noteOfEach(tx, typeNamed('assignment'), [[...own, ...where]], {
      company: 'company_id',
      subject: 'id',
      kind: 'standing',
      owner: whose,
      silent,
    })
  if (kind === 'standings') await note([], { agencyIn: 'agency_id' })
  if (kind === 'standings' || kind === 'standingsOfAll') return note([])
  const column = columns[kind as keyof typeof columns] as string | undefined
  if (column === undefined) throw new Error(`There is no work of the kind "${kind}"`)
  return note([{ column, in: subjects }])
}
