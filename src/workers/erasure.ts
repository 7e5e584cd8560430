// Erases a person: whole where no record needs theirs, else down to what accounts need, an id and a reference. One
// transaction takes everything that is found by the worker; jobs that a crash cannot lose then take out what other
// records say, and the files. To erase again finds what is left and does no harm.
import { numbersIn } from '../api/worker-identity.ts'
import { emptyWorker, type StoredWorker } from '../api/workers.ts'
import type { FileStore } from '../files/store.ts'
import { removeUnnamed } from '../files/unnamed.ts'
import { filesIn, type RecordType } from '../kernel/resource/record-type.ts'
import type { Seal } from '../kernel/resource/seal.ts'
import type { Entry } from '../load/read.ts'
import { refreshAll } from '../load/refresh.ts'
import { batchWriter } from '../load/write.ts'
import { Problem } from '../problem.ts'
import { sealOf } from '../sealing.ts'
import type { Secrets } from '../secret.ts'
import { erasePersonal } from '../shape/personal.ts'
import type { Stored } from '../shape/stored.ts'
import type { Database, Statements, Transaction } from '../store/engine/database.ts'
import { erasureOf, forgetSharedFiles, recordErasures } from '../store/people/erasures.ts'
import {
  answersNaming,
  attemptsNaming,
  checksOfCodes,
  deliveriesOf,
  forgetAttempts,
  forgetReceivers,
  holdWorker,
  type NamingAnswer,
  type NamingAttempt,
  recordsNaming,
  replaceAnswer,
  sampleAnew,
  workerIdOf,
} from '../store/people/person-rows.ts'
import { hastenContent, markUnnamed } from '../store/records/file-rows.ts'
import { lockWriter } from '../store/records/load-queries.ts'
import { addListedJob } from '../store/records/refresh-jobs.ts'
import { readRows, unsplit } from '../store/records/write-records.ts'
import { waitingLike } from './attempts.ts'

export type Erasing = {
  database: Database
  types: readonly RecordType[]
  store: FileStore
  /** What was sent of people lies encrypted until it is decided. */
  secrets: Secrets
}

export type ErasureReport = {
  id: string
  /** The record goes whole, stays without the person, or was erased before. */
  outcome: 'deleted' | 'emptied' | 'erased before'
  dryRun: boolean
  /** Records that name the person, of each type. */
  records: Record<string, number>
  files: number
  checks: number
  attempts: number
  answers: number
  deliveries: number
}

/** What is held of a worker. */
export type Held = {
  id: string
  nanoid?: string
  stored?: Stored
  isErased: boolean
  naming: ReadonlyMap<RecordType, readonly string[]>
  checks: readonly string[]
  /** Files that the worker's record and checks name, and others in what they say of the worker. */
  files: readonly string[]
  attempts: readonly NamingAttempt[]
  answers: readonly NamingAnswer[]
}

const typed = (types: readonly RecordType[], name: string) => types.find(({ type }) => type === name)!
const workerType = (types: readonly RecordType[]) => typed(types, 'worker')

async function filesNamed(db: Statements, type: RecordType, ids: readonly string[]): Promise<string[]> {
  return [...(await readRows(db, type, ids)).values()].flatMap(row => filesIn(type, unsplit(type, row)))
}

/** Files that records name in what they say of the person. */
async function filesAbout(
  db: Statements,
  naming: Held['naming'],
  person: { type: string; id: string },
): Promise<string[]> {
  const found: string[] = []
  for (const [type, ids] of naming) {
    if (!type.mentions.some(mention => mention.type === 'file')) continue
    for (const row of (await readRows(db, type, ids)).values()) {
      const [before, after] = [unsplit(type, row), unsplit(type, row)]
      erasePersonal(type, after, person)
      const still = new Set(filesIn(type, after))
      found.push(...filesIn(type, before).filter(id => !still.has(id)))
    }
  }
  return found
}

export async function heldOf(
  db: Statements,
  { types, secrets }: Pick<Erasing, 'types' | 'secrets'>,
  given: string,
): Promise<Held | undefined> {
  const type = workerType(types)
  const known = await workerIdOf(db, given)
  const erasure = await erasureOf(db, type.type, known ?? given)
  const id = known ?? erasure?.id
  if (id === undefined) return undefined
  const row = (await readRows(db, type, [id])).get(id)
  const stored = row && unsplit(type, row)
  const naming = await recordsNaming(db, types, id)
  const checks = stored ? await checksOfCodes(db, codesOf(type, stored, sealOf(secrets))) : []
  const files = [
    ...(stored ? filesIn(type, stored) : []),
    ...(await filesNamed(db, typed(types, 'rightToWorkCheck'), checks)),
    ...(await filesAbout(db, naming, { type: type.type, id })),
  ]
  return {
    id,
    ...(row && { nanoid: row.nanoid }),
    ...(stored && { stored }),
    isErased: stored === undefined || stored.facts.erased === true,
    naming,
    checks,
    files: [...new Set(files)],
    attempts: await attemptsNaming(db, id, await waitingLike(db, secrets, id)),
    answers: await answersNaming(db, id),
  }
}

/** What the numbers of somebody may be found by: those that were sealed with the secret before, too. */
function codesOf(type: RecordType, stored: Stored, seal: Seal): string[] {
  const opened = Object.entries(type.sealed).flatMap(([name, read]) =>
    [stored.facts[name] ?? []].flat().flatMap(sealed => {
      try {
        return seal.hashes(read(seal.open(sealed as string)).foundBy)
      } catch {
        return []
      }
    }),
  )
  return [...new Set([...numbersIn(stored), ...opened])]
}

export const nobodyHeld = (id: string) => new Problem('NOT_FOUND', `There is no worker ${id.slice(0, 64)}`)

/** `by` says who asked for it, as it is kept. */
export async function erasePerson(
  { database, types, store, secrets }: Erasing,
  given: string,
  { by, dryRun = false, now = new Date() }: { by: string; dryRun?: boolean; now?: Date },
): Promise<ErasureReport> {
  const report = await database.transaction(
    async tx => {
      if (!dryRun) {
        await lockWriter(tx)
        await holdWorker(tx, (await workerIdOf(tx, given)) ?? given)
      }
      const held = await heldOf(tx, { types, secrets }, given)
      if (!held) throw nobodyHeld(given)
      if (!dryRun) await eraseHeld(tx, types, held, by, now)
      return reportOf(tx, held, dryRun)
    },
    dryRun ? 'read' : 'write',
  )
  if (dryRun) return report
  await refreshAll(database, types)
  await removeUnnamed({ database, types, store, wait: true })
  await forgetSharedFiles(database)
  await sampleAnew(
    database,
    types.filter(({ type }) => type === 'worker' || type === 'rightToWorkCheck' || report.records[type]),
  )
  return report
}

/** Somebody who may as well be another stays in the queue for them. */
const isTheirs = ({ state, certain, others }: NamingAttempt) => state !== 'open' || certain || others === 0

async function eraseHeld(
  tx: Transaction,
  types: readonly RecordType[],
  held: Held,
  by: string,
  now: Date,
): Promise<void> {
  const { id, stored, attempts, answers, naming } = held
  const theirs = attempts.filter(isTheirs)
  await forgetAttempts(
    tx,
    id,
    theirs.map(attempt => attempt.id),
  )
  const gone = (type: string) => (one: string) => ({ type, id: one, whole: true, by })
  const filesSent = theirs.flatMap(attempt => attempt.files)
  await markUnnamed(tx, filesSent)
  await recordErasures(tx, filesSent.map(gone('file')))
  for (const answer of answers) await replaceAnswer(tx, answer, withoutDocuments(answer.answer))
  await forgetReceivers(tx, [id, ...[...naming.values()].flat()])
  // Once nothing needs what was left of it, that goes too.
  if (!stored || (held.isErased && naming.size > 0)) return
  await write(tx, types, held, stored, now)
  await hastenContent(tx, held.files)
  await addListedJob(
    tx,
    { type: 'worker', id },
    [...naming].flatMap(([type, ids]) => ids.map(one => ({ type: type.type, id: one }))),
  )
  await recordErasures(tx, [
    { type: 'worker', id, whole: naming.size === 0, by, ...(held.nanoid && { nanoid: held.nanoid }) },
    ...held.checks.map(gone('rightToWorkCheck')),
    ...held.files.map(gone('file')),
  ])
}

async function write(
  tx: Transaction,
  types: readonly RecordType[],
  { id, naming, checks }: Held,
  stored: Stored,
  now: Date,
): Promise<void> {
  const writeBatch = batchWriter(run => run(tx), types, { allowOlder: true })
  const deletion = (type: RecordType, id: string): Entry => ({ line: 0, text: '', type, id, deleted: true })
  const check = typed(types, 'rightToWorkCheck')
  const gone = checks.map(one => deletion(check, one))
  const type = workerType(types)
  const { rejected } =
    naming.size === 0
      ? await writeBatch([...gone, deletion(type, id)], true)
      : await writeBatch([emptied(type, id, stored, now)], true)
  if (naming.size > 0 && gone.length > 0) await writeBatch(gone, true)
  if (rejected[0]) throw new Error(`A worker could not be erased: ${rejected[0].reason}`)
}

function emptied(type: RecordType, id: string, { record, facts }: Stored, now: Date): Entry {
  const stored = { record: { ...record, updatedAt: now.toISOString() }, facts: { ...facts } }
  emptyWorker(stored as Stored as StoredWorker)
  return { line: 0, text: '', type, id, stored }
}

/** A creation that is asked for again is still told who was created, and not with what. */
function withoutDocuments(answer: string): string {
  const { data, ...envelope } = JSON.parse(answer.replaceAll('\u0001', ''))
  const { id, reference, createdAt } = data
  return JSON.stringify({ ...envelope, data: { id, reference, attachments: [], rightToWork: [], createdAt } })
}

async function reportOf(
  tx: Statements,
  { id, isErased, naming, checks, files, attempts, answers }: Held,
  dryRun: boolean,
): Promise<ErasureReport> {
  const told = await deliveriesOf(tx, [id, ...[...naming.values()].flat()])
  return {
    id,
    outcome: isErased ? 'erased before' : naming.size === 0 ? 'deleted' : 'emptied',
    dryRun,
    records: Object.fromEntries([...naming].map(([type, ids]) => [type.type, ids.length])),
    files: new Set([...files, ...attempts.filter(isTheirs).flatMap(attempt => attempt.files)]).size,
    checks: checks.length,
    attempts: attempts.filter(isTheirs).length,
    answers: answers.length,
    deliveries: told.length,
  }
}
