// A collection is a declaration of a kind of record and how it is read. From it follow a list operation, a
// single-record operation and a stored record type. It knows no record type and no SQL.
import type { CallerKind } from './caller.ts'
import type { Child } from './child.ts'
import type { OwnedDate, Stored } from './columns.ts'
import { type Filter, filterPaths } from './filter.ts'
import { getOperation } from './get-operation.ts'
import { listOperation } from './list-operation.ts'
import type { Context, Operation, Scope } from './operation.ts'
import type { At, PathIn } from './path.ts'
import type { Generic, Many, Owners, Through, Via } from './reach.ts'
import {
  type Counts,
  type Follow,
  type Never,
  type noFacts,
  type RecordType,
  recordType,
} from './record-type.ts'
import type { Static, TSchema } from './shape.ts'

export type Amend = (record: Record<string, unknown>, value: unknown, owners: ReadonlySet<string>) => void

/** A property kept apart from the record's text, shown when its flag asks, or always on a single record. */
export type Part = {
  property: string
  on: 'both' | 'get'
  always?: true
  /** Only this kind of key has the flag. */
  callers?: CallerKind
  /** The company feature that unlocks it. */
  feature?: string
  /** How it is put into the record, where it is not simply added to it. */
  merge?: Amend
}

export const part = <const P extends string>(property: P, more: Partial<Omit<Part, 'property'>> = {}) => ({
  property,
  on: 'both' as const,
  ...more,
})
/** Properties that only the single record has. */
export const getOnly = <const P extends string>(...properties: P[]) =>
  Object.fromEntries(properties.map(property => [property, { property, on: 'get', always: true }])) as {
    [K in P]: { property: K; on: 'get'; always: true }
  }

/** Sorts that are called as their paths are. */
export const same = <const P extends string>(...paths: P[]) =>
  Object.fromEntries(paths.map(path => [path, path])) as { [K in P]: K }

/** A date that each item of a list has for its owner: filters look only at the items the caller is shown. */
export const ownedDate = (each: string, owner: string, date: string): OwnedDate => ({ each, owner, date })

export type DatePath = string | OwnedDate

type Words = {
  owners: Owners
  filters?: Record<string, Filter>
  search?: { exactly?: string; within: readonly string[] }
  dates: readonly string[] | Record<string, DatePath>
  sorts: Record<string, string>
  parts?: Record<string, Part>
  /** Paths that need a column though no filter, sort or date looks at them. */
  keep?: readonly string[]
}

type Basics<R extends TSchema, F extends TSchema, D extends Words> = {
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
  /** Rows kept beside each record for figures over many. */
  children?: readonly Child[]
  follows?: readonly Follow[]
  never?: Never
  complete?(stored: Stored): void
  /** Worked out from other records whenever records are read. */
  enrich?(records: readonly Record<string, unknown>[], context: Context): Promise<void>
  /** Worked out when a single record is read. */
  computed?(record: Record<string, unknown>, now: Date): void
}

type OwnerIn<T, O> = O extends Many
  ? { many: PathIn<T, O['many']> }
  : O extends Via
    ? { via: 'links'; project: PathIn<T, O['project']> }
    : O extends Generic
      ? { orGeneric: PathIn<T, O['orGeneric']>; project: PathIn<T, O['project']> }
      : O extends Through
        ? O
        : PathIn<T, O>

/** The declaration with every path that leads nowhere turned into never, so that the compiler points at it. */
type Checked<T, D extends Words> = {
  owners: D['owners'] extends string ? D['owners'] : { [K in keyof D['owners']]: OwnerIn<T, D['owners'][K]> }
  filters?: {
    [K in keyof D['filters']]: D['filters'][K] extends { path: infer P }
      ? KeptIf<T, P, D['filters'][K]>
      : never
  }
  search?: { [K in keyof D['search']]: PathsIn<T, D['search'][K]> }
  dates: D['dates'] extends readonly unknown[]
    ? PathsIn<T, D['dates']>
    : { [K in keyof D['dates']]: D['dates'][K] extends OwnedDate ? D['dates'][K] : PathIn<T, D['dates'][K]> }
  sorts: { [K in keyof D['sorts']]: PathIn<T, D['sorts'][K]> }
  parts?: {
    [K in keyof D['parts']]: D['parts'][K] extends { property: infer P } ? KeptIf<T, P, D['parts'][K]> : never
  }
  keep?: PathsIn<T, D['keep']>
}
type PathsIn<T, P> = P extends readonly (infer Path)[] ? readonly PathIn<T, Path>[] : PathIn<T, P>
type KeptIf<T, P, F> = P extends string ? ([At<T, P>] extends [never] ? never : F) : never

export type Declared = Basics<TSchema, TSchema, Words> & Words

export type Collection = { operations: readonly Operation[]; stored: RecordType }

export function collection<R extends TSchema, const D extends Words, F extends TSchema = typeof noFacts>(
  declaration: Basics<R, F, D> & D & Checked<Static<R> & { facts: Static<F> }, D>,
): Collection {
  const declared = declaration as unknown as Declared
  const stored = storedOf(declared)
  const operations = [
    ...(declared.tools.list ? [listOperation(declared, stored)] : []),
    ...(declared.tools.get ? [getOperation(declared, stored)] : []),
  ]
  return { operations, stored }
}

export const datesOf = (declared: Declared): Record<string, DatePath> =>
  Array.isArray(declared.dates)
    ? Object.fromEntries(declared.dates.map(path => [path, path]))
    : (declared.dates as Record<string, DatePath>)

export const callersOf = (declared: Declared, on: 'list' | 'get'): CallerKind | undefined =>
  typeof declared.callers === 'object' ? declared.callers[on] : declared.callers

function storedOf(declared: Declared): RecordType {
  const { filters = {}, sorts, search, owners, facts, keep = [], follows, never, complete, counts } = declared
  const dates = Object.values(datesOf(declared))
  return recordType({
    type: declared.type ?? declared.noun,
    record: declared.record,
    ...(facts && { facts }),
    parts: [...new Set(Object.values(declared.parts ?? {}).map(part => part.property))],
    ...(owners !== 'everyone' && { owners }),
    matched: [...Object.values(filters).flatMap(filterPaths), ...keep],
    sorted: Object.values(sorts),
    dated: dates.filter(date => typeof date === 'string'),
    ownedDates: dates.filter(date => typeof date !== 'string'),
    defaultSort: sorts[declared.defaultSort.split(' ')[0]!]!,
    ...(follows && { follows }),
    ...(never && { never }),
    ...(complete && { complete }),
    ...(counts && { counts }),
    ...(declared.children && { children: declared.children }),
    ...(search && { searched: [...new Set(search.within)] }),
  })
}
