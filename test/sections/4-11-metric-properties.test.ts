// §2.17, §4.11: recruitment metrics against a slow, obvious re-implementation; the long run has more cases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { stageRows, submissionRows } from '../../src/api/recruitment-metrics/kept-rows.ts'
import { spreadOf } from '../../src/api/recruitment-metrics/quantiles.ts'
import { metricRow, type StageSetting, type SubmissionRow } from '../../src/api/recruitment-metrics/rows.ts'
import { isoWeek } from '../../src/kernel/query/figures.ts'
import type { Child } from '../../src/record-types/child.ts'
import type { StoredRecord } from '../../src/shape/stored.ts'
import type { Line } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { linesOf, programme, slowRows, slowSpread, slowWeek } from '../support/metric-programmes.ts'
import { promiseMetrics } from '../support/metric-properties.ts'

await promiseMetrics(12, 25)

/** A line as it is stored: what it mentions has its name. */
function storedOf({ record, facts = {} }: Line): StoredRecord {
  const named = (id: string) => ({
    ...(/p\d$/.test(id) && { name: `Project ${id.at(-1)}` }),
    ...(/a\d$/.test(id) && { name: `Agency ${id.at(-1)}` }),
    ...(/^mw\d$/.test(id) && { name: `Ada ${id}` }),
  })
  const text = JSON.stringify({ record, facts })
  return JSON.parse(text, (_, value) =>
    typeof value?.id === 'string' ? { ...value, ...named(value.id) } : value,
  )
}

const keptRows = (child: Child, stored: StoredRecord) =>
  child.rows(stored).map(cells => Object.fromEntries(child.columns.map(({ name }, at) => [name, cells[at]])))

test('rows kept by the writer and the figures made of them are those of a slow reading', () => {
  fc.assert(
    fc.property(programme, one => {
      const lines = linesOf(one, 'x').map(storedOf)
      const settings = lines
        .slice(0, 2)
        .map(company => keptRows(stageRows, company) as unknown as StageSetting[])
      const rows = lines
        .filter(({ record }) => 'quantity' in record)
        .flatMap(stored =>
          keptRows(submissionRows, stored).map(row =>
            metricRow(row as unknown as SubmissionRow, settings[row.company_id === 'xc0' ? 0 : 1]!),
          ),
        )
      assert.deepEqual(rows, slowRows(one))
    }),
    { numRuns: isLong ? 1000 : 100, seed: 411 },
  )
})

test('quantiles, bounds and outliers of any durations are those of the definition', () => {
  const days = fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: -5, max: 30 }) },
    fc.integer({ min: -400, max: 4000 }),
  )
  fc.assert(
    fc.property(fc.array(days, { minLength: 1, maxLength: 60 }), values => {
      assert.deepEqual(spreadOf(values), slowSpread(values))
    }),
    { numRuns: 1000, seed: 411 },
  )
})

test('every day of forty years has the ISO week that counting from its first Monday gives', () => {
  for (let at = Date.UTC(2000, 0, 1); at < Date.UTC(2040, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10)
    assert.equal(isoWeek(day), slowWeek(day), day)
  }
})
