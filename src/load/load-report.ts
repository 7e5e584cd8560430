// What a load tells of itself: its counts, and in words what was refused, looks wrong or was kept.

import { FaultGroup, type FaultGroups } from '../shape/fault-groups.ts'
import type { FaultText } from '../shape/invalid-value.ts'
import { Type } from '../shape/schema.ts'
import { flag, integer, list, mapOf, maybe, record, type Static } from '../shape/shape.ts'
import type { WarningCode } from '../shape/warning-codes.ts'
import { SnapshotReport } from '../store/writing/loads.ts'
import type { LineOutcome } from './batch.ts'

export const LoadReport = record({
  lines: integer,
  counts: Type.Unsafe<Record<LineOutcome, number>>(mapOf(integer)),
  rejected: integer,
  /** What is wrong with rejected lines, the most frequent first. */
  reasons: list(FaultGroup),
  /** Warnings about accepted lines, counted. */
  warned: integer,
  warnedOf: list(FaultGroup),
  /** What was removed from people, counted by property. */
  losses: mapOf(integer),
  /** What stays although lines do not name it, because a person decided it here, the most frequent first. */
  kept: list(FaultGroup),
  /** How many records were refreshed because they depend on what changed. */
  followed: integer,
  /** How many of these name what is not there, so that what they repeat of it stays as it was. */
  unresolved: integer,
  dryRun: flag,
  /** How many events of each type were told, or would be. */
  events: mapOf(integer),
  snapshot: maybe(SnapshotReport),
})
export type LoadReport = Static<typeof LoadReport>

/** Rejections, warnings and what was kept so far, in groups. */
export type LoadFaultGroups = { rejected: FaultGroups; warned: FaultGroups; kept: FaultGroups }

/** Why a line was set aside, in words; `others` is what is wrong with it besides. */
export type Rejection = { line: number } & FaultText & { others?: readonly FaultText[]; text: string }

/** What looks wrong in a line that was taken, in words. */
export type LoadWarning = FaultText & { line: number; type: string; code: WarningCode }
