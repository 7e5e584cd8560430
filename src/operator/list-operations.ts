// Lists of the store as operations: what a query may ask for, what is answered, and reading it.
import type { TArray, TSchema } from 'typebox'
import { list } from '../shape/shape.ts'
import type { Database } from '../store/database/database.ts'
import type { AnyList, RowIn } from '../store/lists/list.ts'
import type { OperatorBackend, OperatorCall } from './operation.ts'

type Reading<B, R> = {
  /** What the list is confined to for whoever asks. */
  given?(call: Pick<OperatorCall, 'path' | 'query'>, backend: B): Promise<object> | object
  /** Fills in what the store does not know. */
  show?(rows: R[], backend: B): Promise<object[]> | object[]
}
type Read<B> = (call: Pick<OperatorCall, 'path' | 'query'>, backend: B) => Promise<unknown>

/** A list as the parameters, the answer and the run of an operation. */
export const listFrom = <L extends Declared, B extends { database: Database } = OperatorBackend>(
  from: L,
  { given, show }: Reading<B, RowIn<L>> = {},
): { query: Record<string, TSchema>; answers: TArray<L['Row']>; run: Read<B> } => ({
  query: from.query,
  answers: list(from.Row),
  async run(call, backend) {
    const { limit = 50, ...query } = call.query
    const page = 'limit' in from.query ? { limit: Number(limit) } : {}
    const asked = { ...query, ...page, ...(await given?.(call, backend)) }
    const rows = await (from as unknown as AnyList).rows(backend.database, asked)
    return show ? show(rows as RowIn<L>[], backend) : rows
  },
})

/** One row of a list, by the id in the path. */
export const oneFrom = <L extends Declared, B extends { database: Database } = OperatorBackend>(
  from: L,
  { given, show }: Reading<B, RowIn<L>> = {},
): { answers: L['Whole']; run: Read<B> } => ({
  answers: from.Whole,
  async run(call, backend) {
    const any = from as unknown as AnyList
    const row = await any.find(backend.database, call.path.id!, await given?.(call, backend))
    if (!row) throw any.missing()
    return show ? (await show([row as RowIn<L>], backend))[0] : row
  },
})

type Declared = Pick<AnyList, 'Row' | 'Whole' | 'query'>
