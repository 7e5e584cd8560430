// Metrics tell what is so: each family is made true by a real request, delivery, load or file, and then looked at.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDatabase, type Statements } from '../../src/database/database.ts'
import { name, sql } from '../../src/database/sql.ts'
import { diskStore } from '../../src/files/disk.ts'
import { newStorageKey } from '../../src/files/store.ts'
import { watchedStore } from '../../src/files/watched.ts'
import { families } from '../../src/server/metrics/families.ts'
import { type ServerMetrics, serverMetrics } from '../../src/server/metrics/metrics.ts'
import { databaseSamples } from '../../src/server/metrics/samples.ts'
import { version } from '../../src/settings/version.ts'
import { logger } from '../../src/telemetry/log.ts'
import { newDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { openExport } from '../support/exports.ts'
import { metricsIn } from '../support/exposition.ts'
import { site, timesheet, withComment } from '../support/lines.ts'
import { newcomer, posted } from '../support/newcomer.ts'
import { operatorServer } from '../support/operator.ts'
import { checkOperatorAnswer } from '../support/operator-check.ts'
import { ndjson } from '../support/server.ts'
import { receiver } from '../webhooks/receiver.ts'

const { running, token, database, key, api, operator, loaded } = await operatorServer({
  EXPORTS_AT_ONCE: '4',
})
const origin = new URL(running.baseUrl).origin

async function scraped(): Promise<ReturnType<typeof metricsIn>> {
  const response = await fetch(`${origin}/operator/metrics`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const text = await response.text()
  checkOperatorAnswer('GET', '/metrics', response, text)
  return metricsIn(text)
}
/** What the database says is kept for some seconds. */
const comesTo = (metric: string, expected: number) =>
  eventually(`${metric} is ${expected}`, async () => (await scraped()).values.get(metric) === expected)

test('every family that there is was declared and documented, and every declared one is told', async () => {
  const { types, values } = await scraped()
  const document = await readFile(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
  const own = [...types.keys()].filter(name => name.startsWith('muster_'))
  assert.deepEqual(own.toSorted(), Object.keys(families).toSorted())
  for (const [name, { type }] of Object.entries(families)) {
    assert.equal(types.get(name), type)
    assert.ok(document.includes(`| \`${name}\` | ${type} |`), `${name} is not in docs/metrics.md`)
  }
  assert.equal(values.get(`muster_build_info{version="${version}"}`), 1)
  assert.equal(values.get('muster_database_up'), 1)
  assert.ok(values.get('muster_database_size_bytes')! > 1_000_000)
  assert.equal(values.get('muster_database_pool_limit'), 4)
  assert.equal(values.get('muster_http_requests_in_flight'), 1)
  assert.ok(values.get('muster_data_disk_size_bytes')! >= values.get('muster_data_disk_free_bytes')!)
  assert.equal(values.get(`muster_servers{version="${version}"}`), 1)
  assert.ok(values.get('nodejs_eventloop_lag_p99_seconds') !== undefined)
})

test('refused requests are counted by their code, those of tools too, and the gate by its calls', async () => {
  const before = (await scraped()).values
  const good = await key('company', ['c1'], { scopes: ['read:timesheets'] })
  const slow = await key('company', ['c1'], { perMinute: 1 })
  assert.equal((await api('/sites', good.secret)).status, 403)
  assert.equal((await api('/timesheets', `${good.secret.slice(0, -1)}!`)).status, 401)
  assert.equal((await api('/me', slow.secret)).status, 200)
  for (let n = 0; n < 3; n++) assert.equal((await api('/me', slow.secret)).status, 429)
  const tool = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${slow.secret}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_me', arguments: {} },
    }),
  })
  const called = await tool.text()
  const { values } = await scraped()
  const risen = (metric: string) => values.get(metric)! - before.get(metric)!
  assert.equal(risen('muster_http_errors_total{code="INSUFFICIENT_SCOPE"}'), 1)
  assert.equal(risen('muster_http_errors_total{code="INVALID_API_KEY"}'), 1)
  assert.equal(risen('muster_http_errors_total{code="RATE_LIMIT_EXCEEDED"}'), 4, called)
  assert.ok(risen('muster_gate_requests_total') >= 5)
  assert.ok(risen('muster_gate_calls_total') <= risen('muster_gate_requests_total'))
})

test('requests that are held up are in flight, and a large body has its room until it is read', async () => {
  const { secret } = await key('agency', ['a1'])
  const length = 10_000_000
  const sending = request(`${running.baseUrl}/workers`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${secret}`,
      'Content-Type': 'application/json',
      'Content-Length': length,
    },
  })
  sending.on('error', () => {})
  // Eight blocks, as it is gathered.
  const sent = 8 * 64 * 1024
  sending.write(Buffer.alloc(sent, ' '))
  await comesTo('muster_body_room_used_bytes', sent)
  const { values } = await scraped()
  assert.equal(values.get('muster_http_requests_in_flight'), 2)
  assert.equal(values.get('muster_bodies_waiting'), 0)
  assert.ok(values.get('muster_body_room_limit_bytes')! > length)
  sending.destroy()
  await comesTo('muster_body_room_used_bytes', 0)
  await comesTo('muster_http_requests_in_flight', 1)
})

test('deliveries are counted by what came of them, and what waits is told with its age', async () => {
  const failing = await receiver(response => response.writeHead(500).end())
  const taking = await receiver()
  for (const { url } of [failing, taking])
    assert.equal((await operator('POST', '/webhooks', { kind: 'company', owners: ['c1'], url })).status, 201)
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  for (const status of ['pending', 'pending_approval']) await loaded(timesheet('t-told', of, { status }))
  await comesTo('muster_webhook_attempts_total{outcome="delivered"}', 1)
  await eventually(
    'one failed',
    async () => (await scraped()).values.get('muster_webhook_attempts_total{outcome="failed"}')! >= 1,
  )
  await comesTo('muster_webhook_deliveries_waiting', 1)
  await comesTo('muster_webhook_endpoints{state="failing"}', 1)
  const { values } = await scraped()
  assert.equal(values.get('muster_webhook_endpoints{state="active"}'), 1)
  const oldest = values.get('muster_webhook_oldest_waiting_seconds')!
  assert.ok(oldest > 0 && oldest < 60, String(oldest))
  // Its last attempt.
  await database.rows(sql`update delivery set attempts = 9, next_at = now() where state = 'waiting'`)
  await comesTo('muster_webhook_attempts_total{outcome="given_up"}', 1)
  await database.rows(sql`
    update endpoint set failures = 5, paused_until = now() + interval '1 minute' where url = ${failing.url}`)
  await database.rows(sql`update endpoint set state = 'disabled' where url = ${taking.url}`)
  await comesTo('muster_webhook_endpoints{state="paused"}', 1)
  const later = (await scraped()).values
  assert.equal(later.get('muster_webhook_endpoints{state="disabled"}'), 1)
  assert.equal(later.get('muster_webhook_endpoints{state="failing"}'), 0)
  assert.equal(later.get('muster_webhook_deliveries_waiting'), 0)
  assert.equal(later.get('muster_webhook_oldest_waiting_seconds'), 0)
})

test('loads are counted with their lines and rejects, dry runs left out; so are matches and refreshes that wait', async () => {
  const before = (await scraped()).values
  await loaded(site('s-one', 'p1', 'c1'), site('s-two', 'nowhere', 'c1'))
  await operator('POST', '/loads?dryRun=true', `${JSON.stringify(site('s-3', 'nowhere', 'c1'))}\n`)
  const [a1, a2] = [await key('agency', ['a1']), await key('agency', ['a2'])]
  await api('/workers', a1.secret, posted(newcomer(1)))
  assert.equal((await api('/workers', a2.secret, posted(newcomer(1, { agencyId: 'B-1' })))).status, 409)
  await database.rows(
    sql`update match_attempt set created_at = now() - interval '1 hour' where state = 'open'`,
  )
  await database.rows(sql`
    insert into load (id, source, who, dry_run, options, beat_at)
    values ('runs', 'command', 'x', false, '{}', now() + interval '1 minute'),
      ('silent', 'command', 'x', false, '{}', now() - interval '1 hour')`)
  await comesTo('muster_matches_waiting', 1)
  await comesTo('muster_loads_running', 1)
  const { values } = await scraped()
  const risen = (metric: string) => values.get(metric)! - before.get(metric)!
  assert.equal(risen('muster_loads_ended_total{outcome="done"}'), 1)
  assert.equal(risen('muster_loads_ended_total{outcome="failed"}'), 0)
  assert.equal(risen('muster_load_lines_total'), 2)
  assert.equal(risen('muster_load_rejected_lines_total'), 1)
  assert.equal(values.get('muster_loads_interrupted'), 1)
  assert.ok(Math.abs(values.get('muster_matches_oldest_waiting_seconds')! - 3_600) < 60)
  assert.equal(values.get('muster_refresh_jobs_waiting'), 0)
})

test('exports are counted while they read and while they only send, and by who broke them off', async () => {
  const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
  await loaded(...Array.from({ length: 1_500 }, (_, n) => timesheet(`e${n}`, of, withComment(10_000))))
  const { secret } = await key('company', ['c1'])
  const answer = await openExport(origin, '/timesheets?format=ndjson', secret)
  await once(answer, 'readable')
  await comesTo('muster_exports_in_flight{stage="sending"}', 1)
  assert.equal((await scraped()).values.get('muster_exports_in_flight{stage="reading"}'), 0)
  answer.destroy()
  await comesTo('muster_http_broken_off_total{by="client"}', 1)
  assert.equal((await scraped()).values.get('muster_exports_in_flight{stage="sending"}'), 0)
})

test('work in the background that fails is told until it goes well again', async () => {
  await database.script('alter table request rename to request_away')
  const work = 'muster_background_failures{work="request_log"}'
  await eventually('it is told', async () => (await scraped()).values.get(work)! > 0)
  await database.script('alter table request_away rename to request')
  await eventually('it is told no more', async () => !(await scraped()).values.has(work))
})

test('labels are no way to fill the memory: addresses, keys and methods that nobody declared add none', async () => {
  const { secret } = await key('company', ['c1'])
  const ask = async (suffix: string) => {
    for (const path of [
      '',
      'api/open/v1/',
      'api/open/v1/sites/',
      'docs/',
      'portal/',
      'files/',
      'operator/',
      'mcp/',
    ])
      await fetch(`${origin}/${path}${suffix}`, { headers: { Authorization: `Bearer ${secret}` } })
  }
  await ask('first')
  const own = async () => [...(await scraped()).values.keys()].filter(name => name.startsWith('muster_'))
  const before = await own()
  for (let n = 0; n < 5; n++) await ask(randomBytes(6).toString('hex'))
  assert.deepEqual(await own(), before)
})

test('however many look, the database is asked once in five seconds, and a store that fails is counted', async () => {
  let asked = 0
  const counting = {
    ...database,
    rows: (...given: Parameters<Statements['rows']>) => {
      asked++
      return database.rows(...given)
    },
  } as Statements
  await databaseSamples(counting)()
  const asOne = asked
  asked = 0
  const samples = databaseSamples(counting)
  await Promise.all(Array.from({ length: 50 }, samples))
  await samples()
  assert.equal(asked, asOne)

  const folder = await mkdtemp(join(tmpdir(), 'muster-store-'))
  after(() => rm(folder, { recursive: true }))
  const counted: ServerMetrics = serverMetrics(logger('silent'), () => {})
  const store = watchedStore(diskStore(folder), counted.fileStoreFailed)
  const kept = newStorageKey()
  await store.put(kept, Buffer.from('kept'))
  await assert.rejects(store.get(newStorageKey()))
  await assert.rejects(store.put('no key', Buffer.from('x')))
  async function* breaking() {
    yield* ndjson([{}])
    throw new Error('the client went away')
  }
  await assert.rejects(store.put(newStorageKey(), breaking()), /the client went away/)
  const { values } = metricsIn(await counted.exposition())
  const errors = ['get', 'put', 'remove'].map(operation =>
    values.get(`muster_file_store_errors_total{operation="${operation}"}`),
  )
  assert.deepEqual(errors, [1, 1, 0])
})

test('a database that takes no connections leaves the server’s own metrics, for tokens that it knows', async () => {
  await scraped()
  const [{ called }] = (await database.rows<{ called: string }>(
    sql`select current_database() as called`,
  )) as [{ called: string }]
  const options = { connections: 1, applicationName: 'muster tests' }
  const admin = openDatabase({ connection: await newDatabase() }, options)
  await admin.script(sql`alter database ${name(called)} allow_connections false`.compile().text)
  try {
    await admin.rows(sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = ${called} and pid <> pg_backend_pid() and backend_type = 'client backend'`)
    const ask = (secret: string) =>
      fetch(`${origin}/operator/metrics`, { headers: { Authorization: `Bearer ${secret}` } })
    const { values, types } = await eventually('the database is down', async () => {
      const found = metricsIn(await (await ask(token)).text())
      return found.values.get('muster_database_up') === 0 && found
    })
    for (const [family, declared] of Object.entries(families))
      if (declared.shared) assert.ok(!types.has(family), `${family} is told without the database`)
    assert.ok(values.get('muster_http_errors_total{code="SERVICE_UNAVAILABLE"}')! >= 0)
    const stranger = await ask(`wfo_${'x'.repeat(44)}`)
    assert.ok(stranger.status >= 400, String(stranger.status))
    await stranger.text()
  } finally {
    await admin.script(sql`alter database ${name(called)} allow_connections true`.compile().text)
    await admin.close()
  }
  await comesTo('muster_database_up', 1)
})
