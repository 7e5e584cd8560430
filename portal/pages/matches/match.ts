// A match as the server tells of it, and the time that is left to undo a decision.

import { useEffect, useState } from 'preact/hooks'

export type MatchState = 'open' | 'linked' | 'created' | 'different' | 'dismissed' | 'expired' | 'closed'

export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** `9:05` until then. */
export function left(until: string, now: number): string {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - now) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export type Person = {
  name: string
  firstName: string
  lastName: string
  agencyId?: string
  numbers?: string[]
  documents?: string[]
  worker?: string
  reference?: string
}

export type MatchField = {
  field: string
  sent?: string
  known?: string
  says: 'agrees' | 'differs' | 'nothing'
  bits?: number
}

export type Candidate = {
  worker: string
  total: number
  exact?: string
  reference?: string
  known?: Person
  fields: MatchField[]
}

export type Review = {
  id: string
  kind: 'submission' | 'pair'
  state: MatchState
  agency?: string
  agencyName?: string
  workers?: string[]
  sent?: Person
  candidates: Candidate[]
  decisions: { decision: string; worker?: string; by: string; note?: string; at: string }[]
  undoUntil?: string
}

export type DecisionWord = 'link' | 'different' | 'dismiss'

export type MatchDecision = { id: string; text: string; undoUntil: string }

/** What the keys of the page do with the match that is shown. */
export type ReviewKeys = { ask?: (what: DecisionWord) => void; choose?: (index: number) => void }
