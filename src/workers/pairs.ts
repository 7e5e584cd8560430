// Pairs of stored workers that may be one person: each with fingerprints of what the two are matched by, so that a
// change of either is noticed.

import type { Statements, Transaction } from '../database/database.ts'
import { Problem } from '../errors/problem.ts'
import { personFingerprint } from '../matching/person.ts'
import { peopleWith, type StoredPerson } from '../store/people/candidates.ts'
import {
  insertDifferentPair,
  replaceCandidates,
  updatePair,
  type WorkerPair,
} from '../store/people/match-attempts.ts'
import { type Decider, insertDecision } from '../store/people/match-decisions.ts'
import { pairMatch, scoreOf } from './matches.ts'

export function pairOf(one: StoredPerson, other: StoredPerson): WorkerPair {
  const [first, second] = one.id < other.id ? [one, other] : [other, one]
  const fingerprints = [personFingerprint(first.person), personFingerprint(second.person)] as const
  return { one: first.id, other: second.id, fingerprints }
}

const peopleById = async (db: Statements, ids: readonly string[]) =>
  new Map((await peopleWith(db, ids)).map(person => [person.id, person]))

/** Compares an open pair again, since its workers change while it waits; closes it where the two no longer match. */
export async function refreshPair(tx: Transaction, id: string, pair: WorkerPair): Promise<void> {
  const people = await peopleById(tx, [pair.one, pair.other])
  const [one, other] = [people.get(pair.one), people.get(pair.other)]
  if (!one || !other) return void (await updatePair(tx, id, 'closed', [null, null]))
  const verdict = await pairMatch(tx, one, other)
  await updatePair(tx, id, verdict ? 'open' : 'closed', pairOf(one, other).fingerprints)
  if (verdict) await replaceCandidates(tx, id, [{ worker: pair.other, ...scoreOf(verdict) }])
}

/** Refuses where one of the two is deleted, or changed since the pair was last compared. */
export async function requireUnchanged(tx: Transaction, pair: WorkerPair, hint: string): Promise<void> {
  const people = await peopleById(tx, [pair.one, pair.other])
  for (const [index, id] of [pair.one, pair.other].entries()) {
    const stored = people.get(id)
    if (!stored)
      throw new Problem('WORKER_CONFLICT', `Worker ${id} was deleted meanwhile; nothing is left to decide`)
    if (personFingerprint(stored.person) !== pair.fingerprints[index])
      throw new Problem(
        'WORKER_CONFLICT',
        `Worker ${id} was changed since this match was last looked at: ${hint}`,
      )
  }
}

/** Records that a new worker is none of its candidates, so that no scan asks again; gives back the pairs it stored. */
export async function recordDifferent(
  tx: Transaction,
  worker: string,
  candidates: readonly string[],
  decider: Decider,
): Promise<string[]> {
  const people = await peopleById(tx, [worker, ...candidates])
  const created = people.get(worker)
  const stored: string[] = []
  for (const other of people.values()) {
    if (!created || other === created) continue
    const pair = pairOf(created, other)
    const id = await insertDifferentPair(tx, pair)
    if (id === undefined) continue
    stored.push(id)
    await insertDecision(tx, { id, pair }, { ...decider, decision: 'different' })
  }
  return stored
}
