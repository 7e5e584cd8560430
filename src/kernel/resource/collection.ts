// A collection is a declaration of a kind of record and how it is read. From it follow a list operation, a
// single-record operation and a stored record type. It knows no record type and no SQL.

import type { At, PathIn } from '../../shape/path.ts'
import type { Static, TSchema } from '../../shape/shape.ts'
import type { Operation } from '../operation/operation.ts'
import { filterPaths } from '../query/filter.ts'
import type { OwnedDate } from './columns.ts'
import { type Basics, type Declared, datesOf, type Part, type Words } from './declaration.ts'
import { getOperation } from './get-operation.ts'
import { listOperation } from './list-operation.ts'
import { type FiguresIndex, noFacts, type RecordType, recordType, sourceOf } from './record-type.ts'
import { refuseHiddenPaths } from './walls.ts'

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

type OwnerIn<T, O> = O extends { paths: readonly (infer P)[] }
  ? { paths: readonly PathIn<T, P>[] }
  : PathIn<T, O>

/** The declaration with every path that leads nowhere turned into never, so that the compiler points at it. */
type Checked<T, D extends Words> = {
  owners: D['owners'] extends string ? D['owners'] : { [K in keyof D['owners']]: OwnerIn<T, D['owners'][K]> }
  filters?: {
    [K in keyof D['filters']]: D['filters'][K] extends { path: infer P }
      ? KeptIf<T, P, D['filters'][K]>
      : never
  }
  search?: {
    [K in keyof D['search']]: K extends 'through' ? D['search'][K] : PathsIn<T, D['search'][K]>
  }
  dates: D['dates'] extends readonly unknown[]
    ? PathsIn<T, D['dates']>
    : { [K in keyof D['dates']]: D['dates'][K] extends OwnedDate ? D['dates'][K] : PathIn<T, D['dates'][K]> }
  sorts: { [K in keyof D['sorts']]: PathIn<T, D['sorts'][K]> }
  parts?: {
    [K in keyof D['parts']]: D['parts'][K] extends { property: infer P } ? KeptIf<T, P, D['parts'][K]> : never
  }
  keep?: PathsIn<T, D['keep']>
  figures?: readonly {
    [K in keyof FiguresIndex]: D['figures'] extends readonly (infer F extends FiguresIndex)[]
      ? PathsIn<T, F[K]>
      : never
  }[]
}
/** A word that there is none of is never right: `caller` for `callers` would open a resource to everybody. */
type NoOthers<D> = { [K in Exclude<keyof D, keyof Declared>]: never }

type PathsIn<T, P> = P extends readonly (infer Path)[] ? readonly PathIn<T, Path>[] : PathIn<T, P>
type KeptIf<T, P, F> = P extends string ? ([At<T, P>] extends [never] ? never : F) : never

export type Collection = { operations: readonly Operation[]; stored: RecordType }

export function collection<R extends TSchema, const D extends Words, F extends TSchema = typeof noFacts>(
  declaration: Basics<R, F, D> & D & Checked<Static<R> & { facts: Static<F> }, D> & NoOthers<D>,
): Collection {
  const declared = declaration as unknown as Declared
  refuseHiddenPaths(declared)
  const stored = storedOf(declared)
  const operations = [
    ...(declared.tools.list ? [listOperation(declared, stored)] : []),
    ...(declared.tools.get ? [getOperation(declared, stored)] : []),
  ]
  return { operations, stored }
}

function storedOf(declared: Declared): RecordType {
  const {
    filters = {},
    sorts,
    search,
    owners,
    facts,
    keep = [],
    derivations,
    complete,
    counts,
    warnings,
  } = declared
  const dates = Object.values(datesOf(declared))
  const source = sourceOf(declared.record, facts ?? noFacts)
  const filtered = Object.values(filters).flatMap(filter => filterPaths(filter, source))
  const dated = dates.filter(date => typeof date === 'string')
  const asked = [...filtered, ...dated, ...Object.values(sorts), ...(search?.within ?? [])]
  return recordType({
    type: declared.type ?? declared.noun,
    isRead: true,
    record: declared.record,
    ...(facts && { facts }),
    parts: [...new Set(Object.values(declared.parts ?? {}).map(part => part.property))],
    asText: Object.fromEntries(
      Object.values(declared.parts ?? {}).flatMap(({ property, asText }) =>
        asText ? [[property, asText]] : [],
      ),
    ),
    ...(owners !== 'everyone' && { owners }),
    ...(declared.keyOwner && { keyOwner: declared.keyOwner }),
    askedFacts: asked.filter(path => path.startsWith('facts.')),
    matched: [...filtered, ...keep],
    sorted: Object.values(sorts),
    dated,
    ownedDates: dates.filter(date => typeof date !== 'string'),
    defaultSort: sorts[declared.defaultSort.split(' ')[0]!]!,
    ...(derivations && { derivations }),
    ...(declared.forbiddenTransitions && { forbiddenTransitions: declared.forbiddenTransitions }),
    ...(declared.retain && { retain: declared.retain }),
    ...(complete && { complete }),
    ...(declared.asLoaded && { asLoaded: declared.asLoaded }),
    ...(declared.losses && { losses: declared.losses }),
    ...(warnings && { warnings }),
    ...(counts && { counts }),
    ...(declared.figures && { figures: declared.figures }),
    ...(declared.children && { children: declared.children }),
    ...(declared.sealed && { sealed: declared.sealed }),
    merges: Object.values(declared.parts ?? {}).flatMap(({ property, merge, callers }) =>
      merge ? [{ property, merge, ...(callers && { callers }) }] : [],
    ),
    ...(search && { searched: [...new Set(search.within)] }),
    ...(search?.through && { searchedThrough: search.through }),
  })
}
