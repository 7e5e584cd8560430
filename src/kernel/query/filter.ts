// Filters of a collection: the parameter each one is, and the condition it becomes.
import type { Caller } from '../../access/caller.ts'
import { viewerOf } from '../../access/viewer.ts'
import { placeAt } from '../../shape/path.ts'
import { seenByProperty, type TSchema } from '../../shape/shape.ts'
import { columnName } from '../../shape/stored.ts'
import {
  type Allowed,
  choice as choiceParameter,
  idList,
  oneId,
  type Parameter,
} from '../operation/parameter.ts'
import { columnFor } from '../resource/columns.ts'
import type { Condition } from './plan.ts'

type ChoiceOptions = {
  /** Words that stand for a flag instead of a value, each with the flag's path. */
  alias?: Readonly<Record<string, string>>
  /** The words agency keys may use, where they may not use all. */
  agency?: readonly string[]
}

export type Filter =
  | ({ kind: 'ids'; path: string } & IdsOptions & { agencies?: boolean })
  | { kind: 'id'; path: string }
  | ({ kind: 'choice'; path: string } & ChoiceOptions)
  | { kind: 'onOff'; path: string }

type IdsOptions = {
  /** May be given several times, where the contract says so. */
  repeats?: boolean
  /** Ids of agencies, of which companies are shown only those linked to them. */
  linked?: boolean
  /** The reference that this id is of, where its own path does not say: only ids within the key match anything. */
  reference?: string
}

/** One id, or several separated by commas. */
export const ids = <const P extends string>(path: P, options: IdsOptions = {}) =>
  ({ kind: 'ids', path, ...options }) as const
/** Ids of agencies, of which a caller finds only those it is shown. */
export const agencyIds = <const P extends string>(path: P, options: IdsOptions = {}) =>
  ({ kind: 'ids', path, agencies: true, ...options }) as const
export const id = <const P extends string>(path: P) => ({ kind: 'id', path }) as const
/** One of the values the Shape lists at this path. */
export const choice = <const P extends string>(path: P, options: ChoiceOptions = {}) =>
  ({ kind: 'choice', path, ...options }) as const
/** A boolean that is asked for as `active` or `inactive`. */
export const onOff = <const P extends string>(path: P) => ({ kind: 'onOff', path }) as const

export function filterParameter(name: string, filter: Filter, source: TSchema): Parameter {
  if (filter.kind === 'ids') {
    return idList(name, `Ids of ${name}, comma-separated`, filter.repeats ? { repeats: true } : {})
  }
  if (filter.kind === 'id') return oneId(name, `The id of one ${name}`)
  if (filter.kind === 'onOff') return choiceParameter(name, ['active', 'inactive'], `By ${name}`)
  return choiceParameter(name, allowedBy(filter, source), `By ${name}`)
}

function allowedBy(filter: Extract<Filter, { kind: 'choice' }>, source: TSchema): Allowed {
  const values = placeAt(source, filter.path)?.node.enum
  if (!values) throw new Error(`"${filter.path}" lists no values to choose from`)
  const all = [...Object.keys(filter.alias ?? {}), ...values]
  return filter.agency ? { company: all, agency: filter.agency } : all
}

/** The conditions a filter's value becomes, for this caller. */
export function conditionsOf(filter: Filter, value: unknown, source: TSchema, caller: Caller): Condition[] {
  if (narrowsReach(filter, caller)) return []
  const condition = conditionOf(filter, value, source, caller)
  const seenBy = seenByPath(filter, source)
  if (seenBy === undefined) return [condition]
  return [condition, { column: columnName(seenBy), seenBy: viewerOf(caller).names }]
}

/** The agencies that an agency asks for narrow its Reach: they must be its own, and connected as those of rows are. */
export const narrowsReach = (filter: Filter, caller: Caller): boolean =>
  filter.kind === 'ids' && filter.agencies === true && caller.kind === 'agency'

/** Where it is kept who sees the reference that a filter looks at, if it looks at one. */
function seenByPath(filter: Filter, source: TSchema): string | undefined {
  if (filter.kind !== 'ids') return undefined
  const reference = filter.reference ?? filter.path.replace(/\.id$/, '')
  return placeAt(source, reference)?.node['x-restricted'] ? `${reference}.${seenByProperty}` : undefined
}

function conditionOf(filter: Filter, value: unknown, source: TSchema, caller: Caller): Condition {
  const flag = filter.kind === 'choice' ? filter.alias?.[value as string] : undefined
  if (flag !== undefined) return { column: columnFor(source, flag, 'match').name, in: [true] }
  const { name: column, kind } = columnFor(source, filter.path, 'match')
  if (filter.kind === 'onOff') return { column, in: [value === 'active'] }
  const values = Array.isArray(value) ? (value as string[]) : [value as string]
  // A company that is shown only linked agencies asks only for those.
  const isLinked = filter.kind === 'ids' && filter.agencies && filter.linked
  const shown = isLinked ? values.filter(id => caller.linkedAgencies.includes(id)) : values
  return { column, in: shown, many: kind === 'texts' }
}

/** Every path a filter looks at. */
export const filterPaths = (filter: Filter, source: TSchema): string[] => [
  filter.path,
  ...(filter.kind === 'choice' ? Object.values(filter.alias ?? {}) : []),
  ...[seenByPath(filter, source) ?? []].flat(),
]
