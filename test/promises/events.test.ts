// What an event promises that tells what a status became: it is fired by the load that changes the status, and by no other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events } from '../../src/api/events.ts'
import { recordTypes } from '../../src/api/index.ts'
import { nodeOf } from '../../src/shape/shape.ts'
import { samples, shownSampleLines } from '../support/samples.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
assert.equal((await server.load(shownSampleLines())).rejected, 0)

const statusesOf = (type: string) =>
  nodeOf(recordTypes.find(known => known.type === type)!.record).properties!.status!.enum as string[]

/** Loads the sample under this id with a status. */
function loadWith(type: string, id: string, status: string) {
  const { record, facts = {} } = samples.get(type)!
  return server.load([{ type, record: { ...record, id, status }, facts }])
}

for (const { name, object, statuses = [] } of events.filter(event => event.statuses))
  test(`${name} is told when the status of a record becomes ${statuses.join(' or ')}, once`, async () => {
    for (const status of statuses) {
      let told = 0
      for (const before of statusesOf(object).filter(word => !statuses.includes(word))) {
        const id = `${name} ${before} ${status}`.replaceAll(/[_ ]/g, '-')
        assert.equal((await loadWith(object, id, before)).events[name], undefined, 'it is new')
        const { events: fired, rejected } = await loadWith(object, id, status)
        if (rejected) continue
        told += fired[name] ?? 0
        assert.equal((await loadWith(object, id, status)).events[name], undefined, 'it is the same again')
      }
      assert.ok(told > 0, `it became ${status}`)
    }
  })
