// The samples beside the declarations, for tests of what every operation promises.
import { operations, recordTypes } from '../../src/api/index.ts'
import { type SampleRecord, sampleOf } from '../../src/api/samples.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'

export const samples: ReadonlyMap<string, SampleRecord> = new Map(
  recordTypes.map(({ type }) => [type, sampleOf(type)]),
)

/** The id of a sample of the type whose id this operation's path takes. */
export function sampleId({ path }: Operation): string {
  const list = path.slice(0, path.indexOf('/{id}'))
  const reading = operations.find(
    other => other.reads && (other.path === list || other.path === `${list}/{id}`),
  )
  return samples.get(reading!.reads!)!.record.id
}
