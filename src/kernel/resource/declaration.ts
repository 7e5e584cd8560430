// What a collection is declared with: the words, as types, for those that read a declaration.
import type { CallerKind, KeyOwner, Scope } from '../../access/caller.ts'
import type { Owners } from '../../access/ownership.ts'
import type { Merge } from '../../access/viewer.ts'
import { nodeOf, type TSchema } from '../../shape/shape.ts'
import type { Stored } from '../../shape/stored.ts'
import type { Context, Operation } from '../operation/operation.ts'
import type { Filter } from '../query/filter.ts'
import type { Child } from './child.ts'
import type { OwnedDate } from './columns.ts'
import type {
  Counts,
  Derivation,
  FiguresIndex,
  ForbiddenTransitions,
  RecordType,
  Warning,
} from './record-type.ts'
import type { SealedFacts } from './seal.ts'

/** A property kept apart from the record's text, shown when its flag asks, or always on a single record. */
export type Part = {
  property: string
  on: 'both' | 'get'
  always?: true
  /** Only this kind of key has the flag. */
  callers?: CallerKind
  /** The company feature that unlocks it. */
  feature?: string
  /** A plain list that is stored as the text it comes in, where it comes as we would write it. Nothing looks into it
   * but at these numbers of its items. */
  asText?: readonly string[]
  /** How it is put into the record, where it is not simply added to it, and where it is then found. */
  merge?: Merge['merge']
  into?: readonly string[]
}

/** Parts of which a record that has none has an empty list. Not those that are never empty, nor those that a feature
 * unlocks: they are stored where it does, and nowhere else. */
export const listParts = ({ record, parts = {} }: Declared): ReadonlySet<string> => {
  const { properties = {} } = nodeOf(record)
  const lists = Object.values(parts).filter(({ property, feature }) => {
    const node = properties[property]
    return node?.type === 'array' && !node['x-filled'] && feature === undefined
  })
  return new Set(lists.map(({ property }) => property))
}

export type DatePath = string | OwnedDate

export type Words = {
  owners: Owners
  filters?: Record<string, Filter>
  search?: {
    exactly?: string
    within: readonly string[]
    /** Mentions, and which of these paths repeat something of the mentioned record, which is looked for instead. */
    through?: Readonly<Record<string, readonly string[]>>
  }
  dates: readonly string[] | Record<string, DatePath>
  sorts: Record<string, string>
  parts?: Record<string, Part>
  /** Paths that need a column though no filter, sort or date looks at them. */
  keep?: readonly string[]
  figures?: readonly FiguresIndex[]
}

export type Basics<R extends TSchema, F extends TSchema, D extends Words> = {
  path: string
  noun: string
  type?: string
  plural?: string
  scope?: Scope
  callers?: CallerKind | { list?: CallerKind; get?: CallerKind }
  record: R
  facts?: F
  defaultSort: `${keyof D['sorts'] & string} ${'asc' | 'desc'}`
  /** The list lies under a company in the path. */
  within?: 'company'
  tools: { list?: string; get?: string }
  badId?: 400 | 404
  audited?: Operation['audited']
  counts?: Counts
  /** Its records hold keys. */
  keyOwner?: KeyOwner
  /** Rows kept beside each record for figures over many. */
  children?: readonly Child[]
  /** Facts that lie encrypted, and how each is read. */
  sealed?: SealedFacts
  derivations?: readonly Derivation[]
  forbiddenTransitions?: ForbiddenTransitions
  retain?: RecordType['retain']
  complete?: RecordType['complete']
  asLoaded?: RecordType['asLoaded']
  losses?: RecordType['losses']
  warnings?(stored: Stored): Warning[]
  /** Worked out from other records whenever records are read. */
  enrich?(records: readonly Record<string, unknown>[], context: Context): Promise<void>
  /** Worked out when a single record is read. */
  computed?(record: Record<string, unknown>, now: Date): void
}

export type Declared = Basics<TSchema, TSchema, Words> & Words

export const datesOf = (declared: Declared): Record<string, DatePath> =>
  Array.isArray(declared.dates)
    ? Object.fromEntries(declared.dates.map(path => [path, path]))
    : (declared.dates as Record<string, DatePath>)

export const callersOf = (declared: Declared, on: 'list' | 'get'): CallerKind | undefined =>
  typeof declared.callers === 'object' ? declared.callers[on] : declared.callers

/** Whether all that is shown is of records whose owners have a version, and nothing of the time of day. */
export const lasts = ({ owners, enrich, computed }: Declared, on: 'list' | 'get'): boolean =>
  owners !== 'everyone' && !enrich && !(on === 'get' && computed)
