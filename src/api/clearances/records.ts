// What a clearance is worked out from, and what comes out: the records of one assignment as one side sees them, and the days on
// which it runs, in stretches on which the answer is the same. The rules know nothing of where either is kept.
import type { CallerKind } from '../../access/caller.ts'
import type { CompetencyEntry } from '../competency.ts'
import type { Qualification } from '../rules/qualifications.ts'
import type { Assignment } from '../shapes/assignment.ts'
import type { WorkerRecord } from '../shapes/worker.ts'
import type { NeedReason, NeedSource, NeedStatus, SettledState } from './words.ts'

export type WorkerDocument = WorkerRecord['attachments'][number] &
  Partial<WorkerRecord['rightToWork'][number]>
export type DocumentValidation = NonNullable<WorkerRecord['documentValidations']>[number]

/** All that one side may see of what decides about one assignment. */
export type ClearanceRecords = {
  side: CallerKind
  assignment: Assignment
  /** With the documents that the side sees; absent where it does not see the worker. */
  worker?: Pick<WorkerRecord, 'attachments' | 'rightToWork'> | undefined
  /** Of the worker's documents those that the side sees; the rules leave out those of other companies. */
  validations: readonly DocumentValidation[]
  /** That of the assignment; absent where the side does not see it. */
  project?: { id: string; sector?: { id: string | null } | undefined } | undefined
  /** Of the company's matrix those that the side sees, in the order in which they were made; those of other trades are left out. */
  entries: readonly CompetencyEntry[]
  qualifications: QualificationsByName
  /** Whether the company has an active smart check configuration. */
  asksForSmartChecks: boolean
}

/** By `documentKey`. */
export type QualificationsByName = ReadonlyMap<string, Qualification>

/** A document of the worker, or one of the assignment's custom documents. */
export type NamedDocument = { id: string; documentType: string }

/** One thing asked for, on one day. */
export type ClearanceNeed = {
  source: NeedSource
  what: string
  names: string[]
  status: NeedStatus
  documents: NamedDocument[]
  /** The first day on which it is held no longer. */
  until?: string
  reason?: NeedReason
  why?: string
}

export type EndingNeed = Pick<ClearanceNeed, 'source' | 'what' | 'names'>

/** Days on which an assignment runs and everything about it is the same. */
export type ClearanceStretch = {
  from: string
  /** The first day after it; absent where no end is known. */
  to?: string
  state: SettledState
  needs: ClearanceNeed[]
  /** The first day of a later stretch of another state. */
  until?: string
  ends: EndingNeed[]
}

/** In order, without gaps: every day on which the assignment runs is in exactly one of them. */
export type ClearanceTimeline = readonly ClearanceStretch[]
