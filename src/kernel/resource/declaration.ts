// The words a collection is declared with: those of its record type, and how its records are read.
import type { CallerKind } from '../../access/caller.ts'
import type { Owners } from '../../access/ownership.ts'
import type { NeededScopes } from '../../access/permit.ts'
import type { StoredWords, Totals } from '../../record-types/words.ts'
import type { Static, TSchema } from '../../shape/shape.ts'
import type { Context, Operation } from '../operation/operation.ts'
import type { Period, Selection } from '../query/selection.ts'
import type { Stretches } from '../query/standing.ts'

/** Works out more of the records before they are shown. */
type Enrich<R extends TSchema> = (records: Static<R>[], context: Context) => void | Promise<void>

/** Further descriptions of the operations. */
type OperationWords<R extends TSchema> = Partial<Pick<Operation, 'badId' | 'audited'>> & {
  list?: Enrich<R>
  get?: Enrich<R>
  totals?: Totals
  /** Conditions of lists and totals that no filter has. */
  selection?: Selection
  /** Its records are stretches of time, and lists show how each thing stands on a day. */
  stretches?: Stretches
  /** For how long a time lists and totals may be asked at once, by the only date that there is. */
  period?: Period
  /** Parameters that take a number of days: what has this date from today to so many days later. */
  soon?: Readonly<Record<string, { date: string; said: string }>>
  /** What lists and totals say in `meta` besides. */
  meta?: ListMeta
}

export type ListMeta = { shape: TSchema; of(context: Context): Promise<object> }

export type CollectionWords<R extends TSchema, F extends TSchema> = StoredWords<R, F> &
  Required<Pick<StoredWords<R, F>, 'dates' | 'sorts' | 'defaultSort'>> & {
    /** With `{id}`, the list lies under a company in the path. */
    path: string
    noun: string
    scope?: NeededScopes
    callers?: CallerKind
    owners: Owners
    /** What listing its records, getting one and counting them is called; and the topic that lists them, where assistants
     * need no tool of their own. */
    operations: { list?: string; get?: string; totals?: string; topic?: string }
    reading?: OperationWords<R>
  }

export type CollectionDeclaration = CollectionWords<TSchema, TSchema>
