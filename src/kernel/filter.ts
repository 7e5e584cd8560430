// Filters of a collection: the parameter each one is, and the condition it becomes.
import { columnFor } from './columns.ts'
import { type Allowed, choice as choiceParameter, idList, oneId, type Parameter } from './parameter.ts'
import { placeAt } from './path.ts'
import type { Condition } from './plan.ts'
import type { TSchema } from './shape.ts'

export type Filter =
  | { kind: 'ids'; path: string; repeats: boolean }
  | { kind: 'id'; path: string }
  | { kind: 'choice'; path: string; values?: Allowed }
  | { kind: 'onOff'; path: string }

/** One id, or several separated by commas; repeated parameters where the contract says so. */
export const ids = <const P extends string>(path: P, { repeats } = { repeats: false }) =>
  ({ kind: 'ids', path, repeats }) as const
export const id = <const P extends string>(path: P) => ({ kind: 'id', path }) as const
/** One of the values the Shape lists at this path. */
export const choice = <const P extends string>(path: P) => ({ kind: 'choice', path }) as const
/** A boolean that is asked for as `active` or `inactive`. */
export const onOff = <const P extends string>(path: P) => ({ kind: 'onOff', path }) as const

export function filterParameter(name: string, filter: Filter, source: TSchema): Parameter {
  if (filter.kind === 'ids') {
    return idList(name, `Ids of ${name}, comma-separated`, filter.repeats ? { repeats: true } : {})
  }
  if (filter.kind === 'id') return oneId(name, `The id of one ${name}`)
  if (filter.kind === 'onOff') return choiceParameter(name, ['active', 'inactive'], `By ${name}`)
  const values = filter.values ?? placeAt(source, filter.path)?.node.enum
  if (!values) throw new Error(`"${filter.path}" lists no values to choose from`)
  return choiceParameter(name, values, `By ${name}`)
}

export function conditionOf(filter: Filter, value: unknown, source: TSchema): Condition {
  const { name: column, kind } = columnFor(source, filter.path, 'match')
  if (filter.kind === 'onOff') return { column, in: [value === 'active'] }
  return {
    column,
    in: Array.isArray(value) ? (value as string[]) : [value as string],
    many: kind === 'texts',
  }
}
