// Conventions that common clients count on: monitors send HEAD, spreadsheets a user name and a password, browsers a
// preflight; crawlers follow Link, and libraries read problem details.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSecret } from '../../src/access/key-format.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { apiPrefix } from '../../src/http/surface.ts'
import { rivals, site } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const app = 'https://app.example.com'
const server = await testServer({
  operations,
  types: recordTypes,
  corsOrigins: [app],
  securityContact: 'mailto:security@example.com',
})
const closed = await testServer()
await server.load([...rivals(), ...Array.from({ length: 11 }, (_, n) => site(`s-${n}`, 'p1', 'c1'))])
const key = await server.key('company', ['c1'])

const ask = (path: string, init: RequestInit = {}, origin = server.origin) => fetch(`${origin}${path}`, init)
const api = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(`${apiPrefix}${path}`, { method, headers })
const read = async (answer: Response) => JSON.parse(await answer.text())
const bearer = { Authorization: `Bearer ${key}` }
const basic = (user: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

for (const path of [
  '/healthz',
  '/readyz',
  '/docs',
  '/docs/errors',
  `${apiPrefix}/openapi.json`,
  '/.well-known/security.txt',
])
  test(`HEAD ${path} is GET without its body`, async () => {
    const [get, head] = [await ask(path), await ask(path, { method: 'HEAD' })]
    assert.deepEqual([get.status, head.status], [200, 200])
    for (const name of ['content-type', 'etag', 'cache-control'])
      assert.equal(head.headers.get(name), get.headers.get(name), name)
    assert.equal((await get.text()).length > 0, true)
    assert.equal(await head.text(), '')
    const post = await ask(path, { method: 'POST' })
    assert.deepEqual([post.status, post.headers.get('allow')], [405, 'GET, HEAD'])
  })

test('HEAD and OPTIONS of the contract’s own routes stay 405', async () => {
  for (const method of ['HEAD', 'OPTIONS']) {
    const answer = await api('/sites', bearer, method)
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET'], method)
  }
})

test('a key is taken as the user name or the password of Basic, whatever the other is', async () => {
  const told = await read(await api('/me', bearer))
  for (const [user, password] of [
    [key, ''],
    ['', key],
    [key, 'x'],
    ['anything at all', key],
    ['ö', key],
  ]) {
    const answer = await api('/me', basic(user!, password!))
    assert.equal(answer.status, 200, `${user} and ${password}`)
    assert.equal((await read(answer)).data.name, told.data.name)
  }
})

test('what is no key is refused by Basic as by Bearer, and who came with Basic is asked for it', async () => {
  for (const [headers, code, challenge] of [
    [{}, 'MISSING_API_KEY', 'Bearer'],
    [{ Authorization: 'Bearer hunter2' }, 'INVALID_API_KEY', 'Bearer'],
    [{ Authorization: `Bearer ${newSecret('company')}` }, 'INVALID_API_KEY', 'Bearer'],
    [{ Authorization: 'Basic %%%' }, 'MISSING_API_KEY', 'Bearer'],
    [basic('', ''), 'MISSING_API_KEY', 'Basic realm="Muster", charset="UTF-8"'],
    [basic('user', 'hunter2'), 'INVALID_API_KEY', 'Basic realm="Muster", charset="UTF-8"'],
    [basic(newSecret('agency'), ''), 'INVALID_API_KEY', 'Basic realm="Muster", charset="UTF-8"'],
    [basic('', newSecret('operator')), 'INVALID_API_KEY', 'Basic realm="Muster", charset="UTF-8"'],
  ] as const) {
    const answer = await api('/me', headers)
    const { error } = await read(answer)
    assert.deepEqual(
      [answer.status, error.code, answer.headers.get('www-authenticate')],
      [401, code, challenge],
    )
  }
})

const preflight = (
  origin: string,
  asked: Record<string, string> = { 'Access-Control-Request-Method': 'GET' },
) => api('/sites', { Origin: origin, ...asked }, 'OPTIONS')

test('a preflight of a listed origin is answered without a key', async () => {
  const answer = await preflight(app)
  assert.equal(answer.status, 204)
  assert.equal(answer.headers.get('content-length'), null)
  assert.equal(answer.headers.get('access-control-allow-origin'), app)
  assert.match(answer.headers.get('access-control-allow-methods')!, /GET, POST/)
  assert.match(answer.headers.get('access-control-allow-headers')!, /Authorization/)
  assert.match(answer.headers.get('vary')!, /Origin/)
  assert.equal(answer.headers.get('access-control-allow-credentials'), null)
})

test('one of any other origin, or that is none, is refused as ever', async () => {
  for (const [origin, asked] of [
    ['https://evil.example.com', undefined],
    ['https://app.example.com.evil.example', undefined],
    ['http://app.example.com', undefined],
    ['null', undefined],
    [app, {}],
  ] as const) {
    const answer = await preflight(origin, asked)
    assert.equal(answer.status, 401, origin)
    if (origin !== app) assert.equal(answer.headers.get('access-control-allow-origin'), null)
  }
  const elsewhere = await ask('/healthz', {
    method: 'OPTIONS',
    headers: { Origin: app, 'Access-Control-Request-Method': 'GET' },
  })
  assert.deepEqual([elsewhere.status, elsewhere.headers.get('access-control-allow-origin')], [405, null])
})

test('pages of a listed origin may read answers and refusals, with their headers and never with credentials', async () => {
  for (const headers of [{ ...bearer }, { Authorization: 'Bearer hunter2' }]) {
    const answer = await api('/sites', { ...headers, Origin: app })
    assert.equal(answer.headers.get('access-control-allow-origin'), app)
    for (const name of ['Link', 'ETag', 'RateLimit', 'Retry-After', 'X-Request-Id'])
      assert.match(answer.headers.get('access-control-expose-headers')!, new RegExp(name))
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    assert.match(answer.headers.get('vary')!, /Origin/)
  }
  const other = await api('/sites', { ...bearer, Origin: 'https://evil.example.com' })
  assert.deepEqual([other.status, other.headers.get('access-control-allow-origin')], [200, null])
  assert.match(other.headers.get('vary')!, /Origin/)
})

test('where no origin is listed, none may', async () => {
  const headers = { Origin: app, 'Access-Control-Request-Method': 'GET' }
  const answer = await ask(`${apiPrefix}/sites`, { method: 'OPTIONS', headers }, closed.origin)
  assert.equal(answer.status, 401)
  for (const name of ['access-control-allow-origin', 'vary']) assert.equal(answer.headers.get(name), null)
})

/** The address of each relation in a Link header. */
const linksIn = (header: string | null) =>
  new Map([...(header ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, address, rel]) => [rel!, address!]))

test('Link leads through the whole list, with the filters that were asked for', async () => {
  const ids: string[] = []
  let address: string | undefined = `${server.origin}${apiPrefix}/sites?company=c1&limit=4&sortBy=name`
  let pages = 0
  while (address) {
    const answer: Response = await fetch(address, { headers: bearer })
    const body = await read(answer)
    assert.equal(body.meta.limit, 4)
    ids.push(...body.data.map(({ id }: { id: string }) => id))
    const links = linksIn(answer.headers.get('link'))
    pages++
    assert.match(links.get('first')!, /page=1$/)
    assert.match(links.get('last')!, new RegExp(`page=${Math.ceil(body.meta.total / 4)}$`))
    assert.equal(links.has('prev'), pages > 1)
    address = links.get('next')
  }
  const { data, meta } = await read(await api('/sites?company=c1&limit=200&sortBy=name', bearer))
  assert.equal(pages, Math.ceil(meta.total / 4))
  assert.deepEqual(
    ids,
    data.map(({ id }: { id: string }) => id),
  )
})

test('Link is the same from memory, of an empty list and beyond the end it says where that is', async () => {
  const first = await api('/sites?limit=3', bearer)
  const again = await api('/sites?limit=3', bearer)
  assert.equal(again.headers.get('link'), first.headers.get('link'))
  const none = linksIn((await api('/sites?query=nothing-like-it', bearer)).headers.get('link'))
  assert.deepEqual([...none.keys()], ['first', 'last'])
  const beyond = linksIn((await api('/sites?limit=200&page=9', bearer)).headers.get('link'))
  assert.match(beyond.get('prev')!, /page=1$/)
  assert.equal(beyond.has('next'), false)
})

test('Link repeats nothing that could end it', async () => {
  const answer = await api('/sites?query=%3E%2C%3Cx%3E&limit=1', bearer)
  for (const address of linksIn(answer.headers.get('link')).values())
    assert.equal(new URL(address).searchParams.get('query'), '>,<x>')
  assert.equal((await api('/me', bearer)).headers.get('link'), null)
  assert.equal((await api(`/sites?query=${newSecret('agency')}`, bearer)).headers.get('link'), null)
})

test('errors are problem details for whoever asks for them, and envelopes for all others', async () => {
  for (const [accept, isDetails] of [
    ['application/problem+json', true],
    ['application/json, application/problem+json', true],
    ['application/json;q=0.5, application/problem+json', true],
    ['application/json, application/problem+json;q=0.9', false],
    ['application/problem+json;q=0', false],
    ['application/json', false],
    ['*/*', false],
  ] as const) {
    const answer = await api('/sites?limit=0', { ...bearer, Accept: accept })
    assert.equal(answer.status, 400)
    const body = await read(answer)
    if (!isDetails) {
      assert.deepEqual([body.success, body.error.code], [false, 'BAD_REQUEST'], accept)
      continue
    }
    assert.equal(answer.headers.get('content-type'), 'application/problem+json')
    assert.deepEqual([body.status, body.code, body.type], [400, 'BAD_REQUEST', '/docs/errors#BAD_REQUEST'])
    assert.match(body.detail, /limit/)
    assert.equal(body.requestId, answer.headers.get('x-request-id'))
    assert.match(await (await ask(body.type)).text(), /id="BAD_REQUEST"/)
  }
  const fine = await api('/sites', { ...bearer, Accept: 'application/problem+json' })
  assert.deepEqual([fine.status, (await read(fine)).success], [200, true])
  const unknown = await api('/me', { Accept: 'application/problem+json' })
  assert.deepEqual([unknown.status, (await read(unknown)).code], [401, 'MISSING_API_KEY'])
})

test('security.txt names the contact and a day on which it ends, and is absent where no contact is set', async () => {
  const text = await (await ask('/.well-known/security.txt')).text()
  assert.match(text, /^Contact: mailto:security@example\.com$/m)
  const [, expires] = /^Expires: (\S+)$/m.exec(text)!
  const days = (Date.parse(expires!) - Date.now()) / 86_400_000
  assert.ok(days > 170 && days < 366, expires)
  assert.equal((await ask('/.well-known/security.txt', {}, closed.origin)).status, 404)
})
