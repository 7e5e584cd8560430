// What a key may not hear of is not there for its holder: over every operation, with a key of each scope and kind, and events
// about each kind of record. What a key may hear of is asked of the API itself: whether the key could fetch the record.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { CallerKind } from '../../src/access/caller.ts'
import { events as declared } from '../../src/api/events.ts'
import { recordTypes } from '../../src/api/index.ts'
import { sampleLines, sampleOf } from '../../src/api/samples.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { checkToEnd } from '../../src/checks/checker.ts'
import { sql } from '../../src/database/sql.ts'
import { load } from '../../src/load/load.ts'
import { ownOperations } from '../../src/operator/own-operations.ts'
import { loadableTypes } from '../../src/record-types/record-type.ts'
import { eventually } from '../support/eventually.ts'
import { agency, company } from '../support/lines.ts'
import { operatorServer } from '../support/operator.ts'
import { ownClient } from '../support/own.ts'
import { samples } from '../support/samples.ts'
import { type Json, ndjson } from '../support/server.ts'
import { tell } from '../webhooks/outbox.ts'
import { receiver } from '../webhooks/receiver.ts'

/** One of each object, scopes and audience. */
const events = [
  ...Map.groupBy(declared, ({ object, scopes, hears }) => `${object} ${scopes} ${hears}`).values(),
].map(alike => alike[0]!)

const server = await operatorServer()
const { operator, api, key, database } = server
const own = ownClient(server)
const to = await receiver()
const ownerOf = (kind: CallerKind) => samples.get(kind)!.record.id
const objectOf = ({ object }: (typeof events)[number]) => samples.get(object)!.record.id
const kinds: CallerKind[] = ['company', 'agency']

const endpointOf = async (kind: CallerKind, owner: string): Promise<string> => {
  const asked = { kind, owners: [owner], url: to.url, types: ['*'] }
  return (await operator('POST', '/webhooks', asked)).data.endpoint.id
}

const endpoints = {} as Record<CallerKind, string>
const deliveriesOf = (kind: CallerKind) =>
  database.rows<{ id: string; type: string; object_id: string; event_id: string; state: string }>(sql`
    select d.n::text as id, e.type, e.object_id, e.id as event_id, d.state from delivery d
    join event e on e.seq = d.event_seq where d.endpoint_id = ${endpoints[kind]} order by d.n desc`)

before(async () => {
  const loaded = await server.loaded(...sampleLines(loadableTypes(recordTypes)))
  assert.equal(loaded.data.rejected, 0)
  const findings = ndjson([sampleOf('billingCheck')])
  assert.equal((await load(database, recordTypes, findings, { takesComputed: true })).rejected, 0)
  // What the server finds in the samples is told before anybody listens.
  await checkToEnd(database)
  for (const kind of kinds) endpoints[kind] = await endpointOf(kind, ownerOf(kind))
  const owners = [`c:${ownerOf('company')}`, `a:${ownerOf('agency')}`]
  // Each of a record that is there, and of one that is not there any more.
  for (const event of events)
    for (const objectId of [objectOf(event), `gone-${event.object}`])
      await tell(database, 1, { type: event.name, object: event.object, objectId, owners })
  await eventually('every delivery has ended', async () => {
    const all = (await Promise.all(kinds.map(deliveriesOf))).flat()
    return all.length >= events.length * 2 && all.every(({ state }) => state !== 'waiting')
  })
})

/** The names of the events whose record a key could fetch now, and for which it has the scopes. */
async function heardBy(
  kind: CallerKind,
  secret: string,
  scopes: readonly string[] = scopesFor(kind),
): Promise<Set<string>> {
  const heard = new Set<string>()
  for (const event of events) {
    if (!event.scopes.every(scope => scopes.includes(scope))) continue
    const { status } = await api(event.fetch.replace('{id}', objectOf(event)), secret)
    if (status === 200 && event.hears.includes(kind)) heard.add(event.name)
  }
  return heard
}

type Asking = { kind: CallerKind; secret: string; heard: Set<string> }

async function expectOnlyHeard({ kind, secret, heard }: Asking): Promise<void> {
  const deliveries = await deliveriesOf(kind)
  const isHeard = ({ type, object_id }: { type: string; object_id: string }) =>
    heard.has(type) && !object_id.startsWith('gone-')
  const hidden = deliveries.filter(one => !isHeard(one))
  for (const operation of ownOperations.filter(({ body }) => !body)) {
    const asked = pathsOf(operation, kind, deliveries)
    for (const { path, delivery, type } of asked) {
      const answer = await own(secret, operation.method, path)
      const where = `${operation.method} ${path}`
      if (delivery) assert.equal(answer.status, isHeard(delivery) ? 200 : 404, where)
      if (type) assert.equal(answer.status, heard.has(type) ? 200 : 404, where)
      if (operation.path === '/event-types') continue
      const shown = JSON.stringify(answer.data ?? '')
      for (const one of hidden) {
        assert.ok(!shown.includes(one.event_id), `${where} shows an event of ${one.type}`)
        if (!heard.has(one.type)) assert.ok(!shown.includes(one.type), `${where} shows ${one.type}`)
      }
    }
  }
}

/** Every address of an operation: with each id of its own kind and each type of event, where it takes these. */
function pathsOf(
  { path, query }: (typeof ownOperations)[number],
  kind: CallerKind,
  deliveries: Awaited<ReturnType<typeof deliveriesOf>>,
) {
  if (path.startsWith('/deliveries/{id}'))
    return deliveries.map(delivery => ({
      path: path.replace('{id}', delivery.id),
      delivery,
      type: undefined,
    }))
  const whole = path.replace('{id}', endpoints[kind])
  const typed = 'type' in query ? events.map(({ name }) => name) : []
  return [
    { path: whole, delivery: undefined, type: undefined },
    ...typed.map(type => ({ path: `${whole}?type=${type}`, delivery: undefined, type })),
  ]
}

for (const kind of kinds)
  for (const scopes of [...scopesFor(kind).map(scope => [scope]), scopesFor(kind)]) {
    const name = scopes.length === 1 ? scopes[0]! : 'all scopes'
    test(`a key of one ${kind} with ${name} sees and sends again only what it may hear of`, async () => {
      const { secret } = await key(kind, [ownerOf(kind)], { scopes })
      const asking = { kind, secret, heard: await heardBy(kind, secret, scopes) }
      if (scopes.length > 1) assert.ok(asking.heard.size > 0)
      const all = await deliveriesOf(kind)
      const shown = all.filter(one => asking.heard.has(one.type) && !one.object_id.startsWith('gone-'))
      await expectOnlyHeard(asking)

      const listed = (await own(secret, 'GET', `/webhooks/${endpoints[kind]}/deliveries?limit=999`)).data
      assert.deepEqual(
        listed.map(({ id }: Json) => id),
        shown.map(({ id }) => id),
      )
      for (const path of ['/webhooks', `/webhooks/${endpoints[kind]}`]) {
        const { deliveries } = [(await own(secret, 'GET', path)).data].flat()[0]
        const counted = Object.values(deliveries).reduce((sum: number, each) => sum + Number(each), 0)
        assert.equal(counted, shown.length, `${path} counts`)
      }
      const before = to.received.length
      for (const event of events) {
        const body = { type: event.name, objectId: objectOf(event) }
        const answer = await own(secret, 'POST', `/webhooks/${endpoints[kind]}/trigger`, body)
        const isUntrue = event.holds !== undefined && /is not true of/.test(answer.error?.message)
        const told = isUntrue ? 400 : 200
        assert.equal(answer.status, asking.heard.has(event.name) ? told : 404, `trigger ${event.name}`)
      }
      const told = to.received.slice(before).map(({ body }) => JSON.parse(body).type as string)
      for (const type of told) assert.ok(type === 'webhook_test' || asking.heard.has(type), type)
      // What was sent here is no part of what the next key is asked about.
      await database.rows(
        sql`delete from delivery where endpoint_id = ${endpoints[kind]} and n > ${all[0]!.id}::text::bigint`,
      )
    })
  }

test('a company and an agency that share an id see neither the endpoints nor the deliveries of each other', async () => {
  await server.loaded(company('twin'), agency('twin'))
  for (const kind of kinds) {
    const other = kinds.find(one => one !== kind)!
    const [mine, theirs] = [await endpointOf(kind, 'twin'), await endpointOf(other, 'twin')]
    const { secret } = await key(kind, ['twin'])
    const listed = (await own(secret, 'GET', '/webhooks')).data.map(({ id }: Json) => id)
    assert.ok(listed.includes(mine) && !listed.includes(theirs))
    for (const { method, path, body } of ownOperations.filter(({ path }) =>
      path.startsWith('/webhooks/{id}'),
    )) {
      const sent = body && { type: events[0]!.name, objectId: objectOf(events[0]!) }
      const { status } = await own(secret, method, path.replace('{id}', theirs), sent)
      assert.equal(status, 404, `${method} ${path}`)
    }
  }
})

test('of findings of a code beyond its scopes, the holder of a key is offered none and sends none', async () => {
  const { record, facts } = sampleOf('billingCheck')
  const finding = { type: 'billing_check_found', objectId: 'needs-expenses' }
  const line = {
    type: 'billingCheck',
    record: { ...record, id: finding.objectId, code: 'sumDiffers' },
    facts,
  }
  await load(database, recordTypes, ndjson([line]), { takesComputed: true })
  const owners = [`c:${ownerOf('company')}`]
  await tell(database, 1, { type: finding.type, object: 'billingCheck', objectId: finding.objectId, owners })
  const offered = async (scopes: string[]) => {
    const { secret } = await key('company', [ownerOf('company')], { scopes: scopes as never })
    const at = `/webhooks/${endpoints.company}`
    const shown = await Promise.all(
      [`${at}/samples?type=${finding.type}`, `${at}/deliveries?limit=999`, '/events?limit=999'].map(
        async path => JSON.stringify((await own(secret, 'GET', path)).data).includes(finding.objectId),
      ),
    )
    return [...shown, (await own(secret, 'POST', `${at}/trigger`, finding)).status]
  }
  const all = scopesFor('company')
  assert.deepEqual(await offered(all), [true, true, true, 200])
  const without = all.filter(scope => scope !== 'read:expenses')
  assert.deepEqual(await offered(without), [false, false, false, 404])
})
