// Erases a person: deletes the worker where no record names it, else keeps an id and a reference. One transaction
// removes everything found by the worker's id; jobs that survive a crash then remove what other records say about them,
// and the files. Erasing again is harmless and removes what is left.
import { identityNumbersIn } from '../api/rules/worker-identity.ts'
import type { StoredWorker } from '../api/shapes/worker.ts'
import { emptyWorker } from '../api/workers.ts'
import type { Database, Statements, Transaction } from '../database/database.ts'
import { currentSecret, type HeldSeal, sealOf } from '../encryption/sealing.ts'
import type { Secrets } from '../encryption/secret.ts'
import { Problem } from '../errors/problem.ts'
import type { FileStore } from '../files/store.ts'
import { removeUnnamed } from '../files/unnamed.ts'
import type { Eraser } from '../load/batch.ts'
import { refreshAll } from '../load/refresh.ts'
import { deletionEntry, replacementEntry } from '../load/single-writes.ts'
import { batchWriter } from '../load/write.ts'
import { filesIn, type RecordType } from '../record-types/record-type.ts'
import type { Seal } from '../record-types/seal.ts'
import { erasePersonal, isErasedRecord } from '../shape/personal.ts'
import { sentenceText } from '../shape/sentence.ts'
import { flag, integer, mapOf, oneOf, record, type Static, text } from '../shape/shape.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { erasureOf, forgetSharedFiles, recordErasures } from '../store/people/erasures.ts'
import {
  analyzeTables,
  answersNaming,
  attemptsNaming,
  checksOfCodes,
  deliveriesOf,
  eraseAnswer,
  forgetAttempts,
  forgetReceivers,
  lockWorker,
  type NamingAnswer,
  type NamingAttempt,
  recordsNaming,
  workerIdOf,
} from '../store/people/person-rows.ts'
import { readRows, wholeRecord } from '../store/records/record-rows.ts'
import { lockWriter } from '../store/schema/writer-lock.ts'
import { hastenContent, markUnnamed } from '../store/writing/file-rows.ts'
import { addListedJob } from '../store/writing/refresh-jobs.ts'
import { submissionsLike } from './attempts.ts'
import { answerName } from './create-worker.ts'

type ErasureContext = {
  database: Database
  types: readonly RecordType[]
  store: FileStore
  secrets: Secrets
}

/** `records` counts those that name the person, by type; `unopened` the numbers of theirs that were sealed with a secret that is
 * lost, so that checks are not found by them. */
export const ErasureReport = record({
  id: text,
  outcome: oneOf('deleted', 'emptied', 'erased before'),
  dryRun: flag,
  records: mapOf(integer),
  files: integer,
  checks: integer,
  attempts: integer,
  answers: integer,
  deliveries: integer,
  unopened: integer,
})
export type ErasureReport = Static<typeof ErasureReport>

/** Everything held on a worker. */
export type PersonalData = {
  id: string
  nanoid?: string
  stored?: StoredRecord
  isErased: boolean
  naming: ReadonlyMap<RecordType, readonly string[]>
  checks: readonly string[]
  /** Of their sealed numbers, how many no secret opens. */
  unopened: number
  /** Files named by the worker's record and checks, and by what other records say about the worker. */
  files: readonly string[]
  attempts: readonly NamingAttempt[]
  answers: readonly NamingAnswer[]
}

const typed = (types: readonly RecordType[], name: 'worker' | 'rightToWorkCheck') =>
  types.find(({ type }) => type === name)!

/** Files that other records name in what they say about the person. */
async function filesAbout(
  db: Statements,
  naming: PersonalData['naming'],
  person: { type: string; id: string },
): Promise<string[]> {
  const found: string[] = []
  for (const [type, ids] of naming) {
    if (!type.mentions.some(mention => mention.type === 'file')) continue
    for (const row of (await readRows(db, type, ids)).values()) {
      const [before, after] = [wholeRecord(type, row), wholeRecord(type, row)]
      erasePersonal(type, after, person)
      const still = new Set(filesIn(type, after))
      found.push(...filesIn(type, before).filter(id => !still.has(id)))
    }
  }
  return found
}

export async function personalDataOf(
  db: Statements,
  { types, secrets }: Pick<ErasureContext, 'types' | 'secrets'>,
  given: string,
): Promise<PersonalData | undefined> {
  const type = typed(types, 'worker')
  const known = await workerIdOf(db, given)
  const erasure = await erasureOf(db, type.type, known ?? given)
  const id = known ?? erasure?.id
  if (id === undefined) return undefined
  return heldOn(db, { types, secrets }, id)
}

async function heldOn(
  db: Statements,
  { types, secrets }: Pick<ErasureContext, 'types' | 'secrets'>,
  id: string,
): Promise<PersonalData> {
  const type = typed(types, 'worker')
  const row = (await readRows(db, type, [id])).get(id)
  const stored = row && wholeRecord(type, row)
  const naming = await recordsNaming(db, types, id)
  const checkType = typed(types, 'rightToWorkCheck')
  const { hashes, unopened } = stored
    ? numberHashes(type, stored, sealOf(secrets))
    : { hashes: [], unopened: 0 }
  const checks = await checksOfCodes(db, hashes)
  const files = [
    ...(stored ? filesIn(type, stored) : []),
    ...[...(await readRows(db, checkType, checks)).values()].flatMap(check =>
      filesIn(checkType, wholeRecord(checkType, check)),
    ),
    ...(await filesAbout(db, naming, { type: type.type, id })),
  ]
  return {
    id,
    ...(row && { nanoid: row.nanoid }),
    ...(stored && { stored }),
    isErased: stored === undefined || isErasedRecord(stored),
    naming,
    checks,
    unopened,
    files: [...new Set(files)],
    attempts: await attemptsNaming(db, id, await submissionsLike(db, secrets, id)),
    answers: await answersNaming(db, id),
  }
}

/** Hashes of the worker's identity numbers, also of those sealed with the former secret. */
function numberHashes(
  type: RecordType,
  stored: StoredRecord,
  seal: Seal,
): { hashes: string[]; unopened: number } {
  let unopened = 0
  const opened = Object.entries(type.sealed).flatMap(([name, read]) =>
    [stored.facts[name] ?? []].flat().flatMap(sealed => {
      try {
        return seal.hashes(read(seal.open(sealed as string)).foundBy)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        unopened++
        return []
      }
    }),
  )
  return { hashes: [...new Set([...identityNumbersIn(stored), ...opened])], unopened }
}

export const noWorker = (id: string) => new Problem('NOT_FOUND', `There is no worker ${id.slice(0, 64)}`)

/** `by` is stored as who asked for it. */
export async function erasePerson(
  { database, types, store, secrets }: ErasureContext,
  given: string,
  { by, dryRun = false, now = new Date() }: { by: string; dryRun?: boolean; now?: Date },
): Promise<ErasureReport> {
  const heldBy = async (tx: Transaction) => {
    const held = await personalDataOf(tx, { types, secrets }, given)
    if (!held) throw noWorker(given)
    return held
  }
  if (dryRun)
    return database.transaction(async tx => {
      await currentSecret(tx, secrets)
      return reportOf(tx, await heldBy(tx), true)
    }, 'read')
  const report = await database.transaction(async tx => {
    await lockWriter(tx)
    const seal = await sealOf(secrets).hold(tx)
    await lockWorker(tx, (await workerIdOf(tx, given)) ?? given)
    const held = await heldBy(tx)
    await eraseHeld(tx, { types, seal }, held, by, now)
    return reportOf(tx, held, false)
  })
  await refreshAll(database, types)
  await leaveNothing({ database, types, store }, Object.keys(report.records))
  return report
}

/** What is left to do once no record says anything about them any more; `naming` are the types of those that did. */
async function leaveNothing(
  { database, types, store }: Omit<ErasureContext, 'secrets'>,
  naming: readonly string[],
): Promise<void> {
  await removeUnnamed({ database, types, store, wait: true })
  await forgetSharedFiles(database)
  const written = ['worker', 'rightToWorkCheck', ...naming]
  await analyzeTables(
    database,
    types.filter(({ type }) => written.includes(type)),
  )
}

/** For a load, which empties the record itself and keeps it, as its line says. */
export function eraserOf({ database, types, store, secrets }: ErasureContext, by: string): Eraser {
  const naming = new Set<string>()
  return {
    async begin(tx, id, isStored) {
      const seal = await sealOf(secrets).hold(tx)
      await lockWorker(tx, id)
      const held = isStored ? await heldOn(tx, { types, secrets }, id) : await leftOf(tx, id)
      for (const type of held.naming.keys()) naming.add(type.type)
      return async () => {
        await forgetSent(tx, seal, held, by)
        await deleteChecks(tx, types, held.checks)
        await noteErased(tx, held, { by, whole: false })
      }
    },
    end: () => leaveNothing({ database, types, store }, [...naming]),
  }
}

/** What may be kept of somebody who is not stored: no record can name them. */
const leftOf = async (tx: Transaction, id: string): Promise<PersonalData> => ({
  id,
  isErased: true,
  naming: new Map(),
  checks: [],
  unopened: 0,
  files: [],
  attempts: await attemptsNaming(tx, id, []),
  answers: await answersNaming(tx, id),
})

/** An open submission that may also be another worker stays for them. */
const isTheirs = ({ state, certain, others }: NamingAttempt) => state !== 'open' || certain || others === 0

async function eraseHeld(
  tx: Transaction,
  { types, seal }: { types: readonly RecordType[]; seal: HeldSeal },
  held: PersonalData,
  by: string,
  now: Date,
): Promise<void> {
  const { stored, naming } = held
  await forgetSent(tx, seal, held, by)
  // The rest of a worker that was erased before is deleted once no record names it.
  if (!stored || (held.isErased && naming.size > 0)) return
  await write(tx, types, held, stored, now)
  await noteErased(tx, held, { by, whole: naming.size === 0 })
}

const gone = (type: string, by: string) => (id: string) => ({ type, id, whole: true, by })

/** Forgets what was sent, answered and delivered about them. */
async function forgetSent(
  tx: Transaction,
  seal: HeldSeal,
  { id, attempts, answers, naming }: PersonalData,
  by: string,
): Promise<void> {
  const theirs = attempts.filter(isTheirs)
  await forgetAttempts(
    tx,
    id,
    theirs.map(attempt => attempt.id),
  )
  const filesSent = theirs.flatMap(attempt => attempt.files)
  await markUnnamed(tx, filesSent)
  await recordErasures(tx, filesSent.map(gone('file', by)))
  for (const answer of answers) await eraseAnswer(tx, answer, seal.hashes(answerName(answer.name))[0]!)
  await forgetReceivers(tx, [id, ...[...naming.values()].flat()])
}

/** Their files go at once, and what records say about them that name them; no load brings any of it back. */
async function noteErased(
  tx: Transaction,
  { id, nanoid, naming, checks, files }: PersonalData,
  { by, whole }: { by: string; whole: boolean },
): Promise<void> {
  await hastenContent(tx, files)
  await addListedJob(
    tx,
    { type: 'worker', id },
    [...naming].flatMap(([type, ids]) => ids.map(one => ({ type: type.type, id: one }))),
  )
  await recordErasures(tx, [
    { type: 'worker', id, whole, by, ...(nanoid && { nanoid }) },
    ...checks.map(gone('rightToWorkCheck', by)),
    ...files.map(gone('file', by)),
  ])
}

async function write(
  tx: Transaction,
  types: readonly RecordType[],
  { id, naming, checks }: PersonalData,
  stored: StoredRecord,
  now: Date,
): Promise<void> {
  const type = typed(types, 'worker')
  const entry = naming.size === 0 ? deletionEntry(id, type) : replacementEntry(id, emptied(stored, now), type)
  const writeBatch = batchWriter(run => run(tx), types, { allowOlder: true, eraser: alreadyErasing })
  const { rejected } = await writeBatch([entry], true)
  if (rejected[0])
    throw new Error(`A worker could not be erased: ${sentenceText(rejected[0].faults[0]!.reason)}`)
  await deleteChecks(tx, types, checks)
}

/** Whoever writes the emptied record here does the rest, too. */
const alreadyErasing: Eraser = { begin: async () => async () => {}, end: async () => {} }

async function deleteChecks(
  tx: Transaction,
  types: readonly RecordType[],
  checks: readonly string[],
): Promise<void> {
  if (checks.length === 0) return
  const check = typed(types, 'rightToWorkCheck')
  await batchWriter(run => run(tx), types)(
    checks.map(id => deletionEntry(id, check)),
    true,
  )
}

function emptied({ record, facts }: StoredRecord, now: Date): StoredRecord {
  const stored = { record: { ...record, updatedAt: now.toISOString() }, facts: { ...facts } }
  emptyWorker(stored as StoredRecord as StoredWorker)
  return stored
}

async function reportOf(
  tx: Statements,
  { id, isErased, naming, checks, unopened, files, attempts, answers }: PersonalData,
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
    unopened,
  }
}
