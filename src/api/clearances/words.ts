// Every word of a clearance with what it means: states, who asks, whether it is held and why not. The one table: the API, its
// documents, the portal and the tests ask it. docs/clearances.md has the rules.
import type { ScopeName } from '../scopes.ts'

/** Whoever asks for clearances needs these. */
export const clearanceScopes = ['read:assignments', 'read:workers'] as const satisfies readonly ScopeName[]

/** From best to worst. */
export const clearanceStates = {
  cleared: 'everything that is asked for is held',
  expiring: 'cleared, and not for long',
  unknown: 'nothing is known to be missing, but what would decide it is not seen or not known',
  notCleared: 'something that is asked for is not held',
} as const

export type ClearanceState = keyof typeof clearanceStates

/** What does not depend on how soon counts as expiring. */
export type SettledState = Exclude<ClearanceState, 'expiring'>

export const clearanceSides = {
  company: 'the company that the work is done for',
  agency: 'the agency that supplies the worker',
} as const

export const needSources = {
  rightToWork: 'the law: the right to work',
  company: 'the company’s competency matrix, everywhere',
  sector: 'the company’s competency matrix, in all of a sector',
  project: 'the company’s competency matrix, on this project alone',
  assignment: 'this assignment alone',
  customDocument: 'the company’s list of documents for this assignment',
  smartCheck: 'the company, which has cards checked with their schemes',
} as const

export type NeedSource = keyof typeof needSources

/** From best to worst. */
export const needStatuses = {
  held: 'there is a document that is good on the day',
  unknown: 'what would decide it is not seen or not known',
  notHeld: 'there is none that is good on the day',
} as const

export type NeedStatus = keyof typeof needStatuses

/** Why a need is not held; where several apply, the first is told. */
export const lackReasons = {
  notValidated: 'its card scheme has not confirmed it',
  tooManyHours: 'the assignment plans more hours a week than the permission allows',
  notBegun: 'the permission begins later',
  expired: 'it has expired',
  refused: 'it was looked at and refused',
  none: 'there is no such document',
} as const

/** Why it is not known whether a need is held; where several apply, the first is told. */
export const doubtReasons = {
  matrixNotKnown: 'it is not known what the competency matrix asks for',
  ruleNotKnown: 'the rule of the requirement is none that is known',
  workerNotSeen: 'the worker and all documents are not seen',
  documentsNotSeen: 'such documents are seen by the agency alone',
  notChecked: 'no check of the permission is saved',
  decisionNotKnown: 'what was decided about it is in a word that is not known',
  endNotKnown: 'it does not say when it expires',
  hoursNotKnown: 'the permission is for some hours a week, and the assignment does not say how many it plans',
  termTime:
    'the hours planned are allowed out of term alone, and when that is stands in the file of term dates',
} as const

export type LackReason = keyof typeof lackReasons
export type DoubtReason = keyof typeof doubtReasons
export type NeedReason = LackReason | DoubtReason

export const lackReasonNames = Object.keys(lackReasons) as LackReason[]
export const doubtReasonNames = Object.keys(doubtReasons) as DoubtReason[]

const rankedStatuses = Object.keys(needStatuses) as NeedStatus[]

/** 0 is best. */
export const statusRank = (status: NeedStatus): number => rankedStatuses.indexOf(status)

export const worstStatus = (statuses: readonly NeedStatus[]): NeedStatus =>
  rankedStatuses[Math.max(0, ...statuses.map(statusRank))]!

const rankedStates = Object.keys(clearanceStates) as ClearanceState[]

/** 0 is best. */
export const stateRank = (state: ClearanceState): number => rankedStates.indexOf(state)

/** Somebody whose clearance ends within so many days is expiring, unless somebody asks for others. */
export const defaultExpiringDays = 30
