// A query as plain data. Built by a collection, carried out by the store; neither knows the other.
import type { Caller } from '../../access/caller.ts'
import type { Reach } from '../../access/ownership.ts'
import type { OwnEntries, Viewer } from '../../access/viewer.ts'
import type { Standing } from './standing.ts'

export type Condition =
  | { column: string; in: readonly (string | number | boolean)[]; many?: boolean }
  | { column: string; from?: Date; to?: Date }
  /** Dates of owners, of which these count. */
  | { column: string; from?: Date; to?: Date; owned: OwnEntries }
  | { column: string; notIn: readonly string[] }
  | { column: string; before: Date }
  | { column: string; least: number }
  | { column: string; empty: true }
  /** Stretches of time by how what they are of stands on some days; the column says what that is. */
  | { column: string; standing: Standing }
  /** The names in which it may be seen, where not everybody may who sees the row. */
  | { column: string; seenBy: readonly string[] }

export type Search = {
  /** Where one of these is in this column within reach, only those rows; folded. */
  exactly: readonly string[]
  column?: string
  within: string
}

export type Plan = {
  type: string
  reach: Reach
  where: readonly Condition[]
  /** Only those with one of these ids or nanoids. */
  ids?: readonly string[]
  search?: Search
  order: { column: string; descending: boolean; nullable: boolean }
  offset: number
  limit: number
  parts: readonly string[]
  /** The caller, for whom a row is clean when everything guarded in it is theirs. */
  viewer: Viewer
  /** Whether what is hidden from the viewer may be cut out of rows as they are read: they are clean then. */
  cut?: boolean
}

export type Row = {
  /** The record as it is shown to those who may see all of it: JSON text. */
  text: Buffer
  /** The Parts that were asked for, in that order; undefined where this record has none. */
  parts: readonly (Buffer | null)[]
  /** Nothing in it is hidden from this viewer. */
  clean: boolean
}

export type Page = {
  rows: Row[]
  total: number
  /** The texts of the rows, with commas between them. */
  texts?: Buffer
  /** Called when nobody looks at the rows or their texts any more, where their memory is to be used again. */
  release?(): void
}

export type SinglePlan = Pick<Plan, 'type' | 'reach' | 'parts' | 'viewer' | 'cut'> & { id: string }

export type SomePlan = Pick<Plan, 'type' | 'reach' | 'parts' | 'viewer' | 'cut'> & { ids: readonly string[] }

/** Every row of a plan. */
export type WholePlan = Omit<Plan, 'offset' | 'limit'>

/** Rows that were read together. */
export type RowGroup = {
  count: number
  /** Their texts, with line ends between them, where all are clean and no Parts were asked for. */
  lines?: Buffer
  each(): readonly Row[]
  /** Nobody looks at any of this again: its bytes may be written over. */
  done?(): void
}

/** All rows as of one moment. */
export type ExportSnapshot = {
  rows: AsyncIterable<RowGroup>
  /** Reads other records as of the same moment. */
  records: Records
  /** Where GET /changes goes on from it, of records that it tells of. */
  next?: string
  /** Aborted, with the reason, when it has taken too long, sending included. */
  late: AbortSignal
  /** Ends the reading if it still goes on, and makes room for others. */
  close(): Promise<void>
}

/** Refuses where a key, or all together, have as many under way as they may. */
export type Exports = { begin(caller: Caller, plan: WholePlan): Promise<ExportSnapshot> }

/** For where no exports are offered. */
export const noExports: Exports = {
  begin: async () => {
    throw new Error('Nothing is exported here')
  },
}

/** Read access to stored records. There is none without a Reach. */
export type Records = {
  page(plan: Plan): Promise<Page>
  one(plan: SinglePlan): Promise<Row | undefined>
  /** The rows with these ids, by id, in no order. */
  some(plan: SomePlan): Promise<Map<string, Row>>
}
