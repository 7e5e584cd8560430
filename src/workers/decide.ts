// One decision for everything that waits, of whichever kind it is.
import { badRequest, Problem } from '../problem.ts'
import { attemptContent } from '../store/people/match-attempts.ts'
import { createFromAttempt, type Deciding, type Decision, dismissAttempt, linkAttempt } from './decisions.ts'
import { decidePair, type PairDecision } from './pairs.ts'

export const decisionWords: readonly PairDecision[] = ['link', 'different', 'dismiss']

export type Decided = {
  kind: 'submission' | 'pair'
  /** The worker that was created, with its reference. */
  created?: { id: string; reference: string }
  /** Of a pair that is one person, the one that is not kept, where that was said. */
  spare?: string
}

/** `worker` is who it is, or of a pair the one that stays. */
export async function decideMatch(
  deciding: Deciding,
  decision: Decision,
  what: PairDecision,
  worker?: string,
): Promise<Decided> {
  const content = await attemptContent(deciding.database, decision.attempt)
  if (!content) throw new Problem('NOT_FOUND', 'There is no such match')
  if (what !== 'link' && worker !== undefined)
    throw badRequest('A worker is named where it is one: with link')
  if (content.pair) {
    const { one, other } = content.pair
    const { attempt, ...decider } = decision
    await decidePair(deciding.database, attempt, { ...decider, decision: what, ...(worker && { worker }) })
    return { kind: 'pair', ...(worker && { spare: worker === one ? other : one }) }
  }
  if (what === 'different')
    return { kind: 'submission', created: await createFromAttempt(deciding, decision) }
  if (what === 'dismiss') await dismissAttempt(deciding, decision)
  else if (worker === undefined) throw badRequest('Say which worker it is')
  else await linkAttempt(deciding, decision, worker)
  return { kind: 'submission' }
}
