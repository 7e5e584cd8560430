// The days before an end on which an endpoint is told of clearance_expiring: those that it asks for, once each, whatever others ask
// for, and nothing that has passed; feeds have the usual days.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { usualExpiringDays } from '../../src/api/clearances/telling.ts'
import { runAll } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { recoverDeliveries } from '../../src/store/webhooks/deliveries.ts'
import { updateEndpoint } from '../../src/store/webhooks/endpoints.ts'
import { endpointAt } from '../webhooks/outbox.ts'
import { toldWorld, worldUntil } from './told-world.ts'

const { server, begin, onDay, write, noteEverybody } = await toldWorld()
const { database } = server

/** Until the end of June: the first day that is not cleared is 1 July. */
beforeEach(async () => {
  await begin(worldUntil('2026-06-30'), '2026-03-02')
  await runAll(database, sql`delete from endpoint`)
})

/** An endpoint that has asked for these days on a day. */
async function asking(
  daysBefore: number[] | undefined,
  on = '2026-03-02',
  more: Parameters<typeof endpointAt>[2] = {},
): Promise<string> {
  const { endpoint } = await endpointAt(database, 'https://example.com/', {
    ...(daysBefore && { daysBefore }),
    ...more,
  })
  await since(endpoint.id, on)
  return endpoint.id
}

const since = (id: string, day: string) =>
  database.rows(sql`
    update endpoint_days set since = ${day}::date
    where endpoint_id = ${id} and since is not null and since > ${day}::date`)

const heardBy = (id: string) =>
  database.column(sql`
    select e.type || ' ' || coalesce(lower(e.days)::text, '') from delivery d join event e on e.seq = d.event_seq
    where d.endpoint_id = ${id} order by d.event_seq`)

/** How many days before the end each was told. */
const expiring = (...days: number[]) => days.map(left => `clearance_expiring ${left}`)

const dayWith = (days: number) =>
  new Date(Date.parse('2026-07-01') - days * 86_400_000).toISOString().slice(0, 10)

async function pass(...days: number[]): Promise<void> {
  for (const left of days) await onDay(dayWith(left))
}

const inFeeds = async (owner: string) =>
  (
    await database.column(sql`
      select lower(e.days)::text from event e join event_owner o using (seq) where o.owner = ${owner} order by e.seq`)
  ).map(Number)

test('an endpoint is told on the days it asks for, others on the usual ones, and so are feeds', async () => {
  const own = await asking([60, 30, 7])
  const usual = await asking(undefined)
  const agency = await asking([7], '2026-03-02', { kind: 'agency', owners: ['a1'] })
  await pass(61, 60, 59, 31, 30, 29, 15, 14, 8, 7, 6, 2, 1)
  assert.deepEqual(await heardBy(own), expiring(60, 30, 7))
  assert.deepEqual(await heardBy(usual), expiring(30, 14, 7, 1))
  assert.deepEqual(await heardBy(agency), expiring(7))
  for (const owner of ['c:c1', 'a:a1']) assert.deepEqual(await inFeeds(owner), [...usualExpiringDays])
})

test('what one company asks for is not told to its agency', async () => {
  const company = await asking([45])
  const agency = await asking(undefined, '2026-03-02', { kind: 'agency', owners: ['a1'] })
  await pass(46, 45, 44)
  assert.deepEqual(await heardBy(company), expiring(45))
  assert.deepEqual(await heardBy(agency), [])
  assert.deepEqual(await inFeeds('c:c1'), [])
})

test('servers that were away tell each endpoint once of what it asked for meanwhile', async () => {
  const own = await asking([60, 50, 30, 7])
  const one = await asking([40])
  await pass(10)
  assert.deepEqual(await heardBy(own), expiring(10))
  assert.deepEqual(await heardBy(one), expiring(10))
  await pass(7)
  assert.deepEqual(await heardBy(own), expiring(10, 7))
  assert.deepEqual(await heardBy(one), expiring(10))
})

test('an endpoint that comes later is told of the days to come, and of none that has passed', async () => {
  const first = await asking([50])
  await pass(61, 55)
  const later = await asking([60, 55, 52, 20], dayWith(55))
  await noteEverybody(dayWith(55))
  await pass(52, 50)
  assert.deepEqual(await heardBy(later), expiring(52))
  assert.deepEqual(await heardBy(first), expiring(50))
  await pass(30, 20)
  assert.deepEqual(await heardBy(later), expiring(52, 20))
})

test('an end that is news is told of by the days it is within, whenever these were asked for', async () => {
  const own = await asking([60], '2026-06-20')
  const usual = await asking(undefined)
  await write(worldUntil('2026-04-20'), '2026-03-05')
  assert.deepEqual(await heardBy(own), expiring(47))
  assert.deepEqual(await heardBy(usual), [])
})

test('days that an endpoint goes on asking for are told on, and those that it left out no more', async () => {
  const own = await asking([60, 50, 30])
  await pass(60)
  await updateEndpoint(database, own, { daysBefore: [50, 40] }, usualExpiringDays)
  await pass(50, 40, 30)
  assert.deepEqual(await heardBy(own), expiring(60, 50))
  await write(worldUntil('2026-07-31'), dayWith(30))
  await updateEndpoint(database, own, { daysBefore: null }, usualExpiringDays)
  const end = Date.parse('2026-08-01')
  for (const left of [50, 40, 30, 14])
    await onDay(new Date(end - left * 86_400_000).toISOString().slice(0, 10))
  assert.deepEqual(await heardBy(own), expiring(60, 50, 30, 14))
})

test('what an endpoint missed while it was disabled is what it asked for', async () => {
  const own = await asking([60, 7])
  await updateEndpoint(database, own, { state: 'disabled' }, usualExpiringDays)
  await pass(60, 30, 14, 7, 1)
  assert.deepEqual(await heardBy(own), [])
  await updateEndpoint(database, own, { state: 'active' }, usualExpiringDays)
  await recoverDeliveries(database, own, new Date(0))
  assert.deepEqual(await heardBy(own), expiring(60, 7))
})
