// An example of each parameter, by its kind: a word that it takes, or the id of a record that the demo programme has.
import { hasSample, sampleOf } from '../api/samples.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import type { Parameter } from '../kernel/operation/parameter.ts'
import { type Node, nodeOf } from '../shape/shape.ts'
import { examples } from './examples.ts'

/** Of the kind that the published schema says; nothing where no example has such an id. */
export function exampleOf(parameter: Parameter, { method, path, list }: Operation): unknown {
  // What is worked out of a list takes what the list takes.
  const own = examples.get(`${method} ${list === undefined ? path : `/${list}`}`)?.answer
  const value = parameter.example ?? bySchema(parameter) ?? byRecords(parameter, own)
  return parameter.several && value !== undefined ? [value] : value
}

function bySchema({ schema, choices }: Parameter): unknown {
  const { enum: words, default: usual, type } = nodeOf(schema) as Node & { default?: unknown }
  if (choices) return choices.company.find(word => choices.agency.includes(word))
  return words?.[0] ?? usual ?? (type === 'boolean' ? true : undefined)
}

function byRecords({ name, schema }: Parameter, own: unknown): string | undefined {
  const { pattern } = nodeOf(schema) as { pattern?: string }
  if (pattern === undefined) return textIn(own, 'reference') ?? textIn(own, 'name')
  const noun = name.replace(/Id$/, '')
  return idIn(own, noun) ?? sampleId(noun) ?? idIn([...examples.values()], noun)
}

/** The first text in it that is called so, at any depth. */
const textIn = (value: unknown, name: string): string | undefined =>
  first(entriesOf(value), ([key, inner]) =>
    key === name && typeof inner === 'string' ? inner : textIn(inner, name),
  )

/** The first id in it of what has this name: `agency: {id}`, `agencies: [{id}]` or `company: id`. */
const idIn = (value: unknown, noun: string): string | undefined =>
  first(entriesOf(value), ([key, inner]) => {
    const one = Array.isArray(inner) ? inner[0] : inner
    const id = key === noun || key === pluralOf(noun) ? (one?.id ?? one) : undefined
    return isDemoId(id) ? id : idIn(inner, noun)
  })

const sampleId = (type: string) => (hasSample(type) ? sampleOf(type).record.id : undefined)

const pluralOf = (noun: string) => `${noun}s`.replace(/ys$/, 'ies')
const isDemoId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{24}$/.test(value)

// biome-ignore lint/suspicious/noExplicitAny: an answer, walked freely
const entriesOf = (value: unknown): [string, any][] =>
  value !== null && typeof value === 'object' ? Object.entries(value) : []

function first<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
