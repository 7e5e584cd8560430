// Deliveries: signed, tried again, given up, withheld, paused, disabled; over real sockets and a real outbox.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '../../sdk/verify-webhook.ts'
import { sql } from '../../src/database/sql.ts'
import { endpoints, rotateEndpoint, updateEndpoint } from '../../src/store/webhooks/endpoints.ts'
import { sealSecret } from '../../src/webhooks/sealed.ts'
import { newSigningSecret } from '../../src/webhooks/sign.ts'
import { connection, requisition, response, rivals, timesheet } from '../support/lines.ts'
import { testServer } from '../support/server.ts'
import {
  dueOf,
  endpointAt,
  hurry,
  keys,
  type State,
  senderOver,
  statesOf,
  statesReached,
  tell,
} from './outbox.ts'
import { ok, receiver } from './receiver.ts'

const server = await testServer()
const { database } = server
const at = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
await server.load([...rivals(), timesheet('t1', at)])
senderOver(database, { pollMs: 50 }, { exchangeMs: 600, connectMs: 300 })

const standing = (endpointId: string, expected: State[]) => statesReached(database, endpointId, expected)

/** Waits until the sender has taken what is due once more: it has come to an event that is told now, to a company of its own. */
async function lookedAgain(): Promise<void> {
  const to = await receiver()
  await endpointAt(database, to.url, { owners: ['c2'] })
  await tell(database, 1, { object: 'project', objectId: 'p2', owners: ['c:c2'], projects: ['p2'] })
  await to.arrived(1)
}

const attemptsOf = (endpointId: string) =>
  database.rows<{ status: number | null; error: string | null; answer: string | null; n: number }>(sql`
    select a.status, a.error, a.answer, a.n from attempt a join delivery d on d.n = a.delivery_n
    where d.endpoint_id = ${endpointId} order by a.at, a.n`)

test('a load is heard of within moments, signed so that we and stock libraries can verify it', async () => {
  const to = await receiver()
  const { endpoint, secret } = await endpointAt(database, to.url)
  await server.load([timesheet('t1', at, { status: 'pending_approval' })])
  await to.arrived(1)
  const { headers, body } = to.received[0]!
  const event = verifyWebhook(body, headers as Record<string, string>, secret)
  assert.deepEqual(event.data, { timesheet: { id: 't1' } })
  assert.deepEqual(new Webhook(secret).verify(body, headers as Record<string, string>), event)
  assert.equal(headers['x-service-event'], 'timesheet_approval_requested')
  assert.equal(headers['x-service-event-id'], event.id)
  assert.equal(headers['x-service-delivery-attempt'], '1')
  assert.equal(headers['content-type'], 'application/json')
  await standing(endpoint.id, [{ state: 'delivered', attempts: 1, number: 1 }])
  assert.deepEqual(await attemptsOf(endpoint.id), [{ status: 200, error: null, answer: 'thank you', n: 1 }])
})

test('after a rotation both secrets sign, and the old one alone no longer after the overlap', async () => {
  const to = await receiver()
  const { endpoint, secret } = await endpointAt(database, to.url)
  const fresh = newSigningSecret()
  await rotateEndpoint(
    database,
    endpoint.id,
    sealSecret(keys.secretFor('encryption'), endpoint.id, fresh),
    60_000,
  )
  await tell(database, 1)
  await to.arrived(1)
  const both = to.received[0]!
  for (const each of [secret, fresh]) {
    verifyWebhook(both.body, both.headers as Record<string, string>, each)
    new Webhook(each).verify(both.body, both.headers as Record<string, string>)
  }
  await rotateEndpoint(database, endpoint.id, sealSecret(keys.secretFor('encryption'), endpoint.id, fresh), 0)
  await tell(database, 1)
  await to.arrived(2)
  const one = to.received[1]!
  verifyWebhook(one.body, one.headers as Record<string, string>, fresh)
  assert.throws(() => verifyWebhook(one.body, one.headers as Record<string, string>, secret))
})

test('an endpoint hears the types and projects it asked for, once however many of its owners do', async () => {
  const [all, typed, elsewhere, twice] = await Promise.all(Array.from({ length: 4 }, () => receiver()))
  const hearing = [
    await endpointAt(database, all!.url),
    await endpointAt(database, twice!.url, { owners: ['c1', 'c2'] }),
  ]
  const others = [
    await endpointAt(database, typed!.url, { types: ['assignment_ended'] }),
    await endpointAt(database, elsewhere!.url, { projects: ['p2'] }),
  ]
  const blind = await endpointAt(database, all!.url, { owners: ['c2'] })
  await tell(database, 1, { owners: ['c:c1', 'c:c2', 'a:a1'] })
  for (const { endpoint } of hearing)
    await standing(endpoint.id, [{ state: 'delivered', attempts: 1, number: 1 }])
  for (const { endpoint } of others) await standing(endpoint.id, [])
  await standing(blind.endpoint.id, [{ state: 'withheld', attempts: 0, number: 1 }])
  assert.deepEqual(
    [all, typed, elsewhere, twice].map(each => each!.received.length),
    [1, 0, 0, 1],
  )
})

test('what fails waits for its next attempt, and after ten is given up', async () => {
  const to = await receiver(response => response.writeHead(500).end('down for repairs'))
  const { endpoint } = await endpointAt(database, to.url)
  await tell(database, 1)
  for (let attempt = 1; attempt < 10; attempt++) {
    await standing(endpoint.id, [{ state: 'waiting', attempts: attempt, number: 1 }])
    await hurry(database)
  }
  await standing(endpoint.id, [{ state: 'exhausted', attempts: 10, number: 1 }])
  assert.deepEqual(
    to.received.map(each => each.headers['x-service-delivery-attempt']),
    Array.from({ length: 10 }, (_, index) => String(index + 1)),
  )
  const ids = new Set(to.received.map(each => each.headers['x-service-event-id']))
  const stamps = new Set(to.received.map(each => each.headers['x-service-timestamp']))
  assert.deepEqual([ids.size, stamps.size], [1, 10])
  assert.equal((await attemptsOf(endpoint.id))[9]!.answer, 'down for repairs')
})

test('a redirection is a failure and is not followed', async () => {
  const target = await receiver()
  const to = await receiver(response => response.writeHead(302, { Location: target.url }).end())
  const { endpoint } = await endpointAt(database, to.url)
  await tell(database, 1)
  await standing(endpoint.id, [{ state: 'waiting', attempts: 1, number: 1 }])
  assert.deepEqual([target.connections(), (await attemptsOf(endpoint.id))[0]!.status], [0, 302])
})

test('of a long answer the beginning is kept, and an endless one is cut off', async () => {
  const to = await receiver(response => {
    response.writeHead(200)
    const drown = () => {
      while (!response.destroyed && response.write('x'.repeat(1000)));
      if (!response.destroyed) response.once('drain', drown)
    }
    drown()
  })
  const { endpoint } = await endpointAt(database, to.url)
  await tell(database, 1)
  await standing(endpoint.id, [{ state: 'delivered', attempts: 1, number: 1 }])
  assert.equal((await attemptsOf(endpoint.id))[0]!.answer!.length, 4096)
})

test('an answer that drips is given up when its time is over, and so is silence', async () => {
  const drip = await receiver(response => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(timer))
  })
  const silent = await receiver(() => {})
  const [one, other] = [await endpointAt(database, drip.url), await endpointAt(database, silent.url)]
  await tell(database, 1)
  for (const { endpoint } of [one, other])
    await standing(endpoint.id, [{ state: 'waiting', attempts: 1, number: 1 }])
  assert.equal((await attemptsOf(one.endpoint.id))[0]!.error, 'the answer took too long')
  assert.equal((await attemptsOf(other.endpoint.id))[0]!.error, 'no answer in time')
})

test('410 disables an endpoint; what was to come stays and goes on when it is enabled again', async () => {
  const to = await receiver(response => response.writeHead(410).end())
  const { endpoint } = await endpointAt(database, to.url)
  await tell(database, 1)
  await standing(endpoint.id, [{ state: 'waiting', attempts: 1, number: 1 }])
  const disabled = await endpoints.find(database, endpoint.id)
  assert.deepEqual(
    [disabled!.state, disabled!.disabledBy, disabled!.disabledBecause],
    ['disabled', 'failures', 'the receiver answered 410 Gone'],
  )
  await hurry(database)
  await lookedAgain()
  assert.deepEqual([await dueOf(database, endpoint.id), to.received.length], [1, 1])
  to.answer = ok
  await updateEndpoint(database, endpoint.id, { state: 'active' }, [])
  await standing(endpoint.id, [{ state: 'delivered', attempts: 2, number: 1 }])
})

for (const seconds of [2, 3600])
  test(`429 waits its Retry-After of ${seconds} s`, async () => {
    const to = await receiver(response => response.writeHead(429, { 'Retry-After': `${seconds}` }).end())
    const { endpoint } = await endpointAt(database, to.url)
    await tell(database, 1)
    await standing(endpoint.id, [{ state: 'waiting', attempts: 1, number: 1 }])
    const [row] = await database.rows<{ wait: number }>(
      sql`select extract(epoch from next_at - now())::float8 as wait from delivery where endpoint_id = ${endpoint.id}`,
    )
    assert.ok(row!.wait > seconds - 10 && row!.wait <= seconds, `${row!.wait}`)
  })

test('five failures to connect in a row pause an endpoint for thirty seconds', async () => {
  const hangs = createServer((socket: Socket) => socket.destroy())
  hangs.listen(0, '127.0.0.1')
  await once(hangs, 'listening')
  after(() => hangs.close())
  const { port } = hangs.address() as { port: number }
  const { endpoint } = await endpointAt(database, `http://127.0.0.1:${port}/`)
  await tell(database, 5)
  await standing(endpoint.id, [{ state: 'waiting', attempts: 1, number: 5 }])
  const paused = await endpoints.find(database, endpoint.id)
  const left = Date.parse(paused!.pausedUntil!) - Date.now()
  assert.ok(left > 25_000 && left <= 30_000, `${left}`)
  await hurry(database)
  await lookedAgain()
  assert.equal(await dueOf(database, endpoint.id), 5)
  assert.deepEqual(await statesOf(database, endpoint.id), [{ state: 'waiting', attempts: 1, number: 5 }])
})

test('whoever may no longer fetch what an event is about is not told of it', async () => {
  const to = await receiver(response => response.writeHead(500).end())
  const { endpoint } = await endpointAt(database, to.url, { kind: 'agency', owners: ['a2'] })
  const shared = (agencies: string[], more = {}) =>
    requisition(
      'r1',
      { company: 'c1', project: 'p1' },
      { agencies: agencies.map(id => response(id)), ...more },
    )
  await server.load([shared(['a1', 'a2'])])
  await server.load([shared(['a1', 'a2'], { status: 'filled' })])
  await standing(endpoint.id, [{ state: 'waiting', attempts: 1, number: 1 }])
  await server.load([shared(['a1'], { status: 'filled' })])
  await hurry(database)
  await standing(endpoint.id, [{ state: 'withheld', attempts: 1, number: 1 }])
  assert.equal(to.received.length, 1)
})

test('an agency whose connection ended while a delivery waited is not told', async () => {
  const to = await receiver(response => response.writeHead(500).end())
  const { endpoint } = await endpointAt(database, to.url, { kind: 'agency', owners: ['a1'] })
  await tell(database, 1, { owners: ['a:a1'] })
  await standing(endpoint.id, [{ state: 'waiting', attempts: 1, number: 1 }])
  await server.load([connection('c1', 'a1', { active: false })])
  await hurry(database)
  await standing(endpoint.id, [{ state: 'withheld', attempts: 1, number: 1 }])
  await server.load([connection('c1', 'a1')])
})

test('a process that dies gives back what it had when its lease is over', async () => {
  const to = await receiver()
  const { endpoint } = await endpointAt(database, to.url)
  await updateEndpoint(database, endpoint.id, { state: 'active' }, [])
  await tell(database, 1)
  await to.arrived(1)
  await standing(endpoint.id, [{ state: 'delivered', attempts: 1, number: 1 }])
  // As a process leaves it that took the row and was killed: leased, nothing written down.
  await database.rows(sql`
    update delivery set state = 'waiting', attempts = 0, next_at = now() + interval '1 minute'
    where endpoint_id = ${endpoint.id}`)
  await lookedAgain()
  assert.deepEqual(await statesOf(database, endpoint.id), [{ state: 'waiting', attempts: 0, number: 1 }])
  assert.equal(to.received.length, 1)
  await hurry(database)
  await to.arrived(2)
  assert.equal(to.received[0]!.headers['webhook-id'], to.received[1]!.headers['webhook-id'])
})
