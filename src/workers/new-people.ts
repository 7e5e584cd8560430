// Adding somebody, in the order the contract gives: known already? identifier in use? checks passed? then stored,
// all or nothing. What was decided before the writer's turn is decided again in it, so that two equal posts at the
// same moment make one worker.

import type { Adding, Attempt, Newcomer, People } from '../api/create-worker/people.ts'
import type { FileStore } from '../files/store.ts'
import type { Answer } from '../kernel/operation/answer.ts'
import type { Seal } from '../kernel/resource/seal.ts'
import type { Person } from '../matching/person.ts'
import type { Guard } from '../outbound/guard.ts'
import { Problem } from '../problem.ts'
import { sealOf } from '../sealing.ts'
import type { Secrets } from '../secret.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import type { Database, Statements, Transaction } from '../store/engine/database.ts'
import { agencyIdInUse } from '../store/people/candidates.ts'
import { keepAnswer, keptAnswer, nextWorkerReference } from '../store/people/new-workers.ts'
import type { Readiness } from '../store/records/evolve.ts'
import { writeFile } from '../store/records/file-rows.ts'
import { keepAttempt } from './attempts.ts'
import { checkPapers, type PaperResults } from './checks.ts'
import { filePutter, type PaperFiles, removeFiles } from './files.ts'
import { type Match, matchesOf, personOfNewcomer } from './matches.ts'
import { createdAnswer, workerLine } from './record.ts'
import { type EntryReader, entryReader, writeEntry, writingInTurn } from './writing.ts'

export type PeopleOptions = {
  database: Database
  store: FileStore
  secrets: Secrets
  readiness: Readiness
  guard: Guard
  now?(): Date
  /** As long as that a creation waits for its turn to write. */
  waitMs?: number
  /** As long as that an Idempotency-Key gives the same answer. */
  answersHours: number
  /** Told why files could not be stored or a check not made; who sent them is not. */
  trouble(error: unknown, what: string): void
}

/** Somebody may be known already. Who it may be goes no further than the attempt that is kept. */
class Known extends Error {
  readonly matches: readonly Match[]

  constructor(matches: readonly Match[]) {
    super('Somebody like this is known')
    this.matches = matches
  }
}

const needsReview = () =>
  new Problem(
    'WORKER_MATCH_REQUIRES_REVIEW',
    'A worker that matches is known already; it must be reviewed and assigned to the agency in the portal',
  )

const idInUse = () =>
  new Problem('WORKER_CONFLICT', 'agencyId is in use for another worker of this agency; give one of its own')

export function newPeople({ readiness, now = () => new Date(), ...given }: PeopleOptions): People {
  const { database, store, secrets, guard, waitMs, answersHours, trouble } = given
  const seal = sealOf(secrets)
  const inTurn = writingInTurn(database, waitMs)
  const entryOf = entryReader(seal)
  const putFiles = filePutter(store, error => trouble(error, 'the files of a new worker could not be stored'))
  const repeated = answerRepeater(seal, answersHours)
  const keeping = { database, store, seal, secrets, putFiles }

  const check = async (newcomer: Newcomer, { agency }: Adding, person?: Person) => {
    if (await agencyIdInUse(database, agency, newcomer.agencyId)) {
      // An equal post may have come in since somebody like this was last looked for.
      if (person) await refuseKnown(database, person, agency)
      throw idInUse()
    }
    return checkPapers({ database, seal, guard, now, trouble }, newcomer, agency)
  }

  const add = async (newcomer: Newcomer, adding: Adding): Promise<Answer> => {
    requireReady(readiness)
    const person = personOfNewcomer(newcomer, seal)
    let put: PaperFiles | undefined
    try {
      await refuseKnown(database, person, adding.agency)
      const results = await check(newcomer, adding, person)
      const files = await putFiles(newcomer)
      put = files
      return await inTurn(tx =>
        write(tx, { newcomer, adding, person, files, results, seal, entryOf, repeated, now: now() }),
      )
    } catch (error) {
      if (error instanceof Known) {
        // Who is known may be who this same attempt made, in another request just now.
        const before = adding.attempt && (await repeated(database, adding.attempt))
        if (before && put) await removeFiles(store, put)
        if (before) return before
        await keepAttempt(keeping, newcomer, adding, error.matches, put)
        throw needsReview()
      }
      // A commit that got no answer may have been made: then the sweep decides.
      if (put && isBeforeCommit(error)) await removeFiles(store, put)
      if (error instanceof Repeated) return error.answer
      throw error
    }
  }
  return {
    add,
    check: async (newcomer, adding) => void (await check(newcomer, adding)),
    repeated: attempt => repeated(database, attempt),
  }
}

/** Whether it can only have come before anything was committed. */
const isBeforeCommit = (error: unknown) =>
  error instanceof Problem || error instanceof Repeated || error instanceof InvalidValue

/** The same attempt was made by another request meanwhile. */
class Repeated extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('This attempt was made before')
    this.answer = answer
  }
}

type AnswerRepeater = (db: Statements, attempt: Attempt) => Promise<Answer | undefined>

const answerRepeater =
  (seal: Seal, hours: number): AnswerRepeater =>
  async (db, attempt) => {
    const kept = await keptAnswer(db, attempt.keyId, attempt.name, hours)
    if (!kept) return undefined
    if (!seal.hashes(`body:${attempt.fingerprint}`).includes(kept.fingerprint))
      throw new Problem(
        'IDEMPOTENCY_CONFLICT',
        `This Idempotency-Key was used for another body within ${hours === 1 ? 'an hour' : `${hours} hours`}; use a new one`,
      )
    return { status: 200, body: [Buffer.from(kept.answer)], headers: { 'Idempotency-Replayed': 'true' } }
  }

async function refuseKnown(db: Statements, person: Person, agency: string): Promise<void> {
  const matches = await matchesOf(db, person, agency)
  if (matches.length > 0) throw new Known(matches)
}

type Writing = {
  newcomer: Newcomer
  adding: Adding
  person: Person
  files: PaperFiles
  results: readonly PaperResults[]
  seal: Seal
  entryOf: EntryReader
  repeated: AnswerRepeater
  now: Date
}

async function write(tx: Transaction, writing: Writing): Promise<Answer> {
  const { newcomer, adding, person, files, results, seal, entryOf, repeated, now } = writing
  const { agency, attempt } = adding
  const before = attempt && (await repeated(tx, attempt))
  if (before) throw new Repeated(before)
  await refuseKnown(tx, person, agency)
  if (await agencyIdInUse(tx, agency, newcomer.agencyId)) throw idInUse()
  const reference = await nextWorkerReference(tx)
  const line = workerLine({ newcomer, files, results, agency, reference, at: now.toISOString() })
  const answer = createdAnswer(line)
  for (const file of files.flat()) await writeFile(tx, file)
  if (attempt)
    await keepAnswer(tx, attempt.keyId, attempt.name, {
      fingerprint: seal.hashes(`body:${attempt.fingerprint}`)[0]!,
      answer: Buffer.concat(answer.body).toString(),
    })
  await writeEntry(tx, entryOf(line))
  return answer
}

/** Without all the rows that matches are found by, somebody who is known would be created again. */
function requireReady(readiness: Readiness): void {
  if (['worker_identity', 'worker_number', 'worker_member'].every(rows => readiness.isReady('worker', rows)))
    return
  throw new Problem(
    'SERVICE_UNAVAILABLE',
    'The server is still preparing what workers are matched by after an upgrade; try again shortly',
    { 'Retry-After': '5' },
  )
}
