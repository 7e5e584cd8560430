// What is wrong with the samples of record types: what a load would refuse, and what they name that is no sample.
import { readdirSync } from 'node:fs'
import { recordTypes } from '../src/api/index.ts'
import { hasSample, sampleOf } from '../src/api/samples.ts'
import { sealOf } from '../src/encryption/sealing.ts'
import { secretsOf } from '../src/encryption/secret.ts'
import { orNearest } from '../src/errors/nearest.ts'
import { lineReader } from '../src/load/read.ts'
import type { RecordType } from '../src/record-types/record-type.ts'
import { faultTexts, InvalidValue } from '../src/shape/invalid-value.ts'
import { type Node, nodeOf, withoutNull } from '../src/shape/shape.ts'

const typeNames = ['file', ...recordTypes.map(({ type }) => type)]
const readSample = lineReader(recordTypes, {
  takesComputed: true,
  seal: sealOf(secretsOf(['a secret for samples alone'])),
})

export const sampleFaults = (): string[] => [
  ...recordTypes.flatMap(sampleFault),
  ...samplesOfNothing().map(
    type => `src/api/samples/${type}.json is of a type that there is none of${orNearest(type, typeNames)}`,
  ),
]

function samplesOfNothing(): string[] {
  const files = readdirSync(new URL('../src/api/samples', import.meta.url))
  return files.map(file => file.replace(/\.json$/, '')).filter(type => !typeNames.includes(type))
}

/** Why the sample of a type would not be loaded. */
function sampleFault({ type, record }: RecordType): string[] {
  try {
    const sample = sampleOf(type)
    if (sample.type !== type) return [`src/api/samples/${type}.json says that it is of type "${sample.type}"`]
    readSample(JSON.stringify(sample), 1)
    return [...strangersIn(nodeOf(record), sample.record, 'record')].map(
      fault => `src/api/samples/${type}.json: ${fault}`,
    )
  } catch (error) {
    if (!(error instanceof InvalidValue)) return [(error as Error).message]
    const [fault] = faultTexts(error)
    return [`src/api/samples/${type}.json: ${fault!.path} ${fault!.reason}; ${fault!.hint}`]
  }
}

/** References to records that no sample loads. */
function* strangersIn(given: Node, value: unknown, path: string): Generator<string> {
  if (value === null || typeof value !== 'object') return
  const { node } = withoutNull(given)
  const named = node['x-reference']
  if (named !== undefined) {
    const { id } = value as { id: string }
    const known = hasSample(named) ? sampleOf(named).record.id : id
    if (id !== known) yield `${path} names the ${named} ${id}, and the sample of ${named} is ${known}`
  } else if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* strangersIn(node.items!, item, `${path}[${at}]`)
  else
    for (const [name, child] of Object.entries(node.properties ?? {}))
      yield* strangersIn(child, (value as Record<string, unknown>)[name], `${path}.${name}`)
}
