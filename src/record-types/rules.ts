// What a resource may say of its records besides their Shape: what happens when one is loaded, and what others decide.

import type { CallerKind, KeyOwner } from '../access/caller.ts'
import type { LinkPaths } from '../access/links.ts'
import type { Fault } from '../shape/invalid-value.ts'
import type { StoredRecord } from '../shape/stored.ts'
import type { WarningCode } from '../shape/warning-codes.ts'
import type { Child } from './child.ts'
import type { Alias } from './columns.ts'

/** Items that are somebody's own by their kind, such as the documents of a worker (`lists`). Each says of which kind it is
 * (`kind`: `documentType`) and whose (`owner`: `ownedBy`). Kinds are records too (`kinds`): of the type `masterQualification`,
 * called by their `name`, and somebody's own where the flag `agencySpecific` is set. */
type OwnedItems = {
  lists: readonly string[]
  kind: string
  owner: string
  kinds: { type: string; name: string; flag: string }
  hint: string
  /** What is to be added for this very item of a record. */
  example(record: StoredRecord['record'], item: Record<string, unknown>): string
}

/** What the settings of a server allow in a record. */
export type AllowedBySettings = { loopback: boolean }

export type Rules<S = StoredRecord> = {
  /** Lays what is stored under a line, where one of this type does not replace all of it; gives back what stays because
   * a person decided it here, and how a line would end it. */
  retain?(stored: S, before: S, named: NamedProperties): readonly Fault[]
  /** Fills in what follows from a line by itself, before anything is looked up, and refuses what cannot be. */
  complete?(stored: S, named: NamedProperties, allowed: AllowedBySettings): void
  /** Undoes that, and what other records decide: a stored record as its source would send it. */
  asLoaded?(stored: S): void
  /** Brings what an earlier version stored or exported, and today's Shape refuses, to that Shape; leaves alone what it does
   * not know. */
  upgrade?(stored: S): void
  /** What a write takes away that the report of a load tells of, by what it is called. */
  losses?(before: S, after: S): Readonly<Record<string, number>>
  /** What looks wrong in a record and is taken all the same, besides what is looked at in every record. */
  warnings?(stored: S): Warning[]
  /** Items that must say whose they are, where a record of another type says so of their kind. */
  ownedItems?: OwnedItems
  /** Values that only one record should have. */
  distinct?: readonly DistinctValue[]
  /** Of a reference, such as that to an agency, others to records that should have the same one. Of a company that holds
   * wherever both have one. */
  same?: Readonly<Partial<Record<CallerKind, readonly string[]>>>
  /** Paths of a company and an agency that should be linked. */
  linked?: readonly [company: string, agency: string]
  /** Paths of ids, each of a record of this type that must be there. */
  names?: Readonly<Record<string, string>>
  /** Changes of status that cannot happen: from each, those to which it never changes, or not while that holds. */
  forbiddenTransitions?: ForbiddenTransitions<S>
}

/** What is worked out from other records, or kept beside a record for others. */
export type DerivationRules<S = StoredRecord> = {
  /** All of its records are: no line loads one, /changes tells of none, and none keeps another from being deleted. */
  computed?: true
  derivations?: readonly Derivation<S>[]
  /** Numbers that follow how many records of another type name this one. */
  counts?: Readonly<Record<string, { type: string; by: string }>>
  /** Rows kept beside each record for figures over many. */
  children?: readonly Child[]
  figures?: readonly FiguresIndex[]
  /** Its records tie agencies to companies. */
  link?: LinkPaths
  /** Its records hold keys. */
  keyOwner?: KeyOwner
  /** Paths that others look at in columns. */
  columns?: readonly string[]
  /** Paths whose values together find one record of this type, where there is such a record. */
  alias?: Alias
  /** What has to be worked out again because a record was written. */
  rechecks?(change: { before?: S; after?: S }): readonly Recheck[]
}

/** Something that is worked out from many records of a company: `key` says what, and `owner` who may find it different: `a:ID`,
 * `c:ID`, the company itself where there is none, and nobody where it only names an agency, as `of:ID`, or none, as `of:`. */
export type Recheck = { company: string; owner?: string; key: WorkKey }

/** The kinds of work there are, each named where it is noted. */
// biome-ignore lint/suspicious/noEmptyInterface: whoever notes work adds its kinds
export interface WorkKinds {}
export type WorkKind = keyof WorkKinds

/** A kind of work, and what it is about. */
export type WorkKey = WorkKind | `${WorkKind}:${string}`

/** The properties that a line names, and those of the record that it clears. */
export type NamedProperties = {
  record: ReadonlySet<string>
  facts: ReadonlySet<string>
  cleared: ReadonlySet<string>
  /** As `list.id`, of items of its lists that have an id, the properties that it names of each. */
  items: ReadonlyMap<string, ReadonlySet<string>>
  /** Whether it changes what it names and nothing else. */
  isPatch: boolean
}

/** A value, in a column or in rows beside the record, that only one record should have. */
export type DistinctValue = {
  path: string
  /** Only among those with the same values there. */
  among?: readonly string[]
  /** What these are, in words. */
  beside?: string
  /** Whether a record is held against others at all. */
  only?(stored: StoredRecord): boolean
  rows?: {
    name: string
    column: string
    /** The path leads into a list, of which each item has such a row: it is held against those whose owner is the same. */
    owner?: { property: string; column: string }
  }
} & (
  | { code: WarningCode; refused?: never }
  /** Nobody could tell the records apart: the second is refused. */
  | { refused: true }
)

/** What looks wrong and is taken all the same; the code is for programs, and stays what it is. */
export type Warning = Pick<Fault, 'path' | 'reason' | 'hint'> & { code: WarningCode }

/** A warning that holds unless these two are linked by the end of a load. */
export type LinkWarning = Warning & { unlinked: LinkedPair }
export type LinkedPair = { company: string; agency: string }
export type ForbiddenTransitions<S = StoredRecord> = Readonly<
  Record<string, readonly ForbiddenTransition<S>[]>
>
export type ForbiddenTransition<S = StoredRecord> =
  | string
  | { to: string; while: string; holds(before: S, after: S): boolean; hint: string }
  /** Only while a record of one of these types names it. */
  | { to: string; while: string; named: readonly string[]; hint: string }

/** Another record that decides some of this one's values: found by its id, or its alias, at these paths. */
export type Derivation<S = StoredRecord, O = StoredRecord> = {
  type: string
  by: readonly string[]
  /** What of it decides; dependants are brought up to date when this changes. */
  aspect(found: O): unknown
  apply(stored: S, found: O | undefined): void
}

/** Paths that sums over many records are worked out of: each day's of each one of an owner, mostly told apart by
 * another, and what they are of. */
type FiguresIndex = { owner: string; day: string; each: string; by: string; of: readonly string[] }
