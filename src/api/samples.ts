// One record of each type as it is loaded, beside its declaration: for the documents, the examples, and the tests of what
// every type promises.
import { existsSync, readFileSync } from 'node:fs'

export type SampleRecord = {
  type: string
  record: Record<string, unknown> & { id: string }
  facts?: Record<string, unknown>
}

const placeOf = (type: string) => new URL(`samples/${type}.json`, import.meta.url)

export const hasSample = (type: string): boolean => existsSync(placeOf(type))

export function sampleOf(type: string): SampleRecord {
  if (!hasSample(type))
    throw new Error(
      `There is no sample of "${type}": write one record, as it is loaded, to src/api/samples/${type}.json`,
    )
  return JSON.parse(readFileSync(placeOf(type), 'utf8'))
}

/** Lines that load a sample of each of these types, in this order, and the file that they name. */
export const sampleLines = (types: readonly { type: string }[]): object[] => [
  sampleOf('file'),
  ...types.map(({ type }) => sampleOf(type)),
]
