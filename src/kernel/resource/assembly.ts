// Checks that the declarations fit together, so that what was forgotten is named at the start and not at a request.

import { type CallerKind, callerKinds } from '../../access/caller.ts'
import { allowsKind } from '../../access/permit.ts'
import { isHiddenFrom } from '../../access/shown-to.ts'
import { nearestWord } from '../../errors/nearest.ts'
import type { RecordType, Reference } from '../../record-types/record-type.ts'
import { leadsNowhere, unknownWord } from '../../record-types/walls.ts'
import { placeAt } from '../../shape/path.ts'
import { nodeOf } from '../../shape/shape.ts'
import type { Operation } from '../operation/operation.ts'

/** What an event says of the other declarations. */
type AssembledEvent = {
  name: string
  object: string
  cause: string
  fetch: string
  scopes: readonly string[]
  hears: readonly CallerKind[]
  statuses?: readonly string[]
}

export type Assembly = {
  operations: readonly Operation[]
  recordTypes: readonly RecordType[]
  scopes: readonly string[]
  events?: readonly AssembledEvent[]
}

export function checkAssembly({ operations, recordTypes, scopes, events = [] }: Assembly): void {
  const types = new Map(recordTypes.map(type => [type.type, type]))
  const features = recordTypes.flatMap(({ keyOwner }) => Object.keys(keyOwner?.features ?? {}))
  const problems = [
    ...twice(recordTypes.map(type => type.type)).map(type => `the record type ${type} is listed twice`),
    ...twice(operations.map(({ method, path }) => `${method} ${path}`)).map(one => `${one} is listed twice`),
    ...toolFaults(operations),
    ...operations.flatMap(nameFaults),
    ...twice(events.map(({ name }) => name)).map(one => `the event ${one} is listed twice`),
    ...scopeFaults(operations, scopes),
    ...unlistedTypes(operations, types),
    ...operations.flatMap(one => operationFaults(one, features)),
    ...recordTypes.flatMap(type => [
      ...strangers(type, types),
      ...farPaths(type, types),
      ...type.mentions.flatMap(mention => copyFaults(type, mention, types)),
    ]),
    ...events.flatMap(event => [...eventFaults(event, operations, types), ...statusFaults(event, types)]),
  ]
  if (problems.length > 0) throw new Error(`The declarations do not fit together: ${problems.join('; ')}`)
}

const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)

const nameFaults = ({ name, method, path }: Operation): string[] =>
  /^[a-z]+[A-Z][A-Za-z]*$/.test(name)
    ? []
    : [`${method} ${path} is called "${name}": a verb and what it is about, such as getGateList`]

/** One tool may serve several lists, and then each says which it is of. */
function toolFaults(operations: readonly Operation[]): string[] {
  const own = operations.filter(({ list, topic }) => list === undefined && topic === undefined)
  return twice(own.map(({ tool }) => tool)).map(tool => {
    const paths = own.filter(one => one.tool === tool).map(({ path }) => path)
    return `the tool ${tool} is given to each of ${paths.join(', ')}`
  })
}

/** A mistake is one sentence, however many operations share it: a scope is named by the first that needs it. */
function scopeFaults(operations: readonly Operation[], scopes: readonly string[]): string[] {
  const needed = new Map<string, string>(
    operations.toReversed().flatMap(({ scopes, path }) => scopes.map(scope => [scope, path] as const)),
  )
  const unused = scopes.filter(scope => !needed.has(scope))
  const unlisted = [...needed.keys()].filter(scope => !scopes.includes(scope))
  const meant = new Map(unlisted.map(scope => [scope, nearestWord(scope, unused)]))
  return [
    ...[...meant].map(([scope, other]) =>
      other === undefined
        ? `${needed.get(scope)} needs the scope ${scope}: add it to src/api/scopes.ts`
        : `${needed.get(scope)} needs the scope ${scope}, which src/api/scopes.ts does not have; the nearest one is "${other}"`,
    ),
    ...unused
      .filter(scope => ![...meant.values()].includes(scope))
      .map(scope => `the scope ${scope} opens nothing: take it out of src/api/scopes.ts`),
  ]
}

type Types = ReadonlyMap<string, RecordType>

function unlistedTypes(operations: readonly Operation[], types: Types): string[] {
  const read = new Map(operations.toReversed().flatMap(({ reads, path }) => (reads ? [[reads, path]] : [])))
  return [...read]
    .filter(([type]) => !types.has(type))
    .map(([type, path]) => `${path} reads ${type}: add its \`stored\` to recordTypes in src/api/index.ts`)
}

function operationFaults(
  { path, reads, byIds, feature, parameters, answers }: Operation,
  features: readonly string[],
): string[] {
  return [
    ...(reads && !byIds
      ? [`${path} reads ${reads}: give it byIds, so that changes can bring its records`]
      : []),
    ...parameters.flatMap(({ name, adds = [] }) =>
      adds.flatMap(added => leadsNowhere(answers, { place: `${path}?${name}`, path: added }) ?? []),
    ),
    ...(feature === undefined ? [] : [feature]).flatMap(
      word =>
        unknownWord(`${path} needs the feature ${word}, which no owner of keys has`, word, features) ?? [],
    ),
  ]
}

/** Types that a record type names and that are not declared. */
function strangers(type: RecordType, types: Types): string[] {
  const transitions = Object.values(type.forbiddenTransitions ?? {}).flat()
  const named = [
    ...type.mentions.map(({ path, type }) => [path, type] as const),
    ...type.people.map(({ names, type }) => [names.join('.'), type] as const),
    ...type.derivations.map(({ by, type }) => [by.join(), type] as const),
    ...Object.entries(type.counts).map(([name, count]) => [name, count.type] as const),
    ...Object.entries(type.names ?? {}),
    ...grantsOf(type).map(grant => ['owners', grant.type] as const),
    ...transitions.flatMap(one =>
      typeof one === 'object' && 'named' in one ? one.named.map(name => ['status', name] as const) : [],
    ),
  ]
  return named
    .filter(([, name]) => name !== 'file')
    .flatMap(
      ([path, name]) =>
        unknownWord(`${type.type}.${path} names ${name}, which is not listed`, name, [...types.keys()]) ?? [],
    )
}

const grantsOf = ({ owners }: RecordType) =>
  (owners?.company?.grants ?? []).flatMap(grant => ('own' in grant ? [] : [grant]))

/** Paths into records of other types that lead nowhere. */
function farPaths(type: RecordType, types: Types): string[] {
  const words = [
    ...Object.entries(type.counts).map(([name, { type: other, by }]) => ({
      other,
      word: { place: `${type.type}.${name}, counted by ${other},`, path: by },
    })),
    ...grantsOf(type).flatMap(({ type: other, by, owner, agency, tokens }) =>
      [by, owner, agency, tokens].flatMap(path =>
        path === undefined
          ? []
          : [{ other, word: { place: `${type.type}.owners, granted by ${other},`, path } }],
      ),
    ),
  ]
  return words.flatMap(({ other, word }) => {
    const found = types.get(other)
    return (found && leadsNowhere(found.source, word)) ?? []
  })
}

/** What a reference repeats, everybody is shown who sees the record that names it: it has to be there, and open. */
function copyFaults(type: RecordType, { path, type: other, copied }: Reference, types: Types): string[] {
  const named = types.get(other)
  if (!named) return []
  return copied.flatMap(name => {
    if (name === 'nanoid') return []
    const at = `${type.type}.${path} repeats the ${name} of ${other}`
    // What has no name goes by its reference.
    const place =
      placeAt(named.record, name) ?? (name === 'name' ? placeAt(named.record, 'reference') : undefined)
    if (!place)
      return [unknownWord(`${at}, which has none`, name, Object.keys(nodeOf(named.record).properties!))!]
    const { properties = {} } = nodeOf(named.record)
    const node = properties[name]
    return node && callerKinds.some(kind => isHiddenFrom(kind, node))
      ? [`${at}, which not everybody is shown who sees the ${other}`]
      : []
  })
}

/** Whoever is told of a record must be able to fetch it. */
function eventFaults(event: AssembledEvent, operations: readonly Operation[], types: Types): string[] {
  const { name, object, cause, fetch, scopes, hears } = event
  const said = `the event ${name}`
  const paths = operations.flatMap(({ method, path }) =>
    method === 'GET' && path.endsWith('/{id}') ? path : [],
  )
  const operation = operations.find(({ method, path }) => method === 'GET' && path === fetch)
  const strangers = Object.entries({ object, cause }).map(([word, type]) =>
    unknownWord(`${said} has the ${word} ${type}, which is no type of record`, type, [...types.keys()]),
  )
  return [
    ...strangers,
    unknownWord(`${said} is fetched with GET ${fetch}, which is no operation`, fetch, paths),
    operation?.reads !== undefined && operation.reads !== object
      ? `${said} is about ${object}, and GET ${fetch} reads ${operation.reads}`
      : undefined,
    // It may need more, where it tells more than the record.
    operation && !operation.scopes.every(scope => scopes.includes(scope))
      ? `${said} needs the scope ${scopes.join(' and ')}, and GET ${fetch} needs ${operation.scopes.join(' and ')}`
      : undefined,
    ...hears.map(kind =>
      operation && !allowsKind(operation, kind)
        ? `${said} is heard by ${kind} keys, to which GET ${fetch} is refused: give it hears`
        : undefined,
    ),
  ].filter(fault => fault !== undefined)
}

/** A status that no record can have would be told to nobody, ever. */
function statusFaults({ name, cause, statuses = [] }: AssembledEvent, types: Types): string[] {
  const type = types.get(cause)
  if (!type) return []
  const known = placeAt(type.record, 'status')?.node.enum?.map(String) ?? []
  return statuses.flatMap(
    status =>
      unknownWord(
        `the event ${name} is fired by "${status}", which is no status of ${cause}`,
        status,
        known,
      ) ?? [],
  )
}
