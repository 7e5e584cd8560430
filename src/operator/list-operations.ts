// Lists of the store as operations: what a query may ask for, what is answered, and reading it.
import type { TArray, TSchema } from 'typebox'
import type { Database } from '../database/database.ts'
import { integer, list, record } from '../shape/shape.ts'
import type { AnyList, RowIn } from '../store/lists/list.ts'
import type { CallArguments, OperatorCall } from './operation.ts'

type ListOptions<C, R> = {
  /** What the list is confined to for whoever asks. */
  confinedTo?(call: C): Promise<object> | object
  /** The filter that this stands for, which nobody may choose. */
  instead?: string
  /** Fills in what the store does not know. */
  show?(rows: R[], call: C): Promise<object[]> | object[]
}
type Run<C> = (call: C) => Promise<unknown>
type ListCall = CallArguments & { database: Database }
type DeclaredList = Pick<AnyList, 'Row' | 'Whole' | 'query'>

/** A list as the parameters, the answer and the run of an operation. */
export const listFrom = <L extends DeclaredList, C extends ListCall = OperatorCall>(
  from: L,
  { confinedTo, instead, show }: ListOptions<C, RowIn<L>> = {},
): { query: Record<string, TSchema>; answers: TArray<L['Row']>; run: Run<C> } => ({
  query: without(from.query, instead),
  answers: list(from.Row),
  async run(call) {
    const { limit = 50, ...query } = call.query
    const page = 'limit' in from.query ? { limit: Number(limit) } : {}
    const options = { ...query, ...page, ...(await confinedTo?.(call)) }
    const rows = await (from as unknown as AnyList).rows(call.database, options)
    return show ? show(rows as RowIn<L>[], call) : rows
  },
})

/** How many rows of a list its filters leave, on all pages. */
export const countFrom = <L extends DeclaredList, C extends ListCall = OperatorCall>(
  from: L,
  { confinedTo, instead }: Omit<ListOptions<C, RowIn<L>>, 'show'> = {},
) => ({
  query: without(from.query, 'limit', 'after', instead),
  answers: Counted,
  async run(call: C) {
    const options = { ...call.query, ...(await confinedTo?.(call)) }
    return { count: await (from as unknown as AnyList).count(call.database, options) }
  },
})

const without = (query: Record<string, TSchema>, ...names: readonly (string | undefined)[]) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))

const Counted = record({ count: integer })

/** One row of a list, by the id in the path. */
export const oneFrom = <L extends DeclaredList, C extends ListCall = OperatorCall>(
  from: L,
  { confinedTo, show }: ListOptions<C, RowIn<L>> = {},
): { answers: L['Whole']; run: Run<C> } => ({
  answers: from.Whole,
  async run(call) {
    const reader = await confinedTo?.(call)
    const row = await existingRow(from as unknown as AnyList, call.database, call.path.id!, reader)
    return show ? (await show([row as RowIn<L>], call))[0] : row
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
