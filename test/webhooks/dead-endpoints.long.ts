// The same over a minute, in which every dead one is tried, paused and tried again.
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

test('beside 20 dead endpoints a healthy one hears within a second for a minute', async t => {
  const latency = await besideDeadOnes(server, { dead: 20, perSecond: 50, seconds: 60 })
  assert.ok(latency.p99Ms < 1000, JSON.stringify(latency))
  t.diagnostic(JSON.stringify(latency))
})
