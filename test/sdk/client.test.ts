// The SDK against a real server: pages while rows come in, repeats where they are safe, errors that say what they are.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createMuster, MusterError } from '../../sdk/index.ts'
import { flaky, type Spoil } from '../support/flaky.ts'
import { rivals, timesheet } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
const sheets = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + (from + index) * 60_000).toISOString()
    return timesheet(`t${from + index}`, of, { createdAt })
  })
await server.load([...rivals(), ...sheets(0, 450)])
const key = await server.key('company', ['c1'])
const muster = createMuster({ url: server.origin, key })

test('paging while rows are added gives every row that was there once, and no row twice', async () => {
  const seen: string[] = []
  let added = 450
  for await (const row of muster.timesheets.list({ limit: 50, fields: ['reference', 'id'] })) {
    seen.push(row.id)
    // New rows come first in this list and push the others on.
    if (seen.length % 40 !== 0) continue
    await server.load(sheets(added, added + 7))
    added += 7
  }
  assert.equal(new Set(seen).size, seen.length)
  for (let index = 0; index < 450; index++) assert.ok(seen.includes(`t${index}`), `t${index} was not given`)
})

test('fields narrow the row, and the id stays out unless it is asked for', async () => {
  const countries = await muster.countries.list({ fields: ['name'], limit: 1 }).page()
  assert.deepEqual(Object.keys(countries.data[0]!), ['name'], 'rows without ids are asked for none')
  const { data, meta } = await muster.timesheets.list({ limit: 2, fields: ['worker.name'] }).page()
  assert.deepEqual(data, [{ worker: { name: 'Ada w1' } }, { worker: { name: 'Ada w1' } }])
  assert.equal(meta.limit, 2)
  const rows = await muster.timesheets.list({ fields: ['status'], query: 't44' }).toArray()
  assert.deepEqual(Object.keys(rows[0]!), ['status'])
})

test('single records, nested lists, filters with several ids, the key itself', async () => {
  assert.equal((await muster.timesheets.get('t1')).id, 't1')
  assert.equal((await muster.me()).companies?.[0]?.id, 'c1')
  assert.equal(
    await muster.timesheets.list({ worker: ['w1', 'w2'], project: 'p1' }).total(),
    await muster.timesheets.list().total(),
  )
  assert.ok((await muster.countries.list({ query: 'Irel' }).toArray()).length > 0)
  assert.deepEqual(await muster.companies.tags('c1').toArray(), [])
})

test('a GET is repeated after 429, 503 and a connection that breaks, as long as Retry-After says', async () => {
  const trouble: Spoil[] = [
    { status: 429, headers: { 'Retry-After': '1' } },
    { status: 503 },
    'reset before',
    undefined,
  ]
  const proxy = await flaky(server.origin, number => trouble[number - 1])
  const found = await createMuster({ url: proxy.url, key }).timesheets.get('t2')
  assert.equal(found.id, 't2')
  assert.equal(proxy.seen.length, 4)
  const [first, second] = proxy.seen
  assert.ok(second!.at - first!.at >= 1000, 'it did not wait as long as Retry-After says')
  const broken = await flaky(server.origin, number => (number === 1 ? 'reset after' : undefined))
  assert.equal((await createMuster({ url: broken.url, key }).timesheets.get('t3')).id, 't3')
})

test('it gives up after the attempts it was given, and says what the last one said', async () => {
  const proxy = await flaky(server.origin, () => ({ status: 503 }))
  const failing = createMuster({ url: proxy.url, key, attempts: 2 }).me()
  await assert.rejects(failing, {
    name: 'MusterError',
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    requestId: 'spoilt-1',
  })
  assert.equal(proxy.seen.length, 2)
})

test('errors carry the code, the status and the request; what is wrong stays wrong and is not repeated', async () => {
  const proxy = await flaky(server.origin, () => undefined)
  const through = createMuster({ url: `${proxy.url}/api/open/v1/`, key })
  const error = await through.timesheets.get('none').catch((thrown: unknown) => thrown)
  assert.ok(error instanceof MusterError)
  assert.deepEqual([error.code, error.status, error.message], ['NOT_FOUND', 404, 'Timesheet not found'])
  assert.match(error.requestId!, /^[\w-]{8,}$/)
  assert.equal(proxy.seen.length, 1)
  const nobody = createMuster({ url: 'http://127.0.0.1:9', key, attempts: 1 }).me()
  await assert.rejects(nobody, { code: 'NETWORK_ERROR', status: 0 })
})

test('a call that is called off stops at once, also while it waits', async () => {
  const proxy = await flaky(server.origin, () => ({ status: 429, headers: { 'Retry-After': '30' } }))
  const off = new AbortController()
  const call = createMuster({ url: proxy.url, key }).me({ signal: off.signal })
  setTimeout(() => off.abort(new Error('enough')), 100)
  await assert.rejects(call, /enough/)
})

const textOf = ({ body }: { body: ReadableStream<Uint8Array> }) => new Response(body).text()

test('an export has the rows of its list, as they were asked for, and where to go on from', async () => {
  const list = muster.timesheets.list({ fields: ['reference', 'worker.name'], query: 't44' })
  const rows = await list.toArray()
  const whole = await list.export('ndjson')
  const lines = (await textOf(whole)).trim().split('\n')
  assert.deepEqual(
    lines.map(line => JSON.parse(line)),
    [...rows, { exportComplete: true, count: rows.length, next: whole.next }],
  )
  await server.load(sheets(900, 901))
  const { data } = await muster.changes.read({ after: whole.next! })
  assert.deepEqual(
    data.map(({ id }) => id),
    ['t900'],
  )
  const exploded = await muster.timesheets.list({ query: 't44' }).export('csv', { explode: 'timelogs' })
  assert.match(await textOf(exploded), /^id,.*timelogs\.date/)
  assert.equal('next' in (await muster.countries.list().export('csv')), false)
})

test('an export is tried again before it begins, and what is wrong is said as for a list', async () => {
  const proxy = await flaky(server.origin, number => (number === 1 ? { status: 503 } : undefined))
  const list = createMuster({ url: proxy.url, key }).timesheets.list({ fields: ['id'], query: 't44' })
  assert.match(await textOf(await list.export('csv')), /^id\r\nt/)
  assert.equal(proxy.seen.length, 2)
  const paged = muster.timesheets.list({ limit: 5 }).export('csv')
  await assert.rejects(paged, { name: 'MusterError', code: 'BAD_REQUEST', status: 400 })
  const totals = muster.timesheets.totals({ groupBy: ['project', 'status'], sum: ['netHours'] })
  assert.ok((await totals.toArray()).length > 0)
  await assert.rejects(totals.export('csv'), { name: 'TypeError', message: /no exports/ })
})

test('an export may take longer than an answer may, and fails while it is read where it breaks off', async () => {
  const slow = createServer(({ url }, response) => {
    if (url!.startsWith('/silent')) return
    response.writeHead(200, { 'Content-Type': 'text/csv' }).write('id\r\n')
    setTimeout(() => (url!.startsWith('/cut') ? response.destroy() : response.end('t1\r\n')), 300)
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  after(() => {
    slow.closeAllConnections()
    slow.close()
  })
  const address = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  const exported = (path: string) =>
    createMuster({ url: `${address}/${path}`, key, attempts: 1, timeoutMs: 150 })
      .timesheets.list()
      .export('csv')
  assert.equal(await textOf(await exported('whole')), 'id\r\nt1\r\n')
  const cut = await exported('cut')
  await assert.rejects(textOf(cut))
  await assert.rejects(exported('silent'), { code: 'NETWORK_ERROR', message: /No answer within 150 ms/ })
})

/** A client that is made in another environment. */
function madeWith(env: NodeJS.ProcessEnv, options: Parameters<typeof createMuster>[0] = {}) {
  const before = process.env
  process.env = env
  try {
    return createMuster(options)
  } finally {
    process.env = before
  }
}

test('the address and the key come from the environment unless they are given, and must be somewhere', async () => {
  const missing = (name: string, variable: string) => ({
    name: 'TypeError',
    message: `${name} is missing: give it, or set ${variable}`,
  })
  assert.throws(() => madeWith({}, { key }), missing('url', 'MUSTER_URL'))
  assert.throws(() => madeWith({}, { url: server.origin, key: '' }), missing('key', 'MUSTER_API_KEY'))
  const fromThere = madeWith({ MUSTER_URL: server.origin, MUSTER_API_KEY: key })
  assert.equal((await fromThere.me()).companies?.[0]?.id, 'c1')
})
