// At least once, proved: many events to a receiver while the process that sends them is killed every few seconds, and
// a reader that follows GET /events all the while.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from '../../src/database/sql.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { endpointAt, tell, testSecret } from './outbox.ts'
import { type Receiver, receiver } from './receiver.ts'

export type Arrival = {
  events: number
  writers: number
  /** How many processes send at once; the oldest is killed. */
  senders: number
  killEveryMs: number
  leaseMs: number
}
export type Arrived = { seconds: number; kills: number; duplicates: number; inFlight: number }

const script = fileURLToPath(new URL('sending-process.ts', import.meta.url))

async function startSending(server: TestServer, leaseMs: number): Promise<ChildProcess> {
  const outbox = { connection: server.connection, leaseMs, secret: testSecret }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: { ...process.env, MUSTER_TEST_OUTBOX: JSON.stringify(outbox) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(() => child.kill('SIGKILL'))
  await once(createInterface(child.stdout!), 'line')
  return child
}

/** Reads the feed until told to end, and everything that is there then. */
async function follow(
  server: TestServer,
  key: string,
  from: string,
  ended: () => boolean,
): Promise<string[]> {
  const seen: string[] = []
  let next = from
  for (let last = false; !last; ) {
    last = ended()
    for (let more = true; more; ) {
      const { body } = await server.get(`/events?limit=200&after=${next}`, key)
      seen.push(...body.data.map((event: { id: string }) => event.id))
      ;({ next, more } = body.meta)
    }
    await wait(25)
  }
  return seen
}

export async function prove({ writers, ...how }: Arrival): Promise<Arrived> {
  const { events } = how
  const server = await testServer()
  const { database } = server
  await server.load([
    ...rivals(),
    timesheet('t1', { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }),
  ])
  const key = await server.key('company', ['c1'])
  const to = await receiver()
  const { endpoint } = await endpointAt(database, to.url)
  const began = performance.now()
  let written = false
  const { next } = (await server.get('/events?after=now', key)).body.meta
  const following = follow(server, key, next, () => written)
  const each = 20
  const write = async () => {
    for (let done = 0; done < events / writers; done += each) await tell(database, each)
  }
  const writing = Promise.all(Array.from({ length: writers }, write)).then(() => {
    written = true
  })
  const { kills, inFlight } = await killing(server, endpoint.id, to, how)
  const seconds = (performance.now() - began) / 1000
  await writing
  const all = await database.rows<{ id: string }>(sql`select id from event order by seq`)
  const ids = all.map(row => row.id)
  assert.equal(ids.length, events)
  assert.equal((await following).join(), ids.join(), 'the reader saw every event once, in order')
  const arrivals = to.received.map(one => one.headers['webhook-id'] as string)
  const arrivedIds = new Set(arrivals)
  assert.deepEqual(
    ids.filter(id => !arrivedIds.has(id)),
    [],
    'every event arrived',
  )
  assert.equal(arrivedIds.size, events, 'nothing else arrived')
  const duplicates = arrivals.length - events
  assert.ok(duplicates <= inFlight, `${duplicates} duplicates, ${inFlight} were in flight`)
  return { seconds, kills, duplicates, inFlight }
}

/** Kills the oldest sender every so often until everything has arrived; counts what was in flight each time. */
async function killing(
  server: TestServer,
  endpointId: string,
  to: Receiver,
  { events, senders, killEveryMs, leaseMs }: Omit<Arrival, 'writers'>,
): Promise<{ kills: number; inFlight: number }> {
  let [kills, inFlight] = [0, 0]
  const ids = new Set<unknown>()
  to.answer = (response, { headers }) => {
    ids.add(headers['webhook-id'])
    response.end()
  }
  const distinct = () => ids.size
  const running: ChildProcess[] = []
  for (;;) {
    while (running.length < senders) running.push(await startSending(server, leaseMs))
    const deadline = Date.now() + killEveryMs
    while (Date.now() < deadline && distinct() < events) await wait(100)
    const done = distinct() >= events
    for (const child of done ? running : [running.shift()!]) {
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    }
    if (done) return { kills, inFlight }
    kills++
    const [row] = await server.database.rows<{ held: number }>(sql`
      select count(*)::int as held from delivery
      where endpoint_id = ${endpointId} and state = 'waiting' and next_at > now()`)
    inFlight += row!.held
  }
}
