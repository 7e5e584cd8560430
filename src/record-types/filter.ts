// Filters as they are declared: the path that each looks at, and how it is asked for.
import { placeAt } from '../shape/path.ts'
import { seenByProperty, type TSchema } from '../shape/shape.ts'

export type ChoiceOptions = {
  /** Words that stand for a flag instead of a value, each with the flag's path. */
  alias?: Readonly<Record<string, string>>
  /** What those words mean of which the Shape does not say it. */
  meanings?: Readonly<Record<string, string>>
  /** The words agency keys may use, where they may not use all. */
  agency?: readonly string[]
}

type IdsOptions = {
  /** May be given several times, where the contract says so. */
  repeats?: boolean
  /** What callers are told besides, as of what it looks at and no answer shows. */
  note?: string
  /** The reference that this id is of, where its own path does not say: only ids within the key match anything. */
  reference?: string
}

export type Filter = { path: string } & (
  | ({ kind: 'ids'; agencies?: true } & IdsOptions)
  | ({ kind: 'choice' } & ChoiceOptions)
  | { kind: 'id' | 'onOff' }
)

/** One id, or several separated by commas. */
export const ids = <const P extends string>(path: P, options: IdsOptions = {}) =>
  ({ kind: 'ids', path, ...options }) as const
/** Ids of agencies, of which a caller finds only those it is shown. */
export const agencyIds = <const P extends string>(path: P, options: IdsOptions = {}) =>
  ({ ...ids(path, options), agencies: true }) as const
export const id = <const P extends string>(path: P) => ({ kind: 'id', path }) as const
/** One of the values the Shape lists at this path. */
export const choice = <const P extends string>(path: P, options: ChoiceOptions = {}) =>
  ({ kind: 'choice', path, ...options }) as const
/** A boolean that is asked for as `active` or `inactive`. */
export const onOff = <const P extends string>(path: P) => ({ kind: 'onOff', path }) as const

/** Where it is kept who sees the reference that a filter looks at, if it looks at one. */
export function seenByPath(filter: Filter, source: TSchema): string | undefined {
  if (filter.kind !== 'ids') return undefined
  const reference = filter.reference ?? filter.path.replace(/\.id$/, '')
  return placeAt(source, reference)?.node['x-restricted'] ? `${reference}.${seenByProperty}` : undefined
}

export const aliasesOf = (filter: Filter) =>
  filter.kind === 'choice' ? Object.entries(filter.alias ?? {}) : []

/** Every path a filter looks at. */
export const filterPaths = (filter: Filter, source: TSchema): string[] => [
  filter.path,
  ...aliasesOf(filter).map(([, path]) => path),
  ...[seenByPath(filter, source) ?? []].flat(),
]
