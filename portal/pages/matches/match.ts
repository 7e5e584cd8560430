// A match as the server tells of it, and the time that is left to undo a decision.

import { useEffect, useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { session } from '../../client/session.ts'

export type Match = OperatorAnswer<'GET /operator/matches'>[number]

export type MatchState = Match['state']

export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** `9:05` until then. */
export function timeLeft(until: string, now: number): string {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - now) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export type Person = NonNullable<Review['sent']>

export type MatchField = Candidate['fields'][number]

export type Candidate = Review['candidates'][number]

export type Review = OperatorAnswer<'GET /operator/matches/{id}'>

export type Consequence = Review['consequences'][number]

export type DecisionWord = Consequence['decision']

export type MatchDecision = { id: string; text: string; undoUntil: string }

/** What the keys of the page do with the match that is shown. */
export type ReviewKeys = { ask?: (what: DecisionWord) => void; choose?: (index: number) => void }

/** What each decision would do, with this candidate. */
export const consequencesFor = (of: Review, candidate: Candidate | undefined): Consequence[] =>
  of.consequences.filter(({ worker }) => worker === undefined || worker === candidate?.worker)

/** Who was sent is shown to those who decide. */
export const mayDecide = () => session.value?.kind === 'operator' && session.value.role !== 'read-only'
