// A collection is a declaration of a kind of record and how it is read. From it follow a list operation, a
// single-record operation and a stored record type. It knows no record type and no SQL.

import type { FactDate, OwnedDate } from '../../record-types/columns.ts'
import { type noFacts, type RecordType, recordType } from '../../record-types/record-type.ts'
import type { Part } from '../../record-types/words.ts'
import type { PathIn } from '../../shape/path.ts'
import { ownerProperty, type Static, type TSchema } from '../../shape/shape.ts'
import type { Context, Input, Operation } from '../operation/operation.ts'
import type { Parameter } from '../operation/parameter.ts'
import type { CollectionDeclaration, CollectionWords } from './declaration.ts'
import { getOperation } from './get-operation.ts'
import { listOperation, listParameters, selectionOf } from './list-operation.ts'
import { checkReading } from './reading-walls.ts'
import { totalsOperation } from './totals-operation.ts'
import { checkDeclaration } from './walls.ts'

export const part = <const P extends string>(property: P, more: Partial<Omit<Part, 'property'>> = {}) => ({
  property,
  on: 'both' as const,
  ...more,
})
/** Properties that only the single record has. */
export const getOnly = <const P extends string>(...properties: P[]) =>
  Object.fromEntries(properties.map(property => [property, { property, on: 'always' }])) as {
    [K in P]: { property: K; on: 'always' }
  }

/** Sorts that are called as their paths are. */
export const namedAsPath = <const P extends string>(...paths: P[]) =>
  Object.fromEntries(paths.map(path => [path, path])) as { [K in P]: K }

/** A date that each item of a list has for its owner: filters look only at the items the caller is shown. */
export const ownedDate = (each: string, owner: string, date: string): OwnedDate => ({
  each: [each],
  owner,
  date,
})

/** A date that private items of these lists have, of which a caller is shown its own and those of nobody: callers are told
 * what it is, after `name is …`. */
export const privateDate = (each: readonly string[], date: string, note: string): OwnedDate => ({
  each,
  owner: ownerProperty,
  date,
  isPrivate: true,
  note,
})

/** A date that no answer shows: callers are told what it is, after `name is …`. */
export const factDate = (path: string, note: string, orElse?: string): FactDate => ({
  path,
  note,
  ...(orElse !== undefined && { orElse }),
})

type OwnerIn<T, O> = O extends { paths: readonly (infer P)[] }
  ? { paths: readonly PathIn<T, P>[] }
  : PathIn<T, O>

type PathsIn<T, P> = P extends string
  ? PathIn<T, P>
  : { [K in keyof P]: P[K] extends OwnedDate | FactDate ? P[K] : PathIn<T, P[K]> }
type Leading<T, W, P> = [PathIn<T, P>] extends [never] ? never : W

/** The words with every path that leads nowhere turned into never, so that the compiler points at it. */
type CheckedWords<T, O, Q, S, D, K, P, G, U, L> = {
  owners: O & (O extends string ? O : { [N in keyof O]: OwnerIn<T, O[N]> })
  filters?: Q & { [N in keyof Q]: Q[N] extends { path: infer W } ? Leading<T, Q[N], W> : never }
  search?: S & { [N in keyof S]: N extends 'through' | 'note' ? S[N] : PathsIn<T, S[N]> }
  dates: D & PathsIn<T, D>
  sorts: K & PathsIn<T, K>
  defaultSort: `${keyof K & string} ${'asc' | 'desc'}`
  parts?: P & { [N in keyof P]: P[N] extends { property: infer W } ? Leading<T, P[N], W> : never }
  reading?: {
    totals?: { groups: G & PathsIn<T, G>; sums?: U & PathsIn<T, U> }
    selection?: { looksAt: L & PathsIn<T, L> }
  }
}

export type Collection<R extends TSchema, F extends TSchema> = {
  operations: readonly Operation[]
  stored: RecordType<R, F>
  /** For operations that work something out of what the list selects: its parameters, and what it reads by them. */
  selecting: {
    parameters: readonly Parameter[]
    of(input: Input, context: Context): ReturnType<ReturnType<typeof selectionOf>>['selected']
  }
}

type DeclaredWord<W extends keyof CollectionDeclaration> = NonNullable<CollectionDeclaration[W]>

export function collection<
  R extends TSchema,
  const O extends DeclaredWord<'owners'>,
  const D extends DeclaredWord<'dates'>,
  const K extends DeclaredWord<'sorts'>,
  F extends TSchema = typeof noFacts,
  const Q extends DeclaredWord<'filters'> = DeclaredWord<'filters'>,
  const S extends DeclaredWord<'search'> = DeclaredWord<'search'>,
  const P extends DeclaredWord<'parts'> = DeclaredWord<'parts'>,
  const G extends readonly string[] = readonly string[],
  const U extends readonly string[] = readonly string[],
  const L extends readonly string[] = readonly string[],
>(
  declaration: CollectionWords<R, F> &
    CheckedWords<Static<R> & { facts: Static<F> }, O, Q, S, D, K, P, G, U, L>,
): Collection<R, F> {
  const declared = declaration as unknown as CollectionDeclaration
  checkDeclaration(declared)
  const words: CollectionWords<R, F> = declaration
  const stored = recordType<R, F>({ ...words, type: words.type ?? words.noun }, true)
  checkReading(declared, stored)
  const operations = [
    ...(declared.operations.list ? [listOperation(declared, stored)] : []),
    ...(declared.operations.get ? [getOperation(declared, stored)] : []),
    ...(declared.reading?.totals ? [totalsOperation(declared, declared.reading.totals, stored)] : []),
  ]
  const select = selectionOf(declared, stored)
  const selecting = {
    parameters: listParameters(declared, stored.source, declared.record),
    of: (input: Input, context: Context) => select(input, context).selected,
  }
  return { operations, stored, selecting }
}
