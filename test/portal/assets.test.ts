// The portal's own files: one document for all of its addresses, under a policy that runs nothing but its own scripts, and
// files that may be kept for good.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { portalAssets } from '../../src/portal/assets.ts'
import { version } from '../../src/settings/version.ts'

const answer = portalAssets()
const server = createServer(async (request, response) => {
  const asked = { path: request.url!, search: '', requestId: 'test' }
  const reply = await answer(
    request,
    asked,
    () => assert.fail('nothing has a body here'),
    () => {},
  )
  if (!reply || 'api' in reply) return void response.writeHead(404).end()
  response.writeHead(reply.status, { ...reply.headers, 'X-Route': reply.route! }).end(reply.body as Buffer)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const get = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)

test('every address of the portal shows one document, and no other address does', async () => {
  const document = await (await get('/portal')).text()
  for (const path of ['/portal/', '/portal/keys/one', '/portal/assetsx']) {
    const found = await get(path)
    assert.equal(await found.text(), document, path)
    assert.deepEqual(
      ['x-route', 'content-type'].map(name => found.headers.get(name)),
      ['/portal', 'text/html; charset=utf-8'],
    )
  }
  for (const path of ['/', '/portalx', '/port', '/portal/assets/nothing.js'])
    assert.equal((await get(path)).status, 404, path)
  assert.ok(document.includes(version))
  assert.doesNotMatch(document, /\{\w+\}/)
})

test('the document runs and loads nothing but what is the portal’s', async () => {
  const { headers } = await get('/portal')
  assert.equal(
    headers.get('content-security-policy'),
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
})

test('what the document names is there, of its type, named after its content and kept for good', async () => {
  const document = await (await get('/portal')).text()
  const named = document.match(/\/portal\/assets\/[\w.-]+/g)!
  const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', woff2: 'font/woff2' }
  const endings = named.map(path => path.split('.').at(-1)!)
  assert.deepEqual(new Set(endings), new Set(Object.keys(types)))
  for (const path of named) {
    const found = await get(path)
    assert.equal(found.status, 200, path)
    assert.equal(found.headers.get('content-type'), types[path.split('.').at(-1) as 'js'])
    assert.equal(found.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(found.headers.get('x-route'), '/portal/assets')
    assert.match(path, /^\/portal\/assets\/(app|style|overpass-latin-400-normal)-[A-Z0-9]{8}\.\w+$/)
  }
  const script = await (await get(named.find(path => path.endsWith('.js'))!)).text()
  // It is made small, and comes in pieces that are asked for when they are needed.
  assert.ok(script.split('\n').length < 20)
  assert.match(script, /import\(?"\.\//)
})
