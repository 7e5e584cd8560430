// Records that are stretches of time, each of which says how something stands on its days. Lists and totals ask how it stands on a
// day, or on the worst of several: they have one record of each thing, and say more of it than is stored, as it goes by the day.
import type { StretchPaths } from '../../record-types/words.ts'
import type { Parameter } from '../operation/parameter.ts'

type Query = Readonly<Record<string, unknown>>

/** From best to worst; the best is called `soon` where it is about to end, which comes right after it. */
type StandingWords = { settled: readonly string[]; soon: string }

/** What is asked: from one day to another, both included. */
export type AskedStanding = {
  first: string
  last: string
  /** So many days before it ends the best is about to end. */
  within: number
  /** Only those that stand so. */
  states?: readonly string[]
  /** Only those that lack one of these, or whose best ends by it soon. */
  names?: readonly string[]
  /** Only those that stand best, and for so many days at most. */
  endsWithin?: number
}

export type Stretches = {
  paths: StretchPaths
  words: StandingWords
  /** What totals call the names of what is lacking or ends. */
  named: string
  /** Of lists and totals. */
  parameters: readonly Parameter[]
  asked(query: Query, today: string): AskedStanding
  /** Brings a record as it is stored to the day that it is shown for. */
  show(record: Record<string, unknown>, asked: AskedStanding): void
}

/** The same as a condition, by columns. */
export type Standing = AskedStanding & {
  type: string
  columns: Readonly<Record<keyof StretchPaths, string>>
  words: StandingWords
}
