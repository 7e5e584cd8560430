// What the operator decides about a match attempt: it is a worker who is known (link), somebody else (different), or
// nothing is done (dismiss). Each decision is stored with who made it.

import type { Database } from '../database/database.ts'
import { currentSecret, sealOf } from '../encryption/sealing.ts'
import { badRequest, Problem } from '../errors/problem.ts'
import { writingInTurn } from '../load/single-writes.ts'
import { agencyIdInUse } from '../store/people/candidates.ts'
import { attemptContent, candidatesOf } from '../store/people/match-attempts.ts'
import { recordDecision, staleAttempts } from '../store/people/match-decisions.ts'
import { nextWorkerReference } from '../store/people/new-workers.ts'
import { noMatch, openContent, openOne, openSubmission, refreshCandidates } from './attempts.ts'
import type { DecisionWord } from './consequences.ts'
import { checkDocuments } from './document-checks.ts'
import { type Decision, type DecisionContext, type LinkedDocument, linkAttempt } from './link.ts'
import { matchesOf, personFrom } from './matches.ts'
import { recordDifferent, requireUnchanged } from './pairs.ts'
import { workerLine } from './worker-record.ts'
import { rowFingerprint, workerRow, writeLine } from './write-worker.ts'

export type DecisionResult = {
  kind: 'submission' | 'pair'
  created?: { id: string; reference: string }
  /** The worker of a linked pair that is not kept, where the other one was named. */
  spare?: string
  /** What became of the documents that came with a submission that was linked. */
  documents?: readonly LinkedDocument[]
}

/** `worker` is the one that a submission is linked to, or the one of a pair that is kept. */
export async function decideMatch(
  deciding: DecisionContext,
  decision: Decision,
  what: DecisionWord,
  worker?: string,
): Promise<DecisionResult> {
  const content = await attemptContent(deciding.database, decision.attempt)
  if (!content) throw noMatch()
  if (what !== 'link' && worker !== undefined)
    throw badRequest('A worker is named where it is one: with link')
  if (content.pair) {
    const { one, other } = content.pair
    await decidePair(deciding.database, decision, what, worker)
    return { kind: 'pair', ...(worker && { spare: worker === one ? other : one }) }
  }
  if (what === 'different')
    return { kind: 'submission', created: await createFromAttempt(deciding, decision) }
  if (what === 'dismiss') await dismissAttempt(deciding.database, decision)
  else if (worker === undefined) throw badRequest('Say which worker it is')
  else return { kind: 'submission', documents: await linkAttempt(deciding, decision, worker) }
  return { kind: 'submission' }
}

/** Records are left as they are: merging two workers is for the system that they were loaded from. */
async function decidePair(
  database: Database,
  { attempt, ...decider }: Decision,
  decision: DecisionWord,
  worker: string | undefined,
): Promise<void> {
  await writingInTurn(database)(async tx => {
    const content = await openContent(tx, attempt)
    const pair = content.pair!
    if (worker !== undefined && ![pair.one, pair.other].includes(worker))
      throw new Problem('NOT_FOUND', `${worker} is not one of the two workers of this match`)
    await requireUnchanged(tx, pair, `see matches show ${attempt}, then decide`)
    await recordDecision(tx, content, { ...decider, decision, ...(worker && { worker }) })
  })
}

/** The fingerprint of the created worker's row, and the pairs that were stored as different with it. */
export type UndoOfCreation = { worker: string; after: string; apart: string[] }

/** Creates the worker after the checks that POST /workers makes, except for the matches that were reviewed. */
async function createFromAttempt(
  { database, secrets, guard, trouble }: DecisionContext,
  decision: Decision,
): Promise<{ id: string; reference: string }> {
  const seal = sealOf(secrets)
  const now = () => new Date()
  await currentSecret(database, secrets)
  const before = await openOne(database, decision.attempt)
  const { worker, files } = openSubmission(secrets, before.sealed)
  requireReviewed(decision.attempt, await refreshCandidates(database, secrets, decision.attempt))
  const results = await checkDocuments({ database, seal, guard, now, trouble }, worker, before.agency)
  return writingInTurn(database)(async tx => {
    const held = await seal.hold(tx)
    const content = await openOne(tx, decision.attempt)
    const { agency } = content
    const seen = (await candidatesOf(tx, decision.attempt)).map(candidate => candidate.worker)
    const matches = (await matchesOf(tx, personFrom(worker, seal), agency)).map(match => match.worker)
    requireReviewed(
      decision.attempt,
      matches.filter(match => !seen.includes(match)),
    )
    if (await agencyIdInUse(tx, agency, worker.agencyId))
      throw new Problem('WORKER_CONFLICT', 'The agency has given this identifier to another worker')
    const reference = await nextWorkerReference(tx)
    const line = workerLine({ worker, files, results, agency, reference, at: now().toISOString() })
    await writeLine(tx, held, line)
    const { id } = line.record
    const undo: UndoOfCreation = {
      worker: id,
      after: rowFingerprint((await workerRow(tx, id))!),
      apart: await recordDifferent(tx, id, seen, decision),
    }
    await recordDecision(tx, content, { ...decision, decision: 'create', worker: id }, undo)
    return { id, reference }
  })
}

function requireReviewed(attempt: string, unseen: readonly string[]): void {
  if (unseen.length === 0) return
  throw new Problem(
    'WORKER_CONFLICT',
    `Since it was last looked at, it may also be ${unseen.join(', ')}: see matches show ${attempt}, then decide`,
  )
}

async function dismissAttempt(database: Database, decision: Decision): Promise<void> {
  await database.transaction(async tx => {
    await recordDecision(tx, await openOne(tx, decision.attempt), { ...decision, decision: 'dismiss' })
  })
}

/** Closes submissions that nobody has decided in so many days. */
export async function expireAttempts(database: Database, days: number): Promise<void> {
  for (const attempt of await staleAttempts(database, days)) {
    await database.transaction(async tx => {
      const content = await attemptContent(tx, attempt)
      if (content?.state === 'open') await recordDecision(tx, content, { decision: 'expire', by: 'muster' })
    })
  }
}
