// Filters of a list: the parameter each one is, and the condition it becomes.
import type { Caller } from '../../access/caller.ts'
import { viewerOf } from '../../access/viewer.ts'
import { columnFor } from '../../record-types/columns.ts'
import { aliasesOf, type ChoiceOptions, type Filter, seenByPath } from '../../record-types/filter.ts'
import { stepsAlong } from '../../record-types/walls.ts'
import { gistAt, placeAt } from '../../shape/path.ts'
import { nodeOf, type TSchema } from '../../shape/shape.ts'
import { columnName } from '../../shape/stored.ts'
import {
  type AllowedValues,
  choiceParameter,
  idsParameter,
  oneIdParameter,
  type Parameter,
} from '../operation/parameter.ts'
import type { Condition } from './plan.ts'

export function filterParameter(name: string, filter: Filter, source: TSchema): Parameter {
  const called = name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  if (filter.kind === 'ids') {
    const said = `Only records of these ${pluralOf(called)}: ids, comma-separated`
    const list = idsParameter(name, said, filter.repeats ? { repeats: true } : {})
    return { ...list, ...(filter.note && { note: filter.note }) }
  }
  if (filter.kind === 'id')
    return { ...oneIdParameter(name, `Only records of this ${called}: one id`), brief: `one ${called} id` }
  if (filter.kind !== 'choice')
    return {
      ...choiceParameter(
        name,
        ['active', 'inactive'],
        'Only the active or only the inactive ones; omitted = all',
      ),
      brief: 'omitted = all',
    }
  const gist = gistAt(source, filter.path)
  const { meanings = {} } = filter
  const notes = Object.entries(meanings).map(([word, meaning]) => `${word} = ${meaning}`)
  const said = [gist ? `By ${name}: ${gist}` : `By ${name}`, ...notes].join('; ')
  const words = { ...placeAt(source, filter.path)?.node['x-words'], ...meanings }
  return {
    ...choiceParameter(name, allowedBy(filter, source), said, words),
    ...(gist && { brief: [gist, ...notes].join('; ') }),
  }
}

const pluralOf = (noun: string) => `${noun}s`.replace(/ys$/, 'ies')

function allowedBy(
  { path, alias = {}, agency }: { path: string } & ChoiceOptions,
  source: TSchema,
): AllowedValues {
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
  const crossed = filter.kind === 'ids' && filter.agencies ? stepsAlong(nodeOf(source), filter.path) : []
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
