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

type OwnerIn<Value, Owner> = Owner extends { paths: readonly (infer Path)[] }
  ? { paths: readonly PathIn<Value, Path>[] }
  : PathIn<Value, Owner>

type PathsIn<Value, Paths> = Paths extends string
  ? PathIn<Value, Paths>
  : { [N in keyof Paths]: Paths[N] extends OwnedDate | FactDate ? Paths[N] : PathIn<Value, Paths[N]> }
type Leading<Value, Word, Path> = [PathIn<Value, Path>] extends [never] ? never : Word

/** The words with every path that leads nowhere turned into never, so that the compiler points at it. */
type CheckedWords<Value, Owners, Filters, Search, Dates, Sorts, Parts, Groups, Sums, Looks> = {
  owners: Owners & (Owners extends string ? Owners : { [N in keyof Owners]: OwnerIn<Value, Owners[N]> })
  filters?: Filters & {
    [N in keyof Filters]: Filters[N] extends { path: infer Path } ? Leading<Value, Filters[N], Path> : never
  }
  search?: Search & {
    [N in keyof Search]: N extends 'through' | 'note' ? Search[N] : PathsIn<Value, Search[N]>
  }
  dates: Dates & PathsIn<Value, Dates>
  sorts: Sorts & PathsIn<Value, Sorts>
  defaultSort: `${keyof Sorts & string} ${'asc' | 'desc'}`
  parts?: Parts & {
    [N in keyof Parts]: Parts[N] extends { property: infer Path } ? Leading<Value, Parts[N], Path> : never
  }
  reading?: {
    totals?: { groups: Groups & PathsIn<Value, Groups>; sums?: Sums & PathsIn<Value, Sums> }
    selection?: { looksAt: Looks & PathsIn<Value, Looks> }
  }
}

type Collection<Shape extends TSchema, Facts extends TSchema> = {
  operations: readonly Operation[]
  stored: RecordType<Shape, Facts>
  /** For operations that work something out of what the list selects: its parameters, and what it reads by them. */
  selecting: {
    parameters: readonly Parameter[]
    of(input: Input, context: Context): ReturnType<ReturnType<typeof selectionOf>>['selected']
  }
}

type DeclaredWord<Word extends keyof CollectionDeclaration> = NonNullable<CollectionDeclaration[Word]>

export function collection<
  Shape extends TSchema,
  const Owners extends DeclaredWord<'owners'>,
  const Dates extends DeclaredWord<'dates'>,
  const Sorts extends DeclaredWord<'sorts'>,
  Facts extends TSchema = typeof noFacts,
  const Filters extends DeclaredWord<'filters'> = DeclaredWord<'filters'>,
  const Search extends DeclaredWord<'search'> = DeclaredWord<'search'>,
  const Parts extends DeclaredWord<'parts'> = DeclaredWord<'parts'>,
  const Groups extends readonly string[] = readonly string[],
  const Sums extends readonly string[] = readonly string[],
  const Looks extends readonly string[] = readonly string[],
>(
  declaration: CollectionWords<Shape, Facts> &
    CheckedWords<
      Static<Shape> & { facts: Static<Facts> },
      Owners,
      Filters,
      Search,
      Dates,
      Sorts,
      Parts,
      Groups,
      Sums,
      Looks
    >,
): Collection<Shape, Facts> {
  const declared = declaration as unknown as CollectionDeclaration
  checkDeclaration(declared)
  const words: CollectionWords<Shape, Facts> = declaration
  const stored = recordType<Shape, Facts>({ ...words, type: words.type ?? words.noun }, true)
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
