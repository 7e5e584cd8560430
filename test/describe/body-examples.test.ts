// The bodies that the reference shows: each is sent as it stands, and what is said to come back comes back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoKeys } from '../../demo/programme.ts'
import { bodyExamples } from '../../src/describe/examples.ts'
import { linesForNewWorkers } from '../support/demo-lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load(linesForNewWorkers())
const agency = await server.key('agency', demoKeys.agency)

/** What another run or another day gives differently, left out. */
const settled = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, inner) => {
    if (typeof inner !== 'string') return inner
    if (inner.includes('/files/')) return 'a link'
    if (/^\d{4}-\d\d-\d\dT/.test(inner)) return 'a time'
    return ['id', 'reference'].includes(name) ? name : inner
  })

for (const [operation, bodies] of Object.entries(bodyExamples)) {
  const [method, path] = operation.split(' ') as [string, string]
  for (const [index, { title, body, answer }] of bodies.entries()) {
    test(`${operation}, ${title}: it is taken, and answered as it is said`, async () => {
      const init = {
        method,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `example-${index}` },
        body: JSON.stringify(body),
      }
      const reply = await server.get(path, agency, init)
      assert.equal(reply.status, 200, reply.text)
      assert.deepEqual(settled(answer), settled(reply.body), reply.text)
    })
  }
}
