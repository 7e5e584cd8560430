// The words a collection is declared with: those of its record type, and how its records are read.
import type { CallerKind, Scope } from '../../access/caller.ts'
import type { Owners } from '../../access/ownership.ts'
import type { StoredWords, Totals } from '../../record-types/words.ts'
import type { Static, TSchema } from '../../shape/shape.ts'
import type { Context, Operation } from '../operation/operation.ts'

/** Works out more of the records before they are shown. */
type Enrich<R extends TSchema> = (records: Static<R>[], context: Context) => void | Promise<void>

/** Further descriptions of the operations. */
export type OperationWords<R extends TSchema> = Partial<Pick<Operation, 'badId' | 'audited'>> & {
  list?: Enrich<R>
  get?: Enrich<R>
  totals?: Totals
}

export type CollectionWords<R extends TSchema, F extends TSchema> = StoredWords<R, F> &
  Required<Pick<StoredWords<R, F>, 'dates' | 'sorts' | 'defaultSort'>> & {
    /** With `{id}`, the list lies under a company in the path. */
    path: string
    noun: string
    scope?: Scope
    callers?: CallerKind
    owners: Owners
    tools: { list?: string; get?: string }
    reading?: OperationWords<R>
  }

export type CollectionDeclaration = CollectionWords<TSchema, TSchema>
