// The words that declare what is stored of a record and beside it: for collections, and for records that are loaded and
// not read.
import type { DeclaredOwners } from '../access/ownership.ts'
import type { PartMerge } from '../access/part-merge.ts'
import type { TSchema } from '../shape/shape.ts'
import type { StoredOf } from '../shape/stored.ts'
import type { FactDate, OwnedDate } from './columns.ts'
import type { Filter } from './filter.ts'
import type { DerivationRules, Rules } from './rules.ts'

/** A property kept apart from the record's text. */
export type Part = {
  property: string
  /** Where its flag may be given; or always shown on a single record, and there is no flag. */
  on: 'both' | 'get' | 'always'
  /** The company feature that unlocks it. */
  feature?: string
  /** A plain list that is stored as the text it comes in, where it comes as we would write it. Nothing looks into it
   * but at these numbers of its items. */
  asText?: readonly string[]
  /** How it is put into the record, where it is not simply added to it: for which keys, where it is then found. */
  merge?: Omit<PartMerge, 'property'> & { into: readonly string[] }
}

/** How many records there are and what they add up to, by groups: paths of the record. */
export type Totals = {
  /** References, words and dates. */
  groups: readonly string[]
  /** Numbers, where there is anything to add up. */
  sums?: readonly string[]
  /** Numbers that are 0 in many records: only others are stored beside them, and no figures of them are kept. */
  moreSums?: readonly string[]
  /** Groups by which figures are kept with each write, where there are too many records to add up at each request. */
  kept?: readonly string[]
}

/** Every number that can be added up. */
export const allSums = ({ sums = [], moreSums = [] }: Totals): readonly string[] => [...sums, ...moreSums]

/** Paths of records that are stretches of time: what each is one of, its first day and the first after it, how that stands then, and
 * the first day on which it stands otherwise. What is lacking, and what ends, are lists of keys, each beside a list of what these are
 * called, in the same order. */
export type StretchPaths = {
  of: string
  from: string
  to: string
  state: string
  until: string
  lacking: string
  lackingNames: string
  ending: string
  endingNames: string
}

export type DatePath = string | OwnedDate | FactDate

/** What is stored, and which columns are beside it. */
export type StoredWords<R extends TSchema, F extends TSchema> = {
  /** Its name in lines that are loaded, where that is not the noun. */
  type?: string
  record: R
  facts?: F
  filters?: Readonly<Record<string, Filter>>
  search?: {
    exactly?: string
    within: readonly string[]
    /** References, and which of these paths repeat something of the record each names, which is looked for instead. */
    through?: Readonly<Record<string, readonly string[]>>
    /** What callers are told of what is found and not shown. */
    note?: string
  }
  dates?: readonly string[] | Readonly<Record<string, DatePath>>
  sorts?: Readonly<Record<string, string>>
  defaultSort?: string
  parts?: Readonly<Record<string, Part>>
  rules?: Rules<StoredOf<R, F>>
  derived?: DerivationRules<StoredOf<R, F>>
}

export type RecordWords<R extends TSchema, F extends TSchema> = StoredWords<R, F> & {
  type: string
  owners?: DeclaredOwners | 'everyone'
  reading?: { totals?: Totals; stretches?: { paths: StretchPaths } }
}

export const datesOf = ({
  dates = [],
}: Pick<StoredWords<TSchema, TSchema>, 'dates'>): Readonly<Record<string, DatePath>> =>
  Array.isArray(dates)
    ? Object.fromEntries(dates.map(path => [path, path]))
    : (dates as Record<string, DatePath>)
