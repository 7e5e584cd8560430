// POST /workers after its body was checked, in the order of §4.12: known already? agencyId in use? documents valid? Then
// the files are stored and the worker is written, all or nothing. The first two are asked again under the writer's
// lock, so that two equal posts at the same moment create one worker.
import type { Idempotency, NewWorker, People, WorkerSender } from '../api/create-worker/people.ts'
import { currentSecret, sealOf } from '../encryption/sealing.ts'
import type { Secrets } from '../encryption/secret.ts'
import { Problem } from '../errors/problem.ts'
import type { FileStore } from '../files/store.ts'
import type { Answer } from '../kernel/operation/answer.ts'
import type { Guard } from '../outbound/guard.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import type { Database, Statements, Transaction } from '../store/database/database.ts'
import { agencyIdInUse } from '../store/people/candidates.ts'
import { nextWorkerReference, storeAnswer, storedAnswer } from '../store/people/new-workers.ts'
import type { Readiness } from '../store/schema/readiness.ts'
import { writeFileRows } from '../store/writing/file-rows.ts'
import { keepSubmission } from './attempts.ts'
import { type CheckResult, checkDocuments } from './document-checks.ts'
import { type DocumentFiles, filePutter, removeFiles } from './document-files.ts'
import { type Match, matchesOf, personFrom, requireMatchable } from './matches.ts'
import { createdAnswer, workerLine } from './worker-record.ts'
import { writeLine, writingInTurn } from './write-worker.ts'

export type PeopleOptions = {
  database: Database
  store: FileStore
  secrets: Secrets
  readiness: Readiness
  guard: Guard
  now?(): Date
  /** How long a creation waits for its turn to write. */
  waitMs?: number
  /** How long an Idempotency-Key gives the same answer. */
  answersHours: number
  /** Told why files could not be stored or a check not made, which the caller is not. */
  trouble(error: unknown, what: string): void
}

type Outcome = { created: Answer } | { repeated: Answer } | { matches: readonly Match[] }

export function workerCreator(options: PeopleOptions): People {
  const { database, store, secrets, readiness, guard, now = () => new Date(), trouble } = options
  const seal = sealOf(secrets)
  const inTurn = writingInTurn(database, options.waitMs)
  const putFiles = filePutter(store, error => trouble(error, 'the files of a new worker could not be stored'))
  const checking = { database, seal, guard, now, trouble }

  async function add(worker: NewWorker, adding: WorkerSender): Promise<Answer> {
    const { agency } = adding
    await currentSecret(database, secrets)
    requireMatchable(readiness, 'worker_member')
    const person = personFrom(worker, seal)
    const known = await matchesOf(database, person, agency)
    if (known.length > 0) return review(worker, adding, known)
    if (await agencyIdInUse(database, agency, worker.agencyId)) {
      // An equal post may have been stored between the two questions.
      const matches = await matchesOf(database, person, agency)
      if (matches.length > 0) return review(worker, adding, matches)
      throw agencyIdTaken()
    }
    const results = await checkDocuments(checking, worker, agency)
    const files = await putFiles(worker)
    const outcome = await inTurn(tx => write(tx, worker, adding, files, results)).catch(async error => {
      // After any other error the commit may have been made: then the sweep decides about the files.
      if (error instanceof Problem || error instanceof InvalidValue) await removeFiles(store, files)
      throw error
    })
    if ('created' in outcome) return outcome.created
    if ('matches' in outcome) return review(worker, adding, outcome.matches, files)
    await removeFiles(store, files)
    return outcome.repeated
  }

  async function write(
    tx: Transaction,
    worker: NewWorker,
    { agency, idempotency }: WorkerSender,
    files: DocumentFiles,
    results: readonly CheckResult[],
  ): Promise<Outcome> {
    const held = await seal.hold(tx)
    const repeated = idempotency && (await repeatedAnswer(tx, idempotency))
    if (repeated) return { repeated }
    const matches = await matchesOf(tx, personFrom(worker, seal), agency)
    if (matches.length > 0) return { matches }
    if (await agencyIdInUse(tx, agency, worker.agencyId)) throw agencyIdTaken()
    const reference = await nextWorkerReference(tx)
    const line = workerLine({ worker, files, results, agency, reference, at: now().toISOString() })
    const created = createdAnswer(line)
    await writeFileRows(tx, files.flat())
    if (idempotency)
      await storeAnswer(tx, idempotency.keyId, idempotency.name, {
        fingerprint: seal.hashes(`body:${idempotency.fingerprint}`)[0]!,
        answer: Buffer.concat(created.body).toString(),
      })
    await writeLine(tx, held, line)
    return { created }
  }

  /** Keeps what was sent for a person to decide, with its `files` where those are stored already. */
  async function review(
    worker: NewWorker,
    adding: WorkerSender,
    matches: readonly Match[],
    files?: DocumentFiles,
  ): Promise<Answer> {
    // The match may be the worker that another request with the same Idempotency-Key has just created.
    const repeated = adding.idempotency && (await repeatedAnswer(database, adding.idempotency))
    if (repeated && files) await removeFiles(store, files)
    if (repeated) return repeated
    await keepSubmission({ database, store, secrets, putFiles }, worker, adding, matches, files)
    throw new Problem(
      'WORKER_MATCH_REQUIRES_REVIEW',
      'A worker that matches is known already; it must be reviewed and assigned to the agency in the portal',
    )
  }

  async function repeatedAnswer(db: Statements, asked: Idempotency): Promise<Answer | undefined> {
    await currentSecret(db, secrets)
    const hours = options.answersHours
    const called = { name: asked.name, hashes: seal.hashes(answerName(asked.name)) }
    const stored = await storedAnswer(db, asked.keyId, called, hours)
    if (!stored) return undefined
    if (stored.erased) throw workerErased()
    if (!seal.hashes(`body:${asked.fingerprint}`).includes(stored.fingerprint))
      throw new Problem(
        'IDEMPOTENCY_CONFLICT',
        `This Idempotency-Key was used for another body within ${hours === 1 ? 'an hour' : `${hours} hours`}; use a new one`,
      )
    return { status: 200, body: [Buffer.from(stored.answer)], headers: { 'Idempotency-Replayed': 'true' } }
  }

  async function check(worker: NewWorker, { agency }: WorkerSender): Promise<void> {
    await currentSecret(database, secrets)
    if (await agencyIdInUse(database, agency, worker.agencyId)) throw agencyIdTaken()
    await checkDocuments(checking, worker, agency)
  }

  return { add, check, repeated: asked => repeatedAnswer(database, asked) }
}

/** What an Idempotency-Key is hashed as, once the worker is erased that was created under it. */
export const answerName = (name: string) => `idempotency:${name}`

const workerErased = () =>
  new Problem(
    'WORKER_ERASED',
    'The worker that was created under this Idempotency-Key was erased; nothing was created now. To create somebody anew, send another Idempotency-Key',
  )

const agencyIdTaken = () =>
  new Problem('WORKER_CONFLICT', 'agencyId is in use for another worker of this agency; give one of its own')
