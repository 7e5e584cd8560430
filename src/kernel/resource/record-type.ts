// A kind of record as it is stored: its Shape, its Facts, and the columns and indexes beside it.
// Collections have one; so has everything that is loaded but has no operation of its own.
import type { KeyOwner } from '../../access/caller.ts'
import type { LinkPaths } from '../../access/links.ts'
import { type Owned, type Ownership, ownership } from '../../access/ownership.ts'
import { guardPaths } from '../../access/redact.ts'
import type { Merge } from '../../access/viewer.ts'
import { markedFile } from '../../shape/file-mark.ts'
import { placeAt } from '../../shape/path.ts'
import { type PersonPath, personPaths } from '../../shape/personal.ts'
import { type Node, nodeOf, record, seenByProperty, type TSchema, withoutNull } from '../../shape/shape.ts'
import { type Stored, storedAt } from '../../shape/stored.ts'
import type { Child } from './child.ts'
import {
  aliasColumn,
  type Column,
  columnFor,
  dayColumn,
  grantsColumn,
  guardColumn,
  type OwnedDate,
  ownedDatesColumn,
  ownSearchColumn,
  restrictedSearchColumn,
  searchColumns,
  seenByColumn,
} from './columns.ts'
import type { SealedFacts } from './seal.ts'

export type RecordType = {
  type: string
  /** Whether lists or single records of it are read, so that owners are told of changes. */
  isRead: boolean
  record: TSchema
  facts: TSchema
  /** Top-level properties kept in columns of their own, outside the record's text. */
  parts: readonly string[]
  /** Those that may be taken as text, and the numbers of their items that something looks at. */
  asText: Readonly<Record<string, readonly string[]>>
  columns: readonly Column[]
  /** Facts that lists can be asked by. */
  askedFacts: readonly string[]
  indexes: readonly Index[]
  owners?: Ownership
  /** Its records tie agencies to companies. */
  link?: LinkPaths
  /** Its records hold keys. */
  keyOwner?: KeyOwner
  mentions: readonly Reference[]
  /** Where it has ids of people besides. */
  people: readonly PersonPath[]
  /** Paths whose values together find one record of this type, where there is such a record. */
  alias?: Alias
  derivations: readonly Derivation[]
  /** Lays what is stored under a line, where one of this type does not replace all of it. */
  retain?(stored: Stored, before: Stored, named: Named): void
  /** Fills in what follows from a line by itself, before anything is looked up. */
  complete?(stored: Stored, named: Named): void
  /** Undoes that, and what other records decide: a stored record as its source would send it. */
  asLoaded?(stored: Stored): void
  /** What a write takes away that the report of a load tells of, by what it is called. */
  losses?(before: Stored, after: Stored): Readonly<Record<string, number>>
  /** What looks wrong in a record and is taken all the same. */
  warnings?(stored: Stored): Warning[]
  /** Changes of status that cannot happen. */
  forbiddenTransitions?: ForbiddenTransitions
  counts: Counts
  children: readonly Child[]
  /** Facts that lie encrypted. */
  sealed: SealedFacts
  /** Whether a record without them cannot be loaded. */
  needsSealed: boolean
  /** Parts that are put into the record in a way of their own, by whoever is shown it. */
  merges: readonly Merge[]
}

/** The properties that a line names, and those of the record that it clears. */
export type Named = {
  record: ReadonlySet<string>
  facts: ReadonlySet<string>
  cleared: ReadonlySet<string>
  /** Whether it changes what it names and nothing else. */
  isPatch: boolean
}

export type Warning = { path: string; reason: string }

/**
 * An index by columns, in order, the id the last unless rows are only counted by it; what it carries besides is read
 * without the rows.
 */
export type Index = {
  columns: readonly string[]
  carries: readonly string[]
  counted?: true
}

/** From each status, those it can never change to, or not while the new record is so. */
export type ForbiddenTransitions = Readonly<Record<string, readonly ForbiddenTransition[]>>
export type ForbiddenTransition =
  | string
  | { to: string; while: string; holds(before: Stored, after: Stored): boolean; hint: string }
  /** While a record of one of these types names it. */
  | { to: string; while: string; named: readonly string[]; hint: string }

export type Alias = {
  paths: readonly string[]
  only(stored: Stored): boolean
  /** Of several that go by one alias, those that come before the others. */
  first?(stored: Stored): boolean
}

/** Another record that decides some of this one's values: found by its id, or its alias, at these paths. */
export type Derivation = {
  type: string
  by: readonly string[]
  /** What of it decides; followers are brought up to date when this changes. */
  aspect(found: Stored): unknown
  apply(stored: Stored, found: Stored | undefined): void
}

/** Numbers that follow how many records of another type name this one. */
export type Counts = Readonly<Record<string, { type: string; by: string }>>

/** A place in a Shape that repeats another record's properties. */
export type Reference = {
  path: string
  names: readonly string[]
  type: string
  copied: readonly string[]
  /** It is shown only to those who could fetch the record. */
  isRestricted: boolean
}

export type RecordTypeDeclaration = {
  type: string
  isRead?: boolean
  record: TSchema
  facts?: TSchema
  parts?: readonly string[]
  asText?: Readonly<Record<string, readonly string[]>>
  owners?: Owned
  link?: LinkPaths
  keyOwner?: KeyOwner
  counts?: Counts
  children?: readonly Child[]
  sealed?: SealedFacts
  needsSealed?: boolean
  merges?: readonly Merge[]
  ownedDates?: readonly OwnedDate[]
  alias?: Alias
  derivations?: readonly Derivation[]
  forbiddenTransitions?: ForbiddenTransitions
  retain?: RecordType['retain']
  complete?: RecordType['complete']
  asLoaded?: RecordType['asLoaded']
  losses?: RecordType['losses']
  warnings?(stored: Stored): Warning[]
  askedFacts?: readonly string[]
  /** Paths compared as they are, each with an index of its own. */
  matched?: readonly string[]
  sorted?: readonly string[]
  dated?: readonly string[]
  searched?: readonly string[]
  /** Mentions, and the searched paths that repeat something of the mentioned record. */
  searchedThrough?: Readonly<Record<string, readonly string[]>>
  /** The sort used when none is asked for. */
  defaultSort?: string
  figures?: readonly FiguresIndex[]
}

/** Paths that sums over many records are worked out of: each day's of each one of an owner, mostly told apart by
 * another, and what they are of. */
export type FiguresIndex = { owner: string; day: string; each: string; by: string; of: readonly string[] }

export const noFacts = record({})

export function recordType(declaration: RecordTypeDeclaration): RecordType {
  const { type, record, facts = noFacts, parts = [], alias, derivations = [], link, keyOwner } = declaration
  const owners = declaration.owners && ownership(declaration.owners)
  const source = sourceOf(record, facts)
  const columns = new Map<string, Column>()
  const add = (column: Column) => {
    if (column.name !== 'id') columns.set(column.name, column)
    return column.name
  }
  const match = (path: string) =>
    add(path.endsWith(`.${seenByProperty}`) ? seenByColumn(path) : columnFor(source, path, 'match'))
  const sort = (path: string) => add(columnFor(source, path, 'sort'))

  const indexes: Index[] = []
  if (owners?.company?.grants) add(grantsColumn)
  const [company, agency] = [owners?.company, owners?.agency].map(form => {
    const [own] = form?.paths.map(match) ?? []
    return form?.isOne ? own : undefined
  })
  type Names = readonly (string | undefined)[]
  const index = (by: Names, carries: Names = [], more: Pick<Index, 'counted'> = {}) => {
    const known = by.filter(name => name !== undefined)
    const others = carries.filter(name => name !== undefined && name !== 'id' && !known.includes(name))
    indexes.push({ columns: known, carries: [...new Set(others as string[])], ...more })
  }
  if (alias) index([add(aliasColumn)])
  const first = declaration.defaultSort && sort(declaration.defaultSort)
  const dates = (declaration.dated ?? []).map(match)
  const through = Object.entries(declaration.searchedThrough ?? {}).map(([path, repeated]) => {
    const type = placeAt(source, path)!.node['x-reference']!
    return { type, id: `${path}.id`, column: match(`${path}.id`), repeated }
  })
  const byOwner = through.filter(({ column }) => column === agency)
  const restricted = (declaration.searched ?? []).filter(path => isInReference(source, path))
  const searched =
    declaration.searched && searchColumns(declaration.searched, byOwner, restricted).map(add)[0]
  if (restricted.length > 0) add(restrictedSearchColumn(declaration.searched!, restricted))
  if (through.length > 0) add(ownSearchColumn(declaration.searched!, through))
  const states = (declaration.matched ?? []).filter(path => placeAt(source, path)?.node.enum).map(match)
  for (const path of declaration.sorted ?? []) {
    const column = sort(path)
    // Any date, and what is searched, is met on the way through the usual order, without the rows.
    const met = column === first ? [...dates, searched] : [first]
    index([company, column], company ? [agency, ...met] : [])
  }
  const sorted = new Set(indexes.map(({ columns }) => columns.at(-1)))
  for (const date of dates) if (company && !sorted.has(date)) index([company, date], [agency, first])
  if (company && agency && first) index([company, agency, first], [...dates, ...states, searched])
  if (company && searched) index([company, agency], [searched], { counted: true })
  for (const path of declaration.matched ?? []) {
    const column = columns.get(match(path))
    if (column?.kind === 'text' && column.name !== company && column.name !== agency) {
      index([column.name, company, first], company ? [agency] : [])
    }
  }
  for (const { owner, day, each, by, of } of declaration.figures ?? []) {
    const days = add(dayColumn(columnFor(source, day, 'match')))
    index([match(owner), days, match(each), match(by)], of.map(match), { counted: true })
  }
  for (const owned of declaration.ownedDates ?? []) add(ownedDatesColumn(owned))
  for (const { paths } of columns.values())
    for (const path of paths)
      if (declaration.asText?.[path.split('.')[0]!])
        throw new Error(`${path} is in a list that is not looked into`)
  for (const kind of ['agency', 'company'] as const) {
    const { own, always } = guardPaths(record, kind)
    if (own.length + always.length > 0) add(guardColumn(`guarded_${kind}`, own, always))
  }
  return {
    type,
    isRead: declaration.isRead ?? false,
    record,
    facts,
    parts,
    asText: declaration.asText ?? {},
    columns: [...columns.values()],
    askedFacts: declaration.askedFacts ?? [],
    indexes,
    ...(owners && { owners }),
    ...(link && { link }),
    ...(keyOwner && { keyOwner }),
    mentions: referencesIn(nodeOf(source)),
    people: personPaths(nodeOf(source)),
    ...(alias && { alias }),
    derivations,
    counts: declaration.counts ?? {},
    children: declaration.children ?? [],
    sealed: declaration.sealed ?? {},
    needsSealed: declaration.needsSealed ?? false,
    merges: declaration.merges ?? [],
    ...(declaration.forbiddenTransitions && { forbiddenTransitions: declaration.forbiddenTransitions }),
    ...(declaration.retain && { retain: declaration.retain }),
    ...(declaration.complete && { complete: declaration.complete }),
    ...(declaration.asLoaded && { asLoaded: declaration.asLoaded }),
    ...(declaration.losses && { losses: declaration.losses }),
    ...(declaration.warnings && { warnings: declaration.warnings }),
  }
}

const isInReference = (source: TSchema, path: string) =>
  placeAt(source, path.slice(0, Math.max(0, path.lastIndexOf('.'))))?.node['x-restricted'] === true

/** Record and facts as one Shape, so that one path language reaches both. */
export function sourceOf(shape: TSchema, facts: TSchema): TSchema {
  const node = nodeOf(shape)
  return record({ ...node.properties, facts }) as TSchema
}

/** A mention in a stored record, with its object to be filled in. */
export type Slot = Reference & { id: string; target: Record<string, unknown> }

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
