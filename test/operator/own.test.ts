// The holder of a key sees and does what is the key's own, and nothing of a rival, whatever is asked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/database/sql.ts'
import { ownOperations } from '../../src/operator/own-operations.ts'
import { signedHeaders, signingKey } from '../../src/webhooks/sign.ts'
import { eventually } from '../support/eventually.ts'
import { timesheet } from '../support/lines.ts'
import { newcomer, posted } from '../support/newcomer.ts'
import { operatorServer } from '../support/operator.ts'
import { ownAnswered, ownClient } from '../support/own.ts'
import type { Json } from '../support/server.ts'
import { signInWith } from '../support/sign-ins.ts'
import { receiver } from '../webhooks/receiver.ts'

const server = await operatorServer()
const { operator, api, key, loaded, database } = server
const own = ownClient(server)

type Side = {
  agency: { secret: string; key: { id: string } }
  company: { secret: string; key: { id: string } }
  endpoints: string[]
  deliveries: string[]
  attempt: string
  /** Words that are this side's alone. */
  words: string[]
}

const endpoint = async (kind: 'company' | 'agency', owners: string[], path: string): Promise<Json> => {
  const { url } = to
  return (await operator('POST', '/webhooks', { kind, owners, url: `${url}${path}`, types: ['*'] })).data
}

const to = await receiver()
const sheet = (id: string, n: 1 | 2, status: string) =>
  timesheet(
    id,
    { company: `c${n}`, project: `p${n}`, agency: `a${n}`, worker: `w${n}` },
    { status, updatedAt: new Date(Date.now() + (status === 'pending' ? 0 : 1000)).toISOString() },
  )

/** Everything that own operations show, of one of the two rivals: keys, requests, endpoints, deliveries, submissions. */
async function side(n: 1 | 2): Promise<Side> {
  const agency = await key('agency', [`a${n}`], { name: `agency-secret-${n}` })
  const company = await key('company', [`c${n}`], { name: `company-secret-${n}` })
  const made = [
    await endpoint('agency', [`a${n}`], `agency-secret-${n}`),
    await endpoint('company', [`c${n}`], `company-secret-${n}`),
  ].map(({ endpoint }) => endpoint.id as string)
  await loaded(sheet(`sheet-secret-${n}`, n, 'pending'))
  await loaded(sheet(`sheet-secret-${n}`, n, 'pending_approval'))
  const deliveries = await eventually('deliveries are there', async () => {
    const found = await Promise.all(
      made.map(async id => (await operator('GET', `/webhooks/${id}/deliveries?state=delivered`)).data[0]?.id),
    )
    return found[1] !== undefined && found.filter(Boolean)
  })
  await api(`/workers?query=worker-secret-${n}`, agency.secret)
  await api(`/projects/nothing-secret-${n}`, company.secret)
  const known = newcomer(n, { agencyId: `known-${n}` })
  const other = await key('agency', [`a${3 - n}`])
  assert.equal((await api('/workers', other.secret, posted(known))).status, 200)
  const sent = await api('/workers', agency.secret, posted({ ...known, agencyId: `sent-secret-${n}` }))
  assert.equal(sent.status, 409)
  const [attempt] = await database.rows<{ id: string }>(
    sql`select id from match_attempt where agency_id = ${`a${n}`} order by created_at desc limit 1`,
  )
  return {
    agency,
    company,
    endpoints: made,
    deliveries,
    attempt: attempt!.id,
    words: [
      `secret-${n}`,
      agency.key.id,
      company.key.id,
      attempt!.id,
      ...made,
      `known-${n}`,
      `"a${n}"`,
      `"c${n}"`,
    ],
  }
}

const [first, second] = [await side(1), await side(2)]

test('a key holder sees its usage, its requests and how they ended', async () => {
  const { secret, key: info } = first.agency
  const usage = await eventually('the ledger is written', async () => {
    const { data } = await own(secret, 'GET', '/usage?days=1')
    return data.length > 1 && data
  })
  assert.ok(usage.some((line: Json) => line.outcome === 'WORKER_MATCH_REQUIRES_REVIEW'))
  const used = (await own(secret, 'GET', '/usage/summary?days=2')).data
  const requestsIn = (rows: Json[]) => rows.reduce((sum, { requests }) => sum + requests, 0)
  assert.equal(used.totals.requests, requestsIn(usage))
  assert.equal(used.days.length, 2)
  assert.equal(requestsIn(used.days), used.totals.requests)
  assert.equal(requestsIn(used.operations), used.totals.requests)
  const refused = used.operations.flatMap((one: Json) => one.refusals)
  assert.deepEqual(
    refused.map(({ code, status, requests }: Json) => [code, status, requests]),
    [['WORKER_MATCH_REQUIRES_REVIEW', 409, used.totals.client]],
  )
  const { data } = await own(secret, 'GET', '/requests?limit=2')
  assert.ok(data.length === 2 && data.every((line: Json) => line.keyId === info.id))
  const next = await own(secret, 'GET', `/requests?after=${data[1].id}`)
  assert.ok(next.data.every((line: Json) => line.keyId === info.id && Number(line.id) < Number(data[1].id)))
  const summary = (await own(secret, 'GET', '/requests/summary?span=hour')).data
  assert.deepEqual(
    summary.errors.map((error: Json) => error.code),
    ['WORKER_MATCH_REQUIRES_REVIEW'],
  )
})

test('a key holder sees the endpoints that are wholly its own, tests them and sends deliveries again', async () => {
  const shared = await endpoint('company', ['c1', 'c2'], 'shared')
  const { secret } = first.company
  const listed = (await own(secret, 'GET', '/webhooks')).data
  assert.deepEqual(
    listed.map(({ id, ownerNames }: Json) => [id, ownerNames]),
    [[first.endpoints[1], ['Company c1']]],
  )
  assert.equal((await own(secret, 'GET', `/webhooks/${shared.endpoint.id}`)).status, 404)
  const both = await key('company', ['c1', 'c2'])
  assert.equal((await own(both.secret, 'GET', '/webhooks')).data.length, 3)
  const id = first.endpoints[1]!
  assert.deepEqual((await own(secret, 'GET', `/webhooks/${id}`)).data.id, id)
  const deliveries = (await own(secret, 'GET', `/webhooks/${id}/deliveries`)).data
  const [delivery] = deliveries
  const whole = (await own(secret, 'GET', `/deliveries/${delivery.id}`)).data
  assert.deepEqual([whole.delivery.id, whole.attempts.length], [delivery.id, 1])
  const before = to.received.length
  assert.equal((await own(secret, 'POST', `/deliveries/${delivery.id}/replay`)).data.state, 'waiting')
  assert.equal((await own(secret, 'POST', `/webhooks/${id}/test`)).data.status, 200)
  await to.arrived(before + 2)
  const samples = (await own(secret, 'GET', `/webhooks/${id}/samples?limit=3`)).data
  assert.ok(samples.some((sample: Json) => sample.objectId === 'sheet-secret-1'))
  const narrow = await key('company', ['c1'], { scopes: ['read:projects'] })
  assert.deepEqual((await own(narrow.secret, 'GET', `/webhooks/${id}/samples`)).data, [])
  const sample = samples.find(({ objectId }: Json) => objectId === 'sheet-secret-1')
  const trigger = (by: string, objectId: string) =>
    own(by, 'POST', `/webhooks/${id}/trigger`, { type: sample.type, objectId })
  const told = (await trigger(secret, sample.objectId)).data
  assert.equal(told.outcome.status, 200)
  assert.ok(to.received.at(-1)!.body.includes(told.eventId))
  assert.equal((await trigger(secret, 'sheet-secret-2')).status, 404)
  assert.equal((await trigger(narrow.secret, sample.objectId)).status, 404)
  assert.equal((await trigger(second.company.secret, 'sheet-secret-2')).status, 404)
})

test('a key holder is told which events it hears, and why not the others', async () => {
  const narrow = await key('agency', ['a1'], { scopes: ['read:timesheets'] })
  const { data } = await own(narrow.secret, 'GET', '/event-types')
  const heard = (name: string) => data.find((event: Json) => event.name === name)
  assert.equal(heard('timesheet_approval_requested').heard, true)
  const unheard = data.filter((event: Json) => !event.heard).map((event: Json) => event.why)
  assert.ok(unheard.some((why: string) => /needs the scope read:requisitions/.test(why)))
  assert.ok(unheard.includes('It is not for agency keys'))
  assert.equal(heard('timesheet_approval_requested').why, 'The key has the scope read:timesheets')
})

test('a key holder looks back at the events of its own scope, newest first, as GET /events has them', async () => {
  const { secret } = first.company
  for (const status of ['approved', 'pending_approval']) await loaded(sheet('sheet-secret-1', 1, status))
  const feed = (await api('/events?limit=200', secret)).data.map(({ id }: Json) => id)
  const { data } = await own(secret, 'GET', '/events')
  assert.ok(data.length > 1, 'there is something to page through')
  assert.deepEqual(
    data.map(({ id }: Json) => id),
    feed.toReversed(),
  )
  const { id: _, createdAt: __, ...newest } = data.find((one: Json) => one.objectId === 'sheet-secret-1')
  assert.equal(newest.type, 'timesheet_approval_requested')
  const paged = []
  for (let after = ''; ; ) {
    const { data: page } = await own(secret, 'GET', `/events?limit=1${after && `&after=${after}`}`)
    if (page.length === 0) break
    paged.push(...page)
    after = page[0].id
  }
  assert.deepEqual(paged, data)
  const typed = await own(secret, 'GET', '/events?type=timesheet_approval_requested')
  assert.ok(typed.data.length > 0 && typed.data.every(({ type }: Json) => type === newest.type))

  const theirs = await own(second.company.secret, 'GET', `/events?after=${data[0].id}`)
  assert.equal(theirs.status, 404)
  assert.equal((await own(secret, 'GET', '/events?type=nothing')).status, 404)
  const narrow = await key('company', ['c1'], { scopes: ['read:projects'] })
  assert.deepEqual((await own(narrow.secret, 'GET', '/events')).data, [])
  assert.equal((await own(narrow.secret, 'GET', `/events?type=${newest.type}`)).status, 404)
})

test('a key holder looks back past any number of events of what it no longer sees', async () => {
  const { secret } = first.company
  const before = (await own(secret, 'GET', '/events')).data
  await database.transaction(async tx => {
    const [head] = await tx.rows<{ seq: string }>(
      sql`update head set event_seq = event_seq + 20000 returning event_seq as seq`,
    )
    await tx.rows(sql`
      with gone as (
        insert into event (seq, id, type, object, object_id, projects, at)
        select ${head!.seq}::text::bigint - n, 'evt_gone_' || n, 'timesheet_approval_requested', 'timesheet', 'gone-' || n, '{}', now()
        from generate_series(0, 19999) n returning seq
      ) insert into event_owner (owner, seq) select 'c:c1', seq from gone`)
  })
  assert.deepEqual((await own(secret, 'GET', '/events')).data, before)
  assert.deepEqual((await own(secret, 'GET', '/events?limit=1')).data, before.slice(0, 1))
  await database.rows(
    sql`delete from event_owner where seq in (select seq from event where id like 'evt_gone_%')`,
  )
})

test('an agency follows what it sent, and learns nothing of who it may be', async () => {
  const { secret } = first.agency
  const { data } = await own(secret, 'GET', '/matches')
  assert.equal(data.length, 1)
  assert.deepEqual([data[0].id, data[0].state, data[0].sentAs], [first.attempt, 'open', 'sent-secret-1'])
  assert.deepEqual([data[0].worker, data[0].sentByThisKey], [null, true])
  const kept = new Set(
    'id agencyId state sentAs posts createdAt lastAt decidedAt sentByThisKey worker text next'.split(' '),
  )
  assert.deepEqual(new Set(Object.keys(data[0])), kept)
  assert.deepEqual((await own(secret, 'GET', `/matches?after=${first.attempt}`)).data, [])
  for (const another of [second.attempt, 'nothing']) {
    const { status, error } = await own(secret, 'GET', `/matches?after=${another}`)
    assert.deepEqual([status, error.message], [404, 'There is no such submission of yours'])
  }
  assert.deepEqual((await own(secret, 'GET', '/matches?state=open')).data, data)
  assert.deepEqual((await own(secret, 'GET', '/matches?state=closed')).data, [])
  const decided = await operator('POST', `/matches/${first.attempt}/decide`, { decision: 'different' })
  const after = (await own(secret, 'GET', `/matches/${first.attempt}`)).data
  assert.deepEqual([after.state, after.worker], ['created', decided.data.created.id])
  const link = (await operator('GET', `/matches/${second.attempt}`)).data.candidates[0].worker
  const worker = typeof link === 'string' ? link : link.id
  await operator('POST', `/matches/${second.attempt}/decide`, { decision: 'link', worker })
  const linked = (await own(second.agency.secret, 'GET', `/matches/${second.attempt}`)).data
  assert.deepEqual([linked.state, linked.worker], ['linked', null])
  assert.ok(!JSON.stringify(linked).includes(worker))
  const ofCompany = await own(first.company.secret, 'GET', '/matches')
  assert.deepEqual([ofCompany.status, ofCompany.error.code], [403, 'AGENCY_KEY_REQUIRED'])
  const narrow = await key('agency', ['a1'], { scopes: ['read:workers'] })
  assert.equal((await own(narrow.secret, 'GET', '/matches')).error.code, 'INSUFFICIENT_SCOPE')
})

test('a signature is looked into for a key holder, too', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const body = '{"id":"evt_1"}'
  const headers = signedHeaders({ id: 'evt_1', type: 'x', body }, [signingKey(secret)], new Date())
  const { data } = await own(first.company.secret, 'POST', '/signatures/check', { headers, body, secret })
  assert.equal(data.valid, true)
})

test('nothing of a rival shows in any operation of a key holder, whatever ids are asked for', async () => {
  const askedBy = async (mine: Side, theirs: Side) => {
    for (const { secret } of [mine.agency, mine.company]) {
      for (const operation of ownOperations) {
        if (operation.body) continue
        const ids = [...theirs.endpoints, ...theirs.deliveries, theirs.attempt]
        const paths = operation.path.includes('{id}')
          ? ids.map(id => operation.path.replace('{id}', id))
          : [operation.path, ...('key' in operation.query ? [`${operation.path}?key=x`] : [])]
        for (const path of paths) {
          const answer = await own(secret, operation.method, path)
          const where = `${operation.method} ${path}`
          if (operation.path.includes('{id}')) assert.ok([403, 404].includes(answer.status), where)
          const text = JSON.stringify(answer)
          for (const word of theirs.words) assert.ok(!text.includes(word), `${where} shows ${word}`)
        }
      }
      for (const name of ['key', 'keyId', 'owner', 'agency'])
        assert.equal((await own(secret, 'GET', `/requests?${name}=${theirs.agency.key.id}`)).status, 400)
      const [theirRequest] = await database.rows<{ n: string; request_id: string }>(
        sql`select n, request_id from request where key_id = ${theirs.agency.key.id} limit 1`,
      )
      const byId = await own(secret, 'GET', `/requests?requestId=${theirRequest!.request_id}`)
      assert.deepEqual(byId.data, [])
    }
  }
  await askedBy(first, second)
  await askedBy(second, first)
})

test('every own operation says what it is for, and no two the same', () => {
  const said = ownOperations.map(({ summary }) => summary)
  assert.ok(said.every(summary => summary.length > 10))
  assert.equal(new Set(said).size, ownOperations.length)
})

test('a key holder counts its requests, and keeps and removes a view', async () => {
  const { secret } = first.company
  const { count } = (await own(secret, 'GET', '/requests/count')).data
  assert.equal(count, (await own(secret, 'GET', '/requests?limit=999')).data.length)
  const view = (await own(secret, 'POST', '/views', { name: 'All', address: '/records' })).data
  assert.deepEqual((await own(secret, 'GET', '/views')).data, [view])
  assert.equal((await own(secret, 'DELETE', `/views/${view.id}`)).data.id, view.id)
})

test('a key holder sees who signed in with the key, and ends it; sign-ins with other keys do not exist for it', async () => {
  const parent = await key('company', ['c1'])
  const child = await signInWith(database, parent.key, { name: 'Claude' })
  const listed = (await own(parent.secret, 'GET', '/sign-ins')).data
  assert.deepEqual(
    listed.map(({ id, name, ownerNames }: Json) => [id, name, ownerNames]),
    [[child.key.id, 'Claude', ['Company c1']]],
  )
  const revoke = `/sign-ins/${child.key.id}/revoke`
  for (const other of [first.company, second.company, child]) {
    assert.deepEqual((await own(other.secret, 'GET', '/sign-ins')).data, [])
    assert.equal((await own(other.secret, 'POST', revoke)).status, 404)
  }
  assert.equal((await own(parent.secret, 'POST', `/sign-ins/${parent.key.id}/revoke`)).status, 404)
  assert.equal((await api('/me', child.secret)).status, 200)
  assert.equal((await own(parent.secret, 'POST', revoke)).data.state, 'revoked')
  assert.equal((await api('/me', child.secret)).error.code, 'REVOKED_API_KEY')
  const { data: audit } = await operator('GET', `/audit?kind=key&subject=${child.key.id}`)
  assert.deepEqual([audit[0].via, audit[0].who], ['key', parent.key.id])
})

test('every own operation was answered here as it declares', () => {
  const missing = ownOperations.filter(operation => !ownAnswered.has(operation))
  assert.deepEqual(
    missing.map(({ method, path }) => `${method} ${path}`),
    [],
  )
})
