// Dead endpoints never delay a healthy one: they take fifteen seconds each, it hears at once. How soon to the
// millisecond is measured by the long run and the bench, on a machine that does nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rivals, timesheet } from '../support/lines.ts'
import { testServer } from '../support/server.ts'
import { besideDeadOnes } from './dead-endpoints.ts'

const server = await testServer()
await server.load([
  ...rivals(),
  timesheet('t1', { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }),
])

test('a healthy endpoint does not wait for 20 dead ones beside it', async t => {
  const latency = await besideDeadOnes(server, { dead: 20, perSecond: 25, seconds: 3 })
  assert.equal(latency.arrived, 75)
  assert.ok(latency.p99Ms < 5000, JSON.stringify(latency))
  t.diagnostic(JSON.stringify(latency))
})
