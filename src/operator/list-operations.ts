// Lists of the store as operations: what a query may ask for, what is answered, and reading it.
import type { TArray, TSchema } from 'typebox'
import type { Database } from '../database/database.ts'
import { integer, list, record } from '../shape/shape.ts'
import type { AnyList, RowIn } from '../store/lists/list.ts'
import type { CallArguments, OperatorBackend } from './operation.ts'

type ListOptions<B, R> = {
  /** What the list is confined to for whoever asks. */
  confinedTo?(call: CallArguments, backend: B): Promise<object> | object
  /** Fills in what the store does not know. */
  show?(rows: R[], backend: B): Promise<object[]> | object[]
}
type Run<B> = (call: CallArguments, backend: B) => Promise<unknown>
type DeclaredList = Pick<AnyList, 'Row' | 'Whole' | 'query'>

/** A list as the parameters, the answer and the run of an operation. */
export const listFrom = <L extends DeclaredList, B extends { database: Database } = OperatorBackend>(
  from: L,
  { confinedTo, show }: ListOptions<B, RowIn<L>> = {},
): { query: Record<string, TSchema>; answers: TArray<L['Row']>; run: Run<B> } => ({
  query: from.query,
  answers: list(from.Row),
  async run(call, backend) {
    const { limit = 50, ...query } = call.query
    const page = 'limit' in from.query ? { limit: Number(limit) } : {}
    const options = { ...query, ...page, ...(await confinedTo?.(call, backend)) }
    const rows = await (from as unknown as AnyList).rows(backend.database, options)
    return show ? show(rows as RowIn<L>[], backend) : rows
  },
})

/** How many rows of a list its filters leave, on all pages. */
export const countFrom = <L extends DeclaredList, B extends { database: Database } = OperatorBackend>(
  from: L,
  { confinedTo }: Pick<ListOptions<B, RowIn<L>>, 'confinedTo'> = {},
) => {
  const { limit: _, after: __, ...query } = from.query
  return {
    query,
    answers: Counted,
    async run(call: CallArguments, backend: B) {
      const options = { ...call.query, ...(await confinedTo?.(call, backend)) }
      return { count: await (from as unknown as AnyList).count(backend.database, options) }
    },
  }
}

const Counted = record({ count: integer })

/** One row of a list, by the id in the path. */
export const oneFrom = <L extends DeclaredList, B extends { database: Database } = OperatorBackend>(
  from: L,
  { confinedTo, show }: ListOptions<B, RowIn<L>> = {},
): { answers: L['Whole']; run: Run<B> } => ({
  answers: from.Whole,
  async run(call, backend) {
    const row = await existingRow(
      from as unknown as AnyList,
      backend.database,
      call.path.id!,
      await confinedTo?.(call, backend),
    )
    return show ? (await show([row as RowIn<L>], backend))[0] : row
  },
})

type Found<L extends Pick<AnyList, 'find'>> = NonNullable<Awaited<ReturnType<L['find']>>>

/** Refuses where there is none. */
export async function existingRow<L extends Pick<AnyList, 'find' | 'missing'>>(
  from: L,
  ...which: Parameters<L['find']>
): Promise<Found<L>> {
  const row = await from.find(...(which as Parameters<AnyList['find']>))
  if (row) return row as Found<L>
  throw from.missing()
}
