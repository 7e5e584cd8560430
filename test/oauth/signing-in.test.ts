// Signing in with an assistant: what is found, agreed to and given, and what becomes of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSecret } from '../../src/access/key-format.ts'
import { scopes } from '../../src/api/scopes.ts'
import { redirectFault } from '../../src/oauth/redirects.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { listKeys, revokeKey, rotateKey, updateKey } from '../../src/store/keys/keys.ts'
import { audit } from '../../src/store/operators/audit.ts'
import { back, codeIn, issuer, oauthServer, pkce, publicUrl, request, resource } from '../support/oauth.ts'
import { portal } from '../support/portal.ts'
import type { Json } from '../support/server.ts'

const server = await oauthServer()
const { at, parent, signIn, list, call, refresh, post, database } = server

const toolsIn = ({ body }: { body: Json }): string[] => body.result.tools.map(({ name }: Json) => name)

test('without the setting nothing of it is there', async () => {
  const { operatorOrigin: origin } = await portal({ PUBLIC_URL: publicUrl })
  for (const path of [
    '/.well-known/oauth-protected-resource/mcp/oauth',
    '/.well-known/oauth-authorization-server/oauth',
    '/oauth/authorize',
    '/oauth/token',
    '/oauth/register',
    '/oauth/revoke',
    '/mcp/oauth',
  ])
    assert.equal((await fetch(`${origin}${path}`)).status, 404, path)
})

test('the setting wants an address that is https, or on this machine', () => {
  const on = (PUBLIC_URL: string) => readSettings({}, { ASSISTANT_HOSTS: 'claude.ai', PUBLIC_URL }).assistants
  assert.deepEqual(on('https://muster.example'), {
    hosts: ['claude.ai'],
    publicUrl: 'https://muster.example',
  })
  assert.ok(on('http://127.0.0.1:4000'))
  for (const wrong of ['', 'http://muster.example', 'https://muster.example/path', 'https://Muster.example'])
    assert.throws(() => on(wrong), /ASSISTANT_HOSTS needs a PUBLIC_URL/)
  assert.throws(() => readSettings({}, { ASSISTANT_HOSTS: 'https://claude.ai' }), /ASSISTANT_HOSTS/)
})

test('documents lead from the tools to the server that lets in, by PUBLIC_URL whatever the Host', async () => {
  const headers = { Host: 'evil.example' }
  const refused = await list(undefined)
  assert.equal(refused.status, 401)
  const said = refused.headers.get('www-authenticate')!
  const [, address] = /resource_metadata="([^"]+)"/.exec(said)!
  assert.equal(address, `${publicUrl}/.well-known/oauth-protected-resource/mcp/oauth`)
  assert.match(said, /scope="[^"]*read:timesheets[^"]*"/)
  assert.doesNotMatch(said, /write:|error=/)
  const { body: protectedBy } = await at(new URL(address!).pathname, { headers })
  const scopes_supported = Object.keys(scopes)
  assert.deepEqual(protectedBy, {
    resource,
    authorization_servers: [issuer],
    scopes_supported,
    bearer_methods_supported: ['header'],
    resource_name: 'Muster',
    resource_documentation: `${publicUrl}/docs`,
  })
  const { body: found } = await at('/.well-known/oauth-authorization-server/oauth', { headers })
  // No OpenID, no keys: all that there is.
  assert.deepEqual(found, {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    scopes_supported,
    service_documentation: `${publicUrl}/docs`,
  })
})

test('an address that nobody may be sent back to is refused in words', () => {
  const words = (uri: unknown, hosts = ['assistant.example']) => redirectFault(uri, hosts)
  const long = (length: number) => `${back}/${'x'.repeat(length - back.length - 1)}`
  for (const fine of [back, long(1024)]) assert.equal(words(fine), undefined)
  for (const none of [7, 'nothing', long(1025)]) assert.equal(words(none), 'a redirect URI is not an address')
  assert.match(words('http://localhost/')!, /^programs on the user’s own machine may not sign in here; /)
  assert.equal(words('http://localhost/', ['localhost']), undefined)
  assert.match(words('http://assistant.example/')!, /^a redirect URI must be https with a host in lower case/)
  assert.match(words('https://other.example/')!, /^assistants of other\.example may not sign in here; /)
  assert.equal(words('https://other.example/', ['*']), undefined)
})

test('a client that asks /mcp with a key finds nothing that leads it here', async () => {
  const { secret } = await parent()
  assert.equal((await list(secret, '/mcp')).status, 200)
  const wrong = await list(newSecret('company'), '/mcp')
  assert.deepEqual([wrong.status, wrong.headers.get('www-authenticate')], [401, 'Bearer'])
  for (const path of ['', '/mcp'])
    for (const document of ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration'])
      assert.equal((await at(`/.well-known/${document}${path}`)).status, 404, `${document}${path}`)
})

test('somebody agrees with a key, and the assistant reads what was agreed to and nothing else', async () => {
  const { secret, key } = await parent()
  const { access, body } = await signIn(secret, { scopes: ['read:projects', 'read:workers'] })
  assert.deepEqual(
    [body.token_type, body.expires_in, body.scope],
    ['Bearer', 3600, 'read:projects read:workers'],
  )
  const tools = toolsIn(await list(access))
  assert.ok(tools.includes('open_api_list_workers') && !tools.includes('open_api_list_timesheets'))
  const me = await call(access, 'open_api_get_me')
  assert.equal(me.status, 200)
  assert.match(JSON.stringify(me.body), /An assistant/)
  const [child] = (await listKeys(database)).filter(({ parentId }) => parentId === key.id)
  assert.deepEqual([child!.name, child!.description], ['An assistant', 'assistant.example'])
  const days = (Date.parse(child!.expiresAt!) - Date.now()) / 86_400_000
  assert.ok(days > 29.9 && days <= 30)
  const [row] = await audit.rows(database, { kind: 'key', subject: child!.id })
  assert.deepEqual([row!.via, row!.who, row!.operation], ['key', key.id, 'POST /oauth/token'])
})

test('a missing scope is asked for in the words of the protocol', async () => {
  const { secret } = await parent()
  const { access } = await signIn(secret, { scopes: ['read:projects'] })
  const refused = await call(access, 'open_api_list_workers')
  assert.equal(refused.status, 403)
  assert.match(refused.headers.get('www-authenticate')!, /error="insufficient_scope", scope="read:workers"/)
})

test('an access token opens the tools for tokens alone, and a key does not open those', async () => {
  const { secret } = await parent()
  const { access, refresh: token, code } = await signIn(secret)
  for (const path of ['/mcp', '/mcp/readonly']) assert.equal((await list(access, path)).status, 401, path)
  const headers = { Authorization: `Bearer ${access}` }
  assert.equal((await at('/api/open/v1/me', { headers })).status, 401)
  assert.equal((await at('/operator/keys', { headers })).status, 401)
  const browser = server.browser()
  assert.equal((await browser.signIn({ key: access })).status, 401)
  for (const other of [secret, token, code, 'hunter2']) {
    const { status, headers } = await list(other)
    assert.equal(status, 401)
    assert.match(headers.get('www-authenticate')!, /error="invalid_token"/)
  }
  assert.ok(toolsIn(await list(access, '/mcp/oauth/readonly')).length > 0)
})

test('operators agree for a key that they choose, by their role', async () => {
  const { key } = await parent()
  const { verifier, challenge } = pkce()
  const id = await server.client()
  const body = {
    query: new URLSearchParams(request(id, challenge)).toString(),
    agree: true,
    scopes: ['read:projects'],
    days: 1,
  }
  for (const role of ['read-only', 'matches'] as const) {
    const reader = server.browser()
    await reader.signIn({ token: (await server.token(role)).secret })
    assert.equal((await reader.ask('POST', '/consent/answer', { ...body, keyId: key.id })).status, 403, role)
  }
  const operator = server.browser()
  await operator.signIn({ token: (await server.token('operator', 'Ann')).secret })
  assert.equal((await operator.ask('POST', '/consent/answer', body)).status, 404, 'no key was chosen')
  const agreed = await operator.ask('POST', '/consent/answer', { ...body, keyId: key.id })
  const { status, body: tokens } = await server.exchange(id, codeIn(agreed), verifier)
  assert.equal(status, 200)
  assert.equal((await list(tokens.access_token)).status, 200)
  const [child] = (await listKeys(database)).filter(({ parentId }) => parentId === key.id)
  const [row] = await audit.rows(database, { kind: 'key', subject: child!.id })
  assert.deepEqual([row!.via, row!.name], ['token', 'Ann'])
})

test('nobody agrees to more than the key has, for longer than is offered, or without being signed in', async () => {
  const { secret } = await parent('company', { scopes: ['read:projects'] })
  const query = request(await server.client(), pkce().challenge)
  for (const choice of [
    { scopes: ['read:projects', 'read:workers'] },
    { scopes: [] },
    { owners: ['c2'] },
    { owners: [] },
    { days: 91 },
    { days: 0 },
    { days: undefined },
    { keyId: 'another' },
  ])
    assert.equal((await server.agree(secret, query, choice)).status, 400, JSON.stringify(choice))
  const stranger = server.browser()
  const body = {
    query: new URLSearchParams(query).toString(),
    agree: true,
    scopes: ['read:projects'],
    days: 1,
  }
  assert.equal((await stranger.ask('POST', '/consent/answer', body)).status, 401)
  const denied = await stranger.ask('POST', '/consent/answer', { ...body, agree: false })
  assert.match(
    denied.body.data.location,
    /^https:\/\/assistant\.example\/back\?error=access_denied&state=xyz&iss=/,
  )
})

test('what ends a key or loses a scope of it ends or narrows its sign-ins, and their refresh', async () => {
  const { secret, key } = await parent()
  const narrowed = await signIn(secret)
  await updateKey(database, key, { scopes: ['read:projects'] })
  assert.ok(!toolsIn(await list(narrowed.access)).includes('open_api_list_workers'))
  const again = await refresh(narrowed.clientId, narrowed.refresh)
  assert.equal(again.body.scope, 'read:projects')
  await revokeKey(database, key.id)
  assert.equal((await list(again.body.access_token)).status, 401)
  const ended = await refresh(narrowed.clientId, again.body.refresh_token)
  assert.deepEqual([ended.status, ended.body.error], [400, 'invalid_grant'])
})

test('a code that was agreed to with a secret that has ended since is worth nothing', async () => {
  const { secret, key } = await parent()
  const id = await server.client()
  const { verifier, challenge } = pkce()
  const code = codeIn(await server.agree(secret, request(id, challenge)))
  await rotateKey(database, key.id, 0)
  const { status, body } = await server.exchange(id, code, verifier)
  assert.deepEqual([status, body.error], [400, 'invalid_grant'])
})

test('a token that is given back ends the sign-in, and only its own client can', async () => {
  const { secret } = await parent()
  const one = await signIn(secret)
  const other = await signIn(secret)
  assert.equal((await post('/oauth/revoke', { client_id: one.clientId })).body.error, 'invalid_request')
  for (const token of [one.access, one.refresh]) {
    assert.equal((await post('/oauth/revoke', { client_id: other.clientId, token })).status, 200)
    assert.equal((await list(one.access)).status, 200, 'another client revoked it')
  }
  assert.equal((await post('/oauth/revoke', { client_id: one.clientId, token: one.access })).status, 200)
  const entries = await audit.rows(database, { kind: 'key' })
  assert.ok(entries.some(({ operation }) => operation === 'POST /oauth/revoke'))
  assert.equal((await list(one.access)).status, 401)
  assert.equal((await refresh(one.clientId, one.refresh)).body.error, 'invalid_grant')
  assert.equal((await post('/oauth/revoke', { client_id: other.clientId, token: other.refresh })).status, 200)
  assert.equal((await list(other.access)).status, 401)
})
