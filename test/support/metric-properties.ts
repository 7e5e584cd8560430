// The promise that recruitment metrics are what a slow reading of the loaded lines gives, on random programmes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { worker } from './lines.ts'
import { linesOf, type Programme, programme, slowFill, slowHours, slowRows } from './metric-programmes.ts'
import { type Json, testServer } from './server.ts'

const groupings = [
  'all',
  'company',
  'project',
  'agency',
  'month',
  'week',
  'company,month',
  'week,agency,project',
]

const byKey = (a: Json, b: Json) => (keyOf(a) < keyOf(b) ? -1 : 1)
const keyOf = (row: Json) => [row.reqRef, row.supplier, row.worker].join()

/** Programmes pile up in one database: what the others hold must not matter either. */
export async function promiseMetrics(runs: number): Promise<void> {
  const server = await testServer()
  await server.load([0, 1, 2, 3].map(index => worker(`mw${index}`)))
  let number = 0

  async function check(one: Programme): Promise<void> {
    const key = `m${number++}`
    const report = await server.load(linesOf(one, key))
    assert.equal(report.rejected, 0)
    const secret = await server.key('company', [`${key}c0`, `${key}c1`])
    const get = async (query: string): Promise<Json> =>
      (await server.get(`/requisitions/recruitment-metrics?limit=200&${query}`, secret)).body
    const { data, meta } = await get('')
    const expected = slowRows(one)
    assert.deepEqual(data.toSorted(byKey), expected.toSorted(byKey))
    const withdrawn = expected.filter(row => row.hasWithdrawn).length
    assert.deepEqual([meta.total, meta.withdrawalSummary.withdrawn], [expected.length, withdrawn])
    for (const groupBy of groupings) {
      const words = groupBy.split(',')
      assert.deepEqual(
        (await get(`metric=timeToFill&groupBy=${groupBy}`)).data,
        slowFill(one, words),
        groupBy,
      )
      const hours = await get(`metric=workersOverHours&groupBy=${groupBy}&hoursThreshold=48`)
      assert.deepEqual(hours.data, slowHours(one, words, 48), groupBy)
    }
  }

  test(`metrics of ${runs} random programmes are what a slow reading of their lines gives`, async () => {
    await fc.assert(fc.asyncProperty(programme, check), {
      numRuns: runs,
      seed: 411,
      endOnFailure: runs > 100,
    })
  })
}
