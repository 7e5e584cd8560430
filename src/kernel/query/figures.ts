// Questions about many records at once, as plain data: how many, how spread, how much of each. Asked of rows kept
// beside records or of the records' own columns; carried out by the store, always within a Reach.

import type { Reach } from '../../access/ownership.ts'
import type { Viewer } from '../../access/viewer.ts'
import { dayMs } from '../../formats/day.ts'
import type { Condition, Plan } from './plan.ts'

/** Rows of a record type, or of the child rows beside it. */
export type FigureSource = {
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

export type RowsPlan = FigureSource & {
  columns: readonly string[]
  order: { column: string; descending: boolean }
  offset: number
  limit: number
}

export type SpreadPlan = FigureSource & { groups: readonly GroupKey[]; number: string }
type SpreadValue = { group: GroupOf; value: number; times: number }

export type SumsPlan = FigureSource & {
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

/** One of the sums that a group counts: of whom, on which day, and the records that its group has by name. */
export type SumOfDay = { each: string | null; day: string; of: (string | null)[]; sum: number }

export const steps = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Step = (typeof steps)[number]

/** What a step is called, by its first day. */
export function stepOf(day: string, every: Step): string {
  const [year, month] = [day.slice(0, -6), Number(day.slice(-5, -3))]
  if (every === 'day') return day
  if (every === 'month') return day.slice(0, -3)
  if (every === 'year') return year
  if (every === 'quarter') return `${year}-Q${Math.ceil(month / 3)}`
  return isoWeek(day)
}

/** The ISO week of a day given as YYYY-MM-DD: it belongs to the year its Thursday lies in. */
export function isoWeek(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * dayMs)
  const year = thursday.getUTCFullYear()
  // Date.UTC takes the years below 100 for those of the last century.
  const first = new Date(0).setUTCFullYear(year, 0, 1)
  const week = Math.floor((thursday.getTime() - first) / (7 * dayMs)) + 1
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`
}

export type TotalsPlan = Pick<Plan, 'type' | 'reach' | 'where' | 'ids' | 'search'> & {
  viewer: Viewer
  /** The caller whose turn it takes. */
  keyId: string
  /** Dates come as the first day of their step. How things stand on a day, and each name of what they lack or lose by then, are
   * worked out for it. */
  groups: readonly { column: string; every?: Step; standing?: 'state' | 'names' }[]
  /** Columns of numbers. */
  sums: readonly string[]
  /** Reads one group more than this at most, to tell whether there are too many. */
  most: number
}

/** Of each group its values, null where records have none, and sums as exact decimals. */
export type Total = { keys: (string | null)[]; count: number; sums: string[] }

/** What others repeat of a record: its name, its reference. */
export type RecordLabels = Readonly<Record<string, unknown>>

export type Figures = {
  /** One of all records where there are no groups. */
  totals(plan: TotalsPlan): Promise<Total[]>
  /** The values that references repeat of these records, which were shown. */
  labels(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, RecordLabels>>
  /** Columns are named as they are stored; dates come as ISO 8601 text. */
  rows(plan: RowsPlan): Promise<Record<string, Cell>[]>
  /** How many rows there are, and how many have this flag. */
  count(plan: FigureSource & { flag: string }): Promise<{ all: number; flagged: number }>
  /** How often each value of a number occurs in each group. */
  spread(plan: SpreadPlan): Promise<SpreadValue[]>
  sums(plan: SumsPlan): Promise<Sums[]>
  /** Those of the sums that are over, the latest day first; no more than `most`. */
  sumsOver(plan: SumsPlan & { most: number }): Promise<SumOfDay[]>
}
