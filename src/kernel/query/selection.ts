// What lists and totals of a collection ask of its records besides filters: parameters of its own, what is so without any, and
// for how long a time they may be asked at once.
import { badRequest } from '../../errors/problem.ts'
import { dayMs } from '../../formats/day.ts'
import { columnFor } from '../../record-types/columns.ts'
import type { TSchema } from '../../shape/shape.ts'
import { type Parameter, rangeOf, rangeParametersOf } from '../operation/parameter.ts'
import type { Condition } from './plan.ts'

type Query = Readonly<Record<string, unknown>>

/** A condition on what stands at a path. */
type Selected<P extends string = string> = { path: P } & (
  | { in: readonly (string | number | boolean)[] }
  /** A time before this one. */
  | { before: Date }
  /** A number that is no smaller. */
  | { least: number }
  | { empty: true }
)

export type Selection<P extends string = string> = {
  parameters: readonly Parameter[]
  /** Every path that may be looked at. */
  looksAt: readonly P[]
  /** What follows from a query, and from the UTC day that it is asked on. */
  select(query: Query, today: string): readonly Selected<P>[]
}

/** The conditions of a selection, where there is one. */
export function selectedBy(selection: Selection | undefined, source: TSchema) {
  const columns = new Map(
    selection?.looksAt.map(path => [path, columnFor(source, path, 'match').name] as const),
  )
  return (query: Query, today: string): Condition[] =>
    (selection?.select(query, today) ?? []).map(({ path, ...asked }) => {
      const column = columns.get(path)
      if (column === undefined) throw new Error(`A selection looks at ${path}, which looksAt does not have`)
      return { column, ...asked }
    })
}

/** How long a time lists and totals are asked for at once. */
export type Period = {
  mostWeeks: number
  /** The days where neither `from` nor `to` is given, and no ids are; and what they are called. */
  usual(today: string): { from: string; to: string }
  said: string
}

export const periodParameters = ({ mostWeeks, said }: Period): readonly Parameter[] =>
  rangeParametersOf(`; without from and to, ${said}`).map(parameter => ({
    ...parameter,
    note: `at most ${mostWeeks} weeks from one to the other, and so many from or up to one alone`,
  }))

/** The moments that a query asks for, never more than there may be. */
export function periodOf(period: Period, query: Query, today: string): { from?: Date; to?: Date } {
  const { from, to } = query as { from?: string; to?: string }
  if (from === undefined && to === undefined)
    return query.id === undefined ? rangeOf(period.usual(today)) : {}
  const asked = rangeOf(query)
  const most = period.mostWeeks * 7 * dayMs
  if (asked.from && asked.to) {
    if (asked.to.getTime() - asked.from.getTime() < most) return asked
    throw badRequest(
      `from=${from} and to=${to} are more than ${period.mostWeeks} weeks; ask for fewer at a time`,
    )
  }
  const other = asked.from
    ? { to: new Date(asked.from.getTime() + most - 1) }
    : { from: new Date(asked.to!.getTime() - most + 1) }
  return withinCalendar({ ...asked, ...other })
}

/** Nothing lies before or after what can be written. */
const withinCalendar = ({ from, to }: { from?: Date; to?: Date }) => ({
  ...(from && from.getTime() >= firstMoment && { from }),
  ...(to && to.getTime() <= lastMoment && { to }),
})
const firstMoment = Date.parse('0001-01-01T00:00:00.000Z')
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')
