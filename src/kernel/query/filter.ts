// Filters of a collection: the parameter each one is, and the condition it becomes.
import type { Caller } from '../../access/caller.ts'
import { viewerOf } from '../../access/viewer.ts'
import { gistAt, placeAt } from '../../shape/path.ts'
import { nodeOf, seenByProperty, type TSchema } from '../../shape/shape.ts'
import { columnName } from '../../shape/stored.ts'
import {
  type Allowed,
  choice as choiceParameter,
  idList,
  oneId,
  type Parameter,
} from '../operation/parameter.ts'
import { columnFor } from '../resource/columns.ts'
import { crossedBy } from '../resource/walls.ts'
import type { Condition } from './plan.ts'

type ChoiceOptions = {
  /** Words that stand for a flag instead of a value, each with the flag's path. */
  alias?: Readonly<Record<string, string>>
  /** What else is to be said of its words. */
  note?: string
  /** The words agency keys may use, where they may not use all. */
  agency?: readonly string[]
}

type IdsOptions = {
  /** May be given several times, where the contract says so. */
  repeats?: boolean
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

export function filterParameter(name: string, filter: Filter, source: TSchema): Parameter {
  const called = name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  if (filter.kind === 'ids') {
    const said = `Only those of these ${pluralOf(called)}: ids, comma-separated`
    return idList(name, said, filter.repeats ? { repeats: true } : {})
  }
  if (filter.kind === 'id') return oneId(name, `Only those of this ${called}: one id`)
  if (filter.kind !== 'choice')
    return choiceParameter(name, ['active', 'inactive'], 'Only the active or only the others; omitted = all')
  const gist = gistAt(source, filter.path)
  const said = [gist ? `By ${called}: ${gist}` : `By ${called}`, filter.note].filter(Boolean).join('; ')
  return choiceParameter(name, allowedBy(filter, source), said)
}

const pluralOf = (noun: string) => `${noun}s`.replace(/ys$/, 'ies')

function allowedBy({ path, alias = {}, agency }: { path: string } & ChoiceOptions, source: TSchema): Allowed {
  const values = placeAt(source, path)?.node.enum
  if (!values) throw new Error(`"${path}" lists no values to choose from`)
  const all = [...Object.keys(alias), ...values]
  return agency ? { company: all, agency } : all
}

/** The conditions that a filter's value becomes, for a caller. */
export function conditionsOf(
  filter: Filter,
  source: TSchema,
): (value: unknown, caller: Caller) => Condition[] {
  const { name: column, kind } = columnFor(source, filter.path, 'match')
  const flags = new Map(
    aliasesOf(filter).map(([word, path]) => [word, columnFor(source, path, 'match').name]),
  )
  const seenBy = seenByPath(filter, source)
  const seenColumn = seenBy && columnName(seenBy)
  const crossed = filter.kind === 'ids' && filter.agencies ? crossedBy(nodeOf(source), filter.path) : []
  const areLinked = crossed.some(({ node }) => node['x-linked-agency'])
  return (value, caller) => {
    if (narrowsReach(filter, caller)) return []
    const flag = flags.get(value as string)
    if (flag !== undefined) return [{ column: flag, in: [true] }]
    if (filter.kind === 'onOff') return [{ column, in: [value === 'active'] }]
    const values = [value].flat() as string[]
    // A company that is shown only linked agencies asks only for those.
    const shown = areLinked ? values.filter(id => caller.linkedAgencies.includes(id)) : values
    const condition = { column, in: shown, many: kind === 'texts' }
    return seenColumn ? [condition, { column: seenColumn, seenBy: viewerOf(caller).names }] : [condition]
  }
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

const aliasesOf = (filter: Filter) => (filter.kind === 'choice' ? Object.entries(filter.alias ?? {}) : [])

/** Every path a filter looks at. */
export const filterPaths = (filter: Filter, source: TSchema): string[] => [
  filter.path,
  ...aliasesOf(filter).map(([, path]) => path),
  ...[seenByPath(filter, source) ?? []].flat(),
]
