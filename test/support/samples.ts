// The samples beside the declarations, for tests of what every operation promises.
import { operations, recordTypes } from '../../src/api/index.ts'
import { type SampleRecord, sampleLines, sampleOf } from '../../src/api/samples.ts'
import { lastFullWeeks } from '../../src/formats/period.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'

export const samples: ReadonlyMap<string, SampleRecord> = new Map(
  recordTypes.map(({ type }) => [type, sampleOf(type)]),
)

/** The samples as lines, each such that its list shows it by itself: what lists show of the last weeks alone is of the last. */
export const shownSampleLines = (types: readonly { type: string }[] = recordTypes): object[] =>
  (sampleLines(types) as SampleRecord[]).map(shownToday)

export function shownToday<S extends SampleRecord>(sample: S): S {
  if (sample.type !== 'billingCheck') return sample
  const { to } = lastFullWeeks(1, new Date().toISOString().slice(0, 10))
  return { ...sample, record: { ...sample.record, weekEnding: `${to}T00:00:00.000Z` } }
}

/** The id of a sample of the type whose id this operation's path takes. */
export function sampleId({ path }: Operation): string {
  const list = path.slice(0, path.indexOf('/{id}'))
  const reading = operations.find(
    other => other.reads && (other.path === list || other.path === `${list}/{id}`),
  )
  return samples.get(reading!.reads!)!.record.id
}
