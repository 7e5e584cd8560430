// Places for exports are taken in turn: no owner has more than its share, and those who wait are served whoever asks most.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../src/access/caller.ts'
import { type ExportPlace, ExportPlaces } from '../../src/sharing/export-places.ts'

const callerOf = (owner: string, keyId = `key of ${owner}`) =>
  ({ kind: 'company', keyId, companies: [{ id: owner }], agencies: [] }) as unknown as Caller
const limits = { perKey: 2, atOnce: 4, waitMs: 60_000 }
const settled = () => new Promise(setImmediate)

/** Enters, and says when it has a place. */
function entering(places: ExportPlaces, owner: string, keyId?: string) {
  const self: { place?: ExportPlace; refused?: { code: string } } = {}
  places.enter(callerOf(owner, keyId)).then(
    place => {
      self.place = place
    },
    refused => {
      self.refused = refused
    },
  )
  return self
}

test('a place ends when all rows are read, whether they were sent or not', async () => {
  const places = new ExportPlaces(limits)
  const begun = ['a', 'a', 'b', 'b'].map(owner => entering(places, owner))
  await settled()
  const late = entering(places, 'c')
  await settled()
  assert.equal(late.place, undefined)
  assert.deepEqual(places.counts(), { waiting: 1, reading: 4, sending: 0 })
  begun[0]!.place!.read()
  await settled()
  assert.ok(late.place)
  assert.deepEqual(places.counts(), { waiting: 0, reading: 4, sending: 1 })
  for (const { place } of [...begun, late]) place!.leave()
  assert.deepEqual(places.counts(), { waiting: 0, reading: 0, sending: 0 })
})

test('of many owners that ask on and on, an owner that comes waits for those before it, and for no second turn', async () => {
  const places = new ExportPlaces(limits)
  const hostile = Array.from({ length: 8 }, (_, n) => `hostile ${n}`)
  const begun = hostile.flatMap(owner => [entering(places, owner), entering(places, owner)])
  await settled()
  const honest = entering(places, 'honest')
  await settled()
  let turns = 0
  while (!honest.place) {
    const at = begun.findIndex(({ place }) => place)
    begun.splice(at, 1)[0]!.place!.leave()
    turns++
    begun.push(entering(places, hostile[turns % hostile.length]!))
    await settled()
  }
  assert.ok(turns <= 16, `${turns} turns of others`)
})

test('of those who wait, one whose owner reads nothing goes before a second of an owner that reads', async () => {
  const places = new ExportPlaces(limits)
  const begun = ['a', 'b', 'b', 'c'].map(owner => entering(places, owner))
  await settled()
  const second = entering(places, 'a')
  const first = entering(places, 'd')
  await settled()
  begun[1]!.place!.read()
  await settled()
  assert.ok(first.place && !second.place)
  begun[2]!.place!.read()
  await settled()
  assert.ok(second.place)
})

test('a key and an owner that have as many as they may are refused at once, and whoever waits too long in the end', async () => {
  const places = new ExportPlaces({ ...limits, waitMs: 30 })
  const begun = ['a', 'a', 'b', 'b'].map(owner => entering(places, owner))
  await settled()
  const refused = [entering(places, 'a'), entering(places, 'a', 'another key')]
  await settled()
  assert.deepEqual(
    refused.map(one => one.refused?.code),
    ['RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED'],
  )
  await assert.rejects(places.enter(callerOf('c')), { code: 'SERVICE_UNAVAILABLE' })
  assert.deepEqual(places.counts(), { waiting: 0, reading: 4, sending: 0 })
  for (const { place } of begun) place!.read()
  // What is only sent counts for its owner alone.
  const more = [entering(places, 'a', 'another key'), entering(places, 'a', 'another key')]
  await settled()
  assert.ok(more.every(({ place }) => place))
  for (const { place } of more) place!.read()
  const fifth = entering(places, 'a', 'a third key')
  const other = entering(places, 'c')
  await settled()
  assert.equal(fifth.refused?.code, 'RATE_LIMIT_EXCEEDED')
  assert.ok(other.place)
})
