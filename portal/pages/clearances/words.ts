// Clearances in words: how somebody stands, with its shape, and days as people write them.
import type { ClearanceState, NeedSource } from '../../../src/api/clearances/words.ts'
import type { StatusKind } from '../../components/layout.tsx'

export const stateWords: Readonly<Record<ClearanceState, readonly [is: StatusKind, word: string]>> = {
  notCleared: ['alert', 'not cleared'],
  unknown: ['off', 'not known'],
  expiring: ['wait', 'expiring'],
  cleared: ['ok', 'cleared'],
}

export const stateNames = Object.keys(stateWords) as ClearanceState[]

/** Who asks, beside what is asked for. */
export const sourceWords: Readonly<Record<NeedSource, string>> = {
  rightToWork: 'the law',
  company: 'the company',
  sector: 'the company, in this sector',
  project: 'the company, on this project',
  assignment: 'this assignment',
  customDocument: 'documents of the assignment',
  smartCheck: 'card schemes',
}
