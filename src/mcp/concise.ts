// A record in short: plain values, names, small objects of plain values, what it comes to in money. Personal or
// confidential values, links to files and long lists are left to those who ask for the full record.

import type { CallerKind } from '../access/caller.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { type Fields, fieldsAt, onlyFields } from '../shape/fields.ts'
import { type Node, nodeOf, withoutNull } from '../shape/shape.ts'

const mostInside = 12

const isPlain = (node: Node) =>
  ['string', 'number', 'integer', 'boolean'].includes(node.type ?? '') && !node['x-file']

function isSmall(given: Node): boolean {
  const { node } = withoutNull(given)
  if (isPlain(node)) return true
  const inside = Object.values(node.properties ?? {}).map(child => withoutNull(child).node)
  return inside.length > 0 && inside.length <= mostInside && inside.every(isPlain)
}

/** A list of names, such as the trades of a worker. */
function isNames(given: Node): boolean {
  const { node } = withoutNull(given)
  const names = Object.keys(withoutNull(node.items ?? ({} as Node)).node.properties ?? {})
  return names.length > 0 && names.every(name => ['id', 'name', 'reference', 'active'].includes(name))
}

/** So many numbers in objects of an object: the rates of a trade are kept whole. */
const mostNumbers = 16

const isNumber = ({ type }: Node) => type === 'number' || type === 'integer'
const insideOf = (given: Node): [string, Node][] =>
  Object.entries(given.properties ?? {}).map(([name, child]) => [name, withoutNull(child).node])

/** Money that lies deeper: all of it where it is little, else the totals. */
function moneyIn(name: string, given: Node): string[] {
  const inside = insideOf(withoutNull(given).node)
  const leaves = inside.flatMap(([, child]) =>
    child.properties ? insideOf(child).map(([, leaf]) => leaf) : child,
  )
  if (leaves.length === 0 || !leaves.every(isNumber)) return []
  if (leaves.length <= mostNumbers) return [name]
  return inside.flatMap(([own, child]) =>
    isNumber(child) ? `${name}.${own}` : child.properties?.total ? `${name}.${own}.total` : [],
  )
}

function gistOf(record: Node): string[] {
  return Object.entries(record.properties ?? {})
    .filter(([, node]) => !node['x-discreet'] && !node['x-hidden'])
    .flatMap(([name, node]) => (isSmall(node) || isNames(node) ? name : moneyIn(name, node)))
}

/** The kinds of records that may come beside the entries of a feed. */
const besideEntries = ({ shape, answers }: Operation): readonly Node[] =>
  (shape === 'feed' && nodeOf(answers).items!.properties?.record?.anyOf) || []

/** What is the gist of some kind of record, and discreet in none. */
function gistOfAny(records: readonly Node[]): string[] {
  const discreet = records.flatMap(({ properties = {} }) =>
    Object.keys(properties).filter(name => properties[name]!['x-discreet']),
  )
  return [...new Set(records.flatMap(gistOf))].filter(name => !discreet.includes(name))
}

/** Whether an operation's records have more than their gist: figures have not. */
export const hasGist = (operation: Operation) =>
  operation.method === 'GET' &&
  operation.list === undefined &&
  (operation.reads !== undefined || operation.shape === 'list' || besideEntries(operation).length > 0)

const kept = new WeakMap<Operation, readonly string[]>()

function gistNames(operation: Operation): readonly string[] {
  const known = kept.get(operation)
  if (known) return known
  const node = nodeOf(operation.answers)
  const record = operation.shape === 'single' ? node : node.items!
  const beside = gistOfAny(besideEntries(operation)).map(name => `record.${name}`)
  const names = [...new Set((record.anyOf ?? [record]).flatMap(gistOf)), ...beside]
  kept.set(operation, names)
  return names
}

type Query = Readonly<Record<string, unknown>>

const isGiven = (query: Query, name: string) => String(query[name]) === 'true'

/** The gist, and what was asked for by a flag. */
function keptFields(operation: Operation, query: Query): Fields {
  const added = operation.parameters
    .filter(({ name }) => isGiven(query, name))
    .flatMap(({ adds }) => adds ?? [])
  return fieldsAt([...gistNames(operation), ...added])
}

/** The data of an answer cut down to that. */
export const conciseData = (operation: Operation, query: Query, data: unknown): unknown =>
  onlyFields(data, keptFields(operation, query))

/** What the records of an answer have besides. What none of them has is not left out: it is not there. */
export function leftOutOf(operation: Operation, query: Query, data: unknown): string[] {
  const kept = keptFields(operation, query)
  const names = new Set<string>()
  for (const one of [data].flat())
    for (const [name, value] of Object.entries(one as object)) {
      const want = kept.get(name)
      if (want === undefined && !isEmpty(value)) names.add(name)
      if (want instanceof Map && sizeOf(value) > sizeOf(onlyFields(value, want)))
        names.add(`the rest of ${name}`)
    }
  return [...names]
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0

/** The flags that would add something, and were not given. */
export const flagsLeft = (operation: Operation, query: Query, kind: CallerKind | undefined) =>
  operation.feature
    ? []
    : operation.parameters.filter(
        ({ name, adds, callers }) => adds && !isGiven(query, name) && (!callers || callers === kind),
      )
