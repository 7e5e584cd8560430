// Assistants whose id is the address of a document: it is fetched by the guard of webhooks, and believed only about itself.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { codeIn, oauthServer, pkce, request } from '../support/oauth.ts'

const back = 'http://localhost:7777/back'
const documents = new Map<
  string,
  { body: string; type?: string; status?: number; headers?: Record<string, string> }
>()
const asked: string[] = []
const host = createServer((incoming, response) => {
  const path = incoming.url!
  asked.push(`${incoming.method} ${path}`)
  const {
    body,
    type = 'application/json',
    status = 200,
    headers = {},
  } = documents.get(path) ?? { body: '', status: 404 }
  response.writeHead(status, { 'Content-Type': type, ...headers })
  response.end(body)
})
host.listen(0, '127.0.0.1')
await once(host, 'listening')
after(() => {
  host.closeAllConnections()
  host.close()
})
const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`

let many = 0
function published(more: object = {}, how: object = {}): string {
  const path = `/client-${many++}.json`
  const about = { client_id: `${origin}${path}`, client_name: 'By document', redirect_uris: [back], ...more }
  documents.set(path, { body: JSON.stringify(about), ...how })
  return `${origin}${path}`
}

const server = await oauthServer({ WEBHOOK_LOOPBACK: 'yes' })
const { secret } = await server.parent()
const query = (id: string, challenge = pkce().challenge) => request(id, challenge, { redirect_uri: back })

test('an assistant that registered nowhere signs in by its document, which is asked for once', async () => {
  const id = published()
  const { verifier, challenge } = pkce()
  await server.at(`/oauth/authorize?${new URLSearchParams(query(id, challenge))}`)
  const code = codeIn(await server.agree(secret, query(id, challenge)))
  const { status, body } = await server.exchange(id, code, verifier, { redirect_uri: back })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal((await server.list(body.access_token)).status, 200)
  assert.equal((await server.refresh(id, body.refresh_token)).status, 200)
  assert.equal((await server.refresh(id, body.refresh_token, { client_secret: 'x' })).status, 401)
  assert.deepEqual(
    asked.filter(each => each.endsWith(new URL(id).pathname)),
    [`GET ${new URL(id).pathname}`],
  )
})

test('a document that is not about itself, asks for a secret, is too large or is none is refused', async () => {
  const elsewhere = published()
  for (const [why, id] of [
    ['another’s', published({ client_id: elsewhere })],
    ['a secret', published({ client_secret: 'x' })],
    ['a method', published({ token_endpoint_auth_method: 'client_secret_basic' })],
    ['strangers', published({ redirect_uris: ['https://evil.example/back'] })],
    ['no address', published({ redirect_uris: [] })],
    ['too large', published({ padding: 'x'.repeat(6000) })],
    ['not JSON', published({}, { body: 'hello' })],
    ['a list', published({}, { body: '[]' })],
    ['HTML', published({}, { type: 'text/html' })],
    ['gone', published({}, { status: 410 })],
    ['a redirect', published({}, { status: 302, headers: { Location: elsewhere } })],
    ['nothing', `${origin}/nothing.json`],
  ] as const)
    assert.equal((await server.agree(secret, query(id))).status, 400, why)
  assert.ok(!asked.includes(`GET ${new URL(elsewhere).pathname}`), 'a redirect was followed')
})

test('nothing is asked of an address that is not public, not named, or not plainly written', async () => {
  const strict = await oauthServer({ ASSISTANT_HOSTS: '*' })
  const key = await strict.parent()
  const before = asked.length
  for (const id of [
    published(),
    published().replace('127.0.0.1', 'localhost'),
    'https://127.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://10.0.0.1/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://assistant.example/',
    'https://assistant.example/client.json?x=1',
    'https://assistant.example/a/../client.json',
    'https://user@assistant.example/client.json',
    'https://Assistant.example/client.json',
    'http://assistant.example/client.json',
  ])
    assert.equal((await strict.agree(key.secret, query(id))).status, 400, id)
  assert.equal(asked.length, before)
  assert.equal((await server.agree(secret, query('https://evil.example/client.json'))).status, 400)
})
