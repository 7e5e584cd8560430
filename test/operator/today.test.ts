// What needs attention is said once it is so and no longer than it is so, the most urgent first, and many who look cost as
// much as one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/database/sql.ts'
import { replicaAttention } from '../../src/operator/today.ts'
import { eventually } from '../support/eventually.ts'
import { site } from '../support/lines.ts'
import { newcomer, posted } from '../support/newcomer.ts'
import { operatorServer } from '../support/operator.ts'
import { expectAnswered } from '../support/operator-check.ts'
import type { Json } from '../support/server.ts'
import { receiver } from '../webhooks/receiver.ts'

const { operator, key, api, database, loaded } = await operatorServer()

/** As of now: answers are kept for a second. */
const today = async (): Promise<Json> => {
  const { data } = await operator('GET', '/today')
  return data
}
const kinds = (data: Json) => data.attention.map((one: Json) => one.kind)
const about = (kind: string) =>
  eventually(`there is ${kind}`, async () =>
    (await today()).attention.find((one: Json) => one.kind === kind),
  ) as Promise<Json>
const ignored = ['disk_full', 'columns_filling']

test('where all is well nothing needs attention', async () => {
  const data = await today()
  assert.deepEqual(
    kinds(data).filter((kind: string) => !ignored.includes(kind)),
    [],
  )
  assert.deepEqual(data.deliveries, { waiting: 0, delivered: 0, exhausted: 0, withheld: 0 })
})

test('a replica that is away or behind is named, and one that keeps up is not', async () => {
  const { operator } = await operatorServer({ DATABASE_REPLICA_URLS: 'postgres://nobody@127.0.0.1:1/muster' })
  const { data } = await operator('GET', '/today')
  const { kind, severity, text } = data.attention.find((one: Json) => one.subject.id === '1')
  assert.deepEqual([kind, severity], ['replica_away', 'warning'])
  assert.match(
    text,
    /^Replica 1 of DATABASE_REPLICA_URLS does not answer as a replica .*\(.*(?:not asked yet|ECONNREFUSED|refused)/,
  )
  const told = (state: 'reading' | 'behind', lagSeconds: number | undefined) =>
    replicaAttention({ place: 2, state, lagSeconds }).map(one => `${one.kind}: ${one.text}`)
  assert.deepEqual([...told('reading', 0), ...told('reading', undefined), ...told('reading', 59)], [])
  assert.match(told('reading', 150)[0]!, /^replica_behind: Replica 2 .* is 3 minutes behind/)
  assert.match(told('behind', 0)[0]!, /^replica_behind: .* is behind an upgrade/)
})

test('keys near their limit, expiring or refused a lot are named', async () => {
  const near = await key('company', ['c1'], { name: 'near', perDay: 10 })
  const soon = await key('company', ['c1'], {
    name: 'soon',
    expiresAt: new Date(Date.now() + 5 * 86_400_000),
  })
  const later = await key('company', ['c1'], { expiresAt: new Date(Date.now() + 15 * 86_400_000) })
  const blocked = await key('company', ['c1'], { name: 'blocked', allowedIps: ['192.0.2.0/24'] })
  for (let n = 0; n < 9; n++) await api('/me', near.secret)
  for (let n = 0; n < 50; n++) await api('/me', blocked.secret)
  const limit = await about('key_near_limit')
  assert.deepEqual([limit.subject, limit.count], [{ type: 'key', id: near.key.id, name: 'near' }, 9])
  assert.match(limit.text, /"near" has used 90 % of its 10 requests of today/)
  const expiring = await about('key_expiring')
  assert.deepEqual([expiring.subject.id, expiring.severity], [soon.key.id, 'notice'])
  const refused = await about('key_refused')
  assert.deepEqual([refused.subject.id, refused.count], [blocked.key.id, 50])
  const data = await today()
  assert.ok(!data.attention.some((one: Json) => one.subject.id === later.key.id))
  // The log has them within a second or two, and counts them as the list of requests does; those of this test go well
  // meanwhile, and are more each time.
  const counted = await eventually('all requests are counted', async () => {
    const { requests, since, at } = await today()
    return requests.success >= 9 && requests.client >= 50 && { requests, since, at }
  })
  const { requests, since, at } = counted as Json
  assert.equal(since, `${at.slice(0, 10)}T00:00:00.000Z`)
  for (const status of ['client', 'limited', 'failed']) {
    const { data } = await operator('GET', `/requests/count?status=${status}&since=${since}`)
    assert.equal(requests[status], data.count, status)
  }
})

test('endpoints that fail or were disabled, and deliveries that were given up, are named', async () => {
  const failing = await receiver(response => response.writeHead(500).end())
  const made = (await operator('POST', '/webhooks', { kind: 'company', owners: ['c1'], url: failing.url }))
    .data
  const { id } = made.endpoint
  await database.rows(sql`
    insert into event (seq, id, type, object, object_id, projects, at) values (1, 'evt_1', 'x', 'site', 's1', '{}', now())`)
  await database.rows(sql`
    insert into delivery (endpoint_id, event_seq, state, next_at, finished_at) values (${id}, 1, 'exhausted', now(), now())`)
  await database.rows(sql`update endpoint set failing_since = now() - interval '1 hour' where id = ${id}`)
  const trouble = await about('endpoint_failing')
  assert.deepEqual(
    [trouble.subject, trouble.severity],
    [{ type: 'webhook', id, name: failing.url }, 'warning'],
  )
  assert.equal((await about('deliveries_given_up')).count, 1)
  await database.rows(
    sql`update endpoint set state = 'disabled', disabled_by = 'failures', disabled_because = 'it failed for days' where id = ${id}`,
  )
  const disabled = await about('endpoint_disabled')
  assert.deepEqual([disabled.severity, /it failed for days/.test(disabled.text)], ['critical', true])
  for (const state of ['active', 'disabled'])
    assert.equal((await operator('PATCH', `/webhooks/${id}`, { state })).data.state, state)
  await eventually(
    'it is told as what an operator wants',
    async () => (await about('endpoint_disabled')).severity === 'notice',
  )
  const data = await today()
  assert.deepEqual(data.deliveries, { waiting: 0, delivered: 0, exhausted: 1, withheld: 0 })
  // Of yesterday, and so not of today.
  await database.rows(sql`
    insert into event (seq, id, type, object, object_id, projects, at)
    values (0, 'evt_0', 'x', 'site', 's1', '{}', now() - interval '1 day')`)
  await database.rows(sql`
    insert into delivery (endpoint_id, event_seq, state, next_at) values (${id}, 0, 'exhausted', now())`)
  for (const [state, count] of Object.entries(data.deliveries)) {
    const asked = `state=${state}&since=${data.since}`
    assert.equal((await operator('GET', `/deliveries/count?${asked}`)).data.count, count, state)
    const listed = (await operator('GET', `/deliveries?${asked}`)).data
    assert.deepEqual(
      listed.map((one: Json) => [one.endpointId, one.state]),
      Array(count as number).fill([id, state]),
    )
  }
  assert.equal((await operator('GET', '/deliveries/count?state=exhausted')).data.count, 2)
  const urgency = data.attention.map((one: Json) => ['critical', 'warning', 'notice'].indexOf(one.severity))
  assert.deepEqual(urgency, urgency.toSorted())
  assert.equal((await operator('DELETE', `/webhooks/${id}`)).status, 200)
  await eventually('it is no longer named', async () => !kinds(await today()).includes('endpoint_disabled'))
})

test('matches that wait, loads with rejected lines and those that failed or were interrupted are named', async () => {
  const [a1, a2] = [await key('agency', ['a1']), await key('agency', ['a2'])]
  await api('/workers', a1.secret, posted(newcomer(1)))
  assert.equal((await api('/workers', a2.secret, posted(newcomer(1, { agencyId: 'B-1' })))).status, 409)
  const waiting = await about('matches_waiting')
  assert.deepEqual([waiting.count, waiting.subject.type], [1, 'matches'])
  const made = await loaded(site('s9', 'nowhere', 'c1'))
  const rejected = await about('lines_rejected')
  assert.deepEqual([rejected.subject.id, rejected.count], [made.data.id, 1])
  await database.rows(sql`
    insert into load (id, source, who, name, dry_run, options, state, error, ended_at, beat_at)
    values ('failed-load', 'http', 'x', 'f.ndjson', false, '{}', 'failed', 'It ended', now(), now()),
      ('silent-load', 'http', 'x', 'i.ndjson', false, '{}', 'running', null, null, now() - interval '1 hour'),
      ('old-load', 'http', 'x', 'o.ndjson', false, '{}', 'failed', 'It ended', now() - interval '2 days', now())`)
  assert.match((await about('load_failed')).text, /f\.ndjson failed: It ended/)
  assert.equal((await about('load_interrupted')).subject.id, 'silent-load')
  assert.ok(!(await today()).attention.some((one: Json) => one.subject.id === 'old-load'))
})

test('what the server fails at besides answering is named until it goes well again', async () => {
  await database.script('alter table request rename to request_away')
  const { secret } = await key('company', ['c1'])
  await api('/me', secret)
  const failed = await about('sweep_failed')
  assert.match(failed.text, /^The log of requests was not written; the log of the server says why$/)
  await database.script('alter table request_away rename to request')
  await eventually('it is no longer named', async () => !kinds(await today()).includes('sweep_failed'))
})

test('a hundred viewers cost as one each second', async () => {
  const began = Date.now()
  const answers = await Promise.all(Array.from({ length: 100 }, () => today()))
  const workedOut = new Set(answers.map(({ at }) => at)).size
  assert.ok(workedOut <= 1 + Math.ceil((Date.now() - began) / 1000), `${workedOut} times`)
})

test('every operation of this part was answered here as its document says', () => expectAnswered('today'))
