// POST /workers after its body was checked, in the order of §4.12: known already? agencyId in use? documents valid? Then
// the files are stored and the worker is written, all or nothing. The first two are asked again under the writer's
// lock, so that two equal posts at the same moment create one worker.

import type { Idempotency, NewWorker, WorkerCreation, WorkerSender } from '../api/create-worker/new-worker.ts'
import type { Database, Statements, Transaction } from '../database/database.ts'
import { currentSecret, sealOf } from '../encryption/sealing.ts'
import type { Secrets } from '../encryption/secret.ts'
import { Problem } from '../errors/problem.ts'
import type { FileStore } from '../files/store.ts'
import type { Answer } from '../kernel/operation/answer.ts'
import { writingInTurn } from '../load/single-writes.ts'
import type { Guard } from '../outbound/guard.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { agencyIdInUse } from '../store/people/candidates.ts'
import { nextWorkerReference, storeAnswer, storedAnswer } from '../store/people/new-workers.ts'
import type { Readiness } from '../store/schema/readiness.ts'
import { writeFileRows } from '../store/writing/file-rows.ts'
import { keepSubmission } from './attempts.ts'
import { type CheckResult, checkDocuments } from './document-checks.ts'
import { type DocumentFiles, filePutter, removeFiles } from './document-files.ts'
import { matchesOf, personFrom, requireMatchable, type ScoredMatch } from './matches.ts'
import { createdAnswer, workerLine } from './worker-record.ts'
import { writeLine } from './write-worker.ts'

export type WorkerCreationOptions = {
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

type Outcome = { created: Answer } | { repeated: Answer } | { matches: readonly ScoredMatch[] }

export const workerCreator = (options: WorkerCreationOptions): WorkerCreation => new WorkerCreator(options)

class WorkerCreator implements WorkerCreation {
  private readonly options: WorkerCreationOptions
  private readonly seal: ReturnType<typeof sealOf>
  private readonly inTurn: ReturnType<typeof writingInTurn>
  private readonly putFiles: ReturnType<typeof filePutter>
  private readonly now: () => Date

  constructor(options: WorkerCreationOptions) {
    const { database, store, secrets, trouble, waitMs, now = () => new Date() } = options
    this.options = options
    this.seal = sealOf(secrets)
    this.inTurn = writingInTurn(database, waitMs)
    this.putFiles = filePutter(store, error =>
      trouble(error, 'the files of a new worker could not be stored'),
    )
    this.now = now
  }

  async add(worker: NewWorker, adding: WorkerSender): Promise<Answer> {
    const { database, store, secrets, readiness } = this.options
    const { agency } = adding
    await currentSecret(database, secrets)
    requireMatchable(readiness, 'worker_member')
    const person = personFrom(worker, this.seal)
    const known = await matchesOf(database, person, agency)
    if (known.length > 0) return this.review(worker, adding, known)
    if (await agencyIdInUse(database, agency, worker.agencyId)) {
      // An equal post may have been stored between the two questions.
      const matches = await matchesOf(database, person, agency)
      if (matches.length > 0) return this.review(worker, adding, matches)
      throw agencyIdTaken()
    }
    const results = await this.checkDocuments(worker, agency)
    const files = await this.putFiles(worker)
    const outcome = await this.inTurn(tx => this.write(tx, worker, adding, files, results)).catch(
      async error => {
        // After any other error the commit may have been made: then the sweep decides about the files.
        if (error instanceof Problem || error instanceof InvalidValue) await removeFiles(store, files)
        throw error
      },
    )
    if ('created' in outcome) return outcome.created
    if ('matches' in outcome) return this.review(worker, adding, outcome.matches, files)
    await removeFiles(store, files)
    return outcome.repeated
  }

  private async write(
    tx: Transaction,
    worker: NewWorker,
    { agency, idempotency }: WorkerSender,
    files: DocumentFiles,
    results: readonly CheckResult[],
  ): Promise<Outcome> {
    const held = await this.seal.hold(tx)
    const repeated = idempotency && (await this.repeatedAnswer(tx, idempotency))
    if (repeated) return { repeated }
    const matches = await matchesOf(tx, personFrom(worker, this.seal), agency)
    if (matches.length > 0) return { matches }
    if (await agencyIdInUse(tx, agency, worker.agencyId)) throw agencyIdTaken()
    const reference = await nextWorkerReference(tx)
    const line = workerLine({ worker, files, results, agency, reference, at: this.now().toISOString() })
    const created = createdAnswer(line)
    await writeFileRows(tx, files.flat())
    if (idempotency)
      await storeAnswer(tx, idempotency.keyId, idempotency.name, {
        fingerprint: this.seal.hashes(`body:${idempotency.fingerprint}`)[0]!,
        answer: Buffer.concat(created.body).toString(),
      })
    await writeLine(tx, held, line)
    return { created }
  }

  /** Keeps what was sent for a person to decide, with its `files` where those are stored already. */
  private async review(
    worker: NewWorker,
    adding: WorkerSender,
    matches: readonly ScoredMatch[],
    files?: DocumentFiles,
  ): Promise<Answer> {
    const { database, store, secrets } = this.options
    // The match may be the worker that another request with the same Idempotency-Key has just created.
    const repeated = adding.idempotency && (await this.repeatedAnswer(database, adding.idempotency))
    if (repeated && files) await removeFiles(store, files)
    if (repeated) return repeated
    await keepSubmission(
      { database, store, secrets, putFiles: this.putFiles },
      worker,
      adding,
      matches,
      files,
    )
    throw new Problem(
      'WORKER_MATCH_REQUIRES_REVIEW',
      'A worker that matches is known already; it must be reviewed and assigned to the agency in the portal',
    )
  }

  private async repeatedAnswer(db: Statements, idempotency: Idempotency): Promise<Answer | undefined> {
    const { secrets, answersHours: hours } = this.options
    await currentSecret(db, secrets)
    const called = { name: idempotency.name, hashes: this.seal.hashes(answerName(idempotency.name)) }
    const stored = await storedAnswer(db, idempotency.keyId, called, hours)
    if (!stored) return undefined
    if (stored.erased) throw workerErased()
    if (!this.seal.hashes(`body:${idempotency.fingerprint}`).includes(stored.fingerprint))
      throw new Problem(
        'IDEMPOTENCY_CONFLICT',
        `This Idempotency-Key was used for another body within ${hours === 1 ? 'an hour' : `${hours} hours`}; use a new one`,
      )
    return { status: 200, body: [Buffer.from(stored.answer)], headers: { 'Idempotency-Replayed': 'true' } }
  }

  async check(worker: NewWorker, { agency }: WorkerSender): Promise<void> {
    const { database, secrets } = this.options
    await currentSecret(database, secrets)
    if (await agencyIdInUse(database, agency, worker.agencyId)) throw agencyIdTaken()
    await this.checkDocuments(worker, agency)
  }

  repeated(idempotency: Idempotency): Promise<Answer | undefined> {
    return this.repeatedAnswer(this.options.database, idempotency)
  }

  private checkDocuments(worker: NewWorker, agency: string): Promise<readonly CheckResult[]> {
    const { database, guard, trouble } = this.options
    return checkDocuments({ database, seal: this.seal, guard, now: this.now, trouble }, worker, agency)
  }
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
