// Assistants that are a page in a browser: pages of the hosts that may sign in ask by themselves, and no others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeIn, oauthServer, pkce, request } from '../support/oauth.ts'

const server = await oauthServer({ CORS_ORIGINS: 'https://app.example.com' })
const { at, parent, signIn, client, agree } = server
const { secret } = await parent()

const metadata = [
  '/.well-known/oauth-protected-resource/mcp/oauth',
  '/.well-known/oauth-authorization-server/oauth',
]
const endpoints = ['/oauth/token', '/oauth/register', '/oauth/revoke', '/mcp/oauth', '/mcp/oauth/readonly']
const assistant = 'https://assistant.example'
const ours = [assistant, 'http://localhost:6274', 'http://127.0.0.1:3000']
const strangers = [
  'https://evil.example',
  'http://assistant.example',
  'https://assistant.example.evil.example',
  'https://app.example.com',
  'null',
]
const preflight = (path: string, origin: string, method = 'POST') =>
  at(path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization, content-type, mcp-protocol-version',
    },
  })
const sharedWith = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin')

test('pages of the hosts that may sign in are let ask, without a key, a token or cookies', async () => {
  for (const path of [...metadata, ...endpoints])
    for (const origin of ours) {
      const answer = await preflight(path, origin)
      assert.deepEqual([answer.status, sharedWith(answer)], [204, origin], `${path} from ${origin}`)
      assert.match(answer.headers.get('access-control-allow-headers')!, /Authorization.*MCP-Protocol-Version/)
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
      assert.match(answer.headers.get('vary')!, /Origin/)
    }
})

test('pages of any other origin are not, nor is anybody elsewhere', async () => {
  for (const path of [...metadata, ...endpoints])
    for (const origin of strangers)
      assert.equal(sharedWith(await preflight(path, origin)), null, `${path} from ${origin}`)
  const elsewhere = [
    '/oauth/authorize',
    '/mcp',
    '/mcp/readonly',
    '/portal/consent',
    '/healthz',
    '/oauth/tokens',
  ]
  for (const path of [...elsewhere, '/portal/session', '/operator/keys', '/api/open/v1/me'])
    assert.equal(sharedWith(await preflight(path, assistant)), null, path)
  assert.equal(
    sharedWith(await preflight('/api/open/v1/me', 'https://app.example.com')),
    'https://app.example.com',
  )
})

test('they read answers and refusals, and what a refusal says of where to sign in', async () => {
  for (const path of metadata)
    assert.equal(sharedWith(await at(path, { headers: { Origin: assistant } })), assistant)
  const refusals = [
    ['/oauth/token', 'application/x-www-form-urlencoded', 'client_id=nobody', 401],
    ['/oauth/register', 'application/json', '{"redirect_uris":["https://evil.example"]}', 400],
    ['/oauth/revoke', 'text/plain', '', 400],
    ['/oauth/token', 'application/x-www-form-urlencoded', 'x'.repeat(17_000), 413],
    ['/mcp/oauth', 'application/json', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 401],
  ] as const
  for (const [path, type, body, status] of refusals) {
    const headers = { Origin: assistant, 'Content-Type': type }
    const answer = await at(path, { method: 'POST', headers, body })
    assert.deepEqual([answer.status, sharedWith(answer)], [status, assistant], path)
    assert.match(answer.headers.get('access-control-expose-headers')!, /WWW-Authenticate/)
  }
})

test('the tools are for pages of these hosts with a token, and for no page of others with any', async () => {
  const { access } = await signIn(secret)
  const ask = (origin: string, path: string, token: string) =>
    at(path, {
      method: 'POST',
      headers: {
        Origin: origin,
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  const told = await ask(assistant, '/mcp/oauth', access)
  assert.deepEqual([told.status, sharedWith(told)], [200, assistant])
  for (const origin of strangers) {
    const refused = await ask(origin, '/mcp/oauth', access)
    assert.deepEqual([refused.status, sharedWith(refused)], [403, null], origin)
  }
  assert.equal((await ask(assistant, '/mcp', secret)).status, 403, 'a key is for programs')
})

test('a code that a page exchanges is worth what it is worth to a program', async () => {
  const id = await client()
  const { verifier, challenge } = pkce()
  const code = codeIn(await agree(secret, request(id, challenge)))
  const { status, body, ...answer } = await server.post(
    '/oauth/token',
    {
      ...{ grant_type: 'authorization_code', client_id: id, code, code_verifier: verifier },
      redirect_uri: 'https://assistant.example/back',
    },
    { Origin: assistant },
  )
  assert.deepEqual([status, sharedWith(answer), body.token_type], [200, assistant, 'Bearer'])
})
