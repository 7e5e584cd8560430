// What the operator decides of an attempt that is kept: the worker is one that is known (link it to the agency),
// somebody else (create it after all), or nothing is to be done. Each decision is kept with who made it.

import type { Newcomer } from '../api/create-worker/people.ts'
import type { FileStore } from '../files/store.ts'
import type { Guard } from '../outbound/guard.ts'
import { Problem } from '../problem.ts'
import { sealOf } from '../sealing.ts'
import type { Secrets } from '../secret.ts'
import type { Database, Statements, Transaction } from '../store/engine/database.ts'
import { agencyIdInUse } from '../store/people/candidates.ts'
import {
  type AttemptContent,
  attemptContent,
  candidatesOf,
  type Decider,
  recordDecision,
  staleAttempts,
} from '../store/people/match-attempts.ts'
import { nextWorkerReference } from '../store/people/new-workers.ts'
import { unsplit } from '../store/records/write-records.ts'
import { lookAgain, openAttempt } from './attempts.ts'
import { checkPapers } from './checks.ts'
import { matchesOf, personOfNewcomer } from './matches.ts'
import { keepAllApart } from './pairs.ts'
import { workerLine } from './record.ts'
import {
  rowPrint,
  type Tie,
  type UndoOfCreation,
  type UndoOfLink,
  workerRow,
  workerType,
} from './stored-worker.ts'
import { entryReader, writeEntry, writingInTurn } from './writing.ts'

export type Deciding = {
  database: Database
  store: FileStore
  secrets: Secrets
  guard: Guard
  now?(): Date
  trouble(error: unknown, what: string): void
}

export type Decision = Decider & { attempt: string }

export const notOpen = (state: string | undefined) =>
  new Problem(
    state ? 'WORKER_CONFLICT' : 'NOT_FOUND',
    state ? `This match is ${state} already` : 'There is no such match',
  )

type Submission = AttemptContent & { sealed: Buffer; agency: string }

async function openOnes(db: Statements, id: string): Promise<Submission> {
  const content = await attemptContent(db, id)
  if (content?.state !== 'open' || !content.sealed) throw notOpen(content?.state)
  return content as Submission
}

/** The known worker gets the agency, with the identifier that was sent; what else was sent is dropped. */
export async function linkAttempt(
  { database, secrets }: Pick<Deciding, 'database' | 'secrets'>,
  decision: Decision,
  worker: string,
): Promise<void> {
  await lookAgain(database, secrets, decision.attempt)
  await writingInTurn(database)(async tx => {
    const content = await openOnes(tx, decision.attempt)
    const candidates = await candidatesOf(tx, decision.attempt)
    if (!candidates.some(candidate => candidate.worker === worker))
      throw new Problem('NOT_FOUND', `${worker} is not among those that this attempt matches`)
    const { newcomer } = openAttempt(secrets, content.sealed)
    const undo = await addAgency(tx, worker, content.agency, newcomer)
    await recordDecision(tx, content, { ...decision, decision: 'link', worker }, undo)
  })
}

async function addAgency(
  tx: Transaction,
  id: string,
  agency: string,
  { agencyId }: Newcomer,
): Promise<UndoOfLink> {
  const type = workerType
  const row = await workerRow(tx, id)
  if (!row) throw new Problem('NOT_FOUND', `Worker ${id} is no longer there`)
  const { record, facts } = unsplit(type, row)
  const ties = record.agencies as Tie[]
  const tie = ties.find(one => one.id === agency)
  if (tie?.agencyId !== agencyId && (await agencyIdInUse(tx, agency, agencyId)))
    throw new Problem('WORKER_CONFLICT', 'The agency has given this identifier to another worker meanwhile')
  const own = { id: agency, name: tie?.name ?? '', agencyId, active: true }
  record.agencies = tie ? ties.map(one => (one === tie ? own : one)) : [...ties, own]
  // Its time of change stays: the worker's other agencies would see it move.
  await writeEntry(tx, {
    line: 1,
    text: '',
    type,
    id,
    stored: { record, facts },
  })
  return { worker: id, agencies: ties, before: rowPrint(row), after: rowPrint((await workerRow(tx, id))!) }
}

/** Somebody else after all: the checks of a creation, then stored as one; gives back the worker's id. */
export async function createFromAttempt(
  { database, secrets, guard, now = () => new Date(), trouble }: Deciding,
  decision: Decision,
): Promise<{ id: string; reference: string }> {
  const seal = sealOf(secrets)
  const before = await openOnes(database, decision.attempt)
  const { newcomer, files } = openAttempt(secrets, before.sealed)
  refuseUnseen(decision.attempt, await lookAgain(database, secrets, decision.attempt))
  const results = await checkPapers({ database, seal, guard, now, trouble }, newcomer, before.agency)
  return writingInTurn(database)(async tx => {
    const content = await openOnes(tx, decision.attempt)
    const seen = new Set((await candidatesOf(tx, decision.attempt)).map(({ worker }) => worker))
    const matches = await matchesOf(tx, personOfNewcomer(newcomer, seal), content.agency)
    refuseUnseen(
      decision.attempt,
      matches.flatMap(({ worker }) => (seen.has(worker) ? [] : [worker])),
    )
    if (await agencyIdInUse(tx, content.agency, newcomer.agencyId))
      throw new Problem('WORKER_CONFLICT', 'The agency has given this identifier to another worker')
    const reference = await nextWorkerReference(tx)
    const { agency } = content
    const line = workerLine({ newcomer, files, results, agency, reference, at: now().toISOString() })
    await writeEntry(tx, entryReader(seal)(line))
    const { id } = line.record
    const undo: UndoOfCreation = {
      worker: id,
      after: rowPrint((await workerRow(tx, id))!),
      apart: await keepAllApart(tx, id, [...seen], decision),
    }
    await recordDecision(tx, content, { ...decision, decision: 'create', worker: id }, undo)
    return { id, reference }
  })
}

function refuseUnseen(attempt: string, unseen: readonly string[]): void {
  if (unseen.length === 0) return
  throw new Problem(
    'WORKER_CONFLICT',
    `Since it was last looked at, it may also be ${unseen.join(', ')}: see matches show ${attempt}, then decide`,
  )
}

export async function dismissAttempt(
  { database }: Pick<Deciding, 'database'>,
  decision: Decision,
): Promise<void> {
  await database.transaction(async tx => {
    await recordDecision(tx, await openOnes(tx, decision.attempt), { ...decision, decision: 'dismiss' })
  })
}

/** What nobody decided for so many days is forgotten. */
export async function expireAttempts(database: Database, days: number): Promise<void> {
  for (const attempt of await staleAttempts(database, days)) {
    await database.transaction(async tx => {
      const content = await attemptContent(tx, attempt)
      if (content?.state === 'open') await recordDecision(tx, content, { decision: 'expire', by: 'muster' })
    })
  }
}
