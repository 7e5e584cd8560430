// What the HTTP surface promises whatever is asked: envelopes, limits on size and time, no surprises.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { newSecret } from '../../src/access/key-format.ts'
import { operations } from '../../src/api/index.ts'
import { rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load(rivals())
const key = await server.key('company', ['c1'])
const { port, hostname } = new URL(server.origin)

/** Sends bytes as they are and reads the answer to the end of the connection. */
async function raw(text: string): Promise<{ status: number; headers: string; body: string }> {
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', chunk => {
    answer += chunk
  })
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  const [headers = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(headers.split(' ')[1]), headers, body }
}

const codeOf = (body: string) => JSON.parse(body).error.code
const head = (line: string, ...headers: string[]) =>
  `${[line, 'Host: x', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`

test('an address over 8 kB is 414, headers over 16 kB are 431, both in the envelope', async () => {
  const long = await server.get(`/sites?query=${'x'.repeat(8200)}`, key)
  assert.deepEqual([long.status, long.body.error.code], [414, 'URI_TOO_LONG'])
  const heavy = await raw(head('GET /api/open/v1/me HTTP/1.1', `X-Pad: ${'y'.repeat(17_000)}`))
  assert.deepEqual([heavy.status, codeOf(heavy.body)], [431, 'HEADERS_TOO_LARGE'])
})

test('what is not HTTP gets 400, an unknown verb 405, a missing Host 400', async () => {
  const noise = await raw('hello there\r\n\r\n')
  assert.deepEqual([noise.status, codeOf(noise.body)], [405, 'METHOD_NOT_ALLOWED'])
  const broken = await raw('GET / HTTP/1.1\r\nbad header\r\n\r\n')
  assert.deepEqual([broken.status, codeOf(broken.body)], [400, 'BAD_REQUEST'])
  const verb = await raw(head('BREW /api/open/v1/me HTTP/1.1'))
  assert.deepEqual([verb.status, codeOf(verb.body)], [405, 'METHOD_NOT_ALLOWED'])
  const hostless = await raw('GET /api/open/v1/me HTTP/1.1\r\nConnection: close\r\n\r\n')
  assert.deepEqual([hostless.status, codeOf(hostless.body)], [400, 'BAD_REQUEST'])
  const tunnel = await raw(head('CONNECT example.org:443 HTTP/1.1'))
  assert.deepEqual([tunnel.status, codeOf(tunnel.body)], [405, 'METHOD_NOT_ALLOWED'])
})

test('a whole address names the same thing as its path; an unknown expectation is none', async () => {
  const bearer = `Authorization: Bearer ${key}`
  for (const [line, ...headers] of [
    [`GET http://x/api/open/v1/me HTTP/1.1`, bearer],
    [`GET http://x:8080/api/open/v1/sites?limit=1 HTTP/1.1`, bearer],
    ['GET /api/open/v1/me HTTP/1.1', bearer, 'Expect: foo'],
  ] as [string, ...string[]][]) {
    const found = await raw(head(line, ...headers))
    assert.equal(found.status, 200, found.body)
    assert.match(found.headers, /\r\nX-Request-Id: /i)
  }
  assert.equal((await raw(head('GET http://x HTTP/1.1'))).status, 404)
})

test('a header of which one decides is refused when it comes twice, on every surface', async () => {
  const line = (path: string) => `POST ${path} HTTP/1.1`
  const json = 'Content-Type: application/json'
  const bearer = `Authorization: Bearer ${key}`
  for (const path of ['/api/open/v1/me', '/api/open/v1/workers', '/mcp', '/operator/status', '/files/f1'])
    for (const [name, headers] of [
      ['Authorization', [bearer, `authorization: Bearer ${newSecret('company')}`]],
      ['Authorization', [`Authorization: Bearer ${newSecret('company')}`, bearer]],
      ['Authorization', [bearer, bearer]],
      ['Host', [bearer, 'Host: y']],
      ['Content-Type', [bearer, json, 'Content-Type: text/plain']],
      ['Idempotency-Key', [bearer, json, 'Idempotency-Key: one', 'Idempotency-Key: two']],
    ] as const) {
      const refused = await raw(head(line(path), ...headers))
      assert.deepEqual([refused.status, codeOf(refused.body)], [400, 'BAD_REQUEST'], `${path} ${name}`)
      assert.equal(JSON.parse(refused.body).error.message, `There is more than one ${name} header; send one`)
    }
})

test('of two request ids neither is used', async () => {
  const ids = ['X-Request-Id: client-id-42', 'X-Request-Id: client-id-43']
  const { status, headers } = await raw(head('GET /healthz HTTP/1.1', ...ids))
  assert.deepEqual([status, /client-id/.test(headers)], [200, false])
})

test('there is no year 0 to ask for', async () => {
  for (const path of ['/sites?from=0000-01-01', '/timesheets?to=0000-12-31', '/expenses?from=0000-02-29']) {
    const { status, body } = await server.get(path, key)
    assert.deepEqual([status, body.error.code], [400, 'BAD_REQUEST'], path)
  }
})

test('a request id is the client’s own where it is well formed, else one is made', async () => {
  const own = await server.get('/me', key, { headers: { 'X-Request-Id': 'client-id-42' } })
  assert.equal(own.headers.get('x-request-id'), 'client-id-42')
  const bad = await server.get('/me', key, { headers: { 'X-Request-Id': 'no spaces!' } })
  assert.notEqual(bad.headers.get('x-request-id'), 'no spaces!')
})

test('the trace that a request is part of is kept with what is logged of it, and nothing else that is sent so', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const kept = async (traceparent: string) => {
    await server.get('/me', key, { headers: { traceparent } })
    return server.seen.at(-1)!.traceId
  }
  assert.equal(await kept(`00-${trace}-00f067aa0ba902b7-01`), trace)
  assert.equal(await kept(`01-${trace}-00f067aa0ba902b7-00-more`), trace, 'a later version')
  for (const wrong of [
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
    key,
  ])
    assert.equal(await kept(wrong), undefined, wrong)
})

test('an unknown path asks for a key first, then is 404; outside the API it is 404 at once', async () => {
  assert.equal((await server.get('/nowhere')).status, 401)
  assert.equal((await server.get('/nowhere', key)).status, 404)
  assert.equal((await server.get('/sites/', key)).status, 404)
  assert.equal((await server.get('', key)).status, 404)
  const outside = await fetch(`${server.origin}/elsewhere`)
  assert.deepEqual([outside.status, codeOf(await outside.text())], [404, 'NOT_FOUND'])
})

test('totals is no id: where a resource has none, its totals are not there, whatever is asked of them', async () => {
  const got = operations.filter(({ method, path }) => method === 'GET' && /^\/[^{}]+\/\{id\}$/.test(path))
  const without = got
    .map(({ path }) => path.replace('{id}', 'totals'))
    .filter(path => !operations.some(one => one.path === path))
  assert.ok(without.includes('/workers/totals') && without.includes('/rates/totals'))
  for (const path of without)
    for (const search of ['', '?groupBy=agency.id']) {
      const { status, body } = await server.get(`${path}${search}`, key)
      assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'])
      assert.match(body.error.message, new RegExp(`^There is no ${path} here; `))
    }
})

test('the key is read from the Authorization header in any case, and from nowhere else', async () => {
  const withHeader = (value: string) => server.get('/me', undefined, { headers: { Authorization: value } })
  assert.equal((await withHeader(`bearer ${key}`)).status, 200)
  assert.equal((await withHeader(`Basic ${key}`)).status, 401)
  assert.equal((await withHeader(`Basic ${btoa('no colon')}`)).body.error.code, 'MISSING_API_KEY')
  assert.equal((await withHeader(key)).body.error.code, 'MISSING_API_KEY')
  assert.equal((await server.get(`/me?api_key=${key}`)).status, 401)
})

test('query strings that cannot be decoded are 400', async () => {
  for (const query of ['query=%E0%A4%A', 'query=%ff', 'query=%00', '%zz=1']) {
    assert.equal((await server.get(`/sites?${query}`, key)).status, 400, query)
  }
})

test('health and readiness answer without a key', async () => {
  const health = await fetch(`${server.origin}/healthz`)
  assert.deepEqual([health.status, await health.json()], [200, { status: 'ok' }])
  const ready = await fetch(`${server.origin}/readyz`)
  assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready' }])
  assert.equal((await fetch(`${server.origin}/healthz`, { method: 'POST' })).status, 405)
})

test('a body on a GET is not read and does not hold the connection up', async () => {
  const answer = await raw(
    `${head('GET /api/open/v1/me HTTP/1.1', `Authorization: Bearer ${key}`, 'Content-Length: 5')}hello`,
  )
  assert.equal(answer.status, 200)
})

test('requests one after another on one connection are answered in order', async () => {
  const line = (path: string, close: boolean) =>
    `GET /api/open/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${close ? 'Connection: close\r\n' : ''}\r\n`
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', chunk => {
    text += chunk
  })
  socket.write(line('/me', false) + line('/sites', false) + line('/nowhere', true))
  await once(socket, 'close')
  assert.deepEqual(
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(found => found[1]),
    ['200', '200', '404'],
  )
})

test('whatever is answered, by whatever surface, its type is not to be guessed', async () => {
  const bearer = `Authorization: Bearer ${key}`
  const asked: [string, ...string[]][] = [
    ['GET /healthz HTTP/1.1'],
    ['POST /healthz HTTP/1.1'],
    ['GET /readyz HTTP/1.1'],
    ['GET / HTTP/1.1'],
    ['GET /docs HTTP/1.1'],
    ['GET /nothing-here HTTP/1.1'],
    ['GET /files/nothing HTTP/1.1'],
    ['GET /mcp HTTP/1.1', bearer],
    ['GET /api/open/v1/openapi.json HTTP/1.1'],
    ['GET /api/open/v1/me HTTP/1.1'],
    ['GET /api/open/v1/me HTTP/1.1', bearer],
    ['GET /api/open/v1/sites HTTP/1.1', bearer],
    ['GET /api/open/v1/sites?format=csv HTTP/1.1', bearer],
    ['BREW / HTTP/1.1'],
  ]
  for (const [line, ...headers] of asked) {
    const found = await raw(head(line, ...headers))
    assert.equal(found.headers.match(/^x-content-type-options: nosniff\r?$/gim)?.length, 1, line)
  }
})
