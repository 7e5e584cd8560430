// Two stored workers that may be one person, and what is decided of them. Records are left as they are: which of the
// two stays, and what becomes of what names the other, is for the system that they were loaded from.

import { printOf } from '../matching/person.ts'
import type { Verdict } from '../matching/score.ts'
import { Problem } from '../problem.ts'
import type { Database, Statements, Transaction } from '../store/engine/database.ts'
import { peopleWith, type StoredPerson } from '../store/people/candidates.ts'
import {
  type AttemptState,
  attemptContent,
  type CandidateRow,
  type Decider,
  noteDecision,
  recordDecision,
  replaceCandidates,
  type StoredPair,
} from '../store/people/match-attempts.ts'
import { keepApart, type Pair, setPair } from '../store/people/match-pairs.ts'
import { pairMatch } from './matches.ts'
import { writingInTurn } from './writing.ts'

export function pairOf(one: StoredPerson, other: StoredPerson): Pair {
  const [first, second] = one.id < other.id ? [one, other] : [other, one]
  return { one: first.id, other: second.id, prints: [printOf(first.person), printOf(second.person)] }
}

export const weightOf = ({ total, exact, bits }: Verdict): Omit<CandidateRow, 'worker'> => ({
  total,
  bits: bits as Record<string, number>,
  ...(exact && { exact }),
})

async function bothOf(db: Statements, { one, other }: Pick<StoredPair, 'one' | 'other'>) {
  const found = new Map((await peopleWith(db, [one, other])).map(person => [person.id, person]))
  const [first, second] = [found.get(one), found.get(other)]
  return first && second && ([first, second] as const)
}

/** Weighs an open pair once more, since its workers change while it waits. */
export async function lookAtPair(
  tx: Transaction,
  id: string,
  state: AttemptState,
  pair: StoredPair,
): Promise<void> {
  if (state !== 'open') return
  const both = await bothOf(tx, pair)
  if (!both) return setPair(tx, id, 'closed', [null, null])
  const verdict = await pairMatch(tx, ...both)
  const { prints } = pairOf(...both)
  if (!verdict) return setPair(tx, id, 'closed', prints)
  await setPair(tx, id, 'open', prints)
  await replaceCandidates(tx, id, [{ worker: pair.other, ...weightOf(verdict) }])
}

export type PairDecision = 'link' | 'different' | 'dismiss'

/** `worker` is the one that stays, where they are one person and that is known. */
export async function decidePair(
  database: Database,
  attempt: string,
  decided: Decider & { decision: PairDecision; worker?: string },
): Promise<void> {
  await writingInTurn(database)(async tx => {
    const content = await attemptContent(tx, attempt)
    if (!content?.pair) throw new Problem('NOT_FOUND', 'There is no such match')
    const { pair, state } = content
    if (state !== 'open') throw new Problem('WORKER_CONFLICT', `This match is ${state} already`)
    if (decided.worker !== undefined && ![pair.one, pair.other].includes(decided.worker))
      throw new Problem('NOT_FOUND', `${decided.worker} is not one of the two workers of this match`)
    await requireSame(tx, pair, `see matches show ${attempt}, then decide`)
    await recordDecision(tx, content, decided)
  })
}

/** Refuses where one of the two is gone, or known by something else than when the pair was last looked at. */
export async function requireSame(tx: Transaction, pair: StoredPair, hint: string): Promise<void> {
  const people = new Map((await peopleWith(tx, [pair.one, pair.other])).map(one => [one.id, one.person]))
  for (const [index, id] of [pair.one, pair.other].entries()) {
    const person = people.get(id)
    if (!person)
      throw new Problem('WORKER_CONFLICT', `Worker ${id} was deleted meanwhile; nothing is left to decide`)
    if (printOf(person) !== pair.prints[index])
      throw new Problem(
        'WORKER_CONFLICT',
        `Worker ${id} was changed since this match was last looked at: ${hint}`,
      )
  }
}

/** A worker that was created though others are like it: a scan shall not ask again. Gives back what it noted. */
export async function keepAllApart(
  tx: Transaction,
  worker: string,
  others: readonly string[],
  decider: Decider,
): Promise<string[]> {
  const people = await peopleWith(tx, [worker, ...others])
  const made = people.find(({ id }) => id === worker)
  const noted: string[] = []
  for (const other of people) {
    if (!made || other === made) continue
    const pair = pairOf(made, other)
    const id = await keepApart(tx, pair)
    if (id === undefined) continue
    noted.push(id)
    await noteDecision(tx, { id, pair }, { ...decider, decision: 'different' })
  }
  return noted
}
