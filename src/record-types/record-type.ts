// A kind of record as it is stored: its Shape, its Facts, and the columns and indexes beside it.
// Collections have one; so has everything that is loaded but has no operation of its own.
import type { KeyOwner } from '../access/caller.ts'
import type { LinkPaths } from '../access/links.ts'
import { type Owned, type Ownership, ownership } from '../access/ownership.ts'
import type { Merge } from '../access/viewer.ts'
import { markedFile } from '../shape/file-mark.ts'
import type { Fault } from '../shape/invalid-value.ts'
import { type PersonPath, personPaths } from '../shape/personal.ts'
import { type Node, nodeOf, record, type TSchema, withoutNull } from '../shape/shape.ts'
import { type Stored, storedAt } from '../shape/stored.ts'
import type { Child } from './child.ts'
import type { Column } from './columns.ts'
import { layoutOf } from './layout.ts'
import type { SealedFacts } from './seal.ts'
import { usualWarnings } from './usual-warnings.ts'
import { checkRecordType } from './walls.ts'
import type { StoredWords, Totals } from './words.ts'

/** What a resource may have to say when a record of it is loaded. */
/** The lists whose items are meant, what says of which kind one is and whose, and the type and property by which records
 * name those kinds that are somebody's own. */
export type OwnedItems = {
  lists: readonly string[]
  kind: string
  owner: string
  kinds: { type: string; name: string; flag: string }
  hint: string
  /** What is to be added for this very item of a record. */
  example(record: Stored['record'], item: Record<string, unknown>): string
}

/** What the settings of a server allow in a record. */
export type Allowed = { loopback: boolean }

export type Rules<S = Stored> = {
  /** Lays what is stored under a line, where one of this type does not replace all of it; gives back what stays because
   * a person decided it here, and how a line would end it. */
  retain?(stored: S, before: S, named: Named): readonly Fault[]
  /** Fills in what follows from a line by itself, before anything is looked up, and refuses what cannot be. */
  complete?(stored: S, named: Named, allowed: Allowed): void
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
  distinct?: readonly Distinct[]
  /** Of a reference, such as that to an agency, others to records that should have the same one. Of a company that holds
   * wherever both have one. */
  same?: Readonly<Record<string, readonly string[]>>
  /** Paths of a company and an agency that should be linked. */
  linked?: readonly [company: string, agency: string]
  /** Paths of ids, each of a record of this type that must be there. */
  names?: Readonly<Record<string, string>>
  /** Changes of status that cannot happen: from each, those to which it never changes, or not while that holds. */
  forbiddenTransitions?: ForbiddenTransitions<S>
}

/** What is worked out from other records, or kept beside a record for others. */
export type Derived<S = Stored> = {
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
}

export type RecordType<R extends TSchema = TSchema, F extends TSchema = TSchema> = Rules &
  Required<Pick<Derived, 'derivations' | 'counts' | 'children'>> &
  Pick<Derived, 'alias' | 'link' | 'keyOwner'> & {
    type: string
    /** Whether lists or single records of it are read, so that owners are told of changes. */
    isRead: boolean
    record: R
    facts: F
    /** Both in one. */
    source: TSchema
    /** Top-level properties kept in columns of their own, outside the record's text. */
    parts: readonly string[]
    /** Those that may be taken as text, and the numbers of their items that something looks at. */
    asText: Readonly<Record<string, readonly string[]>>
    /** Those that are put into the record in a way of their own. */
    merges: readonly Merge[]
    columns: readonly Column[]
    /** Facts that lists can be asked by. */
    askedFacts: readonly string[]
    indexes: readonly Index[]
    tally?: Tally
    owners?: Ownership
    mentions: readonly Reference[]
    /** Where it has ids of people besides. */
    people: readonly PersonPath[]
    /** Facts that lie encrypted. */
    sealed: SealedFacts
    /** Whether a record without them cannot be loaded. */
    needsSealed: boolean
  }

/** The properties that a line names, and those of the record that it clears. */
export type Named = {
  record: ReadonlySet<string>
  facts: ReadonlySet<string>
  cleared: ReadonlySet<string>
  /** As `list.id`, of items of its lists that have an id, the properties that it names of each. */
  items: ReadonlyMap<string, ReadonlySet<string>>
  /** Whether it changes what it names and nothing else. */
  isPatch: boolean
}

/** A value, in a column or in rows beside the record, that only one record should have. */
export type Distinct = {
  code: string
  path: string
  /** Only among those with the same values there. */
  among?: readonly string[]
  /** What these are, in words. */
  beside?: string
  /** Whether a record is held against others at all. */
  only?(stored: Stored): boolean
  rows?: { name: string; column: string }
  /** Nobody could tell the records apart: the second is refused. */
  refused?: true
}

/** What looks wrong and is taken all the same; the code is for programs, and stays what it is. */
export type Warning = { code: string; path: string; reason: string; hint: string }

/** A warning that holds unless these two are linked by the end of a load. */
export type LinkWarning = Warning & { unlinked: LinkedPair }
export type LinkedPair = { company: string; agency: string }

/**
 * An index by columns, in order, the id the last unless rows are only counted by it; what it carries besides is read
 * without the rows.
 */
export type Index = {
  columns: readonly string[]
  carries: readonly string[]
  counted?: true
  /** Only of rows that have something in the first column. */
  filled?: true
}

/** Figures kept of all records: how many there are with the same values in some columns, and the sums of others. */
export type Tally = { by: readonly string[]; sums: readonly string[] }

export type ForbiddenTransitions<S = Stored> = Readonly<Record<string, readonly ForbiddenTransition<S>[]>>
export type ForbiddenTransition<S = Stored> =
  | string
  | { to: string; while: string; holds(before: S, after: S): boolean; hint: string }
  /** While a record of one of these types names it. */
  | { to: string; while: string; named: readonly string[]; hint: string }

type Alias = {
  paths: readonly string[]
  only(stored: Stored): boolean
  /** Of several that go by one alias, those that come before the others. */
  first?(stored: Stored): boolean
}

/** Another record that decides some of this one's values: found by its id, or its alias, at these paths. */
export type Derivation<S = Stored, O = Stored> = {
  type: string
  by: readonly string[]
  /** What of it decides; dependants are brought up to date when this changes. */
  aspect(found: O): unknown
  apply(stored: S, found: O | undefined): void
}

/** A place in a Shape that repeats another record's properties. */
export type Reference = {
  path: string
  names: readonly string[]
  type: string
  copied: readonly string[]
  /** It is shown only to those who could fetch the record. */
  isRestricted: boolean
}

/** Paths that sums over many records are worked out of: each day's of each one of an owner, mostly told apart by
 * another, and what they are of. */
type FiguresIndex = { owner: string; day: string; each: string; by: string; of: readonly string[] }

export const noFacts = record({})

export type RecordWords<R extends TSchema, F extends TSchema> = StoredWords<R, F> & {
  type: string
  owners?: Owned | 'everyone'
  reading?: { totals?: Totals }
}

export function recordType<R extends TSchema, F extends TSchema = typeof noFacts>(
  declared: RecordWords<R, F>,
  isRead = false,
): RecordType<R, F> {
  const words = declared as unknown as RecordWords<TSchema, TSchema>
  const { type, facts = noFacts, rules, derived: { columns: _, figures: __, ...kept } = {} } = words
  const owners = words.owners && words.owners !== 'everyone' ? ownership(words.owners) : undefined
  const parts = Object.values(words.parts ?? {})
  const source = sourceOf(words)
  const asText = Object.fromEntries(
    parts.flatMap(({ property, asText }) => (asText ? [[property, asText]] : [])),
  )
  const sealed = Object.entries(nodeOf(facts).properties ?? {}).flatMap(([name, node]) =>
    node['x-sealed'] ? [{ name, ...node['x-sealed'] }] : [],
  )
  checkRecordType(words, source)
  const layout = layoutOf(words, owners, source)
  const usual = usualWarnings(declared.record, Object.keys(asText))
  const prefix = kept.keyOwner?.prefix
  for (const path of layout.columns.flatMap(({ paths }) => paths))
    if (asText[path.split('.')[0]!]) throw new Error(`${path} is in a list that is not looked into`)
  return {
    derivations: [],
    counts: {},
    children: [],
    ...rules,
    ...kept,
    warnings: stored => [...usual(stored.record), ...(rules?.warnings?.(stored) ?? [])],
    ...(prefix !== undefined && { distinct: [...(rules?.distinct ?? []), onePrefix(prefix)] }),
    type,
    isRead,
    record: declared.record,
    facts: facts as F,
    source,
    parts: [...new Set(parts.map(part => part.property))],
    asText,
    merges: parts.flatMap(({ property, merge }) => (merge ? [{ property, ...merge }] : [])),
    ...layout,
    ...(owners && { owners }),
    mentions: referencesIn(nodeOf(source)),
    people: personPaths(nodeOf(source)),
    sealed: Object.fromEntries(sealed.map(({ name, form }) => [name, form])),
    needsSealed: sealed.some(({ isNeeded }) => isNeeded),
  }
}

/** Those who have keys are asked for by it. */
const onePrefix = (path: string): Distinct => ({ code: 'SAME_PREFIX', path, refused: true })

/** Record and facts as one Shape, so that one path language reaches both. */
export const sourceOf = ({ record: shape, facts = noFacts }: { record: TSchema; facts?: TSchema }): TSchema =>
  record({ ...nodeOf(shape).properties, facts })

/** A mention in a stored record, with its object to be filled in. */
export type Slot = Reference & {
  id: string
  target: Record<string, unknown>
  /** It is the id itself, and no object that has one. */
  isId?: true
}

/** The records that must be there because their ids are in this one. */
export function namedBy(type: RecordType, stored: Stored): Slot[] {
  return Object.entries(type.names ?? {}).flatMap(([path, named]) => {
    const names = path.split('.')
    const slot = {
      path,
      names,
      type: named,
      copied: [],
      isRestricted: false,
      target: {},
      isId: true,
    } as const
    return (storedAt(stored, names) as string[]).map(id => ({ ...slot, id }))
  })
}

export function slotsOf(type: RecordType, stored: Stored): Slot[] {
  const slots: Slot[] = []
  for (const mention of type.mentions) {
    for (const value of storedAt(stored, mention.names) as (Record<string, unknown> | string)[]) {
      const id = typeof value === 'object' ? value.id : markedFile(value)
      const target = typeof value === 'object' ? value : {}
      if (typeof id === 'string') slots.push({ ...mention, id, target })
    }
  }
  return slots
}

/** The ids of the files that a stored record names. */
export const filesIn = (type: RecordType, stored: Stored): string[] =>
  slotsOf(type, stored).flatMap(slot => (slot.type === 'file' ? [slot.id] : []))

function referencesIn(node: Node, prefix = ''): Reference[] {
  const found: Reference[] = []
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    let open = withoutNull(child).node
    while (open.type === 'array' && open.items) open = withoutNull(open.items).node
    const type = open['x-file'] ? 'file' : open['x-reference']
    const path = prefix + name
    if (type)
      found.push({
        path,
        names: path.split('.'),
        type,
        copied: open['x-copied'] ?? [],
        isRestricted: open['x-restricted'] === true,
      })
    found.push(...referencesIn(open, `${prefix}${name}.`))
  }
  return found
}
