// Questions about many records at once, as plain data: how many, how spread, how much of each. Asked of rows kept
// beside records or of the records' own columns; carried out by the store, always within a Reach.

import type { Reach } from '../../access/ownership.ts'
import type { Condition } from './plan.ts'

/** Rows of a record type, or of the child rows beside it. */
export type Source = {
  type: string
  child?: string
  reach: Reach
  where: readonly Condition[]
  /** The version of the caller's owners: as long as it stands, figures are what they were. */
  version: string
}

/** What rows are put together by: a record that a column names, or the month or week that a date lies in. */
export type GroupKey = { column: string; of: string } | { column: string; every: 'month' | 'week' }

/** Of each key its value (an id, or the first day as YYYY-MM-DD), and the name of the record it stands for. */
export type GroupOf = { value: string; name?: string }[]

export type Cell = string | number | boolean | readonly string[] | null

export type RowsPlan = Source & {
  columns: readonly string[]
  order: { column: string; descending: boolean }
  offset: number
  limit: number
}

export type SpreadPlan = Source & { groups: readonly GroupKey[]; number: string }
export type SpreadValue = { group: GroupOf; value: number; times: number }

export type SumsPlan = Source & {
  /** Months and weeks are those of `day`. */
  groups: readonly GroupKey[]
  /** What is added up … */
  number: string
  /** … for each of these … */
  each: string
  /** … and each day of this column, which holds the first instants of UTC days; sums of nothing are left out. */
  day: string
  over: number
}
/** Of a group: how many sums, how many are over, of how many different ones, their total and the largest. */
export type Sums = {
  group: GroupOf
  sums: number
  over: number
  eachOver: number
  total: number
  largest: number
}

export type Figures = {
  /** Columns are named as they are stored; dates come as ISO 8601 text. */
  rows(plan: RowsPlan): Promise<Record<string, Cell>[]>
  /** How many rows there are, and how many have this flag. */
  count(plan: Source & { flag: string }): Promise<{ all: number; flagged: number }>
  /** How often each value of a number occurs in each group. */
  spread(plan: SpreadPlan): Promise<SpreadValue[]>
  sums(plan: SumsPlan): Promise<Sums[]>
}
