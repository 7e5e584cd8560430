// How long requests took is counted as a well-known library counts it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Histogram, Registry } from 'prom-client'
import { durationsByRoute } from '../../src/server/metrics/durations.ts'
import { families } from '../../src/server/metrics/families.ts'

const name = 'muster_http_request_duration_seconds'
const request = fc.record({
  route: fc.constantFrom('/sites', '/timesheets/:id', 'none', 'odd "\\\n'),
  method: fc.constantFrom('GET', 'POST'),
  status: fc.constantFrom(200, 404, 503),
  seconds: fc.oneof(
    fc.constantFrom(0, 0.001, 0.0025, 0.25, 1, 5),
    fc.double({ min: 0, max: 12, noNaN: true }),
  ),
})

test('whatever was asked, the exposition has the lines that prom-client writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 60 }), async requests => {
      const registry = new Registry()
      const wanted = new Histogram({
        name,
        help: families[name].help,
        labelNames: ['route', 'method', 'status'],
        buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
        registers: [registry],
      })
      const own = durationsByRoute()
      for (const { route, method, status, seconds } of requests) {
        wanted.observe({ route, method, status }, seconds)
        own.observe(route, method, status, seconds)
      }
      const sorted = (text: string) => text.trim().split('\n').sort()
      assert.deepEqual(sorted(own.exposition()), sorted(await registry.metrics()))
    }),
  )
})
