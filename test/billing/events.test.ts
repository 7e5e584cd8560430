// billing_check_found and billing_check_resolved: told once each, once a finding counts, to those whose key could fetch it.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { verifyWebhook } from '../../sdk/verify-webhook.ts'
import { scopesFor } from '../../src/api/scopes.ts'
import { beginDay } from '../../src/checks/daily.ts'
import { runAll } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { connection } from '../support/lines.ts'
import { noteEveryCompany } from '../support/noted-work.ts'
import { testServer } from '../support/server.ts'
import { endpointAt, senderOver, statesOf, statesReached } from '../webhooks/outbox.ts'
import { receiver } from '../webhooks/receiver.ts'
import { check, deleted, emptied, lines, loading, owners, rowsOf } from './checked-world.ts'
import { midnight } from './records.ts'

const server = await testServer()
const { database } = server
const load = loading(server)
senderOver(database, { pollMs: 50 })

const client = await server.key('company', ['c1'])
const agency = await server.key('agency', ['a1'])

const right = [lines.assignment(), lines.timesheet(), lines.invoice()]
const tooMuch = lines.invoice({ subtotal: 1100, values: { cis: 220 } })
const unapproved = lines.timesheet({ status: 'pending_approval' })

/** A second timesheet, of the same week, that nobody has billed. */
const unbilled = lines.timesheet({ id: 'T2', assignment: undefined, worker: { id: 'w2' } })

beforeEach(async () => {
  await emptied(database)
  await runAll(database, sql`truncate event, event_owner, delivery, attempt, endpoint cascade`)
  await load([...owners, ...right])
  await check(database)
})

/** Nothing but what the checks tell, as `type side code to owners`, in order. */
async function told(): Promise<string[]> {
  const rows = await database.rows<{ type: string; objectId: string; owners: string[] }>(sql`
    select e.type, e.object_id as "objectId", array_agg(o.owner order by o.owner) as owners
    from event e join event_owner o using (seq) where e.object = 'billingCheck'
    group by e.seq, e.type, e.object_id order by e.seq`)
  const found = new Map((await rowsOf(database)).map(({ id, record }) => [id, JSON.parse(record)]))
  return rows
    .map(({ type, objectId, owners }) => {
      const { side, code } = found.get(objectId)
      return `${type.replace('billing_check_', '')} ${side} ${code} to ${owners.join(' ')}`
    })
    .toSorted()
}

const checkOn = (day: string) => check(database, { now: () => new Date(`${day}T06:00:00.000Z`) })

/** What a new day does on a server. */
const onDay = async (day: string) => {
  await beginDay(database, new Date(`${day}T00:00:05.000Z`))
  await checkOn(day)
}

const idOf = async (side: string) =>
  (await rowsOf(database)).find(({ record }) => JSON.parse(record).side === side)!.id

test('what is found is told to each side by itself, and what is put right, once', async () => {
  await load([tooMuch])
  await check(database)
  const found = ['found agency sumDiffers to a:a1', 'found client sumDiffers to c:c1']
  assert.deepEqual(await told(), found)
  await load([lines.invoice({ subtotal: 1200, values: { cis: 240 } })])
  await check(database)
  assert.deepEqual(await told(), found, 'another amount is no other finding')
  await load([lines.invoice()])
  await check(database)
  const both = [...found, 'resolved agency sumDiffers to a:a1', 'resolved client sumDiffers to c:c1']
  assert.deepEqual(await told(), both)
  await load([tooMuch])
  await check(database)
  assert.deepEqual(await told(), [...found, ...both].toSorted(), 'found again is found')
})

test('checked again, nothing is told again', async () => {
  await load([tooMuch])
  await check(database)
  const before = await told()
  await database.transaction(tx => noteEveryCompany(tx, 'all', false))
  await check(database)
  assert.deepEqual(await told(), before)
})

test('what waits is told on the first day that it counts, and never where it is billed before', async () => {
  await load([unbilled])
  await checkOn('2026-02-02')
  await onDay('2026-02-03')
  await onDay('2026-02-15')
  assert.deepEqual(await told(), [])
  await onDay('2026-02-16')
  const overdue = ['found agency notBilled to a:a1', 'found client notBilled to c:c1']
  assert.deepEqual(await told(), overdue)
  await onDay('2026-02-17')
  assert.deepEqual(await told(), overdue)
  await load([lines.invoice({ id: 'I2', of: ['T2'] })])
  await checkOn('2026-02-17')
  assert.deepEqual(await told(), [
    ...overdue,
    'resolved agency notBilled to a:a1',
    'resolved client notBilled to c:c1',
  ])
})

test('what is billed in time is told to nobody', async () => {
  await load([unbilled])
  await checkOn('2026-02-02')
  await load([lines.invoice({ id: 'I2', of: ['T2'] })])
  await checkOn('2026-02-10')
  await onDay('2026-02-16')
  await onDay('2026-02-17')
  assert.deepEqual(await told(), [])
})

test('a server that was away over the day tells when it is back', async () => {
  await load([unbilled])
  await checkOn('2026-02-02')
  await onDay('2026-02-03')
  await onDay('2026-03-09')
  assert.deepEqual(await told(), ['found agency notBilled to a:a1', 'found client notBilled to c:c1'])
})

test('the first check of a database tells nobody, but what is put right later is told', async () => {
  await load([tooMuch], { events: false })
  await database.rows(sql`update check_work set silent = true`)
  await check(database)
  assert.deepEqual(await told(), [])
  await load([lines.invoice()])
  await check(database)
  assert.deepEqual(await told(), ['resolved agency sumDiffers to a:a1', 'resolved client sumDiffers to c:c1'])
})

test('what a silent load leaves is told to nobody, until it begins to count', async () => {
  await load([unbilled, tooMuch], { events: false })
  await checkOn('2026-02-02')
  assert.deepEqual(await told(), [])
  await onDay('2026-02-03')
  await onDay('2026-02-16')
  assert.deepEqual(await told(), ['found agency notBilled to a:a1', 'found client notBilled to c:c1'])
})

test('weeks that ended more than 53 weeks ago are told to nobody', async () => {
  await load([tooMuch])
  await checkOn('2027-02-08')
  assert.deepEqual(await told(), [])
  await load([lines.invoice()])
  await checkOn('2027-02-08')
  assert.deepEqual(await told(), [])
  await load([tooMuch])
  await checkOn('2027-02-07')
  assert.equal((await told()).length, 2)
})

test('a mark is told to nobody, and neither is its end', async () => {
  await load([tooMuch])
  await check(database)
  const before = await told()
  const today = new Date().toISOString().slice(0, 10)
  const marked = await server.get(`/billing-checks/${await idOf('client')}/mark`, client, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ state: 'accepted', until: today }),
  })
  assert.equal(marked.status, 200)
  const after = (days: number) => new Date(Date.parse(`${today}T00:00:05Z`) + days * 86_400_000)
  await beginDay(database, after(0))
  await beginDay(database, after(1))
  await check(database, { now: () => after(1) })
  assert.deepEqual(await told(), before)
})

test('a finding that goes with a deleted record is told to nobody: nobody could fetch it', async () => {
  await load([unapproved])
  await check(database)
  const before = await told()
  assert.equal(before.length, 2)
  await load([deleted('invoice', 'I1'), deleted('timesheet', 'T1')])
  await check(database)
  const rows = await database.rows(sql`select from event where type = 'billing_check_resolved'`)
  assert.equal(rows.length, 0)
})

test('an endpoint gets the id alone, signed, and its owner’s key fetches the finding with it', async () => {
  const [to, other] = [await receiver(), await receiver()]
  const { secret } = await endpointAt(database, to.url, {
    types: ['billing_check_found', 'billing_check_resolved'],
  })
  await endpointAt(database, other.url, { kind: 'agency', owners: ['a2'] })
  await load([tooMuch])
  await check(database)
  await to.arrived(1)
  await load([lines.invoice()])
  await check(database)
  await to.arrived(2)
  const events = to.received.map(({ body, headers }) =>
    verifyWebhook(body, headers as Record<string, string>, secret),
  )
  const id = await idOf('client')
  assert.deepEqual(
    events.map(({ type, data }) => [type, data]),
    [
      ['billing_check_found', { billingCheck: { id } }],
      ['billing_check_resolved', { billingCheck: { id } }],
    ],
  )
  const { status, body } = await server.get(`/billing-checks/${id}`, client)
  assert.deepEqual([status, body.data.code], [200, 'sumDiffers'])
  assert.ok(body.data.resolvedAt)
  assert.equal(other.received.length, 0)
})

test('an agency whose connection ends is sent nothing that waits', async () => {
  const to = await receiver(response => {
    response.statusCode = 500
    response.end()
  })
  const { endpoint } = await endpointAt(database, to.url, { kind: 'agency', owners: ['a1'] })
  await load([tooMuch])
  await check(database)
  await statesReached(database, endpoint.id, [{ state: 'waiting', attempts: 1, number: 1 }])
  await load([connection('c1', 'a1', { active: false })])
  await database.rows(sql`update delivery set next_at = now() where state = 'waiting'`)
  await statesReached(database, endpoint.id, [{ state: 'withheld', attempts: 1, number: 1 }])
  assert.equal(to.received.length, 1)
})

const eventsOf = async (key: string, after = '') =>
  (await server.get(`/events${after && `?after=${after}`}`, key)).body

test('GET /events tells a key of what it could fetch: of codes beyond its scopes not even an id', async () => {
  const cancelled = lines.timesheet({
    id: 'T2',
    status: 'pending_approval',
    worker: { id: 'w2' },
    assignment: undefined,
  })
  const ofBoth = { of: ['T1', 'T2'], subtotal: 2100, values: { cis: 420, netHours: 80 } }
  await load([cancelled, lines.invoice(ofBoth)])
  await check(database)
  const codesFor = async (kind: 'company' | 'agency', owner: string, lacking: string) => {
    const scopes = scopesFor(kind).filter(scope => scope !== lacking)
    const { data } = await eventsOf(await server.key(kind, [owner], { scopes }))
    const ids: string[] = data.flatMap(
      (event: { data: { billingCheck?: { id: string } } }) => event.data.billingCheck?.id ?? [],
    )
    const found = new Map((await rowsOf(database)).map(({ id, record }) => [id, JSON.parse(record).code]))
    return ids.map(id => found.get(id)).toSorted()
  }
  assert.deepEqual(await codesFor('company', 'c1', 'read:users'), ['notApproved', 'sumDiffers'].toSorted())
  assert.deepEqual(await codesFor('company', 'c1', 'read:expenses'), ['notApproved'])
  assert.deepEqual(await codesFor('agency', 'a1', 'read:expenses'), ['notApproved'])
  assert.deepEqual(await codesFor('company', 'c1', 'read:invoices'), [])
  assert.deepEqual(await codesFor('agency', 'a2', ''), [])
})

test('a cursor does not go on for a key that may be told of other codes', async () => {
  const scopes = scopesFor('company').filter(scope => scope !== 'read:expenses')
  const blind = await server.key('company', ['c1'], { scopes })
  const { meta } = await eventsOf(blind, 'now')
  assert.deepEqual((await eventsOf(blind, meta.next)).data, [])
  assert.equal((await eventsOf(client, meta.next)).error.code, 'RESYNC_REQUIRED')
  assert.deepEqual((await eventsOf(agency, 'now')).data, [])
})

test('an endpoint of one project hears of findings of that project alone', async () => {
  const [here, elsewhere] = [await receiver(), await receiver()]
  await endpointAt(database, here.url, { types: ['billing_check_found'], projects: ['p1'] })
  const { endpoint } = await endpointAt(database, elsewhere.url, {
    types: ['billing_check_found'],
    projects: ['p2'],
  })
  await load([unapproved])
  await check(database)
  await here.arrived(1)
  assert.deepEqual(await statesOf(database, endpoint.id), [])
})

test('a later week of the same finding tells nothing new', async () => {
  await load([unapproved])
  await check(database)
  const before = await told()
  const later = { weekEnding: midnight('2026-02-08'), end: '2026-02-08T23:59:59.999Z' }
  await load([lines.timesheet({ status: 'pending_approval', ...later })])
  await check(database)
  assert.deepEqual(await told(), before)
})
